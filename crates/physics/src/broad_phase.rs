//! Which pairs of bodies may come near each other in a step.

use crate::bodies::Bodies;
use crate::body::Body;
use crate::body_motion::{BodyMotion, MotionState, bounds_of, path_bounds};
use crate::reserve::{Reserved, reserve};
use crate::settings::Settings;
use dodgem_collide::broad_phase::{
    BroadBody, BroadMemory, BroadPhase, BroadPhaseKind, GridError, Pair,
};
use dodgem_collide::math::Aabb;

/// The broad phase, the boxes that it was given last, and the pairs that it found.
#[derive(Debug)]
pub(crate) struct NearPairs {
    pub method: Box<dyn BroadPhase>,
    /// By place; of vacant places too.
    pub boxes: Vec<BroadBody>,
    pub pairs: Vec<Pair>,
    /// While places are vacant: those that are not, and their boxes.
    places: Vec<u32>,
    taken: Vec<BroadBody>,
}

impl NearPairs {
    /// Of a method over a region.
    ///
    /// # Errors
    /// [`GridError`] for a grid that cannot be.
    pub fn new(kind: BroadPhaseKind, region: Aabb) -> Result<NearPairs, GridError> {
        Ok(NearPairs {
            method: kind.build(region)?,
            boxes: Vec::new(),
            pairs: Vec::new(),
            places: Vec::new(),
            taken: Vec::new(),
        })
    }

    /// Makes room for so many of each.
    pub fn reserve(&mut self, counts: &Reserved) {
        for boxes in [&mut self.boxes, &mut self.taken] {
            reserve(boxes, counts.bodies);
        }
        reserve(&mut self.places, counts.bodies);
        reserve(&mut self.pairs, counts.pairs);
    }

    /// Starts every body's motion through the step, bounds what it can sweep over, and lists the pairs
    /// whose bounds overlap.
    pub fn update(&mut self, settings: &Settings, bodies: &mut Bodies) {
        self.boxes.clear();
        for (body, motion) in bodies.iter_mut() {
            begin_motion(settings, body, motion);
            self.boxes.push(BroadBody {
                bounds: motion.bounds,
                fixed: motion.is_resting(),
            });
        }
        if bodies.vacant.is_empty() {
            self.method.update(&self.boxes, &mut self.pairs);
            return;
        }
        self.list_taken(bodies);
        self.method.update(&self.taken, &mut self.pairs);
        // Places count up, so the pairs stay sorted.
        for pair in &mut self.pairs {
            let [a, b] = [pair.a, pair.b].map(|index| self.places[index as usize]);
            *pair = Pair { a, b };
        }
    }

    /// Lists the boxes of the places that are not vacant: the broad phase knows of no others.
    fn list_taken(&mut self, bodies: &Bodies) {
        self.places.clear();
        self.taken.clear();
        for ((place, body), listed) in (0..).zip(&bodies.list).zip(&self.boxes) {
            if !body.is_vacant() {
                self.places.push(place);
                self.taken.push(*listed);
            }
        }
    }

    /// Goes back to where it was after an update that left `memory`, with the `boxes` as they are now.
    pub fn recall(&mut self, bodies: &Bodies, memory: &BroadMemory) {
        self.list_taken(bodies);
        (self.method).recall(&self.taken, memory, &mut self.pairs);
    }
}

/// Starts a body's motion through the step.
///
/// The box of a moving body holds every path that it could take without getting faster, whatever
/// direction an impact sends it. Only bodies that others make faster leave their boxes (see
/// [`BodyMotion::listed`]).
fn begin_motion(settings: &Settings, body: &mut Body, motion: &mut BodyMotion) {
    let (step, margin) = (settings.step, settings.margin() as f32);
    if body.is_fixed() {
        let bounds = if motion.is_resting() {
            motion.bounds
        } else {
            body.shape().aabb(&body.pose()).expanded(margin)
        };
        *motion = BodyMotion::resting(bounds);
    } else {
        let acceleration = motion.forces.acting;
        let here = bounds_of(body);
        *motion = BodyMotion::resting(here);
        motion.here = Some(here);
        (motion.forces.acting, motion.forces.all) = (acceleration, acceleration);
        motion.state = MotionState::Free;
        if body.is_dynamic() {
            motion.max_speed = settings.max_speed;
            body.velocity = body.velocity.clamp_length_max(motion.max_speed);
        }
        let velocity = body.velocity + acceleration * step;
        let angular_velocity = body.angular_velocity();
        let path = path_bounds(body, here, velocity, angular_velocity, step);
        motion.bounds = path.expanded((velocity.length() * step) as f32 + margin);
    }
    motion.start = body.frame();
    motion.energy.own = body.kinetic_energy();
}

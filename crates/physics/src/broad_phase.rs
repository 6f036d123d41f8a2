//! Which pairs of bodies may come near each other in a step.

use crate::bodies::Bodies;
use crate::body::Body;
use crate::body_motion::{BodyMotion, MotionState, bounds_of, path_bounds};
use crate::reserve::{Reserved, reserve};
use crate::settings::Settings;
use dodgem_collide::broad_phase::{BroadBody, BroadPhase, BroadPhaseKind, GridError, Pair};
use dodgem_collide::math::Aabb;

/// The broad phase, the boxes that it was given last, and the pairs that it found.
#[derive(Debug)]
pub(crate) struct NearPairs {
    pub method: Box<dyn BroadPhase>,
    /// By body.
    pub boxes: Vec<BroadBody>,
    pub pairs: Vec<Pair>,
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
        })
    }

    /// Makes room for so many of each.
    pub fn reserve(&mut self, counts: &Reserved) {
        reserve(&mut self.boxes, counts.bodies);
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
        self.method.update(&self.boxes, &mut self.pairs);
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

//! The pairs of bodies that may come near each other in a step.

use crate::aside::Aside;
use crate::bodies::Bodies;
use crate::body::Body;
use crate::body_motion::{BodyMotion, MotionState, bounds_of, path_bounds};
use crate::params::{
    COMPARED_BOXES_PER_PAIR, FEW_TURNS, MAX_PAIRS, MAX_PAIRS_PER_BODY, MAX_TURNS_OF_ALL,
    MAX_TURNS_PER_STEP, STEP_SHARES,
};
use crate::reserve::{Reserved, copy, reserve};
use crate::settings::Settings;
use crate::turn_rate::takes_many_turns;
use dodgem_collide::broad_phase::{
    BroadBody, BroadMemory, BroadPhase, BroadPhaseKind, GridError, Pair,
};
use dodgem_collide::math::Aabb;

/// The broad phase, its last input boxes, and the pairs that it found.
#[derive(Debug)]
pub(crate) struct NearPairs {
    pub method: Box<dyn BroadPhase>,
    /// The boxes by place, those of vacant places included.
    pub boxes: Vec<BroadBody>,
    pub pairs: Vec<Pair>,
    /// If places were vacant in the last update: the other places, and their boxes.
    places: Vec<u32>,
    taken: Vec<BroadBody>,
    leaves_out: bool,
    /// True if the last update was one of a part of the world: `boxes` are those of the places.
    of_part: bool,
    /// The bodies in the order of their boxes along an axis; reusable memory.
    order: Vec<u32>,
    /// The bodies that may have left their boxes of the last update, in order.
    strays: Vec<u32>,
}

impl NearPairs {
    /// The near pairs of a method over a region.
    ///
    /// # Errors
    /// [`GridError`] for a grid that cannot be made.
    pub fn new(kind: BroadPhaseKind, region: Aabb) -> Result<NearPairs, GridError> {
        Ok(NearPairs {
            method: kind.build(region)?,
            boxes: Vec::new(),
            pairs: Vec::new(),
            places: Vec::new(),
            taken: Vec::new(),
            leaves_out: false,
            of_part: false,
            order: Vec::new(),
            strays: Vec::new(),
        })
    }

    /// Reserves memory for these numbers of bodies and pairs.
    pub fn reserve(&mut self, counts: &Reserved) {
        for boxes in [&mut self.boxes, &mut self.taken] {
            reserve(boxes, counts.bodies);
        }
        reserve(&mut self.places, counts.bodies);
        reserve(&mut self.order, counts.bodies);
        reserve(&mut self.strays, counts.bodies);
        reserve(&mut self.pairs, counts.pairs);
    }

    /// Starts every body's motion through the step, bounds the volumes that bodies can sweep, and lists the
    /// pairs whose bounds overlap. Returns the share of the step for which this holds: if bodies are so fast
    /// and so many that the whole step has too many near pairs, all bodies have to wait after that share.
    pub fn update(&mut self, settings: &Settings, bodies: &mut Bodies) -> f64 {
        let most = MAX_PAIRS.max(MAX_PAIRS_PER_BODY * bodies.of_world());
        let fast = self.begin(settings, 1.0, bodies);
        // Too many pairs can result from speed only if this many bodies move by more than their reach in the
        // step.
        let may_be_many = fast * bodies.of_world() > most;
        if !(may_be_many && self.too_many(most)) {
            self.find(bodies);
            if self.pairs.len() <= most {
                return 1.0;
            }
        }
        for share in STEP_SHARES {
            self.begin(settings, share, bodies);
            if !self.too_many(most) {
                self.find(bodies);
                if self.pairs.len() <= most {
                    return share;
                }
            }
        }
        // Too many bodies overlap even at rest: nothing moves, so nothing meets. The solver receives a part
        // of the pairs.
        self.find(bodies);
        self.pairs.truncate(most);
        0.0
    }

    /// Starts every body's motion through a share of the step. Returns the number of bodies that move by more
    /// than their reach in it.
    fn begin(&mut self, settings: &Settings, share: f64, bodies: &mut Bodies) -> usize {
        self.boxes.clear();
        self.strays.clear();
        let (mut fast, mut spinning) = (0, 0);
        for (body, motion) in bodies.iter_mut() {
            begin_motion(settings, share, body, motion);
            spinning += usize::from(!motion.is_resting() && takes_many_turns(body, settings.step));
            let way = body.velocity.length() * settings.step * share;
            fast += usize::from(way > f64::from(body.reach()));
            self.boxes.push(BroadBody {
                bounds: motion.bounds,
                fixed: motion.is_resting(),
            });
        }
        let most = (MAX_TURNS_OF_ALL / spinning as f64).clamp(FEW_TURNS, MAX_TURNS_PER_STEP);
        if most < MAX_TURNS_PER_STEP {
            (bodies.motions.iter_mut()).for_each(|motion| motion.most_turns = most);
        }
        fast
    }

    /// True if more than `most` pairs of boxes overlap, as far as a limited number of comparisons can find.
    fn too_many(&mut self, most: usize) -> bool {
        let Self { boxes, order, .. } = self;
        let moving = boxes.iter().filter(|one| !one.fixed);
        let all = moving.fold(Aabb::EMPTY, |all, one| all.union(one.bounds));
        let longest = all.extents();
        let axis = (0..3).fold(0, |axis, other| match longest[other] > longest[axis] {
            true => other,
            false => axis,
        });
        let begins = |index: &u32| boxes[*index as usize].bounds.min[axis];
        order.clear();
        order.extend(0..boxes.len() as u32);
        order.sort_unstable_by(|p, q| begins(p).total_cmp(&begins(q)).then(p.cmp(q)));
        let (mut found, mut compared) = (0, 0);
        for (at, one) in order.iter().enumerate() {
            let one = &boxes[*one as usize];
            for other in &order[at + 1..] {
                let other = &boxes[*other as usize];
                if other.bounds.min[axis] > one.bounds.max[axis] {
                    break;
                }
                compared += 1;
                let moves = !(one.fixed && other.fixed);
                found += usize::from(moves && one.bounds.overlaps(&other.bounds));
                if found > most || compared > COMPARED_BOXES_PER_PAIR * most {
                    return found > most;
                }
            }
        }
        false
    }

    /// Lists the pairs whose boxes overlap.
    fn find(&mut self, bodies: &Bodies) {
        self.of_part = false;
        self.leaves_out = !bodies.vacant.is_empty();
        if !self.leaves_out {
            self.method.update(&self.boxes, &mut self.pairs);
            return;
        }
        self.list_taken(bodies);
        self.method.update(&self.taken, &mut self.pairs);
        // Places are listed in rising order, so the pairs stay sorted.
        for pair in &mut self.pairs {
            let [a, b] = [pair.a, pair.b].map(|index| self.places[index as usize]);
            *pair = Pair { a, b };
        }
    }

    /// Returns the pairs of places that the method compared in the last step, the rejected ones included.
    pub fn compared(&self) -> Vec<Pair> {
        let mut compared = Vec::new();
        self.method.compared(&mut compared);
        if self.leaves_out {
            for pair in &mut compared {
                let [a, b] = [pair.a, pair.b].map(|index| self.places[index as usize]);
                *pair = Pair { a, b };
            }
        }
        compared
    }

    /// Lists the boxes of the places that are not vacant, the only ones that the broad phase receives.
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

    /// Restores the places of a snapshot's boxes, which the caller has put here: see [`NearPairs::state`].
    /// [`NearPairs::recall`] has to follow.
    pub fn recall_places(&mut self, places: &[u32]) {
        self.of_part = !places.is_empty();
        if self.of_part {
            self.take_part(places);
        }
    }

    /// Restores the state after an update that left `memory`, with the current boxes.
    pub fn recall(&mut self, bodies: &Bodies, aside: &Aside, memory: &BroadMemory) {
        if !self.of_part {
            self.list_taken(bodies);
            self.leaves_out = true;
        }
        (self.method).recall(&self.taken, memory, &mut self.pairs);
        self.strays.clear();
        for place in aside.present() {
            let number = match self.of_part {
                true => self.places.binary_search(place).ok(),
                false => Some(*place as usize),
            };
            let listed = number.and_then(|number| self.boxes.get(number));
            let bounds = &bodies.motion(*place).bounds;
            if listed.is_none_or(|listed| !encloses(&listed.bounds, bounds)) {
                self.strays.push(*place);
            }
        }
    }

    /// Ends a step of a part of a world, whose bodies have these places in the world: from now on the pairs name
    /// places.
    pub fn end_part(&mut self, places: &[u32]) {
        self.take_part(places);
        for number in &mut self.strays {
            *number = places[*number as usize];
        }
        for pair in &mut self.pairs {
            let [a, b] = [pair.a, pair.b].map(|number| places[number as usize]);
            *pair = Pair { a, b };
        }
    }

    fn take_part(&mut self, places: &[u32]) {
        (self.leaves_out, self.of_part) = (true, true);
        copy(&mut self.places, places);
        copy(&mut self.taken, &self.boxes);
    }

    /// The boxes of the last update and their places, for a snapshot; no places if the boxes are those of all
    /// places.
    pub fn state(&self) -> (&[BroadBody], &[u32]) {
        let places = if self.of_part { &self.places[..] } else { &[] };
        (&self.boxes, places)
    }

    /// Records bodies that come back between two steps, as some that may be outside their boxes.
    pub fn stray_all(&mut self, bodies: &[u32]) {
        self.strays.extend_from_slice(bodies);
        self.strays.sort_unstable();
        self.strays.dedup();
    }

    /// Replaces the method.
    pub fn replace(&mut self, method: Box<dyn BroadPhase>, bodies: &Bodies, aside: &Aside) {
        self.method = method;
        self.recall(bodies, aside, &BroadMemory::default());
    }

    /// Records the bodies whose paths left their boxes in the step, in order.
    pub fn note_strays(&mut self, bodies: &[u32]) {
        self.strays.extend_from_slice(bodies);
    }

    /// Records that a body may be outside its box of the last update.
    pub fn stray(&mut self, index: u32) {
        if let Err(at) = self.strays.binary_search(&index) {
            self.strays.insert(at, index);
        }
    }

    /// Lists the bodies whose boxes, around their paths of the last step, overlap a box; in order.
    pub fn find_in(&self, bodies: &Bodies, aside: &Aside, bounds: &Aabb, found: &mut Vec<u32>) {
        found.clear();
        aside.find_in(bounds, found);
        if self.leaves_out {
            let mut visit = |index: u32| found.push(self.places[index as usize]);
            (self.method).visit_overlapping(&self.taken, bounds, &mut visit);
        } else {
            let mut visit = |index: u32| found.push(index);
            (self.method).visit_overlapping(&self.boxes, bounds, &mut visit);
        }
        found.extend_from_slice(&self.strays);
        found.sort_unstable();
        found.dedup();
        let is_there = |index: u32| !bodies.body(index).is_vacant();
        found.retain(|i| is_there(*i) && bodies.motion(*i).bounds.overlaps(bounds));
    }
}

/// True if a box lies inside another one.
pub(crate) fn encloses(outer: &Aabb, inner: &Aabb) -> bool {
    outer.contains(inner.min) && outer.contains(inner.max)
}

/// Starts a body's motion through a share of the step.
///
/// The box of a moving body holds every path that it could take without getting faster, in whatever direction
/// an impact sends it. Only bodies that others make faster leave their boxes (see [`BodyMotion::listed`]).
fn begin_motion(settings: &Settings, share: f64, body: &mut Body, motion: &mut BodyMotion) {
    let (step, margin) = (settings.step * share, settings.margin() as f32);
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
            motion.max_speed = settings.max_speed.min(body.max_speed);
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

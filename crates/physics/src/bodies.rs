//! The bodies of a world, and the motion of each in the current step.

use std::sync::{Arc, Mutex, PoisonError};

use crate::body::{Body, BodyId, BodyMoment};
use crate::body_desc::BodyError;
use crate::body_motion::{BodyMotion, MotionState};
use crate::params::FARTHEST_FROM_ORIGIN;
use crate::report::StepReport;
use crate::reserve::copy;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::coder::Coder;
use dodgem_collide::math::{Aabb, CenterFrame};

/// All bodies, by place, and their motions through the current step. The place of a removed body is vacant
/// until another body takes it.
#[derive(Debug)]
pub(crate) struct Bodies {
    pub list: Vec<Body>,
    pub motions: Vec<BodyMotion>,
    /// The vacant places; the last one is reused first.
    pub vacant: Vec<u32>,
    /// The last generation that was issued. It never goes back, not even with a snapshot, so no identifier
    /// ever names another body.
    pub generation: u32,
    /// In a part of a world: the places of its bodies, sorted; and the number of places in the world.
    places: Vec<u32>,
    of_world: usize,
    described: Mutex<Described>,
    /// No descriptions.
    no_bodies: Arc<Vec<Body>>,
    /// The placeholder in vacant places.
    pub(crate) nobody: Body,
}

/// The state of a body, without what its description fixes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SavedBody {
    moment: BodyMoment,
    /// True if it stood still in the last step; and the box around it or its path.
    fixed: bool,
    bounds: Aabb,
    /// Its frame at the start of that step, from which compact copies guess its contacts.
    start: CenterFrame,
}

impl SavedBody {
    /// Codes it for a compact copy between two steps of `step` seconds.
    pub fn code(&mut self, coder: &mut impl Coder, step: f64) {
        let SavedBody {
            moment,
            fixed,
            bounds,
            start,
        } = self;
        moment.code(coder);
        coder.flags([fixed]);
        let CenterFrame { center, rotation } = moment.frame();
        code_box(
            coder,
            bounds,
            &Aabb::new(center.as_vec3(), center.as_vec3()),
        );
        let began = center - moment.velocity() * step;
        start.code(coder, &CenterFrame::new(began, rotation));
    }
}

/// Codes a box for a compact copy.
pub(crate) fn code_box(coder: &mut impl Coder, bounds: &mut Aabb, guess: &Aabb) {
    for (corner, guess) in [(&mut bounds.min, guess.min), (&mut bounds.max, guess.max)] {
        coder.single(&mut corner.x, guess.x);
        coder.single(&mut corner.y, guess.y);
        coder.single(&mut corner.z, guess.z);
    }
}

/// The bodies at some moment since which none was added, removed or described anew: snapshots share them.
#[derive(Debug, Default)]
struct Described {
    /// False if that is no longer so; then the memory is used again.
    is_valid: bool,
    bodies: Arc<Vec<Body>>,
}

impl Default for Bodies {
    fn default() -> Self {
        Bodies {
            list: Vec::new(),
            motions: Vec::new(),
            vacant: Vec::new(),
            generation: 0,
            places: Vec::new(),
            of_world: 0,
            described: Mutex::default(),
            no_bodies: Arc::default(),
            nobody: Body::vacant(),
        }
    }
}

impl Bodies {
    /// The number of places, vacant ones included.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The number of places in the world, of which this may be a part.
    pub fn of_world(&self) -> usize {
        self.of_world.max(self.list.len())
    }

    /// In a part of a world: the places of its bodies, sorted.
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// Makes this a part of a world with `of_world` places: the bodies in some of these, sorted, which the caller
    /// puts here.
    pub fn begin_part(&mut self, places: &[u32], of_world: usize) {
        self.places.clear();
        self.places.extend_from_slice(places);
        self.of_world = of_world;
        self.list.resize(places.len(), self.nobody.clone());
        let nowhere = BodyMotion::resting(Aabb::EMPTY);
        self.motions.resize(places.len(), nowhere);
    }

    /// Adds a body, with a motion at rest at its pose.
    ///
    /// # Errors
    /// [`BodyError::NoIdLeft`] if all identifiers have been issued.
    pub fn add(&mut self, mut body: Body) -> Result<BodyId, BodyError> {
        let generation = self.generation.checked_add(1).ok_or(BodyError::NoIdLeft)?;
        self.describe_anew();
        self.generation = generation;
        let index = self.vacant.pop().unwrap_or(self.list.len() as u32);
        body.id = BodyId { index, generation };
        let id = body.id;
        let motion = BodyMotion::resting(body.shape().aabb(&body.pose()));
        match self.list.get_mut(id.index()) {
            Some(place) => {
                *place = body;
                self.motions[id.index()] = motion;
            }
            None => {
                self.list.push(body);
                self.motions.push(motion);
            }
        }
        Ok(id)
    }

    /// Removes a body; its place becomes vacant.
    pub fn remove(&mut self, index: u32) {
        self.describe_anew();
        let nobody = self.nobody.clone();
        let (body, motion) = self.both_mut(index);
        *motion = BodyMotion::resting(nobody.shape().aabb(&nobody.pose()));
        *body = nobody;
        self.vacant.push(index);
    }

    /// The state of a body.
    pub fn save(&self, place: u32) -> SavedBody {
        let motion = self.motion(place);
        SavedBody {
            moment: self.body(place).moment(),
            fixed: motion.is_resting(),
            bounds: motion.bounds,
            start: motion.start,
        }
    }

    /// Records that a body was described anew.
    pub fn describe_anew(&mut self) {
        self.described
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
            .is_valid = false;
    }

    /// Shares the descriptions of all bodies with a snapshot, which gives up those that it had.
    pub fn share_descriptions(&self, with: &mut Arc<Vec<Body>>) {
        let mut described = self
            .described
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if !described.is_valid {
            // Without that snapshot, the old ones may be nobody else's.
            if Arc::ptr_eq(&described.bodies, with) {
                *with = self.no_bodies.clone();
            }
            match Arc::get_mut(&mut described.bodies) {
                Some(bodies) => bodies.clone_from(&self.list),
                None => described.bodies = Arc::new(self.list.clone()),
            }
            described.is_valid = true;
        }
        *with = described.bodies.clone();
    }

    /// Takes the descriptions of a snapshot over. Returns true if the bodies have these already; else
    /// [`Bodies::restore`] has to follow for each one that is not vacant.
    pub fn begin_restore(
        &mut self,
        saved: &Arc<Vec<Body>>,
        vacant: &[u32],
        generation: u32,
    ) -> bool {
        self.generation = self.generation.max(generation);
        copy(&mut self.vacant, vacant);
        let described = self
            .described
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        if described.is_valid && Arc::ptr_eq(&described.bodies, saved) {
            return true;
        }
        described.is_valid = false;
        self.list.clone_from(saved);
        let nowhere = BodyMotion::resting(self.nobody.shape().aabb(&self.nobody.pose()));
        self.motions.resize(saved.len(), nowhere);
        for place in vacant {
            self.motions[*place as usize] = nowhere;
        }
        false
    }

    /// Restores the state of a body.
    pub fn restore(&mut self, place: u32, saved: &SavedBody) {
        let (body, motion) = self.both_mut(place);
        body.return_to(&saved.moment);
        *motion = BodyMotion::resting(saved.bounds);
        motion.start = saved.start;
        if !saved.fixed {
            motion.state = MotionState::Free;
        }
    }

    /// The place of a body.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn find(&self, id: BodyId) -> Result<u32, BodyError> {
        let number = match self.places.is_empty() {
            true => Some(id.index()),
            false => self.places.binary_search(&id.index).ok(),
        };
        match number.and_then(|number| self.list.get(number)) {
            Some(body) if body.id == id => Ok(number.unwrap_or_default() as u32),
            _ => Err(BodyError::Unknown),
        }
    }

    /// A body by its identifier.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn get_mut(&mut self, id: BodyId) -> Result<&mut Body, BodyError> {
        let index = self.find(id)?;
        Ok(&mut self.list[index as usize])
    }

    /// A body.
    #[inline]
    pub fn body(&self, index: u32) -> &Body {
        &self.list[index as usize]
    }

    /// A body's motion in this step.
    #[inline]
    pub fn motion(&self, index: u32) -> &BodyMotion {
        &self.motions[index as usize]
    }

    /// The frame of a body as the last step began, from which compact copies guess its contacts.
    pub fn began_at(&self, index: u32) -> CenterFrame {
        let motion = self.motion(index);
        match motion.is_resting() {
            true => self.body(index).frame(),
            false => motion.start,
        }
    }

    /// A body and its motion in this step.
    #[inline]
    pub fn both_mut(&mut self, index: u32) -> (&mut Body, &mut BodyMotion) {
        let index = index as usize;
        (&mut self.list[index], &mut self.motions[index])
    }

    /// The two bodies of a pair.
    #[inline]
    pub fn of_pair(&self, pair: Pair) -> [&Body; 2] {
        [pair.a, pair.b].map(|index| self.body(index))
    }

    /// All bodies with their motions.
    pub fn iter(&self) -> impl Iterator<Item = (&Body, &BodyMotion)> {
        self.list.iter().zip(&self.motions)
    }

    /// All bodies with their motions.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&mut Body, &mut BodyMotion)> {
        self.list.iter_mut().zip(&mut self.motions)
    }

    /// Puts bodies back at rest at the start of the step if forces have driven their numbers out of range.
    pub fn recover_lost(&mut self, report: &mut StepReport) {
        for (body, motion) in self.iter_mut() {
            if body.is_finite() && body.center.abs().max_element() < FARTHEST_FROM_ORIGIN {
                continue;
            }
            (body.center, body.rotation) = (motion.start.center, motion.start.rotation);
            body.fall_asleep();
            body.asleep = false;
            *motion = BodyMotion::resting(body.shape().aabb(&body.pose()));
            motion.start = body.frame();
            report.lost += 1;
        }
    }

    /// Stops all moving bodies at their current place for the rest of a step of `step` seconds.
    pub fn wait(&mut self, step: f64) {
        for (body, motion) in self.iter_mut() {
            if motion.is_under_way() {
                motion.wait(body, step);
            }
        }
    }

    /// Records the displacement of every body in a step of `step` seconds, and the time that waiting bodies
    /// still lack.
    pub fn record_displacements(&mut self, step: f64, report: &mut StepReport) {
        for (body, motion) in self.iter_mut() {
            if let Some(lacks) = motion.end_step(body, step) {
                body.debt += lacks;
                report.debt += lacks;
                report.waiting += 1;
            }
        }
    }
}

/// Two different items of a slice, both mutable; `a < b`.
pub(crate) fn two_mut<T>(items: &mut [T], a: u32, b: u32) -> [&mut T; 2] {
    let (low, high) = items.split_at_mut(b as usize);
    [&mut low[a as usize], &mut high[0]]
}

//! The bodies of a world, and the motion of each in the current step.

use crate::body::{Body, BodyId};
use crate::body_desc::BodyError;
use crate::body_motion::{BodyMotion, MotionState};
use crate::params::FARTHEST_FROM_ORIGIN;
use crate::report::StepReport;
use crate::reserve::copy;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::math::Aabb;

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
    /// The placeholder in vacant places.
    pub(crate) nobody: Body,
}

/// A body, and the part of its motion on which the next steps depend.
#[derive(Clone, Debug)]
pub(crate) struct SavedBody {
    pub body: Body,
    /// True if it stood still in the last step; and the box around it or its path.
    fixed: bool,
    bounds: Aabb,
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
            body: self.body(place).clone(),
            fixed: motion.is_resting(),
            bounds: motion.bounds,
        }
    }

    /// Sets the number of places to that of a world whose bodies come in their places next; those that get none are
    /// vacant.
    pub fn begin_restore(&mut self, places: usize, vacant: &[u32], generation: u32) {
        self.list.resize(places, self.nobody.clone());
        let nowhere = BodyMotion::resting(self.nobody.shape().aabb(&self.nobody.pose()));
        self.motions.resize(places, nowhere);
        copy(&mut self.vacant, vacant);
        self.generation = self.generation.max(generation);
        for place in vacant {
            self.list[*place as usize] = self.nobody.clone();
            self.motions[*place as usize] = nowhere;
        }
    }

    /// Restores the state of a body.
    pub fn restore(&mut self, place: u32, saved: &SavedBody) {
        let (body, motion) = self.both_mut(place);
        body.clone_from(&saved.body);
        *motion = BodyMotion::resting(saved.bounds);
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

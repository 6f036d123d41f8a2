//! The bodies of a world, and the motion of each in the current step.

use crate::body::{Body, BodyId};
use crate::body_desc::BodyError;
use crate::body_motion::BodyMotion;
use crate::params::FARTHEST_FROM_ORIGIN;
use crate::report::StepReport;
use dodgem_collide::broad_phase::Pair;

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
    /// The placeholder in vacant places.
    pub(crate) nobody: Body,
}

impl Default for Bodies {
    fn default() -> Self {
        Bodies {
            list: Vec::new(),
            motions: Vec::new(),
            vacant: Vec::new(),
            generation: 0,
            nobody: Body::vacant(),
        }
    }
}

impl Bodies {
    /// The number of places, vacant ones included.
    pub fn len(&self) -> usize {
        self.list.len()
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

    /// The place of a body.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn find(&self, id: BodyId) -> Result<u32, BodyError> {
        match self.list.get(id.index()) {
            Some(body) if body.id == id => Ok(id.index),
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

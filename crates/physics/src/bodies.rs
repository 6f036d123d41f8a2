//! The bodies of a world, and how each moves in the current step.

use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::params::FARTHEST_FROM_ORIGIN;
use crate::report::StepReport;
use dodgem_collide::broad_phase::Pair;

/// All bodies, by index, and their motions through the current step.
#[derive(Debug, Default)]
pub(crate) struct Bodies {
    pub list: Vec<Body>,
    pub motions: Vec<BodyMotion>,
}

impl Bodies {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
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

    /// Puts bodies back where the step began, at rest, if forces have driven their numbers out of
    /// range.
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

    /// Records how far every body came in a step of `step` seconds, and how much time those that wait
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

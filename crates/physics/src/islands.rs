//! Sleep: bodies that lean on each other rest together and wake together.

use crate::World;
use crate::body::{Body, BodyKind};
use crate::body_motion::BodyMotion;
use crate::displacement::{Displacement, approach_in_larger_frame};
use crate::reserve::reserve;

/// Groups of bodies that touch each other, as a forest of parents.
#[derive(Clone, Debug, Default)]
pub(super) struct Islands {
    parents: Vec<u32>,
    /// By root: the shortest rest of a member, in seconds.
    rest: Vec<f32>,
}

impl Islands {
    /// Makes room for so many bodies.
    pub fn reserve(&mut self, bodies: usize) {
        reserve(&mut self.parents, bodies);
        reserve(&mut self.rest, bodies);
    }

    /// Every body alone.
    fn reset(&mut self, bodies: usize) {
        self.parents.clear();
        self.parents.extend(0..bodies as u32);
        self.rest.clear();
        self.rest.resize(bodies, f32::INFINITY);
    }

    fn root(&mut self, mut body: u32) -> u32 {
        loop {
            let parent = self.parents[body as usize];
            if parent == body {
                return body;
            }
            // Every second look shortens the way for the next.
            let above = self.parents[parent as usize];
            self.parents[body as usize] = above;
            body = above;
        }
    }

    /// Joins the islands of two bodies; the lowest body is the root, in whatever order they join.
    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}

/// Of bodies that turning took farther than this, in metres, it is worth a look whether they have
/// moved together.
const FAR: f64 = 0.01;

impl World {
    /// Wakes all that lean on somebody who is awake, or on something that is driven.
    pub(super) fn wake(&mut self) {
        if !self.bodies.iter().any(|b| b.asleep) {
            return;
        }
        self.group();
        let islands = &mut self.islands;
        for (index, body) in self.bodies.iter().enumerate() {
            if body.is_dynamic() && !body.asleep {
                let root = islands.root(index as u32);
                islands.rest[root as usize] = 0.0;
            }
        }
        for near in &self.pairs.pairs {
            let (a, b) = (near.pair.a, near.pair.b);
            let driven = |i: u32| {
                let body = &self.bodies[i as usize];
                body.kind == BodyKind::Kinematic && !body.is_fixed()
            };
            for (one, other) in [(a, b), (b, a)] {
                if near.count > 0 && driven(one) {
                    let root = islands.root(other);
                    islands.rest[root as usize] = 0.0;
                }
            }
        }
        for (index, body) in self.bodies.iter_mut().enumerate() {
            let root = islands.root(index as u32);
            if body.asleep && islands.rest[root as usize] == 0.0 {
                body.wake();
            }
        }
    }

    /// Groups the dynamic bodies that touch each other.
    fn group(&mut self) {
        self.islands.reset(self.bodies.len());
        let dynamic = |i: u32| self.bodies[i as usize].is_dynamic();
        for near in &self.pairs.pairs {
            let (a, b) = (near.pair.a, near.pair.b);
            if near.count > 0 && dynamic(a) && dynamic(b) {
                self.islands.join(a, b);
            }
        }
    }

    /// Ends a step: notes how far everybody came, puts islands at rest to sleep, and mends what
    /// has left the range of numbers.
    pub(super) fn settle(&mut self) {
        self.mend();
        let step = self.settings.step;
        for (body, flight) in self.bodies.iter_mut().zip(&mut self.motions) {
            flight.moved = if flight.fixed {
                Displacement::default()
            } else {
                let place = (body.center, body.rotation);
                Displacement::new(flight.start, place, body.reach)
            };
            if flight.waiting && !flight.fixed {
                let lacks = step - flight.time;
                body.debt += lacks;
                self.report.debt += lacks;
                self.report.waiting += 1;
            }
        }
        for near in &mut self.pairs.pairs {
            let (a, b) = (near.pair.a, near.pair.b);
            let [one, other] = [a, b].map(|i| &self.motions[i as usize]);
            if near.gap > 0.0 && !(one.fixed && other.fixed) {
                let mut come = one.moved.approach(&other.moved);
                if one.moved.has_turned(FAR) || other.moved.has_turned(FAR) {
                    let bodies = [a, b].map(|i| &self.bodies[i as usize]);
                    let to = bodies.map(|body| (body.center, body.rotation));
                    let reach = bodies.map(|body| body.reach);
                    come = come.min(approach_in_larger_frame(
                        [one.start, other.start],
                        to,
                        reach,
                    ));
                }
                near.moved += come;
            }
            if near.plane.gap > 0.0 {
                let plane = &mut near.plane;
                plane.gap -= one.moved.approach_along(&other.moved, plane.normal);
            }
        }
        self.fall_asleep();
    }

    fn fall_asleep(&mut self) {
        let slow = self.settings.sleep_speed;
        for (body, flight) in self.bodies.iter_mut().zip(&self.motions) {
            if !body.is_dynamic() || body.asleep {
                continue;
            }
            let turning = || body.angular_velocity().length() as f32 * body.reach;
            let may_rest = body.may_sleep && flight.touching;
            if may_rest && (body.velocity.length() as f32) < slow && turning() < slow {
                body.rest_time += self.settings.step as f32;
            } else {
                body.rest_time = 0.0;
            }
        }
        let tired = |body: &Body| body.rest_time >= self.settings.sleep_after;
        if self
            .bodies
            .iter()
            .any(|b| b.is_dynamic() && !b.asleep && tired(b))
        {
            self.group();
            let islands = &mut self.islands;
            for (index, body) in self.bodies.iter().enumerate() {
                let root = islands.root(index as u32) as usize;
                if body.is_dynamic() && !body.asleep {
                    islands.rest[root] = islands.rest[root].min(body.rest_time);
                }
            }
            for (index, body) in self.bodies.iter_mut().enumerate() {
                let root = islands.root(index as u32) as usize;
                let rested = islands.rest[root] >= self.settings.sleep_after;
                if body.is_dynamic() && !body.asleep && rested {
                    body.fall_asleep();
                }
            }
        }
        let asleep = self.bodies.iter().filter(|b| b.asleep);
        self.report.asleep = asleep.count() as u32;
    }

    /// Puts bodies back where the step began, at rest, if forces have driven their numbers out of
    /// range.
    fn mend(&mut self) {
        for (body, flight) in self.bodies.iter_mut().zip(&mut self.motions) {
            if body.is_finite() && body.center.abs().max_element() < FARTHEST {
                continue;
            }
            (body.center, body.rotation) = flight.start;
            body.fall_asleep();
            body.asleep = false;
            *flight = BodyMotion::resting(body.shape.aabb(&body.pose()));
            flight.start = (body.center, body.rotation);
            self.report.lost += 1;
        }
    }
}

/// No body goes farther from the origin than this, in metres: a millimetre is below what f32
/// coordinates tell apart long before.
const FARTHEST: f64 = 1e6;

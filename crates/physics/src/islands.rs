//! Islands: bodies that touch each other fall asleep together and wake together.

use crate::World;
use crate::body::{Body, BodyKind};
use crate::reserve::reserve;

/// Groups of bodies that touch each other, as a forest of parents (union-find).
#[derive(Clone, Debug, Default)]
pub(super) struct Islands {
    parents: Vec<u32>,
    /// By root: the shortest time for which a member has rested, in seconds.
    rest_times: Vec<f32>,
}

impl Islands {
    /// Makes room for so many bodies.
    pub fn reserve(&mut self, bodies: usize) {
        reserve(&mut self.parents, bodies);
        reserve(&mut self.rest_times, bodies);
    }

    /// Makes every body an island of its own.
    fn reset(&mut self, bodies: usize) {
        self.parents.clear();
        self.parents.extend(0..bodies as u32);
        self.rest_times.clear();
        self.rest_times.resize(bodies, f32::INFINITY);
    }

    fn root(&mut self, mut body: u32) -> u32 {
        loop {
            let parent = self.parents[body as usize];
            if parent == body {
                return body;
            }
            // Path halving: every second parent on the way is replaced by its own parent.
            let above = self.parents[parent as usize];
            self.parents[body as usize] = above;
            body = above;
        }
    }

    /// Joins the islands of two bodies. The body with the lowest index is the root, in whatever order
    /// bodies join.
    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}

impl World {
    /// Wakes every island with a body that is awake, or with one that touches a moving kinematic body.
    pub(super) fn wake_islands(&mut self) {
        self.joints.wake_driven(&mut self.bodies);
        if !self.bodies.iter().any(|b| b.asleep) {
            return;
        }
        self.build_islands();
        let islands = &mut self.islands;
        for (index, body) in self.bodies.iter().enumerate() {
            if body.is_dynamic() && !body.asleep {
                let root = islands.root(index as u32);
                islands.rest_times[root as usize] = 0.0;
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
                    islands.rest_times[root as usize] = 0.0;
                }
            }
        }
        for (a, b) in self.joints.pairs() {
            let driven = |i: u32| {
                let body = &self.bodies[i as usize];
                body.kind == BodyKind::Kinematic && !body.is_fixed()
            };
            for (one, other) in [(a, b), (b, a)] {
                if driven(one) {
                    let root = islands.root(other);
                    islands.rest_times[root as usize] = 0.0;
                }
            }
        }
        for (index, body) in self.bodies.iter_mut().enumerate() {
            let root = islands.root(index as u32);
            if body.asleep && islands.rest_times[root as usize] == 0.0 {
                body.wake();
            }
        }
    }

    /// Groups the dynamic bodies that touch each other.
    fn build_islands(&mut self) {
        self.islands.reset(self.bodies.len());
        let dynamic = |i: u32| self.bodies[i as usize].is_dynamic();
        for near in &self.pairs.pairs {
            let (a, b) = (near.pair.a, near.pair.b);
            if near.count > 0 && dynamic(a) && dynamic(b) {
                self.islands.join(a, b);
            }
        }
        for (a, b) in self.joints.pairs() {
            if dynamic(a) && dynamic(b) {
                self.islands.join(a, b);
            }
        }
    }

    /// Puts the islands to sleep all of whose bodies have rested for long enough.
    pub(super) fn put_islands_to_sleep(&mut self) {
        self.update_rest_times();
        let is_rested = |body: &Body| body.rest_time >= self.settings.sleep_after;
        if self
            .bodies
            .iter()
            .any(|b| b.is_dynamic() && !b.asleep && is_rested(b))
        {
            self.build_islands();
            let islands = &mut self.islands;
            for (index, body) in self.bodies.iter().enumerate() {
                let root = islands.root(index as u32) as usize;
                if body.is_dynamic() && !body.asleep {
                    islands.rest_times[root] = islands.rest_times[root].min(body.rest_time);
                }
            }
            for (index, body) in self.bodies.iter_mut().enumerate() {
                let root = islands.root(index as u32) as usize;
                let rested = islands.rest_times[root] >= self.settings.sleep_after;
                if body.is_dynamic() && !body.asleep && rested {
                    body.fall_asleep();
                }
            }
        }
        let asleep = self.bodies.iter().filter(|b| b.asleep);
        self.report.asleep = asleep.count() as u32;
    }

    /// Counts for how long each body has rested.
    fn update_rest_times(&mut self) {
        let slow = self.settings.sleep_speed;
        for (body, flight) in self.bodies.iter_mut().zip(&self.motions) {
            if !body.is_dynamic() || body.asleep {
                continue;
            }
            let rim_speed = || body.angular_velocity().length() as f32 * body.reach();
            let may_rest = body.may_sleep && flight.touching;
            if may_rest && (body.velocity.length() as f32) < slow && rim_speed() < slow {
                body.rest_time += self.settings.step as f32;
            } else {
                body.rest_time = 0.0;
            }
        }
    }
}

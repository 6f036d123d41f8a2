//! Through the step from impact to impact.
//!
//! Every body has a path: from where it is, straight on and turning evenly until the step's end or
//! the next thing that happens to it. Every pair that moves and whose boxes of paths overlap is
//! swept; the queue holds what the sweeps have found. The earliest event happens: its two bodies
//! go to that time (nobody else does: bodies have times of their own), get new velocities and
//! paths, and are swept against their neighbours again. A path that has changed makes the events
//! foreseen for the old one void.

use crate::World;
use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::ccd::event_queue::{Event, EventKind};
use dodgem_collide::math::Aabb;

/// No body: the second one of a turn.
pub(crate) const NOBODY: u32 = u32::MAX;

impl World {
    /// Takes every body to the end of the step, or as far as it can safely go.
    pub(crate) fn fly(&mut self) {
        let end = self.settings.step;
        self.tools.queue.clear();
        self.tools.strangers.clear();
        for index in 0..self.bodies.len() as u32 {
            if !self.flights[index as usize].fixed {
                self.flights[index as usize].plan(&self.bodies[index as usize], end);
                self.follow_path(index);
            }
        }
        self.tools.bonds.reset(self.bodies.len());
        self.first_sweeps();
        while let Some(event) = self.tools.queue.pop() {
            if self.is_void(&event) {
                continue;
            }
            self.report.events += 1;
            match event.what {
                EventKind::Turn => {
                    let (body, flight) = self.on_the_way(event.a);
                    flight.advance(body, event.time);
                    flight.plan_turn(body, end);
                    self.follow_path(event.a);
                    self.sweep_neighbours(event.a, NOBODY);
                }
                EventKind::Meet => self.meet(event.a, event.b, event.time),
                EventKind::Wait => {
                    for index in [event.a, event.b] {
                        let (body, flight) = self.on_the_way(index);
                        flight.advance(body, event.time);
                    }
                    self.wait([event.a, event.b]);
                }
            }
        }
        for (body, flight) in self.bodies.iter_mut().zip(&mut self.flights) {
            flight.advance(body, end);
        }
        self.report
            .impacts
            .sort_by(|p, q| p.time.total_cmp(&q.time));
    }

    pub(crate) fn on_the_way(&mut self, index: u32) -> (&mut Body, &mut BodyMotion) {
        let index = index as usize;
        (&mut self.bodies[index], &mut self.flights[index])
    }

    fn is_void(&self, event: &Event) -> bool {
        let current = |body: u32, generation: u32| {
            body == NOBODY || self.flights[body as usize].generation == generation
        };
        !(current(event.a, event.generations[0]) && current(event.b, event.generations[1]))
    }

    /// Notes what follows from a new path.
    pub(crate) fn follow_path(&mut self, index: u32) {
        let (end, skin) = (self.settings.step, self.settings.skin as f32);
        let (body, flight) = self.on_the_way(index);
        flight.bound(body, end);
        flight.bounds = flight.bounds.expanded(skin);
        let (bounds, turn_end, generation) = (flight.bounds, flight.turn_end, flight.generation);
        let listed = &self.tools.broad_bodies[index as usize].bounds;
        let is_listed = encloses(listed, &bounds);
        self.flights[index as usize].listed = is_listed;
        let strangers = &mut self.tools.strangers;
        if !is_listed && let Err(at) = strangers.binary_search(&index) {
            strangers.insert(at, index);
        }
        if turn_end < end {
            self.tools.queue.push(Event {
                time: turn_end,
                what: EventKind::Turn,
                a: index,
                b: NOBODY,
                generations: [generation, 0],
            });
        }
    }

    /// Stops the bodies of a pair that move where they are for the rest of the step.
    pub(crate) fn wait(&mut self, pair: [u32; 2]) {
        for index in pair {
            let flight = &mut self.flights[index as usize];
            if flight.moves() {
                flight.wait(&mut self.bodies[index as usize], self.settings.step);
                self.follow_path(index);
                self.sweep_neighbours(index, NOBODY);
            }
        }
    }
}

/// Whether a box lies in another.
fn encloses(outer: &Aabb, inner: &Aabb) -> bool {
    outer.contains(inner.min) && outer.contains(inner.max)
}

/// Two different items at once; `a < b`.
pub(crate) fn two<T>(items: &mut [T], a: u32, b: u32) -> [&mut T; 2] {
    let (low, high) = items.split_at_mut(b as usize);
    [&mut low[a as usize], &mut high[0]]
}

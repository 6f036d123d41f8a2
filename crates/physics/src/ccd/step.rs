//! The continuous part of a step: from time of impact to time of impact.
//!
//! Every body has a path: its centre moves straight and it turns at a constant rate, until the
//! step's end or the body's next event. Every moving pair whose path boxes overlap is swept, and
//! the queue holds the events that the sweeps find. The earliest event is handled first: its two
//! bodies, and no others, advance to that time (each body has its own time), get new velocities and
//! paths, and are swept against their neighbours again. When a path changes, the events of the old
//! path are void.

use crate::World;
use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::ccd::event_queue::{Event, EventKind};
use dodgem_collide::math::Aabb;

/// The second body of an event that has only one.
pub(crate) const NO_BODY: u32 = u32::MAX;

impl World {
    /// Advances every body to the end of the step, or as far as it can safely go.
    pub(crate) fn advance_bodies(&mut self) {
        let end = self.settings.step;
        self.tools.queue.clear();
        self.tools.unlisted_bodies.clear();
        for index in 0..self.bodies.len() as u32 {
            if !self.motions[index as usize].fixed {
                self.motions[index as usize].plan(&self.bodies[index as usize], end);
                self.update_path(index);
            }
        }
        self.tools.clusters.reset(self.bodies.len());
        self.sweep_listed_pairs();
        while let Some(event) = self.tools.queue.pop() {
            if self.is_void(&event) {
                continue;
            }
            self.report.events += 1;
            match event.kind {
                EventKind::Replan => {
                    let (body, motion) = self.body_and_motion(event.a);
                    motion.advance(body, event.time);
                    motion.plan_turn(body, end);
                    self.update_path(event.a);
                    self.sweep_neighbours(event.a, NO_BODY);
                }
                EventKind::Impact => self.handle_toi_event(&event),
                EventKind::Cut => self.handle_cut(&event),
                EventKind::Wait => {
                    for index in [event.a, event.b] {
                        let (body, motion) = self.body_and_motion(index);
                        motion.advance(body, event.time);
                    }
                    self.wait([event.a, event.b]);
                }
            }
        }
        for (body, motion) in self.bodies.iter_mut().zip(&mut self.motions) {
            motion.advance(body, end);
            body.velocity = body.velocity.clamp_length_max(motion.max_speed);
        }
        self.report
            .impacts
            .sort_by(|p, q| p.time.total_cmp(&q.time));
    }

    /// A body and its motion in this step.
    pub(crate) fn body_and_motion(&mut self, index: u32) -> (&mut Body, &mut BodyMotion) {
        let index = index as usize;
        (&mut self.bodies[index], &mut self.motions[index])
    }

    /// Whether a path has changed since the event was found.
    fn is_void(&self, event: &Event) -> bool {
        let current = |body: u32, generation: u32| {
            body == NO_BODY || self.motions[body as usize].generation == generation
        };
        !(current(event.a, event.generations[0]) && current(event.b, event.generations[1]))
    }

    /// Updates what depends on a body's path after the path has changed: its box, whether the broad
    /// phase knows of it, and the event that plans its turning anew.
    pub(crate) fn update_path(&mut self, index: u32) {
        let (end, skin) = (self.settings.step, self.settings.skin as f32);
        let (body, motion) = self.body_and_motion(index);
        motion.update_bounds(body, end);
        motion.bounds = motion.bounds.expanded(skin);
        let (bounds, turn_end, generation) = (motion.bounds, motion.turn_end, motion.generation);
        let listed = &self.tools.broad_bodies[index as usize].bounds;
        let is_listed = encloses(listed, &bounds);
        self.motions[index as usize].listed = is_listed;
        let strangers = &mut self.tools.unlisted_bodies;
        if !is_listed && let Err(at) = strangers.binary_search(&index) {
            strangers.insert(at, index);
        }
        if turn_end < end {
            self.tools.queue.push(Event {
                time: turn_end,
                kind: EventKind::Replan,
                a: index,
                b: NO_BODY,
                generations: [generation, 0],
                sweep: None,
            });
        }
    }

    /// Stops the moving bodies of a pair where they are for the rest of the step.
    pub(crate) fn wait(&mut self, pair: [u32; 2]) {
        for index in pair {
            let motion = &mut self.motions[index as usize];
            if motion.moves() {
                motion.wait(&mut self.bodies[index as usize], self.settings.step);
                self.update_path(index);
                self.sweep_neighbours(index, NO_BODY);
            }
        }
    }
}

/// Whether a box lies inside another one.
fn encloses(outer: &Aabb, inner: &Aabb) -> bool {
    outer.contains(inner.min) && outer.contains(inner.max)
}

/// Two different items of a slice, both mutable; `a < b`.
pub(crate) fn two_mut<T>(items: &mut [T], a: u32, b: u32) -> [&mut T; 2] {
    let (low, high) = items.split_at_mut(b as usize);
    [&mut low[a as usize], &mut high[0]]
}

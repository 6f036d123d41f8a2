//! The continuous part of a step: from time of impact to time of impact.
//!
//! Every body has a path: its centre moves straight and it turns at a constant rate, until the
//! step's end or the body's next event. Every moving pair whose path boxes overlap is swept, and
//! the queue holds the events that the sweeps find. The earliest event is handled first: its two
//! bodies, and no others, advance to that time (each body has its own time), get new velocities and
//! paths, and are swept against their neighbours again. When a path changes, the events of the old
//! path are void.

use crate::bodies::Bodies;
use crate::broad_phase::encloses;
use crate::ccd::contact_clusters::ContactClusters;
use crate::ccd::event_queue::{Event, EventKind, EventQueue, TestedHit, Unheeded};
use crate::ccd::impact::ImpactScratch;
use crate::contact_events::ContactEvents;
use crate::joint::Joints;
use crate::manifold::contact_point::ContactPoint;
use crate::pair_cache::OverlappingPairs;
use crate::params::RESERVED_EXTRA;
use crate::reserve::{Reserved, reserve};
use crate::step_context::StepContext;
use dodgem_collide::broad_phase::{BroadBody, Pair};
use dodgem_collide::math::Aabb;
use dodgem_collide::schedule::{Schedule, ScheduleKind, Test};

/// The second body of an event that has only one.
pub(super) const NO_BODY: u32 = u32::MAX;

/// The memory of continuous collision: the turns of the schedule, and buffers to use again.
#[derive(Debug)]
pub(crate) struct CollisionMemory {
    pub(crate) schedule: Box<dyn Schedule>,
    pub(super) tests: Vec<Test>,
    /// The pairs of the tests, as indices into the pair cache.
    pub(super) tested: Vec<u32>,
    pub(super) queue: EventQueue,
    /// Meetings that stop nothing, because collision is discrete.
    pub(super) unheeded: Vec<Unheeded>,
    /// The hits that tests in place of sweeps found in this step.
    pub(super) tested_hits: Vec<TestedHit>,
    pub(super) clusters: ContactClusters,
    /// Bodies whose paths left the boxes that the broad phase was given in this step, in order.
    pub(crate) unlisted_bodies: Vec<u32>,
    /// The boxes around those paths, again for each change.
    pub(crate) unlisted_boxes: Vec<Aabb>,
    /// Contacts of the impact at hand.
    pub(super) impact_contacts: Vec<ContactPoint>,
    pub(super) impact: ImpactScratch,
}

impl CollisionMemory {
    /// Creates the memory for sweeps in this kind of order.
    pub fn new(schedule: ScheduleKind) -> CollisionMemory {
        CollisionMemory {
            schedule: schedule.build(),
            tests: Vec::new(),
            tested: Vec::new(),
            queue: EventQueue::default(),
            unheeded: Vec::new(),
            tested_hits: Vec::new(),
            clusters: ContactClusters::default(),
            unlisted_bodies: Vec::new(),
            unlisted_boxes: Vec::new(),
            impact_contacts: Vec::new(),
            impact: ImpactScratch::default(),
        }
    }

    /// Reserves memory for these numbers of bodies, pairs and events.
    pub fn reserve(&mut self, counts: &Reserved) {
        reserve(&mut self.tests, counts.pairs);
        reserve(&mut self.tested, counts.pairs);
        reserve(&mut self.impact_contacts, RESERVED_EXTRA);
        reserve(&mut self.unlisted_bodies, counts.bodies);
        reserve(&mut self.unlisted_boxes, counts.events);
        self.clusters.reserve(counts.bodies);
        self.queue.reserve(counts.pairs + counts.events);
        self.impact.reserve(RESERVED_EXTRA);
    }
}

/// Continuous collision in one step, with all that it reads and changes.
pub(crate) struct ContinuousCollision<'s, 'c> {
    pub context: &'s mut StepContext<'c>,
    pub bodies: &'s mut Bodies,
    pub pairs: &'s mut OverlappingPairs,
    /// Joined bodies may pass through each other.
    pub joints: &'s Joints,
    /// The boxes that the broad phase was given, by body.
    pub listed: &'s [BroadBody],
    /// The pairs whose boxes overlap.
    pub near: &'s [Pair],
    pub contact_events: &'s mut ContactEvents,
    pub memory: &'s mut CollisionMemory,
}

impl ContinuousCollision<'_, '_> {
    /// Advances every body to the end of the step, or as far as it can safely go.
    pub(crate) fn advance_bodies(&mut self) {
        let end = self.context.settings.step;
        self.memory.queue.clear();
        self.memory.unheeded.clear();
        self.memory.tested_hits.clear();
        self.memory.unlisted_bodies.clear();
        self.memory.unlisted_boxes.clear();
        self.contact_events.begin(self.bodies);
        for index in 0..self.bodies.len() as u32 {
            let (body, motion) = self.bodies.both_mut(index);
            if motion.is_resting() {
                continue;
            }
            // A body that waits already has no path to plan; planning it would cause the same event again and again.
            if motion.is_under_way() {
                motion.plan(body, end);
                if self.pairs.neighbour_count(index) == 0 {
                    motion.plan_turn_at_once(body, end);
                }
            }
            self.update_path(index);
        }
        self.memory.clusters.reset(self.bodies.len());
        self.sweep_listed_pairs();
        self.sense_all();
        while let Some(event) = self.memory.queue.pop() {
            if !self.is_void(&event) {
                self.context.report.events += 1;
                self.handle(&event);
            }
        }
        for (body, motion) in self.bodies.iter_mut() {
            motion.advance(body, end);
            body.velocity = body.velocity.clamp_length_max(motion.max_speed);
        }
        if !self.context.settings.continuous {
            self.report_misses();
        }
        let impacts = &mut self.context.report.impacts;
        impacts.sort_by(|p, q| p.time.total_cmp(&q.time));
    }

    fn handle(&mut self, event: &Event) {
        match event.kind {
            EventKind::Replan => {
                let end = self.context.settings.step;
                let (body, motion) = self.bodies.both_mut(event.a);
                motion.advance(body, event.time);
                motion.plan_turn(body, end);
                self.update_path(event.a);
                self.sweep_neighbours(event.a, NO_BODY);
            }
            EventKind::Impact => self.handle_toi_event(event),
            EventKind::Cut => self.handle_cut(event),
            EventKind::Tested => self.handle_tested(event),
            EventKind::Sense => self.contact_events.sense(Pair {
                a: event.a,
                b: event.b,
            }),
            EventKind::Wait => {
                for index in [event.a, event.b] {
                    let (body, motion) = self.bodies.both_mut(index);
                    motion.advance(body, event.time);
                }
                self.wait([event.a, event.b]);
            }
        }
    }

    /// True if a path has changed since the event was found.
    fn is_void(&self, event: &Event) -> bool {
        let current = |body: u32, generation: u32| {
            body == NO_BODY || self.bodies.motion(body).path.generation == generation
        };
        !(current(event.a, event.generations[0]) && current(event.b, event.generations[1]))
    }

    /// Updates what depends on a body's path after the path has changed: its box, its place in the
    /// broad phase, and the event that plans its turning anew.
    pub(super) fn update_path(&mut self, index: u32) {
        let settings = self.context.settings;
        let (end, skin) = (settings.step, settings.skin as f32);
        let (body, motion) = self.bodies.both_mut(index);
        motion.update_bounds(body, end);
        motion.bounds = motion.bounds.expanded(skin);
        motion.listed = encloses(&self.listed[index as usize].bounds, &motion.bounds);
        if !motion.listed {
            self.memory.unlisted_boxes.push(motion.bounds);
            let unlisted = &mut self.memory.unlisted_bodies;
            if let Err(at) = unlisted.binary_search(&index) {
                unlisted.insert(at, index);
            }
        }
        let path = &motion.path;
        if path.turn_end < end {
            self.memory.queue.push(Event {
                time: path.turn_end,
                kind: EventKind::Replan,
                a: index,
                b: NO_BODY,
                generations: [path.generation, 0],
                sweep: None,
            });
        }
    }

    /// Stops the moving bodies of a pair where they are for the rest of the step.
    pub(super) fn wait(&mut self, pair: [u32; 2]) {
        for index in pair {
            let (body, motion) = self.bodies.both_mut(index);
            if motion.moves() {
                motion.wait(body, self.context.settings.step);
                self.update_path(index);
                self.sweep_neighbours(index, NO_BODY);
            }
        }
    }
}

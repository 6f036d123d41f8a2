//! The choice and order of the pairs to sweep, and the record of each sweep. The sweep of one pair
//! is in `pair.rs`.

use crate::ccd::event_queue::{Event, EventKind};
use crate::ccd::pair::{PairSweep, SweepStart, SweptPair, ask_about};
use crate::ccd::step::{ContinuousCollision, NO_BODY};
use crate::ccd::world_view::WorldView;
use crate::report::{PairEnd, PairTurn};
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::schedule::{Perception, Test};

impl ContinuousCollision<'_, '_> {
    /// Sweeps all listed pairs whose paths may cross: in their order while there is work enough (see
    /// [`Settings::turns_below`](crate::Settings::turns_below)). Once it is scarce, pairs with a separating plane are
    /// done first, as planes take few work units; the others are swept in the order of the schedule, and the bodies of
    /// a pair that gets no turn stay where they are.
    pub(super) fn sweep_listed_pairs(&mut self) {
        self.memory.tests.clear();
        self.memory.tested.clear();
        for index in 0..self.pairs.pairs.len() {
            let pair = self.pairs.pairs[index].pair;
            if !self.view().paths_cross(pair) {
                continue;
            }
            match self.with_pair(pair, Some(index), |sweep| sweep.begin()) {
                SweepStart::NotNeeded => {}
                SweepStart::Swept(found) => self.record(&found),
                SweepStart::Waits { work } => {
                    self.context.report.work += work;
                    self.memory.tested.push(index as u32);
                }
            }
        }
        for index in 0..self.bodies.len() as u32 {
            if !self.bodies.motions[index as usize].listed {
                self.sweep_against_all(index);
            }
        }
        if self.context.settings.work_per_step != u64::MAX {
            self.sweep_scheduled();
        }
    }

    /// Sweeps the pairs without a separating plane in the order of the schedule.
    fn sweep_scheduled(&mut self) {
        for index in 0..self.memory.tested.len() {
            let pair = self.pairs.pairs[self.memory.tested[index] as usize].pair;
            let test = self.schedule_test(pair);
            self.memory.tests.push(test);
        }
        let (total, memory) = (self.context.queries.left, &mut *self.memory);
        memory.schedule.begin(total, self.listed, &memory.tests);
        while let Some(turn) = self.memory.schedule.next_turn() {
            let at = std::mem::replace(&mut self.memory.tested[turn.test], NO_BODY) as usize;
            let pair = self.pairs.pairs[at].pair;
            let found = self.with_pair(pair, Some(at), |sweep| sweep.search(turn.budget));
            self.record(&found);
            self.memory.schedule.used(found.work);
        }
        for index in 0..self.memory.tested.len() {
            let at = self.memory.tested[index];
            if at != NO_BODY {
                let pair = self.pairs.pairs[at as usize].pair;
                self.context.report.cuts += 1;
                self.context.report.decided.sweeps.count(None);
                self.note_turn(pair, PairEnd::Cut, 0, 0);
                // At the start of the step: nothing can have happened to them before.
                self.handle_cut(&Event {
                    time: 0.0,
                    kind: EventKind::Cut,
                    a: pair.a,
                    b: pair.b,
                    generations: [0; 2],
                    sweep: None,
                });
            }
        }
    }

    /// The values of a pair by which the schedule orders it.
    fn schedule_test(&self, pair: Pair) -> Test {
        let [a, b] = [pair.a, pair.b].map(|i| i as usize);
        let speed = (self.bodies.list[a].velocity - self.bodies.list[b].velocity).length() as f32;
        let bounds = [a, b].map(|i| self.listed[i].bounds);
        let perception = Perception::default();
        Test {
            pair,
            priority: perception.priority(&bounds[0], &bounds[1], speed, self.context.viewers),
            collided: self.bodies.motions[a].contact.touching
                && self.bodies.motions[b].contact.touching,
        }
    }

    /// Runs a query on the sweep of a pair, with its cached state if `known` is its index in the cache.
    pub(super) fn with_pair<R>(
        &mut self,
        pair: Pair,
        known: Option<usize>,
        ask: impl FnOnce(&mut PairSweep) -> R,
    ) -> R {
        ask_about(pair, known, self.context, self.bodies, self.pairs, ask)
    }

    /// The part of the world that a sweep reads.
    pub(super) fn view(&self) -> WorldView<'_> {
        WorldView::new(self.context.settings, self.bodies, &self.pairs.contacts)
    }

    /// See [`WorldView::least_gap`].
    pub(super) fn least_gap(&self, pair: Pair) -> f64 {
        self.view().least_gap(pair)
    }

    /// Sweeps two bodies from the later one's time to the step's end and records the result.
    fn sweep(&mut self, pair: Pair, known: Option<usize>) {
        let view = self.view();
        if view.is_tested_once(pair) || !view.paths_cross(pair) {
            return;
        }
        let found = self.with_pair(pair, known, |sweep| sweep.run(u64::MAX));
        if let Some(found) = found {
            self.record(&found);
        }
    }

    /// Records a sweep in the report and queues its event.
    fn record(&mut self, found: &SweptPair) {
        let SweptPair { pair, end, .. } = *found;
        self.context.report.decided.sweeps.count(found.decided_by);
        self.note_turn(pair, end, found.allowed, found.work);
        let report = &mut self.context.report;
        report.sweeps += found.searches;
        report.work += found.work;
        report.cuts += u64::from(end == PairEnd::Cut);
        report.overlapping += u64::from(found.overlaps);
        if !self.context.settings.continuous {
            return self.note_unheeded(found);
        }
        self.note_tested(found);
        if let Some((time, kind)) = found.event {
            let generations =
                [pair.a, pair.b].map(|i| self.bodies.motions[i as usize].path.generation);
            self.memory.queue.push(Event {
                time,
                kind,
                a: pair.a,
                b: pair.b,
                generations,
                sweep: found.sweep,
            });
        }
    }

    /// Records in the report that a pair had its turn.
    fn note_turn(&mut self, pair: Pair, end: PairEnd, allowed: u64, used: u64) {
        self.context.report.turns.push(PairTurn {
            a: self.bodies.body(pair.a).id,
            b: self.bodies.body(pair.b).id,
            end,
            allowed,
            used,
        });
    }

    /// Sweeps a body on its new path against its neighbours, without the body `except`.
    pub(super) fn sweep_neighbours(&mut self, index: u32, except: u32) {
        self.sense_neighbours(index);
        if !self.bodies.motions[index as usize].listed {
            return self.sweep_against_all(index);
        }
        for n in 0..self.pairs.neighbour_count(index) {
            let (other, known) = self.pairs.neighbour(index, n);
            if other != except {
                self.sweep(Pair::new(index, other), Some(known));
            }
        }
        self.sweep_unlisted(index, except);
    }

    /// Sweeps a listed body against the bodies whose paths leave the boxes that the broad phase was
    /// given.
    fn sweep_unlisted(&mut self, index: u32, except: u32) {
        for n in 0..self.memory.unlisted_bodies.len() {
            let other = self.memory.unlisted_bodies[n];
            let unlisted = !self.bodies.motions[other as usize].listed;
            if unlisted && other != index && other != except {
                let pair = Pair::new(index, other);
                if self.view().paths_cross(pair) && self.pairs.find(pair).is_none() {
                    self.sweep_if_they_collide(pair, None);
                }
            }
        }
    }

    /// Sweeps a body whose path leaves the box that the broad phase was given against all bodies.
    fn sweep_against_all(&mut self, index: u32) {
        let bounds = self.bodies.motions[index as usize].bounds;
        for other in 0..self.bodies.len() as u32 {
            // A listed body is in its box.
            let near = self.listed[other as usize].bounds.overlaps(&bounds)
                || self.memory.unlisted_bodies.binary_search(&other).is_ok();
            if near && other != index {
                let pair = Pair::new(index, other);
                self.sweep_if_they_collide(pair, self.pairs.find(pair));
            }
        }
    }

    /// Sweeps a pair whose bodies stop each other.
    fn sweep_if_they_collide(&mut self, pair: Pair, known: Option<usize>) {
        let [a, b] = self.bodies.of_pair(pair);
        if a.collides_with(b) && !self.joints.keep_from_colliding(pair) {
            self.sweep(pair, known);
        }
    }
}

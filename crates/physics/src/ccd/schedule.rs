//! Sweeps of pairs on their paths: which, in which order, and what follows from what they find.
//! What is asked about a pair is in `pair.rs`.

use crate::body::BodyKind;
use crate::ccd::event_queue::Event;
use crate::ccd::pair::{Begun, PairSweep, Still, Swept};
use crate::ccd::step::NOBODY;
use crate::pair_cache::PairState;
use crate::report::{PairEnd, PairTurn};
use crate::{BodyId, World};
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::schedule::{Perception, Test};

impl World {
    /// Sweeps all pairs whose paths may cross: in their order if there is work for all. Else those
    /// that no plane parts, for planes take no work, are swept in the order of the schedule, and the
    /// bodies of a pair that gets no turn stay where they are.
    pub(crate) fn first_sweeps(&mut self) {
        let limited = self.settings.work_per_step != u64::MAX;
        self.tools.tests.clear();
        self.tools.tested.clear();
        for index in 0..self.pairs.pairs.len() {
            let pair = self.pairs.pairs[index].pair;
            match self.with_pair(pair, Some(index), |sweep| sweep.begin(limited)) {
                Begun::Nothing => {}
                Begun::Swept(found) => self.take(&found),
                Begun::Waits => self.tools.tested.push(index as u32),
            }
        }
        for index in 0..self.bodies.len() as u32 {
            if !self.flights[index as usize].listed {
                self.sweep_strangers(index);
            }
        }
        if limited {
            self.sweep_in_turns();
        }
    }

    /// Sweeps the pairs that no plane parts as the schedule says.
    fn sweep_in_turns(&mut self) {
        for index in 0..self.tools.tested.len() {
            let pair = self.pairs.pairs[self.tools.tested[index] as usize].pair;
            let test = self.test(pair);
            self.tools.tests.push(test);
        }
        let tools = &mut self.tools;
        let total = tools.narrow.left;
        tools
            .schedule
            .begin(total, &tools.broad_bodies, &tools.tests);
        while let Some(turn) = self.tools.schedule.next_turn() {
            let at = std::mem::replace(&mut self.tools.tested[turn.test], NOBODY) as usize;
            let pair = self.pairs.pairs[at].pair;
            let found = self.with_pair(pair, Some(at), |sweep| sweep.search(turn.budget));
            self.take(&found);
            self.tools.schedule.used(found.work);
        }
        for index in 0..self.tools.tested.len() {
            let at = self.tools.tested[index];
            if at != NOBODY {
                let pair = self.pairs.pairs[at as usize].pair;
                self.report.cuts += 1;
                self.note_turn(pair, PairEnd::Cut, 0, 0);
                self.wait([pair.a, pair.b]);
            }
        }
    }

    fn test(&self, pair: Pair) -> Test {
        let [a, b] = [pair.a, pair.b].map(|i| i as usize);
        let speed = (self.bodies[a].velocity - self.bodies[b].velocity).length() as f32;
        let bounds = [a, b].map(|i| self.tools.broad_bodies[i].bounds);
        let perception = Perception::default();
        Test {
            pair,
            priority: perception.priority(&bounds[0], &bounds[1], speed, &self.viewers),
            collided: self.flights[a].touching && self.flights[b].touching,
        }
    }

    /// Asks about the paths of a pair, with what is remembered of it if it is known where that is.
    pub(crate) fn with_pair<R>(
        &mut self,
        pair: Pair,
        known: Option<usize>,
        ask: impl FnOnce(&mut PairSweep) -> R,
    ) -> R {
        let mut unknown = PairState::new(pair);
        // Not `self.still()`: what is remembered of the pair is lent to be written.
        let still = Still {
            settings: &self.settings,
            bodies: &self.bodies,
            flights: &self.flights,
            contacts: &self.pairs.contacts,
        };
        let near = known.map_or(&mut unknown, |at| &mut self.pairs.pairs[at]);
        let mut sweep = PairSweep::new(still, near, &mut self.tools.narrow);
        ask(&mut sweep)
    }

    /// The world while nothing in it moves.
    pub(crate) fn still(&self) -> Still<'_> {
        Still {
            settings: &self.settings,
            bodies: &self.bodies,
            flights: &self.flights,
            contacts: &self.pairs.contacts,
        }
    }

    /// See [`Still::least_gap`].
    pub(crate) fn least_gap(&self, pair: Pair) -> f64 {
        self.still().least_gap(pair)
    }

    /// Sweeps two bodies from the later one's time to the step's end and notes what it finds.
    fn sweep(&mut self, pair: Pair, known: Option<usize>) {
        let found = self.with_pair(pair, known, |sweep| sweep.run(u64::MAX));
        if let Some(found) = found {
            self.take(&found);
        }
    }

    /// Notes what a sweep has found, and what follows from it.
    fn take(&mut self, found: &Swept) {
        let Swept { pair, end, .. } = *found;
        self.note_turn(pair, end, found.allowed, found.work);
        let report = &mut self.report;
        report.sweeps += found.searches;
        report.work += found.work;
        report.cuts += u64::from(end == PairEnd::Cut);
        report.overlapping += u64::from(found.overlaps);
        if let Some((time, what)) = found.event {
            let generations = [pair.a, pair.b].map(|i| self.flights[i as usize].generation);
            self.tools.queue.push(Event {
                time,
                what,
                a: pair.a,
                b: pair.b,
                generations,
            });
        }
    }

    fn note_turn(&mut self, pair: Pair, end: PairEnd, allowed: u64, used: u64) {
        self.report.turns.push(PairTurn {
            a: BodyId(pair.a),
            b: BodyId(pair.b),
            end,
            allowed,
            used,
        });
    }

    /// Sweeps a body on its new path against all that are near.
    pub(crate) fn sweep_neighbours(&mut self, index: u32, but: u32) {
        if !self.flights[index as usize].listed {
            return self.sweep_strangers(index);
        }
        for n in 0..self.pairs.neighbour_count(index) {
            let (other, near) = self.pairs.neighbour(index, n);
            if other != but {
                self.sweep(Pair::new(index, other), Some(near));
            }
        }
        self.sweep_unlisted(index, but);
    }

    /// Sweeps a body against those whose ways lead where the broad phase did not expect them.
    fn sweep_unlisted(&mut self, index: u32, but: u32) {
        for n in 0..self.tools.strangers.len() {
            let other = self.tools.strangers[n];
            let unlisted = !self.flights[other as usize].listed;
            if unlisted && other != index && other != but {
                let pair = Pair::new(index, other);
                if self.still().paths_cross(pair) && self.pairs.find(pair).is_none() {
                    self.sweep_if_any_is_dynamic(pair, None);
                }
            }
        }
    }

    /// Sweeps a body whose way leads where the broad phase did not expect it against everybody.
    fn sweep_strangers(&mut self, index: u32) {
        let bounds = self.flights[index as usize].bounds;
        for other in 0..self.bodies.len() as u32 {
            // Who is listed is in its box.
            let near = self.tools.broad_bodies[other as usize]
                .bounds
                .overlaps(&bounds)
                || self.tools.strangers.binary_search(&other).is_ok();
            if near && other != index {
                let pair = Pair::new(index, other);
                self.sweep_if_any_is_dynamic(pair, self.pairs.find(pair));
            }
        }
    }

    fn sweep_if_any_is_dynamic(&mut self, pair: Pair, known: Option<usize>) {
        let dynamic = |i: u32| self.bodies[i as usize].kind == BodyKind::Dynamic;
        if dynamic(pair.a) || dynamic(pair.b) {
            self.sweep(pair, known);
        }
    }
}

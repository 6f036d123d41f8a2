//! Sweeps of pairs on their paths: what they ask, and what follows from the answers.
//!
//! Bodies that begin a path very near each other need care, as a sweep brings them nearer still:
//! see [`Space::before_crowding`].

use glam::DVec3;

use super::body::Kind;
use super::fly::NOBODY;
use super::queue::{Event, What};
use super::report::{PairEnd, PairTurn};
use super::{BodyId, Space};
use crate::collision::broad::Pair;
use crate::collision::schedule::{Perception, Test};
use crate::collision::sweep::Sweep;
use crate::geometry::Motion;

/// Shares of the way to an impact that would be too near at which to look for room.
const EARLIER: [f32; 4] = [0.95, 0.8, 0.5, 0.2];

/// Where on their ways to look whether bodies have parted, and by how much their gap has to grow.
const OPENING_LOOKS: [f32; 4] = [0.005, 0.01, 0.02, 0.05];
const OPENED: f64 = 4.0;

/// Bodies nearer than they should be go on where their gap has grown by this share: rounding
/// cannot close it bit by bit.
const LEAST_OPENING: f64 = 0.1;

impl Space {
    /// Sweeps all pairs whose paths may cross: in their order if there is work for all, else in
    /// that of the schedule, and those without a turn stay where they are.
    pub(super) fn first_sweeps(&mut self) {
        let limited = self.tools.work_left != u64::MAX;
        self.tools.tests.clear();
        self.tools.tested.clear();
        for index in 0..self.pairs.pairs.len() {
            let near = &self.pairs.pairs[index];
            let pair = near.pair;
            if !self.paths_cross(pair) || self.stays_clear(pair, near.room()) {
                continue;
            }
            if limited {
                self.tools.tested.push(index as u32);
                let test = self.test(pair);
                self.tools.tests.push(test);
            } else {
                self.sweep(pair, u64::MAX);
            }
        }
        for index in 0..self.bodies.len() as u32 {
            if !self.flights[index as usize].listed {
                self.sweep_strangers(index);
            }
        }
        if !limited {
            return;
        }
        let tools = &mut self.tools;
        let total = tools.work_left;
        tools
            .schedule
            .begin(total, &tools.broad_bodies, &tools.tests);
        while let Some(turn) = self.tools.schedule.next_turn() {
            let at = self.tools.tested[turn.test];
            self.tools.tested[turn.test] = NOBODY;
            let pair = self.pairs.pairs[at as usize].pair;
            let before = self.report.work;
            self.sweep(pair, turn.budget);
            self.tools.schedule.used(self.report.work - before);
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

    /// Whether one of two bodies moves and their ways have a place in common.
    fn paths_cross(&self, pair: Pair) -> bool {
        let (a, b) = (
            &self.flights[pair.a as usize],
            &self.flights[pair.b as usize],
        );
        (a.moves() || b.moves()) && a.bounds.overlaps(&b.bounds)
    }

    /// Whether two bodies that are `room` metres apart at the start of the step are so at its end.
    fn stays_clear(&self, pair: Pair, room: f64) -> bool {
        let [a, b] = [pair.a as usize, pair.b as usize];
        if room <= 0.0 || self.flights[a].time > 0.0 || self.flights[b].time > 0.0 {
            return false;
        }
        let step = self.settings.step;
        let offset = (self.flights[a].velocity - self.flights[b].velocity).length() * step;
        let chord = |i: usize| {
            let angle = self.flights[i].turning.length() * step;
            angle.min(2.0) * f64::from(self.bodies[i].reach)
        };
        room - (offset + chord(a) + chord(b)) * (1.0 + 1e-6) > self.settings.least_gap()
    }

    /// Sweeps two bodies from the later one's time to the step's end and notes what it finds.
    fn sweep(&mut self, pair: Pair, budget: u64) {
        if !self.paths_cross(pair) {
            return;
        }
        let (a, b) = (pair.a as usize, pair.b as usize);
        let (flight_a, flight_b) = (&self.flights[a], &self.flights[b]);
        let mut start = flight_a.time.max(flight_b.time);
        let span = self.settings.step - start;
        if span <= 0.0 {
            return;
        }
        let (body_a, body_b) = (&self.bodies[a], &self.bodies[b]);
        let known = self.pairs.find(pair);
        let axes = known.map_or([DVec3::ZERO; 2], |at| {
            let near = &self.pairs.pairs[at];
            [near.plane, near.axis]
        });
        let centers = (body_b.center - body_a.center).normalize_or_zero();
        let directions = [axes[0], axes[1], centers];
        let least = self.settings.least_gap();
        if (self.plane_between(pair, start, least, &directions)).is_some() {
            return self.note_turn(pair, PairEnd::Clear, budget, 0);
        }
        let mut ways = self.ways(pair, start);
        let mut found = self.search(pair, &ways, start, budget);
        if matches!(found, Sweep::Overlapping { .. })
            && let Some(later) = self.opening(pair, &ways, span as f32)
        {
            start += f64::from(later);
            ways = self.ways(pair, start);
            found = self.search(pair, &ways, start, budget);
        }
        let used = self.tools.narrow.used;
        let end = match found {
            Sweep::Clear => PairEnd::Clear,
            Sweep::Impact { .. } | Sweep::Overlapping { .. } => PairEnd::Meets,
            Sweep::Cut { .. } => PairEnd::Cut,
        };
        self.note_turn(pair, end, budget, used);
        let (time, what) = match found {
            Sweep::Clear => return,
            Sweep::Impact {
                time,
                point_a,
                point_b,
                normal,
            } => {
                if let Some(at) = known {
                    self.pairs.pairs[at].axis = normal.as_dvec3();
                }
                let gap = f64::from(point_a.distance(point_b));
                let least = self.least_gap(pair);
                let time = if gap < least {
                    self.before_crowding(pair, &ways, time, least)
                } else {
                    time
                };
                let time = start + f64::from(time);
                (time, What::Meet)
            }
            Sweep::Cut { safe_time } => {
                self.report.cuts += 1;
                (start + f64::from(safe_time), What::Wait)
            }
            // Bodies that were put into each other: they part as the solver says.
            Sweep::Overlapping { .. } if start == 0.0 && self.is_inside(pair) => {
                self.report.overlapping += 1;
                return;
            }
            Sweep::Overlapping { .. } => (start, What::Wait),
        };
        let generations = [a, b].map(|i| self.flights[i].generation);
        self.tools.queue.push(Event {
            time,
            what,
            a: pair.a,
            b: pair.b,
            generations,
        });
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
    pub(super) fn sweep_neighbours(&mut self, index: u32, but: u32) {
        if !self.flights[index as usize].listed {
            return self.sweep_strangers(index);
        }
        for n in 0..self.pairs.neighbour_count(index) {
            let (other, _) = self.pairs.neighbour(index, n);
            if other != but {
                self.sweep(Pair::new(index, other), u64::MAX);
            }
        }
        if self.tools.strangers {
            self.sweep_unlisted(index, but);
        }
    }

    /// Sweeps a body against those whose ways lead where the broad phase did not expect them.
    fn sweep_unlisted(&mut self, index: u32, but: u32) {
        for other in 0..self.bodies.len() as u32 {
            let unlisted = !self.flights[other as usize].listed;
            if unlisted && other != index && other != but {
                let pair = Pair::new(index, other);
                if self.pairs.find(pair).is_none() {
                    self.sweep_if_any_is_dynamic(pair);
                }
            }
        }
    }

    /// Sweeps a body whose way leads where the broad phase did not expect it against everybody.
    fn sweep_strangers(&mut self, index: u32) {
        self.tools.strangers = true;
        for other in 0..self.bodies.len() as u32 {
            if other != index {
                self.sweep_if_any_is_dynamic(Pair::new(index, other));
            }
        }
    }

    fn sweep_if_any_is_dynamic(&mut self, pair: Pair) {
        let dynamic = |i: u32| self.bodies[i as usize].kind == Kind::Dynamic;
        if dynamic(pair.a) || dynamic(pair.b) {
            self.sweep(pair, u64::MAX);
        }
    }

    /// The ways of two bodies from `start`, as seen from the first one, where numbers are finest.
    fn ways(&self, pair: Pair, start: f64) -> [Motion; 2] {
        let origin = self.bodies[pair.a as usize].center;
        [pair.a, pair.b].map(|i| {
            let (body, flight) = (&self.bodies[i as usize], &self.flights[i as usize]);
            flight.motion(body, start, origin)
        })
    }

    /// Asks for the time of impact on two ways that begin at `start`.
    fn search(&mut self, pair: Pair, ways: &[Motion; 2], start: f64, budget: u64) -> Sweep {
        let span = (self.settings.step - start) as f32;
        let mut target = self.settings.target() as f32;
        if start == 0.0 {
            target = target.min(0.5 * self.nearest(pair) as f32);
        }
        let budget = budget.min(self.tools.work_left);
        if let Some(found) = self.sweep_hulls(pair, start, f64::from(target), budget) {
            return found;
        }
        let [a, b] = [pair.a, pair.b].map(|i| &self.bodies[i as usize].shape);
        let narrow = &mut self.tools.narrow;
        // Of who begins nearly as near as the target, or nearer, it tells when they come half as
        // near.
        let found = narrow.sweep((a, &ways[0]), (b, &ways[1]), span, target, budget);
        let used = narrow.used;
        self.note_sweep(used);
        found
    }

    /// Counts a sweep and the work units that it has used.
    pub(super) fn note_sweep(&mut self, used: u64) {
        self.report.sweeps += 1;
        self.report.work += used;
        if self.tools.work_left != u64::MAX {
            self.tools.work_left = self.tools.work_left.saturating_sub(used);
        }
    }

    /// How far two bodies are apart at the start of the step, in metres, if they have a contact.
    fn nearest(&self, pair: Pair) -> f64 {
        let contacts = self.pairs.find(pair).map(|at| {
            let range = self.pairs.pairs[at].range();
            self.pairs.contacts[range].iter().map(|c| c.distance)
        });
        let least = contacts.map(|distances| distances.fold(f64::INFINITY, f64::min));
        // What overlaps or cannot be told from it is the sweep's own to say.
        least.filter(|d| *d > 0.0).unwrap_or(f64::INFINITY)
    }

    /// How far two bodies are apart at a time of their ways, in metres; 0 if they meet.
    fn gap_at(&mut self, pair: Pair, ways: &[Motion; 2], time: f32) -> f64 {
        let [a, b] = [pair.a, pair.b].map(|i| &self.bodies[i as usize].shape);
        let [pose_a, pose_b] = [&ways[0], &ways[1]].map(|m| m.pose_at(time));
        self.tools.narrow.distance((a, &pose_a), (b, &pose_b))
    }

    /// When two bodies, so near that a sweep cannot tell it from touching, are well apart from each
    /// other, if they do not meet and only part until then: a small part of the step later.
    fn opening(&mut self, pair: Pair, ways: &[Motion; 2], span: f32) -> Option<f32> {
        let first = self.gap_at(pair, ways, 0.0);
        let mut gap = first;
        for share in OPENING_LOOKS {
            let now = self.gap_at(pair, ways, share * span);
            if now <= gap {
                return None;
            }
            if now >= OPENED * first {
                return Some(share * span);
            }
            gap = now;
        }
        None
    }

    /// When two bodies stop that would meet at `time` (s from the start of their motions) nearer
    /// than `least` metres.
    ///
    /// Of bodies that begin very near each other the sweep reports impacts nearer still, and so
    /// on by half each time. There has to be an end to that while numbers can still tell them
    /// apart: they go only so far that they are no nearer than they were, if that is too near. As
    /// all of their way until `time` is free, any place on it will do.
    fn before_crowding(&mut self, pair: Pair, ways: &[Motion; 2], time: f32, least: f64) -> f32 {
        let least = (self.gap_at(pair, ways, 0.0) * (1.0 + LEAST_OPENING)).min(least);
        let earlier = EARLIER.map(|share| share * time);
        let enough = earlier
            .into_iter()
            .find(|t| self.gap_at(pair, ways, *t) >= least);
        enough.unwrap_or(0.0)
    }

    /// The least distance to which two bodies come near, in metres: far above what f32 coordinates
    /// tell apart, as seen from one of them.
    pub(super) fn least_gap(&self, pair: Pair) -> f64 {
        let [a, b] = [pair.a, pair.b].map(|i| {
            let moves = self.flights[i as usize].moves();
            f64::from(self.bodies[i as usize].reach) * f64::from(u8::from(moves))
        });
        let rounding = 16.0 * f64::from(f32::EPSILON) * (a + b);
        self.settings.least_gap().max(rounding)
    }

    /// Whether two bodies are in each other at the start of the step.
    fn is_inside(&self, pair: Pair) -> bool {
        let near = self.pairs.find(pair).map(|at| &self.pairs.pairs[at]);
        near.is_some_and(|near| {
            let contacts = &self.pairs.contacts[near.range()];
            contacts.iter().any(|c| c.distance <= 0.0)
        })
    }
}

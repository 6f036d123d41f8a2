//! The search for the first time at which two moving trees meet.
//!
//! The search keeps a front of pairs of nodes, each with a time until which it is surely apart,
//! and always takes the most urgent one. If that one is safe for a while, the search moves on to
//! the instant until which it is, and looks at it anew from there: bounds that were wide over a
//! long time are narrow over a short one. If not, it is replaced by the pairs of its children,
//! and two leaves by what the hulls of their pieces and then their triangles tell, up to a nearby
//! time and no farther. Once triangles have met, the end is their time, and pairs that are safe
//! beyond it are dropped. So every pair is looked at only as closely, and as often, as its own
//! motion asks, whereas classic conservative advancement (and C2A: Tang, Kim, Manocha 2009) asks
//! the whole trees anew at every step.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::Vec3;

use super::kinematics::{Courses, Kinematics};
use super::pairs::{Below, NodePairs};
use super::pieces::{Parted, Places};
use super::triangles::{Advance, Meeting, Nearness, TrianglePair};
use crate::collision::budget::Meter;
use crate::collision::model::Model;
use crate::collision::stats::Counters;

/// A pair of nodes that is apart until some time. The heap's greatest is the most urgent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pending {
    urgency: Reverse<u64>,
    nodes: Reverse<(u32, u32)>,
    /// The number of the instant at which it was looked at, and how closely.
    instant: u32,
    closeness: Closeness,
}

/// How closely a pair was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Closeness {
    Volumes,
    /// The hulls of two pieces.
    Hulls,
}

impl Pending {
    fn new(safe: f64, a: u32, b: u32) -> Self {
        Pending {
            urgency: Reverse(bits(safe)),
            nodes: Reverse((a, b)),
            instant: NEVER,
            closeness: Closeness::Volumes,
        }
    }

    /// Until when it is safe, in s.
    fn safe(&self) -> f64 {
        f64::from_bits(self.urgency.0)
    }

    fn is_safe_until(&mut self, time: f64) {
        self.urgency.0 = self.urgency.0.max(bits(time));
    }
}

/// Times from 0 on as integers in the same order, which compare faster.
fn bits(time: f64) -> u64 {
    time.max(0.0).to_bits()
}

/// The number of no instant.
const NEVER: u32 = u32::MAX;

/// Memory of searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchMemory {
    front: BinaryHeap<Pending>,
    /// The instants that searches look at, if somebody wants to know.
    pub(super) trace: Option<Vec<f64>>,
}

/// The search moves on when the most urgent pair is safe for this share of the time left. It
/// starts so that a few looks more are taken for a long step, ...
const LONG_STEP: f64 = 0.1;
/// ... and goes down to this one, ...
const SHORT_STEP: f64 = 0.005;
/// ... of which it is half way after this many looks at one instant.
const PATIENCE: f64 = 5.0;
/// A look at two hulls costs as much as this many at volumes, following them this many.
const HULLS: f64 = 5.0;
const FOLLOWED: f64 = 10.0;
/// Steps are at least this share of the whole time, however little of it is left, and as long as
/// the bodies together turn by so little (rad): what is known of them does not get old before.
/// But a step of this share of the whole time is always long enough.
const LEAST_STEP: f64 = 0.001;
const LEAST_TURN: f64 = 0.02;
const LONG_ENOUGH: f64 = 0.2;
/// Pieces are followed for this share of the time left, or of the whole time, or for this turn.
const FOLLOW: f64 = 0.02;
const FOLLOW_LEAST: f64 = 0.005;
const FOLLOW_TURN: f64 = 0.1;
/// Hulls are followed for so many steps, as long as a step is this share of what is asked for.
const HULL_STEPS: u32 = 4;
const WORTH_A_STEP: f64 = 0.2;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Found {
    Nothing,
    /// They meet, and not before.
    Meeting(Meeting),
    /// They are nearer than the target at time 0; where else has not been asked.
    AtStart(Meeting),
    /// The budget or a stalled pair ended it: safe until then.
    Unknown {
        safe: f64,
    },
}

/// The bodies of a search and what is known of them.
pub(super) struct Search<'q> {
    pub a: &'q Model,
    pub b: &'q Model,
    pub courses: &'q Courses,
    pub near: Nearness,
    /// Nothing is asked about later times.
    pub end: f64,
    pub best: Found,
    pub meter: &'q mut Meter,
    pub counters: &'q mut Counters,
}

/// Where the search is in time.
struct Instant {
    number: u32,
    time: f64,
    kinematics: Kinematics,
    /// What was spent on it, in looks.
    looks: f64,
}

impl Search<'_> {
    /// Runs from `begin` (s), before which the pair is safe.
    pub(super) fn run(
        mut self,
        begin: f64,
        pairs: &mut impl NodePairs,
        memory: &mut SearchMemory,
    ) -> Found {
        let front = &mut memory.front;
        front.clear();
        let whole = self.end - begin;
        let turning = self.courses.turning();
        let least_step = (LEAST_TURN / turning).clamp(LEAST_STEP * whole, LONG_ENOUGH * whole);
        let least_ahead = (FOLLOW_LEAST * whole).max(FOLLOW_TURN / turning);
        let trace = &mut memory.trace;
        let mut now = self.instant(0, begin, pairs, trace);
        let mut pair = Pending::new(begin, 0, 0);
        loop {
            if pair.safe() >= self.end {
                return self.best;
            }
            if self.meter.is_spent() {
                let safe = pair.safe();
                return Found::Unknown { safe };
            }
            let left = self.end - now.time;
            let share = SHORT_STEP + (LONG_STEP - SHORT_STEP) / (1.0 + now.looks / PATIENCE);
            if pair.safe() - now.time > (share * left).max(least_step) {
                now = self.instant(now.number + 1, pair.safe(), pairs, trace);
            }
            if pair.instant == now.number {
                let ahead = (FOLLOW * left).max(least_ahead);
                match self.divide(&mut pair, ahead, &mut now, pairs) {
                    Some(child) if child.safe() < self.end => front.push(child),
                    _ => {}
                }
                if matches!(self.best, Found::AtStart(_)) {
                    return self.best;
                }
            } else {
                self.look(&mut pair, &mut now, pairs);
            }
            // The most urgent pair comes next.
            if let Some(mut top) = front.peek_mut()
                && *top > pair
            {
                std::mem::swap(&mut *top, &mut pair);
            }
        }
    }

    fn instant(
        &mut self,
        number: u32,
        time: f64,
        pairs: &mut impl NodePairs,
        trace: &mut Option<Vec<f64>>,
    ) -> Instant {
        if let Some(trace) = trace {
            trace.push(time);
        }
        let kinematics = Kinematics::at(self.courses, time);
        pairs.begin(&kinematics, self.near.keep as f32);
        self.counters.advancement_steps += 1;
        Instant {
            number,
            time,
            kinematics,
            looks: 0.0,
        }
    }

    /// Looks at a pair's volumes at the instant. If no work is left for it, it stays as it is.
    fn look(&mut self, pair: &mut Pending, now: &mut Instant, pairs: &mut impl NodePairs) {
        now.looks += 1.0;
        if self.meter.take() {
            self.counters.volume_tests += 1;
            let Reverse((a, b)) = pair.nodes;
            let step = pairs.safe_step(a, b, &now.kinematics);
            self.counters.volume_overlaps += u64::from(step <= 0.0);
            pair.is_safe_until(now.time + f64::from(step));
            pair.instant = now.number;
            pair.closeness = Closeness::Volumes;
        }
    }

    /// Looks more closely at a pair that was looked at: puts the more urgent one of its halves in
    /// its place and returns the other one, or takes the next closer look at two pieces.
    fn divide(
        &mut self,
        pair: &mut Pending,
        ahead: f64,
        now: &mut Instant,
        pairs: &mut impl NodePairs,
    ) -> Option<Pending> {
        let Reverse((a, b)) = pair.nodes;
        let halves = match (pairs.below_a(a), pairs.below_b(b)) {
            (Below::Piece(a), Below::Piece(b)) => {
                self.look_at_pieces(pair, (a, b), ahead, now);
                return None;
            }
            (Below::Children(child), below_b)
                if below_b.is_piece() || pairs.first_is_larger(a, b) =>
            {
                [(child, b), (child + 1, b)]
            }
            (_, Below::Children(child)) => [(a, child), (a, child + 1)],
            // Not reached: the first of two that are not both pieces is divided above.
            (Below::Children(child), Below::Piece(_)) => [(child, b), (child + 1, b)],
        };
        let [mut urgent, mut other] = halves.map(|(a, b)| Pending::new(pair.safe(), a, b));
        self.look(&mut urgent, now, pairs);
        self.look(&mut other, now, pairs);
        if other > urgent {
            std::mem::swap(&mut urgent, &mut other);
        }
        *pair = urgent;
        Some(other)
    }

    /// Looks at the hulls of two pieces; follows them to the horizon if that was done already.
    fn look_at_pieces(
        &mut self,
        pair: &mut Pending,
        pieces: (u32, u32),
        ahead: f64,
        now: &mut Instant,
    ) {
        if pair.closeness == Closeness::Volumes {
            now.looks += HULLS;
            if self.meter.take() {
                pair.closeness = Closeness::Hulls;
                if let Some(parted) = self.parted(pieces, &now.kinematics) {
                    pair.is_safe_until(now.time + f64::from(parted.safe_step()));
                }
            }
            return;
        }
        now.looks += FOLLOWED;
        let horizon = pair.safe() + ahead;
        self.follow_pieces(pieces, pair.safe(), horizon);
        if !self.meter.is_spent() {
            pair.is_safe_until(horizon);
        }
    }

    /// A direction that parts the hulls of two pieces, with how they move along it.
    fn parted(&mut self, (a, b): (u32, u32), kinematics: &Kinematics) -> Option<Parted> {
        self.counters.piece_tests += 1;
        let (store_a, store_b) = (&self.a.store, &self.b.store);
        let places_a = Places::of_first(store_a, &store_a.pieces[a as usize], kinematics);
        let places_b = Places::of_second(store_b, &store_b.pieces[b as usize], kinematics);
        let rounding = kinematics.rounding(self.a.reach + self.b.reach);
        Parted::new(
            &places_a,
            &places_b,
            kinematics,
            self.near.keep as f32 + rounding,
        )
    }

    /// Follows two pieces from `time` until the horizon or until they meet: their hulls as long
    /// as that gets on, then each pair of triangles. If the work ends before all is done, the
    /// meter is spent.
    fn follow_pieces(&mut self, pieces: (u32, u32), mut time: f64, horizon: f64) {
        for step_number in 1.. {
            if !self.meter.take() {
                return;
            }
            let kinematics = Kinematics::at(self.courses, time);
            let parted = self.parted(pieces, &kinematics);
            let step = f64::from(parted.as_ref().map_or(0.0, Parted::safe_step));
            if time + step >= horizon.min(self.end) {
                return;
            }
            if step_number == HULL_STEPS || step <= WORTH_A_STEP * (horizon - time) {
                self.follow_triangles(pieces, time, horizon, &kinematics, parted.as_ref());
                return;
            }
            time += step;
        }
    }

    fn follow_triangles(
        &mut self,
        (a, b): (u32, u32),
        time: f64,
        horizon: f64,
        kinematics: &Kinematics,
        parted: Option<&Parted>,
    ) {
        let (store_a, store_b) = (&self.a.store, &self.b.store);
        let (a, b) = (store_a.pieces[a as usize], store_b.pieces[b as usize]);
        for number_a in a.triangle_range() {
            for number_b in b.triangle_range() {
                if !self.meter.take() {
                    return;
                }
                self.counters.primitive_tests += 1;
                let step = parted.map_or(0.0, |parted| {
                    parted.safe_step_of(store_a.corners[number_a], store_b.corners[number_b])
                });
                if time + f64::from(step) >= horizon.min(self.end) {
                    continue;
                }
                let corners_a = store_a.triangle(&a, number_a);
                let corners_b = store_b.triangle(&b, number_b);
                self.follow(corners_a, corners_b, time, horizon, kinematics);
                if self.meter.is_spent() || matches!(self.best, Found::AtStart(_)) {
                    return;
                }
            }
        }
    }

    /// Follows two triangles from the time of `kinematics` to that at which they meet, if that is
    /// before the horizon and the end.
    fn follow(
        &mut self,
        a: [Vec3; 3],
        b: [Vec3; 3],
        time: f64,
        horizon: f64,
        kinematics: &Kinematics,
    ) {
        self.counters.triangle_tests += 1;
        let pair = TrianglePair {
            courses: self.courses,
            corners_a: a.map(|p| p.as_dvec3()),
            corners_b: b.map(|p| p.as_dvec3()),
        };
        let (meter, counters) = (&mut *self.meter, &mut *self.counters);
        let end = pair.advance(kinematics, time, self.end.min(horizon), self.near, || {
            let taken = meter.take();
            counters.primitive_tests += u64::from(taken);
            taken
        });
        match end {
            Advance::Passed => {}
            Advance::Met(meeting) if meeting.time == 0.0 => self.best = Found::AtStart(meeting),
            Advance::Met(meeting) => {
                self.end = meeting.time;
                self.best = Found::Meeting(meeting);
            }
            Advance::Stalled { time } => {
                self.end = time;
                self.best = Found::Unknown { safe: time };
            }
        }
    }
}

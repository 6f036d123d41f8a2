//! The search for the first time at which two moving trees meet.
//!
//! The search keeps a front of pairs of nodes, each with a time until which it is surely apart.
//! It goes from instant to instant: to the earliest of these times, looks at the pairs that are
//! due, and gives each a later time, replaces it by pairs of its children, or, at the leaves,
//! follows the triangles to the time at which they meet. A pair that is safe beyond the end is
//! dropped for good; once triangles have met, the end is their time. So every pair is looked at
//! only as closely, and as often, as its own motion asks, whereas classic conservative
//! advancement (and C2A: Tang, Kim, Manocha 2009) asks the whole trees anew at every step.

use glam::Vec3;

use super::kinematics::{AxisMotion, Ball, Kinematics};
use super::pairs::{Below, NodePairs};
use super::triangles::{Advance, Meeting, Nearness, TrianglePair};
use crate::collision::budget::Meter;
use crate::collision::model::Model;
use crate::collision::stats::Counters;
use crate::geometry::Motion;

/// A pair of nodes that is apart until `safe` (s).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    safe: f64,
    a: u32,
    b: u32,
}

/// Memory of searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchMemory {
    front: Vec<Pending>,
    stack: Vec<Pending>,
}

/// A pair is kept as it is if its look has shown it safe for this share of the time left; else
/// its children are looked at.
const WORTH_KEEPING: f64 = 0.35;

/// Pairs that are due within this share of the time left are looked at together with the
/// earliest: a new instant costs as much as some ten looks.
const TOGETHER: f64 = 0.15;

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
    pub motion_a: &'q Motion,
    pub motion_b: &'q Motion,
    pub near: Nearness,
    /// Nothing is asked about later times.
    pub end: f64,
    pub best: Found,
    pub meter: &'q mut Meter,
    pub counters: &'q mut Counters,
}

impl Search<'_> {
    /// Runs from `begin` (s), before which the pair is safe.
    pub(super) fn run(
        mut self,
        begin: f64,
        pairs: &mut impl NodePairs,
        memory: &mut SearchMemory,
    ) -> Found {
        let SearchMemory { front, stack } = memory;
        front.clear();
        stack.clear();
        front.push(Pending {
            safe: begin,
            a: 0,
            b: 0,
        });
        loop {
            let instant = earliest(front);
            if instant >= self.end {
                return self.best;
            }
            let kinematics = Kinematics::at(self.motion_a, self.motion_b, instant);
            self.counters.advancement_steps += 1;
            pairs.begin(&kinematics, self.near.keep as f32);
            let horizon = instant + TOGETHER * (self.end - instant);
            front.retain(|pending| {
                if pending.safe <= horizon {
                    stack.push(*pending);
                }
                pending.safe > horizon
            });
            for pair in stack.iter_mut() {
                self.look(pair, instant, pairs, &kinematics);
            }
            // The most urgent on top.
            stack.sort_unstable_by(|p, q| {
                let by_time = q.safe.total_cmp(&p.safe);
                by_time.then_with(|| (p.a, p.b).cmp(&(q.a, q.b)))
            });
            while let Some(pair) = stack.pop() {
                self.place(pair, instant, pairs, &kinematics, front, stack);
                if matches!(self.best, Found::AtStart(_)) {
                    return self.best;
                }
                if self.meter.is_spent() {
                    let safe = earliest(front).min(earliest(stack)).min(self.end);
                    return Found::Unknown { safe };
                }
            }
        }
    }

    /// Looks at a pair at the instant. If no work is left for it, it stays as it is.
    fn look(
        &mut self,
        pair: &mut Pending,
        instant: f64,
        pairs: &mut impl NodePairs,
        kinematics: &Kinematics,
    ) {
        if self.meter.take() {
            self.counters.volume_tests += 1;
            let step = pairs.safe_step(pair.a, pair.b, kinematics);
            self.counters.volume_overlaps += u64::from(step <= 0.0);
            pair.safe = pair.safe.max(instant + f64::from(step));
        }
    }

    /// Puts a pair that was just looked at where it belongs: nowhere if it is safe to the end,
    /// into the front if it can wait, else its parts are looked at now.
    fn place(
        &mut self,
        mut pair: Pending,
        instant: f64,
        pairs: &mut impl NodePairs,
        kinematics: &Kinematics,
        front: &mut Vec<Pending>,
        stack: &mut Vec<Pending>,
    ) {
        while pair.safe < self.end {
            if pair.safe - instant > WORTH_KEEPING * (self.end - instant) {
                front.push(pair);
                return;
            }
            let (below_a, below_b) = (pairs.below_a(pair.a), pairs.below_b(pair.b));
            if let (Below::Piece(a), Below::Piece(b)) = (below_a, below_b) {
                self.leaves(a, b, instant, kinematics);
                if self.meter.is_spent() {
                    stack.push(pair);
                }
                return;
            }
            let divide_first = !below_a.is_piece()
                && (below_b.is_piece() || pairs.first_is_larger(pair.a, pair.b));
            let children = match if divide_first { below_a } else { below_b } {
                Below::Children(child) if divide_first => [(child, pair.b), (child + 1, pair.b)],
                Below::Children(child) => [(pair.a, child), (pair.a, child + 1)],
                Below::Piece(_) => return,
            };
            let mut parts = children.map(|(a, b)| Pending {
                safe: pair.safe,
                a,
                b,
            });
            for part in &mut parts {
                self.look(part, instant, pairs, kinematics);
            }
            let [mut urgent, mut other] = parts;
            if other.safe < urgent.safe {
                std::mem::swap(&mut urgent, &mut other);
            }
            if other.safe < self.end {
                stack.push(other);
            }
            if self.meter.is_spent() {
                stack.push(urgent);
                return;
            }
            pair = urgent;
        }
    }

    /// Follows the triangles of two pieces; `instant` is the time of `kinematics`. If the work
    /// ends before all are done, the meter is spent.
    fn leaves(&mut self, piece_a: u32, piece_b: u32, instant: f64, kinematics: &Kinematics) {
        let (store_a, store_b) = (&self.a.store, &self.b.store);
        let a = store_a.pieces[piece_a as usize];
        let b = store_b.pieces[piece_b as usize];
        self.counters.piece_tests += 1;
        for triangle_b in b.triangle_range() {
            let corners_b = store_b.triangle(&b, triangle_b);
            let moved = corners_b.map(|p| kinematics.relative.point_f32(p));
            let (center_b, radius_b) = ball_of(moved);
            let ball_b = Ball::new(center_b, radius_b, &kinematics.turn_b);
            for triangle_a in a.triangle_range() {
                if !self.meter.take() {
                    return;
                }
                self.counters.primitive_tests += 1;
                let corners_a = store_a.triangle(&a, triangle_a);
                let (center_a, radius_a) = ball_of(corners_a);
                let offset = center_b - center_a;
                let distance = offset.length();
                let room = distance - radius_a - radius_b - self.near.keep as f32;
                if room > 0.0 {
                    let ball_a = Ball::new(center_a, radius_a, &kinematics.turn_a);
                    let axis = AxisMotion::new(offset / distance, kinematics);
                    let step = axis.safe_step(1.0, room, &ball_a, &ball_b);
                    if instant + f64::from(step) >= self.end {
                        continue;
                    }
                }
                self.follow(corners_a, corners_b, instant, kinematics);
                if self.meter.is_spent() || matches!(self.best, Found::AtStart(_)) {
                    return;
                }
            }
        }
    }

    /// Follows two triangles to the time at which they meet, if that is before the end.
    fn follow(&mut self, a: [Vec3; 3], b: [Vec3; 3], instant: f64, kinematics: &Kinematics) {
        self.counters.triangle_tests += 1;
        let pair = TrianglePair {
            motion_a: self.motion_a,
            motion_b: self.motion_b,
            corners_a: a.map(|p| p.as_dvec3()),
            corners_b: b.map(|p| p.as_dvec3()),
        };
        let (meter, counters) = (&mut *self.meter, &mut *self.counters);
        let end = pair.advance(kinematics, instant, self.end, self.near, || {
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

/// The earliest time until which one of the pairs is safe; never if there are none.
fn earliest(pairs: &[Pending]) -> f64 {
    pairs.iter().map(|p| p.safe).fold(f64::INFINITY, f64::min)
}

/// A ball around a triangle, with room for rounding.
fn ball_of(corners: [Vec3; 3]) -> (Vec3, f32) {
    let [a, b, c] = corners;
    let center = 0.5 * (a.min(b).min(c) + a.max(b).max(c));
    let squared = corners.map(|p| p.distance_squared(center));
    let radius = squared[0].max(squared[1]).max(squared[2]).sqrt();
    let reach = center.abs().max_element() + radius;
    (center, radius + reach * (8.0 * f32::EPSILON))
}

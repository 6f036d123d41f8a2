//! Advances two convex leaves in time until they are near each other: the one loop for such a pair.
//!
//! At an instant a direction separates the two by a gap. The loop looks ahead to the end along this
//! direction, which may turn at a constant rate (`plane_turn.rs`). From the gaps at both times and the bound
//! on the second derivative, a parabola bounds the gap between them (`gap_bound.rs`). The two are apart
//! until the parabola reaches zero; there the loop searches a new direction. A look ahead that proves too
//! little is repeated over a shorter time, whose square scales the bend (Catto, "Continuous collision",
//! Game Developers Conference 2013, looks ahead like this, without the bound).
//!
//! Without rotation the parabola is a line and one look finds the time at which the gap closes. Near a
//! contact the steps converge like those of a secant, if the direction turns as that of the nearest points does:
//! along one that stands still, edges that slide over each other within micrometres take hundreds of steps.

use crate::params::{LOOK_GROWTH, MAX_LOOKS};
use crate::query::toi::DistanceThresholds;
use crate::query::toi::gap_bound::GapBound;

/// Two leaves at a time, separated along a direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instant<D> {
    /// The time, in seconds.
    pub time: f64,
    /// The gap along the direction, in metres.
    pub gap: f64,
    /// The direction, and the data that the leaves keep of the instant.
    pub state: D,
}

/// A later time, seen along the direction of an instant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// The gap then, in metres; a lower bound.
    pub gap: f64,
    /// Half of the bound on the gap's second derivative until then, in m/s^2.
    pub bend: f64,
}

/// Two convex leaves, and the measurements of their gap.
pub(crate) trait MovingLeaves {
    type State;
    /// The reason why a measurement failed.
    type Stop;
    /// The most steps. The pair stalls after them.
    const MAX_STEPS: u64;
    /// The most looks ahead in a step.
    const MAX_LOOKS: usize = MAX_LOOKS;
    /// A look is repeated if that could add more than this multiple of the time proved free.
    const LOOK_GROWTH: f64 = LOOK_GROWTH;

    /// The two at a time (s), along the direction that separates them there; `last` is an earlier instant.
    fn find(
        &mut self,
        time: f64,
        last: &Instant<Self::State>,
    ) -> Result<Instant<Self::State>, Self::Stop>;

    /// The gap along the direction of an instant at a later time (s).
    fn look(&mut self, from: &Instant<Self::State>, time: f64) -> Result<Look, Self::Stop>;

    /// The time (s) for which a clearance (m) surely lasts, known without a look.
    fn certain_span(&self, _from: &Instant<Self::State>, _clearance: f64) -> f64 {
        0.0
    }

    /// True if the two are as near as the sweep may take them.
    fn is_near(&self, at: &Instant<Self::State>, thresholds: &DistanceThresholds) -> bool {
        at.gap <= thresholds.target
    }
}

/// The result of advancing two leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Advanced<S, E> {
    /// They reach the target distance.
    Reached(Instant<S>),
    /// They keep the smallest gap until the end, and are farther apart than the target distance then; the last
    /// direction that separated them.
    Separated(Instant<S>),
    /// They are apart until a time, after which nothing is known.
    Stalled {
        /// That time, in seconds.
        time: f64,
        /// The last instant.
        at: Instant<S>,
        /// The failed measurement, or none if the steps are used up.
        stop: Option<E>,
    },
}

/// Advances two leaves from an instant until they are near, or until `end` (s). Before the time that is
/// returned they keep the smallest gap.
pub(crate) fn advance<L: MovingLeaves>(
    leaves: &mut L,
    start: Instant<L::State>,
    end: f64,
    thresholds: &DistanceThresholds,
) -> Advanced<L::State, L::Stop> {
    let mut here = start;
    let mut trend = f64::NEG_INFINITY;
    for _ in 0..L::MAX_STEPS {
        if leaves.is_near(&here, thresholds) {
            return Advanced::Reached(here);
        }
        if here.time >= end {
            return Advanced::Separated(here);
        }
        let (time, stop) = match open_span(leaves, &here, trend, end, thresholds) {
            Opening::Clear => return Advanced::Separated(here),
            Opening::Whole => (end, None),
            Opening::For(span, stop) => (here.time + span, stop),
        };
        if stop.is_some() || time <= here.time {
            return Advanced::Stalled {
                time,
                at: here,
                stop,
            };
        }
        here = match leaves.find(time, &here) {
            Ok(next) => {
                trend = (next.gap - here.gap) / (next.time - here.time);
                next
            }
            Err(stop) => {
                let stop = Some(stop);
                return Advanced::Stalled {
                    time,
                    at: here,
                    stop,
                };
            }
        };
    }
    Advanced::Stalled {
        time: here.time,
        at: here,
        stop: None,
    }
}

/// The time for which a gap is proved to stay open after an instant.
enum Opening<E> {
    /// Until the end, at which it is larger than the target distance.
    Clear,
    /// Until the end, at which the pair may be as near as the target distance.
    Whole,
    /// For at least this many seconds; and the failure that ended the looks.
    For(f64, Option<E>),
}

/// Looks a few times for a time until which the gap stays above the smallest one. `trend` is the rate (m/s) at which
/// the gap changed since the instant before; minus infinity if there was none.
fn open_span<L: MovingLeaves>(
    leaves: &mut L,
    here: &Instant<L::State>,
    trend: f64,
    end: f64,
    thresholds: &DistanceThresholds,
) -> Opening<L::Stop> {
    let DistanceThresholds { target, min_gap } = *thresholds;
    let clearance = here.gap - min_gap;
    let all = end - here.time;
    let mut open = leaves.certain_span(here, clearance);
    if open >= all && leaves.certain_span(here, here.gap - target) >= all {
        return Opening::Clear;
    }
    let mut span = all;
    // The latest time (s) that is seen open, the earliest that is not, and the clearances (m) then.
    let (mut before, mut after) = ((0.0, clearance), (all, clearance));
    for attempt in 0..L::MAX_LOOKS {
        let time = if span < all { here.time + span } else { end };
        let look = match leaves.look(here, time) {
            Ok(look) => look,
            Err(stop) => return Opening::For(open.min(all), Some(stop)),
        };
        let last = look.gap - min_gap;
        let bound = GapBound {
            first: clearance,
            last,
            sag: look.bend * span * span * ROUNDING,
        };
        let share = bound.open_share();
        if share >= 1.0 && span >= all && look.gap > target {
            return Opening::Clear;
        }
        if share >= 1.0 {
            (open, before) = (span, (span, last));
        } else {
            open = open.max(share * span);
            after = (span, last);
        }
        // About the time at which the gap along the direction closes.
        let closing = match after.1 < 0.0 {
            true => before.0 + (after.0 - before.0) * before.1 / (before.1 - after.1),
            false => after.0,
        };
        // The chord of a gap that opens at first says little: so long as no look has seen it open, the trend counts.
        let by_trend = match trend < 0.0 {
            true => clearance / -trend,
            false => after.0,
        };
        let closing = match before.0 == 0.0 {
            true => closing.max(by_trend.min(after.0)),
            false => closing,
        };
        if open >= all || closing <= open * (1.0 + L::LOOK_GROWTH) {
            break;
        }
        // A gap that is equal at both ends stays open for this long.
        let symmetric = 2.0 * (clearance / look.bend).sqrt();
        // A chord's root may converge slowly on a curved gap, so every other look halves.
        span = if attempt == 0 && symmetric > open && symmetric < 0.5 * closing {
            symmetric
        } else if after.1 < 0.0 && attempt % 2 == 0 {
            closing
        } else {
            0.5 * (open + after.0)
        };
    }
    match open >= all {
        true => Opening::Whole,
        false => Opening::For(open, None),
    }
}

/// Factor of the sag, far more than the rounding of its few operations.
const ROUNDING: f64 = 1.0 + 1e-9;

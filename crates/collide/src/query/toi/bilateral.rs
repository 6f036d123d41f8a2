//! Bilateral advancement: from both ends of a time span to the time at which a gap closes.
//!
//! *Idea*: conservative advancement only bounds how fast a gap *could* close. A body that rotates
//! towards a wall slowly with its near side but fast with its far side thus takes many small steps.
//! Catto ("Continuous collision", Game Developers Conference 2013) also measures the gap at the
//! *end* of the span, along the direction found at the start, and takes the root of that function
//! of time. By itself that can step over a contact that opens again before the end.
//!
//! *What makes it safe here*: the direction `n` is fixed in the world. Along it the gap is the
//! minimum of `n.(q(t) - p(t))` over all pairs of points. The second derivative of each of these
//! functions is at most `K = w_a^2 r_a |n x e_a| + w_b^2 r_b |n x e_b|` (angular speeds, distances
//! from the axes of rotation, and axes), because that is the centripetal acceleration. A function
//! that is at least `g_1` and `g_2` at the ends of a span lies above the straight line between them
//! less `K x (span - x) / 2` at `x`. Where that stays above 0 the span is clear. A span that fails
//! is shortened towards the root of the gap, at least to the step that conservative advancement
//! proves.
//!
//! *Use*: two convex bodies that rotate. Bodies that only translate have `K = 0`, and the step ends
//! exactly where the gap closes. Near the contact spans are short, `K` counts with their square,
//! and the steps converge like those of a secant.
//!
//! *Promise*: as for every sweep, disjoint at every time before the one returned, up to the
//! rounding of f64.

use glam::DVec3;

use crate::params;
use crate::query::toi::convex_pair::MovingConvex;
use crate::query::toi::gap_bound::GapBound;

/// The gap of two moving shapes along a direction fixed in the world, as a function of time.
pub(super) struct GapFunction<'m> {
    pub a: MovingConvex<'m>,
    pub b: MovingConvex<'m>,
    /// From the first to the second, of length 1, in the world.
    pub direction: DVec3,
    /// Bound of the acceleration of the gap of any pair of points, in m/s^2.
    pub acceleration: f64,
    /// The gap that has to remain, in metres.
    pub min_gap: f64,
}

impl GapFunction<'_> {
    /// The gap at a time (s) less the smallest gap, in metres.
    pub fn clearance_at(&self, time: f64) -> f64 {
        let (placement_a, placement_b) = (
            self.a.motion.placement_at(time),
            self.b.motion.placement_at(time),
        );
        let reach = |moving: MovingConvex, rotation: glam::DQuat, direction: DVec3| {
            let local = rotation.conjugate() * direction;
            moving.shape.support(local).dot(local) + moving.shape.margin()
        };
        let between = (placement_b.translation - placement_a.translation).dot(self.direction);
        between
            - reach(self.a, placement_a.rotation, self.direction)
            - reach(self.b, placement_b.rotation, -self.direction)
            - self.min_gap
    }

    /// A time until which the gap is proved to stay open, as late as a few tries find it. `now` is
    /// [`clearance_at`](GapFunction::clearance_at) at `time` (above 0); `safe` is a span known to
    /// be clear that ends before `end`, the latest time of interest. `work` is called before every
    /// measurement and stops the search by returning false.
    pub fn safe_until(
        &self,
        time: f64,
        now: f64,
        safe: f64,
        end: f64,
        work: &mut dyn FnMut() -> bool,
    ) -> f64 {
        let mut measure = |span: f64| work().then(|| self.clearance_at(time + span));
        let all = end - time;
        let Some(last) = measure(all) else {
            return time + safe;
        };
        let mut closed = (all, last);
        if gap_stays_open(now, closed.1, self.acceleration, all) {
            return end;
        }
        let mut open = (safe, now);
        for attempt in 0..params::MAX_BILATERAL_TRIES {
            if closed.0 - open.0 <= params::MIN_BILATERAL_GROWTH * open.0 {
                break;
            }
            // A root lies between an open and a closed end; half of the smallest gap is near
            // enough. A secant may converge slowly on a curved gap, so every other try bisects.
            let target = 0.5 * self.min_gap;
            // A gap that is equal at both ends stays open for this long at the largest
            // acceleration.
            let symmetric = (8.0 * now / self.acceleration).sqrt();
            let span = if attempt == 0 && symmetric > open.0 && symmetric < 0.5 * closed.0 {
                symmetric
            } else if closed.1 < 0.0 && open.1 > target && attempt % 2 == 0 {
                open.0 + (closed.0 - open.0) * (open.1 - target) / (open.1 - closed.1)
            } else {
                0.5 * (open.0 + closed.0)
            };
            let Some(gap) = measure(span) else { break };
            if gap_stays_open(now, gap, self.acceleration, span) {
                open = (span, gap);
                if gap <= self.min_gap {
                    break;
                }
            } else {
                closed = (span, gap);
            }
        }
        time + open.0
    }
}

/// Whether a function is nowhere below 0 in a span (s): it is at least `first` and `last` at the
/// ends, and its second derivative is at most `acceleration`.
pub(crate) fn gap_stays_open(first: f64, last: f64, acceleration: f64, span: f64) -> bool {
    let sag = 0.5 * acceleration * span * span * ROUNDING;
    (GapBound { first, last, sag }).stays_open()
}

/// Margin for the rounding of a few operations.
const ROUNDING: f64 = 1.0 + 1e-9;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_open_as_long_as_no_bend_can_close_it() {
        // 1 m at both ends of 2 s: an acceleration of 2 m/s^2 closes it in the middle.
        assert!(gap_stays_open(1.0, 1.0, 1.99, 2.0) && !gap_stays_open(1.0, 1.0, 2.01, 2.0));
        // From 0: the curve must not dip below the line.
        assert!(gap_stays_open(0.0, 4.0, 4.0, 2.0 - 1e-6) || gap_stays_open(0.0, 4.0, 1.99, 2.0));
        assert!(!gap_stays_open(0.0, 4.0, 2.1, 2.0));
        assert!(gap_stays_open(0.0, 0.0, 0.0, 5.0) && !gap_stays_open(1.0, -1e-9, 0.0, 5.0));
        assert!(gap_stays_open(3.0, 1.0, 0.0, f64::MAX));
    }
}

//! Bilateral advancement: from both ends of a span towards the time at which a gap closes.
//!
//! *Idea*: conservative advancement only knows how fast a gap *could* close, so a body that turns
//! towards a wall slowly with its near side but fast with its far side takes many small steps.
//! Catto ("Continuous collision", Game Developers Conference 2013) instead measures the gap, along
//! the direction found at the start, at the *end* of the span too, and takes the root of that
//! function of time. By itself that can step over a contact that opens again before the end.
//!
//! *What makes it safe here*: the direction `n` stands still in the world. Along it the gap is the
//! least of `n.(q(t) - p(t))` over all pairs of points, and each of these functions bends at most
//! by `K = w_a^2 r_a |n x e_a| + w_b^2 r_b |n x e_b|` (rates, distances from the axes and axes of
//! the two turns), for a point on a circle is pulled inwards by no more. A function that is at
//! least `g_1` and `g_2` at the ends of a span and bends by at most `K` lies above the straight
//! line between them less `K x (span - x) / 2` at `x`. Where that stays above 0 the span is clear,
//! and both ends have shown it. A span that fails is shortened towards the root of the gap, down
//! to the step that conservative advancement proves.
//!
//! *When*: two convex bodies that turn. Bodies that only translate have `K = 0`, and the step ends
//! exactly where the gap closes. Near the contact spans are short, `K` matters with their square,
//! and the steps converge like a secant's.
//!
//! *Promise*: like every sweep's: disjoint at every time before the one returned, up to the
//! rounding of f64.

use glam::DVec3;

use crate::params;
use crate::query::toi::convex_pair::MovingConvex;

/// The gap between two moving bodies along a direction that stands still.
pub(super) struct GapFunction<'m> {
    pub a: MovingConvex<'m>,
    pub b: MovingConvex<'m>,
    /// From the first to the second, of length 1, in the world.
    pub direction: DVec3,
    /// How much any pair of points may bend the gap, in m/s^2.
    pub acceleration: f64,
    /// What has to stay of the gap, in metres.
    pub min_gap: f64,
}

impl GapFunction<'_> {
    /// What the gap is more than has to stay, at a time.
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

    /// A time, as late as a few tries find it, until which the gap surely stays open. `now` is
    /// what [`at`](Gap::at) gives for `time` (above 0), `safe` a span that is known to be clear
    /// and ends before `end`, later than which no time is wanted. `work` is asked before every
    /// measurement and ends them by false.
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
        let mut bad = (all, last);
        if gap_stays_open(now, bad.1, self.acceleration, all) {
            return end;
        }
        let mut good = (safe, now);
        for attempt in 0..params::MAX_BILATERAL_TRIES {
            if bad.0 - good.0 <= params::MIN_BILATERAL_GROWTH * good.0 {
                break;
            }
            // Between an open and a closed end lies a root: halfway into what is to be kept is
            // near enough. A secant may creep along a bent gap, so every other try halves.
            let aim = 0.5 * self.min_gap;
            // A gap that neither opens nor closes lasts so long whatever the bend.
            let bent = (8.0 * now / self.acceleration).sqrt();
            let span = if attempt == 0 && bent > good.0 && bent < 0.5 * bad.0 {
                bent
            } else if bad.1 < 0.0 && good.1 > aim && attempt % 2 == 0 {
                good.0 + (bad.0 - good.0) * (good.1 - aim) / (good.1 - bad.1)
            } else {
                0.5 * (good.0 + bad.0)
            };
            let Some(gap) = measure(span) else { break };
            if gap_stays_open(now, gap, self.acceleration, span) {
                good = (span, gap);
                if gap <= self.min_gap {
                    break;
                }
            } else {
                bad = (span, gap);
            }
        }
        time + good.0
    }
}

/// Whether a function that bends at most by `bend` and is at least `first` and `last` at the ends
/// of a span is nowhere below 0 in it.
pub(crate) fn gap_stays_open(first: f64, last: f64, acceleration: f64, span: f64) -> bool {
    if first < 0.0 || last < 0.0 {
        return false;
    }
    // first + (last - first) x / span - bend x (span - x) / 2 is least here, if inside:
    let middle = 0.5 * span - (last - first) / (acceleration * span);
    if !(middle > 0.0 && middle < span) {
        return true;
    }
    first + (last - first) * (middle / span)
        >= 0.5 * acceleration * middle * (span - middle) * ROUNDING
}

/// Room for the rounding of a few operations.
const ROUNDING: f64 = 1.0 + 1e-9;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_open_as_long_as_no_bend_can_close_it() {
        // 1 m at both ends of 2 s: closed in the middle by a bend of 2 m/s^2.
        assert!(gap_stays_open(1.0, 1.0, 1.99, 2.0) && !gap_stays_open(1.0, 1.0, 2.01, 2.0));
        // From 0: the way back to the line must not dip.
        assert!(gap_stays_open(0.0, 4.0, 4.0, 2.0 - 1e-6) || gap_stays_open(0.0, 4.0, 1.99, 2.0));
        assert!(!gap_stays_open(0.0, 4.0, 2.1, 2.0));
        assert!(gap_stays_open(0.0, 0.0, 0.0, 5.0) && !gap_stays_open(1.0, -1e-9, 0.0, 5.0));
        assert!(gap_stays_open(3.0, 1.0, 0.0, f64::MAX));
    }
}

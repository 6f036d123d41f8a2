//! The time at which two translating convex shapes come near: a ray cast against their Minkowski
//! difference.
//!
//! *Idea*: while B moves on a straight line past A, the origin moves on a straight line past the
//! difference A - B. GJK searches as for a distance. Whenever a support point shows a plane that
//! separates the difference from the origin, the time advances to when the origin reaches this plane:
//! the shapes cannot touch before. GJK then continues at the later time with the simplex that it has,
//! while conservative advancement would start a new distance search at every time.
//!
//! *When*: neither shape rotates, or only a ball about its own centre.
//!
//! *Here*: the difference is grown by the margins and by the distance to be kept, and the cast ends at
//! a time at which two points are within the target distance. The difference of the two distances
//! leaves room for rounding. If rounding needs more room, the cast ends undecided, at a safe time.
//!
//! *Source*: van den Bergen, "Ray casting against general convex objects with application to
//! continuous collision detection", 2004.

use glam::DVec3;

use crate::math::Relative;
use crate::narrow_phase::convex_pair::{SeparatingSlab, with_margins};
use crate::narrow_phase::support_pair::{GjkPair, WarmStart, rounding};
use crate::params;
use crate::shape::SupportMap;

/// The end of a cast.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CastResult {
    /// The shapes keep their distance up to the end; `normal` separates them at last, from A to B.
    Passed { normal: DVec3 },
    /// The shapes are within the target distance, and were farther apart than `keep` before.
    Near { time: f64, parting: SeparatingSlab },
    /// The shapes are farther apart than `keep` until `time`.
    Undecided { time: f64 },
}

/// A time interval (s) and the distances of a cast.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastInterval {
    pub from: f64,
    pub end: f64,
    /// The cast ends when the distance is at most this, in metres.
    pub target: f64,
    /// No step gets nearer than this, in metres; less than the target.
    pub keep: f64,
}

/// Casts B, which is at `relative` at the start of the interval and moves with `velocity` (m/s),
/// against A, both in A's frame. Adds the number of times at which the shapes were tested to `steps`.
pub(crate) fn cast(
    shapes: [&dyn SupportMap; 2],
    relative: &Relative,
    velocity: DVec3,
    span: CastInterval,
    warm: &mut WarmStart,
    steps: &mut u64,
) -> CastResult {
    let [a, b] = shapes;
    let mut time = span.from;
    let mut pair = GjkPair::new(a, b, relative);
    let margin = pair.margin();
    let mut gap = warm.begin(&pair);
    *steps += 1;
    for _ in 0..params::RAY_CAST_STEPS {
        let simplex = &mut warm.simplex;
        let upper = gap.length();
        if simplex.count() == 4 || upper <= rounding(simplex) {
            break;
        }
        if upper <= margin + span.target {
            let (on_a, on_b) = pair.witnesses(simplex);
            let found = with_margins(&pair, upper, gap * (-1.0 / upper), on_a, on_b);
            let parting = SeparatingSlab {
                distance: found.distance,
                gap: found.distance,
                normal: found.normal,
                point_a: found.point_a,
                point_b: found.point_b,
            };
            warm.end(&pair);
            return CastResult::Near { time, parting };
        }
        let (mut difference, points) = pair.support(-gap);
        let room = difference.dot(gap) / upper - margin - span.keep;
        if room > 0.0 {
            let closing = velocity.dot(gap) / upper;
            let shortened = params::RAY_CAST_SHORTENING;
            if closing <= 0.0 || time + room / closing * shortened >= span.end {
                warm.end(&pair);
                return CastResult::Passed {
                    normal: gap * (-1.0 / upper),
                };
            }
            *steps += 1;
            time += room / closing * shortened;
            pair.translation = relative.translation + velocity * (time - span.from);
            simplex.moved(|points| pair.difference(points));
            difference = pair.difference(points);
        }
        let known = simplex.holds(difference);
        if !known {
            simplex.push(difference, points);
        }
        gap = simplex.reduce();
        // At a fixed time every new support point gets nearer, except for rounding.
        if room <= 0.0 && (known || gap.length() >= upper) {
            break;
        }
    }
    warm.clear();
    CastResult::Undecided { time }
}

//! When two convex shapes that translate come near: a ray cast against their Minkowski difference.
//!
//! *Idea*: while B moves straight past A, the origin moves straight past the difference A - B.
//! GJK walks towards it as for a distance, and whenever a support shows that the difference ends
//! before the origin, the plane there cuts the time: nothing can touch before the origin has
//! passed it. The walk then goes on at the later time with the simplex that it has. A search for
//! the distance at each time, as advancement makes it, would start anew every time.
//!
//! *When*: neither shape turns, or what turns is a ball about its own middle.
//!
//! *Here*: the difference is grown by the margins and by the distance to be kept, and the walk
//! ends at a time at which two points are within the target distance; between the two lies room
//! for rounding. Where rounding needs more room the cast ends undecided, at a time that is safe.
//!
//! *Source*: van den Bergen, "Ray casting against general convex objects with application to
//! continuous collision detection", 2004.

use glam::DVec3;

use crate::math::Relative;
use crate::narrow_phase::convex_pair::{SeparatingSlab, with_margins};
use crate::narrow_phase::gjk::{GjkPair, GjkSimplex, WarmStart, first_simplex};
use crate::shape::SupportMap;

/// Supports after which a cast ends undecided.
const MOST_STEPS: usize = 128;

/// What times are shortened by: far above the rounding of their few operations.
const SHORTENED: f64 = 1.0 - 1e-12;

/// How a cast ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CastResult {
    /// They keep their distance up to the end; along this direction at last, from A to B.
    Passed { normal: DVec3 },
    /// They are within the target distance, and were farther apart than `keep` before.
    Near { time: f64, parting: SeparatingSlab },
    /// Farther apart than `keep` until then.
    Undecided { time: f64 },
}

/// A span of time and the distances that count in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastInterval {
    pub from: f64,
    pub end: f64,
    /// The cast ends where the shapes are as near as this, in metres.
    pub target: f64,
    /// No step leads nearer than this; less than the target.
    pub keep: f64,
}

/// Casts B, which lies as `relative` says at the start of the span and moves with `velocity` (m/s),
/// against A, both in A's frame. Adds the times at which the shapes were looked at to `steps`.
pub(crate) fn cast(
    shapes: [&dyn SupportMap; 2],
    relative: &Relative,
    velocity: DVec3,
    span: CastInterval,
    warm: &mut WarmStart,
    steps: &mut u64,
) -> CastResult {
    let [a, b] = shapes;
    let mut now = relative.clone();
    let mut time = span.from;
    let pair = GjkPair::new(a, b, &now);
    let margin = pair.margin();
    let mut simplex = first_simplex(&pair, warm);
    let mut gap = simplex.reduce();
    *steps += 1;
    for _ in 0..MOST_STEPS {
        let pair = GjkPair::new(a, b, &now);
        let upper = gap.length();
        if simplex.count == 4 || upper <= simplex.rounding() {
            break;
        }
        if upper <= margin + span.target {
            warm.keep(&simplex);
            let (on_a, on_b) = simplex.witnesses(&pair);
            let found = with_margins(&pair, upper, gap * (-1.0 / upper), on_a, on_b);
            let parting = SeparatingSlab {
                distance: found.distance,
                gap: found.distance,
                normal: found.normal,
                point_a: found.point_a,
                point_b: found.point_b,
            };
            return CastResult::Near { time, parting };
        }
        let mut next = pair.support(-gap);
        let room = next.difference.dot(gap) / upper - margin - span.keep;
        if room > 0.0 {
            let closing = velocity.dot(gap) / upper;
            if closing <= 0.0 || time + room / closing * SHORTENED >= span.end {
                warm.keep(&simplex);
                return CastResult::Passed {
                    normal: gap * (-1.0 / upper),
                };
            }
            *steps += 1;
            time += room / closing * SHORTENED;
            now.translation = relative.translation + velocity * (time - span.from);
            let pair = GjkPair::new(a, b, &now);
            simplex.moved(&pair);
            next = pair.vertex(next.on_a, next.on_b);
        }
        let known = simplex.holds(next.difference);
        if !known {
            simplex.vertices[simplex.count] = next;
            simplex.count += 1;
        }
        gap = simplex.reduce();
        // At one time every new support leads nearer, but for rounding.
        if room <= 0.0 && (known || gap.length() >= upper) {
            break;
        }
    }
    warm.keep(&GjkSimplex::default());
    CastResult::Undecided { time }
}

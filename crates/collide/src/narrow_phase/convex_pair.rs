//! Queries on two convex shapes: GJK if they are disjoint, EPA if they overlap.

use glam::DVec3;

use crate::math::Relative;
use crate::narrow_phase::epa::{EpaScratch, penetration};
use crate::narrow_phase::support_pair::{GjkGoal, GjkPair, GjkResult, WarmStart, gjk_of_shapes};
use crate::shape::SupportMap;

/// The signed distance of two convex shapes, in the frame of the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// The distance in metres; if they overlap, minus the length by which the second must move along
    /// the normal to separate them.
    pub distance: f64,
    /// A number that the exact signed distance is not below, in metres. The distance is that of two points, which
    /// the search may exceed by its error.
    pub lower_bound: f64,
    /// The direction from the first towards the second, of length 1.
    pub normal: DVec3,
    /// The nearest point on the first shape or, if they overlap, the deepest one (m).
    pub point_a: DVec3,
    /// The nearest or deepest point on the second shape (m).
    pub point_b: DVec3,
}

/// The signed distance of two convex shapes: exact for polyhedra and round shapes, to 1e-8 of the
/// distance or depth for cylinders and cones.
///
/// `warm` makes the next query of this pair of shapes faster.
pub fn separation(
    a: &dyn SupportMap,
    b: &dyn SupportMap,
    relative: &Relative,
    warm: &mut WarmStart,
    scratch: &mut EpaScratch,
) -> Separation {
    let pair = GjkPair::new(a, b, relative);
    let ended = gjk_of_shapes(&pair, GjkGoal::EXACT, warm);
    if ended.upper > 0.0 {
        return apart(&pair, &ended, warm);
    }
    let deep = penetration(&pair, &warm.simplex, scratch);
    with_margins(&pair, -deep.depth, deep.normal, deep.on_a, deep.on_b)
}

/// Returns true if two convex shapes are at most `tolerance` metres apart. With 0 it tests if they
/// intersect; touching counts. Stops as soon as a separating direction or a near enough pair is known.
pub fn within(
    a: &dyn SupportMap,
    b: &dyn SupportMap,
    relative: &Relative,
    tolerance: f64,
    warm: &mut WarmStart,
) -> bool {
    let pair = GjkPair::new(a, b, relative);
    let limit = tolerance + pair.margin();
    gjk_of_shapes(&pair, GjkGoal::within(limit), warm).upper <= limit
}

/// The goal that the bounds of the distance differ by at most `absolute` metres or the part `part` of
/// it.
fn rough(pair: &GjkPair, absolute: f64, part: f64) -> GjkGoal {
    GjkGoal {
        near: pair.margin(),
        absolute,
        relative: part.max(GjkGoal::EXACT.relative),
        margin: pair.margin(),
        ..GjkGoal::EXACT
    }
}

/// The nearest points of two convex shapes if they are less than `limit` metres apart. Where they
/// intersect, the distance is 0, the points are common ones, and the normal means nothing.
pub fn distance_below(
    a: &dyn SupportMap,
    b: &dyn SupportMap,
    relative: &Relative,
    limit: f64,
) -> Option<Separation> {
    distance_and_bound_below(a, b, relative, limit).0
}

/// [`distance_below`], and a lower bound of the distance (m) in any case.
pub(crate) fn distance_and_bound_below(
    a: &dyn SupportMap,
    b: &dyn SupportMap,
    relative: &Relative,
    limit: f64,
) -> (Option<Separation>, f64) {
    let pair = GjkPair::new(a, b, relative);
    let goal = GjkGoal {
        far: limit + pair.margin(),
        ..GjkGoal::EXACT
    };
    let warm = &mut WarmStart::default();
    let ended = gjk_of_shapes(&pair, goal, warm);
    let bound = ended.lower - pair.margin();
    let found = if ended.upper > 0.0 {
        apart(&pair, &ended, warm)
    } else {
        let (on_a, _) = pair.witnesses(&warm.simplex);
        Separation {
            distance: 0.0,
            lower_bound: bound,
            normal: DVec3::Y,
            point_a: on_a,
            point_b: on_a,
        }
    };
    ((found.distance < limit).then_some(found), bound)
}

/// A point that two convex shapes share, in the frame of the first, if they do.
pub(crate) fn common_point(a: &dyn SupportMap, b: &dyn SupportMap, relative: &Relative) -> DVec3 {
    let found = distance_below(a, b, relative, f64::INFINITY);
    found.map_or(DVec3::ZERO, |found| (found.point_a + found.point_b) * 0.5)
}

fn apart(pair: &GjkPair, ended: &GjkResult, warm: &WarmStart) -> Separation {
    let (on_a, on_b) = pair.witnesses(&warm.simplex);
    let normal = ended.gap * (-1.0 / ended.upper);
    Separation {
        lower_bound: ended.lower - pair.margin(),
        ..with_margins(pair, ended.upper, normal, on_a, on_b)
    }
}

/// The answer for the shapes from the answer for their cores, whose distance is taken as exact.
pub(super) fn with_margins(
    pair: &GjkPair,
    distance: f64,
    normal: DVec3,
    on_a: DVec3,
    on_b: DVec3,
) -> Separation {
    Separation {
        distance: distance - pair.margin(),
        lower_bound: distance - pair.margin(),
        normal,
        point_a: on_a + normal * pair.a.margin(),
        point_b: on_b - normal * pair.b.margin(),
    }
}

/// The slab between two disjoint convex shapes, which proves that they are disjoint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeparatingSlab {
    /// An upper bound of the distance, in metres, nearly equal to it.
    pub distance: f64,
    /// The thickness of the slab, in metres: a lower bound of the distance.
    pub gap: f64,
    /// The slab's normal from the first shape to the second, of length 1, in the frame of the first.
    pub normal: DVec3,
    /// The nearest points found, in the frame of the first.
    pub point_a: DVec3,
    pub point_b: DVec3,
}

/// The slab between two convex shapes. It is thinner than their distance by at most the part `part`
/// of it or `absolute` metres, whichever is more. `None` if they intersect.
pub fn separating_slab(
    a: &dyn SupportMap,
    b: &dyn SupportMap,
    relative: &Relative,
    absolute: f64,
    part: f64,
    warm: &mut WarmStart,
) -> Option<SeparatingSlab> {
    let pair = GjkPair::new(a, b, relative);
    let ended = gjk_of_shapes(&pair, rough(&pair, absolute, part), warm);
    if ended.upper <= pair.margin() {
        return None;
    }
    let found = apart(&pair, &ended, warm);
    Some(SeparatingSlab {
        distance: found.distance,
        gap: ended.lower - pair.margin(),
        normal: if ended.lower > 0.0 {
            -ended.along
        } else {
            found.normal
        },
        point_a: found.point_a,
        point_b: found.point_b,
    })
}

//! Intersection, distance and deepest contact of two shapes of which one is no mesh.
//!
//! Such a pair is taken as pairs of convex
//! parts (a whole convex shape, or one triangle of a mesh), which [`convex_pair`] compares.

use glam::{DVec3, Vec3};

use crate::budget::Budget;
use crate::math::{Pose, round_down};
use crate::narrow_phase::WarmStart;
use crate::narrow_phase::convex_pair;
use crate::narrow_phase::convex_pair::{SeparatingSlab, Separation, separating_slab};
use crate::query::convex_mesh::TraversalEnd;
use crate::query::convex_parts::visit_convex_pairs;
use crate::query::placed::Placed;
use crate::query::shape_scratch::ShapeScratch;
use crate::shape::BoundedShape;
use crate::{Collision, ContactPoints, Distance};

/// The place where two shapes touch, overlap the most, or are nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeepestContact {
    /// In metres along the normal; negative where the shapes overlap.
    pub distance: f32,
    /// From the first shape to the second, of length 1.
    pub normal: Vec3,
    /// On the first shape, in the world.
    pub point_a: Vec3,
    /// On the second shape, in the world.
    pub point_b: Vec3,
}

/// Are two shapes at most `tolerance` metres apart? A hit reports one point that is so near: of the
/// mesh if one shape is a mesh, else of the first shape.
pub(crate) fn within(
    a: Placed<'_, BoundedShape<'_>>,
    b: Placed<'_, BoundedShape<'_>>,
    tolerance: f32,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Collision {
    let tolerance = tolerance.max(0.0);
    let margin = f64::from(tolerance);
    let mut hit = None;
    let (ended, frame) = visit_convex_pairs(a, b, tolerance, budget, scratch, |pair| {
        let mut warm = WarmStart::default();
        if !convex_pair::within(pair.first, pair.second, pair.relative, margin, &mut warm) {
            return tolerance;
        }
        let limit = f64::INFINITY;
        let nearest = convex_pair::distance_below(pair.first, pair.second, pair.relative, limit);
        hit = nearest.map(|found| found.point_a);
        -1.0
    });
    let counters = &mut scratch.mesh.counters;
    let mut points = ContactPoints::default();
    match (hit, ended) {
        (Some(point), _) => {
            counters.hits = 1;
            points.push(to_world(frame, point));
            Collision::Hit { points }
        }
        (None, TraversalEnd::Cut { points: at, .. }) => {
            counters.cuts = 1;
            at.iter()
                .for_each(|p| points.push(frame.transform_point(*p)));
            Collision::Cut { points }
        }
        (None, TraversalEnd::Done) => Collision::Clear,
    }
}

/// The exact distance of two shapes, with the nearest points.
pub(crate) fn distance(
    a: Placed<'_, BoundedShape<'_>>,
    b: Placed<'_, BoundedShape<'_>>,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Distance {
    let mut best: Option<(Separation, bool)> = None;
    let mut least = f64::INFINITY;
    let all = f32::INFINITY;
    let (ended, frame) = visit_convex_pairs(a, b, all, budget, scratch, |pair| {
        let limit = best.map_or(f64::INFINITY, |(found, _)| found.distance);
        let (first, second) = (pair.first, pair.second);
        let (nearer, bound) =
            convex_pair::distance_and_bound_below(first, second, pair.relative, limit);
        least = least.min(bound);
        if let Some(found) = nearer {
            best = Some((found, pair.swapped));
        }
        best.map_or(f32::INFINITY, |(found, _)| {
            if found.distance <= 0.0 {
                -1.0
            } else {
                found.distance as f32 * ROUND_UP
            }
        })
    });
    match (best, ended) {
        (Some((found, _)), _) if found.distance <= 0.0 => {
            scratch.mesh.counters.hits = 1;
            let point = to_world(frame, (found.point_a + found.point_b) * 0.5);
            Distance::Meet { point }
        }
        (Some((found, swapped)), TraversalEnd::Done) => {
            let (first, second) = (
                to_world(frame, found.point_a),
                to_world(frame, found.point_b),
            );
            let (point_a, point_b) = if swapped {
                (second, first)
            } else {
                (first, second)
            };
            Distance::Apart {
                distance: found.distance as f32,
                lower_bound: round_down(least.max(0.0)),
                point_a,
                point_b,
            }
        }
        (_, ended) => {
            scratch.mesh.counters.cuts = 1;
            let seen = round_down(least.max(0.0));
            let unseen = match ended {
                TraversalEnd::Cut { bound, .. } => bound,
                TraversalEnd::Done => 0.0,
            };
            Distance::Cut {
                lower_bound: seen.min(unseen),
            }
        }
    }
}

/// The distance with a lower bound that is below it by at most `absolute` metres or the fraction
/// `relative` of it, whichever is more, or by the rounding of f32 in the shapes' coordinates
/// if that is more still. If the budget ends, the bound may be lower. The
/// more error is allowed, the less work is done.
pub(crate) fn distance_approx(
    a: Placed<'_, BoundedShape<'_>>,
    b: Placed<'_, BoundedShape<'_>>,
    absolute: f32,
    relative: f32,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Distance {
    let (absolute, part) = (
        f64::from(absolute.max(0.0)),
        f64::from(relative.clamp(0.0, 1.0)),
    );
    // The slab of the nearest pair; the pair that touches has none.
    let mut best: Option<(SeparatingSlab, bool)> = None;
    let (mut least, mut touches) = (f64::INFINITY, None);
    let all = f32::INFINITY;
    let (ended, frame) = visit_convex_pairs(a, b, all, budget, scratch, |pair| {
        let warm = &mut WarmStart::default();
        let (first, second) = (pair.first, pair.second);
        let found = separating_slab(first, second, pair.relative, absolute, part, warm);
        let Some(slab) = found else {
            touches = Some(convex_pair::common_point(first, second, pair.relative));
            return -1.0;
        };
        least = least.min(slab.gap.max(0.0));
        if best.is_none_or(|(known, _)| slab.distance < known.distance) {
            best = Some((slab, pair.swapped));
        }
        if least <= 0.0 {
            -1.0
        } else {
            least as f32 * ROUND_UP
        }
    });
    if let Some(point) = touches {
        scratch.mesh.counters.hits = 1;
        return Distance::Meet {
            point: to_world(frame, point),
        };
    }
    match (best, ended) {
        (Some((slab, swapped)), TraversalEnd::Done) => {
            let points = [slab.point_a, slab.point_b].map(|point| to_world(frame, point));
            let [point_a, point_b] = if swapped {
                [points[1], points[0]]
            } else {
                points
            };
            Distance::Apart {
                distance: slab.distance as f32,
                lower_bound: round_down(least),
                point_a,
                point_b,
            }
        }
        (_, ended) => {
            scratch.mesh.counters.cuts = 1;
            let unseen = match ended {
                TraversalEnd::Cut { bound, .. } => f64::from(bound),
                TraversalEnd::Done => 0.0,
            };
            Distance::Cut {
                lower_bound: round_down(least.min(unseen).max(0.0)),
            }
        }
    }
}

/// The deepest contact of two shapes that are at most `tolerance` metres apart: the place where
/// they overlap the most, or are nearest. None if they are farther apart, or if the budget ended
/// before a contact was found.
///
/// Against a mesh the depth is that of one triangle: how far the shape has to move to leave that
/// triangle, not the mesh.
pub(crate) fn contact(
    a: Placed<'_, BoundedShape<'_>>,
    b: Placed<'_, BoundedShape<'_>>,
    tolerance: f32,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Option<DeepestContact> {
    let mut best: Option<(Separation, bool)> = None;
    let mut epa = std::mem::take(&mut scratch.epa);
    let (_, frame) = visit_convex_pairs(a, b, tolerance, budget, scratch, |pair| {
        let warm = &mut WarmStart::default();
        let found = convex_pair::separation(pair.first, pair.second, pair.relative, warm, &mut epa);
        let deepest = best.is_none_or(|(old, _)| found.distance < old.distance);
        if deepest && found.distance <= f64::from(tolerance) {
            best = Some((found, pair.swapped));
        }
        tolerance
    });
    scratch.epa = epa;
    let (found, swapped) = best?;
    scratch.mesh.counters.hits = 1;
    let normal = (frame.rotation().as_dquat().normalize() * found.normal).as_vec3();
    let (first, second) = (
        to_world(frame, found.point_a),
        to_world(frame, found.point_b),
    );
    let distance = found.distance as f32;
    Some(if swapped {
        DeepestContact {
            distance,
            normal: -normal,
            point_a: second,
            point_b: first,
        }
    } else {
        DeepestContact {
            distance,
            normal,
            point_a: first,
            point_b: second,
        }
    })
}

/// Scales an f32 limit so that the f64 distance that it was rounded from does not exceed it.
const ROUND_UP: f32 = 1.0 + 2.0 * f32::EPSILON;

fn to_world(frame: &Pose, point: DVec3) -> Vec3 {
    let turned = frame.rotation().as_dquat().normalize() * point;
    (turned + frame.translation().as_dvec3()).as_vec3()
}

//! Intersection, distance and deepest contact of two shapes by their pairs of convex leaves.
//!
//! A leaf is a whole convex solid or one triangle of a mesh; [`convex_pair`] compares two of them. Two meshes
//! use this only for the deepest contact, and have faster methods for the others.

use glam::{DVec3, Vec3};

use crate::Relative;
use crate::math::{Placement, Pose, round_down};
use crate::narrow_phase::WarmStart;
use crate::narrow_phase::convex_pair;
use crate::narrow_phase::convex_pair::{SeparatingSlab, Separation, separating_slab};
use crate::query::DistanceOptions;
use crate::query::contacts::ContactPoint;
use crate::query::context::QueryContext;
use crate::query::convex_mesh::TraversalEnd;
use crate::query::outcome::{Decided, Outcome};
use crate::shape::SupportMap;
use crate::{Collision, CommonPoints, Distance};

/// Two convex leaves, in the frame of the first.
pub(super) struct LeafPair<'p> {
    pub first: &'p dyn SupportMap,
    pub second: &'p dyn SupportMap,
    pub relative: &'p Relative,
}

/// Two shapes whose pairs of leaves can be visited.
pub(super) trait LeafPairs {
    /// The index (0 or 1) of the shape that has the first leaf of each pair. Pairs are given in its frame.
    fn frame_of(&self) -> usize {
        0
    }

    /// Calls `visit` with each pair of leaves that may be within a limit (m). `visit` returns the new limit; a
    /// negative one ends the walk.
    fn visit(
        &self,
        poses: [&Pose; 2],
        limit: f32,
        context: &mut QueryContext,
        visit: &mut dyn FnMut(LeafPair) -> f32,
    ) -> TraversalEnd;
}

/// The result of [`Query::deepest_contact`](crate::Query::deepest_contact).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deepest {
    /// The shapes are farther apart than the tolerance, or overlap without bound (two half-spaces).
    Clear,
    /// The deepest contact.
    Contact(ContactPoint),
    /// The budget ended before the answer was known.
    Cut,
}

impl Deepest {
    /// The contact, if one was found; `None` for [`Deepest::Cut`] too, which may have one.
    pub fn contact(&self) -> Option<ContactPoint> {
        match *self {
            Deepest::Contact(contact) => Some(contact),
            Deepest::Clear | Deepest::Cut => None,
        }
    }

    fn new(contact: Option<ContactPoint>, ended: &TraversalEnd) -> Self {
        match (contact, ended) {
            (_, TraversalEnd::Cut { .. }) => Deepest::Cut,
            (Some(contact), TraversalEnd::Done) => Deepest::Contact(contact),
            (None, TraversalEnd::Done) => Deepest::Clear,
        }
    }
}

/// Two points of a pair in the order of the query.
fn in_order<T>(pair: &dyn LeafPairs, [first, second]: [T; 2]) -> [T; 2] {
    match pair.frame_of() {
        0 => [first, second],
        _ => [second, first],
    }
}

/// Tests if two shapes are at most `tolerance` metres apart. A hit reports one such point: of the
/// mesh if one shape is a mesh, else of the first shape.
pub(super) fn within(
    pair: &dyn LeafPairs,
    poses: [&Pose; 2],
    tolerance: f32,
    context: &mut QueryContext,
) -> Decided<Collision> {
    let tolerance = tolerance.max(0.0);
    let margin = f64::from(tolerance);
    let mut hit = None;
    let ended = pair.visit(poses, tolerance, context, &mut |leaves| {
        let (first, second, relative) = (leaves.first, leaves.second, leaves.relative);
        let warm = &mut WarmStart::default();
        if !convex_pair::within(first, second, relative, margin, warm) {
            return tolerance;
        }
        let nearest = convex_pair::distance_below(first, second, relative, f64::INFINITY);
        hit = nearest.map(|found| found.point_a);
        -1.0
    });
    let frame = poses[pair.frame_of()];
    let mut points = CommonPoints::default();
    let found = match (hit, ended) {
        (Some(point), _) => {
            points.push(to_world(frame, point));
            Collision::Hit { points }
        }
        (None, TraversalEnd::Cut { points: at, .. }) => {
            at.iter()
                .for_each(|p| points.push(frame.transform_point(*p)));
            Collision::Cut { points }
        }
        (None, TraversalEnd::Done) => Collision::Clear,
    };
    Decided::by(context.deepest_stage(), found)
}

/// The distance of two shapes, within the error that the options allow, with the nearest points.
pub(super) fn distance(
    pair: &dyn LeafPairs,
    poses: [&Pose; 2],
    options: &DistanceOptions,
    context: &mut QueryContext,
) -> Decided<Distance> {
    let found = match *options == DistanceOptions::EXACT {
        true => exact_distance(pair, poses, context),
        false => approximate_distance(pair, poses, options, context),
    };
    Decided::by(context.deepest_stage(), found)
}

fn exact_distance(pair: &dyn LeafPairs, poses: [&Pose; 2], context: &mut QueryContext) -> Distance {
    let mut best: Option<Separation> = None;
    let mut least = f64::INFINITY;
    let ended = pair.visit(poses, f32::INFINITY, context, &mut |leaves| {
        let limit = best.map_or(f64::INFINITY, |found| found.distance);
        let (first, second) = (leaves.first, leaves.second);
        let (nearer, bound) =
            convex_pair::distance_and_bound_below(first, second, leaves.relative, limit);
        least = least.min(bound);
        best = nearer.or(best);
        match best {
            None => f32::INFINITY,
            Some(found) if found.distance <= 0.0 => -1.0,
            Some(found) => found.distance as f32 * ROUND_UP,
        }
    });
    let frame = poses[pair.frame_of()];
    match (best, ended) {
        (Some(found), _) if found.distance <= 0.0 => Distance::Meet {
            point: to_world(frame, (found.point_a + found.point_b) * 0.5),
        },
        (Some(found), TraversalEnd::Done) => {
            let points = [found.point_a, found.point_b].map(|point| to_world(frame, point));
            let [point_a, point_b] = in_order(pair, points);
            Distance::Apart {
                distance: found.distance as f32,
                lower_bound: round_down(least.max(0.0)),
                point_a,
                point_b,
            }
        }
        (_, ended) => Distance::Cut {
            lower_bound: round_down(least.max(0.0)).min(unseen_bound(&ended)),
        },
    }
}

/// The distance with a lower bound that is below it by the error of the options at most, or by the rounding of
/// f32 in the shapes' coordinates if that is more. If the budget ends, the bound may be lower.
fn approximate_distance(
    pair: &dyn LeafPairs,
    poses: [&Pose; 2],
    options: &DistanceOptions,
    context: &mut QueryContext,
) -> Distance {
    let absolute = f64::from(options.absolute.max(0.0));
    let relative = f64::from(options.relative.clamp(0.0, 1.0));
    // The slab of the nearest pair; the pair that touches has none.
    let mut best: Option<SeparatingSlab> = None;
    let (mut least, mut touches) = (f64::INFINITY, None);
    let ended = pair.visit(poses, f32::INFINITY, context, &mut |leaves| {
        let warm = &mut WarmStart::default();
        let (first, second) = (leaves.first, leaves.second);
        let found = separating_slab(first, second, leaves.relative, absolute, relative, warm);
        let Some(slab) = found else {
            touches = Some(convex_pair::common_point(first, second, leaves.relative));
            return -1.0;
        };
        least = least.min(slab.gap.max(0.0));
        if best.is_none_or(|known| slab.distance < known.distance) {
            best = Some(slab);
        }
        match least <= 0.0 {
            true => -1.0,
            false => least as f32 * ROUND_UP,
        }
    });
    let frame = poses[pair.frame_of()];
    if let Some(point) = touches {
        return Distance::Meet {
            point: to_world(frame, point),
        };
    }
    match (best, ended) {
        (Some(slab), TraversalEnd::Done) => {
            let points = [slab.point_a, slab.point_b].map(|point| to_world(frame, point));
            let [point_a, point_b] = in_order(pair, points);
            Distance::Apart {
                distance: slab.distance as f32,
                lower_bound: round_down(least),
                point_a,
                point_b,
            }
        }
        (_, ended) => Distance::Cut {
            lower_bound: round_down(least.max(0.0)).min(unseen_bound(&ended)),
        },
    }
}

/// A lower bound of the distance of everything that was not visited, in metres; 0 after a full traversal.
fn unseen_bound(ended: &TraversalEnd) -> f32 {
    match ended {
        TraversalEnd::Cut { bound, .. } => bound.max(0.0),
        TraversalEnd::Done => 0.0,
    }
}

/// The deepest contact of two shapes that are at most `tolerance` metres apart: the place where
/// they overlap the most, or are nearest.
///
/// The depth in a mesh is that in one triangle: the shape has to move that many metres to leave the
/// triangle, not the mesh.
pub(super) fn deepest_contact(
    pair: &dyn LeafPairs,
    poses: [&Pose; 2],
    tolerance: f32,
    context: &mut QueryContext,
) -> Decided<Deepest> {
    let mut best: Option<Separation> = None;
    let mut epa = std::mem::take(&mut context.epa);
    let ended = pair.visit(poses, tolerance, context, &mut |leaves| {
        let warm = &mut WarmStart::default();
        let (first, second) = (leaves.first, leaves.second);
        let found = convex_pair::separation(first, second, leaves.relative, warm, &mut epa);
        let is_deeper = best.is_none_or(|old| found.distance < old.distance);
        if is_deeper && found.distance <= f64::from(tolerance) {
            best = Some(found);
        }
        tolerance
    });
    context.epa = epa;
    let frame = poses[pair.frame_of()];
    let contact = best.map(|found| {
        let placement = Placement::from(frame);
        let normal = placement.rotation * found.normal;
        let normal = if pair.frame_of() == 0 {
            normal
        } else {
            -normal
        };
        let point = placement.point((found.point_a + found.point_b) * 0.5);
        ContactPoint::at(point, normal, found.distance)
    });
    Decided::by(context.deepest_stage(), Deepest::new(contact, &ended))
}

/// Scales an f32 limit so that the f64 distance that it was rounded from does not exceed it.
const ROUND_UP: f32 = 1.0 + 2.0 * f32::EPSILON;

fn to_world(frame: &Pose, point: DVec3) -> Vec3 {
    let turned = frame.rotation().as_dquat().normalize() * point;
    (turned + frame.translation().as_dvec3()).as_vec3()
}

impl Outcome for Deepest {
    fn is_hit(&self) -> bool {
        matches!(self, Deepest::Contact(_))
    }

    fn is_cut(&self) -> bool {
        matches!(self, Deepest::Cut)
    }
}

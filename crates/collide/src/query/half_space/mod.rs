//! Intersection, distance and deepest contact of a half-space and any shape.
//!
//! The height of the shape's lowest point above the plane is the distance, and where that is negative the
//! depth: exactly, for meshes too. The half-space is a tree of one leaf whose test of a whole shape, or of a
//! piece of a mesh, is a test of pieces, and runs even if that stage is switched off.

mod lowest_point;

use glam::{DVec3, Vec3};

use crate::budget::{Budget, Meter};
use crate::counters::Counters;
use crate::math::{Placement, Pose, round_down};
use crate::query::convex_mesh::Traversal;
use crate::query::shape_query::DeepestContact;
use crate::query::stage::Stage;
use crate::query::{Placed, ShapeScratch};
use crate::shape::{BoundedShape, HalfSpace, ShapeRef};
use crate::{Collision, ContactPoints, Distance, Relative};

pub(crate) use crate::query::half_space::lowest_point::{LocalPlane, LowestPoint, SearchCut};

/// Two shapes by who answers for them.
pub(crate) enum PairKind<'s> {
    /// Neither is a half-space.
    Bounded([&'s BoundedShape<'s>; 2]),
    /// One is, or both are.
    HalfSpace(HalfSpacePair<'s>),
}

impl<'s> PairKind<'s> {
    #[inline]
    pub fn of(a: &'s ShapeRef<'s>, b: &'s ShapeRef<'s>) -> Self {
        let pair = |half_space, other, is_first| {
            PairKind::HalfSpace(HalfSpacePair {
                half_space,
                other,
                is_first,
            })
        };
        match (a, b) {
            (ShapeRef::Bounded(a), ShapeRef::Bounded(b)) => PairKind::Bounded([a, b]),
            (other, ShapeRef::HalfSpace(half_space)) => pair(half_space, *other, false),
            (ShapeRef::HalfSpace(half_space), other) => pair(half_space, *other, true),
        }
    }
}

/// A half-space and the shape that it is compared with.
#[derive(Clone, Copy)]
pub(crate) struct HalfSpacePair<'s> {
    pub half_space: &'s HalfSpace,
    pub other: ShapeRef<'s>,
    /// Whether the half-space is the first shape of the query.
    pub is_first: bool,
}

impl HalfSpacePair<'_> {
    /// What belongs to the two shapes of the query: the other shape's, and the half-space's.
    pub fn ordered<T>(&self, [a, b]: [T; 2]) -> [T; 2] {
        if self.is_first { [b, a] } else { [a, b] }
    }

    /// The half-space's plane in the other shape's frame, where the two are.
    pub fn plane_at(&self, at: [&Placement; 2]) -> LocalPlane {
        let [other, half_space] = self.ordered(at);
        LocalPlane::new(self.half_space, &Relative::of_placements(other, half_space))
    }

    /// The two nearest or deepest points in the world, in the query's order: for the other shape at a
    /// placement, its lowest point, and the plane.
    pub fn points_at(
        &self,
        other: &Placement,
        lowest: &LowestPoint,
        plane: &LocalPlane,
    ) -> [DVec3; 2] {
        let points = [lowest.point, plane.foot(lowest.point)];
        self.ordered(points.map(|point| other.point(point)))
    }

    /// From the first shape to the second in the world, of length 1, for the other shape at a placement.
    pub fn normal_at(&self, other: &Placement, plane: &LocalPlane) -> Vec3 {
        let up = other.rotation * plane.normal;
        (if self.is_first { up } else { -up }).as_vec3()
    }

    /// The stage that decides what bounds did not: the last one of which something was tested.
    pub fn decided_by(counters: &Counters) -> Stage {
        match (counters.primitive_tests, counters.triangle_tests) {
            (0, _) => Stage::Tree,
            (_, 0) => Stage::Pieces,
            _ => Stage::Triangles,
        }
    }
}

/// A half-space and a shape at their poses, and what a query about them has found.
struct HalfSpaceQuery<'q> {
    pair: HalfSpacePair<'q>,
    other: Placement,
    plane: LocalPlane,
}

impl<'q> HalfSpaceQuery<'q> {
    fn new(pair: HalfSpacePair<'q>, poses: [&Pose; 2]) -> Self {
        let placements = poses.map(Placement::from);
        let [other, _] = pair.ordered(placements);
        HalfSpaceQuery {
            pair,
            other,
            plane: pair.plane_at([&placements[0], &placements[1]]),
        }
    }

    /// The other shape's lowest point, or how its search was cut.
    fn search(&self, budget: Budget, scratch: &mut ShapeScratch) -> Result<LowestPoint, SearchCut> {
        let ShapeScratch { mesh, stack, .. } = scratch;
        mesh.counters = Counters {
            queries: 1,
            ..Counters::default()
        };
        let work = Traversal {
            stack,
            meter: &mut Meter::new(budget),
            counters: &mut mesh.counters,
        };
        let found = self.plane.lowest_point(self.pair.other, work);
        mesh.counters.cuts = u64::from(found.is_err());
        mesh.decided_by = (found.is_ok()).then(|| HalfSpacePair::decided_by(&mesh.counters));
        found
    }
}

/// Are the two at most `tolerance` metres apart? A hit reports one point that is so near: of the mesh if the
/// other shape is one, else of the first shape.
pub(crate) fn within(
    pair: HalfSpacePair,
    poses: [&Pose; 2],
    tolerance: f32,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Collision {
    let query = HalfSpaceQuery::new(pair, poses);
    let mut points = ContactPoints::default();
    match query.search(budget, scratch) {
        Ok(lowest) if lowest.height <= f64::from(tolerance.max(0.0)) => {
            scratch.mesh.counters.hits = 1;
            let is_mesh = matches!(pair.other, ShapeRef::Bounded(BoundedShape::Mesh(_)));
            // A point that is inside belongs to both.
            let on_other = is_mesh || !pair.is_first || lowest.height <= 0.0;
            let point = match on_other {
                true => lowest.point,
                false => query.plane.foot(lowest.point),
            };
            points.push(query.other.point(point).as_vec3());
            Collision::Hit { points }
        }
        Ok(_) => Collision::Clear,
        Err(cut) => {
            (cut.points.iter())
                .for_each(|p| points.push(query.other.point(p.as_dvec3()).as_vec3()));
            Collision::Cut { points }
        }
    }
}

/// The exact distance of the two, with the nearest points.
pub(crate) fn distance(
    pair: HalfSpacePair,
    poses: [&Pose; 2],
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Distance {
    let query = HalfSpaceQuery::new(pair, poses);
    match query.search(budget, scratch) {
        Ok(lowest) if lowest.height <= 0.0 => {
            scratch.mesh.counters.hits = 1;
            let point = query.other.point(lowest.point).as_vec3();
            Distance::Meet { point }
        }
        Ok(lowest) => {
            let points = pair.points_at(&query.other, &lowest, &query.plane);
            let [point_a, point_b] = points.map(|point| point.as_vec3());
            let rounding = query.plane.rounding(lowest.point.length());
            Distance::Apart {
                distance: lowest.height as f32,
                lower_bound: round_down((lowest.height - rounding).max(0.0)),
                point_a,
                point_b,
            }
        }
        Err(cut) => Distance::Cut {
            lower_bound: cut.bound.max(0.0),
        },
    }
}

/// The place where the two overlap the most, or are nearest, if they are at most `tolerance` metres apart.
/// The depth is that of the whole shape, of a mesh too. None for two half-spaces that do not face each
/// other: they overlap without end.
pub(crate) fn deepest_contact(
    pair: HalfSpacePair,
    poses: [&Pose; 2],
    tolerance: f32,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Option<DeepestContact> {
    let query = HalfSpaceQuery::new(pair, poses);
    let lowest = query.search(budget, scratch).ok()?;
    let is_near = lowest.height <= f64::from(tolerance);
    if !lowest.height.is_finite() || !is_near {
        return None;
    }
    scratch.mesh.counters.hits = 1;
    let points = pair.points_at(&query.other, &lowest, &query.plane);
    let [point_a, point_b] = points.map(|point| point.as_vec3());
    Some(DeepestContact {
        distance: lowest.height as f32,
        normal: pair.normal_at(&query.other, &query.plane),
        point_a,
        point_b,
    })
}

/// Whether a point of the world is in a half-space; a point on its plane is, and one that is not finite is not.
pub(crate) fn contains(
    half_space: Placed<'_, HalfSpace>,
    point: Vec3,
    scratch: &mut ShapeScratch,
) -> bool {
    scratch.mesh.counters = Counters {
        queries: 1,
        primitive_tests: 1,
        ..Counters::default()
    };
    let plane = LocalPlane::in_world(half_space.shape, half_space.pose);
    point.is_finite() && plane.height(point.as_dvec3()) <= 0.0
}

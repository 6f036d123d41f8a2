//! Intersection, distance and deepest contact of a half-space and any shape.
//!
//! The height of the shape's lowest point above the plane is the distance or, if negative, the depth: exactly,
//! for meshes too. The half-space is a tree of one leaf whose test of a whole shape, or of a piece of a mesh,
//! is a test of pieces, and runs even if that stage is switched off.

mod lowest_point;

use glam::{DVec3, Vec3};

use crate::Relative;
use crate::math::Placement;
use crate::query::Placed;
use crate::shape::{HalfSpace, ShapeRef};

pub(crate) use crate::query::half_space::lowest_point::{LocalPlane, LowestPoint, SearchCut};

/// A half-space and the shape that it is compared with.
#[derive(Clone, Copy)]
pub(crate) struct HalfSpacePair<'s> {
    pub half_space: &'s HalfSpace,
    pub other: ShapeRef<'s>,
    /// True if the half-space is the first shape of the query.
    pub is_first: bool,
}

impl HalfSpacePair<'_> {
    /// Reorders two values, given in the order of the query: first the other shape's, then the half-space's.
    pub fn ordered<T>(&self, [a, b]: [T; 2]) -> [T; 2] {
        if self.is_first { [b, a] } else { [a, b] }
    }

    /// The half-space's plane in the other shape's frame, for these placements in the order of the query.
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

    /// The direction from the first shape to the second in the world, of length 1, for the other shape at a
    /// placement.
    pub fn normal_at(&self, other: &Placement, plane: &LocalPlane) -> DVec3 {
        let up = other.rotation * plane.normal;
        if self.is_first { up } else { -up }
    }
}

/// True if a point of the world is in a half-space. A point on its plane is; one that is not finite is not.
pub(crate) fn contains(half_space: Placed<'_, HalfSpace>, point: Vec3) -> bool {
    let plane = LocalPlane::in_world(half_space.shape, half_space.pose);
    point.is_finite() && plane.height(point.as_dvec3()) <= 0.0
}

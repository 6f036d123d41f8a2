//! A shape of any kind, borrowed: what enters a query, whether the caller holds a model, a shape or a
//! collider.

use crate::math::{Aabb, Pose};
use crate::model::Model;
use crate::shape::{BoundedShape, HalfSpace, Shape};

/// A borrowed [`Shape`].
#[derive(Clone, Copy, Debug)]
pub enum ShapeRef<'a> {
    /// One that has an end everywhere.
    Bounded(BoundedShape<'a>),
    /// All that is below a plane.
    HalfSpace(&'a HalfSpace),
}

impl<'a> ShapeRef<'a> {
    /// The mesh, if it is one.
    #[inline]
    pub(crate) fn mesh(self) -> Option<&'a Model> {
        match self {
            ShapeRef::Bounded(shape) => shape.mesh(),
            ShapeRef::HalfSpace(_) => None,
        }
    }

    /// A box around the shape at a pose: see [`Shape::aabb`].
    pub(crate) fn aabb(self, pose: &Pose) -> Aabb {
        match self {
            ShapeRef::Bounded(shape) => shape.aabb(pose),
            ShapeRef::HalfSpace(half_space) => half_space.aabb(pose),
        }
    }
}

impl Shape {
    /// The shape, borrowed.
    #[inline]
    pub(crate) fn borrowed(&self) -> ShapeRef<'_> {
        self.bounded()
            .map_or_else(ShapeRef::HalfSpace, ShapeRef::Bounded)
    }

    /// The shape if it has an end everywhere, else the half-space.
    #[inline]
    pub(crate) fn bounded(&self) -> Result<BoundedShape<'_>, &HalfSpace> {
        Ok(match self {
            Shape::Sphere(sphere) => BoundedShape::Sphere(sphere),
            Shape::Cuboid(cuboid) => BoundedShape::Cuboid(cuboid),
            Shape::Capsule(capsule) => BoundedShape::Capsule(capsule),
            Shape::Cylinder(cylinder) => BoundedShape::Cylinder(cylinder),
            Shape::Cone(cone) => BoundedShape::Cone(cone),
            Shape::Hull(hull) => BoundedShape::Hull(hull),
            Shape::Mesh(model) => BoundedShape::Mesh(model),
            Shape::HalfSpace(half_space) => return Err(half_space),
        })
    }
}

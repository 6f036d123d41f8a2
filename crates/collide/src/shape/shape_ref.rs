//! A borrowed shape of any kind: the input of a query, for a caller that holds a model, a shape or a
//! collider.

use crate::math::{Aabb, Pose};
use crate::model::Model;
use crate::shape::{BoundedShape, Compound, HalfSpace, Shape};

/// A borrowed [`Shape`] of any kind.
#[derive(Clone, Copy, Debug)]
pub enum AnyShape<'a> {
    /// A shape that is no compound.
    Simple(ShapeRef<'a>),
    /// Several shapes as one.
    Compound(&'a Compound),
}

impl AnyShape<'_> {
    /// A box around the shape at a pose: see [`Shape::aabb`].
    pub(crate) fn aabb(self, pose: &Pose) -> Aabb {
        match self {
            AnyShape::Simple(shape) => shape.aabb(pose),
            AnyShape::Compound(compound) => compound.aabb(pose),
        }
    }
}

/// A borrowed [`Shape`] other than a compound.
#[derive(Clone, Copy, Debug)]
pub enum ShapeRef<'a> {
    /// A bounded shape.
    Bounded(BoundedShape<'a>),
    /// All points below a plane.
    HalfSpace(&'a HalfSpace),
}

impl<'a> ShapeRef<'a> {
    /// The mesh, or `None` for another shape.
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
    /// The shape that stands for it in queries: the surface of a field, the only child of a compound with one
    /// child at the identity pose, and otherwise itself.
    #[inline]
    pub(crate) fn core(&self) -> &Shape {
        match self {
            Shape::Compound(compound) if compound.is_its_child() => {
                compound.children()[0].shape.core()
            }
            Shape::HeightField(field) => field.surface(),
            other => other,
        }
    }

    /// The shape, borrowed.
    #[inline]
    pub(crate) fn borrowed(&self) -> AnyShape<'_> {
        AnyShape::Simple(ShapeRef::Bounded(match self.core() {
            Shape::Sphere(sphere) => BoundedShape::Sphere(sphere),
            Shape::Cuboid(cuboid) => BoundedShape::Cuboid(cuboid),
            Shape::Capsule(capsule) => BoundedShape::Capsule(capsule),
            Shape::Cylinder(cylinder) => BoundedShape::Cylinder(cylinder),
            Shape::Cone(cone) => BoundedShape::Cone(cone),
            Shape::Hull(hull) => BoundedShape::Hull(hull),
            Shape::Mesh(model) => BoundedShape::Mesh(model),
            Shape::HeightField(field) => BoundedShape::Mesh(field.model()),
            Shape::HalfSpace(half_space) => {
                return AnyShape::Simple(ShapeRef::HalfSpace(half_space));
            }
            Shape::Compound(compound) => return AnyShape::Compound(compound),
        }))
    }

    /// The shape if it is bounded and no compound.
    #[cfg(test)]
    pub(crate) fn bounded(&self) -> Option<BoundedShape<'_>> {
        match self.borrowed() {
            AnyShape::Simple(ShapeRef::Bounded(shape)) => Some(shape),
            _ => None,
        }
    }
}

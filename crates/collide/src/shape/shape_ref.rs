//! A shape of any kind, borrowed: what all queries about shapes work on, whether the caller holds a model,
//! a shape or a collider.

use crate::math::{Aabb, Pose};
use crate::mesh::ConvexHull;
use crate::model::Model;
use crate::shape::{Capsule, Cone, Cuboid, Cylinder, Shape, Sphere, SupportMap, convex_aabb};

/// A borrowed [`Shape`].
#[derive(Clone, Copy, Debug)]
pub enum ShapeRef<'a> {
    /// A ball.
    Sphere(&'a Sphere),
    /// A box.
    Cuboid(&'a Cuboid),
    /// A segment with a radius.
    Capsule(&'a Capsule),
    /// A cylinder.
    Cylinder(&'a Cylinder),
    /// A cone.
    Cone(&'a Cone),
    /// A convex hull.
    Hull(&'a ConvexHull),
    /// A triangle mesh made ready.
    Mesh(&'a Model),
}

impl<'a> ShapeRef<'a> {
    /// A box around the shape at a pose; conservative.
    pub(crate) fn aabb(self, pose: &Pose) -> Aabb {
        match self.as_convex() {
            Ok(convex) => convex_aabb(convex, pose),
            Err(model) => model.aabb(pose),
        }
    }

    /// The mesh, if it is one.
    #[inline]
    pub(crate) fn mesh(self) -> Option<&'a Model> {
        match self {
            ShapeRef::Mesh(model) => Some(model),
            _ => None,
        }
    }

    /// The convex shape, or the mesh.
    pub(crate) fn as_convex(self) -> Result<&'a dyn SupportMap, &'a Model> {
        match self {
            ShapeRef::Sphere(sphere) => Ok(sphere),
            ShapeRef::Cuboid(cuboid) => Ok(cuboid),
            ShapeRef::Capsule(capsule) => Ok(capsule),
            ShapeRef::Cylinder(cylinder) => Ok(cylinder),
            ShapeRef::Cone(cone) => Ok(cone),
            ShapeRef::Hull(hull) => Ok(hull),
            ShapeRef::Mesh(model) => Err(model),
        }
    }
}

impl Shape {
    /// The shape, borrowed.
    #[inline]
    pub(crate) fn borrowed(&self) -> ShapeRef<'_> {
        match self {
            Shape::Sphere(sphere) => ShapeRef::Sphere(sphere),
            Shape::Cuboid(cuboid) => ShapeRef::Cuboid(cuboid),
            Shape::Capsule(capsule) => ShapeRef::Capsule(capsule),
            Shape::Cylinder(cylinder) => ShapeRef::Cylinder(cylinder),
            Shape::Cone(cone) => ShapeRef::Cone(cone),
            Shape::Hull(hull) => ShapeRef::Hull(hull),
            Shape::Mesh(model) => ShapeRef::Mesh(model),
        }
    }
}

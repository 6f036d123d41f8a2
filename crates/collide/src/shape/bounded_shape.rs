//! A borrowed bounded shape: the input of all queries except those about half-spaces.

use crate::math::{Aabb, Pose};
use crate::mesh::ConvexHull;
use crate::model::Model;
use crate::shape::{Capsule, Cone, Cuboid, Cylinder, Sphere, SupportMap, convex_aabb};

/// A borrowed [`Shape`](crate::Shape) other than a half-space.
#[derive(Clone, Copy, Debug)]
pub enum BoundedShape<'a> {
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
    /// A prepared triangle mesh.
    Mesh(&'a Model),
}

impl<'a> BoundedShape<'a> {
    /// A box around the shape at a pose; conservative.
    pub(crate) fn aabb(self, pose: &Pose) -> Aabb {
        match self.as_convex() {
            Ok(convex) => convex_aabb(convex, pose),
            Err(model) => model.aabb(pose),
        }
    }

    /// The mesh, or `None` for a convex shape.
    #[inline]
    pub(crate) fn mesh(self) -> Option<&'a Model> {
        match self {
            BoundedShape::Mesh(model) => Some(model),
            _ => None,
        }
    }

    /// The convex shape, or the mesh.
    pub(crate) fn as_convex(self) -> Result<&'a dyn SupportMap, &'a Model> {
        match self {
            BoundedShape::Sphere(sphere) => Ok(sphere),
            BoundedShape::Cuboid(cuboid) => Ok(cuboid),
            BoundedShape::Capsule(capsule) => Ok(capsule),
            BoundedShape::Cylinder(cylinder) => Ok(cylinder),
            BoundedShape::Cone(cone) => Ok(cone),
            BoundedShape::Hull(hull) => Ok(hull),
            BoundedShape::Mesh(model) => Err(model),
        }
    }
}

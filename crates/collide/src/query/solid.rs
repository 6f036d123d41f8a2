//! A convex solid, alone and beside a mesh.

use glam::Vec3;

use crate::Model;
use crate::math::Motion;
use crate::shape::{BoundedShape, SupportMap};

/// A convex solid.
#[derive(Clone, Copy)]
pub(crate) struct Solid<'s> {
    pub shape: BoundedShape<'s>,
    pub map: &'s dyn SupportMap,
}

impl Solid<'_> {
    /// The radius (m) of a sphere whose centre moves straight, because it does not rotate, or about that centre;
    /// `None` for every other solid.
    #[inline]
    pub fn straight_sphere_radius(&self, motion: &Motion) -> Option<f64> {
        let is_straight = !motion.rotates() || motion.local_center() == Vec3::ZERO;
        match self.shape {
            BoundedShape::Sphere(sphere) if is_straight => Some(f64::from(sphere.radius())),
            _ => None,
        }
    }
}

/// A mesh and a convex solid.
pub(crate) struct MeshConvexPair<'s> {
    pub mesh: &'s Model,
    pub solid: Solid<'s>,
    /// True if the mesh is the second shape of the query.
    pub is_swapped: bool,
}

impl MeshConvexPair<'_> {
    /// Reorders two values, given in the order of the query: first the mesh's, then the solid's.
    pub fn ordered<T>(&self, [a, b]: [T; 2]) -> [T; 2] {
        if self.is_swapped { [b, a] } else { [a, b] }
    }
}

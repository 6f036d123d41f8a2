//! A convex solid, alone and beside a mesh.

use crate::Model;
use crate::shape::{BoundedShape, SupportMap};

/// A convex solid.
#[derive(Clone, Copy)]
pub(crate) struct Solid<'s> {
    pub shape: BoundedShape<'s>,
    pub map: &'s dyn SupportMap,
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

//! The surface on which pieces grow.

use glam::Vec3;

use crate::mesh::HalfEdges;
use crate::piece::convexity::Facet;

/// A mesh for piece growth: facets with welded corners, and their adjacency.
pub(crate) struct FacetSurface<'m> {
    pub facets: Vec<Facet>,
    pub edges: &'m HalfEdges,
}

impl<'m> FacetSurface<'m> {
    /// A surface from triangles that are not degenerate (points and corner numbers), and their
    /// half-edges. Corners with equal positions have equal numbers.
    pub(crate) fn new(
        triangles: impl Iterator<Item = ([Vec3; 3], [u32; 3])>,
        edges: &'m HalfEdges,
    ) -> Self {
        let facets = triangles
            .map(|(points, corners)| Facet::new(points, corners))
            .collect();
        FacetSurface { facets, edges }
    }
}

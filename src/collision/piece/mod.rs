//! Convex pieces: surface patches of a few triangles that a tree keeps at its leaves.

mod adjacency;
mod convexity;
mod first_fit;
mod store;

use glam::DVec3;

use crate::geometry::HalfEdges;

pub(crate) use convexity::Facet;
pub use store::MAX_PIECE_TRIANGLES;
pub(crate) use store::{Block, Piece, PieceStore, Plane};

/// How triangles are gathered into pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceGrowth {
    /// Source 1's way: every triangle joins the first piece that accepts it, wherever that lies.
    /// What comes out depends on the triangles' order.
    FirstFit,
    /// Pieces grow over shared edges and stay compact: fewer and tighter. The default.
    #[default]
    Adjacency,
}

/// The mesh as piece growth sees it: facets with welded corners, and which lie side by side.
pub(crate) struct Surface<'m> {
    pub facets: Vec<Facet>,
    pub edges: &'m HalfEdges,
}

impl<'m> Surface<'m> {
    /// A surface from triangles that are not degenerate, and their half-edges. `corners` are
    /// numbers of places: equal places have equal numbers.
    pub(crate) fn new(
        triangles: impl Iterator<Item = ([DVec3; 3], [u32; 3])>,
        edges: &'m HalfEdges,
    ) -> Self {
        let facets = triangles
            .map(|(points, corners)| Facet::new(points, corners))
            .collect();
        Surface { facets, edges }
    }
}

/// Gathers all facets into pieces of at most `max_triangles` and reports how many are placed.
pub(crate) fn grow(
    surface: &Surface,
    growth: PieceGrowth,
    max_triangles: usize,
    progress: &mut dyn FnMut(usize),
) -> Vec<Vec<u32>> {
    match growth {
        PieceGrowth::FirstFit => first_fit::grow(surface, max_triangles, progress),
        PieceGrowth::Adjacency => adjacency::grow(surface, max_triangles, progress),
    }
}

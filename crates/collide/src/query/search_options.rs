//! The options of the search of two meshes' trees for a crossing.

use crate::bvh::DescentOrder;

/// The test of the triangles of two convex pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LeafTest {
    /// Planes of one piece's triangles and vertices of the other, then pairs of triangles: finds every crossing.
    #[default]
    Planes,
    /// The walk of 2002 from triangle to neighbour: it misses crossings where it ends early. See `leaf_walk.rs`.
    Walk,
}

/// The options by which [`Query::intersect`](crate::Query::intersect) searches two meshes. The defaults are the fastest;
/// the others are those of earlier libraries, to compare with. Other queries, which need every crossing, ignore them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchOptions {
    /// The order of the descent.
    pub order: DescentOrder,
    /// The test at the leaves. [`LeafTest::Walk`] misses some hits.
    pub leaf: LeafTest,
}

//! The options of the search of two meshes' trees for a crossing.

use crate::bvh::DescentOrder;
use crate::narrow_phase::piece_pair::LeafTest;

/// The options by which [`Query::intersect`](crate::Query::intersect) searches two meshes. The defaults are the fastest;
/// the others are those of earlier libraries, to compare with. Other queries, which need every crossing, ignore them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchOptions {
    /// The order of the descent.
    pub order: DescentOrder,
    /// The test at the leaves. [`LeafTest::Walk`] misses some hits.
    pub leaf: LeafTest,
}

//! Buffers that distance queries keep from one call to the next.

use crate::bounding::{BoundingSphere, Kdop6, Kdop14, Kdop18, Kdop26, RelativeBox};
use crate::params::RESERVED_LEVELS;
use crate::query::distance::descent::PendingPair;
use crate::query::distance::leaf_pair::LeafCache;
use crate::query::distance::node_bounds::TransformedVolumes;

/// Buffers of distance queries.
#[derive(Clone, Debug, Default)]
pub(crate) struct DistanceScratch {
    pub(super) stack: Vec<PendingPair>,
    pub(super) support_stack: Vec<(u32, f32)>,
    pub(super) leaves: LeafCache,
    pub(super) sphere: TransformedVolumes<BoundingSphere>,
    pub(super) aabb: TransformedVolumes<RelativeBox>,
    pub(super) kdop6: TransformedVolumes<Kdop6>,
    pub(super) kdop14: TransformedVolumes<Kdop14>,
    pub(super) kdop18: TransformedVolumes<Kdop18>,
    pub(super) kdop26: TransformedVolumes<Kdop26>,
}

impl DistanceScratch {
    /// Buffers of which those that a search fills by chance have their room already.
    pub fn with_room() -> Self {
        DistanceScratch {
            support_stack: Vec::with_capacity(RESERVED_LEVELS),
            ..DistanceScratch::default()
        }
    }
}

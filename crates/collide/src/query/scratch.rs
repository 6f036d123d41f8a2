//! Buffers that queries keep from one call to the next, so that they allocate nothing in the steady
//! state.

use crate::bounding::{BoundingSphere, Kdop6, Kdop14, Kdop18, Kdop26};
use crate::bvh::MovedVolumeCache;
use crate::counters::Counters;
use crate::math::Aabb;
use crate::narrow_phase::piece_transform::MovedPieces;
use crate::query::contacts::ContactScratch;
use crate::query::distance::DistanceScratch;
use crate::query::stage::{Stage, Stages};
use crate::query::toi::SweepScratch;

/// The buffers of all queries on models. Keep one per thread and pass it to every query: after the
/// first few calls it has grown to what the largest models need, and queries allocate nothing.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// The stages that may decide the next queries; all at first.
    pub stages: Stages,
    /// What the last query did: tests, cuts and hits.
    pub counters: Counters,
    /// The last stage whose answer fixed that of the last sweep, test for intersection or search for
    /// contacts; `None` if its budget was spent before.
    pub decided_by: Option<Stage>,
    pub(crate) stack: Vec<(u32, u32)>,
    pub(crate) pieces: MovedPieces,
    pub(crate) caches: Caches,
    pub(crate) distance: DistanceScratch,
    pub(crate) sweep: SweepScratch,
    pub(crate) contacts: ContactScratch,
    /// The nodes that a ray has yet to visit, each with the time at which the ray enters it.
    pub(crate) ray_stack: Vec<(u32, f64)>,
}

/// One cache for every kind of volume; the cache of a kind that is not used stays empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caches {
    pub sphere: MovedVolumeCache<BoundingSphere>,
    pub aabb: MovedVolumeCache<Aabb>,
    pub kdop6: MovedVolumeCache<Kdop6>,
    pub kdop14: MovedVolumeCache<Kdop14>,
    pub kdop18: MovedVolumeCache<Kdop18>,
    pub kdop26: MovedVolumeCache<Kdop26>,
}

/// Runs `$same` with the two trees and their cache if both models' trees are of the same kind of
/// volume, and `$other` if they are not.
macro_rules! with_same_kind {
    ($first:expr, $second:expr, $caches:expr, |$a:ident, $b:ident, $cache:ident| $same:expr, $other:expr) => {
        match (&$first.tree, &$second.tree) {
            (AnyTree::Sphere($a), AnyTree::Sphere($b)) => {
                let $cache = &mut $caches.sphere;
                $same
            }
            (AnyTree::Aabb($a), AnyTree::Aabb($b)) => {
                let $cache = &mut $caches.aabb;
                $same
            }
            (AnyTree::Kdop6($a), AnyTree::Kdop6($b)) => {
                let $cache = &mut $caches.kdop6;
                $same
            }
            (AnyTree::Kdop14($a), AnyTree::Kdop14($b)) => {
                let $cache = &mut $caches.kdop14;
                $same
            }
            (AnyTree::Kdop18($a), AnyTree::Kdop18($b)) => {
                let $cache = &mut $caches.kdop18;
                $same
            }
            (AnyTree::Kdop26($a), AnyTree::Kdop26($b)) => {
                let $cache = &mut $caches.kdop26;
                $same
            }
            _ => $other,
        }
    };
}
pub(crate) use with_same_kind;

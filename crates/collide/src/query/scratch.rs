//! Memory that queries use again and again.

use crate::bounding::{Kdop6, Kdop14, Kdop18, Kdop26, Sphere};
use crate::bvh::Cache;
use crate::counters::Counters;
use crate::math::Aabb;
use crate::narrow_phase::piece_transform::MovedPieces;
use crate::query::contacts::ContactScratch;
use crate::query::distance::DistanceScratch;
use crate::query::toi::SweepScratch;

/// What queries need beside their arguments. Keep one per thread and pass it to every query:
/// after the first few it has grown to what the largest models need, and queries allocate
/// nothing.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// What the last query did.
    pub counters: Counters,
    pub(crate) stack: Vec<(u32, u32)>,
    pub(crate) pieces: MovedPieces,
    pub(crate) caches: Caches,
    pub(crate) distance: DistanceScratch,
    pub(crate) sweep: SweepScratch,
    pub(crate) contacts: ContactScratch,
    /// Nodes still to visit by a ray, with the times at which it enters them.
    pub(crate) ray_stack: Vec<(u32, f64)>,
}

/// One cache for every kind of volume; those not used stay empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caches {
    pub sphere: Cache<Sphere>,
    pub aabb: Cache<Aabb>,
    pub kdop6: Cache<Kdop6>,
    pub kdop14: Cache<Kdop14>,
    pub kdop18: Cache<Kdop18>,
    pub kdop26: Cache<Kdop26>,
}

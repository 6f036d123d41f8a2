//! What the caller keeps of a pair of colliders from one query to the next (temporal coherence).

mod distance_memory;
mod face_manifold;
mod sweep_memory;

use glam::DVec3;

use crate::query::hull_pair::GjkCache;
use crate::shape::proxy::NearHalfSpaces;

pub(crate) use crate::query::pair_cache::distance_memory::{
    CachedPlane, DistanceMemory, StoredTrianglePair,
};
pub use crate::query::pair_cache::face_manifold::{FaceManifold, MovedOnFace};
pub(crate) use crate::query::pair_cache::sweep_memory::{SweepMemory, TriangleWitness};

/// A plane between two colliders.
#[derive(Clone, Copy, Debug)]
pub struct SeparatingPlane {
    /// From the first collider to the second, in the world, of length 1; 0 if there is no plane.
    pub normal: DVec3,
    /// A lower bound of the gap along the normal at time 0 of the paths, in metres; not positive if
    /// unknown. A simulation whose bodies moved on lowers it by how far they can have approached each other,
    /// and then need not ask for the pair while what is left is enough.
    pub gap: f64,
}

impl SeparatingPlane {
    /// A plane whose gap is unknown.
    pub fn across(normal: DVec3) -> SeparatingPlane {
        SeparatingPlane {
            normal,
            gap: f64::NEG_INFINITY,
        }
    }
}

/// The memory of two shapes: keep one for each pair, and pass the shapes in the same order.
///
/// Most of it only says where searches begin. [`SeparatingPlane::gap`], the face and the near half-spaces are
/// believed, so the cache of another pair has to be cleared first. Answers may depend on the memory within
/// their tolerance, so it is part of a simulation's state.
#[derive(Clone, Copy, Debug)]
pub struct PairCache {
    /// A direction of the world from the first to the second along which they were apart; 0 if none is
    /// known.
    pub axis: DVec3,
    /// The plane that separated them on their last paths, if one did.
    pub plane: SeparatingPlane,
    /// How one lies on a face of the other, if their contacts were found that way.
    pub face: Option<FaceManifold>,
    /// Where their hulls were nearest.
    pub(crate) gjk: GjkCache,
    /// Where the last sweep of two meshes ended.
    pub(crate) sweep: SweepMemory,
    /// Where the last question about the distance of two meshes ended.
    pub(crate) distance: DistanceMemory,
    /// The half-spaces of one that are near the other, if they were looked for.
    pub(crate) half_spaces: NearHalfSpaces,
}

impl PairCache {
    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = PairCache::default();
    }
}

impl Default for PairCache {
    /// Nothing is known of the pair.
    fn default() -> Self {
        PairCache {
            axis: DVec3::ZERO,
            plane: SeparatingPlane::across(DVec3::ZERO),
            face: None,
            gjk: GjkCache::default(),
            sweep: SweepMemory::default(),
            distance: DistanceMemory::default(),
            half_spaces: NearHalfSpaces::default(),
        }
    }
}

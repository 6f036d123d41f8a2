//! The cache that the caller keeps for a pair of shapes from one query to the next (temporal coherence).

mod distance_memory;
mod face_manifold;
mod sweep_memory;

use glam::DVec3;

use crate::coder::Coder;
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
    /// The direction from the first collider to the second, in the world, of length 1; 0 if there is no plane.
    pub normal: DVec3,
    /// A lower bound of the gap along the normal at time 0 of the motions, in metres; not positive if
    /// unknown. A simulation whose bodies moved on lowers it by the distance that they can have approached each
    /// other, and needs no query for the pair while the rest is enough.
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

    /// Lowers the gap after an approach along the normal, in metres. Once it may be closed it is unknown.
    pub fn lower(&mut self, approach: f64) {
        self.gap -= approach;
        if self.gap <= 0.0 {
            self.gap = f64::NEG_INFINITY;
        }
    }
}

/// The cache of two shapes: keep one for each pair, and always pass the shapes in one order.
///
/// Most of it only gives searches a place to begin. [`SeparatingPlane::gap`], the face and the near half-spaces
/// are taken as true, so clear the cache before you use it for another pair. Answers may depend on the cache
/// within their tolerance, so it is part of a simulation's state.
#[derive(Clone, Copy, Debug)]
pub struct PairCache {
    /// A direction in the world from the first to the second along which they were apart; 0 if none is known.
    pub axis: DVec3,
    /// The plane that separated them on their last paths, if one did.
    pub plane: SeparatingPlane,
    /// The placement of one on a face of the other, if their contacts were found that way.
    pub face: Option<FaceManifold>,
    /// The nearest features of their hulls in the last query.
    pub(crate) gjk: GjkCache,
    /// The start of the next sweep, if both are meshes.
    pub(crate) sweep: SweepMemory,
    /// The start of the next distance query, if both are meshes.
    pub(crate) distance: DistanceMemory,
    /// The children of compounds that the start of the next sweep or distance query is about: those that decided
    /// the last one. 0 for a shape that is no compound.
    children: [u32; 2],
    /// The half-spaces of one that are near the other, if they were looked for.
    pub(crate) half_spaces: NearHalfSpaces,
}

impl PairCache {
    /// Codes it for a compact copy: see [`crate::coder`].
    pub fn code(&mut self, coder: &mut impl Coder) {
        let PairCache {
            axis,
            plane,
            face,
            gjk,
            sweep,
            distance,
            children,
            half_spaces,
        } = self;
        let SweepMemory { witness, toward } = *sweep;
        let mut has_face = face.is_some();
        let mut has_corners = !gjk.is_empty();
        // The memory of meshes and compounds.
        let mut has_parts = witness.is_some()
            || toward.is_some()
            || *children != [0; 2]
            || !distance.is_empty()
            || !half_spaces.is_empty();
        coder.flags([&mut has_face, &mut has_corners, &mut has_parts]);
        coder.vector(axis, DVec3::ZERO);
        let SeparatingPlane { normal, gap } = plane;
        coder.vector(normal, *axis);
        coder.number(gap, f64::NEG_INFINITY);
        *face = has_face.then(|| {
            let mut face = face.unwrap_or_default();
            face.code(coder);
            face
        });
        if has_corners {
            gjk.code(coder);
        }
        if has_parts {
            sweep.code(coder);
            distance.code(coder);
            children
                .iter_mut()
                .for_each(|child| coder.integer(child, 0));
            half_spaces.code(coder);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = PairCache::default();
    }

    /// The triangles of the last impact, if both are meshes: by body, the numbers of the piece and of the triangle.
    pub(crate) fn triangles_of_impact(&self) -> Option<[[u32; 2]; 2]> {
        let TriangleWitness { pieces, triangles } = self.sweep.witness?;
        Some([[pieces.0, triangles.0], [pieces.1, triangles.1]])
    }

    /// The cache of two children of compounds: only the pair that decided the last query about the compounds has a
    /// memory, because most queries read it first, and its answer spares the others.
    pub(crate) fn of_children(&self, children: [u32; 2]) -> PairCache {
        let mut cache = PairCache::default();
        if self.children == children {
            (cache.sweep, cache.distance) = (self.sweep, self.distance);
        }
        cache
    }

    /// Keeps the memory of the two children that decide.
    pub(crate) fn keep_children(&mut self, children: [u32; 2], used: &PairCache) {
        self.children = children;
        (self.sweep, self.distance) = (used.sweep, used.distance);
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
            children: [0; 2],
            half_spaces: NearHalfSpaces::default(),
        }
    }
}

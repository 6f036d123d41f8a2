//! The results of a distance query that speed up the next one on the same pair of models, which have
//! hardly moved since (temporal coherence).

use glam::DVec3;

use crate::coder::Coder;
use crate::params;

/// A pair of triangles: for each the number of its piece and its own number, in the store.
pub(crate) type StoredTrianglePair = [(u32, u32); 2];

/// A plane between two models.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CachedPlane {
    /// The plane's normal from the first model of the search to the second, in the world, of length 1.
    pub axis: DVec3,
    /// The plane's place between the models' centres: 0 at the first one's, 1 at the second one's.
    pub fraction: f32,
}

/// The memory of a pair of models from one distance query to the next. It changes no answer, except for the
/// choice among several equally near pairs of points.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DistanceMemory {
    /// The triangles that were nearest, in the order of the search: everything farther is pruned from the
    /// beginning. If their direction separates everything else too, as for most bodies that are beside each
    /// other, the search ends there.
    pub(crate) witness: Option<StoredTrianglePair>,
    /// The plane that separated the models, tested first by a query with a tolerance.
    plane: Option<CachedPlane>,
    /// The number of further queries that try no plane, and the number that the last failure set.
    plane_skips_left: u32,
    plane_skips: u32,
    /// True if the search took the models in the other order.
    swapped: bool,
}

impl DistanceMemory {
    /// True if nothing is known.
    pub(crate) fn is_empty(&self) -> bool {
        let DistanceMemory {
            witness,
            plane,
            plane_skips_left,
            plane_skips,
            swapped,
        } = *self;
        witness.is_none()
            && plane.is_none()
            && [plane_skips_left, plane_skips] == [0; 2]
            && !swapped
    }

    /// Codes it for a compact copy.
    pub(crate) fn code(&mut self, coder: &mut impl Coder) {
        let DistanceMemory {
            witness,
            plane,
            plane_skips_left,
            plane_skips,
            swapped,
        } = self;
        let (mut has_witness, mut has_plane) = (witness.is_some(), plane.is_some());
        coder.flags([&mut has_witness, &mut has_plane, swapped]);
        *witness = has_witness.then(|| {
            let mut triangles = witness.unwrap_or_default();
            for (piece, triangle) in &mut triangles {
                coder.integer(piece, 0);
                coder.integer(triangle, 0);
            }
            triangles
        });
        *plane = has_plane.then(|| {
            let CachedPlane {
                mut axis,
                mut fraction,
            } = plane.unwrap_or_default();
            coder.vector(&mut axis, DVec3::ZERO);
            coder.single(&mut fraction, 0.5);
            CachedPlane { axis, fraction }
        });
        coder.integer(plane_skips_left, 0);
        coder.integer(plane_skips, 0);
    }

    /// The plane to try first: the cached one, or one across `first` halfway between the centres.
    /// None for some queries after no plane was found.
    pub(crate) fn plane_to_try(&mut self, first: DVec3) -> Option<CachedPlane> {
        if self.plane_skips_left > 0 {
            self.plane_skips_left -= 1;
            return None;
        }
        Some(self.plane.unwrap_or(CachedPlane {
            axis: first,
            fraction: 0.5,
        }))
    }

    /// Notes that no plane was found: the models may overlap. Each failure doubles the number of queries
    /// that try none.
    pub(crate) fn plane_failed(&mut self) {
        self.plane_skips = (2 * self.plane_skips).clamp(1, params::MAX_SEPARATING_PLANE_SKIPS);
        self.plane_skips_left = self.plane_skips;
    }

    /// Stores a plane that separates the models.
    pub(crate) fn set_plane(&mut self, plane: CachedPlane) {
        self.plane = Some(plane);
        self.plane_skips = 0;
    }

    /// Swaps the cache's sides if the search takes the models in another order than the last one.
    pub(crate) fn set_order(&mut self, swapped: bool) {
        if std::mem::replace(&mut self.swapped, swapped) == swapped {
            return;
        }
        self.witness = self.witness.map(|[a, b]| [b, a]);
        self.plane = self.plane.map(|plane| CachedPlane {
            axis: -plane.axis,
            fraction: 1.0 - plane.fraction,
        });
    }
}

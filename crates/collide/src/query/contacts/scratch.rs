//! Buffers that searches for contacts keep from one query to the next.

use crate::Model;
use crate::params;
use crate::query::contacts::contact::ContactCandidate;
use crate::query::contacts::containment::EnclosedPart;
use crate::query::contacts::feature_cache::FeatureCache;
use crate::query::contacts::flat_regions::FlatRegions;
use crate::query::contacts::intersection_curves::Crossings;
use crate::query::contacts::marks::Marks;
use crate::query::contacts::near_triangle::{Accepted, NearTriangle};
use crate::query::contacts::place_order::PlaceOrder;
use crate::query::contacts::triangle_cache::TriangleCache;
use crate::query::contacts::triangle_filter::TriangleFilterScratch;

/// Buffers of the search for deep penetration.
#[derive(Clone, Debug, Default)]
pub(super) struct PenetrationScratch {
    pub crossings: Crossings,
    pub inside: [EnclosedPart; 2],
}

/// Buffers of searches for contacts.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactScratch {
    /// A lower bound of the distance that the last search found, in metres; above the tolerance if nothing is
    /// within it. It is kept because the contacts may leave out the nearest place. None if the search compares
    /// features alone, as that of two meshes does.
    pub(crate) lower_bound: Option<f64>,
    pub(super) found: Vec<ContactCandidate>,
    /// For each mesh, the triangles that lie against the other shape, grouped over flat edges. If only one shape is
    /// a mesh, it has the first of them.
    pub(super) regions: [FlatRegions; 2],
    /// Triangles of a mesh whose own contact with a convex shape was rejected.
    pub(super) rejected: Vec<NearTriangle>,
    pub(super) accepted: Vec<Accepted>,
    pub(super) leaning: Vec<NearTriangle>,
    pub(super) level: Marks,
    pub(super) feature_cache: FeatureCache,
    pub(super) filter: TriangleFilterScratch,
    /// The triangles of the two meshes, in the first one's frame.
    pub(super) caches: [TriangleCache; 2],
    pub(super) penetration: PenetrationScratch,
    pub(super) place_order: PlaceOrder,
}

impl ContactScratch {
    /// Empty buffers with room for the candidates of most pairs, so that the first contacts allocate nothing.
    pub(crate) fn with_room() -> Self {
        ContactScratch {
            found: Vec::with_capacity(params::CONTACT_CANDIDATES_RESERVED),
            place_order: PlaceOrder::with_room(),
            ..ContactScratch::default()
        }
    }

    /// Forgets the last query and reserves memory for a search between two meshes.
    pub(super) fn reset(&mut self, a: &Model, b: &Model) {
        self.lower_bound = None;
        self.found.clear();
        self.found.reserve(params::CONTACT_CANDIDATES_RESERVED);
        self.penetration.crossings.all.clear();
        self.regions.iter_mut().for_each(FlatRegions::clear);
        for (cache, model) in self.caches.iter_mut().zip([a, b]) {
            cache.reset(model.store.corners.len());
        }
    }
}

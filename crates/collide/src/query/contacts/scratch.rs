//! Buffers that searches for contacts keep from one query to the next.

use crate::Model;
use crate::params;
use crate::query::contacts::contact::ContactCandidate;
use crate::query::contacts::convex_mesh::{Accepted, Rejected};
use crate::query::contacts::feature_cache::CornerCache;
use crate::query::contacts::flat_regions::FlatRegions;
use crate::query::contacts::penetration::PenetrationScratch;
use crate::query::contacts::reduction::PlaceOrder;
use crate::query::contacts::triangle_cache::TriangleCache;
use crate::query::contacts::triangle_filter::TriangleFilterScratch;

/// Buffers of searches for contacts.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactScratch {
    /// A lower bound of the distance that the last search found, in metres; infinite if nothing is within the
    /// tolerance. Contacts do not tell: a place may be left out of them although it is the nearest. None if the
    /// search compares features alone, as that of two meshes does.
    pub(crate) lower_bound: Option<f64>,
    pub(super) found: Vec<ContactCandidate>,
    /// The triangles of the (first) mesh that lie against the other shape, grouped over flat edges.
    pub(super) regions: FlatRegions,
    /// The same for the second mesh.
    pub(super) regions_b: FlatRegions,
    /// Triangles of a mesh whose own contact with a convex shape was rejected.
    pub(super) rejected: Vec<Rejected>,
    pub(super) corner_cache: CornerCache,
    pub(super) accepted: Vec<Accepted>,
    pub(super) filter: TriangleFilterScratch,
    pub(super) cache_a: TriangleCache,
    pub(super) cache_b: TriangleCache,
    pub(super) penetration: PenetrationScratch,
    pub(super) place_order: PlaceOrder,
}

impl ContactScratch {
    /// Forgets the last query and reserves memory for a search between two meshes.
    pub(super) fn reset(&mut self, a: &Model, b: &Model) {
        self.lower_bound = None;
        self.found.clear();
        self.found.reserve(params::CONTACT_CANDIDATES_RESERVED);
        self.penetration.crossings.all.clear();
        self.regions.clear();
        self.regions_b.clear();
        self.cache_a.reset(a.store.corners.len());
        self.cache_b.reset(b.store.corners.len());
    }
}

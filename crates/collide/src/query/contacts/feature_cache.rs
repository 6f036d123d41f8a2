//! A cache of the surface around the corners and edges of a mesh along one direction, kept while the direction
//! stays: if a surface lies against a face, all triangles around a corner need that corner.

use glam::DVec3;

use crate::params;
use crate::query::contacts::feature_normals::{BorderPlace, FeatureSlopes, MeshSurface};
use crate::query::contacts::feature_polygon::FeatureId;

/// The number of features that the cache holds before it has to grow: three corners and three edges of each triangle
/// in flat regions.
const FEATURES_RESERVED: usize = 6 * params::FLAT_TRIANGLES_RESERVED;

/// The corners and edges that a query has evaluated along the last direction.
#[derive(Clone, Debug, Default)]
pub(crate) struct FeatureCache {
    direction: DVec3,
    /// For each half-edge, the entries of the corner at its start; after all of these, those of the edges.
    entries: Vec<Entry>,
    known: Vec<KnownFeature>,
    /// The number of the current query and direction.
    now: u32,
}

/// The place of a feature in the list of known ones, valid if `since` is the current number.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    since: u32,
    place: u32,
}

#[derive(Clone, Copy, Debug)]
struct KnownFeature {
    slopes: FeatureSlopes,
    is_visited: bool,
    /// The result of [`MeshSurface::continues_flat`], if it was computed.
    continues_flat: Option<bool>,
}

impl FeatureCache {
    /// Forgets all features and reserves memory for a mesh of so many half-edges.
    pub fn reset(&mut self, half_edges: usize) {
        if self.entries.len() < 2 * half_edges {
            self.entries.resize(2 * half_edges, Entry::default());
            self.known.reserve(FEATURES_RESERVED.min(2 * half_edges));
        }
        self.forget();
    }

    fn forget(&mut self) {
        self.known.clear();
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.entries.fill(Entry::default());
            self.now = 1;
        }
    }

    /// [`MeshSurface::corner_slopes`] of the corner where `edge` starts.
    pub fn corner(&mut self, surface: &MeshSurface, edge: u32, direction: DVec3) -> FeatureSlopes {
        self.corner_entry(surface, edge, direction).slopes
    }

    /// True if the surface continues flat around the corner where `edge` starts.
    pub fn is_flat_corner(&mut self, surface: &MeshSurface, edge: u32, direction: DVec3) -> bool {
        let known = self.corner_entry(surface, edge, direction);
        let find = || surface.continues_flat(BorderPlace::Corner(edge));
        *known.continues_flat.get_or_insert_with(find)
    }

    fn corner_entry(
        &mut self,
        surface: &MeshSurface,
        edge: u32,
        direction: DVec3,
    ) -> &mut KnownFeature {
        let place = self.known(edge as usize, direction).unwrap_or_else(|| {
            let entry = self.add(surface.corner_slopes(edge, direction));
            surface.for_half_edges_of_corner(edge, |same| self.entries[same as usize] = entry);
            entry.place
        });
        &mut self.known[place as usize]
    }

    /// [`MeshSurface::edge_slopes`] of an edge.
    pub fn edge(&mut self, surface: &MeshSurface, edge: u32, direction: DVec3) -> FeatureSlopes {
        let first = self.entries.len() / 2;
        let place = self
            .known(first + edge as usize, direction)
            .unwrap_or_else(|| {
                let entry = self.add(surface.edge_slopes(edge, direction));
                surface.for_half_edges_of_edge(edge, |same| {
                    self.entries[first + same as usize] = entry;
                });
                entry.place
            });
        self.known[place as usize].slopes
    }

    /// Visits a corner or an edge that was evaluated along the last direction. False if it was visited before.
    pub fn visit(&mut self, feature: FeatureId) -> bool {
        let at = match FeatureId::side_of(feature.id) {
            Some(edge) => self.entries.len() / 2 + edge as usize,
            None => feature.id as usize,
        };
        let known = &mut self.known[self.entries[at].place as usize];
        !std::mem::replace(&mut known.is_visited, true)
    }

    /// The place of an entry's feature in the list, if it was evaluated along the direction.
    fn known(&mut self, at: usize, direction: DVec3) -> Option<u32> {
        if self.direction != direction {
            self.direction = direction;
            self.forget();
        }
        let Entry { since, place } = self.entries[at];
        (since == self.now).then_some(place)
    }

    fn add(&mut self, slopes: FeatureSlopes) -> Entry {
        let entry = Entry {
            since: self.now,
            place: self.known.len() as u32,
        };
        self.known.push(KnownFeature {
            slopes,
            is_visited: false,
            continues_flat: None,
        });
        entry
    }
}

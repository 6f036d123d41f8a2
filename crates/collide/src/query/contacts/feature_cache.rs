//! The features of a mesh's corners along one direction, kept as long as the direction stays: where
//! a surface lies against a face, all triangles around a corner ask for the same corner.

use glam::DVec3;

use crate::query::contacts::feature_normals::MeshSurface;
use crate::query::contacts::feature_polygon::FeatureId;

/// The corners that a query has evaluated along the last direction.
#[derive(Clone, Debug, Default)]
pub(crate) struct CornerCache {
    direction: DVec3,
    /// For each half-edge the number of the query and direction that filled it, and the feature of
    /// the corner at its start.
    features: Vec<(u32, FeatureId)>,
    /// The number of the current query and direction.
    now: u32,
}

impl CornerCache {
    /// Forgets all corners and reserves memory for a mesh of so many half-edges.
    pub fn reset(&mut self, edges: usize) {
        self.forget();
        if self.features.len() < edges {
            self.features.resize(edges, (0, FeatureId::default()));
        }
    }

    fn forget(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.features.iter_mut().for_each(|(since, _)| *since = 0);
            self.now = 1;
        }
    }

    /// The feature that [`MeshSurface::corner_slopes`] gives.
    pub fn corner(&mut self, surface: &MeshSurface, edge: u32, direction: DVec3) -> FeatureId {
        if self.direction != direction {
            self.direction = direction;
            self.forget();
        }
        let (since, feature) = self.features[edge as usize];
        if since == self.now {
            return feature;
        }
        let feature = surface.corner_slopes(edge, direction).feature;
        surface.for_half_edges_of_corner(edge, |same| {
            self.features[same as usize] = (self.now, feature);
        });
        feature
    }
}

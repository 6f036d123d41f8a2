//! What lies around corners of a mesh along one direction, kept as long as that stays: where a
//! surface lies against a face each of its corners is asked about by all triangles around it.

use glam::DVec3;

use crate::query::contacts::feature_normals::MeshSurface;
use crate::query::contacts::feature_polygon::FeatureId;

/// The corners that a query knows along the last direction.
#[derive(Clone, Debug, Default)]
pub(crate) struct CornerCache {
    direction: DVec3,
    /// By half-edges: what the corner is where they start, and since when.
    parts: Vec<(u32, FeatureId)>,
    /// The number of the query and direction.
    now: u32,
}

impl CornerCache {
    /// Forgets all and makes room for a mesh of so many half-edges.
    pub fn reset(&mut self, edges: usize) {
        self.forget();
        if self.parts.len() < edges {
            self.parts.resize(edges, (0, FeatureId::default()));
        }
    }

    fn forget(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.parts.iter_mut().for_each(|(since, _)| *since = 0);
            self.now = 1;
        }
    }

    /// [`MeshSurface::corner_slopes`]'s part.
    pub fn corner(&mut self, surface: &MeshSurface, edge: u32, direction: DVec3) -> FeatureId {
        if self.direction != direction {
            self.direction = direction;
            self.forget();
        }
        let (since, part) = self.parts[edge as usize];
        if since == self.now {
            return part;
        }
        let part = surface.corner_slopes(edge, direction).part;
        surface.for_half_edges_of_corner(edge, |same| {
            self.parts[same as usize] = (self.now, part);
        });
        part
    }
}

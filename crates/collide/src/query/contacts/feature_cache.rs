//! The surface around the corners of a mesh along one direction, kept as long as the direction stays: where a
//! surface lies against a face, all triangles around a corner ask for the same corner.

use glam::DVec3;

use crate::query::contacts::feature_normals::{FeatureSlopes, MeshSurface};
use crate::query::contacts::feature_polygon::FeatureId;
use crate::query::contacts::marks::Marks;

/// The corners that a query has evaluated along the last direction.
#[derive(Clone, Debug, Default)]
pub(crate) struct CornerCache {
    direction: DVec3,
    /// For each half-edge, the number of the query and direction that filled it, and the place of its start in
    /// `slopes`.
    places: Vec<(u32, u32)>,
    slopes: Vec<FeatureSlopes>,
    /// The corners and, after all of these, the edges that are visited.
    visited: Marks,
    /// The number of the current query and direction.
    now: u32,
}

impl CornerCache {
    /// Forgets all corners and reserves memory for a mesh of so many half-edges.
    pub fn reset(&mut self, edges: usize) {
        if self.places.len() < edges {
            self.places.resize(edges, (0, 0));
            self.slopes.reserve(edges);
        }
        self.forget();
    }

    fn forget(&mut self) {
        self.slopes.clear();
        self.visited.reset(2 * self.places.len());
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.places.iter_mut().for_each(|(since, _)| *since = 0);
            self.now = 1;
        }
    }

    /// [`MeshSurface::corner_slopes`] of the corner where `edge` starts.
    pub fn corner(&mut self, surface: &MeshSurface, edge: u32, direction: DVec3) -> FeatureSlopes {
        if self.direction != direction {
            self.direction = direction;
            self.forget();
        }
        let (since, place) = self.places[edge as usize];
        if since == self.now {
            return self.slopes[place as usize];
        }
        let slopes = surface.corner_slopes(edge, direction);
        let place = self.slopes.len() as u32;
        self.slopes.push(slopes);
        surface.for_half_edges_of_corner(edge, |same| {
            self.places[same as usize] = (self.now, place);
        });
        slopes
    }

    /// Visits a corner or an edge. False if it was visited before along the direction of the last corner.
    pub fn visit(&mut self, feature: FeatureId) -> bool {
        self.visited.set(match FeatureId::side_of(feature.id) {
            Some(edge) => self.places.len() as u32 + edge,
            None => feature.id,
        })
    }
}

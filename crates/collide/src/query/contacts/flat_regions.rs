//! Flat regions of a mesh: the triangles that lie against another shape, connected over flat edges.

use crate::mesh::Across;
use crate::params;
use crate::query::contacts::feature_normals::MeshSurface;
use crate::query::contacts::feature_polygon::FeatureId;

/// Triangles that lie against the other shape, as disjoint sets connected over flat edges.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlatRegions {
    /// The triangles, in ascending order after [`FlatRegions::join`].
    triangles: Vec<u32>,
    parents: Vec<u32>,
}

impl FlatRegions {
    pub fn clear(&mut self) {
        for list in [&mut self.triangles, &mut self.parents] {
            list.clear();
            list.reserve(params::FLAT_TRIANGLES_RESERVED);
        }
    }

    pub fn push(&mut self, triangle: u32) {
        self.triangles.push(triangle);
    }

    fn root(&self, mut at: u32) -> u32 {
        while self.parents[at as usize] != at {
            at = self.parents[at as usize];
        }
        at
    }

    /// Joins neighbours that lie in a plane.
    pub fn join(&mut self, surface: &MeshSurface) {
        self.triangles.sort_unstable();
        self.triangles.dedup();
        self.parents.clear();
        self.parents.extend(0..self.triangles.len() as u32);
        for at in 0..self.triangles.len() {
            let triangle = self.triangles[at];
            for edge in 3 * triangle..3 * triangle + 3 {
                let Across::Twin { edge: twin, .. } = surface.across(edge) else {
                    continue;
                };
                if twin > edge {
                    continue;
                }
                let Ok(other) = self.triangles.binary_search(&(twin / 3)) else {
                    continue;
                };
                let normals = [triangle, twin / 3].map(|t| surface.normal(t).normalize_or_zero());
                if normals[0].cross(normals[1]).length() > 2.0 * params::SUPPORT_SLOPE {
                    continue;
                }
                let (one, two) = (self.root(at as u32), self.root(other as u32));
                // The lower root leads, so that a group's name does not depend on the order.
                self.parents[one.max(two) as usize] = one.min(two);
            }
        }
    }

    /// The name of the region of a part of the surface: for a triangle that of the lowest triangle of its group,
    /// for an edge or a corner its own.
    pub fn name(&self, part: u32) -> u32 {
        let Some(triangle) = FeatureId::face_of(part) else {
            return part;
        };
        match self.triangles.binary_search(&triangle) {
            Ok(at) => FeatureId::face(self.triangles[self.root(at as u32) as usize]).id,
            Err(_) => part,
        }
    }
}

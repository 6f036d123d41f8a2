//! Flat parts of a mesh: triangles that lie against a surface, grouped over flat edges.

use crate::mesh::Across;
use crate::query::contacts::feature_normals::MeshSurface;
use crate::query::contacts::feature_polygon::PARALLEL;

/// Triangles that lie against the shape, in groups that hang together over flat edges.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlatRegions {
    /// Rising.
    triangles: Vec<u32>,
    parents: Vec<u32>,
}

/// Seldom do more triangles lie against something: so memory grows at once, or hardly ever.
const ROOM: usize = 128;

impl FlatRegions {
    pub fn clear(&mut self) {
        for list in [&mut self.triangles, &mut self.parents] {
            list.clear();
            list.reserve(ROOM);
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

    /// Joins what is flat.
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
                if normals[0].cross(normals[1]).length() > 2.0 * PARALLEL {
                    continue;
                }
                let (one, two) = (self.root(at as u32), self.root(other as u32));
                // The lower one leads, so that groups have the same names in the same places.
                self.parents[one.max(two) as usize] = one.min(two);
            }
        }
    }

    /// The lowest triangle of the group.
    pub fn group(&self, triangle: u32) -> u32 {
        match self.triangles.binary_search(&triangle) {
            Ok(at) => self.triangles[self.root(at as u32) as usize],
            Err(_) => triangle,
        }
    }
}

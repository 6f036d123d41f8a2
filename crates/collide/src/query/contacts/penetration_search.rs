//! The state of a search for deep penetration: both meshes in the first one's frame.

use glam::DVec3;

use crate::query::contacts::intersection_curves::Crossing;
use crate::query::contacts::triangle_cache::{MeshSide, TriangleCache};

/// One curve in which the meshes intersect.
pub(super) struct IntersectionCurve {
    pub center: DVec3,
    pub low: DVec3,
    pub high: DVec3,
    /// The direction from the first mesh into the second, of length 1.
    pub normal: DVec3,
    pub is_closed: bool,
}

/// A search for the contacts of all intersection curves.
pub(super) struct PenetrationSearch<'q> {
    pub sides: [MeshSide<'q>; 2],
    pub caches: [&'q mut TriangleCache; 2],
    /// The distance, in metres, beside a curve at which a contact still represents it.
    pub limit: f64,
}

impl PenetrationSearch<'_> {
    /// The unit normals of two triangles that cross, in the first frame.
    pub fn normals(&mut self, crossing: &Crossing) -> [DVec3; 2] {
        [0, 1].map(|side| {
            let triangle = crossing.triangles[side];
            self.caches[side].get(triangle, &self.sides[side]).normal()
        })
    }

    /// The corners of a triangle, in the first frame.
    pub fn corners(&mut self, side: usize, triangle: u32) -> [DVec3; 3] {
        self.caches[side].get(triangle, &self.sides[side]).corners
    }
}

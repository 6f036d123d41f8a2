//! The state of a search for deep penetration: both meshes in the first one's frame.

use glam::DVec3;

use crate::query::contacts::feature_normals::MeshSurface;
use crate::query::contacts::intersection_curves::Crossing;
use crate::query::contacts::triangle_cache::TriangleCache;
use crate::{Model, Relative};

/// One of the two meshes.
#[derive(Clone, Copy)]
pub(super) struct MeshSide<'q> {
    pub model: &'q Model,
    pub surface: MeshSurface<'q>,
    /// Its pose in the first mesh's frame, if it is the second one.
    pub relative: Option<&'q Relative>,
}

impl MeshSide<'_> {
    pub fn center(&self) -> DVec3 {
        self.to_first_frame(self.model.center.as_dvec3())
    }

    /// A point of the mesh in the first frame.
    pub fn to_first_frame(self, own: DVec3) -> DVec3 {
        match self.relative {
            Some(relative) => relative.rotation * own + relative.translation,
            None => own,
        }
    }

    /// A point of the first frame in the mesh's own frame.
    pub fn point_to_own_frame(self, point: DVec3) -> DVec3 {
        match self.relative {
            Some(relative) => relative.rotation.transpose() * (point - relative.translation),
            None => point,
        }
    }

    /// A direction of the first frame in the mesh's own frame.
    pub fn to_own_frame(self, direction: DVec3) -> DVec3 {
        match self.relative {
            Some(relative) => relative.rotation.transpose() * direction,
            None => direction,
        }
    }
}

/// One curve in which the meshes intersect.
pub(super) struct IntersectionCurve {
    pub center: DVec3,
    pub low: DVec3,
    pub high: DVec3,
    /// From the first mesh into the second, of length 1.
    pub normal: DVec3,
    pub is_closed: bool,
}

/// A search for the contacts of all intersection curves.
pub(super) struct PenetrationSearch<'q> {
    pub sides: [MeshSide<'q>; 2],
    pub caches: [&'q mut TriangleCache; 2],
    /// The distance, in metres, beside a curve at which a contact still stands for it.
    pub limit: f64,
}

impl PenetrationSearch<'_> {
    /// The number of a mesh's triangles.
    pub fn triangles(&self, side: usize) -> usize {
        self.sides[side].model.store.corners.len()
    }

    /// The unit normals of two triangles that cross, in the first frame.
    pub fn normals(&mut self, crossing: &Crossing) -> [DVec3; 2] {
        let [a, b] = crossing.triangles;
        let [first, second] = &mut self.caches;
        let [side_a, side_b] = &self.sides;
        [
            first.get(a, &side_a.surface, None).normal(),
            second.get(b, &side_b.surface, side_b.relative).normal(),
        ]
    }

    /// The corners of a triangle, in the first frame.
    pub fn corners(&mut self, side: usize, triangle: u32) -> [DVec3; 3] {
        let MeshSide {
            surface, relative, ..
        } = &self.sides[side];
        self.caches[side].get(triangle, surface, *relative).corners
    }
}

//! Triangles of both models in the first one's frame, in f64, made when they are first met.

use glam::{DVec3, Vec3};

use super::around::Surface;
use crate::collision::Relative;

/// A triangle in the first model's frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facet {
    pub corners: [DVec3; 3],
    /// Outwards, of length 1.
    pub normal: DVec3,
    /// The query that made it.
    made_by: u32,
    /// It lies flat on a triangle of the other model.
    pub is_flat: bool,
}

impl Facet {
    /// The box around it, in f32 and so only as near as that.
    #[inline]
    pub fn bounds(&self) -> [Vec3; 2] {
        let [a, b, c] = self.corners.map(|p| p.as_vec3());
        [a.min(b).min(c), a.max(b).max(c)]
    }

    #[inline(never)]
    fn make(&mut self, triangle: u32, surface: &Surface, relative: Option<&Relative>) {
        let mut corners = surface.corners(triangle);
        // Of the corners as they are: a tiny triangle's are one place when they are moved.
        let [a, b, c] = corners;
        let mut normal = (b - a).cross(c - a).normalize_or_zero();
        if let Some(relative) = relative {
            corners = corners.map(|p| relative.rotation * p + relative.translation);
            normal = relative.rotation * normal;
        }
        self.corners = corners;
        self.normal = normal;
        self.is_flat = false;
    }

    /// The heights of a triangle's corners over the plane.
    #[inline]
    pub fn heights(&self, other: &Facet) -> [f64; 3] {
        let [p, q, r] = other.corners;
        let height = |p: DVec3| (p - self.corners[0]).dot(self.normal);
        [height(p), height(q), height(r)]
    }

    /// Whether the line through a point across the plane meets the triangle or passes it by less
    /// than `slack` metres.
    #[inline]
    pub fn is_under(&self, point: DVec3, slack: f64) -> bool {
        (0..3).all(|i| {
            let (from, to) = (self.corners[i], self.corners[(i + 1) % 3]);
            let along = to - from;
            along.cross(point - from).dot(self.normal) >= -slack * along.length()
        })
    }
}

/// The triangles of one model that a query has met.
#[derive(Clone, Debug, Default)]
pub(super) struct Facets {
    facets: Vec<Facet>,
    query: u32,
}

impl Facets {
    /// Forgets the last query and makes room.
    pub fn reset(&mut self, triangles: usize) {
        if self.query == u32::MAX {
            self.facets.iter_mut().for_each(|facet| facet.made_by = 0);
            self.query = 0;
        }
        self.query += 1;
        if self.facets.len() < triangles {
            self.facets.resize(triangles, Facet::default());
        }
    }

    /// The triangle, moved by `relative` if it is of the second model.
    #[inline]
    pub fn get(
        &mut self,
        triangle: u32,
        surface: &Surface,
        relative: Option<&Relative>,
    ) -> &mut Facet {
        let facet = &mut self.facets[triangle as usize];
        if facet.made_by != self.query {
            facet.make(triangle, surface, relative);
            facet.made_by = self.query;
        }
        facet
    }
}

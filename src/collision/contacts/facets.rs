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
    /// A triangle in the first frame by its corners.
    pub fn of(corners: [DVec3; 3]) -> Self {
        let [a, b, c] = corners;
        Facet {
            corners,
            normal: (b - a).cross(c - a).normalize_or_zero(),
            ..Facet::default()
        }
    }

    /// The box around it, in f32 and so only as near as that.
    #[inline]
    pub fn bounds(&self) -> [Vec3; 2] {
        let [a, b, c] = self.corners.map(|p| p.as_vec3());
        [a.min(b).min(c), a.max(b).max(c)]
    }

    #[inline(never)]
    fn made(triangle: u32, surface: &Surface, relative: Option<&Relative>) -> Self {
        // Of the corners as they are: a tiny triangle's are one place when they are moved.
        let mut facet = Facet::of(surface.corners(triangle));
        if let Some(relative) = relative {
            let [a, b, c] = facet.corners;
            facet.corners = [relative.place(a), relative.place(b), relative.place(c)];
            facet.normal = relative.rotation * facet.normal;
        }
        facet
    }

    /// The height of a place over the plane.
    #[inline]
    pub fn height(&self, place: DVec3) -> f64 {
        (place - self.corners[0]).dot(self.normal)
    }

    /// The heights of a triangle's corners over the plane.
    #[inline]
    pub fn heights(&self, other: &Facet) -> [f64; 3] {
        let [p, q, r] = other.corners;
        [self.height(p), self.height(q), self.height(r)]
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
            *facet = Facet {
                made_by: self.query,
                ..Facet::made(triangle, surface, relative)
            };
        }
        facet
    }
}

//! Triangles of both models in the first one's frame, in f64, made when they are first met.

use glam::DVec3;

use super::around::Surface;
use crate::collision::Relative;

/// A triangle in the first model's frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facet {
    pub corners: [DVec3; 3],
    /// Outwards, of length 1.
    pub normal: DVec3,
    /// Its box.
    pub low: DVec3,
    pub high: DVec3,
    /// Which corners and edges are to be looked at with it: see [`features`](super::features).
    pub features: u8,
    /// It lies flat on a triangle of the other model.
    pub is_flat: bool,
}

impl Facet {
    fn new(corners: [DVec3; 3], features: u8) -> Self {
        let [a, b, c] = corners;
        Facet {
            corners,
            normal: (b - a).cross(c - a).normalize_or_zero(),
            low: a.min(b).min(c),
            high: a.max(b).max(c),
            features,
            is_flat: false,
        }
    }

    pub fn owns_corner(&self, corner: usize) -> bool {
        self.features >> corner & 1 != 0
    }

    pub fn owns_edge(&self, edge: usize) -> bool {
        self.features >> (3 + edge) & 1 != 0
    }

    /// The heights of a triangle's corners over the plane.
    #[inline]
    pub fn heights(&self, other: &Facet) -> [f64; 3] {
        other
            .corners
            .map(|p| (p - self.corners[0]).dot(self.normal))
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
    /// The query that made each of them.
    made_by: Vec<u32>,
    query: u32,
}

impl Facets {
    /// Forgets the last query and makes room.
    pub fn reset(&mut self, triangles: usize) {
        if self.query == u32::MAX {
            self.made_by.fill(0);
            self.query = 0;
        }
        self.query += 1;
        if self.facets.len() < triangles {
            self.facets.resize(triangles, Facet::default());
            self.made_by.resize(triangles, 0);
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
        let at = triangle as usize;
        if self.made_by[at] != self.query {
            self.made_by[at] = self.query;
            let mut corners = surface.corners(triangle);
            if let Some(relative) = relative {
                corners = corners.map(|p| relative.rotation * p + relative.translation);
            }
            self.facets[at] = Facet::new(corners, surface.features(triangle));
        }
        &mut self.facets[at]
    }
}

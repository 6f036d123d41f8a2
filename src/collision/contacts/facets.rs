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
    /// Which corners and edges are to be looked at with it: see [`features`](super::features).
    pub features: u8,
    /// It lies flat on a triangle of the other model.
    pub is_flat: bool,
}

impl Facet {
    /// The features of the triangle that may be within `limit` metres of another one: from the
    /// heights of its corners over the other's plane, and the other's box.
    #[inline]
    pub fn near(&self, heights: &[f64; 3], low: DVec3, high: DVec3, limit: f64) -> u8 {
        let (low, high) = (low - limit, high + limit);
        let outside = |v: DVec3| v.cmplt(low).bitmask() | v.cmpgt(high).bitmask() << 3;
        let level = |h: f64| u32::from(h > limit) << 6 | u32::from(h < -limit) << 7;
        let [p, q, r] = self.corners;
        let beyond = [
            outside(p) | level(heights[0]),
            outside(q) | level(heights[1]),
            outside(r) | level(heights[2]),
        ];
        let mut near = 0;
        for i in 0..3 {
            near |= u8::from(beyond[i] == 0) << i;
            // Both ends beyond the same side.
            near |= u8::from(beyond[i] & beyond[(i + 1) % 3] == 0) << (3 + i);
        }
        near & self.features
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
    /// Their boxes, rounded.
    boxes: Vec<[Vec3; 2]>,
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
            self.boxes.resize(triangles, [Vec3::ZERO; 2]);
            self.made_by.resize(triangles, 0);
        }
    }

    /// The box around a triangle, in f32 and so only as near as that.
    #[inline]
    pub fn bounds(
        &mut self,
        triangle: u32,
        surface: &Surface,
        relative: Option<&Relative>,
    ) -> [Vec3; 2] {
        if self.made_by[triangle as usize] != self.query {
            self.get(triangle, surface, relative);
        }
        self.boxes[triangle as usize]
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
            // Of the corners as they are: a tiny triangle's are one place when they are moved.
            let [a, b, c] = corners;
            let mut normal = (b - a).cross(c - a).normalize_or_zero();
            if let Some(relative) = relative {
                corners = corners.map(|p| relative.rotation * p + relative.translation);
                normal = relative.rotation * normal;
            }
            self.facets[at] = Facet {
                corners,
                normal,
                features: surface.features(triangle),
                is_flat: false,
            };
            let [a, b, c] = corners.map(|p| p.as_vec3());
            self.boxes[at] = [a.min(b).min(c), a.max(b).max(c)];
        }
        &mut self.facets[at]
    }
}

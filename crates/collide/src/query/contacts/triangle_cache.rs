//! Triangles of both models in the first one's frame, in f64, made when they are first met.

use glam::{DVec3, Vec3};

use crate::Relative;
use crate::query::contacts::feature_normals::MeshSurface;
use crate::query::contacts::feature_polygon::PARALLEL;

/// A triangle in the first model's frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CachedTriangle {
    pub corners: [DVec3; 3],
    /// Outwards, as long as twice the area: roots take long, and most need none.
    pub across: DVec3,
    /// The query that made it.
    filled_by: u32,
    /// It lies flat on a triangle of the other model.
    pub is_flat: bool,
}

impl CachedTriangle {
    /// A triangle in the first frame by its corners.
    pub fn of(corners: [DVec3; 3]) -> Self {
        let [a, b, c] = corners;
        CachedTriangle {
            corners,
            across: (b - a).cross(c - a),
            ..CachedTriangle::default()
        }
    }

    /// The box around it, in f32 and so only as near as that.
    #[inline]
    pub fn bounds(&self) -> [Vec3; 2] {
        let [a, b, c] = self.corners.map(|p| p.as_vec3());
        [a.min(b).min(c), a.max(b).max(c)]
    }

    #[inline(never)]
    fn build(triangle: u32, surface: &MeshSurface, relative: Option<&Relative>) -> Self {
        // Of the corners as they are: a tiny triangle's are one place when they are moved.
        let mut cached = CachedTriangle::of(surface.corners(triangle));
        if let Some(relative) = relative {
            let [a, b, c] = cached.corners;
            cached.corners = [relative.place(a), relative.place(b), relative.place(c)];
            cached.across = relative.rotation * cached.across;
        }
        cached
    }

    /// Outwards, of length 1.
    #[inline]
    pub fn normal(&self) -> DVec3 {
        self.across.normalize_or_zero()
    }

    /// The height of a place over the plane, times twice the area.
    #[inline]
    pub fn height(&self, place: DVec3) -> f64 {
        (place - self.corners[0]).dot(self.across)
    }

    /// The same of a triangle's corners.
    #[inline]
    pub fn heights(&self, other: &CachedTriangle) -> [f64; 3] {
        let [p, q, r] = other.corners;
        [self.height(p), self.height(q), self.height(r)]
    }

    /// Whether no other corner lies farther along a direction than corner `i`, by more than its slack.
    #[inline]
    pub fn is_foremost(&self, i: usize, direction: DVec3) -> bool {
        let place = self.corners[i];
        let is_behind = |other: usize| is_behind(self.corners[other % 3] - place, direction);
        is_behind(i + 1) && is_behind(i + 2)
    }

    /// Whether the corner against edge `i` does not lie farther along a direction across that, by more
    /// than its slack.
    #[inline]
    pub fn is_edge_foremost(&self, i: usize, direction: DVec3) -> bool {
        is_behind(self.corners[(i + 2) % 3] - self.corners[i], direction)
    }

    /// Whether the line through a point across the plane meets the triangle or passes it by less
    /// than `slack` metres. `normal` is the triangle's.
    #[inline]
    pub fn projects_onto(&self, point: DVec3, normal: DVec3, slack: f64) -> bool {
        (0..3).all(|i| {
            let (from, to) = (self.corners[i], self.corners[(i + 1) % 3]);
            let along = to - from;
            along.cross(point - from).dot(normal) >= -slack * along.length()
        })
    }
}

/// Whether a way leads no farther along a direction than what lies level may. The direction is of
/// length 1; for ways from an edge it is across that, and the way there is no longer than this one.
#[inline]
fn is_behind(way: DVec3, direction: DVec3) -> bool {
    let rise = way.dot(direction);
    rise <= 0.0 || rise * rise <= LEVEL * LEVEL * way.length_squared()
}

/// More than [`PARALLEL`]: what is refused here is refused by what looks all around, however either is
/// rounded.
const LEVEL: f64 = 1.001 * PARALLEL;

/// The triangles of one model that a query has met.
#[derive(Clone, Debug, Default)]
pub(super) struct TriangleCache {
    triangles: Vec<CachedTriangle>,
    query: u32,
}

impl TriangleCache {
    /// Forgets the last query and makes room.
    pub fn reset(&mut self, triangles: usize) {
        if self.query == u32::MAX {
            self.triangles
                .iter_mut()
                .for_each(|cached| cached.filled_by = 0);
            self.query = 0;
        }
        self.query += 1;
        if self.triangles.len() < triangles {
            self.triangles.resize(triangles, CachedTriangle::default());
        }
    }

    /// The triangle, moved by `relative` if it is of the second model.
    #[inline]
    pub fn get(
        &mut self,
        triangle: u32,
        surface: &MeshSurface,
        relative: Option<&Relative>,
    ) -> &mut CachedTriangle {
        let cached = &mut self.triangles[triangle as usize];
        if cached.filled_by != self.query {
            *cached = CachedTriangle {
                filled_by: self.query,
                ..CachedTriangle::build(triangle, surface, relative)
            };
        }
        cached
    }
}

//! Triangles of both models in the first one's frame, in f64, computed when first needed.

use glam::{DVec3, Vec3};

use crate::params;
use crate::query::contacts::feature_normals::MeshSurface;
use crate::{Model, Relative};

/// One of two meshes, with its pose in the first one's frame.
#[derive(Clone, Copy)]
pub(super) struct MeshSide<'q> {
    pub surface: MeshSurface<'q>,
    /// The pose; `None` for the first mesh.
    pub relative: Option<&'q Relative>,
}

impl<'q> MeshSide<'q> {
    /// The two meshes of a pair.
    pub fn both([a, b]: [&'q Model; 2], relative: &'q Relative) -> [Self; 2] {
        [(a, None), (b, Some(relative))].map(|(model, relative)| MeshSide {
            surface: MeshSurface::new(model),
            relative,
        })
    }

    pub fn model(&self) -> &'q Model {
        self.surface.model
    }

    /// The centre of the mesh in the first frame.
    pub fn center(&self) -> DVec3 {
        self.to_first_frame(self.model().center.as_dvec3())
    }

    /// A point of the mesh in the first frame.
    pub fn to_first_frame(self, own: DVec3) -> DVec3 {
        (self.relative).map_or(own, |relative| relative.point_f64(own))
    }

    /// A point of the first frame in the mesh's own frame.
    pub fn point_to_own_frame(&self, point: DVec3) -> DVec3 {
        (self.relative).map_or(point, |relative| {
            relative.rotation.transpose() * (point - relative.translation)
        })
    }

    /// A direction of the first frame in the mesh's own frame.
    pub fn to_own_frame(self, direction: DVec3) -> DVec3 {
        (self.relative).map_or(direction, |relative| {
            relative.rotation.transpose() * direction
        })
    }
}

/// A triangle in the first model's frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CachedTriangle {
    pub corners: [DVec3; 3],
    /// Twice the area times the outward unit normal: normalised only when needed, because a square
    /// root is slow.
    pub scaled_normal: DVec3,
    /// The number of the query that filled it.
    filled_by: u32,
    /// True if it lies flat on a triangle of the other model.
    pub is_flat: bool,
}

impl CachedTriangle {
    /// The triangle with these corners in the first frame.
    pub fn of(corners: [DVec3; 3]) -> Self {
        let [a, b, c] = corners;
        CachedTriangle {
            corners,
            scaled_normal: (b - a).cross(c - a),
            ..CachedTriangle::default()
        }
    }

    /// The box around it, rounded to f32 (not outwards).
    #[inline]
    pub fn bounds(&self) -> [Vec3; 2] {
        let [a, b, c] = self.corners.map(|p| p.as_vec3());
        [a.min(b).min(c), a.max(b).max(c)]
    }

    #[inline(never)]
    fn build(triangle: u32, side: &MeshSide) -> Self {
        // From the corners before they are moved: those of a tiny triangle may coincide afterwards.
        let mut cached = CachedTriangle::of(side.surface.corners(triangle));
        if let Some(relative) = side.relative {
            let [a, b, c] = cached.corners;
            cached.corners = [
                relative.point_f64(a),
                relative.point_f64(b),
                relative.point_f64(c),
            ];
            cached.scaled_normal = relative.rotation * cached.scaled_normal;
        }
        cached
    }

    /// The outward normal of length 1.
    #[inline]
    pub fn normal(&self) -> DVec3 {
        self.scaled_normal.normalize_or_zero()
    }

    /// The height of a point over the plane, times twice the area.
    #[inline]
    pub fn height(&self, point: DVec3) -> f64 {
        (point - self.corners[0]).dot(self.scaled_normal)
    }

    /// The heights of another triangle's corners over the plane, times twice the area.
    #[inline]
    pub fn heights(&self, other: &CachedTriangle) -> [f64; 3] {
        let [p, q, r] = other.corners;
        [self.height(p), self.height(q), self.height(r)]
    }

    /// True if no other corner lies farther along a direction than corner `i`, up to the slack.
    #[inline]
    pub fn is_foremost(&self, i: usize, direction: DVec3) -> bool {
        let corner = self.corners[i];
        let rises_little_to =
            |other: usize| rises_little(self.corners[other % 3] - corner, direction);
        rises_little_to(i + 1) && rises_little_to(i + 2)
    }

    /// True if the corner opposite edge `i` lies no farther along a direction across the edge, up
    /// to the slack.
    #[inline]
    pub fn is_edge_foremost(&self, i: usize, direction: DVec3) -> bool {
        rises_little(self.corners[(i + 2) % 3] - self.corners[i], direction)
    }

    /// True if the projection of a point on the plane lies in the triangle, or beside it by less
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

/// True if a vector rises along a direction of length 1 by no more than [`MAX_NEIGHBOUR_SLOPE`].
/// For vectors from an edge, the direction is across the edge.
#[inline]
fn rises_little(offset: DVec3, direction: DVec3) -> bool {
    let rise = offset.dot(direction);
    rise <= 0.0
        || rise * rise <= MAX_NEIGHBOUR_SLOPE * MAX_NEIGHBOUR_SLOPE * offset.length_squared()
}

/// A little more than [`params::SUPPORT_SLOPE`]: the full test around the feature rejects all that this early
/// test rejects, however either is rounded.
const MAX_NEIGHBOUR_SLOPE: f64 = 1.001 * params::SUPPORT_SLOPE;

/// The triangles of one model that a query has used.
#[derive(Clone, Debug, Default)]
pub(super) struct TriangleCache {
    triangles: Vec<CachedTriangle>,
    query: u32,
}

impl TriangleCache {
    /// Forgets the last query and reserves memory for so many triangles.
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

    /// A triangle of the mesh on one side.
    #[inline]
    pub fn get(&mut self, triangle: u32, side: &MeshSide) -> &mut CachedTriangle {
        let cached = &mut self.triangles[triangle as usize];
        if cached.filled_by != self.query {
            *cached = CachedTriangle {
                filled_by: self.query,
                ..CachedTriangle::build(triangle, side)
            };
        }
        cached
    }
}

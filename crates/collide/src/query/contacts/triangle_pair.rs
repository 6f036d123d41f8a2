//! The contacts of two triangles of two meshes: each feature of one against each of the other.

use glam::DVec3;

use crate::narrow_phase::plane_sides::bits;
use crate::params;
use crate::query::contacts::contact::ContactCandidate;
use crate::query::contacts::feature_normals::{FeatureSlopes, MeshSurface};
use crate::query::contacts::feature_polygon::FeatureId;
use crate::query::contacts::triangle_cache::{CachedTriangle, MeshSide};

/// Two meshes, and the distance within which they are in contact.
pub(super) struct MeshSurfaces<'q> {
    pub sides: [MeshSide<'q>; 2],
    /// The largest distance, in metres.
    pub limit: f64,
    /// The distance, in metres, beside a triangle at which a point still counts as over it.
    pub slack: f64,
}

/// Two triangles whose features are compared. The sides are 0 and 1.
pub(super) struct TrianglePairFeatures<'s, 'q> {
    pub meshes: &'s MeshSurfaces<'q>,
    /// Their numbers in the stores.
    pub triangles: [u32; 2],
    /// The corners (bits 0 to 2) and edges (3 to 5) that may be near the other triangle.
    pub features: [u8; 2],
    pub cached: [&'s CachedTriangle; 2],
    pub found: &'s mut Vec<ContactCandidate>,
}

/// The feature on one side of a contact, and the flat region that it belongs to.
#[derive(Clone, Copy)]
struct ContactSide {
    feature: FeatureId,
    region: FeatureId,
    is_outward: bool,
}

impl ContactSide {
    fn of_face(triangle: u32, is_outward: bool) -> Self {
        ContactSide {
            feature: FeatureId::face(triangle),
            region: FeatureId::face(triangle),
            is_outward,
        }
    }

    /// A corner or an edge of a mesh, and the direction in which the contact leads away from it.
    fn of(surface: &MeshSurface, slopes: FeatureSlopes, direction: DVec3) -> Self {
        ContactSide {
            feature: slopes.feature,
            region: slopes.region(),
            is_outward: surface.is_outward(slopes.feature, direction),
        }
    }
}

impl TrianglePairFeatures<'_, '_> {
    /// Adds the contacts of their features.
    pub fn add_contacts(mut self) {
        let [near_a, near_b] = self.features.map(u32::from);
        let (edges_a, edges_b) = (near_a >> 3, near_b >> 3);
        for i in bits((near_a | near_b | edges_a) & 7) {
            if near_a >> i & 1 != 0 {
                self.corner_and_face(0, i);
                for j in bits(edges_b | near_b & 7) {
                    if edges_b >> j & 1 != 0 {
                        self.corner_and_edge(0, i, j);
                    }
                    if near_b >> j & 1 != 0 {
                        self.corners(i, j);
                    }
                }
            }
            if near_b >> i & 1 != 0 {
                self.corner_and_face(1, i);
                for j in bits(edges_a) {
                    self.corner_and_edge(1, i, j);
                }
            }
            if edges_a >> i & 1 != 0 {
                for j in bits(edges_b) {
                    self.edges(i, j);
                }
            }
        }
    }

    /// Corner `i` of one side, if nothing around it lies farther along `ahead`, which leads to the other side.
    #[inline]
    fn corner(&self, side: usize, i: usize, ahead: DVec3) -> Option<ContactSide> {
        if !self.cached[side].is_foremost(i, ahead) {
            return None;
        }
        let (mesh, edge) = (
            &self.meshes.sides[side],
            3 * self.triangles[side] + i as u32,
        );
        let ahead = mesh.to_own_frame(ahead);
        let slopes = mesh.surface.contact_corner(edge, ahead)?;
        Some(ContactSide::of(&mesh.surface, slopes, ahead))
    }

    /// Edge `i` of one side, if nothing around it lies farther along `ahead`, which leads to the other side.
    #[inline]
    fn edge(&self, side: usize, i: usize, ahead: DVec3) -> Option<ContactSide> {
        if !self.cached[side].is_edge_foremost(i, ahead) {
            return None;
        }
        let (mesh, edge) = (
            &self.meshes.sides[side],
            3 * self.triangles[side] + i as u32,
        );
        let ahead = mesh.to_own_frame(ahead);
        let slopes = mesh.surface.contact_edge(edge, ahead)?;
        Some(ContactSide::of(&mesh.surface, slopes, ahead))
    }

    /// Adds a contact: the points and features of `side` and then of the other one, and the direction from it.
    fn push(&mut self, side: usize, points: [DVec3; 2], ahead: DVec3, on: [ContactSide; 2]) {
        let distance = (points[1] - points[0]).dot(ahead);
        let is_through_solid = !(on[0].is_outward && on[1].is_outward);
        if is_through_solid && distance < 0.0 {
            return;
        }
        let other = 1 - side;
        self.found.push(ContactCandidate {
            point_a: points[side],
            point_b: points[other],
            distance,
            normal: if side == 0 { ahead } else { -ahead },
            region: u64::from(on[side].region.id) << 32 | u64::from(on[other].region.id),
            feature: u64::from(on[side].feature.id) << 32 | u64::from(on[other].feature.id),
            is_through_solid,
            ..ContactCandidate::default()
        });
    }

    /// Corner `i` of one side and the face of the other one. The corner may be in front of the face or behind it; the
    /// face of a solid has one front.
    fn corner_and_face(&mut self, side: usize, i: usize) {
        let (corner, face) = (self.cached[side].corners[i], self.cached[1 - side]);
        let solid = self.meshes.sides[1 - side].surface.is_solid;
        let outwards = face.normal();
        let height = (corner - face.corners[0]).dot(outwards);
        let is_near = height.abs() <= self.meshes.limit;
        if !is_near || !face.projects_onto(corner, outwards, self.meshes.slack) {
            return;
        }
        let points = [corner, corner - outwards * height];
        let fronts = if solid || height >= 0.0 {
            [1.0, -1.0]
        } else {
            [-1.0, 1.0]
        };
        for front in fronts {
            let on_face = ContactSide::of_face(self.triangles[1 - side], !solid || front > 0.0);
            let ahead = -outwards * front;
            if let Some(on_corner) = self.corner(side, i, ahead) {
                self.push(side, points, ahead, [on_corner, on_face]);
                return;
            }
        }
    }

    fn edges(&mut self, i: usize, j: usize) {
        let [a, b] = self.cached;
        let ((from_a, to_a), (from_b, to_b)) = (ends(a, i), ends(b, j));
        let (u, v, w) = (to_a - from_a, to_b - from_b, from_b - from_a);
        let across = u.cross(v);
        let squared = across.length_squared();
        let sizes = u.length_squared() * v.length_squared();
        // The contacts of parallel edges are at their corners.
        if squared <= params::PARALLEL_EDGES_SINE * params::PARALLEL_EDGES_SINE * sizes {
            return;
        }
        let gap = w.dot(across);
        if gap * gap > self.meshes.limit * self.meshes.limit * squared {
            return;
        }
        let (s, t) = (
            w.cross(v).dot(across) / squared,
            w.cross(u).dot(across) / squared,
        );
        if !((0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t)) {
            return;
        }
        let points = [from_a + u * s, from_b + v * t];
        let along = across / squared.sqrt();
        let ahead = if gap >= 0.0 { along } else { -along };
        for normal in [ahead, -ahead] {
            if !b.is_edge_foremost(j, -normal) {
                continue;
            }
            let Some(on_a) = self.edge(0, i, normal) else {
                continue;
            };
            if let Some(on_b) = self.edge(1, j, -normal) {
                self.push(0, points, normal, [on_a, on_b]);
                return;
            }
        }
    }

    /// Corner `i` of one side and edge `j` of the other one.
    fn corner_and_edge(&mut self, side: usize, i: usize, j: usize) {
        let corner = self.cached[side].corners[i];
        let (from, to) = ends(self.cached[1 - side], j);
        let along = to - from;
        let fraction = (corner - from).dot(along) / along.length_squared();
        if !(fraction > 0.0 && fraction < 1.0) {
            return;
        }
        let point = from + along * fraction;
        if let Some(ahead) = self.direction(corner, point)
            && let Some(on_edge) = self.edge(1 - side, j, -ahead)
            && let Some(on_corner) = self.corner(side, i, ahead)
        {
            self.push(side, [corner, point], ahead, [on_corner, on_edge]);
        }
    }

    /// The direction from one point to another, if they are within the limit.
    fn direction(&self, from: DVec3, to: DVec3) -> Option<DVec3> {
        let offset = to - from;
        let squared = offset.length_squared();
        if squared > self.meshes.limit * self.meshes.limit {
            return None;
        }
        // Points that touch define no direction; other pairs of features do.
        let length = squared.sqrt();
        (length > self.meshes.slack * params::TOUCHING_POINTS_FRACTION).then(|| offset / length)
    }

    fn corners(&mut self, i: usize, j: usize) {
        let points = [self.cached[0].corners[i], self.cached[1].corners[j]];
        if let Some(normal) = self.direction(points[0], points[1])
            && let Some(on_a) = self.corner(0, i, normal)
            && let Some(on_b) = self.corner(1, j, -normal)
        {
            self.push(0, points, normal, [on_a, on_b]);
        }
    }
}

/// The start and the end of edge `i` of a triangle.
fn ends(cached: &CachedTriangle, i: usize) -> (DVec3, DVec3) {
    (cached.corners[i], cached.corners[(i + 1) % 3])
}

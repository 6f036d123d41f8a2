//! The contacts of two triangles of two meshes: each feature of one against each of the other.

use glam::DVec3;

use crate::Relative;
use crate::narrow_phase::plane_sides::bits;
use crate::params;
use crate::query::contacts::contact::ContactCandidate;
use crate::query::contacts::feature_normals::{FeatureSlopes, MeshSurface};
use crate::query::contacts::feature_polygon::FeatureId;
use crate::query::contacts::triangle_cache::CachedTriangle;

/// Two meshes, and the distance within which they are in contact.
pub(super) struct MeshSurfaces<'q> {
    pub surface_a: MeshSurface<'q>,
    pub surface_b: MeshSurface<'q>,
    pub relative: &'q Relative,
    /// The largest distance, in metres.
    pub limit: f64,
    /// How far beside a triangle a point may lie and still count as over it, in metres.
    pub slack: f64,
}

impl MeshSurfaces<'_> {
    /// A direction of the first frame in the second one.
    fn to_b(&self, direction: DVec3) -> DVec3 {
        self.relative.rotation.transpose() * direction
    }
}

/// Two triangles whose features are compared.
pub(super) struct TrianglePairFeatures<'s, 'q> {
    pub meshes: &'s MeshSurfaces<'q>,
    /// Their numbers in the stores.
    pub triangles: [u32; 2],
    /// The corners (bits 0 to 2) and edges (3 to 5) that may be near the other triangle.
    pub features: [u8; 2],
    pub cached_a: &'s CachedTriangle,
    pub cached_b: &'s CachedTriangle,
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
                self.corner_of_a_and_face(i);
                for j in bits(edges_b | near_b & 7) {
                    if edges_b >> j & 1 != 0 {
                        self.corner_of_a_and_edge(i, j);
                    }
                    if near_b >> j & 1 != 0 {
                        self.corners(i, j);
                    }
                }
            }
            if near_b >> i & 1 != 0 {
                self.corner_of_b_and_face(i);
                for j in bits(edges_a) {
                    self.edge_of_a_and_corner(j, i);
                }
            }
            if edges_a >> i & 1 != 0 {
                for j in bits(edges_b) {
                    self.edges(i, j);
                }
            }
        }
    }

    /// Corner `i` of A along the normal, if nothing around it lies farther along.
    fn corner_of_a(&self, i: usize, normal: DVec3) -> Option<ContactSide> {
        if !self.cached_a.is_foremost(i, normal) {
            return None;
        }
        let (surface, edge) = (&self.meshes.surface_a, 3 * self.triangles[0] + i as u32);
        let slopes = surface.contact_corner(edge, normal)?;
        Some(ContactSide::of(surface, slopes, normal))
    }

    /// Corner `j` of B against the normal, if nothing around it lies farther against it.
    fn corner_of_b(&self, j: usize, normal: DVec3) -> Option<ContactSide> {
        if !self.cached_b.is_foremost(j, -normal) {
            return None;
        }
        let (surface, edge) = (&self.meshes.surface_b, 3 * self.triangles[1] + j as u32);
        let against = self.meshes.to_b(-normal);
        let slopes = surface.contact_corner(edge, against)?;
        Some(ContactSide::of(surface, slopes, against))
    }

    fn edge_of_a(&self, i: usize, normal: DVec3) -> Option<ContactSide> {
        if !self.cached_a.is_edge_foremost(i, normal) {
            return None;
        }
        let (surface, edge) = (&self.meshes.surface_a, 3 * self.triangles[0] + i as u32);
        let slopes = surface.contact_edge(edge, normal)?;
        Some(ContactSide::of(surface, slopes, normal))
    }

    fn edge_of_b(&self, j: usize, normal: DVec3) -> Option<ContactSide> {
        if !self.cached_b.is_edge_foremost(j, -normal) {
            return None;
        }
        let (surface, edge) = (&self.meshes.surface_b, 3 * self.triangles[1] + j as u32);
        let against = self.meshes.to_b(-normal);
        let slopes = surface.contact_edge(edge, against)?;
        Some(ContactSide::of(surface, slopes, against))
    }

    fn push(&mut self, points: [DVec3; 2], normal: DVec3, on_a: ContactSide, on_b: ContactSide) {
        let distance = (points[1] - points[0]).dot(normal);
        let is_through_solid = !(on_a.is_outward && on_b.is_outward);
        if is_through_solid && distance < 0.0 {
            return;
        }
        self.found.push(ContactCandidate {
            point_a: points[0],
            point_b: points[1],
            distance,
            normal,
            region: u64::from(on_a.region.id) << 32 | u64::from(on_b.region.id),
            feature: u64::from(on_a.feature.id) << 32 | u64::from(on_b.feature.id),
            is_through_solid,
            ..ContactCandidate::default()
        });
    }

    /// Where a corner lies over a face of the other triangle, if it is near: its foot, the face's normal, and
    /// the fronts to try (1 along that normal). The corner may be in front of the face or behind it; a solid's
    /// face has one front.
    fn over_face(
        &self,
        corner: DVec3,
        face: &CachedTriangle,
        solid: bool,
    ) -> Option<(DVec3, DVec3, [f64; 2])> {
        let outwards = face.normal();
        let height = (corner - face.corners[0]).dot(outwards);
        let is_near = height.abs() <= self.meshes.limit;
        if !is_near || !face.projects_onto(corner, outwards, self.meshes.slack) {
            return None;
        }
        let fronts = if solid || height >= 0.0 {
            [1.0, -1.0]
        } else {
            [-1.0, 1.0]
        };
        Some((corner - outwards * height, outwards, fronts))
    }

    fn corner_of_a_and_face(&mut self, i: usize) {
        let solid = self.meshes.surface_b.is_solid;
        let corner = self.cached_a.corners[i];
        let Some((foot, outwards, fronts)) = self.over_face(corner, self.cached_b, solid) else {
            return;
        };
        for front in fronts {
            let on_b = ContactSide::of_face(self.triangles[1], !solid || front > 0.0);
            let normal = -outwards * front;
            if let Some(on_a) = self.corner_of_a(i, normal) {
                self.push([corner, foot], normal, on_a, on_b);
                return;
            }
        }
    }

    fn corner_of_b_and_face(&mut self, j: usize) {
        let solid = self.meshes.surface_a.is_solid;
        let corner = self.cached_b.corners[j];
        let Some((foot, outwards, fronts)) = self.over_face(corner, self.cached_a, solid) else {
            return;
        };
        for front in fronts {
            let on_a = ContactSide::of_face(self.triangles[0], !solid || front > 0.0);
            let normal = outwards * front;
            if let Some(on_b) = self.corner_of_b(j, normal) {
                self.push([foot, corner], normal, on_a, on_b);
                return;
            }
        }
    }

    fn edges(&mut self, i: usize, j: usize) {
        let (from_a, to_a) = ends(self.cached_a, i);
        let (from_b, to_b) = ends(self.cached_b, j);
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
            if !self.cached_b.is_edge_foremost(j, -normal) {
                continue;
            }
            let Some(on_a) = self.edge_of_a(i, normal) else {
                continue;
            };
            if let Some(on_b) = self.edge_of_b(j, normal) {
                self.push(points, normal, on_a, on_b);
                return;
            }
        }
    }

    fn corner_of_a_and_edge(&mut self, i: usize, j: usize) {
        let corner = self.cached_a.corners[i];
        let (from, to) = ends(self.cached_b, j);
        let Some((point, normal)) = self.to_edge(corner, from, to) else {
            return;
        };
        if let Some(on_b) = self.edge_of_b(j, normal)
            && let Some(on_a) = self.corner_of_a(i, normal)
        {
            self.push([corner, point], normal, on_a, on_b);
        }
    }

    fn edge_of_a_and_corner(&mut self, i: usize, j: usize) {
        let corner = self.cached_b.corners[j];
        let (from, to) = ends(self.cached_a, i);
        let Some((point, normal)) = self.to_edge(corner, from, to) else {
            return;
        };
        if let Some(on_a) = self.edge_of_a(i, -normal)
            && let Some(on_b) = self.corner_of_b(j, -normal)
        {
            self.push([point, corner], -normal, on_a, on_b);
        }
    }

    /// The point of an edge nearest to a corner, between the ends, and the direction there.
    fn to_edge(&self, corner: DVec3, from: DVec3, to: DVec3) -> Option<(DVec3, DVec3)> {
        let along = to - from;
        let fraction = (corner - from).dot(along) / along.length_squared();
        if !(fraction > 0.0 && fraction < 1.0) {
            return None;
        }
        let point = from + along * fraction;
        self.direction(corner, point).map(|normal| (point, normal))
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
        let (on_a, on_b) = (self.cached_a.corners[i], self.cached_b.corners[j]);
        let Some(normal) = self.direction(on_a, on_b) else {
            return;
        };
        if let Some(side_a) = self.corner_of_a(i, normal)
            && let Some(side_b) = self.corner_of_b(j, normal)
        {
            self.push([on_a, on_b], normal, side_a, side_b);
        }
    }
}

/// Where edge `i` of a triangle starts and ends.
fn ends(cached: &CachedTriangle, i: usize) -> (DVec3, DVec3) {
    (cached.corners[i], cached.corners[(i + 1) % 3])
}

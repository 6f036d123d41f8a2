//! The contacts of two triangles of two meshes, feature against feature.

use glam::DVec3;

use crate::Relative;
use crate::narrow_phase::plane_sides::bits;
use crate::query::contacts::Found;
use crate::query::contacts::feature_normals::{Seen, Surface};
use crate::query::contacts::feature_polygon::Part;
use crate::query::contacts::triangle_cache::Facet;

/// Two meshes and how near is a contact.
pub(super) struct Meshes<'q> {
    pub surface_a: Surface<'q>,
    pub surface_b: Surface<'q>,
    pub relative: &'q Relative,
    /// The largest distance, in metres.
    pub limit: f64,
    /// What points may be beside a triangle and still count as over it, in metres.
    pub slack: f64,
}

impl Meshes<'_> {
    /// A direction of the first frame in the second.
    fn to_b(&self, direction: DVec3) -> DVec3 {
        self.relative.rotation.transpose() * direction
    }
}

/// Two triangles whose features are compared.
pub(super) struct TrianglePair<'s, 'q> {
    pub meshes: &'s Meshes<'q>,
    /// Their places in the models.
    pub triangles: [u32; 2],
    /// The corners and edges that may be near the other one.
    pub features: [u8; 2],
    pub facet_a: &'s Facet,
    pub facet_b: &'s Facet,
    pub found: &'s mut Vec<Found>,
}

/// What one side of a contact is.
#[derive(Clone, Copy)]
struct SidePart {
    part: Part,
    region: Part,
    is_outward: bool,
}

impl SidePart {
    fn of(seen: &Seen) -> Self {
        SidePart {
            part: seen.part,
            region: match (seen.face, seen.edge) {
                (Some(face), _) => Part::face(face),
                (None, Some(edge)) => Part::side(edge),
                (None, None) => seen.part,
            },
            is_outward: seen.is_outward,
        }
    }
}

impl TrianglePair<'_, '_> {
    /// Adds the contacts of their features.
    pub fn look(mut self) {
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

    fn half_edges(&self, i: usize, j: usize) -> (u32, u32) {
        let [a, b] = self.triangles;
        (3 * a + i as u32, 3 * b + j as u32)
    }

    /// The corner of A along the normal, if nothing around it is farther along.
    fn corner_of_a(&self, i: usize, normal: DVec3) -> Option<SidePart> {
        if !self.facet_a.is_foremost(i, normal) {
            return None;
        }
        let edge = self.half_edges(i, 0).0;
        let seen = self.meshes.surface_a.contact_corner(edge, normal);
        seen.map(|seen| SidePart::of(&seen))
    }

    /// The same for B, against the normal.
    fn corner_of_b(&self, j: usize, normal: DVec3) -> Option<SidePart> {
        if !self.facet_b.is_foremost(j, -normal) {
            return None;
        }
        let (edge, against) = (self.half_edges(0, j).1, self.meshes.to_b(-normal));
        let seen = self.meshes.surface_b.contact_corner(edge, against);
        seen.map(|seen| SidePart::of(&seen))
    }

    fn edge_of_a(&self, i: usize, normal: DVec3) -> Option<SidePart> {
        if !self.facet_a.is_edge_foremost(i, normal) {
            return None;
        }
        let edge = self.half_edges(i, 0).0;
        let seen = self.meshes.surface_a.contact_edge(edge, normal);
        seen.map(|seen| SidePart::of(&seen))
    }

    fn edge_of_b(&self, j: usize, normal: DVec3) -> Option<SidePart> {
        if !self.facet_b.is_edge_foremost(j, -normal) {
            return None;
        }
        let (edge, against) = (self.half_edges(0, j).1, self.meshes.to_b(-normal));
        let seen = self.meshes.surface_b.contact_edge(edge, against);
        seen.map(|seen| SidePart::of(&seen))
    }

    fn push(&mut self, points: [DVec3; 2], normal: DVec3, on_a: SidePart, on_b: SidePart) {
        let distance = (points[1] - points[0]).dot(normal);
        let is_through = !(on_a.is_outward && on_b.is_outward);
        if is_through && distance < 0.0 {
            return;
        }
        self.found.push(Found {
            point_a: points[0],
            point_b: points[1],
            distance,
            normal,
            region: u64::from(on_a.region.id) << 32 | u64::from(on_b.region.id),
            feature: u64::from(on_a.part.id) << 32 | u64::from(on_b.part.id),
            is_through,
            ..Found::default()
        });
    }

    fn corner_of_a_and_face(&mut self, i: usize) {
        let (corner, face) = (self.facet_a.corners[i], self.facet_b);
        let outwards = face.normal();
        let height = (corner - face.corners[0]).dot(outwards);
        let is_near = height.abs() <= self.meshes.limit;
        if !is_near || !face.is_under(corner, outwards, self.meshes.slack) {
            return;
        }
        let foot = corner - outwards * height;
        // In front of a face or behind it; a solid's face has one front.
        let solid = self.meshes.surface_b.is_solid;
        let fronts = if solid || height >= 0.0 {
            [1.0, -1.0]
        } else {
            [-1.0, 1.0]
        };
        for front in fronts {
            let on_b = SidePart {
                part: Part::face(self.triangles[1]),
                region: Part::face(self.triangles[1]),
                is_outward: !solid || front > 0.0,
            };
            let normal = -outwards * front;
            if let Some(on_a) = self.corner_of_a(i, normal) {
                self.push([corner, foot], normal, on_a, on_b);
                return;
            }
        }
    }

    fn corner_of_b_and_face(&mut self, j: usize) {
        let (corner, face) = (self.facet_b.corners[j], self.facet_a);
        let outwards = face.normal();
        let height = (corner - face.corners[0]).dot(outwards);
        let is_near = height.abs() <= self.meshes.limit;
        if !is_near || !face.is_under(corner, outwards, self.meshes.slack) {
            return;
        }
        let foot = corner - outwards * height;
        let solid = self.meshes.surface_a.is_solid;
        let fronts = if solid || height >= 0.0 {
            [1.0, -1.0]
        } else {
            [-1.0, 1.0]
        };
        for front in fronts {
            let on_a = SidePart {
                part: Part::face(self.triangles[0]),
                region: Part::face(self.triangles[0]),
                is_outward: !solid || front > 0.0,
            };
            let normal = outwards * front;
            if let Some(on_b) = self.corner_of_b(j, normal) {
                self.push([foot, corner], normal, on_a, on_b);
                return;
            }
        }
    }

    fn edges(&mut self, i: usize, j: usize) {
        let (from_a, to_a) = ends(self.facet_a, i);
        let (from_b, to_b) = ends(self.facet_b, j);
        let (u, v, w) = (to_a - from_a, to_b - from_b, from_b - from_a);
        let across = u.cross(v);
        let squared = across.length_squared();
        let sizes = u.length_squared() * v.length_squared();
        // Parallel edges meet in their corners.
        if squared <= LEAST_SINE * LEAST_SINE * sizes {
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
            if !self.facet_b.is_edge_foremost(j, -normal) {
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
        let corner = self.facet_a.corners[i];
        let (from, to) = ends(self.facet_b, j);
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
        let corner = self.facet_b.corners[j];
        let (from, to) = ends(self.facet_a, i);
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
        let part = (corner - from).dot(along) / along.length_squared();
        if !(part > 0.0 && part < 1.0) {
            return None;
        }
        let point = from + along * part;
        self.direction(corner, point).map(|normal| (point, normal))
    }

    /// From one point to another if they are within the limit.
    fn direction(&self, from: DVec3, to: DVec3) -> Option<DVec3> {
        let way = to - from;
        let squared = way.length_squared();
        if squared > self.meshes.limit * self.meshes.limit {
            return None;
        }
        // Points that touch have no direction between them; other pairs of features do.
        let length = squared.sqrt();
        (length > self.meshes.slack * 1e-6).then(|| way / length)
    }

    fn corners(&mut self, i: usize, j: usize) {
        let (on_a, on_b) = (self.facet_a.corners[i], self.facet_b.corners[j]);
        let Some(normal) = self.direction(on_a, on_b) else {
            return;
        };
        if let Some(part_a) = self.corner_of_a(i, normal)
            && let Some(part_b) = self.corner_of_b(j, normal)
        {
            self.push([on_a, on_b], normal, part_a, part_b);
        }
    }
}

/// Edges at a smaller angle than this (its sine) are parallel.
const LEAST_SINE: f64 = 1e-6;

/// Where edge `i` of a triangle starts and ends.
fn ends(facet: &Facet, i: usize) -> (DVec3, DVec3) {
    (facet.corners[i], facet.corners[(i + 1) % 3])
}

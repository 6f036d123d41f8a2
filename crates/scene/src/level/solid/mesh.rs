//! Triangles of solids, by material.

use std::collections::HashMap;
use std::f32::consts::{PI, TAU};

use glam::{Vec2, Vec3};

use dodgem_collide::math::Pose;
use dodgem_collide::mesh::{MeshError, ObjModel, ObjPart, TriMesh};

use crate::level::Solid;
use crate::params::SOLID_STRIPES;

/// Names of parts, which are those of their materials: the stripes of a ramp alternate.
const SIDES: &str = "wood";
const STRIPE: [&str; 2] = ["paint", "light"];
/// Material of a plain solid, and that of the mark that makes the rotation of a round one visible.
const PLAIN: &str = "paint";
const MARK: &str = "white";

/// Level of detail of a round solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// For drawing.
    Fine,
    /// For the debug views of the engine.
    Coarse,
}

impl Detail {
    /// Returns the number of segments around, and of rings from the equator to a pole.
    fn counts(self) -> (usize, usize) {
        match self {
            Detail::Fine => (16, 4),
            Detail::Coarse => (8, 2),
        }
    }
}

/// Returns a mesh as a model of one material.
pub(super) fn plain(mesh: TriMesh) -> ObjModel {
    let part = ObjPart {
        name: PLAIN.to_owned(),
        triangles: 0..mesh.triangles().len(),
    };
    ObjModel {
        mesh,
        parts: vec![part],
    }
}

/// Merges several meshes, each at its pose.
pub(super) fn merged(meshes: &[(ObjModel, Pose)]) -> Result<ObjModel, MeshError> {
    let mut builder = SolidMeshBuilder::default();
    for (model, pose) in meshes {
        for part in &model.parts {
            builder.begin(&part.name);
            for triangle in part.triangles.clone() {
                let corners = model.mesh.corner_points(triangle);
                builder.polygon(&corners.map(|corner| pose.transform_point(corner)));
            }
        }
    }
    builder.finish()
}

/// True if each edge of the mesh has triangles on both sides.
pub(super) fn is_closed(mesh: &TriMesh) -> bool {
    let mut open: HashMap<(u32, u32), i32> = HashMap::new();
    for [a, b, c] in mesh.triangles() {
        for (from, to) in [(*a, *b), (*b, *c), (*c, *a)] {
            let way = if from < to { 1 } else { -1 };
            *open.entry((from.min(to), from.max(to))).or_insert(0) += way;
        }
    }
    open.values().all(|both| *both == 0)
}

/// Returns the triangles of a solid other than a hull, field or compound.
pub(super) fn drawn(solid: &Solid, scale: f32, detail: Detail) -> Result<ObjModel, MeshError> {
    match *solid {
        Solid::Box {
            width,
            height,
            length,
        } => cuboid(Vec3::new(width, height, length) * (0.5 * scale)),
        Solid::Ramp {
            width,
            height,
            length,
        } => wedge(Vec3::new(width, height, length), scale),
        Solid::Ball { radius } => {
            let (_, rings) = detail.counts();
            turned_profile(
                &cap(radius * scale, 0.0, 2 * rings, -PI * 0.5..PI * 0.5),
                detail,
            )
        }
        Solid::Capsule { radius, height } => {
            let (radius, half) = (radius * scale, (height * 0.5 - radius) * scale);
            let (_, rings) = detail.counts();
            let mut profile = cap(radius, -half, rings, -PI * 0.5..0.0);
            profile.extend(cap(radius, half, rings, 0.0..PI * 0.5));
            turned_profile(&profile, detail)
        }
        Solid::Cylinder { radius, height } => {
            let (radius, half) = (radius * scale, height * 0.5 * scale);
            let profile = [(0.0, -half), (radius, -half), (radius, half), (0.0, half)];
            turned_profile(&profile.map(|(out, y)| Vec2::new(out, y)), detail)
        }
        Solid::Cone { radius, height } => {
            let (radius, half) = (radius * scale, height * 0.5 * scale);
            let profile = [(0.0, -half), (radius, -half), (0.0, half)];
            turned_profile(&profile.map(|(out, y)| Vec2::new(out, y)), detail)
        }
        Solid::Hull { .. } | Solid::Field { .. } | Solid::Compound { .. } => {
            SolidMeshBuilder::default().finish()
        }
    }
}

impl Solid {
    /// Returns the maximum number of triangles for drawing; for a compound, the sum over its solids.
    pub(in crate::level) fn drawn_triangles(&self) -> u64 {
        self.triangles(Detail::Fine)
    }

    /// Returns the maximum number of triangles of the tree that is built for its body or the debug views.
    pub(in crate::level) fn built_triangles(&self) -> u64 {
        match self {
            Solid::Compound { .. } => self.triangles(Detail::Fine),
            _ => self.triangles(Detail::Coarse),
        }
    }

    fn triangles(&self, detail: Detail) -> u64 {
        let (segments, rings) = detail.counts();
        // Two triangles between two rings in each segment, one at a pole.
        let turned = |lines: usize| (segments * (2 * lines - 2)) as u64;
        match self {
            Solid::Box { .. } => 12,
            Solid::Ramp { .. } => 8 * SOLID_STRIPES as u64,
            Solid::Ball { .. } => turned(2 * rings),
            Solid::Capsule { .. } => turned(2 * rings + 1),
            Solid::Cylinder { .. } => turned(3),
            Solid::Cone { .. } => turned(2),
            // Euler's formula for a closed surface of triangles.
            Solid::Hull { points } => (2 * points.len() as u64).saturating_sub(4),
            Solid::Field { heights, .. } => 2 * heights.len() as u64,
            Solid::Compound { of } => of.iter().map(|part| part.solid.triangles(detail)).sum(),
        }
    }
}

/// Returns points of an arc between two elevation angles, as (distance from the axis, height).
fn cap(radius: f32, y: f32, steps: usize, angles: std::ops::Range<f32>) -> Vec<Vec2> {
    let at = |step: usize| {
        let angle = angles.start + (angles.end - angles.start) * step as f32 / steps as f32;
        let out = radius * libm::cosf(angle);
        // At a pole it is 0 except for rounding.
        let out = if out < radius * 1e-5 { 0.0 } else { out };
        Vec2::new(out, y + radius * libm::sinf(angle))
    };
    (0..=steps).map(at).collect()
}

/// Returns the surface of revolution of a profile, given from bottom to top, about the Y axis.
fn turned_profile(profile: &[Vec2], detail: Detail) -> Result<ObjModel, MeshError> {
    let (segments, _) = detail.counts();
    let corner = |point: Vec2, segment: usize| {
        let angle = TAU * (segment % segments) as f32 / segments as f32;
        let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
        Vec3::new(point.x * cos, point.y, -point.x * sin)
    };
    let mut builder = SolidMeshBuilder::default();
    for mark in [false, true] {
        builder.begin(if mark { MARK } else { PLAIN });
        for segment in (0..segments).filter(|segment| (segment % 8 == 0) == mark) {
            for pair in profile.windows(2) {
                builder.polygon(&[
                    corner(pair[0], segment),
                    corner(pair[0], segment + 1),
                    corner(pair[1], segment + 1),
                    corner(pair[1], segment),
                ]);
            }
        }
    }
    builder.finish()
}

/// Returns a box around its origin.
fn cuboid(half: Vec3) -> Result<ObjModel, MeshError> {
    let mut builder = SolidMeshBuilder::default();
    builder.begin(PLAIN);
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            // Three axes in cyclic order are right-handed, so this is counter-clockwise as seen from outside.
            let corner = |right: f32, up: f32| {
                let mut at = Vec3::ZERO;
                (at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3]) = (side, right * side, up);
                at * half
            };
            builder.polygon(&[
                corner(-1.0, -1.0),
                corner(1.0, -1.0),
                corner(1.0, 1.0),
                corner(-1.0, 1.0),
            ]);
        }
    }
    builder.finish()
}

/// Returns a wedge that stands on its origin and rises to the front.
fn wedge(size: Vec3, scale: f32) -> Result<ObjModel, MeshError> {
    let (half, back) = (size * 0.5 * scale, 0.0);
    let front = size.y * scale;
    // Position along the side, from the back (+Z) to the front (-Z), and the height there.
    let side = |share: f32| Vec2::new(half.z - 2.0 * half.z * share, back + (front - back) * share);
    let mut builder = SolidMeshBuilder::default();
    for (parity, stripe) in STRIPE.into_iter().enumerate() {
        builder.begin(stripe);
        for index in (parity..SOLID_STRIPES).step_by(2) {
            let [from, to] = [index, index + 1].map(|i| side(i as f32 / SOLID_STRIPES as f32));
            builder.polygon(&[
                Vec3::new(-half.x, from.y, from.x),
                Vec3::new(half.x, from.y, from.x),
                Vec3::new(half.x, to.y, to.x),
                Vec3::new(-half.x, to.y, to.x),
            ]);
        }
    }
    builder.begin(SIDES);
    for index in 0..SOLID_STRIPES {
        let [from, to] = [index, index + 1].map(|i| side(i as f32 / SOLID_STRIPES as f32));
        for x in [half.x, -half.x] {
            let mut corners = [
                Vec3::new(x, 0.0, from.x),
                Vec3::new(x, 0.0, to.x),
                Vec3::new(x, to.y, to.x),
                Vec3::new(x, from.y, from.x),
            ];
            if x < 0.0 {
                corners.reverse();
            }
            builder.polygon(&corners);
        }
        builder.polygon(&[
            Vec3::new(-half.x, 0.0, to.x),
            Vec3::new(half.x, 0.0, to.x),
            Vec3::new(half.x, 0.0, from.x),
            Vec3::new(-half.x, 0.0, from.x),
        ]);
    }
    let upright = |z: f32, height: f32, x: f32| {
        [
            Vec3::new(-x, 0.0, z),
            Vec3::new(x, 0.0, z),
            Vec3::new(x, height, z),
            Vec3::new(-x, height, z),
        ]
    };
    builder.polygon(&upright(-half.z, front, -half.x));
    builder.polygon(&upright(half.z, back, half.x));
    builder.finish()
}

/// Collects triangles by part; corners at one place share a vertex.
#[derive(Default)]
struct SolidMeshBuilder {
    vertices: Vec<Vec3>,
    known: HashMap<[u32; 3], u32>,
    triangles: Vec<[u32; 3]>,
    parts: Vec<ObjPart>,
}

impl SolidMeshBuilder {
    fn begin(&mut self, name: &str) {
        let next = self.triangles.len();
        self.parts.push(ObjPart {
            name: name.to_owned(),
            triangles: next..next,
        });
    }

    fn vertex(&mut self, place: Vec3) -> u32 {
        // 0 and -0 are one place.
        let key = place.to_array().map(|part| (part + 0.0).to_bits());
        let next = self.vertices.len() as u32;
        let index = *self.known.entry(key).or_insert(next);
        if index == next {
            self.vertices.push(place);
        }
        index
    }

    /// Adds a face, counter-clockwise as seen from outside; triangles without area are omitted.
    fn polygon(&mut self, corners: &[Vec3]) {
        let corners: Vec<u32> = corners.iter().map(|corner| self.vertex(*corner)).collect();
        for pair in corners[1..].windows(2) {
            let [p, q, r] = [corners[0], pair[0], pair[1]];
            if p != q && q != r && r != p {
                self.triangles.push([p, q, r]);
            }
        }
        if let Some(part) = self.parts.last_mut() {
            part.triangles.end = self.triangles.len();
        }
    }

    fn finish(self) -> Result<ObjModel, MeshError> {
        Ok(ObjModel {
            mesh: TriMesh::new(self.vertices, self.triangles)?,
            parts: self.parts,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the volume inside the triangles of a closed mesh that is wound outwards.
    fn volume(solid: &Solid, scale: f32) -> f32 {
        let shape = drawn(solid, scale, Detail::Fine).unwrap();
        let mut sum = 0.0;
        for index in 0..shape.mesh.triangles().len() {
            let [a, b, c] = shape.mesh.corner_points(index);
            sum += a.dot(b.cross(c)) / 6.0;
        }
        assert!(is_closed(&shape.mesh), "{solid:?} is not closed");
        sum
    }

    #[test]
    fn boxes_and_ramps_are_closed_and_have_their_volume() {
        let (width, height, length) = (2.0, 0.5, 4.0);
        let block = Solid::Box {
            width,
            height,
            length,
        };
        assert!((volume(&block, 1.0) - 4.0).abs() < 1e-5);
        let ramp = Solid::Ramp {
            width,
            height,
            length,
        };
        assert!((volume(&ramp, 1.0) - 2.0).abs() < 1e-5);
        assert!((volume(&ramp, 2.0) - 16.0).abs() < 1e-4);
    }

    #[test]
    fn as_many_triangles_are_counted_as_are_drawn() {
        let (width, height, length, radius) = (2.0, 5.0, 4.0, 1.0);
        for solid in [
            Solid::Box {
                width,
                height,
                length,
            },
            Solid::Ramp {
                width,
                height,
                length,
            },
            Solid::Ball { radius },
            Solid::Capsule { radius, height },
            Solid::Cylinder { radius, height },
            Solid::Cone { radius, height },
        ] {
            for (detail, counted) in [
                (Detail::Fine, solid.drawn_triangles()),
                (Detail::Coarse, solid.built_triangles()),
            ] {
                let mesh = drawn(&solid, 1.0, detail).unwrap().mesh;
                assert_eq!(mesh.triangles().len() as u64, counted, "{solid:?}");
            }
        }
    }

    #[test]
    fn round_solids_are_closed_and_have_nearly_their_volume() {
        // A polygon of 16 corners has 97.4 % of the area of its circle; a ball of 8 rings has 96.2 % of that.
        let near = |solid: Solid, exact: f32| {
            let share = volume(&solid, 1.0) / exact;
            assert!((0.937..0.975).contains(&share), "{solid:?}: {share}");
        };
        near(Solid::Ball { radius: 2.0 }, 4.0 / 3.0 * PI * 8.0);
        let (radius, height) = (1.0, 4.0);
        near(Solid::Cylinder { radius, height }, PI * 4.0);
        near(Solid::Cone { radius, height }, PI * 4.0 / 3.0);
        near(Solid::Capsule { radius, height }, PI * 2.0 + 4.0 / 3.0 * PI);
    }

    #[test]
    fn a_ramp_is_high_at_its_front_and_on_the_floor_at_its_back() {
        let ramp = Solid::Ramp {
            width: 3.0,
            height: 1.0,
            length: 5.0,
        };
        let shape = drawn(&ramp, 1.0, Detail::Fine).unwrap();
        for corner in shape.mesh.vertices() {
            let most = (2.5 - corner.z) / 5.0;
            assert!(corner.y <= most + 1e-5, "{corner}");
        }
        let parts: Vec<_> = shape.parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(parts, ["paint", "light", "wood"]);
    }
}

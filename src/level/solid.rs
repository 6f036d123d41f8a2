//! Boxes and ramps: solids that a level describes by their sizes.

use std::sync::Arc;

use glam::{Vec2, Vec3};

use dodgem_collide::mesh::{MeshError, ObjModel, ObjPart, TriMesh};
use dodgem_collide::shape::ConvexHull;
use dodgem_collide::{BuildOptions, Model, Shape};

use crate::level::{Library, ModelAsset, Solid};
use crate::params::SOLID_STRIPES;

/// The parts, named after their materials: the stripes take turns.
const SIDES: &str = "wood";
const STRIPE: [&str; 2] = ["paint", "light"];

impl Library {
    /// A solid `scale` times as large as described: as it is drawn, and as it collides.
    pub(super) fn solid(
        &self,
        solid: &Solid,
        scale: f32,
        options: &BuildOptions,
    ) -> Result<(Arc<ModelAsset>, Shape), String> {
        let shape = drawn(solid, scale).map_err(|error| error.to_string())?;
        let hull = ConvexHull::from_points(shape.mesh.vertices());
        let hull = hull.map_err(|error| error.to_string())?;
        let model = Model::build(&shape.mesh, options);
        let asset = ModelAsset {
            name: format!("{solid:?}"),
            scale,
            model: Arc::new(model.map_err(|error| error.to_string())?),
            shape,
        };
        Ok((Arc::new(asset), Shape::Hull(Arc::new(hull))))
    }
}

/// The triangles of a solid, by material.
fn drawn(solid: &Solid, scale: f32) -> Result<ObjModel, MeshError> {
    let (size, back_height) = match *solid {
        Solid::Box {
            width,
            height,
            length,
        } => (Vec3::new(width, height, length), height),
        Solid::Ramp {
            width,
            height,
            length,
        } => (Vec3::new(width, height, length), 0.0),
    };
    let (half, back) = (size * 0.5 * scale, back_height * scale);
    let front = size.y * scale;
    // Along the side, from the back (+Z) to the front (-Z), and its height there.
    let side = |share: f32| Vec2::new(half.z - 2.0 * half.z * share, back + (front - back) * share);
    let mut builder = SolidMeshBuilder::default();
    for (parity, stripe) in STRIPE.into_iter().enumerate() {
        builder.begin(stripe);
        for index in (parity..SOLID_STRIPES).step_by(2) {
            let [from, to] = [index, index + 1].map(|i| side(i as f32 / SOLID_STRIPES as f32));
            builder.quad([
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
            builder.quad(corners);
        }
        builder.quad([
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
    builder.quad(upright(-half.z, front, -half.x));
    builder.quad(upright(half.z, back, half.x));
    builder.finish()
}

/// Collects triangles by part; corners at one place are one vertex.
#[derive(Default)]
struct SolidMeshBuilder {
    vertices: Vec<Vec3>,
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
        let known = self.vertices.iter().position(|known| *known == place);
        let index = known.unwrap_or(self.vertices.len());
        if known.is_none() {
            self.vertices.push(place);
        }
        index as u32
    }

    /// A face, counter-clockwise seen from outside; triangles without area are left out.
    fn quad(&mut self, corners: [Vec3; 4]) {
        let [a, b, c, d] = corners.map(|corner| self.vertex(corner));
        let sound = [[a, b, c], [a, c, d]].into_iter();
        self.triangles
            .extend(sound.filter(|[p, q, r]| p != q && q != r && r != p));
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

    /// The volume inside the triangles: that of a mesh that is closed and wound outwards.
    fn volume(solid: Solid, scale: f32) -> f32 {
        let shape = drawn(&solid, scale).unwrap();
        let mut sum = 0.0;
        let mut edges = std::collections::BTreeMap::new();
        for (index, triangle) in shape.mesh.triangles().iter().enumerate() {
            let [a, b, c] = shape.mesh.corner_points(index);
            sum += a.dot(b.cross(c)) / 6.0;
            for i in 0..3 {
                let (from, to) = (triangle[i], triangle[(i + 1) % 3]);
                *edges.entry((from.min(to), from.max(to))).or_insert(0) +=
                    if from < to { 1 } else { -1 };
            }
        }
        assert!(edges.values().all(|both| *both == 0), "it is not closed");
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
        assert!((volume(block, 1.0) - 4.0).abs() < 1e-5);
        let ramp = Solid::Ramp {
            width,
            height,
            length,
        };
        assert!((volume(ramp, 1.0) - 2.0).abs() < 1e-5);
        assert!((volume(ramp, 2.0) - 16.0).abs() < 1e-4);
    }

    #[test]
    fn a_ramp_is_high_at_its_front_and_on_the_floor_at_its_back() {
        let ramp = Solid::Ramp {
            width: 3.0,
            height: 1.0,
            length: 5.0,
        };
        let shape = drawn(&ramp, 1.0).unwrap();
        for corner in shape.mesh.vertices() {
            let most = (2.5 - corner.z) / 5.0;
            assert!(corner.y <= most + 1e-5, "{corner}");
        }
        let parts: Vec<_> = shape.parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(parts, ["paint", "light", "wood"]);
    }
}

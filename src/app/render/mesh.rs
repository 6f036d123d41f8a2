//! Meshes in the layout of the GPU, and their materials.

use glam::{Mat4, Vec3};

use crate::app::params::render::mesh::CREASE_COSINE;
use crate::app::render::outline::way;
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::mesh::obj::ObjModel;

/// A corner of a triangle: position, normal, colour and material.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshVertex {
    pub position: [f32; 3],
    pub normal: [f32; 3],
    pub color: [u8; 4],
    /// Highlight strength, highlight sharpness, own light, and share of the instance's colour; each 0 to 255.
    pub material: [u8; 4],
}

/// The material of a part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshMaterial {
    pub color: [u8; 3],
    pub shine: u8,
    pub narrow: u8,
    pub glow: u8,
    pub painted: u8,
}

impl MeshMaterial {
    /// A colour of its own without own light, with the strength and sharpness of its highlights.
    pub const fn shining(color: [u8; 3], shine: u8, narrow: u8) -> Self {
        Self {
            color,
            shine,
            narrow,
            glow: 0,
            painted: 0,
        }
    }

    /// A dull colour.
    pub const fn dull(red: u8, green: u8, blue: u8) -> Self {
        Self::shining([red, green, blue], 14, 30)
    }

    /// A colour that emits light.
    pub const fn glowing(red: u8, green: u8, blue: u8) -> Self {
        Self {
            glow: 255,
            ..Self::shining([red, green, blue], 0, 0)
        }
    }

    /// A glossy colour.
    pub const fn glossy(red: u8, green: u8, blue: u8) -> Self {
        Self::shining([red, green, blue], 150, 150)
    }

    /// The material for a model's part by its name; `paint` takes the body's own colour.
    pub fn of_part(name: &str) -> Self {
        let known = |word: &str| name.contains(word);
        if known("paint") || known("body") {
            Self {
                painted: 255,
                ..Self::glossy(255, 255, 255)
            }
        } else if known("rubber") || known("tyre") {
            Self::shining([38, 38, 44], 46, 36)
        } else if known("metal") || known("chrome") || known("pole") {
            Self::shining([190, 196, 208], 230, 190)
        } else if known("seat") {
            Self::shining([124, 44, 34], 70, 60)
        } else if known("dark") {
            Self::shining([30, 30, 38], 60, 90)
        } else if known("light") || known("lamp") || known("spark") {
            Self::glowing(255, 236, 176)
        } else if known("wood") {
            Self::dull(176, 122, 70)
        } else if known("white") {
            Self::glossy(240, 240, 236)
        } else if known("red") {
            Self::glossy(214, 44, 40)
        } else if known("yellow") {
            Self::glossy(250, 204, 40)
        } else if known("stone") || known("concrete") {
            Self::dull(150, 146, 150)
        } else {
            Self {
                painted: 255,
                ..Self::dull(230, 230, 230)
            }
        }
    }
}

/// The quads of a ball of radius 1 around the origin, in rows from below and columns from +X towards -Z.
pub fn ball_quads(rows: usize, columns: usize) -> impl Iterator<Item = [Vec3; 4]> {
    let at = move |row: usize, column: usize| {
        let high = (row as f32 / rows as f32 - 0.5) * std::f32::consts::PI;
        way(column as f32 / columns as f32) * high.cos() + Vec3::Y * high.sin()
    };
    let places = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
    places.map(move |(row, column)| {
        let (right, above) = (column + 1, row + 1);
        [
            at(row, column),
            at(row, right),
            at(above, right),
            at(above, column),
        ]
    })
}

/// Vertices and triangles ready for upload.
#[derive(Debug, Clone, Default)]
pub struct MeshData {
    pub vertices: Vec<MeshVertex>,
    pub indices: Vec<u32>,
}

impl MeshData {
    /// Builds a mesh from the selected parts of a model file, each with its own material.
    pub fn from_parts(model: &ObjModel, chosen: impl Fn(&str) -> bool) -> Self {
        let count = model.mesh.triangles().len();
        let rest = chosen("").then(|| MeshMaterial::of_part(""));
        let mut materials = vec![rest; count];
        for part in &model.parts {
            let material = chosen(&part.name).then(|| MeshMaterial::of_part(&part.name));
            for slot in part.triangles.clone() {
                if let Some(entry) = materials.get_mut(slot) {
                    *entry = material;
                }
            }
        }
        Self::from_triangles(&model.mesh, |triangle| materials[triangle])
    }

    /// Builds a mesh from the triangles with a material, smooth except at creases.
    pub fn from_triangles(
        mesh: &TriMesh,
        material: impl Fn(usize) -> Option<MeshMaterial>,
    ) -> Self {
        let normals = corner_normals(mesh);
        let mut data = Self::default();
        for (index, corners) in normals.iter().enumerate() {
            let points = mesh.corner_points(index);
            let Some(material) = material(index) else {
                continue;
            };
            for (point, normal) in points.iter().zip(corners) {
                data.indices.push(data.vertices.len() as u32);
                data.push(*point, *normal, material);
            }
        }
        data
    }

    /// Adds a vertex and returns its index.
    pub fn push(&mut self, position: Vec3, normal: Vec3, material: MeshMaterial) -> u32 {
        let [red, green, blue] = material.color;
        self.vertices.push(MeshVertex {
            position: position.to_array(),
            normal: normal.to_array(),
            color: [red, green, blue, 255],
            material: [
                material.shine,
                material.narrow,
                material.glow,
                material.painted,
            ],
        });
        self.vertices.len() as u32 - 1
    }

    /// Adds a flat quad; the corners are counter-clockwise as seen from its front.
    pub fn quad(&mut self, corners: [Vec3; 4], material: MeshMaterial) {
        let normal = (corners[1] - corners[0])
            .cross(corners[2] - corners[0])
            .normalize_or_zero();
        self.quad_with_normals(corners, [normal; 4], material);
    }

    /// Adds a quad with a normal at each corner.
    pub fn quad_with_normals(
        &mut self,
        corners: [Vec3; 4],
        normals: [Vec3; 4],
        material: MeshMaterial,
    ) {
        let first = self.vertices.len() as u32;
        for (corner, normal) in corners.into_iter().zip(normals) {
            self.push(corner, normal, material);
        }
        self.indices
            .extend([0, 1, 2, 0, 2, 3].map(|offset| first + offset));
    }

    /// Adds a body of revolution about the Y axis through `centre`: a profile of (radius, height)
    /// from bottom to top, smooth around the axis, with an edge at every point of the profile.
    pub fn lathe(
        &mut self,
        centre: Vec3,
        profile: &[(f32, f32)],
        segments: usize,
        material: MeshMaterial,
    ) {
        for pair in profile.windows(2) {
            let ((low, bottom), (high, top)) = (pair[0], pair[1]);
            let slope = glam::Vec2::new(top - bottom, low - high).normalize_or_zero();
            for segment in 0..segments {
                let turn = |step: usize| {
                    let angle = step as f32 / segments as f32 * std::f32::consts::TAU;
                    Vec3::new(angle.cos(), 0.0, -angle.sin())
                };
                let (from, to) = (turn(segment), turn(segment + 1));
                let at =
                    |way: Vec3, radius: f32, height: f32| centre + way * radius + Vec3::Y * height;
                let normal = |way: Vec3| way * slope.x + Vec3::Y * slope.y;
                self.quad_with_normals(
                    [
                        at(from, low, bottom),
                        at(to, low, bottom),
                        at(to, high, top),
                        at(from, high, top),
                    ],
                    [normal(from), normal(to), normal(to), normal(from)],
                    material,
                );
            }
        }
    }
}

/// A normal for each corner of each triangle: the area-weighted mean of the faces around the point
/// that meet the triangle at less than the crease angle. Points are merged by position, so models
/// whose parts share no vertices are smooth too.
fn corner_normals(mesh: &TriMesh) -> Vec<[Vec3; 3]> {
    let count = mesh.triangles().len();
    let faces: Vec<Vec3> = (0..count)
        .map(|index| {
            let [a, b, c] = mesh.corner_points(index);
            (b - a).cross(c - a)
        })
        .collect();
    let key = |point: Vec3| (point * 4096.0).round().as_ivec3().to_array();
    let mut around: std::collections::HashMap<[i32; 3], Vec<usize>> =
        std::collections::HashMap::new();
    for index in 0..count {
        for point in mesh.corner_points(index) {
            around.entry(key(point)).or_default().push(index);
        }
    }
    (0..count)
        .map(|index| {
            let own = faces[index].normalize_or_zero();
            mesh.corner_points(index).map(|point| {
                let sum: Vec3 = around[&key(point)]
                    .iter()
                    .map(|other| faces[*other])
                    .filter(|face| face.normalize_or_zero().dot(own) >= CREASE_COSINE)
                    .sum();
                let mean = sum.normalize_or_zero();
                if mean == Vec3::ZERO { own } else { mean }
            })
        })
        .collect()
}

/// The transform and the colour of a body.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Instance {
    pub rows: [[f32; 4]; 3],
    pub tint: [f32; 4],
}

impl Instance {
    /// Creates an instance from a transform and a colour (red, green, blue from 0 to 1).
    pub fn new(place: Mat4, tint: [f32; 3]) -> Self {
        let row = |index: usize| place.row(index).to_array();
        Self {
            rows: [row(0), row(1), row(2)],
            tint: [tint[0], tint[1], tint[2], 1.0],
        }
    }

    /// Makes the instance translucent, with an opacity from 0 to 1.
    pub fn faint(self, opacity: f32) -> Self {
        let [red, green, blue, _] = self.tint;
        Self {
            tint: [red, green, blue, opacity],
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roof(height: f32) -> TriMesh {
        let vertices = vec![
            Vec3::new(-1.0, 0.0, 0.0),
            Vec3::new(0.0, height, 1.0),
            Vec3::new(0.0, height, -1.0),
            Vec3::new(1.0, 0.0, 0.0),
        ];
        TriMesh::new(vertices, vec![[0, 1, 2], [2, 1, 3]]).unwrap()
    }

    #[test]
    fn a_gentle_ridge_is_smooth_and_a_sharp_one_is_not() {
        for (height, smooth) in [(0.1, true), (2.0, false)] {
            let data =
                MeshData::from_triangles(&roof(height), |_| Some(MeshMaterial::dull(1, 2, 3)));
            assert_eq!(data.vertices.len(), 6);
            let same = data.vertices[1].normal == data.vertices[4].normal;
            assert_eq!(same, smooth, "height {height}");
        }
    }

    #[test]
    fn a_lathe_faces_outwards() {
        let mut data = MeshData::default();
        data.lathe(
            Vec3::ZERO,
            &[(1.0, 0.0), (1.0, 1.0)],
            8,
            MeshMaterial::dull(9, 9, 9),
        );
        for corners in data.indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|slot| data.vertices[corners[slot] as usize]);
            let place = |vertex: MeshVertex| Vec3::from(vertex.position);
            let face = (place(b) - place(a)).cross(place(c) - place(a));
            assert!(
                face.dot(Vec3::from(a.normal)) > 0.0,
                "winding agrees with the normal"
            );
            assert!((place(a) * Vec3::new(1.0, 0.0, 1.0)).dot(Vec3::from(a.normal)) > 0.0);
        }
    }

    #[test]
    fn only_paint_takes_the_colour_of_the_body() {
        assert_eq!(MeshMaterial::of_part("paint").painted, 255);
        for part in ["rubber", "metal", "seat", "light", "dark"] {
            assert_eq!(MeshMaterial::of_part(part).painted, 0, "{part}");
        }
    }
}

//! Generates a closed mesh of any size.

use std::f32::consts::TAU;

use dodgem_collide::mesh::TriMesh;
use glam::Vec3;

/// Returns a ball of radius about 1 with bumps, of `2 * sectors * (rings - 1)` triangles.
pub fn bumpy_ball(rings: u32, sectors: u32) -> TriMesh {
    let mut vertices = vec![Vec3::Y];
    for ring in 1..rings {
        let down = 0.5 * TAU * ring as f32 / rings as f32;
        for sector in 0..sectors {
            let around = TAU * sector as f32 / sectors as f32;
            let bump = 1.0 + 0.05 * (9.0 * around).sin() * (11.0 * down).sin();
            let direction = Vec3::new(
                down.sin() * around.cos(),
                down.cos(),
                down.sin() * around.sin(),
            );
            vertices.push(direction * bump);
        }
    }
    vertices.push(Vec3::NEG_Y);
    let last = vertices.len() as u32 - 1;
    let at = |ring: u32, sector: u32| 1 + (ring - 1) * sectors + sector % sectors;
    let mut triangles = Vec::new();
    for sector in 0..sectors {
        triangles.push([0, at(1, sector + 1), at(1, sector)]);
        triangles.push([last, at(rings - 1, sector), at(rings - 1, sector + 1)]);
        for ring in 1..rings - 1 {
            let (a, b) = (at(ring, sector), at(ring, sector + 1));
            let (c, d) = (at(ring + 1, sector), at(ring + 1, sector + 1));
            triangles.push([a, b, c]);
            triangles.push([b, d, c]);
        }
    }
    TriMesh::new(vertices, triangles).expect("a sound ball")
}

//! Two scenes for tables and benchmarks, so that the same meshes and poses are measured everywhere.
//!
//! They come from section 1.5 of source 1 (Aleš Daneu, *Algoritmi za odkrivanje trkov*, diploma thesis,
//! University of Ljubljana, 2002).

use std::f32::consts::TAU;

use glam::{Quat, Vec3};

use crate::math::{Pose, yaw};
use crate::mesh::{MeshError, TriMesh};
use crate::params::{SCENE_ANGLE, SCENE_START_DISTANCE};

/// The poses of a body that approaches one at rest in the origin (a quarter of the poses), makes
/// one full turn inside it (a half) and leaves (a quarter).
///
/// The body approaches and leaves at an angle (rad) and a little above the ground, so that no two
/// planes coincide.
pub fn car_path(poses: usize) -> Vec<Pose> {
    let pose = |x: f32, angle: f32| pose(yaw(angle), Vec3::new(x, 0.0, 0.03));
    let quarter = poses / 4;
    let turn = poses - 2 * quarter;
    let travelled = move |i: usize| SCENE_START_DISTANCE * i as f32 / quarter as f32;
    let approach =
        (0..quarter).map(move |i| pose(SCENE_START_DISTANCE - travelled(i), SCENE_ANGLE));
    let turning = (0..turn).map(move |i| pose(0.0, SCENE_ANGLE + TAU * i as f32 / turn as f32));
    let leave = (0..quarter).map(move |i| pose(-travelled(i), SCENE_ANGLE));
    approach.chain(turning).chain(leave).collect()
}

/// The poses of a body that makes one full turn at the origin about two axes at once. The ratio of the two
/// rates is the golden section, so that no two poses are alike.
pub fn tumbling(poses: usize) -> Vec<Pose> {
    let about_x = |angle: f32| {
        let half = 0.5 * angle;
        Quat::from_xyzw(libm::sinf(half), 0.0, 0.0, libm::cosf(half))
    };
    (0..poses)
        .map(|i| {
            let angle = TAU * i as f32 / poses as f32;
            pose(yaw(angle) * about_x(0.618 * angle), Vec3::ZERO)
        })
        .collect()
}

fn pose(rotation: Quat, translation: Vec3) -> Pose {
    Pose::new(rotation, translation).expect("sines and cosines are finite")
}

/// A mesh of a sphere of radius `radius` (m): `rings` rings of `sectors` quads, with triangles at
/// the poles; `2 sectors (rings - 1)` triangles. Source 1's sphere has 32 of both, 1984 triangles.
/// Fewer than 2 rings or 3 sectors are taken as that many.
///
/// # Errors
/// [`MeshError`] for a radius that is not finite or too large, or for more triangles than a mesh
/// may have.
pub fn sphere(rings: u32, sectors: u32, radius: f32) -> Result<TriMesh, MeshError> {
    let (rings, sectors) = (rings.max(2), sectors.max(3));
    let mut vertices = vec![Vec3::Y * radius];
    for ring in 1..rings {
        let polar = 0.5 * TAU * ring as f32 / rings as f32;
        let (height, wide) = (libm::cosf(polar), libm::sinf(polar));
        for sector in 0..sectors {
            let angle = TAU * sector as f32 / sectors as f32;
            let around = Vec3::new(wide * libm::cosf(angle), height, wide * libm::sinf(angle));
            vertices.push(around * radius);
        }
    }
    vertices.push(Vec3::NEG_Y * radius);
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
    TriMesh::new(vertices, triangles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_car_comes_from_one_side_turns_once_and_leaves_on_the_other() {
        let path = car_path(400);
        assert_eq!(path.len(), 400);
        assert_eq!(path[0].translation().x, 3.0);
        assert!(
            path[100..300]
                .iter()
                .all(|pose| pose.translation().x == 0.0)
        );
        assert!((path[399].translation().x + 2.97).abs() < 1e-5);
        // Half-way through the turn the body points the other way.
        let (start, half) = (path[100].rotation(), path[200].rotation());
        assert!(start.dot(half).abs() < 1e-6);
        // Any number of poses makes a path.
        for count in 0..9 {
            assert_eq!(car_path(count).len(), count);
        }
    }

    #[test]
    fn the_sphere_has_source_1s_triangles_and_its_radius() {
        let sphere = sphere(32, 32, 0.5).unwrap();
        assert_eq!(sphere.triangles().len(), 1984);
        let lengths = sphere.vertices().iter().map(|v| v.length());
        assert!(lengths.fold(0.0f32, |worst, l| worst.max((l - 0.5).abs())) < 1e-6);
        assert!(super::sphere(0, 0, 1.0).is_ok());
        assert!(super::sphere(3, 3, f32::NAN).is_err());
    }
}

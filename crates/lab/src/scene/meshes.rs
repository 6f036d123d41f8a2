//! Pairs of triangle meshes at many poses, with the truth from all pairs of triangles in f64.

use dodgem_oracle::mesh::relation;
use dodgem_oracle::meshes::{Raw, cuboid, gear, torus, uv_sphere};
use glam::{DQuat, DVec3, Vec3};
use rand::RngExt;

use super::rng;
use super::solids::{in_cube, turn};
use crate::mesh_pair::leaf_walk::LeafTest;
use crate::mesh_pair::library_2002::{Library, RULES};
use crate::mesh_pair::{Mesh, MeshPair, Pose};
use crate::work::Work;

/// Poses closer to touching than this (m) are left out: the reference cannot tell them.
const UNSURE: f64 = 1e-6;

/// Two meshes, and poses of the second with the truth: true if the surfaces meet.
#[derive(Clone, Debug)]
pub struct MeshScene {
    /// The meshes; the first one rests in the origin.
    pub meshes: [Mesh; 2],
    /// The poses and the truth.
    pub poses: Vec<(Pose, bool)>,
}

/// The pose in the origin.
pub const ORIGIN: Pose = Pose {
    rotation: DQuat::IDENTITY,
    translation: DVec3::ZERO,
};

/// A mesh of the reference.
pub fn mesh_of(raw: &Raw) -> Mesh {
    Mesh {
        vertices: raw.vertices.iter().map(|v| v.as_dvec3()).collect(),
        triangles: raw
            .triangles
            .iter()
            .map(|t| t.map(|i| i as usize))
            .collect(),
    }
}

/// Four pairs of meshes, half convex and half not, near each other at a number of poses in all. At every
/// other pose they barely meet.
pub fn scenes(count: usize, seed: u64) -> Vec<MeshScene> {
    let mut rng = rng(seed);
    let meshes = [
        [uv_sphere(6, 8, 1.0), uv_sphere(5, 9, 0.8)],
        [torus(10, 6, 1.0, 0.3), torus(8, 6, 0.9, 0.35)],
        [gear(7, 0.6, 1.0, 0.3), cuboid(Vec3::new(0.8, 0.3, 0.5))],
        [uv_sphere(7, 7, 1.0), torus(9, 5, 0.7, 0.2)],
    ];
    let scene = |[a, b]: &[Raw; 2]| {
        let meshes = [a, b].map(mesh_of);
        let soups = meshes.clone().map(|m| {
            (0..m.triangles.len())
                .map(|t| m.corners(t))
                .collect::<Vec<_>>()
        });
        let mut picker = Library::new([&meshes[0], &meshes[1]], &RULES, LeafTest::AllPairs);
        let mut poses = Vec::new();
        while poses.len() < count.div_ceil(4) {
            let mut pose = Pose {
                rotation: turn(3.0 * in_cube(&mut rng)),
                translation: in_cube(&mut rng) * rng.random_range(0.0..2.0),
            };
            if poses.len() % 2 == 1 {
                pose.translation = shallow(&mut picker, &pose);
            }
            let placed: Vec<_> = (soups[1].iter())
                .map(|t| t.map(|p| pose.point(p)))
                .collect();
            let truth = relation(&soups[0], &placed);
            if truth.surely_meet(UNSURE) || truth.surely_apart(UNSURE) {
                poses.push((pose, truth.surely_meet(UNSURE)));
            }
        }
        MeshScene { meshes, poses }
    };
    meshes.iter().map(scene).collect()
}

/// A shift along that of a pose at which the surfaces barely meet, by halving between a hit and a clear place.
/// The library only picks the place; the truth about it comes from the reference.
fn shallow(library: &mut Library, pose: &Pose) -> DVec3 {
    let way = pose.translation.normalize_or(DVec3::X);
    let mut hits = |distance: f64| {
        let pose = Pose {
            translation: way * distance,
            ..*pose
        };
        library.ask([&ORIGIN, &pose], &mut Work::default()).hit
    };
    let (mut near, mut far) = (0.7, 3.0);
    for _ in 0..9 {
        let middle = (near + far) / 2.0;
        if hits(middle) {
            near = middle;
        } else {
            far = middle;
        }
    }
    way * near
}

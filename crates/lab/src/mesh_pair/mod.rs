//! Methods for two triangle meshes as surfaces. Touching counts as a hit.

use dodgem_collide::mesh::TriMesh;
use glam::{DQuat, DVec3};

use crate::work::Work;

pub mod all_triangles;
pub mod dop18;
pub mod engine;
pub mod leaf_walk;
pub mod library_2002;
pub mod pieces;
pub mod tree;
pub mod triangle_pair;

/// A triangle mesh in its own frame.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// The corners (m).
    pub vertices: Vec<DVec3>,
    /// The triangles, counter-clockwise seen from outside.
    pub triangles: Vec<[usize; 3]>,
}

impl Mesh {
    /// The mesh of the engine.
    pub fn of(mesh: &TriMesh) -> Self {
        let triangles = mesh.triangles().iter();
        Self {
            vertices: mesh.vertices().iter().map(|v| v.as_dvec3()).collect(),
            triangles: triangles.map(|t| t.map(|i| i as usize)).collect(),
        }
    }

    /// The corners of a triangle.
    pub fn corners(&self, triangle: usize) -> [DVec3; 3] {
        self.triangles[triangle].map(|i| self.vertices[i])
    }

    /// The mesh at a pose.
    pub fn moved(&self, pose: &Pose) -> Self {
        Self {
            vertices: self.vertices.iter().map(|v| pose.point(*v)).collect(),
            triangles: self.triangles.clone(),
        }
    }
}

/// A rotation, then a translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Unit quaternion.
    pub rotation: DQuat,
    /// The shift (m).
    pub translation: DVec3,
}

impl Pose {
    /// A point of the body in the world.
    pub fn point(&self, p: DVec3) -> DVec3 {
        self.rotation * p + self.translation
    }

    /// The pose of another body in the frame of this one.
    pub fn relative(&self, other: &Pose) -> Pose {
        let back = self.rotation.conjugate();
        Pose {
            rotation: back * other.rotation,
            translation: back * (other.translation - self.translation),
        }
    }
}

/// The answer about two meshes.
#[derive(Clone, Debug, Default)]
pub struct MeshAnswer {
    /// True if the surfaces meet, or if the test was cut.
    pub hit: bool,
    /// True if the budget ended before the answer was known.
    pub cut: bool,
    /// Common points in the frame of the first mesh (m).
    pub points: Vec<DVec3>,
}

/// A method for two meshes, prepared for them.
pub trait MeshPair {
    /// Answers about the meshes at two poses.
    fn ask(&mut self, poses: [&Pose; 2], work: &mut Work) -> MeshAnswer;

    /// The triangles below a node of a mesh's tree, for figures of the step `nodes`; none without a tree.
    fn content(&self, _side: usize, _node: usize) -> Vec<usize> {
        Vec::new()
    }
}

/// Prepares a method for two meshes.
pub type MakeMeshPair = fn(&Mesh, &Mesh) -> Box<dyn MeshPair>;

//! Models: triangle meshes prepared for collision queries.

mod build;
pub(crate) mod contact_features;
mod draw;
pub(crate) mod hull_corners;
mod memory_use;
mod refit;
mod validate;

use glam::Vec3;

use crate::bounding::{BoundingSphere, Kdop6, Kdop14, Kdop18, Kdop26, RelativeBox};
use crate::bvh::{SplitAxis, SplitPoint, Tree};
use crate::math::{Aabb, Pose};
use crate::mesh::{HalfEdges, TriMesh};
use crate::model::hull_corners::HullCorners;
use crate::params;
use crate::piece::{PieceGrowth, PieceStore};

pub use crate::model::memory_use::Memory;

/// The kind of bounding volume in a model's tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VolumeKind {
    /// The sphere.
    Sphere,
    /// The axis-aligned box; a rotated one is enclosed by a new one.
    Aabb,
    /// The polytope of three slabs.
    Kdop6,
    /// The polytope of seven slabs.
    Kdop14,
    /// The polytope of nine slabs: source 1's volume.
    #[default]
    Kdop18,
    /// The polytope of thirteen slabs.
    Kdop26,
}

impl VolumeKind {
    /// Every kind.
    pub const ALL: [VolumeKind; 6] = [
        VolumeKind::Sphere,
        VolumeKind::Aabb,
        VolumeKind::Kdop6,
        VolumeKind::Kdop14,
        VolumeKind::Kdop18,
        VolumeKind::Kdop26,
    ];

    /// The common name of the kind.
    pub fn name(self) -> &'static str {
        match self {
            VolumeKind::Sphere => "sphere",
            VolumeKind::Aabb => "box",
            VolumeKind::Kdop6 => "6-DOP",
            VolumeKind::Kdop14 => "14-DOP",
            VolumeKind::Kdop18 => "18-DOP",
            VolumeKind::Kdop26 => "26-DOP",
        }
    }
}

/// The choices with which a [`Model`] is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BuildOptions {
    /// The most triangles of a convex piece, clamped to 1 to
    /// [`MAX_PIECE_TRIANGLES`](crate::MAX_PIECE_TRIANGLES).
    pub max_piece_triangles: usize,
    /// The method that grows pieces.
    pub piece_growth: PieceGrowth,
    /// The tree's volumes.
    pub volume: VolumeKind,
    /// The axis along which nodes are split.
    pub split_axis: SplitAxis,
    /// The position of the split along that axis.
    pub split_point: SplitPoint,
}

impl Default for BuildOptions {
    fn default() -> Self {
        BuildOptions {
            max_piece_triangles: params::DEFAULT_PIECE_TRIANGLES,
            piece_growth: PieceGrowth::default(),
            volume: VolumeKind::default(),
            split_axis: SplitAxis::default(),
            split_point: SplitPoint::default(),
        }
    }
}

/// The reason why a mesh cannot become a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// Every triangle is degenerate: without area.
    #[error("all {triangles} triangles are degenerate: none has an area")]
    OnlyDegenerate {
        /// The number of triangles.
        triangles: usize,
    },
    /// A refit was given another number of vertices than the mesh has.
    #[error("the mesh has {expected} vertices, but {given} were given")]
    VertexCount {
        /// The mesh's vertices.
        expected: usize,
        /// The vertices given.
        given: usize,
    },
    /// A refit was given a vertex that is not finite.
    #[error("vertex {vertex} has a coordinate that is not a finite number")]
    NonFinite {
        /// The vertex's number.
        vertex: usize,
    },
}

/// The progress of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Triangles that have a piece.
    pub placed: usize,
    /// All triangles.
    pub triangles: usize,
}

/// The parts that a build made, and the triangles that it dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildReport {
    /// Triangles without area that were dropped.
    pub degenerate: usize,
    /// Duplicate triangles that were dropped.
    pub duplicates: usize,
    /// Convex pieces made.
    pub pieces: usize,
    /// Leaves of the tree: each holds a piece, or a few parts of pieces that are close together.
    pub leaves: usize,
    /// Nodes of the tree.
    pub nodes: usize,
    /// Levels of the tree.
    pub depth: usize,
}

/// A tree of any kind of volume.
#[derive(Clone, Debug)]
pub(crate) enum AnyTree {
    Sphere(Tree<BoundingSphere>),
    Aabb(Tree<RelativeBox>),
    Kdop6(Tree<Kdop6>),
    Kdop14(Tree<Kdop14>),
    Kdop18(Tree<Kdop18>),
    Kdop26(Tree<Kdop26>),
}

/// Runs `$body` with `$tree` bound to the tree, for any kind of volume.
macro_rules! with_tree {
    ($any:expr, $tree:ident => $body:expr) => {
        match $any {
            AnyTree::Sphere($tree) => $body,
            AnyTree::Aabb($tree) => $body,
            AnyTree::Kdop6($tree) => $body,
            AnyTree::Kdop14($tree) => $body,
            AnyTree::Kdop18($tree) => $body,
            AnyTree::Kdop26($tree) => $body,
        }
    };
}

pub(crate) use with_tree;

/// A triangle mesh prepared for collision queries: convex pieces at the leaves of a tree of bounding
/// volumes. [`Model::build`] is the only way to make one.
#[derive(Clone, Debug)]
pub struct Model {
    mesh: TriMesh,
    options: BuildOptions,
    /// The contents of the leaves.
    pub(crate) store: PieceStore,
    /// The piece of each triangle in the store's order; empty if each leaf is one piece.
    piece_of: Vec<u32>,
    /// The half-edges of the store's triangles, in its order.
    pub(crate) edges: HalfEdges,
    /// The corners and edges that can be in contact, by the triangle that owns them.
    pub(crate) features: Vec<u8>,
    pub(crate) tree: AnyTree,
    /// Empty for large models and after a refit.
    pub(crate) hull: HullCorners,
    bounds: Aabb,
    /// A sphere around all vertices: centre and radius (m).
    pub(crate) center: Vec3,
    pub(crate) radius: f32,
    /// The largest absolute coordinate (m), to which rounding is relative.
    pub(crate) reach: f32,
    report: BuildReport,
}

impl Model {
    /// The mesh that the model was built from.
    pub fn mesh(&self) -> &TriMesh {
        &self.mesh
    }

    /// The options with which it was built.
    pub fn options(&self) -> &BuildOptions {
        &self.options
    }

    /// The parts that the build made, and the triangles that it dropped.
    pub fn report(&self) -> BuildReport {
        self.report
    }

    /// The box around the model in its own frame.
    pub fn local_aabb(&self) -> Aabb {
        self.bounds
    }

    /// The centre and radius of a sphere around the model, in its own frame.
    pub fn bounding_sphere(&self) -> (Vec3, f32) {
        (self.center, self.radius)
    }

    /// A box around the model at a pose: the box around its rotated local box. Conservative and
    /// fast.
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        let rotation = pose.rotation_matrix();
        let half = self.bounds.half_extents();
        let turned = rotation.x_axis.abs() * half.x
            + rotation.y_axis.abs() * half.y
            + rotation.z_axis.abs() * half.z;
        let center = pose.transform_point(self.bounds.center());
        let rounding = 8.0 * f32::EPSILON * (center.abs().max_element() + self.reach);
        Aabb::from_center(center, turned + rounding)
    }

    /// The convex pieces: for each, its triangles' numbers in the mesh.
    pub fn pieces(&self) -> impl Iterator<Item = Vec<u32>> {
        let mut pieces = vec![Vec::new(); self.report.pieces];
        let mut at = 0;
        for (leaf, triangles) in self.leaves().enumerate() {
            for &triangle in triangles {
                let piece = self.piece_of.get(at).map_or(leaf, |&p| p as usize);
                pieces[piece].push(triangle);
                at += 1;
            }
        }
        pieces.into_iter()
    }

    /// The leaves of the tree: for each, its triangles' numbers in the mesh.
    pub fn leaves(&self) -> impl Iterator<Item = &[u32]> {
        let store = &self.store;
        store
            .pieces
            .iter()
            .map(|p| &store.sources[p.triangle_range()])
    }
}

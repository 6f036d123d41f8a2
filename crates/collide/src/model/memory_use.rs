//! What a model takes beside the mesh's vertices and indices.

use crate::model::{AnyTree, Model, with_tree};

/// Bytes, by what they are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The tree's nodes.
    pub nodes: usize,
    /// What the leaves hold: places, corners, planes and numbers of triangles.
    pub leaves: usize,
    /// Which triangles meet along which edges, and which corners and edges may be contacts.
    pub edges: usize,
    /// The piece of each triangle.
    pub pieces: usize,
    /// The corners of the convex hull.
    pub hull: usize,
    /// The same for a model of any size.
    pub fixed: usize,
}

impl Memory {
    /// All together.
    pub fn total(&self) -> usize {
        self.nodes + self.leaves + self.edges + self.pieces + self.hull + self.fixed
    }
}

/// What a build keeps to, in bytes for each triangle; [`Memory::fixed`] is not counted.
pub(super) const MOST_BYTES: usize = 96;

impl Model {
    /// Bytes that the model takes beside the mesh's vertices and indices: at most 96 for each
    /// triangle and [`Memory::fixed`], if it was built with the default options; up to 200 if it has
    /// fewer than 64 triangles.
    pub fn memory(&self) -> Memory {
        Memory {
            nodes: with_tree!(&self.tree, tree => size_of_val(tree.nodes())),
            leaves: self.store.memory(),
            edges: self.edges.memory() + size_of_val(&self.features[..]),
            pieces: size_of_val(&self.piece_of[..]),
            hull: self.hull.memory(),
            fixed: size_of::<Model>(),
        }
    }
}

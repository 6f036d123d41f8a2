//! The memory that a model takes beside the mesh's vertices and indices.

use crate::model::{AnyTree, Model, with_tree};

/// Bytes, by their purpose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The tree's nodes.
    pub nodes: usize,
    /// The contents of the leaves: vertices, corners, planes and numbers of triangles.
    pub leaves: usize,
    /// The half-edges, and the list of corners and edges that can be in contact.
    pub edges: usize,
    /// The piece of each triangle.
    pub pieces: usize,
    /// The corners of the convex hull.
    pub hull: usize,
    /// The part that does not depend on the model's size.
    pub fixed: usize,
}

impl Memory {
    /// The sum of all.
    pub fn total(&self) -> usize {
        self.nodes + self.leaves + self.edges + self.pieces + self.hull + self.fixed
    }
}

impl Model {
    /// Bytes that the model takes beside the mesh's vertices and indices. With the default options
    /// at most 96 for each triangle and [`Memory::fixed`]; up to 200 for each triangle in models of
    /// fewer than 64.
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

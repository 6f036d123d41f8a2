//! Binary trees of bounding volumes over convex pieces.

mod box_gap;
mod build;
mod leaf_merging;
mod pair_descent;
mod probe;

pub(crate) use crate::bvh::build::{BuildInput, SplitRule};
pub use crate::bvh::build::{SplitAxis, SplitPoint};
pub(crate) use crate::bvh::leaf_merging::{LeafMergeRule, LeafMerger};
pub use crate::bvh::pair_descent::DescentOrder;
pub(crate) use crate::bvh::pair_descent::{Descent, MovedVolumeCache, Visitor};
pub(crate) use crate::bvh::probe::{Probe, ProbeEnd};

use crate::bounding::Volume;

/// Marks a node as a leaf in `Node::link`; the other bits are the piece's number.
const LEAF: u32 = 1 << 31;

/// A node: its volume, and either its two children or the piece that it holds.
#[derive(Clone, Debug)]
pub(crate) struct Node<V> {
    pub volume: V,
    /// A leaf's piece with [`LEAF`] set, else the index of the first of two adjacent children.
    link: u32,
    /// The volume's [`Volume::size`], or [`LEAF_SIZE`] for a leaf: of two nodes the one with the
    /// larger number is replaced by its children.
    size: f32,
}

/// Less than any volume's size.
const LEAF_SIZE: f32 = -1.0;

impl<V> Node<V> {
    /// The piece of a leaf.
    #[inline]
    pub(crate) fn piece(&self) -> Option<u32> {
        (self.link & LEAF != 0).then_some(self.link & !LEAF)
    }

    /// The first of the two adjacent children of an inner node.
    #[inline]
    pub(crate) fn first_child(&self) -> Option<u32> {
        (self.link & LEAF == 0).then_some(self.link)
    }
}

/// A tree in one array: the root first, siblings adjacent, every child behind its parent. A pass
/// from the back of the array to its front therefore reaches children before parents.
#[derive(Clone, Debug)]
pub(crate) struct Tree<V> {
    nodes: Vec<Node<V>>,
}

impl<V: Volume> Tree<V> {
    #[inline]
    pub(crate) fn nodes(&self) -> &[Node<V>] {
        &self.nodes
    }

    /// The bytes of the nodes of a tree with this number of leaves.
    pub(crate) fn memory_of(leaves: usize) -> usize {
        (2 * leaves - 1) * size_of::<Node<V>>()
    }

    /// The number of levels; a single leaf has one.
    pub(crate) fn depth(&self) -> usize {
        let mut deepest = 0;
        self.visit_levels(|_, level| deepest = deepest.max(level + 1));
        deepest
    }

    /// Calls `visit` with every node and its level; the root's is 0.
    pub(crate) fn visit_levels(&self, mut visit: impl FnMut(&Node<V>, usize)) {
        let mut stack = vec![(0u32, 0usize)];
        while let Some((index, level)) = stack.pop() {
            let node = &self.nodes[index as usize];
            visit(node, level);
            if let Some(child) = node.first_child() {
                stack.push((child + 1, level + 1));
                stack.push((child, level + 1));
            }
        }
    }

    /// Recomputes all volumes after the pieces changed: leaves by `leaf`, inner nodes as unions,
    /// from the back of the array to its front.
    pub(crate) fn refit(&mut self, mut leaf: impl FnMut(u32) -> V) {
        for index in (0..self.nodes.len()).rev() {
            let node = &self.nodes[index];
            let (volume, size) = match (node.piece(), node.first_child()) {
                (Some(piece), _) => (leaf(piece), LEAF_SIZE),
                (None, Some(child)) => {
                    let child = child as usize;
                    let (one, other) = (&self.nodes[child].volume, &self.nodes[child + 1].volume);
                    let volume = one.union(other);
                    let size = volume.size();
                    (volume, size)
                }
                (None, None) => continue,
            };
            self.nodes[index].volume = volume;
            self.nodes[index].size = size;
        }
    }
}

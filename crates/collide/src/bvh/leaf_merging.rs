//! Fewer leaves: neighbouring leaves are merged into one.

use crate::bounding::Volume;
use crate::bvh::{LEAF, LEAF_SIZE, Node, Tree};

/// The limits within which leaves are merged into one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafMergeRule {
    /// The most triangles of a merged leaf.
    pub most: usize,
    /// The volume of a merged leaf may be at most this many times as large as the largest one that
    /// it replaces.
    pub growth: f32,
}

/// The leaves below a node.
#[derive(Clone, Copy, Default)]
struct Subtree {
    triangles: usize,
    /// The size of the largest leaf's volume.
    largest: f32,
    /// The number of leaves.
    leaves: u32,
}

/// Merges the leaves of a tree.
pub(crate) struct LeafMerger<'t, V> {
    tree: &'t Tree<V>,
    subtrees: Vec<Subtree>,
}

impl<'t, V: Volume> LeafMerger<'t, V> {
    /// `triangles` gives the number of triangles of each leaf.
    pub(crate) fn new(tree: &'t Tree<V>, triangles: impl Fn(u32) -> usize) -> Self {
        let mut subtrees = vec![Subtree::default(); tree.nodes.len()];
        for (index, node) in tree.nodes.iter().enumerate().rev() {
            subtrees[index] = match (node.piece(), node.first_child()) {
                (Some(leaf), _) => Subtree {
                    triangles: triangles(leaf),
                    largest: node.volume.size(),
                    leaves: 1,
                },
                (None, Some(child)) => {
                    let (one, other) = (subtrees[child as usize], subtrees[child as usize + 1]);
                    Subtree {
                        triangles: one.triangles + other.triangles,
                        largest: one.largest.max(other.largest),
                        leaves: one.leaves + other.leaves,
                    }
                }
                (None, None) => Subtree::default(),
            };
        }
        LeafMerger { tree, subtrees }
    }

    /// The number of old leaves in each new one, in order.
    pub(crate) fn counts(&self, rule: LeafMergeRule) -> Vec<u32> {
        let mut counts = Vec::new();
        let mut open = vec![0];
        while let Some(old) = open.pop() {
            match self.children(old, rule) {
                // From left to right.
                Some(child) => open.extend([child + 1, child]),
                None => counts.push(self.subtrees[old as usize].leaves),
            }
        }
        counts
    }

    /// The tree of the new leaves; `leaves` is their number.
    pub(crate) fn tree(&self, rule: LeafMergeRule, leaves: usize) -> Tree<V> {
        let old_nodes = &self.tree.nodes;
        let mut nodes: Vec<Node<V>> = Vec::with_capacity(2 * leaves - 1);
        nodes.push(old_nodes[0].clone());
        let mut open = vec![(0, 0)];
        let mut met = 0;
        while let Some((old, new)) = open.pop() {
            if let Some(child) = self.children(old, rule) {
                let at = nodes.len();
                nodes[new].link = at as u32;
                nodes.extend_from_slice(&old_nodes[child as usize..child as usize + 2]);
                open.push((child + 1, at + 1));
                open.push((child, at));
            } else {
                nodes[new].link = LEAF | met;
                nodes[new].size = LEAF_SIZE;
                met += 1;
            }
        }
        Tree { nodes }
    }

    /// The first child of a node that stays an inner node; `None` if it becomes a leaf.
    fn children(&self, index: u32, rule: LeafMergeRule) -> Option<u32> {
        let (node, subtree) = (
            &self.tree.nodes[index as usize],
            self.subtrees[index as usize],
        );
        let is_merged = || {
            subtree.triangles <= rule.most && node.volume.size() <= rule.growth * subtree.largest
        };
        node.first_child().filter(|_| !is_merged())
    }
}

//! Fewer leaves: what several neighbouring ones hold is put into one.

use super::{LEAF, LEAF_SIZE, Node, Tree};
use crate::collision::volume::Volume;

/// What is to be one leaf.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BundleRule {
    /// The most triangles of a leaf that is made of several.
    pub most: usize,
    /// Its volume may be so many times as large as the largest of those that it replaces.
    pub growth: f32,
}

/// What lies below a node.
#[derive(Clone, Copy, Default)]
struct Below {
    triangles: usize,
    /// The size of the largest leaf's volume.
    largest: f32,
    /// How many leaves there are.
    leaves: u32,
}

impl<V: Volume> Tree<V> {
    /// The same tree with bundles for leaves, and how many of the old leaves each of them holds, in
    /// order. `triangles` tells how many triangles each leaf has.
    pub(crate) fn bundled(
        &self,
        triangles: impl Fn(u32) -> usize,
        rule: BundleRule,
    ) -> (Self, Vec<u32>) {
        let mut below = vec![Below::default(); self.nodes.len()];
        for index in (0..self.nodes.len()).rev() {
            let node = &self.nodes[index];
            below[index] = match (node.piece(), node.first_child()) {
                (Some(leaf), _) => Below {
                    triangles: triangles(leaf),
                    largest: node.volume.size(),
                    leaves: 1,
                },
                (None, Some(child)) => {
                    let (one, other) = (below[child as usize], below[child as usize + 1]);
                    Below {
                        triangles: one.triangles + other.triangles,
                        largest: one.largest.max(other.largest),
                        leaves: one.leaves + other.leaves,
                    }
                }
                (None, None) => Below::default(),
            };
        }
        let mut nodes: Vec<Node<V>> = Vec::with_capacity(self.nodes.len());
        let mut counts = Vec::new();
        nodes.push(self.nodes[0].clone());
        // From left to right, so that leaves are numbered as they stand.
        let mut open = vec![(0, 0)];
        while let Some((old, new)) = open.pop() {
            let (node, under) = (&self.nodes[old], below[old]);
            let is_bundle =
                under.triangles <= rule.most && node.volume.size() <= rule.growth * under.largest;
            match node.first_child() {
                Some(child) if !is_bundle => {
                    let (child, at) = (child as usize, nodes.len());
                    nodes[new].link = at as u32;
                    nodes.push(self.nodes[child].clone());
                    nodes.push(self.nodes[child + 1].clone());
                    open.push((child + 1, at + 1));
                    open.push((child, at));
                }
                _ => {
                    nodes[new].link = LEAF | counts.len() as u32;
                    nodes[new].size = LEAF_SIZE;
                    counts.push(under.leaves);
                }
            }
        }
        nodes.shrink_to_fit();
        (Tree { nodes }, counts)
    }
}

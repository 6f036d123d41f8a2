//! Debug drawing of a model: its triangles, and the volumes of its tree.

use glam::Vec3;

use crate::bounding::Volume;
use crate::debug_draw::{DebugKind, DebugSink};
use crate::math::Pose;
use crate::model::{AnyTree, Model, with_tree};

impl Model {
    /// Draws the triangles that collide.
    pub fn draw_wireframe(&self, pose: &Pose, sink: &mut dyn DebugSink) {
        let world: Vec<Vec3> = (self.mesh.vertices().iter())
            .map(|&v| pose.transform_point(v))
            .collect();
        let triangles = self.store.sources.iter();
        let mut edges: Vec<(u32, u32)> = triangles
            .flat_map(|&source| {
                let [a, b, c] = self.mesh.triangles()[source as usize];
                [(a, b), (b, c), (c, a)].map(|(p, q)| (p.min(q), p.max(q)))
            })
            .collect();
        edges.sort_unstable();
        edges.dedup();
        for (from, to) in edges {
            sink.line(
                world[from as usize],
                world[to as usize],
                DebugKind::Wireframe,
            );
        }
    }

    /// Draws the volumes of one level of the tree (0 is the root) and the leaves above it.
    pub fn draw_volumes(&self, pose: &Pose, level: usize, sink: &mut dyn DebugSink) {
        with_tree!(&self.tree, tree => tree.visit_levels(|node, at| {
            let leaf = node.piece().is_some();
            if at == level || (leaf && at < level) {
                let kind = if leaf { DebugKind::VolumeLeaf } else { DebugKind::Volume };
                node.volume.outline(&mut |from, to| {
                    sink.line(pose.transform_point(from), pose.transform_point(to), kind);
                });
            }
        }));
    }

    /// The number of levels of the tree; 1 if its root is a leaf.
    pub fn tree_levels(&self) -> usize {
        self.report().depth
    }

    /// Draws the volume of one node of the tree, by its number; nothing if there is no such node.
    pub fn draw_node(&self, pose: &Pose, node: u32, kind: DebugKind, sink: &mut dyn DebugSink) {
        with_tree!(&self.tree, tree => if let Some(node) = tree.nodes().get(node as usize) {
            node.volume.outline(&mut |from, to| {
                sink.line(pose.transform_point(from), pose.transform_point(to), kind);
            });
        });
    }

    /// The middle of the volume of a node, in the model's frame (m); `None` if there is no such node.
    pub fn node_center(&self, node: u32) -> Option<Vec3> {
        with_tree!(&self.tree, tree => {
            let node = tree.nodes().get(node as usize)?;
            Some(node.volume.center())
        })
    }

    /// The parent of each node of the tree, by its number; the root is its own parent.
    pub fn node_parents(&self) -> Vec<u32> {
        with_tree!(&self.tree, tree => {
            let nodes = tree.nodes();
            let mut parents = vec![0; nodes.len()];
            for (number, node) in (0..).zip(nodes) {
                if let Some(child) = node.first_child() {
                    parents[child as usize] = number;
                    parents[child as usize + 1] = number;
                }
            }
            parents
        })
    }

    /// True if a node of the tree is a leaf: it holds a convex piece.
    pub fn is_leaf(&self, node: u32) -> bool {
        self.leaf_of_node(node).is_some()
    }

    /// The place of a node in [`Model::leaves`]; None if it is no leaf.
    pub fn leaf_of_node(&self, node: u32) -> Option<u32> {
        with_tree!(&self.tree, tree => tree.nodes().get(node as usize).and_then(|node| node.piece()))
    }
}

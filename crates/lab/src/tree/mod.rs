//! Trees of bounding volumes over the triangles of a mesh, and the ways to descend two of them.

use crate::mesh_pair::Mesh;
use crate::volume::{BoundingVolume, Triangle};
use crate::work::Work;

pub mod bottom_up;
pub mod descent;
pub mod front;
pub mod front_of_pairs;
pub mod front_of_tree;
pub mod rows;
pub mod split;
pub mod test_tree;
pub mod witness;

pub use split::{Axis, Point, Rules, Way};

/// A node: a volume around some triangles.
#[derive(Clone, Debug)]
pub struct Node<V> {
    /// The volume.
    pub volume: V,
    /// Its size (m³).
    pub size: f64,
    /// All triangles below.
    pub triangles: Vec<usize>,
    /// The children; empty for a leaf, or as long as the node was not opened.
    pub children: Vec<usize>,
    /// The parent; none for the root.
    pub parent: Option<usize>,
    /// The number of nodes above.
    pub level: usize,
}

/// A tree. The root is node 0, and parents come before their children.
#[derive(Clone, Debug)]
pub struct Tree<M: BoundingVolume> {
    /// The kind of volume.
    pub kind: M,
    /// The rules.
    pub rules: Rules,
    /// The triangles in the body's frame (m).
    pub triangles: Vec<Triangle>,
    /// The nodes.
    pub nodes: Vec<Node<M::Volume>>,
}

impl<M: BoundingVolume> Tree<M> {
    /// The tree of a mesh with at least one triangle; a lazy one has only its root.
    pub fn new(kind: M, rules: Rules, mesh: &Mesh) -> Self {
        let triangles = (0..mesh.triangles.len()).map(|t| mesh.corners(t));
        let mut tree = Self {
            kind,
            rules,
            triangles: triangles.collect(),
            nodes: Vec::new(),
        };
        if rules.way == Way::BottomUp {
            let joined = bottom_up::joined(kind, &tree.triangles);
            tree.add_joined(&joined, None);
            return tree;
        }
        tree.add((0..mesh.triangles.len()).collect(), None);
        if rules.way != Way::Lazy {
            let mut next = 0;
            while next < tree.nodes.len() {
                tree.open(next, &mut Work::default());
                next += 1;
            }
        }
        tree
    }

    fn add(&mut self, triangles: Vec<usize>, parent: Option<usize>) -> usize {
        let content: Vec<Triangle> = triangles.iter().map(|&t| self.triangles[t]).collect();
        let volume = self.kind.fit(&content);
        let node = Node {
            size: self.kind.size(&volume),
            volume,
            triangles,
            children: Vec::new(),
            parent,
            level: parent.map_or(0, |parent| self.nodes[parent].level + 1),
        };
        self.nodes.push(node);
        let at = self.nodes.len() - 1;
        if let Some(parent) = parent {
            self.nodes[parent].children.push(at);
        }
        at
    }

    fn add_joined(&mut self, joined: &bottom_up::Joined, parent: Option<usize>) {
        let at = self.add(joined.triangles(), parent);
        if let bottom_up::Joined::Two(parts) = joined {
            for part in parts.iter() {
                self.add_joined(part, Some(at));
            }
        }
    }

    /// True if a node is not split any further.
    pub fn is_leaf(&self, node: usize) -> bool {
        self.nodes[node].triangles.len() <= self.rules.leaf
    }

    /// Splits a node if it is not a leaf and was not split before.
    pub fn open(&mut self, node: usize, work: &mut Work) {
        if self.is_leaf(node) || !self.nodes[node].children.is_empty() {
            return;
        }
        work.ops.cells += 1;
        for part in self.split(node) {
            self.add(part, Some(node));
        }
    }

    /// Fits all volumes to moved triangles, from the leaves to the root, and leaves the tree as it is.
    pub fn refit(&mut self, triangles: Vec<Triangle>) {
        self.triangles = triangles;
        for at in (0..self.nodes.len()).rev() {
            let node = &self.nodes[at];
            let volumes = node
                .children
                .iter()
                .map(|&child| Some(self.nodes[child].volume.clone()));
            let union = volumes.reduce(|a, b| self.kind.union(&a?, &b?));
            let volume = union.flatten().unwrap_or_else(|| {
                let content: Vec<Triangle> =
                    node.triangles.iter().map(|&t| self.triangles[t]).collect();
                self.kind.fit(&content)
            });
            self.nodes[at].size = self.kind.size(&volume);
            self.nodes[at].volume = volume;
        }
    }
}

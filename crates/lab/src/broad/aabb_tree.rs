//! The dynamic AABB tree.
//!
//! Idea: a binary tree of boxes with a margin. A body that stays within its enlarged box costs nothing; one that
//! leaves is taken out and put in again where the tree's surface grows least, and the tree is balanced by
//! rotations on the way up. Only bodies that were put in again ask the tree for their neighbours.
//!
//! When: many bodies at rest, few that move; rays. Limits: the margin makes candidates that do not overlap.
//!
//! Source 4, broad phase (dynamic AABB tree); Presson 2008 (Bullet), Catto 2019 (Box2D).

use std::collections::BTreeSet;

use glam::DVec3;

use super::sap::pair;
use super::{BroadPhase, Pair};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::Aabb;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "aabb-tree",
    stage: Stage::BroadPhase,
    source: "4, broad phase",
    paper: "Catto 2019",
    about: "a balanced tree of enlarged boxes; bodies that leave theirs are put in again",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|_| Box::new(AabbTree::default())),
};

/// Margin around the boxes (m).
const MARGIN: f64 = 0.125;

#[derive(Clone, Copy)]
struct Node {
    bounds: Aabb,
    parent: Option<usize>,
    /// The children of an inner node.
    children: Option<[usize; 2]>,
    height: u32,
    body: usize,
}

#[derive(Default)]
struct AabbTree {
    nodes: Vec<Node>,
    free: Vec<usize>,
    root: Option<usize>,
    /// The leaf of each body.
    leaves: Vec<Option<usize>>,
    /// The bodies whose enlarged boxes overlap.
    near: BTreeSet<Pair>,
}

impl AabbTree {
    fn make(&mut self, node: Node) -> usize {
        match self.free.pop() {
            Some(at) => {
                self.nodes[at] = node;
                at
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        }
    }

    fn replace_child(&mut self, parent: Option<usize>, old: usize, new: usize) {
        self.nodes[new].parent = parent;
        match parent {
            None => self.root = Some(new),
            Some(parent) => {
                let children = self.nodes[parent].children.as_mut();
                let children = children.expect("a parent has children");
                let side = usize::from(children[1] == old);
                children[side] = new;
            }
        }
    }

    fn insert(&mut self, body: usize, bounds: Aabb, work: &mut Work) {
        let leaf = Node {
            bounds,
            parent: None,
            children: None,
            height: 0,
            body,
        };
        let leaf = self.make(leaf);
        self.leaves[body] = Some(leaf);
        let Some(root) = self.root else {
            self.root = Some(leaf);
            return;
        };
        let sibling = self.best_sibling(root, &bounds, work);
        let parent = self.nodes[sibling].parent;
        let inner = Node {
            bounds: bounds.union(&self.nodes[sibling].bounds),
            parent,
            children: Some([sibling, leaf]),
            height: self.nodes[sibling].height + 1,
            body,
        };
        let inner = self.make(inner);
        self.replace_child(parent, sibling, inner);
        self.nodes[sibling].parent = Some(inner);
        self.nodes[leaf].parent = Some(inner);
        self.refit(parent, work);
    }

    /// The node beside which a box enlarges the tree least, by walking down the cheaper child.
    fn best_sibling(&self, root: usize, bounds: &Aabb, work: &mut Work) -> usize {
        let mut at = root;
        while let Some(children) = self.nodes[at].children {
            work.ops.cells += 1;
            let joined = self.nodes[at].bounds.union(bounds).surface();
            // A new parent here, against what every node below would be enlarged by on the way.
            let here = 2.0 * joined;
            let inherited = 2.0 * (joined - self.nodes[at].bounds.surface());
            let cost = |child: usize| {
                let node = &self.nodes[child];
                let joined = node.bounds.union(bounds).surface();
                let own = if node.children.is_some() {
                    node.bounds.surface()
                } else {
                    0.0
                };
                joined - own + inherited
            };
            let costs = children.map(cost);
            if here < costs[0] && here < costs[1] {
                break;
            }
            at = if costs[0] <= costs[1] {
                children[0]
            } else {
                children[1]
            };
        }
        at
    }

    /// Fits the boxes from a node to the root, and balances on the way.
    fn refit(&mut self, from: Option<usize>, work: &mut Work) {
        let mut next = from;
        while let Some(at) = next {
            work.ops.cells += 1;
            self.fit(at);
            let top = self.balance(at);
            next = self.nodes[top].parent;
        }
    }

    fn fit(&mut self, at: usize) {
        if let Some([left, right]) = self.nodes[at].children {
            let (left, right) = (self.nodes[left], self.nodes[right]);
            self.nodes[at].bounds = left.bounds.union(&right.bounds);
            self.nodes[at].height = 1 + left.height.max(right.height);
        }
    }

    /// Lifts the higher child if the heights differ by more than one; the node that is on top then.
    fn balance(&mut self, at: usize) -> usize {
        let Some(children) = self.nodes[at].children else {
            return at;
        };
        let heights = children.map(|child| self.nodes[child].height);
        if heights[0].abs_diff(heights[1]) <= 1 {
            return at;
        }
        let side = usize::from(heights[1] > heights[0]);
        let lifted = children[side];
        let Some(below) = self.nodes[lifted].children else {
            return at;
        };
        // The higher grandchild stays with the lifted node; the other goes to the node that sinks.
        let higher = usize::from(self.nodes[below[1]].height > self.nodes[below[0]].height);
        let (kept, given) = (below[higher], below[1 - higher]);
        self.replace_child(self.nodes[at].parent, at, lifted);
        self.nodes[lifted].children = Some([at, kept]);
        self.nodes[at].parent = Some(lifted);
        let mut own = children;
        own[side] = given;
        self.nodes[at].children = Some(own);
        self.nodes[given].parent = Some(at);
        self.fit(at);
        self.fit(lifted);
        lifted
    }

    fn remove(&mut self, body: usize, work: &mut Work) {
        let Some(leaf) = self.leaves[body].take() else {
            return;
        };
        self.near.retain(|pair| !pair.contains(&(body as u32)));
        self.free.push(leaf);
        let Some(parent) = self.nodes[leaf].parent else {
            self.root = None;
            return;
        };
        let children = self.nodes[parent].children.expect("a parent has children");
        let sibling = if children[0] == leaf {
            children[1]
        } else {
            children[0]
        };
        let above = self.nodes[parent].parent;
        self.replace_child(above, parent, sibling);
        self.free.push(parent);
        self.refit(above, work);
    }

    /// Finds the bodies whose enlarged boxes meet that of a body.
    fn ask(&mut self, body: usize, work: &mut Work) {
        let Some(leaf) = self.leaves[body] else {
            return;
        };
        let bounds = self.nodes[leaf].bounds;
        let mut pending: Vec<usize> = self.root.into_iter().collect();
        while let Some(at) = pending.pop() {
            work.ops.tests += 1;
            let node = &self.nodes[at];
            if !node.bounds.meets(&bounds) {
                continue;
            }
            match node.children {
                Some(children) => pending.extend(children),
                None if at != leaf => {
                    self.near.insert(pair(body, node.body));
                }
                None => {}
            }
        }
    }
}

impl BroadPhase for AabbTree {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        self.leaves.resize(boxes.len(), None);
        let mut moved = Vec::new();
        for (body, b) in boxes.iter().enumerate() {
            let Some(b) = b else {
                self.remove(body, work);
                continue;
            };
            let stays = self.leaves[body].is_some_and(|leaf| self.nodes[leaf].bounds.holds(b));
            if !stays {
                work.ops.updates += 1;
                self.remove(body, work);
                let margin = DVec3::splat(MARGIN);
                let enlarged = Aabb {
                    low: b.low - margin,
                    high: b.high + margin,
                };
                self.insert(body, enlarged, work);
                moved.push(body);
            }
        }
        for body in moved {
            self.ask(body, work);
        }
        let overlaps = |pair: &&Pair| {
            work.ops.tests += 1;
            let [a, b] = pair.map(|i| boxes[i as usize]);
            a.zip(b).is_some_and(|(a, b)| a.meets(&b))
        };
        pairs.clear();
        pairs.extend(self.near.iter().filter(overlaps));
    }
}

//! The descent of two trees.
//!
//! Idea: pairs of nodes wait on a stack, at first the roots. A pair that is not apart is opened: the children of
//! one node take its place. Which one: the *larger*, the *smaller*, the *static* one until its leaves (the first
//! mesh; QuickCD), or both in turn. The order of its children: *left-right*, *smaller first* (source 1), *nearest
//! first* (directed). Both nodes are compared in the *first* mesh's frame or in that of the *world*. The descent
//! ends at a number of contact points, at a level (volumes of it that overlap are a hit), or after a number of
//! tests (a cut counts as a hit).
//!
//! Source 1, the test, SOLID, QuickCD, SWIFT++; source 2, query analysis.

use std::rc::Rc;

use glam::DVec3;

use super::{Rules, Tree};
use crate::mesh_pair::triangle_pair::meet;
use crate::mesh_pair::{Mesh, MeshAnswer, MeshPair, Pose};
use crate::scene::meshes::ORIGIN;
use crate::volume::{BoundingVolume, Triangle};
use crate::work::Work;

/// The node of a pair that is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// The larger one.
    Larger,
    /// The smaller one.
    Smaller,
    /// That of the static mesh, which is the first, until it is a leaf.
    Static,
    /// Both in turn, by level.
    Alternating,
}

/// The order of the children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As they were made.
    LeftRight,
    /// The smaller volume first.
    SmallerFirst,
    /// The one first whose content's middle is nearest to the other node's.
    NearestFirst,
}

/// The frame of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    /// That of the first mesh: one volume is brought into it.
    First,
    /// The world: both volumes are brought into it.
    World,
}

/// The end of a descent.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// The contact points that are enough.
    pub points: usize,
    /// The level at which an overlap is a hit.
    pub level: usize,
    /// The most volume tests.
    pub tests: u64,
}

/// Stops at the first hit.
pub const FIRST_HIT: Stop = Stop {
    points: 1,
    level: usize::MAX,
    tests: u64::MAX,
};

/// Finds all pairs of triangles.
pub const EVERYTHING: Stop = Stop {
    points: usize::MAX,
    ..FIRST_HIT
};

/// The rules of a descent.
#[derive(Clone, Copy, Debug)]
pub struct Descent {
    /// The node that is opened.
    pub open: Open,
    /// The order of its children.
    pub order: Order,
    /// The frame.
    pub common: Common,
    /// The end.
    pub stop: Stop,
}

/// The larger node, the smaller child first, to the first hit.
pub const LARGER: Descent = Descent {
    open: Open::Larger,
    order: Order::SmallerFirst,
    common: Common::First,
    stop: FIRST_HIT,
};

/// The result about a pair of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The volumes are apart.
    Apart,
    /// The volumes overlap: the pair was opened.
    Opened,
    /// Two leaves whose triangles are apart.
    Miss,
    /// Two leaves whose triangles meet, or an overlap at the level of the end.
    Hit,
}

/// A pair of nodes in the tree of tests.
#[derive(Debug)]
pub struct Step {
    /// The nodes.
    pub pair: [usize; 2],
    /// The pair that was opened for it.
    pub parent: Option<Rc<Step>>,
}

/// A query about two trees at two poses.
pub struct Query<'a, M: BoundingVolume> {
    trees: [&'a mut Tree<M>; 2],
    rules: Descent,
    frames: [M::Frame; 2],
    /// The poses of the bodies in the common frame.
    poses: [Pose; 2],
    /// The pairs so far, with their results.
    pub visited: Vec<(Rc<Step>, Outcome)>,
    /// The answer so far.
    pub answer: MeshAnswer,
}

impl<'a, M: BoundingVolume> Query<'a, M> {
    /// A query that has not begun.
    pub fn new(trees: &'a mut [Tree<M>; 2], rules: Descent, [a, b]: [&Pose; 2]) -> Self {
        let poses = match rules.common {
            Common::First => [ORIGIN, a.relative(b)],
            Common::World => [*a, *b],
        };
        let [first, second] = trees;
        Self {
            frames: poses.map(|pose| first.kind.frame(&pose)),
            poses,
            trees: [first, second],
            rules,
            visited: Vec::new(),
            answer: MeshAnswer::default(),
        }
    }

    /// The roots, to begin with.
    pub fn roots() -> Rc<Step> {
        Rc::new(Step {
            pair: [0, 0],
            parent: None,
        })
    }

    /// A triangle in the common frame.
    fn placed(&self, side: usize, triangle: usize) -> Triangle {
        self.trees[side].triangles[triangle].map(|p| self.poses[side].point(p))
    }

    /// The volume of a node of the second tree in the common frame.
    pub fn second_in_frame(&self, node: usize, work: &mut Work) -> M::Volume {
        let tree = &self.trees[1];
        tree.kind
            .in_frame(&tree.nodes[node].volume, &self.frames[1], work)
    }

    /// True if the volumes of a pair are apart.
    pub fn is_apart(&self, pair: [usize; 2], work: &mut Work) -> bool {
        let kind = self.trees[0].kind;
        let a = &self.trees[0].nodes[pair[0]].volume;
        let second = self.second_in_frame(pair[1], work);
        if self.rules.common == Common::First {
            return kind.is_apart(a, &second, work);
        }
        let first = kind.in_frame(a, &self.frames[0], work);
        kind.is_apart(&first, &second, work)
    }

    /// The result about a pair, which is not opened yet.
    pub fn visit(&mut self, step: &Rc<Step>, work: &mut Work) -> Outcome {
        let outcome = self.result(step.pair, work);
        if outcome == Outcome::Hit {
            self.answer.hit = true;
        }
        self.visited.push((step.clone(), outcome));
        outcome
    }

    fn result(&mut self, pair: [usize; 2], work: &mut Work) -> Outcome {
        work.step("nodes", || pair.map(|i| i as f64).to_vec());
        if self.is_apart(pair, work) {
            return Outcome::Apart;
        }
        let is_leaf = [0, 1].map(|i| self.trees[i].is_leaf(pair[i]));
        if is_leaf == [true, true] {
            return self.compare(pair, work);
        }
        let level = |i: usize| self.trees[i].nodes[pair[i]].level >= self.rules.stop.level;
        if (0..2).all(|i| is_leaf[i] || level(i)) {
            return Outcome::Hit;
        }
        Outcome::Opened
    }

    /// Compares the triangles of two leaves.
    fn compare(&mut self, pair: [usize; 2], work: &mut Work) -> Outcome {
        let [a, b] = [0, 1].map(|i| &self.trees[i].nodes[pair[i]].triangles);
        let mut outcome = Outcome::Miss;
        for &s in a {
            for &t in b {
                work.ops.triangles += 1;
                let points: Option<[DVec3; 2]> = meet(self.placed(0, s), self.placed(1, t));
                let Some(points) = points else { continue };
                outcome = Outcome::Hit;
                self.answer.points.extend(points);
                if self.answer.points.len() >= self.rules.stop.points {
                    return outcome;
                }
            }
        }
        outcome
    }

    /// The tree whose node is opened.
    fn opened_side(&self, pair: [usize; 2]) -> usize {
        let is_leaf = [0, 1].map(|i| self.trees[i].is_leaf(pair[i]));
        let [a, b] = [0, 1].map(|i| &self.trees[i].nodes[pair[i]]);
        match (is_leaf, self.rules.open) {
            ([true, _], _) => 1,
            ([_, true], _) | (_, Open::Static) => 0,
            (_, Open::Larger) => usize::from(b.size > a.size),
            (_, Open::Smaller) => usize::from(b.size < a.size),
            (_, Open::Alternating) => usize::from(b.level < a.level),
        }
    }

    /// The number of pairs below one that was opened.
    pub fn count_below(&self, pair: [usize; 2]) -> usize {
        let side = self.opened_side(pair);
        self.trees[side].nodes[pair[side]].children.len()
    }

    /// The parent of a node of one tree.
    pub fn parent_of(&self, side: usize, node: usize) -> Option<usize> {
        self.trees[side].nodes[node].parent
    }

    /// The pairs below one that overlaps, in their order.
    pub fn below(&mut self, step: &Rc<Step>, work: &mut Work) -> Vec<Rc<Step>> {
        let pair = step.pair;
        let side = self.opened_side(pair);
        self.trees[side].open(pair[side], work);
        let tree = &self.trees[side];
        let mut children = tree.nodes[pair[side]].children.clone();
        match self.rules.order {
            Order::LeftRight => {}
            Order::SmallerFirst => {
                children.sort_by(|&i, &j| tree.nodes[i].size.total_cmp(&tree.nodes[j].size));
            }
            Order::NearestFirst => {
                let other = self.middle(1 - side, pair[1 - side]);
                let distance = |i: usize| self.middle(side, i).distance(other);
                children.sort_by(|&i, &j| distance(i).total_cmp(&distance(j)));
            }
        }
        let below = children.into_iter().map(|child| {
            let mut pair = pair;
            pair[side] = child;
            let parent = Some(step.clone());
            Rc::new(Step { pair, parent })
        });
        below.collect()
    }

    /// The mean of a node's corners in the common frame (m).
    fn middle(&self, side: usize, node: usize) -> DVec3 {
        let triangles = &self.trees[side].nodes[node].triangles;
        let sum: DVec3 = triangles.iter().flat_map(|&t| self.placed(side, t)).sum();
        sum / (3 * triangles.len()) as f64
    }

    /// True if the answer is known.
    pub fn is_over(&self) -> bool {
        let at_level = self.answer.hit && self.answer.points.is_empty();
        at_level || self.answer.cut || self.answer.points.len() >= self.rules.stop.points
    }

    /// Descends from some pairs, the first one first; the pairs that were left when the answer was known.
    pub fn run(&mut self, mut start: Vec<Rc<Step>>, work: &mut Work) -> Vec<Rc<Step>> {
        start.reverse();
        let mut pending = start;
        while !self.is_over() {
            let Some(step) = pending.pop() else { break };
            if work.ops.tests >= self.rules.stop.tests {
                (self.answer.hit, self.answer.cut) = (true, true);
                pending.push(step);
                break;
            }
            if self.visit(&step, work) == Outcome::Opened {
                let below = self.below(&step, work);
                pending.extend(below.into_iter().rev());
            }
        }
        pending.reverse();
        pending
    }
}

/// Two trees and the rules of their descent.
#[derive(Clone, Debug)]
pub struct TreePair<M: BoundingVolume> {
    /// The trees.
    pub trees: [Tree<M>; 2],
    /// The rules.
    pub rules: Descent,
}

impl<M: BoundingVolume> TreePair<M> {
    /// The trees of two meshes, each by its rules.
    pub fn new(kind: M, of_trees: [Rules; 2], rules: Descent, meshes: [&Mesh; 2]) -> Self {
        Self {
            trees: [0, 1].map(|i| Tree::new(kind, of_trees[i], meshes[i])),
            rules,
        }
    }

    /// A whole query, which keeps the pairs that it visited.
    pub fn query(&mut self, poses: [&Pose; 2], work: &mut Work) -> Query<'_, M> {
        let mut query = Query::new(&mut self.trees, self.rules, poses);
        query.run(vec![Query::<M>::roots()], work);
        query
    }
}

impl<M: BoundingVolume> MeshPair for TreePair<M> {
    fn ask(&mut self, poses: [&Pose; 2], work: &mut Work) -> MeshAnswer {
        self.query(poses, work).answer
    }

    fn content(&self, side: usize, node: usize) -> Vec<usize> {
        self.trees[side].nodes[node].triangles.clone()
    }
}

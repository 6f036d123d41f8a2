//! SWIFT++: trees of convex hulls over convex pieces, and five questions.
//!
//! Idea: the pieces are the leaves of a binary tree, cut at the median of their centres; each node has the hull of
//! its corners. The distance of two hulls bounds that of their contents from below; it is found by the walk from
//! feature to feature (V-Clip), which starts where it ended in the frame before. The nearest pair is opened first
//! (directed search). At two leaves the nearest points of the hulls are the answer if both lie on original faces;
//! else the triangles of the pieces decide. With a *front* the pairs at which a search ended are kept: the next one
//! begins there, opens those that matter now, and puts a pair in the place of its two if all three are apart.
//!
//! When: bodies of few, large convex parts. Limits: meshes are surfaces here, so a body inside another one is
//! apart. A front pays where bodies move little from frame to frame; after a jump it is long.
//!
//! Source 1, SWIFT++ (generalised front tracking); Ehmann, Lin 2001.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

use dodgem_oracle::triangle;
use glam::DVec3;

use super::pieces::{Kind, decompose, hull_of, kinds};
use crate::convex::signed_volumes::DISTANCE;
use crate::convex::{ConvexPair, gjk, v_clip};
use crate::mesh_pair::{Mesh, MeshAnswer, MeshPair, Pose};
use crate::params::TOUCH;
use crate::polytope::Polytope;
use crate::registry::{Gives, Method, Row, Stage};
use crate::tree::front::{End, raised};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "swift",
    stage: Stage::MeshPair,
    source: "1, SWIFT++",
    paper: "Ehmann, Lin 2001",
    about: "trees of hulls over convex pieces, nearest pair first",
    gives: &[Gives::Hit, Gives::Distance],
    limits: &[],
    method: Method::MeshPair(|a, b| Box::new(Swift::new([a, b]))),
};

/// The row with fronts.
pub const ROW_FRONT: Row = Row {
    id: "swift-front",
    about: "swift that begins where the last search ended",
    method: Method::MeshPair(|a, b| Box::new(Swift::with_front([a, b]))),
    ..ROW
};

/// A node of a tree.
struct Node {
    hull: Polytope,
    content: Content,
}

enum Content {
    Inner([usize; 2]),
    /// The triangles of a piece, and the kinds of the faces of its hull.
    Leaf(Vec<usize>, Vec<Kind>),
}

/// A mesh with its tree; the last node is the root.
struct Tree {
    mesh: Mesh,
    nodes: Vec<Node>,
}

impl Tree {
    fn new(mesh: &Mesh) -> Self {
        let mut tree = Self {
            mesh: mesh.clone(),
            nodes: Vec::new(),
        };
        let pieces = decompose(mesh).into_iter();
        let mut pieces: Vec<(DVec3, Vec<usize>)> = pieces.map(|p| (center(mesh, &p), p)).collect();
        tree.build(&mut pieces);
        tree
    }

    /// The triangles below a node.
    fn below(&self, node: usize) -> Vec<usize> {
        match &self.nodes[node].content {
            Content::Leaf(triangles, _) => triangles.clone(),
            Content::Inner(children) => children.iter().flat_map(|one| self.below(*one)).collect(),
        }
    }

    /// Builds the node of some pieces; `None` if no hull has an area.
    fn build(&mut self, pieces: &mut [(DVec3, Vec<usize>)]) -> Option<usize> {
        let all: Vec<usize> = pieces.iter().flat_map(|(_, p)| p).copied().collect();
        let hull = hull_of(&self.mesh, &all)?;
        let content = if let [(_, piece)] = pieces {
            Content::Leaf(piece.clone(), kinds(&self.mesh, piece, &hull))
        } else {
            let bounds = |sign: f64| {
                let centers = pieces.iter().map(|(c, _)| *c * sign);
                centers.fold(DVec3::NEG_INFINITY, DVec3::max)
            };
            let extent = bounds(1.0) + bounds(-1.0);
            let axis = (0..3)
                .max_by(|&i, &j| extent[i].total_cmp(&extent[j]))
                .unwrap_or(0);
            pieces.sort_by(|a, b| a.0[axis].total_cmp(&b.0[axis]));
            let (left, right) = pieces.split_at_mut(pieces.len() / 2);
            Content::Inner([self.build(left)?, self.build(right)?])
        };
        self.nodes.push(Node { hull, content });
        Some(self.nodes.len() - 1)
    }
}

fn center(mesh: &Mesh, piece: &[usize]) -> DVec3 {
    let corners = piece.iter().flat_map(|&t| mesh.corners(t));
    corners.sum::<DVec3>() / (3 * piece.len()) as f64
}

/// A question.
#[derive(Clone, Copy, Debug)]
struct Question {
    /// Pairs farther apart do not matter (m).
    within: f64,
    /// The factor and the length (m) by which an answer may exceed the distance.
    error: [f64; 2],
    /// True if the first pair within the limit ends the search.
    first: bool,
    /// True if all pairs of pieces within the limit are wanted.
    all: bool,
}

/// The exact distance, without a limit.
const EXACT: Question = Question {
    within: f64::INFINITY,
    error: [1.0, 0.0],
    first: false,
    all: false,
};

/// A pair of nodes, and the pair by whose opening it came.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    pair: [usize; 2],
    parent: Option<Rc<Place>>,
}

/// The pairs to look at, the nearest first.
type Pending = BinaryHeap<(Reverse<u64>, [usize; 2], Rc<Place>)>;

/// A search under way.
struct Search {
    relative: Pose,
    /// The hulls of the second tree that were brought into the first one's frame.
    moved: BTreeMap<usize, Polytope>,
}

/// Two trees, and the features at which each pair of nodes was left.
pub struct Swift {
    trees: [Tree; 2],
    walks: BTreeMap<[usize; 2], Box<dyn ConvexPair>>,
    touch: f64,
    /// The places at which the last search ended, if a front is kept.
    front: Option<Vec<Rc<Place>>>,
}

impl Swift {
    /// The trees of two meshes without openings.
    pub fn new(meshes: [&Mesh; 2]) -> Self {
        let trees = meshes.map(Tree::new);
        let size = meshes.map(super::pieces::size_of);
        Self {
            trees,
            walks: BTreeMap::new(),
            touch: TOUCH * (size[0] + size[1]),
            front: None,
        }
    }

    /// The same with a front.
    pub fn with_front(meshes: [&Mesh; 2]) -> Self {
        Self {
            front: Some(Vec::new()),
            ..Self::new(meshes)
        }
    }

    /// The numbers of original, contained and free faces of the pieces of a mesh.
    pub fn faces(&self, mesh: usize) -> [usize; 3] {
        let mut counts = [0; 3];
        for node in &self.trees[mesh].nodes {
            if let Content::Leaf(_, kinds) = &node.content {
                kinds.iter().for_each(|kind| counts[*kind as usize] += 1);
            }
        }
        counts
    }

    /// True if the surfaces meet.
    pub fn collide(&mut self, poses: [&Pose; 2], work: &mut Work) -> bool {
        self.within(poses, 0.0, work)
    }

    /// True if the surfaces are at most a tolerance apart (m).
    pub fn within(&mut self, poses: [&Pose; 2], tolerance: f64, work: &mut Work) -> bool {
        let question = Question {
            within: tolerance,
            first: true,
            ..EXACT
        };
        !self.search(poses, question, work).is_empty()
    }

    /// The distance of the surfaces (m).
    pub fn distance(&mut self, poses: [&Pose; 2], work: &mut Work) -> f64 {
        self.approximate(poses, EXACT.error, work)
    }

    /// A number from the distance up to `error[0]` times it plus `error[1]` (m).
    pub fn approximate(&mut self, poses: [&Pose; 2], error: [f64; 2], work: &mut Work) -> f64 {
        let found = self.search(poses, Question { error, ..EXACT }, work);
        found.into_iter().fold(f64::INFINITY, f64::min)
    }

    /// The distances of all pairs of pieces that are at most a tolerance apart (m).
    pub fn contacts(&mut self, poses: [&Pose; 2], tolerance: f64, work: &mut Work) -> Vec<f64> {
        let question = Question {
            within: tolerance,
            all: true,
            ..EXACT
        };
        self.search(poses, question, work)
    }

    /// The distances found at leaves, within the limits of a question.
    fn search(&mut self, [a, b]: [&Pose; 2], question: Question, work: &mut Work) -> Vec<f64> {
        let mut search = Search {
            relative: a.relative(b),
            moved: BTreeMap::new(),
        };
        let limit = question.within + self.touch;
        let (mut best, mut found, mut ends) = (f64::INFINITY, Vec::new(), Vec::new());
        let mut pending = self.begin(&mut search, work);
        let end = |place: Rc<Place>, bound: f64| End {
            parent: place.parent.clone(),
            is_apart: bound > limit,
            at: place,
        };
        // Bounds are not negative, so their bits have their order.
        while let Some((Reverse(bits), pair, place)) = pending.pop() {
            let bound = f64::from_bits(bits);
            let [factor, length] = question.error;
            let useless = !question.all && factor * bound + length >= best && bound > 0.0;
            if useless || bound > limit || (question.first && best <= question.within) {
                ends.push(end(place, bound));
                break;
            }
            work.step("nodes", || pair.map(|i| i as f64).to_vec());
            let Some(children) = self.opened(pair) else {
                let distance = self.leaves(pair, &mut search, work);
                best = best.min(distance);
                if distance <= question.within {
                    found.push(distance);
                }
                ends.push(end(place, distance));
                continue;
            };
            for next in children {
                let bound = self.bound(next, &mut search, work);
                let parent = Some(place.clone());
                let child = Rc::new(Place { pair: next, parent });
                pending.push((Reverse(bound.to_bits()), next, child));
            }
        }
        if self.front.is_some() {
            let rest = pending.into_iter();
            ends.extend(rest.map(|(bits, _, place)| end(place, f64::from_bits(bits.0))));
            let rises = |up: &Rc<Place>| self.bound(up.pair, &mut search, work) > limit;
            let front = raised(&ends, |at| Rc::as_ptr(at) as usize, |_| 2, rises);
            self.front = Some(front);
        }
        found
    }

    /// The places where a search begins, with their bounds: those of the front, or the roots.
    fn begin(&mut self, search: &mut Search, work: &mut Work) -> Pending {
        let front = self.front.as_mut().map(std::mem::take).unwrap_or_default();
        if front.is_empty() {
            let roots = [0, 1].map(|k| self.trees[k].nodes.len().checked_sub(1));
            let [Some(i), Some(j)] = roots else {
                return Pending::new();
            };
            let pair = [i, j];
            let place = Rc::new(Place { pair, parent: None });
            return Pending::from([(Reverse(0.0_f64.to_bits()), pair, place)]);
        }
        let with_bound = |place: Rc<Place>| {
            let bound = self.bound(place.pair, search, work);
            (Reverse(bound.to_bits()), place.pair, place)
        };
        front.into_iter().map(with_bound).collect()
    }

    /// The pairs that replace one; `None` for two leaves.
    fn opened(&self, pair: [usize; 2]) -> Option<[[usize; 2]; 2]> {
        let [x, y] = [0, 1].map(|k| &self.trees[k].nodes[pair[k]]);
        let (side, children) = match (&x.content, &y.content) {
            (Content::Leaf(..), Content::Leaf(..)) => return None,
            (Content::Inner(children), Content::Leaf(..)) => (0, children),
            (Content::Leaf(..), Content::Inner(children)) => (1, children),
            (Content::Inner(left), Content::Inner(right)) => {
                if x.hull.vertices.len() >= y.hull.vertices.len() {
                    (0, left)
                } else {
                    (1, right)
                }
            }
        };
        Some(children.map(|child| {
            let mut next = pair;
            next[side] = child;
            next
        }))
    }

    /// The distance of the hulls of two nodes (m), by the walk from where it ended before.
    fn bound(&mut self, pair: [usize; 2], search: &mut Search, work: &mut Work) -> f64 {
        let second = search.hull(&self.trees[1], pair[1]);
        let walk = self.walks.entry(pair).or_insert_with(walk);
        work.ops.tests += 1;
        let answer = walk.ask(&self.trees[0].nodes[pair[0]].hull, second, work);
        answer.distance.unwrap_or(0.0)
    }

    /// The distance of two pieces: of their hulls if these are nearest on original faces, else of their triangles.
    fn leaves(&self, nodes: [usize; 2], search: &mut Search, work: &mut Work) -> f64 {
        let relative = search.relative;
        let first = &self.trees[0].nodes[nodes[0]].hull;
        let second = search.hull(&self.trees[1], nodes[1]);
        let outcome = gjk::run(
            [first, second],
            first.center - second.center,
            DISTANCE,
            work,
        );
        // The nearest point of a hull lies on a face if all corners that carry it are corners of the face.
        let is_original = |k: usize, hull: &Polytope| {
            let Content::Leaf(_, kinds) = &self.trees[k].nodes[nodes[k]].content else {
                return false;
            };
            let mut faces = hull.topology.faces.iter().zip(kinds);
            faces.any(|(face, kind)| {
                let holds = outcome.simplex.iter().all(|s| face.contains(&s.of[k]));
                *kind == Kind::Original && holds
            })
        };
        if !outcome.hit && is_original(0, first) && is_original(1, second) {
            return outcome.v.length();
        }
        let mut best = f64::INFINITY;
        let triangles = |k: usize| match &self.trees[k].nodes[nodes[k]].content {
            Content::Leaf(triangles, _) => &triangles[..],
            Content::Inner(_) => &[],
        };
        for &t in triangles(1) {
            let other = self.trees[1].mesh.corners(t).map(|c| relative.point(c));
            for &s in triangles(0) {
                work.ops.triangles += 1;
                best = best.min(triangle::distance(self.trees[0].mesh.corners(s), other).distance);
            }
        }
        best
    }
}

impl Search {
    /// The hull of a node of the second tree in the first one's frame.
    fn hull(&mut self, tree: &Tree, node: usize) -> &Polytope {
        let relative = &self.relative;
        let hull = &tree.nodes[node].hull;
        let moved = self.moved.entry(node);
        moved.or_insert_with(|| hull.moved(relative.rotation, relative.translation))
    }
}

fn walk() -> Box<dyn ConvexPair> {
    Box::<v_clip::VClip>::default()
}

impl MeshPair for Swift {
    fn ask(&mut self, poses: [&Pose; 2], work: &mut Work) -> MeshAnswer {
        MeshAnswer {
            hit: self.collide(poses, work),
            ..MeshAnswer::default()
        }
    }

    fn content(&self, side: usize, node: usize) -> Vec<usize> {
        self.trees[side].below(node)
    }
}

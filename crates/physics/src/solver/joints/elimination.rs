//! The order in which joints are eliminated, and the blocks that result.
//!
//! Joints that share a movable body have a block in common, others none. For joints that form a tree there is
//! an order in which a block Cholesky factorisation has no other blocks, so it takes time in proportion to
//! the number of joints. The order is that of least degree, which also adds only few blocks where joints form
//! loops. Joints of a component that would have too many blocks are left to the Gauss-Seidel passes.
//!
//! Source: George and Liu, "Computer solution of large sparse positive definite systems" (1981).

use std::ops::Range;

use crate::disjoint_sets::DisjointSets;
use crate::params::MAX_DIRECT_NEIGHBOURS;
use crate::reserve::reserve;

/// The two bodies of a joint, as indices of movable bodies (`None` for an immovable one), and the number of
/// its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JointLink {
    pub bodies: [Option<u32>; 2],
    pub rows: usize,
}

/// A block of two joints: the joint of the block's rows, and the joint of its columns, which is eliminated
/// first.
pub(super) type Block = [u32; 2];

/// The block that a product of two blocks of a column changes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// The diagonal block of a joint.
    Diagonal(u32),
    /// A block by its index.
    Block(u32),
}

/// The order of a set of joints, and the blocks of its factors.
#[derive(Clone, Debug, Default)]
pub(super) struct Elimination {
    /// The joints to eliminate, in order.
    pub order: Vec<u32>,
    pub blocks: Vec<Block>,
    /// The block that each pair of blocks of a column changes.
    pub targets: Vec<Target>,
    /// True for each joint that is solved directly.
    direct: Vec<bool>,
    /// For each joint in that order, the index of its first block; and the end of the last one.
    columns: Vec<u32>,
    neighbours: Vec<Vec<u32>>,
    /// The sets of connected bodies; and for each body the number of its joints.
    components: DisjointSets,
    joints_of: Vec<u32>,
    /// Reusable memory: remaining joints, joints by body, places in the order.
    left: Vec<u32>,
    by_body: Vec<(u32, u32)>,
    places: Vec<u32>,
}

impl Elimination {
    /// Finds order and blocks for these joints; both are empty if the joints are not to be solved directly.
    pub fn find(&mut self, links: &[JointLink], wants_direct: bool) {
        self.direct.clear();
        self.direct.resize(links.len(), wants_direct);
        if wants_direct {
            self.leave_thick_components(links);
            while !self.eliminate(links) {}
        } else {
            self.order.clear();
            self.blocks.clear();
            self.columns.clear();
            self.targets.clear();
        }
    }

    /// Reserves memory for this number of joints.
    pub fn reserve(&mut self, joints: usize) {
        reserve(&mut self.order, joints);
        reserve(&mut self.direct, joints);
        reserve(&mut self.columns, joints + 1);
        reserve(&mut self.left, joints);
        reserve(&mut self.by_body, 2 * joints);
        reserve(&mut self.places, joints);
        reserve(&mut self.blocks, 2 * joints);
        reserve(&mut self.targets, 3 * joints);
        reserve(&mut self.neighbours, joints);
        self.components.reserve(2 * joints);
        reserve(&mut self.joints_of, 2 * joints);
    }

    pub fn is_direct(&self, joint: u32) -> bool {
        self.direct[joint as usize]
    }

    /// Leaves the components with a body of very many joints to the iterations: each of these joints is the
    /// neighbour of all others, and their lists alone would take quadratic time.
    fn leave_thick_components(&mut self, links: &[JointLink]) {
        let ends = || links.iter().flat_map(|link| link.bodies).flatten();
        let bodies = ends().max().map_or(0, |last| last as usize + 1);
        self.components.reset(bodies);
        self.joints_of.clear();
        self.joints_of.resize(bodies, 0);
        ends().for_each(|body| self.joints_of[body as usize] += 1);
        for link in links {
            if let [Some(a), Some(b)] = link.bodies {
                self.components.join(a, b);
            }
        }
        for body in 0..bodies {
            let root = self.components.root(body as u32) as usize;
            // A root comes before the others of its component.
            self.joints_of[root] = self.joints_of[root].max(self.joints_of[body]);
        }
        for (link, direct) in links.iter().zip(&mut self.direct) {
            let body = link.bodies.into_iter().flatten().next();
            let root = body.map(|body| self.components.root(body) as usize);
            let most = root.map_or(0, |root| self.joints_of[root] as usize);
            *direct = most <= MAX_DIRECT_NEIGHBOURS + 1;
        }
    }

    /// Finds the order and the blocks. Returns false if a joint has too many: its component is then no longer
    /// direct, and the caller tries again.
    fn eliminate(&mut self, links: &[JointLink]) -> bool {
        self.find_neighbours(links);
        self.order.clear();
        self.blocks.clear();
        self.columns.clear();
        let mut left = std::mem::take(&mut self.left);
        left.clear();
        left.extend((0..links.len() as u32).filter(|j| self.is_direct(*j)));
        while !left.is_empty() {
            let degree = |j: u32| (self.neighbours[j as usize].len(), j);
            let place = (0..left.len()).min_by_key(|at| degree(left[*at]));
            let joint = left.swap_remove(place.unwrap_or(0));
            let others = std::mem::take(&mut self.neighbours[joint as usize]);
            if others.len() > MAX_DIRECT_NEIGHBOURS {
                self.left = left;
                self.leave_component(joint, links);
                return false;
            }
            self.columns.push(self.blocks.len() as u32);
            for other in &others {
                self.blocks.push([*other, joint]);
                let of = &mut self.neighbours[*other as usize];
                of.retain(|j| *j != joint);
                let new = others.iter().filter(|j| *j != other);
                of.extend(new);
                of.sort_unstable();
                of.dedup();
            }
            self.order.push(joint);
            self.neighbours[joint as usize] = others;
        }
        self.left = left;
        self.columns.push(self.blocks.len() as u32);
        self.find_targets(links.len());
        true
    }

    /// Lists for each joint the joints that share a movable body with it.
    fn find_neighbours(&mut self, links: &[JointLink]) {
        self.neighbours.iter_mut().for_each(Vec::clear);
        // The list never shrinks, because dropped lists would have to be allocated again.
        let lists = links.len().max(self.neighbours.len());
        self.neighbours.resize(lists, Vec::new());
        self.by_body.clear();
        for (joint, link) in (0..).zip(links).filter(|(j, _)| self.direct[*j as usize]) {
            let bodies = link.bodies.into_iter().flatten();
            self.by_body.extend(bodies.map(|body| (body, joint)));
        }
        self.by_body.sort_unstable();
        for group in self.by_body.chunk_by(|p, q| p.0 == q.0) {
            for (_, one) in group {
                let others = group.iter().map(|(_, j)| *j).filter(|j| j != one);
                self.neighbours[*one as usize].extend(others);
            }
        }
        for list in &mut self.neighbours {
            list.sort_unstable();
            list.dedup();
        }
    }

    /// Leaves the component of a joint to the iterations.
    fn leave_component(&mut self, joint: u32, links: &[JointLink]) {
        self.find_neighbours(links);
        let stack = &mut self.left;
        stack.clear();
        stack.push(joint);
        while let Some(joint) = stack.pop() {
            if std::mem::replace(&mut self.direct[joint as usize], false) {
                stack.extend_from_slice(&self.neighbours[joint as usize]);
            }
        }
    }

    /// The blocks of a joint, by its place in the order.
    pub fn column(&self, at: usize) -> Range<usize> {
        self.columns[at] as usize..self.columns[at + 1] as usize
    }

    fn find_targets(&mut self, joints: usize) {
        self.targets.clear();
        self.places.clear();
        self.places.resize(joints, 0);
        for (at, joint) in self.order.iter().enumerate() {
            self.places[*joint as usize] = at as u32;
        }
        for at in 0..self.order.len() {
            for p in self.column(at) {
                for q in self.column(at).start..=p {
                    let [one, other] = [p, q].map(|block| self.blocks[block][0]);
                    let target = if p == q {
                        Target::Diagonal(one)
                    } else {
                        let place = |joint: u32| self.places[joint as usize];
                        let [first, last] = match place(one) < place(other) {
                            true => [one, other],
                            false => [other, one],
                        };
                        let range = self.column(place(first) as usize);
                        let mut blocks = range.clone().zip(&self.blocks[range]);
                        let found = blocks.find(|(_, block)| block[0] == last);
                        Target::Block(found.map_or(0, |(index, _)| index as u32))
                    };
                    self.targets.push(target);
                }
            }
        }
    }
}

//! The order in which joints are eliminated, and the blocks that this makes.
//!
//! Joints that share a movable body have a block in common, all others none: for joints that form a tree there is
//! an order in which a block Cholesky factorisation has no blocks but these, so it takes time in proportion to the
//! number of joints. The order is that of least degree, which also leaves few more blocks where joints form
//! loops. Joints of a component that would have too many are left to Gauss and Seidel.
//!
//! Source: George and Liu, "Computer solution of large sparse positive definite systems" (1981).

use std::ops::Range;

use crate::disjoint_sets::DisjointSets;
use crate::params::MAX_DIRECT_NEIGHBOURS;
use crate::reserve::reserve;

/// Two bodies of a joint, as indices of movable bodies; none that cannot be moved. And how many rows it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JointLink {
    pub bodies: [Option<u32>; 2],
    pub rows: usize,
}

/// A block of two joints: the one whose rows are the block's rows, and the one whose rows are its columns; that one
/// is eliminated first.
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
    /// What each pair of blocks of a column changes.
    pub targets: Vec<Target>,
    /// By joint: whether it is solved directly.
    direct: Vec<bool>,
    /// By joint in that order: where its blocks begin, and where the last ones end.
    columns: Vec<u32>,
    neighbours: Vec<Vec<u32>>,
    /// The bodies that hang together; and by body how many joints it has.
    components: DisjointSets,
    joints_of: Vec<u32>,
    /// Memory to use again: joints that are left, joints by body, places in the order.
    left: Vec<u32>,
    by_body: Vec<(u32, u32)>,
    places: Vec<u32>,
}

impl Elimination {
    /// Finds order and blocks for these joints; none if they are not to be solved directly.
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

    /// Makes room for so many joints.
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

    /// Leaves all that hangs together with a body of very many joints to the iterations: each of these is the neighbour of
    /// all others, and their lists alone would take time by the square.
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

    /// Finds the order and the blocks. False if a joint has too many: then its component is not direct any
    /// more, and there is another try.
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

    /// The joints that share a movable body with each.
    fn find_neighbours(&mut self, links: &[JointLink]) {
        self.neighbours.iter_mut().for_each(Vec::clear);
        // It never shrinks: lists that are dropped are memory to be asked for again.
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

    /// Leaves all that hangs together with a joint to the iterations.
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

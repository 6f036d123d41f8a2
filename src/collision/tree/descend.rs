//! Walking down two trees at once.
//!
//! Both trees' volumes are compared in the first model's frame. A volume of the second tree is
//! brought there when it is first met and kept for the rest of the query: in a deep query each
//! is met many times.

use super::{Node, Tree};
use crate::collision::budget::Meter;
use crate::collision::stats::Counters;
use crate::collision::volume::Volume;

/// The second tree's volumes in the first one's frame, filled as they are met. One is reused by
/// all queries.
#[derive(Clone, Debug)]
pub(crate) struct Cache<V> {
    moved: Vec<Option<V>>,
    /// Entries of `moved` that this query has filled.
    filled: Vec<u32>,
}

impl<V> Default for Cache<V> {
    fn default() -> Self {
        Cache {
            moved: Vec::new(),
            filled: Vec::new(),
        }
    }
}

impl<V: Volume> Cache<V> {
    /// Forgets the last query and makes room for a tree of `nodes` nodes.
    fn reset(&mut self, nodes: usize) {
        for index in self.filled.drain(..) {
            self.moved[index as usize] = None;
        }
        if self.moved.len() < nodes {
            self.moved.resize(nodes, None);
            self.filled.reserve(nodes);
        }
    }
}

/// What a descent does at its ends.
pub(crate) trait Visitor<V> {
    /// Two leaves whose volumes overlap: pieces `a` and `b`. Returns whether to go on.
    fn leaves(&mut self, a: u32, b: u32, meter: &mut Meter, counters: &mut Counters) -> bool;

    /// The budget is spent at these two overlapping volumes, both in the first frame.
    fn cut(&mut self, a: &V, b: &V);
}

/// A pairwise descent of two trees.
pub(crate) struct Descent<'q, V: Volume> {
    pub a: &'q Tree<V>,
    pub b: &'q Tree<V>,
    pub frame: &'q V::Frame,
    pub cache: &'q mut Cache<V>,
    pub stack: &'q mut Vec<(u32, u32)>,
    pub meter: &'q mut Meter,
    pub counters: &'q mut Counters,
}

impl<V: Volume> Descent<'_, V> {
    /// The volume of node `index` of the second tree in the first frame.
    #[inline]
    fn moved(&mut self, index: u32) -> &V {
        let slot = &mut self.cache.moved[index as usize];
        if slot.is_none() {
            *slot = Some(self.b.nodes()[index as usize].volume.moved(self.frame));
            self.cache.filled.push(index);
            self.counters.updates += 1;
        }
        slot.get_or_insert_with(|| unreachable!("filled above"))
    }

    /// Tests two nodes. `None`: no unit of work was left for it.
    #[inline]
    fn overlap(&mut self, a: u32, b: u32) -> Option<bool> {
        if !self.meter.take() {
            return None;
        }
        self.counters.volume_tests += 1;
        let tree = self.a;
        let overlap = tree.nodes()[a as usize].volume.overlaps(self.moved(b));
        self.counters.volume_overlaps += u64::from(overlap);
        Some(overlap)
    }

    /// Runs the descent. Two inner nodes: the larger one is replaced by its children. A leaf and
    /// an inner node: the inner one. Of two children the one tested last is followed first.
    pub(crate) fn run(mut self, visitor: &mut impl Visitor<V>) {
        self.cache.reset(self.b.nodes().len());
        self.stack.clear();
        match self.overlap(0, 0) {
            Some(true) => self.stack.push((0, 0)),
            Some(false) => return,
            None => return self.cut_at(visitor, 0, 0),
        }
        while let Some((a, b)) = self.stack.pop() {
            let (node_a, node_b) = (&self.a.nodes()[a as usize], &self.b.nodes()[b as usize]);
            if let (Some(piece_a), Some(piece_b)) = (node_a.piece(), node_b.piece()) {
                if !visitor.leaves(piece_a, piece_b, self.meter, self.counters) {
                    return;
                }
                if self.meter.is_spent() {
                    return self.cut_at(visitor, a, b);
                }
                continue;
            }
            let pairs = match children_to_test(node_a, node_b) {
                Side::First(child) => [(child, b), (child + 1, b)],
                Side::Second(child) => [(a, child), (a, child + 1)],
            };
            for (next_a, next_b) in pairs {
                match self.overlap(next_a, next_b) {
                    Some(true) => self.stack.push((next_a, next_b)),
                    Some(false) => {}
                    // The parents overlap: that is what is known.
                    None => return self.cut_at(visitor, a, b),
                }
            }
        }
    }

    fn cut_at(&mut self, visitor: &mut impl Visitor<V>, a: u32, b: u32) {
        let tree = self.a;
        let volume_b = self.moved(b);
        visitor.cut(&tree.nodes()[a as usize].volume, volume_b);
    }
}

/// Whose children come next, and the first of them.
enum Side {
    First(u32),
    Second(u32),
}

#[inline]
fn children_to_test<V: Volume>(a: &Node<V>, b: &Node<V>) -> Side {
    match (a.first_child(), b.first_child()) {
        (Some(child_a), Some(child_b)) => {
            if a.volume.size() >= b.volume.size() {
                Side::First(child_a)
            } else {
                Side::Second(child_b)
            }
        }
        (Some(child_a), None) => Side::First(child_a),
        // Two leaves never come here.
        (None, child_b) => Side::Second(child_b.unwrap_or(0)),
    }
}

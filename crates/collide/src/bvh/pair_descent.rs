//! The pairwise descent of two trees.
//!
//! Volumes are compared in the first model's frame. A volume of the second tree is transformed when
//! it is first needed and kept for the rest of the query, since a deep query needs each many times.
//! The volume of a leaf is fitted to the leaf's transformed vertices, which is tighter than transforming its
//! volume. A query that takes many tests fits all leaves in this way, and makes the volumes of inner nodes
//! their unions.
//!
//! The descent has two parts. Where bodies overlap, the first hit is mostly at the end of the first
//! path to the leaves. So the descent starts depth first: of two child pairs that overlap, the one
//! that overlaps deeper is followed. That halves the tests of a query that ends at its first hit. A
//! descent that has not ended by then will probably visit everything. From then on pairs are taken
//! from the stack in batches: their tests do not depend on each other, so that a processor works on
//! several at once. Neither part branches on the result of a test, which is hard to predict.

use crate::bounding::Volume;
use crate::budget::Meter;
use crate::bvh::{LEAF, Node, Tree};
use crate::counters::Counters;
use crate::params;
use crate::params::DESCENT_BATCH;

/// The order in which a descent takes the pairs of children of a node. Of two inner nodes the larger one is always
/// replaced by its children, of a leaf and an inner node the inner one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DescentOrder {
    /// The pair that overlaps deeper first, and later several at once.
    #[default]
    DeeperFirst,
    /// The smaller child first, to the end of each path: that of the 2002 library (Aleš Daneu, *Algoritmi za
    /// odkrivanje trkov*, diploma thesis, University of Ljubljana, 2002).
    SmallerFirst,
    /// The first child first, to the end of each path.
    LeftFirst,
}

impl DescentOrder {
    /// Every order.
    pub const ALL: [DescentOrder; 3] = [
        DescentOrder::DeeperFirst,
        DescentOrder::SmallerFirst,
        DescentOrder::LeftFirst,
    ];

    /// The number of pairs that are taken depth first.
    fn depth_first_pairs(self) -> u32 {
        match self {
            DescentOrder::DeeperFirst => params::DEPTH_FIRST_PAIRS,
            DescentOrder::SmallerFirst | DescentOrder::LeftFirst => u32::MAX,
        }
    }
}

/// The second tree's volumes in the first one's frame, filled as they are needed. One cache is reused
/// by all queries.
#[derive(Clone, Debug)]
pub(crate) struct MovedVolumeCache<V> {
    moved: Vec<V>,
    /// The query that filled an entry of `moved`.
    filled_by: Vec<u32>,
    query: u32,
}

impl<V> Default for MovedVolumeCache<V> {
    fn default() -> Self {
        MovedVolumeCache {
            moved: Vec::new(),
            filled_by: Vec::new(),
            query: 0,
        }
    }
}

impl<V: Volume> MovedVolumeCache<V> {
    /// Forgets all volumes and makes room for those of a tree.
    pub(crate) fn reset(&mut self, tree: &Tree<V>) {
        self.query = self.query.wrapping_add(1);
        if self.query == 0 {
            // The counter has wrapped around: no old entry may count as filled.
            self.filled_by.fill(0);
            self.query = 1;
        }
        let nodes = tree.nodes();
        if self.moved.len() < nodes.len() {
            self.moved.resize(nodes.len(), nodes[0].volume.clone());
            self.filled_by.resize(nodes.len(), 0);
        }
    }

    /// The volume of a node of the second tree in the first one's frame, made on first use.
    #[inline]
    pub(crate) fn get(&mut self, node: usize, make: impl FnOnce() -> V) -> &V {
        if self.filled_by[node] != self.query {
            self.filled_by[node] = self.query;
            self.moved[node] = make();
        }
        &self.moved[node]
    }
}

/// Receives the pairs of leaves of a descent, and the pair at which its budget was spent.
pub(crate) trait Visitor<V> {
    /// Handles two leaves whose volumes overlap: pieces `a` and `b`. Returns true to go on.
    fn leaves(&mut self, a: u32, b: u32, meter: &mut Meter, counters: &mut Counters) -> bool;

    /// The volume around a piece of the second model, in the first frame, if the visitor has a
    /// tighter one than the transformed volume of the leaf.
    fn leaf_volume(&mut self, b: u32, counters: &mut Counters) -> Option<V> {
        let _ = (b, counters);
        None
    }

    /// The budget was spent at these two overlapping volumes, both in the first frame.
    fn cut(&mut self, a: &V, b: &V);
}

/// A pairwise descent of two trees.
pub(crate) struct Descent<'q, V: Volume> {
    pub a: &'q Tree<V>,
    pub b: &'q Tree<V>,
    pub frame: &'q V::Frame,
    pub order: DescentOrder,
    pub cache: &'q mut MovedVolumeCache<V>,
    pub stack: &'q mut Vec<(u32, u32)>,
    pub meter: &'q mut Meter,
    pub counters: &'q mut Counters,
}

/// The reason why a descent ended.
enum DescentEnd {
    /// All pairs were visited, or the visitor ended it.
    Done,
    /// The budget was spent before the children of these nodes, or the contents of these leaves, were
    /// tested.
    Cut(u32, u32),
}

/// The state of a running descent.
struct DescentState<'q, V: Volume> {
    nodes_a: &'q [Node<V>],
    nodes_b: &'q [Node<V>],
    frame: &'q V::Frame,
    order: DescentOrder,
    moved: &'q mut [V],
    filled_by: &'q mut [u32],
    query: u32,
    stack: &'q mut Vec<(u32, u32)>,
    /// The number of pairs on the stack.
    height: usize,
    tests: u64,
    overlaps: u64,
}

impl<V: Volume> Descent<'_, V> {
    /// Runs the descent. For two inner nodes, the larger one is replaced by its children; for a leaf and an
    /// inner node, the inner one.
    pub(crate) fn run(self, visitor: &mut impl Visitor<V>) {
        self.cache.reset(self.b);
        let (nodes_a, nodes_b) = (self.a.nodes(), self.b.nodes());
        let mut state = DescentState {
            nodes_a,
            nodes_b,
            frame: self.frame,
            order: self.order,
            moved: &mut self.cache.moved[..nodes_b.len()],
            filled_by: &mut self.cache.filled_by[..nodes_b.len()],
            query: self.cache.query,
            stack: self.stack,
            height: 0,
            tests: 0,
            overlaps: 0,
        };
        let end = state.run(visitor, self.meter, self.counters);
        self.counters.volume_tests += state.tests;
        self.counters.volume_overlaps += state.overlaps;
        if let DescentEnd::Cut(a, b) = end {
            visitor.cut(&nodes_a[a as usize].volume, &state.moved[b as usize]);
        }
    }
}

impl<V: Volume> DescentState<'_, V> {
    fn run(
        &mut self,
        visitor: &mut impl Visitor<V>,
        meter: &mut Meter,
        counters: &mut Counters,
    ) -> DescentEnd {
        self.fill(0, visitor, counters);
        if !meter.take() {
            return DescentEnd::Cut(0, 0);
        }
        self.tests = 1;
        if self.clearance((0, 0)) > 0.0 {
            return DescentEnd::Done;
        }
        self.overlaps = 1;
        let mut pair = (0, 0);
        for _ in 0..self.order.depth_first_pairs() {
            self.make_room(2);
            let next = match self.split(pair, visitor, meter, counters) {
                Ok([first, second]) => {
                    let (one, other) = (self.clearance(first), self.clearance(second));
                    let swap = match self.order {
                        DescentOrder::DeeperFirst => one < other,
                        DescentOrder::SmallerFirst => self.size(first) <= self.size(second),
                        DescentOrder::LeftFirst => true,
                    };
                    let (deeper, deeper_at) = if swap { (first, one) } else { (second, other) };
                    let (rest, rest_at) = if swap { (second, other) } else { (first, one) };
                    self.push_if(rest, rest_at <= 0.0);
                    (deeper_at <= 0.0).then_some(deeper)
                }
                Err(Some(end)) => return end,
                Err(None) => None,
            };
            if let Some(deeper) = next {
                self.overlaps += 1;
                pair = deeper;
            } else if self.height > 0 {
                self.height -= 1;
                pair = self.stack[self.height];
            } else {
                return DescentEnd::Done;
            }
        }
        self.make_room(1);
        self.stack[self.height] = pair;
        self.height += 1;
        let mut tight = false;
        while self.height > 0 {
            // After as many tests as there are nodes, fitting all volumes probably saves more than it
            // costs, and costs no more than the tests so far.
            if V::FITS_MOVED_LEAVES && !tight && self.tests >= self.nodes_b.len() as u64 {
                tight = true;
                self.fit_all(visitor, meter, counters);
            }
            let count = self.height.min(DESCENT_BATCH);
            self.height -= count;
            let mut batch = [(0, 0); DESCENT_BATCH];
            batch[..count].copy_from_slice(&self.stack[self.height..self.height + count]);
            self.make_room(2 * DESCENT_BATCH);
            for &pair in &batch[..count] {
                match self.split(pair, visitor, meter, counters) {
                    Ok([first, second]) => {
                        let (one, other) = (self.overlap(first), self.overlap(second));
                        self.push_if(first, one);
                        self.push_if(second, other);
                    }
                    Err(Some(end)) => return end,
                    Err(None) => {}
                }
            }
        }
        DescentEnd::Done
    }

    /// Returns the two pairs to test instead of a pair whose volumes overlap; it fills the second tree's
    /// volumes. A pair of leaves goes to the visitor and gives an error: the end of the descent, or `None` if
    /// it goes on.
    #[inline(always)]
    fn split<W: Visitor<V>>(
        &mut self,
        (a, b): (u32, u32),
        visitor: &mut W,
        meter: &mut Meter,
        counters: &mut Counters,
    ) -> Result<[(u32, u32); 2], Option<DescentEnd>> {
        let (node_a, node_b) = (&self.nodes_a[a as usize], &self.nodes_b[b as usize]);
        if node_a.link & node_b.link & LEAF != 0 {
            if !visitor.leaves(node_a.link & !LEAF, node_b.link & !LEAF, meter, counters) {
                return Err(Some(DescentEnd::Done));
            }
            return Err(meter.is_spent().then_some(DescentEnd::Cut(a, b)));
        }
        let [first, second] = children(a, node_a, b, node_b);
        for index in [first.1, second.1] {
            if self.filled_by[index as usize] != self.query {
                self.fill(index, visitor, counters);
            }
        }
        let taken = meter.take_some(2);
        self.tests += taken;
        if taken < 2 {
            // Only the overlap of the parents is known.
            return Err(Some(DescentEnd::Cut(a, b)));
        }
        Ok([first, second])
    }

    /// Makes room on the stack for this many more pairs.
    #[inline(always)]
    fn make_room(&mut self, pairs: usize) {
        if self.height + pairs > self.stack.len() {
            self.stack.resize(2 * (self.height + pairs) + 64, (0, 0));
        }
    }

    /// Writes a pair to the stack, which has room, and keeps it there if it `overlaps`.
    #[inline(always)]
    fn push_if(&mut self, pair: (u32, u32), overlaps: bool) {
        self.stack[self.height] = pair;
        self.height += usize::from(overlaps);
        self.overlaps += u64::from(overlaps);
    }

    /// The clearance of two nodes; the second one's volume is filled.
    #[inline(always)]
    fn clearance(&self, (a, b): (u32, u32)) -> f32 {
        let volume = &self.nodes_a[a as usize].volume;
        volume.clearance(&self.moved[b as usize])
    }

    /// The sizes of two nodes together: of two pairs with a common node, the one with the smaller other node is less.
    fn size(&self, (a, b): (u32, u32)) -> f32 {
        self.nodes_a[a as usize].size + self.nodes_b[b as usize].size
    }

    #[inline(always)]
    fn overlap(&self, (a, b): (u32, u32)) -> bool {
        let volume = &self.nodes_a[a as usize].volume;
        volume.overlaps(&self.moved[b as usize])
    }

    /// Transforms a volume of the second tree.
    #[inline(never)]
    fn fill(&mut self, index: u32, visitor: &mut impl Visitor<V>, counters: &mut Counters) {
        let node = &self.nodes_b[index as usize];
        let fitted = match node.piece() {
            Some(piece) if V::FITS_MOVED_LEAVES => visitor.leaf_volume(piece, counters),
            _ => None,
        };
        self.filled_by[index as usize] = self.query;
        self.moved[index as usize] = match fitted {
            Some(volume) => volume,
            None => {
                counters.updates += 1;
                node.volume.moved(self.frame)
            }
        };
    }

    /// Transforms all volumes of the second tree as tightly as possible; stops at the deadline.
    #[inline(never)]
    fn fit_all(&mut self, visitor: &mut impl Visitor<V>, meter: &Meter, counters: &mut Counters) {
        for index in (0..self.nodes_b.len()).rev() {
            if index % 256 == 0 && meter.is_late() {
                return;
            }
            if let Some(child) = self.nodes_b[index].first_child() {
                let child = child as usize;
                self.filled_by[index] = self.query;
                self.moved[index] = self.moved[child].union(&self.moved[child + 1]);
                counters.updates += 1;
            } else if self.filled_by[index] != self.query {
                self.fill(index as u32, visitor, counters);
            }
        }
    }
}

/// The two pairs that replace one: the children of the larger node with the other node.
#[inline(always)]
fn children<V>(a: u32, node_a: &Node<V>, b: u32, node_b: &Node<V>) -> [(u32, u32); 2] {
    let down_a = node_a.size >= node_b.size;
    let first = (
        if down_a { node_a.link } else { a },
        if down_a { b } else { node_b.link },
    );
    let (step_a, step_b) = (u32::from(down_a), u32::from(!down_a));
    [first, (first.0 + step_a, first.1 + step_b)]
}

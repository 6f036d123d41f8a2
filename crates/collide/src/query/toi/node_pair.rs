//! What a sweep asks two trees: whether two nodes are apart over a slab of time, and what lies
//! below them.

use glam::Vec3;

use crate::bounding::{AxisSeparation, DistanceBounds, MAX_AXES, SeparatingAxes};
use crate::bvh::Tree;
use crate::query::toi::time_interval::{Bend, Slab};

/// What a node leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Below {
    /// The piece of a leaf.
    Piece(u32),
    /// The first of two adjacent children.
    Children(u32),
}

impl Below {
    pub(super) fn is_piece(self) -> bool {
        matches!(self, Below::Piece(_))
    }
}

/// Two trees over a slab of time.
pub(super) trait NodePairs {
    /// Turns to another slab.
    fn begin(&mut self, slab: &Slab);
    /// None if the nodes' volumes are apart over this share of the slab, from its begin; else how
    /// far at its end, as far as is known (m, negative if they overlap).
    fn look(&mut self, a: u32, b: u32, slab: &Slab, share: f32) -> Option<f32>;
    fn below_a(&self, a: u32) -> Below;
    fn below_b(&self, b: u32) -> Below;
    /// Whether node `a` is larger than node `b`.
    fn first_is_larger(&self, a: u32, b: u32) -> bool;
}

/// Nodes' states over one slab, filled as they are met and dropped all at once at the next.
#[derive(Clone, Debug)]
struct ByNode<T> {
    number: u32,
    numbers: Vec<u32>,
    states: Vec<T>,
}

impl<T> Default for ByNode<T> {
    fn default() -> Self {
        ByNode {
            number: 0,
            numbers: Vec::new(),
            states: Vec::new(),
        }
    }
}

impl<T: Clone> ByNode<T> {
    fn fit(&mut self, nodes: usize, empty: impl FnOnce() -> T) {
        if self.states.len() < nodes {
            self.numbers.resize(nodes, 0);
            self.states.resize(nodes, empty());
        }
        self.forget();
    }

    /// Drops all states.
    fn forget(&mut self) {
        self.number = self.number.wrapping_add(1);
        if self.number == 0 {
            self.numbers.fill(0);
            self.number = 1;
        }
    }

    #[inline]
    fn get(&mut self, node: usize, make: impl FnOnce() -> T) -> &T {
        if self.numbers[node] != self.number {
            self.numbers[node] = self.number;
            self.states[node] = make();
        }
        &self.states[node]
    }
}

/// Memory for trees of one kind of volume.
#[derive(Clone, Debug)]
pub(crate) struct PairCache<V: DistanceBounds> {
    /// The second tree's volumes in the first one's frame.
    moved: ByNode<V>,
    /// The volumes' own axes and their opposites.
    axes: ByNode<Option<Axis<V::Toward>>>,
}

impl<V: DistanceBounds> Default for PairCache<V> {
    fn default() -> Self {
        PairCache {
            moved: ByNode::default(),
            axes: ByNode::default(),
        }
    }
}

/// An axis of the first frame at the slab's end, as it lies at its begin.
#[derive(Clone, Copy, Debug)]
struct Axis<T> {
    a: T,
    b: T,
    shift: f32,
    bend: Bend,
}

/// Two trees of one kind of volume: compared by the axis along which two volumes are farthest apart
/// at the slab's end.
pub(super) struct SameKind<'q, V: DistanceBounds> {
    a: &'q Tree<V>,
    b: &'q Tree<V>,
    cache: &'q mut PairCache<V>,
    frame: Option<V::Frame>,
}

impl<'q, V: DistanceBounds> SameKind<'q, V> {
    pub(super) fn new(a: &'q Tree<V>, b: &'q Tree<V>, cache: &'q mut PairCache<V>) -> Self {
        cache
            .moved
            .fit(b.nodes().len(), || a.nodes()[0].volume.clone());
        cache.axes.fit(2 * MAX_AXES, || None);
        SameKind {
            a,
            b,
            cache,
            frame: None,
        }
    }
}

fn below<V>(tree: &Tree<V>, node: u32) -> Below
where
    V: SeparatingAxes,
{
    let node = &tree.nodes()[node as usize];
    match (node.piece(), node.first_child()) {
        (Some(piece), _) => Below::Piece(piece),
        (None, child) => Below::Children(child.unwrap_or(0)),
    }
}

impl<V: DistanceBounds> NodePairs for SameKind<'_, V> {
    fn begin(&mut self, slab: &Slab) {
        self.cache.moved.forget();
        self.cache.axes.forget();
        self.frame = Some(V::frame(&slab.kinematics.relative, 0.0));
    }

    #[inline]
    fn look(&mut self, a: u32, b: u32, slab: &Slab, share: f32) -> Option<f32> {
        let Some(frame) = &self.frame else {
            return Some(f32::NEG_INFINITY);
        };
        let (a, b) = (a as usize, b as usize);
        let (volume_a, source) = (&self.a.nodes()[a].volume, &self.b.nodes()[b].volume);
        let volume_b = self.cache.moved.get(b, || source.moved(frame));
        match volume_a.widest_separation(volume_b) {
            AxisSeparation::Axis { number, sign, gap } => {
                let room = gap - slab.keep;
                if room <= 0.0 && share >= 1.0 {
                    return Some(gap);
                }
                let side = 2 * number + usize::from(sign < 0.0);
                let axis = self.cache.axes.get(side, || {
                    let direction = V::axes()[number] * sign;
                    let [[a, _], [b, _]] = slab.local(direction);
                    Some(Axis {
                        a: V::toward(a),
                        b: V::toward(b),
                        shift: slab.shifts(direction)[0],
                        bend: slab.bend(direction),
                    })
                });
                let open = axis.is_some_and(|axis| {
                    let begin = axis.shift - volume_a.reach(&axis.a) - source.reach(&axis.b);
                    axis.bend.keeps_open_for(share, begin, room)
                });
                (!open).then_some(gap)
            }
            AxisSeparation::Direction { direction, gap } => {
                let (local, shifts) = (slab.local(direction), slab.shifts(direction));
                let room = |end: usize| {
                    let [toward_a, toward_b] = [0, 1].map(|body| V::toward(local[body][end]));
                    shifts[end] - volume_a.reach(&toward_a) - source.reach(&toward_b)
                };
                let open = (slab.bend(direction)).keeps_open_for(share, room(0), room(1));
                (!open).then_some(gap)
            }
        }
    }

    fn below_a(&self, a: u32) -> Below {
        below(self.a, a)
    }

    fn below_b(&self, b: u32) -> Below {
        below(self.b, b)
    }

    fn first_is_larger(&self, a: u32, b: u32) -> bool {
        self.a.nodes()[a as usize].volume.size() >= self.b.nodes()[b as usize].volume.size()
    }
}

/// Two trees of different kinds: compared by balls around their nodes.
pub(super) struct Balls<'q> {
    a: &'q dyn BallTree,
    b: &'q dyn BallTree,
}

impl<'q> Balls<'q> {
    pub(super) fn new(a: &'q dyn BallTree, b: &'q dyn BallTree) -> Self {
        Balls { a, b }
    }
}

/// A tree of any volume, seen as a tree of balls.
pub(super) trait BallTree {
    /// Centre and radius (m) of a ball around the node.
    fn ball(&self, node: u32) -> (Vec3, f32);
    fn below(&self, node: u32) -> Below;
}

impl<V: SeparatingAxes> BallTree for Tree<V> {
    fn ball(&self, node: u32) -> (Vec3, f32) {
        self.nodes()[node as usize].volume.ball()
    }

    fn below(&self, node: u32) -> Below {
        below(self, node)
    }
}

impl NodePairs for Balls<'_> {
    fn begin(&mut self, _: &Slab) {}

    fn look(&mut self, a: u32, b: u32, slab: &Slab, share: f32) -> Option<f32> {
        let ((center_a, radius_a), (center_b, radius_b)) = (self.a.ball(a), self.b.ball(b));
        let offset = slab.kinematics.relative.point_f32(center_b) - center_a;
        let gap = offset.length() - radius_a - radius_b;
        let Some(direction) = offset
            .try_normalize()
            .filter(|_| gap > slab.keep || share < 1.0)
        else {
            return Some(gap);
        };
        let (local, shifts) = (slab.local(direction), slab.shifts(direction));
        let room = |end: usize| {
            let reach_a = local[0][end].dot(center_a) + radius_a;
            let reach_b = local[1][end].dot(center_b) + radius_b;
            shifts[end] - reach_a - reach_b
        };
        let open = (slab.bend(direction)).keeps_open_for(share, room(0), room(1));
        (!open).then_some(gap)
    }

    fn below_a(&self, a: u32) -> Below {
        self.a.below(a)
    }

    fn below_b(&self, b: u32) -> Below {
        self.b.below(b)
    }

    fn first_is_larger(&self, a: u32, b: u32) -> bool {
        self.a.ball(a).1 >= self.b.ball(b).1
    }
}

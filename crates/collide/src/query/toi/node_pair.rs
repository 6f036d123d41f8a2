//! Two trees as a sweep searches them: the test of two nodes over a time interval, and the content of a node.

use glam::Vec3;

use crate::bounding::{
    AxisSeparation, BoundingSphere, DistanceBounds, Kdop6, Kdop14, Kdop18, Kdop26, MAX_AXES,
    SeparatingAxes,
};
use crate::bvh::{Node, Tree};
use crate::math::Aabb;
use crate::query::toi::time_interval::{CurvatureBound, TimeInterval};

/// The content of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeContent {
    /// The piece of a leaf.
    Piece(u32),
    /// The first of two adjacent children.
    Children(u32),
}

impl NodeContent {
    pub(super) fn is_piece(self) -> bool {
        matches!(self, NodeContent::Piece(_))
    }
}

/// Two trees over a time interval.
pub(super) trait TreePair {
    /// Prepares another interval.
    fn begin_interval(&mut self, interval: &TimeInterval);
    /// `None` if the nodes' volumes are proved disjoint over this share of the interval, from its begin.
    /// Else their gap at its end (m), negative if they overlap: a lower bound of their distance.
    fn interval_gap(&mut self, a: u32, b: u32, interval: &TimeInterval, share: f32) -> Option<f32>;
    fn content_a(&self, a: u32) -> NodeContent;
    fn content_b(&self, b: u32) -> NodeContent;
    /// True if node `a` is larger than node `b`.
    fn first_is_larger(&self, a: u32, b: u32) -> bool;
    /// The direction with the widest gap between the nodes' volumes at the interval's end, in the frame of
    /// the first body, and the gap (m): for views. `None` if views do not show such nodes.
    fn separation(&mut self, a: u32, b: u32, interval: &TimeInterval) -> Option<(Vec3, f32)>;
    /// Two points on the border of the smaller of two nodes.
    fn border(&self, a: u32, b: u32) -> NodeBorder;
}

/// Two points on the border of a node's volume.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NodeBorder {
    /// The body that has the node: 0 or 1.
    pub body: usize,
    /// In its frame, m.
    pub points: [Vec3; 2],
}

/// States of nodes over one interval: computed on first use, all invalidated at once.
#[derive(Clone, Debug)]
struct NodeStates<T> {
    number: u32,
    numbers: Vec<u32>,
    states: Vec<T>,
}

impl<T> Default for NodeStates<T> {
    fn default() -> Self {
        NodeStates {
            number: 0,
            numbers: Vec::new(),
            states: Vec::new(),
        }
    }
}

impl<T: Clone> NodeStates<T> {
    fn fit(&mut self, nodes: usize, empty: impl FnOnce() -> T) {
        if self.states.len() < nodes {
            self.numbers.resize(nodes, 0);
            self.states.resize(nodes, empty());
        }
        self.forget();
    }

    /// Invalidates all states.
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

/// Cached states for trees of one kind of volume.
#[derive(Clone, Debug)]
pub(crate) struct TreePairCache<V: DistanceBounds> {
    /// The second tree's volumes in the first one's frame.
    moved: NodeStates<V>,
    /// The axes of this kind of volume and their opposites.
    axes: NodeStates<Option<IntervalAxis<V::Toward>>>,
}

impl<V: DistanceBounds> Default for TreePairCache<V> {
    fn default() -> Self {
        TreePairCache {
            moved: NodeStates::default(),
            axes: NodeStates::default(),
        }
    }
}

/// One cache for every kind of volume; the cache of a kind that is not used stays empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct TreePairCaches {
    pub(super) sphere: TreePairCache<BoundingSphere>,
    pub(super) aabb: TreePairCache<Aabb>,
    pub(super) kdop6: TreePairCache<Kdop6>,
    pub(super) kdop14: TreePairCache<Kdop14>,
    pub(super) kdop18: TreePairCache<Kdop18>,
    pub(super) kdop26: TreePairCache<Kdop26>,
}

/// An axis of the first body's frame at the interval's end, with its bounds at the begin.
#[derive(Clone, Copy, Debug)]
struct IntervalAxis<T> {
    a: T,
    b: T,
    offset: f32,
    curvature: CurvatureBound,
}

/// Two trees of one kind of volume. A pair of volumes is tested along the axis with the widest gap
/// at the interval's end.
pub(super) struct SameVolumeTrees<'q, V: DistanceBounds> {
    a: &'q [Node<V>],
    b: &'q [Node<V>],
    cache: &'q mut TreePairCache<V>,
    frame: Option<V::Frame>,
}

impl<'q, V: DistanceBounds> SameVolumeTrees<'q, V> {
    /// The nodes of two trees, each with its root first.
    pub(super) fn new(a: &'q [Node<V>], b: &'q [Node<V>], cache: &'q mut TreePairCache<V>) -> Self {
        cache.moved.fit(b.len(), || a[0].volume.clone());
        cache.axes.fit(2 * MAX_AXES, || None);
        SameVolumeTrees {
            a,
            b,
            cache,
            frame: None,
        }
    }
}

/// The content of a node.
pub(super) fn node_content<V>(nodes: &[Node<V>], node: u32) -> NodeContent {
    let node = &nodes[node as usize];
    match (node.piece(), node.first_child()) {
        (Some(piece), _) => NodeContent::Piece(piece),
        (None, child) => NodeContent::Children(child.unwrap_or(0)),
    }
}

impl<V: DistanceBounds> TreePair for SameVolumeTrees<'_, V> {
    fn begin_interval(&mut self, interval: &TimeInterval) {
        self.cache.moved.forget();
        self.cache.axes.forget();
        self.frame = Some(V::frame(&interval.at_end.relative, 0.0));
    }

    #[inline]
    fn interval_gap(&mut self, a: u32, b: u32, interval: &TimeInterval, share: f32) -> Option<f32> {
        let Some(frame) = &self.frame else {
            return Some(f32::NEG_INFINITY);
        };
        let (a, b) = (a as usize, b as usize);
        let (volume_a, source) = (&self.a[a].volume, &self.b[b].volume);
        let volume_b = self.cache.moved.get(b, || source.moved(frame));
        match volume_a.widest_separation(volume_b) {
            AxisSeparation::Axis { number, sign, gap } => {
                let clearance = gap - interval.min_gap;
                if clearance <= 0.0 && share >= 1.0 {
                    return Some(gap);
                }
                let side = 2 * number + usize::from(sign < 0.0);
                let axis = self.cache.axes.get(side, || {
                    let direction = V::axes()[number] * sign;
                    let [[a, _], [b, _]] = interval.local_directions(direction);
                    Some(IntervalAxis {
                        a: V::toward(a),
                        b: V::toward(b),
                        offset: interval.origin_offsets(direction)[0],
                        curvature: interval.curvature_bound(direction),
                    })
                });
                let open = axis.is_some_and(|axis| {
                    let begin = axis.offset - volume_a.reach(&axis.a) - source.reach(&axis.b);
                    axis.curvature.keeps_gap_open_for(share, begin, clearance)
                });
                (!open).then_some(gap)
            }
            AxisSeparation::Direction { direction, gap } => {
                let (local, offsets) = (
                    interval.local_directions(direction),
                    interval.origin_offsets(direction),
                );
                let clearance = |end: usize| {
                    let [toward_a, toward_b] = [0, 1].map(|body| V::toward(local[body][end]));
                    offsets[end] - volume_a.reach(&toward_a) - source.reach(&toward_b)
                };
                let open = (interval.curvature_bound(direction)).keeps_gap_open_for(
                    share,
                    clearance(0),
                    clearance(1),
                );
                (!open).then_some(gap)
            }
        }
    }

    fn separation(&mut self, a: u32, b: u32, interval: &TimeInterval) -> Option<(Vec3, f32)> {
        let frame = V::frame(&interval.at_end.relative, 0.0);
        let volume = self.b[b as usize].volume.moved(&frame);
        Some(match self.a[a as usize].volume.widest_separation(&volume) {
            AxisSeparation::Axis { number, sign, gap } => (V::axes()[number] * sign, gap),
            AxisSeparation::Direction { direction, gap } => (direction, gap),
        })
    }

    fn content_a(&self, a: u32) -> NodeContent {
        node_content(self.a, a)
    }

    fn content_b(&self, b: u32) -> NodeContent {
        node_content(self.b, b)
    }

    fn first_is_larger(&self, a: u32, b: u32) -> bool {
        self.a[a as usize].volume.size() >= self.b[b as usize].volume.size()
    }

    fn border(&self, a: u32, b: u32) -> NodeBorder {
        let (body, volume) = if self.first_is_larger(a, b) {
            (1, &self.b[b as usize].volume)
        } else {
            (0, &self.a[a as usize].volume)
        };
        let points = volume.border_points();
        NodeBorder { body, points }
    }
}

/// Two trees of different kinds, tested by spheres around their nodes.
pub(super) struct SphereBoundTrees<'q> {
    a: &'q dyn BoundingSphereTree,
    b: &'q dyn BoundingSphereTree,
}

impl<'q> SphereBoundTrees<'q> {
    pub(super) fn new(a: &'q dyn BoundingSphereTree, b: &'q dyn BoundingSphereTree) -> Self {
        SphereBoundTrees { a, b }
    }
}

/// A tree of any volume with spheres around its nodes.
pub(super) trait BoundingSphereTree {
    /// Centre and radius (m) of a sphere around the node.
    fn sphere(&self, node: u32) -> (Vec3, f32);
    fn node_content(&self, node: u32) -> NodeContent;
}

impl<V: SeparatingAxes> BoundingSphereTree for Tree<V> {
    fn sphere(&self, node: u32) -> (Vec3, f32) {
        self.nodes()[node as usize].volume.ball()
    }

    fn node_content(&self, node: u32) -> NodeContent {
        node_content(self.nodes(), node)
    }
}

impl TreePair for SphereBoundTrees<'_> {
    fn begin_interval(&mut self, _: &TimeInterval) {}

    fn interval_gap(&mut self, a: u32, b: u32, interval: &TimeInterval, share: f32) -> Option<f32> {
        let ((center_a, radius_a), (center_b, radius_b)) = (self.a.sphere(a), self.b.sphere(b));
        let offset = interval.at_end.relative.point_f32(center_b) - center_a;
        let gap = offset.length() - radius_a - radius_b;
        let Some(direction) = offset
            .try_normalize()
            .filter(|_| gap > interval.min_gap || share < 1.0)
        else {
            return Some(gap);
        };
        let (local, offsets) = (
            interval.local_directions(direction),
            interval.origin_offsets(direction),
        );
        let clearance = |end: usize| {
            let reach_a = local[0][end].dot(center_a) + radius_a;
            let reach_b = local[1][end].dot(center_b) + radius_b;
            offsets[end] - reach_a - reach_b
        };
        let open = (interval.curvature_bound(direction)).keeps_gap_open_for(
            share,
            clearance(0),
            clearance(1),
        );
        (!open).then_some(gap)
    }

    fn separation(&mut self, a: u32, b: u32, interval: &TimeInterval) -> Option<(Vec3, f32)> {
        let ((center_a, radius_a), (center_b, radius_b)) = (self.a.sphere(a), self.b.sphere(b));
        let offset = interval.at_end.relative.point_f32(center_b) - center_a;
        let gap = offset.length() - radius_a - radius_b;
        Some((offset.try_normalize().unwrap_or(Vec3::Y), gap))
    }

    fn content_a(&self, a: u32) -> NodeContent {
        self.a.node_content(a)
    }

    fn content_b(&self, b: u32) -> NodeContent {
        self.b.node_content(b)
    }

    fn first_is_larger(&self, a: u32, b: u32) -> bool {
        self.a.sphere(a).1 >= self.b.sphere(b).1
    }

    fn border(&self, a: u32, b: u32) -> NodeBorder {
        let (body, (center, radius)) = if self.first_is_larger(a, b) {
            (1, self.b.sphere(b))
        } else {
            (0, self.a.sphere(a))
        };
        let points = [center - Vec3::X * radius, center + Vec3::X * radius];
        NodeBorder { body, points }
    }
}

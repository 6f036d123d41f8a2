//! The trees that a sweep searches: the test of two nodes over a time interval, and the content of a node.

use glam::Vec3;

use crate::bounding::{AxisSeparation, DistanceBounds, MAX_AXES, SeparatingAxes};
use crate::bvh::{MovedVolumeCache, Node, Tree};
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
    /// the first body, and the gap (m): for debug views. `None` if they do not show such nodes.
    fn separation(&mut self, a: u32, b: u32, interval: &TimeInterval) -> Option<(Vec3, f32)>;
    /// Two points on the border of the smaller of two nodes.
    fn border(&self, a: u32, b: u32) -> NodeBorder;
}

/// Two points on the border of a node's volume.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NodeBorder {
    /// The body that has the node: 0 or 1.
    pub body: usize,
    /// The points in that body's frame, m.
    pub points: [Vec3; 2],
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
    a: &'q Tree<V>,
    b: &'q Tree<V>,
    /// The second tree's volumes in the first one's frame at the interval's end.
    moved: &'q mut MovedVolumeCache<V>,
    /// The axes of this kind of volume and their opposites, as they are needed in the interval.
    axes: [Option<IntervalAxis<V::Toward>>; 2 * MAX_AXES],
    frame: Option<V::Frame>,
}

impl<'q, V: DistanceBounds> SameVolumeTrees<'q, V> {
    pub(super) fn new(a: &'q Tree<V>, b: &'q Tree<V>, moved: &'q mut MovedVolumeCache<V>) -> Self {
        SameVolumeTrees {
            a,
            b,
            moved,
            axes: [None; 2 * MAX_AXES],
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
        self.moved.reset(self.b);
        self.axes.fill(None);
        self.frame = Some(V::frame(&interval.at_end.relative, 0.0));
    }

    #[inline]
    fn interval_gap(&mut self, a: u32, b: u32, interval: &TimeInterval, share: f32) -> Option<f32> {
        let Some(frame) = &self.frame else {
            return Some(f32::NEG_INFINITY);
        };
        let (a, b) = (a as usize, b as usize);
        let (volume_a, source) = (&self.a.nodes()[a].volume, &self.b.nodes()[b].volume);
        let volume_b = self.moved.get(b, || source.moved(frame));
        match volume_a.widest_separation(volume_b) {
            AxisSeparation::Axis { number, sign, gap } => {
                let clearance = gap - interval.min_gap;
                if clearance <= 0.0 && share >= 1.0 {
                    return Some(gap);
                }
                let side = 2 * number + usize::from(sign < 0.0);
                let axis = self.axes[side].get_or_insert_with(|| {
                    let direction = V::axes()[number] * sign;
                    let [[a, _], [b, _]] = interval.local_directions(direction);
                    IntervalAxis {
                        a: V::toward(a),
                        b: V::toward(b),
                        offset: interval.origin_offsets(direction)[0],
                        curvature: interval.curvature_bound(direction),
                    }
                });
                let begin = axis.offset - volume_a.reach(&axis.a) - source.reach(&axis.b);
                let open = axis.curvature.keeps_gap_open_for(share, begin, clearance);
                (!open).then_some(gap)
            }
            AxisSeparation::Direction { direction, gap } => {
                let volumes = [volume_a, source];
                let open = interval.stays_open_along(direction, share, |body, local| {
                    volumes[body].reach(&V::toward(local))
                });
                (!open).then_some(gap)
            }
        }
    }

    fn separation(&mut self, a: u32, b: u32, interval: &TimeInterval) -> Option<(Vec3, f32)> {
        let frame = V::frame(&interval.at_end.relative, 0.0);
        let volume = self.b.nodes()[b as usize].volume.moved(&frame);
        Some(
            match self.a.nodes()[a as usize].volume.widest_separation(&volume) {
                AxisSeparation::Axis { number, sign, gap } => (V::axes()[number] * sign, gap),
                AxisSeparation::Direction { direction, gap } => (direction, gap),
            },
        )
    }

    fn content_a(&self, a: u32) -> NodeContent {
        node_content(self.a.nodes(), a)
    }

    fn content_b(&self, b: u32) -> NodeContent {
        node_content(self.b.nodes(), b)
    }

    fn first_is_larger(&self, a: u32, b: u32) -> bool {
        self.a.nodes()[a as usize].volume.size() >= self.b.nodes()[b as usize].volume.size()
    }

    fn border(&self, a: u32, b: u32) -> NodeBorder {
        let (body, volume) = if self.first_is_larger(a, b) {
            (1, &self.b.nodes()[b as usize].volume)
        } else {
            (0, &self.a.nodes()[a as usize].volume)
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
        let spheres = [(center_a, radius_a), (center_b, radius_b)];
        let open = interval.stays_open_along(direction, share, |body, local| {
            local.dot(spheres[body].0) + spheres[body].1
        });
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

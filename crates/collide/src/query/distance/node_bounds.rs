//! Lower bounds of the distance of two trees' nodes, and the choice of the node that its children replace.

use glam::Vec3;

use crate::bounding::{DistanceBounds, SeparatingAxes};
use crate::bvh::{Node, Tree};
use crate::counters::Counters;
use crate::math::relative_pose::Relative;

/// The key by which pairs of nodes are ordered and pruned.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Estimate {
    /// The square of a lower bound of their distance, in square metres.
    pub bound: f32,
    /// The square of the distance of their centres: orders pairs whose bounds are equal.
    pub tie_breaker: f32,
}

impl Estimate {
    /// Returns true if this pair is visited before another one.
    #[inline]
    pub(super) fn is_before(&self, other: &Estimate) -> bool {
        self.bound < other.bound
            || (self.bound == other.bound && self.tie_breaker <= other.tie_breaker)
    }
}

/// The successor of a pair of nodes: their pieces if both are leaves, or the first of the two adjacent
/// children that replace one node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Expansion {
    Pieces(u32, u32),
    First(u32),
    Second(u32),
}

/// The pairs of nodes of two trees, the second tree in the first one's frame.
pub(super) trait NodeBounds {
    fn estimate(&mut self, a: u32, b: u32, counters: &mut Counters) -> Estimate;
    /// Prepares [`NodeBounds::gap_along_axis`] for a direction of length 1 in the first frame.
    fn set_axis(&mut self, direction: Vec3);
    /// The gap between node `a` and node `b` along that direction, in metres, in f32; negative if
    /// they overlap along it.
    fn gap_along_axis(&self, a: u32, b: u32) -> f32;
    /// The larger of two inner nodes is replaced; of a leaf and an inner node the inner one.
    fn expansion(&self, a: u32, b: u32) -> Expansion;
    /// Two points that stand for node `a`, in the first frame: the points of a cut answer.
    fn border_points(&self, a: u32) -> [Vec3; 2];
}

#[inline]
fn expansion<A, B>(a: &Node<A>, b: &Node<B>, first_is_larger: impl FnOnce() -> bool) -> Expansion {
    match (a.first_child(), b.first_child()) {
        (Some(child_a), Some(child_b)) => {
            if first_is_larger() {
                Expansion::First(child_a)
            } else {
                Expansion::Second(child_b)
            }
        }
        (Some(child_a), None) => Expansion::First(child_a),
        (None, Some(child_b)) => Expansion::Second(child_b),
        (None, None) => Expansion::Pieces(a.piece().unwrap_or(0), b.piece().unwrap_or(0)),
    }
}

/// The second tree's volumes in the first one's frame, filled when first needed and reused by all
/// queries: an entry is valid if it carries the current query's number.
#[derive(Clone, Debug)]
pub(crate) struct TransformedVolumes<V> {
    query: u32,
    queries: Vec<u32>,
    volumes: Vec<(V, Vec3)>,
}

impl<V> Default for TransformedVolumes<V> {
    fn default() -> Self {
        TransformedVolumes {
            query: 0,
            queries: Vec::new(),
            volumes: Vec::new(),
        }
    }
}

impl<V: DistanceBounds> TransformedVolumes<V> {
    fn reset(&mut self, tree: &Tree<V>) {
        self.query = self.query.wrapping_add(1);
        if self.query == 0 {
            self.queries.fill(0);
            self.query = 1;
        }
        let nodes = tree.nodes().len();
        if self.volumes.len() < nodes {
            self.queries.resize(nodes, 0);
            let filler = (tree.nodes()[0].volume.clone(), Vec3::ZERO);
            self.volumes.resize(nodes, filler);
        }
    }
}

/// Two trees of one kind of volume.
pub(super) struct VolumeBounds<'q, V: DistanceBounds> {
    a: &'q Tree<V>,
    b: &'q Tree<V>,
    /// Computed when first needed: some queries end before.
    frame: Option<V::Frame>,
    moved: &'q mut TransformedVolumes<V>,
    relative: &'q Relative,
    margin: f32,
    axis: Option<SeparatingAxis<V::Toward>>,
}

/// A direction in the form and frame of each tree's volumes. Reaches along it are tight: a volume
/// that is rotated into the other frame grows, a direction does not.
struct SeparatingAxis<T> {
    toward_b: T,
    toward_a: T,
    /// The projection of the second model's translation, in metres.
    shift: f32,
}

impl<'q, V: DistanceBounds> VolumeBounds<'q, V> {
    /// `margin` (m) bounds the rounding error of moved points.
    pub(super) fn new(
        a: &'q Tree<V>,
        b: &'q Tree<V>,
        relative: &'q Relative,
        margin: f32,
        moved: &'q mut TransformedVolumes<V>,
    ) -> Self {
        moved.reset(b);
        VolumeBounds {
            a,
            b,
            frame: None,
            moved,
            relative,
            margin,
            axis: None,
        }
    }
}

impl<V: DistanceBounds> NodeBounds for VolumeBounds<'_, V> {
    #[inline]
    fn estimate(&mut self, a: u32, b: u32, counters: &mut Counters) -> Estimate {
        let volume_a = &self.a.nodes()[a as usize].volume;
        let index = b as usize;
        if self.moved.queries[index] != self.moved.query {
            self.moved.queries[index] = self.moved.query;
            let (relative, margin) = (self.relative, self.margin);
            let frame = (self.frame).get_or_insert_with(|| V::frame(relative, margin));
            let volume = self.b.nodes()[index].volume.moved(frame);
            let center = volume.center();
            self.moved.volumes[index] = (volume, center);
            counters.updates += 1;
        }
        let (volume_b, center_b) = &self.moved.volumes[index];
        Estimate {
            bound: volume_a.gap_squared(volume_b),
            tie_breaker: volume_a.center().distance_squared(*center_b),
        }
    }

    fn set_axis(&mut self, direction: Vec3) {
        let back = self.relative.rotation_f32.transpose() * direction;
        self.axis = Some(SeparatingAxis {
            toward_b: V::toward(direction),
            toward_a: V::toward(-back),
            shift: direction.dot(self.relative.translation_f32),
        });
    }

    #[inline]
    fn gap_along_axis(&self, a: u32, b: u32) -> f32 {
        let Some(axis) = &self.axis else {
            return f32::NEG_INFINITY;
        };
        let reach_a = self.a.nodes()[a as usize].volume.reach(&axis.toward_b);
        let reach_b = self.b.nodes()[b as usize].volume.reach(&axis.toward_a);
        axis.shift - reach_b - reach_a
    }

    #[inline]
    fn expansion(&self, a: u32, b: u32) -> Expansion {
        let (a, b) = (&self.a.nodes()[a as usize], &self.b.nodes()[b as usize]);
        expansion(a, b, || a.volume.size() >= b.volume.size())
    }

    fn border_points(&self, a: u32) -> [Vec3; 2] {
        self.a.nodes()[a as usize].volume.border_points()
    }
}

/// Two trees of different kinds of volume: compared by the spheres around their nodes.
pub(super) struct SphereBounds<'q, A, B> {
    a: &'q Tree<A>,
    b: &'q Tree<B>,
    relative: &'q Relative,
    margin: f32,
}

impl<'q, A: SeparatingAxes, B: SeparatingAxes> SphereBounds<'q, A, B> {
    pub(super) fn new(a: &'q Tree<A>, b: &'q Tree<B>, relative: &'q Relative, margin: f32) -> Self {
        SphereBounds {
            a,
            b,
            relative,
            margin,
        }
    }
}

impl<A: SeparatingAxes, B: SeparatingAxes> NodeBounds for SphereBounds<'_, A, B> {
    fn estimate(&mut self, a: u32, b: u32, counters: &mut Counters) -> Estimate {
        let (center_a, radius_a) = self.a.nodes()[a as usize].volume.ball();
        let (center_b, radius_b) = self.b.nodes()[b as usize].volume.ball();
        counters.updates += 1;
        let tie_breaker = center_a.distance_squared(self.relative.point_f32(center_b));
        let distance = tie_breaker.sqrt() * (1.0 - 8.0 * f32::EPSILON);
        let gap = (distance - radius_a - radius_b - self.margin).max(0.0);
        Estimate {
            bound: gap * gap * (1.0 - 8.0 * f32::EPSILON),
            tie_breaker,
        }
    }

    fn set_axis(&mut self, _: Vec3) {}

    fn gap_along_axis(&self, _: u32, _: u32) -> f32 {
        f32::NEG_INFINITY
    }

    fn expansion(&self, a: u32, b: u32) -> Expansion {
        let (a, b) = (&self.a.nodes()[a as usize], &self.b.nodes()[b as usize]);
        expansion(a, b, || a.volume.ball().1 >= b.volume.ball().1)
    }

    fn border_points(&self, a: u32) -> [Vec3; 2] {
        self.a.nodes()[a as usize].volume.border_points()
    }
}

//! What a distance query asks two trees: how far two nodes are at least apart, and what lies below
//! them.

use glam::Vec3;

use crate::bounding::{DistanceBounds, SeparatingAxes};
use crate::bvh::{Node, Tree};
use crate::counters::Counters;
use crate::math::relative_pose::Relative;

/// How two nodes lie to each other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Estimate {
    /// The square of a lower bound of their distance, in square metres.
    pub bound: f32,
    /// The square of the distance of their middles: tells pairs apart whose bounds do not.
    pub hint: f32,
}

impl Estimate {
    /// Whether the pair is better looked at before another one.
    #[inline]
    pub(super) fn before(&self, other: &Estimate) -> bool {
        self.bound < other.bound || (self.bound == other.bound && self.hint <= other.hint)
    }
}

/// Which of two nodes is replaced by its children, the first of two adjacent ones; or that both
/// are leaves, with their pieces.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Pieces(u32, u32),
    First(u32),
    Second(u32),
}

/// Two trees, the second seen from the first.
pub(super) trait NodePairs {
    fn estimate(&mut self, a: u32, b: u32, counters: &mut Counters) -> Estimate;
    /// Prepares [`NodePairs::gap`] for a direction of length 1 in the first frame.
    fn aim(&mut self, direction: Vec3);
    /// How far node `b` is ahead of node `a` along that direction, in metres, as far as f32 tells;
    /// negative if they overlap along it.
    fn gap(&self, a: u32, b: u32) -> f32;
    /// The larger of two inner nodes is replaced; of a leaf and an inner node the inner one.
    fn step(&self, a: u32, b: u32) -> Step;
    /// Two points that stand for node `a`, in the first frame: for cut answers.
    fn border_points(&self, a: u32) -> [Vec3; 2];
}

#[inline]
fn step<A, B>(a: &Node<A>, b: &Node<B>, first_is_larger: impl FnOnce() -> bool) -> Step {
    match (a.first_child(), b.first_child()) {
        (Some(child_a), Some(child_b)) => {
            if first_is_larger() {
                Step::First(child_a)
            } else {
                Step::Second(child_b)
            }
        }
        (Some(child_a), None) => Step::First(child_a),
        (None, Some(child_b)) => Step::Second(child_b),
        (None, None) => Step::Pieces(a.piece().unwrap_or(0), b.piece().unwrap_or(0)),
    }
}

/// The second tree's volumes in the first one's frame, filled as they are met. One is reused by
/// all queries: entries of earlier ones are known by their query's number.
#[derive(Clone, Debug)]
pub(crate) struct MovedVolumes<V> {
    query: u32,
    queries: Vec<u32>,
    volumes: Vec<(V, Vec3)>,
}

impl<V> Default for MovedVolumes<V> {
    fn default() -> Self {
        MovedVolumes {
            query: 0,
            queries: Vec::new(),
            volumes: Vec::new(),
        }
    }
}

impl<V: DistanceBounds> MovedVolumes<V> {
    fn begin(&mut self, tree: &Tree<V>) {
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
pub(super) struct SameKind<'q, V: DistanceBounds> {
    a: &'q Tree<V>,
    b: &'q Tree<V>,
    /// Made when first needed: some queries end before.
    frame: Option<V::Frame>,
    moved: &'q mut MovedVolumes<V>,
    relative: &'q Relative,
    margin: f32,
    aim: Option<Aim<V::Toward>>,
}

/// A direction as the volumes of both trees want it, each in its own frame: a volume that is turned
/// into the other frame grows, this does not.
struct Aim<T> {
    toward_b: T,
    toward_a: T,
    /// What the second model's translation adds.
    shift: f32,
}

impl<'q, V: DistanceBounds> SameKind<'q, V> {
    /// `margin` (m) bounds the rounding of moved places.
    pub(super) fn new(
        a: &'q Tree<V>,
        b: &'q Tree<V>,
        relative: &'q Relative,
        margin: f32,
        moved: &'q mut MovedVolumes<V>,
    ) -> Self {
        moved.begin(b);
        SameKind {
            a,
            b,
            frame: None,
            moved,
            relative,
            margin,
            aim: None,
        }
    }
}

impl<V: DistanceBounds> NodePairs for SameKind<'_, V> {
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
            hint: volume_a.center().distance_squared(*center_b),
        }
    }

    fn aim(&mut self, direction: Vec3) {
        let back = self.relative.rotation_f32.transpose() * direction;
        self.aim = Some(Aim {
            toward_b: V::toward(direction),
            toward_a: V::toward(-back),
            shift: direction.dot(self.relative.translation_f32),
        });
    }

    #[inline]
    fn gap(&self, a: u32, b: u32) -> f32 {
        let Some(aim) = &self.aim else {
            return f32::NEG_INFINITY;
        };
        let reach_a = self.a.nodes()[a as usize].volume.reach(&aim.toward_b);
        let reach_b = self.b.nodes()[b as usize].volume.reach(&aim.toward_a);
        aim.shift - reach_b - reach_a
    }

    #[inline]
    fn step(&self, a: u32, b: u32) -> Step {
        let (a, b) = (&self.a.nodes()[a as usize], &self.b.nodes()[b as usize]);
        step(a, b, || a.volume.size() >= b.volume.size())
    }

    fn border_points(&self, a: u32) -> [Vec3; 2] {
        self.a.nodes()[a as usize].volume.border_points()
    }
}

/// Two trees of different kinds: compared by balls around their nodes.
pub(super) struct Balls<'q, A, B> {
    a: &'q Tree<A>,
    b: &'q Tree<B>,
    relative: &'q Relative,
    margin: f32,
}

impl<'q, A: SeparatingAxes, B: SeparatingAxes> Balls<'q, A, B> {
    pub(super) fn new(a: &'q Tree<A>, b: &'q Tree<B>, relative: &'q Relative, margin: f32) -> Self {
        Balls {
            a,
            b,
            relative,
            margin,
        }
    }
}

impl<A: SeparatingAxes, B: SeparatingAxes> NodePairs for Balls<'_, A, B> {
    fn estimate(&mut self, a: u32, b: u32, counters: &mut Counters) -> Estimate {
        let (center_a, radius_a) = self.a.nodes()[a as usize].volume.ball();
        let (center_b, radius_b) = self.b.nodes()[b as usize].volume.ball();
        counters.updates += 1;
        let hint = center_a.distance_squared(self.relative.point_f32(center_b));
        let distance = hint.sqrt() * (1.0 - 8.0 * f32::EPSILON);
        let gap = (distance - radius_a - radius_b - self.margin).max(0.0);
        Estimate {
            bound: gap * gap * (1.0 - 8.0 * f32::EPSILON),
            hint,
        }
    }

    fn aim(&mut self, _: Vec3) {}

    fn gap(&self, _: u32, _: u32) -> f32 {
        f32::NEG_INFINITY
    }

    fn step(&self, a: u32, b: u32) -> Step {
        let (a, b) = (&self.a.nodes()[a as usize], &self.b.nodes()[b as usize]);
        step(a, b, || a.volume.ball().1 >= b.volume.ball().1)
    }

    fn border_points(&self, a: u32) -> [Vec3; 2] {
        self.a.nodes()[a as usize].volume.border_points()
    }
}

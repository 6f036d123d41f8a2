//! What a sweep asks two trees: how long two nodes surely stay apart, and what lies below them.

use glam::Vec3;

use super::kinematics::{AxisMotion, Ball, Kinematics};
use crate::collision::tree::Tree;
use crate::collision::volume::{MAX_AXES, Separation, Separations};

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

/// Two trees at one instant.
pub(super) trait NodePairs {
    /// Turns to another instant. Volumes are to be kept more than `keep` (m) apart.
    fn begin(&mut self, kinematics: &Kinematics, keep: f32);
    /// For how long (s) from the instant on the nodes' volumes surely stay apart; 0 if they
    /// overlap at it.
    fn safe_step(&mut self, a: u32, b: u32, kinematics: &Kinematics) -> f32;
    fn below_a(&self, a: u32) -> Below;
    fn below_b(&self, b: u32) -> Below;
    /// Whether node `a` is larger than node `b`.
    fn first_is_larger(&self, a: u32, b: u32) -> bool;
}

/// Nodes' states at one instant, filled as they are met and dropped all at once at the next.
#[derive(Clone, Debug)]
struct ByNode<T> {
    instants: Vec<u32>,
    states: Vec<T>,
}

impl<T> Default for ByNode<T> {
    fn default() -> Self {
        ByNode {
            instants: Vec::new(),
            states: Vec::new(),
        }
    }
}

impl<T: Clone> ByNode<T> {
    fn fit(&mut self, nodes: usize, empty: impl FnOnce() -> T) {
        if self.states.len() < nodes {
            self.instants.resize(nodes, 0);
            self.states.resize(nodes, empty());
        }
    }

    #[inline]
    fn get(&mut self, node: u32, instant: u32, make: impl FnOnce() -> T) -> &T {
        let node = node as usize;
        if self.instants[node] != instant {
            self.instants[node] = instant;
            self.states[node] = make();
        }
        &self.states[node]
    }
}

/// Memory for trees of one kind of volume.
#[derive(Clone, Debug)]
pub(crate) struct PairCache<V> {
    /// Counts instants, so that states of earlier ones are known as such.
    instant: u32,
    balls: ByNode<Ball>,
    moved: ByNode<(V, Ball)>,
}

impl<V> Default for PairCache<V> {
    fn default() -> Self {
        PairCache {
            instant: 0,
            balls: ByNode::default(),
            moved: ByNode::default(),
        }
    }
}

impl<V> PairCache<V> {
    /// The number of the next instant; never that of a state in the cache.
    fn next_instant(&mut self) -> u32 {
        self.instant = self.instant.wrapping_add(1);
        if self.instant == 0 {
            self.balls.instants.fill(0);
            self.moved.instants.fill(0);
            self.instant = 1;
        }
        self.instant
    }
}

/// Two trees of one kind of volume: compared by all directions that the volumes know.
pub(super) struct SameKind<'q, V: Separations> {
    a: &'q Tree<V>,
    b: &'q Tree<V>,
    cache: &'q mut PairCache<V>,
    /// The largest coordinates of both models together, m: what rounding is relative to.
    reach: f32,
    /// Bounds the rounding of moved places, m.
    margin: f32,
    keep: f32,
    instant: u32,
    frame: Option<V::Frame>,
    /// The motions along the volumes' own axes; empty for volumes without.
    axes: [AxisMotion; MAX_AXES],
}

impl<'q, V: Separations> SameKind<'q, V> {
    pub(super) fn new(
        a: &'q Tree<V>,
        b: &'q Tree<V>,
        cache: &'q mut PairCache<V>,
        reach: f32,
    ) -> Self {
        let volume = || a.nodes()[0].volume.clone();
        cache.balls.fit(a.nodes().len(), Ball::default);
        cache
            .moved
            .fit(b.nodes().len(), || (volume(), Ball::default()));
        SameKind {
            a,
            b,
            cache,
            reach,
            margin: 0.0,
            keep: 0.0,
            instant: 0,
            frame: None,
            axes: [AxisMotion::default(); MAX_AXES],
        }
    }
}

fn below<V>(tree: &Tree<V>, node: u32) -> Below
where
    V: Separations,
{
    let node = &tree.nodes()[node as usize];
    match (node.piece(), node.first_child()) {
        (Some(piece), _) => Below::Piece(piece),
        (None, child) => Below::Children(child.unwrap_or(0)),
    }
}

impl<V: Separations> NodePairs for SameKind<'_, V> {
    fn begin(&mut self, kinematics: &Kinematics, keep: f32) {
        self.instant = self.cache.next_instant();
        self.keep = keep;
        self.margin = kinematics.rounding(self.reach);
        self.frame = Some(V::frame(&kinematics.relative, self.margin));
        for (slot, &axis) in self.axes.iter_mut().zip(V::axes()) {
            *slot = AxisMotion::new(axis, kinematics);
        }
    }

    #[inline]
    fn safe_step(&mut self, a: u32, b: u32, kinematics: &Kinematics) -> f32 {
        let Some(frame) = &self.frame else { return 0.0 };
        let volume_a = &self.a.nodes()[a as usize].volume;
        let ball_a = self.cache.balls.get(a, self.instant, || {
            let (center, radius) = volume_a.ball();
            Ball::new(center, radius, &kinematics.turn_a)
        });
        let source = &self.b.nodes()[b as usize].volume;
        let (volume_b, ball_b) = self.cache.moved.get(b, self.instant, || {
            let (center, radius) = source.ball();
            let center = kinematics.relative.point_f32(center);
            let ball = Ball::new(center, radius + self.margin, &kinematics.turn_b);
            (source.moved(frame), ball)
        });
        let keep = self.keep;
        let axes = &self.axes;
        match volume_a.widest_separation(volume_b) {
            None => 0.0,
            Some(Separation::Axis { number, sign, gap }) => {
                axes[number].safe_step(sign, gap - keep, ball_a, ball_b)
            }
            Some(Separation::Direction { direction, gap }) => {
                AxisMotion::new(direction, kinematics).safe_step(1.0, gap - keep, ball_a, ball_b)
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
    reach: f32,
    margin: f32,
    keep: f32,
}

impl<'q> Balls<'q> {
    pub(super) fn new(a: &'q dyn BallTree, b: &'q dyn BallTree, reach: f32) -> Self {
        Balls {
            a,
            b,
            reach,
            margin: 0.0,
            keep: 0.0,
        }
    }
}

/// A tree of any volume, seen as a tree of balls.
pub(super) trait BallTree {
    /// Centre and radius (m) of a ball around the node.
    fn ball(&self, node: u32) -> (Vec3, f32);
    fn below(&self, node: u32) -> Below;
}

impl<V: Separations> BallTree for Tree<V> {
    fn ball(&self, node: u32) -> (Vec3, f32) {
        self.nodes()[node as usize].volume.ball()
    }

    fn below(&self, node: u32) -> Below {
        below(self, node)
    }
}

impl NodePairs for Balls<'_> {
    fn begin(&mut self, kinematics: &Kinematics, keep: f32) {
        self.keep = keep;
        self.margin = kinematics.rounding(self.reach);
    }

    fn safe_step(&mut self, a: u32, b: u32, kinematics: &Kinematics) -> f32 {
        let ((center_a, radius_a), (center_b, radius_b)) = (self.a.ball(a), self.b.ball(b));
        let radius_b = radius_b + self.margin;
        let center_b = kinematics.relative.point_f32(center_b);
        let offset = center_b - center_a;
        let distance = offset.length();
        let room = distance - radius_a - radius_b - self.keep;
        if room <= 0.0 {
            return 0.0;
        }
        let motion = AxisMotion::new(offset / distance, kinematics);
        let ball_a = Ball::new(center_a, radius_a, &kinematics.turn_a);
        let ball_b = Ball::new(center_b, radius_b, &kinematics.turn_b);
        motion.safe_step(1.0, room, &ball_a, &ball_b)
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

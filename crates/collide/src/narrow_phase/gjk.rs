//! The distance of two convex shapes by the Gilbert-Johnson-Keerthi algorithm.
//!
//! *Idea*: the shapes are as far apart as the origin is from their Minkowski difference A - B. Walk
//! towards the origin: keep a simplex of at most four points of the difference, find its point
//! nearest to the origin, and ask for the difference's farthest point in the direction from there
//! to the origin. Each such support gives a lower bound, each simplex an upper one; they meet.
//!
//! *When*: any convex shape that can name its farthest point along a direction ([`SupportMap`]).
//! Shapes that overlap go on to EPA for their depth.
//!
//! *Limits*: polyhedra end after finitely many steps with the exact pair of features; curved cores
//! (cylinders and cones) come nearer step by step until the bounds agree to 1e-8. All in f64 in the
//! frame of the first shape, so that neither thin nor far shapes need tolerances of their own. Some
//! directions make the bounds stall within rounding; then the better of the two last simplices
//! counts.
//!
//! *Sources*: van den Bergen, "A fast and robust GJK implementation for collision detection of
//! convex objects", 1999 (bounds, early out, warm start); Montanari and others, 2017 (the nearest
//! point of the simplex, in `signed_volumes`).

use std::cell::Cell;

use glam::DVec3;

use crate::math::Relative;
use crate::narrow_phase::signed_volumes::{NearestToOrigin, nearest};
use crate::shape::SupportMap;

/// Steps after which the bounds that are known must do. Polyhedra need fewer than ten, needles of
/// 1:10000 across each other and touching round shapes some dozens.
const MOST_STEPS: usize = 96;

/// Distances of cores below this part of their coordinates are rounding: the cores touch.
const TOUCHING: f64 = 1e-13;

/// Two shapes as GJK and EPA see them.
pub(super) struct GjkPair<'a> {
    pub a: &'a dyn SupportMap,
    pub b: &'a dyn SupportMap,
    /// From the frame of `b` to that of `a`.
    pub relative: &'a Relative,
    /// Where the next supports are looked for: see [`SupportMap::support_near`].
    hints: Cell<[u32; 2]>,
}

/// A point of A - B with what it was made from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DifferenceVertex {
    pub difference: DVec3,
    /// On A, in its frame.
    pub on_a: DVec3,
    /// On B, in its own frame.
    pub on_b: DVec3,
}

impl<'a> GjkPair<'a> {
    pub fn new(a: &'a dyn SupportMap, b: &'a dyn SupportMap, relative: &'a Relative) -> Self {
        GjkPair {
            a,
            b,
            relative,
            hints: Cell::default(),
        }
    }

    pub fn place(&self, on_b: DVec3) -> DVec3 {
        self.relative.rotation * on_b + self.relative.translation
    }

    pub fn vertex(&self, on_a: DVec3, on_b: DVec3) -> DifferenceVertex {
        DifferenceVertex {
            difference: on_a - self.place(on_b),
            on_a,
            on_b,
        }
    }

    /// The point of A - B farthest along the direction.
    pub fn support(&self, direction: DVec3) -> DifferenceVertex {
        let direction_b = self.relative.rotation.transpose() * -direction;
        let [mut hint_a, mut hint_b] = self.hints.get();
        let on_a = self.a.support_near(direction, &mut hint_a);
        let on_b = self.b.support_near(direction_b, &mut hint_b);
        self.hints.set([hint_a, hint_b]);
        self.vertex(on_a, on_b)
    }

    /// Both margins together.
    pub fn margin(&self) -> f64 {
        self.a.margin() + self.b.margin()
    }
}

/// One to four points of A - B (none before the first query).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GjkSimplex {
    pub vertices: [DifferenceVertex; 4],
    pub weights: [f64; 4],
    pub count: usize,
}

impl GjkSimplex {
    /// The nearest points of the cores in the frame of A, by the weights.
    pub fn witnesses(&self, pair: &GjkPair) -> (DVec3, DVec3) {
        let (mut on_a, mut on_b) = (DVec3::ZERO, DVec3::ZERO);
        for (vertex, weight) in self.vertices.iter().zip(self.weights).take(self.count) {
            on_a += vertex.on_a * weight;
            on_b += vertex.on_b * weight;
        }
        (on_a, pair.place(on_b))
    }

    /// Moves to the nearest point: drops the vertices that do not count for it.
    pub fn reduce(&mut self) -> DVec3 {
        let NearestToOrigin { weights, point } =
            nearest(&self.vertices.map(|v| v.difference), self.count);
        let all = self.count;
        self.count = 0;
        for (i, weight) in weights.into_iter().enumerate().take(all) {
            if weight > 0.0 {
                self.vertices[self.count] = self.vertices[i];
                self.weights[self.count] = weight;
                self.count += 1;
            }
        }
        point
    }

    /// Takes the vertices to where the shapes are now.
    pub fn moved(&mut self, pair: &GjkPair) {
        for vertex in &mut self.vertices[..self.count] {
            *vertex = pair.vertex(vertex.on_a, vertex.on_b);
        }
    }

    pub fn holds(&self, difference: DVec3) -> bool {
        let vertices = &self.vertices[..self.count];
        vertices.iter().any(|v| v.difference == difference)
    }

    /// What coordinates of this size round to.
    pub fn rounding(&self) -> f64 {
        let sizes = self.vertices[..self.count].iter();
        TOUCHING
            * sizes
                .map(|v| {
                    v.on_a
                        .abs()
                        .max_element()
                        .max(v.difference.abs().max_element())
                })
                .fold(0.0, f64::max)
    }
}

/// What one pair of shapes left for its next query: the last simplex, as points of the shapes.
/// Such points stay points of the shapes however these move, so a stale start costs steps, never
/// rightness. One per pair: with the points of other shapes answers would be wrong, so
/// [`clear`](WarmStart::clear) it before reuse.
#[derive(Clone, Debug, Default)]
pub struct WarmStart {
    simplex: GjkSimplex,
}

impl WarmStart {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.simplex.count = 0;
    }

    pub(super) fn keep(&mut self, simplex: &GjkSimplex) {
        self.simplex = *simplex;
    }
}

/// When the walk may stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct GjkGoal {
    /// Cores farther apart than this need no closer look.
    pub far: f64,
    /// Cores nearer than this need none either.
    pub near: f64,
    /// The bounds may differ by this much, in metres ...
    pub absolute: f64,
    /// ... or by this part of the upper one ...
    pub relative: f64,
    /// ... less the shapes' margins.
    pub margin: f64,
}

impl GjkGoal {
    /// As exact as can be.
    pub const EXACT: GjkGoal = GjkGoal {
        far: f64::INFINITY,
        near: 0.0,
        absolute: 0.0,
        relative: 1e-8,
        margin: 0.0,
    };

    /// Whether the cores are within a distance.
    pub fn within(distance: f64) -> Self {
        GjkGoal {
            far: distance,
            near: distance,
            ..GjkGoal::EXACT
        }
    }
}

/// Where the walk ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct GjkResult {
    pub simplex: GjkSimplex,
    /// The point of the simplex nearest to the origin: from B's nearest point to A's.
    pub gap: DVec3,
    /// No two points of the cores are nearer than this; 0 where the cores meet.
    pub lower: f64,
    /// The direction (of length 1) along which the cores' shadows are `lower` apart: from B to A.
    pub along: DVec3,
    /// The length of the gap, or 0 where the cores meet.
    pub upper: f64,
}

/// A simplex to start from: that of the last query, or a support.
pub(super) fn first_simplex(pair: &GjkPair, warm: &WarmStart) -> GjkSimplex {
    let mut simplex = GjkSimplex::default();
    for old in &warm.simplex.vertices[..warm.simplex.count] {
        let vertex = pair.vertex(old.on_a, old.on_b);
        if !simplex.holds(vertex.difference) {
            simplex.vertices[simplex.count] = vertex;
            simplex.count += 1;
        }
    }
    if simplex.count == 0 {
        let between = pair.place(pair.b.center()) - pair.a.center();
        // Any direction will do where the centres coincide.
        let towards = if between == DVec3::ZERO {
            DVec3::Y
        } else {
            between
        };
        simplex.vertices[0] = pair.support(towards);
        simplex.count = 1;
    }
    simplex
}

/// Walks until the goal is reached.
pub(super) fn gjk(pair: &GjkPair, goal: GjkGoal, warm: &mut WarmStart) -> GjkResult {
    let ended = gjk_from(first_simplex(pair, warm), pair, goal);
    warm.keep(&ended.simplex);
    ended
}

fn gjk_from(mut simplex: GjkSimplex, pair: &GjkPair, goal: GjkGoal) -> GjkResult {
    let mut gap = simplex.reduce();
    let mut upper_squared = gap.length_squared();
    let (mut lower, mut along) = (0.0_f64, DVec3::ZERO);
    for _ in 0..MOST_STEPS {
        let upper = upper_squared.sqrt();
        let meet = simplex.count == 4 || upper <= simplex.rounding();
        if meet {
            return GjkResult {
                simplex,
                gap,
                lower: 0.0,
                along: DVec3::ZERO,
                upper: 0.0,
            };
        }
        let next = pair.support(-gap);
        let shown = next.difference.dot(gap) / upper;
        if shown > lower {
            (lower, along) = (shown, gap / upper);
        }
        let agreed = upper - lower <= (goal.relative * (upper - goal.margin)).max(goal.absolute);
        if agreed || lower > goal.far || upper <= goal.near || simplex.holds(next.difference) {
            break;
        }
        let before = simplex;
        simplex.vertices[simplex.count] = next;
        simplex.count += 1;
        let nearer = simplex.reduce();
        let nearer_squared = nearer.length_squared();
        // In exact arithmetic every step leads nearer; in f64 the last may not.
        if nearer_squared >= upper_squared {
            simplex = before;
            break;
        }
        (gap, upper_squared) = (nearer, nearer_squared);
    }
    let upper = upper_squared.sqrt();
    GjkResult {
        simplex,
        gap,
        lower: lower.min(upper),
        along,
        upper,
    }
}

//! The distance of two convex shapes by the Gilbert-Johnson-Keerthi algorithm.
//!
//! *Idea*: the distance of the shapes is the distance of the origin from their Minkowski difference
//! A - B. Keep a simplex of at most four points of the difference, find its point nearest to the
//! origin, and take the difference's support point in the direction from there to the origin. Each
//! support point gives a lower bound of the distance, each simplex an upper bound; they converge.
//!
//! *When*: any convex shape with a support mapping ([`SupportMap`]). EPA finds the depth of shapes
//! whose cores overlap.
//!
//! *Limits*: polyhedra end after finitely many steps with the exact pair of features; curved cores
//! (cylinders and cones) converge until the bounds agree to 1e-8. All is in f64 in the frame of the
//! first shape, so that neither thin nor far shapes need tolerances of their own. For some directions
//! the bounds stall within rounding; then the better of the last two simplices is taken.
//!
//! *Sources*: van den Bergen, "A fast and robust GJK implementation for collision detection of
//! convex objects", 1999 (bounds, early out, warm start); Montanari and others, 2017 (the nearest
//! point of the simplex, in `signed_volumes`).

use std::cell::Cell;

use glam::DVec3;

use crate::math::Relative;
use crate::narrow_phase::signed_volumes::{NearestToOrigin, nearest};
use crate::params;
use crate::shape::SupportMap;

/// A pair of shapes for GJK and EPA.
pub(super) struct GjkPair<'a> {
    pub a: &'a dyn SupportMap,
    pub b: &'a dyn SupportMap,
    /// From the frame of `b` to that of `a`.
    pub relative: &'a Relative,
    /// The hints of [`SupportMap::support_near`].
    hints: Cell<[u32; 2]>,
}

/// A point of A - B with the two points that it is the difference of.
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

    /// The sum of both margins, in metres.
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

    /// Returns the point nearest to the origin and drops the vertices that do not support it.
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

    /// Recomputes the vertices for the pair's current pose.
    pub fn moved(&mut self, pair: &GjkPair) {
        for vertex in &mut self.vertices[..self.count] {
            *vertex = pair.vertex(vertex.on_a, vertex.on_b);
        }
    }

    pub fn holds(&self, difference: DVec3) -> bool {
        let vertices = &self.vertices[..self.count];
        vertices.iter().any(|v| v.difference == difference)
    }

    /// The rounding of coordinates of this size, in metres.
    pub fn rounding(&self) -> f64 {
        let sizes = self.vertices[..self.count].iter();
        params::GJK_TOUCHING
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

/// The last simplex of a pair of shapes, as points of the shapes, from which its next query starts.
/// The points belong to the shapes wherever these move, so an old simplex costs steps but never
/// changes the answer. One per pair: with the points of other shapes answers would be wrong, so
/// [`clear`](WarmStart::clear) it before it is used for another pair.
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

/// When GJK may stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct GjkGoal {
    /// Stops when the distance of the cores is above this, in metres.
    pub far: f64,
    /// Stops when the distance of the cores is at most this, in metres.
    pub near: f64,
    /// Stops when the bounds differ by at most this, in metres ...
    pub absolute: f64,
    /// ... or by this part of the upper bound less `margin`.
    pub relative: f64,
    /// The shapes' margins, where distances of the shapes and not of the cores count, in metres.
    pub margin: f64,
}

impl GjkGoal {
    /// The exact distance, as far as f64 allows.
    pub const EXACT: GjkGoal = GjkGoal {
        far: f64::INFINITY,
        near: 0.0,
        absolute: 0.0,
        relative: params::GJK_AGREEMENT,
        margin: 0.0,
    };

    /// Only whether the cores are within a distance (m).
    pub fn within(distance: f64) -> Self {
        GjkGoal {
            far: distance,
            near: distance,
            ..GjkGoal::EXACT
        }
    }
}

/// The result of GJK.
#[derive(Clone, Copy, Debug)]
pub(super) struct GjkResult {
    pub simplex: GjkSimplex,
    /// The point of the simplex nearest to the origin: from B's nearest point to A's.
    pub gap: DVec3,
    /// A lower bound of the distance of the cores (m); 0 where they intersect.
    pub lower: f64,
    /// The direction from B to A (of length 1) along which the cores are `lower` apart.
    pub along: DVec3,
    /// The length of the gap (m): an upper bound of the distance; 0 where the cores intersect.
    pub upper: f64,
}

/// The simplex to start from: that of the last query, or one support point.
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
        // Any direction is possible where the centres coincide.
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

/// Runs GJK until the goal is reached.
pub(super) fn gjk(pair: &GjkPair, goal: GjkGoal, warm: &mut WarmStart) -> GjkResult {
    let ended = gjk_from(first_simplex(pair, warm), pair, goal);
    warm.keep(&ended.simplex);
    ended
}

fn gjk_from(mut simplex: GjkSimplex, pair: &GjkPair, goal: GjkGoal) -> GjkResult {
    let mut gap = simplex.reduce();
    let mut upper_squared = gap.length_squared();
    let (mut lower, mut along) = (0.0_f64, DVec3::ZERO);
    for _ in 0..params::GJK_STEPS {
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
        // In exact arithmetic every step gets nearer; in f64 the last one may not.
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

//! GJK on two shapes with support mappings, in the frame of the first.
//!
//! *When*: any convex shape with a support mapping ([`SupportMap`]). EPA finds the depth of shapes
//! whose cores overlap.
//!
//! *Limits*: curved cores (cylinders and cones) converge until the bounds agree to 1e-8. All is in f64
//! in the frame of the first shape, so that neither thin nor far shapes need tolerances of their own.

use std::cell::Cell;

use glam::{DMat3, DVec3};

use crate::math::Relative;
use crate::narrow_phase::gjk::{DifferenceSet, GjkEnd, gjk};
use crate::narrow_phase::simplex::Simplex;
use crate::params;
use crate::shape::SupportMap;

/// A pair of shapes for GJK and EPA.
pub(super) struct GjkPair<'a> {
    pub a: &'a dyn SupportMap,
    pub b: &'a dyn SupportMap,
    /// The pose of the frame of `b` in that of `a`.
    rotation: DMat3,
    pub translation: DVec3,
    /// The hints of [`SupportMap::support_near`].
    hints: Cell<[u32; 2]>,
}

/// Two points whose difference is a point of A - B.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PointPair {
    /// The point on A, in its frame.
    pub on_a: DVec3,
    /// The point on B, in its own frame.
    pub on_b: DVec3,
}

/// The simplex of two shapes (without any difference before the first query).
pub(super) type GjkSimplex = Simplex<PointPair>;

impl<'a> GjkPair<'a> {
    pub fn new(a: &'a dyn SupportMap, b: &'a dyn SupportMap, relative: &Relative) -> Self {
        GjkPair {
            a,
            b,
            rotation: relative.rotation,
            translation: relative.translation,
            hints: Cell::default(),
        }
    }

    pub fn place(&self, on_b: DVec3) -> DVec3 {
        self.rotation * on_b + self.translation
    }

    /// The point of A - B.
    pub fn difference(&self, points: PointPair) -> DVec3 {
        points.on_a - self.place(points.on_b)
    }

    /// The point of A - B farthest along the direction.
    pub fn support(&self, direction: DVec3) -> (DVec3, PointPair) {
        let direction_b = self.rotation.transpose() * -direction;
        let [mut hint_a, mut hint_b] = self.hints.get();
        let on_a = self.a.support_near(direction, &mut hint_a);
        let on_b = self.b.support_near(direction_b, &mut hint_b);
        self.hints.set([hint_a, hint_b]);
        let points = PointPair { on_a, on_b };
        (self.difference(points), points)
    }

    /// The nearest points of the cores in the frame of A, by the weights of a simplex.
    pub fn witnesses(&self, simplex: &GjkSimplex) -> (DVec3, DVec3) {
        let (mut on_a, mut on_b) = (DVec3::ZERO, DVec3::ZERO);
        for (_, points, weight) in simplex.iter() {
            on_a += points.on_a * weight;
            on_b += points.on_b * weight;
        }
        (on_a, self.place(on_b))
    }

    /// The sum of both margins, in metres.
    pub fn margin(&self) -> f64 {
        self.a.margin() + self.b.margin()
    }
}

/// The rounding of the coordinates of a simplex, in metres.
pub(super) fn rounding(simplex: &GjkSimplex) -> f64 {
    let sizes = simplex.iter().map(|(difference, points, _)| {
        (points.on_a.abs().max_element()).max(difference.abs().max_element())
    });
    params::GJK_TOUCHING * sizes.fold(0.0, f64::max)
}

/// The last simplex of a pair of shapes, as points of the shapes, from which its next query starts.
/// The points move with the shapes, so an old simplex costs steps but never changes the answer. Keep
/// one per pair: with the points of other shapes answers would be wrong, so
/// [`clear`](WarmStart::clear) it before you use it for another pair.
#[derive(Clone, Debug, Default)]
pub struct WarmStart {
    pub(super) simplex: GjkSimplex,
    /// The hints of [`SupportMap::support_near`].
    hints: [u32; 2],
}

impl WarmStart {
    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = WarmStart::default();
    }

    /// Begins a query of the pair and returns the point of the simplex nearest to the origin: of the last query's
    /// simplex, or of one support point.
    pub(super) fn begin(&mut self, pair: &GjkPair) -> DVec3 {
        pair.hints.set(self.hints);
        self.simplex.moved(|points| pair.difference(points));
        if self.simplex.count() == 0 {
            let between = pair.place(pair.b.center()) - pair.a.center();
            // Any direction is possible if the centres coincide.
            let towards = if between == DVec3::ZERO {
                DVec3::Y
            } else {
                between
            };
            let (difference, points) = pair.support(towards);
            self.simplex.push(difference, points);
        }
        self.simplex.reduce()
    }

    /// Ends a query of the pair.
    pub(super) fn end(&mut self, pair: &GjkPair) {
        self.hints = pair.hints.get();
    }
}

/// The conditions under which GJK stops.
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
    /// The sum of the shapes' margins in metres, if distances of the shapes and not of the cores count.
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

    /// The goal that only decides if the cores are within a distance (m).
    pub fn within(distance: f64) -> Self {
        GjkGoal {
            far: distance,
            near: distance,
            ..GjkGoal::EXACT
        }
    }
}

/// The result of GJK, beside the simplex of the [`WarmStart`].
#[derive(Clone, Copy, Debug)]
pub(super) struct GjkResult {
    /// The point of the simplex nearest to the origin: from B's nearest point to A's.
    pub gap: DVec3,
    /// A lower bound of the distance of the cores (m); 0 if they intersect.
    pub lower: f64,
    /// The direction from B to A (of length 1) along which the cores are `lower` apart.
    pub along: DVec3,
    /// The length of the gap (m): an upper bound of the distance; 0 if the cores intersect.
    pub upper: f64,
}

/// Two shapes on the way to a goal.
struct GjkSearch<'p, 's> {
    pair: &'p GjkPair<'s>,
    goal: GjkGoal,
    /// The best lower bound (m) so far, and the direction that showed it.
    lower: f64,
    along: DVec3,
}

impl DifferenceSet for GjkSearch<'_, '_> {
    type Vertex = PointPair;

    #[inline]
    fn support(&mut self, toward: DVec3, length: f64) -> Option<(DVec3, PointPair)> {
        let next = self.pair.support(-toward);
        let shown = next.0.dot(toward) / length;
        if shown > self.lower {
            (self.lower, self.along) = (shown, toward / length);
        }
        Some(next)
    }

    #[inline]
    fn is_enough(&self, upper: f64) -> bool {
        let goal = &self.goal;
        let agreed = (goal.relative * (upper - goal.margin)).max(goal.absolute);
        upper - self.lower <= agreed || self.lower > goal.far || upper <= goal.near
    }

    #[inline]
    fn rounding(&self, simplex: &GjkSimplex) -> f64 {
        rounding(simplex)
    }
}

/// Runs GJK until the goal is reached.
pub(super) fn gjk_of_shapes(pair: &GjkPair, goal: GjkGoal, warm: &mut WarmStart) -> GjkResult {
    let toward = warm.begin(pair);
    let mut search = GjkSearch {
        pair,
        goal,
        lower: 0.0,
        along: DVec3::ZERO,
    };
    let ended = gjk(&mut search, &mut warm.simplex, toward, params::GJK_STEPS);
    warm.end(pair);
    match ended {
        GjkEnd::Meet(gap) => GjkResult {
            gap,
            lower: 0.0,
            along: DVec3::ZERO,
            upper: 0.0,
        },
        GjkEnd::Apart(gap) => {
            let upper = gap.length();
            GjkResult {
                gap,
                lower: search.lower.min(upper),
                along: search.along,
                upper,
            }
        }
    }
}

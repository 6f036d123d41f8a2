//! How far apart are two meshes?
//!
//! A distance query descends both trees at once, as [`collide`](crate::collide) does, and prunes a
//! pair of nodes when a lower bound of its distance is not below the nearest pair of triangles
//! found so far. Four things make it fast: a tight bound (`Gap`), the nearest pair of nodes first,
//! a plane filter on each pair of pieces before any triangles are compared, and the direction of
//! the nearest pair found so far as a separating axis for everything else: it usually separates
//! most of the rest, often all of it, which ends the search.
//!
//! Models are surfaces, not solids: a closed mesh wholly inside another one has a distance from it.
//! Decisions on which an answer rests (do they touch? are they within the tolerance?) are made in
//! f64, with the second mesh in the first one's frame, so that bodies far from the world's origin
//! lose no accuracy. Distances are those of the f32 vertices, up to the resolution of f32 in the
//! models' own coordinates.

mod axis_test;
mod coherence;
mod descent;
mod goal;
mod leaf_pair;
mod mesh_support;
mod node_bounds;
mod pair_query;
mod scratch;
mod search;

use glam::Vec3;

pub use crate::query::distance::coherence::{Coherence, DistanceCache};
use crate::query::distance::goal::DistanceGoal;
pub(crate) use crate::query::distance::mesh_support::{BudgetSpent, SupportSearch};
pub(crate) use crate::query::distance::scratch::DistanceScratch;

use crate::query::distance::pair_query::{DistanceQuery, SearchOutcome};

use crate::budget::Budget;
use crate::math::round_down;
use crate::model::Model;
use crate::query::Placed;
use crate::query::intersect::{Collision, ContactPoints, collide};
use crate::query::scratch::Scratch;

/// The answer of a distance query, and how the query ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distance {
    /// The shapes are apart.
    Apart {
        /// Of the two points, in metres; above 0. The shapes are no farther apart, up to the rounding
        /// of this number.
        distance: f32,
        /// The shapes are at least this far apart, in metres. Below `distance` by the rounding of f32
        /// in the shapes' coordinates, and by the error that was asked for.
        lower_bound: f32,
        /// A nearest point on the first shape, in the world.
        point_a: Vec3,
        /// A nearest point on the second shape.
        point_b: Vec3,
    },
    /// They touch or overlap here.
    Meet {
        /// A common point, in the world.
        point: Vec3,
    },
    /// The budget ended before the distance was known.
    Cut {
        /// The shapes are at least this far apart, in metres.
        lower_bound: f32,
    },
}

impl Distance {
    /// The distance of the nearest points found, in metres: 0 where the shapes touch, none if cut.
    pub fn distance(&self) -> Option<f32> {
        match *self {
            Distance::Apart { distance, .. } => Some(distance),
            Distance::Meet { .. } => Some(0.0),
            Distance::Cut { .. } => None,
        }
    }

    /// A distance in metres that is not above the true one.
    pub fn lower_bound(&self) -> f32 {
        match *self {
            Distance::Apart { lower_bound, .. } => lower_bound,
            Distance::Meet { .. } => 0.0,
            Distance::Cut { lower_bound } => lower_bound,
        }
    }

    /// The same with the shapes' roles exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Distance::Apart {
                distance,
                lower_bound,
                point_a,
                point_b,
            } => Distance::Apart {
                distance,
                lower_bound,
                point_a: point_b,
                point_b: point_a,
            },
            other => other,
        }
    }
}

/// Are two models' surfaces at most `tolerance` metres apart?
///
/// A hit reports two points, one of each model, that are so near; for a tolerance of 0 it reports
/// the ends of a crossing, as [`collide`] does. A cut is to be treated as a hit.
pub fn within(
    a: Placed<'_, Model>,
    b: Placed<'_, Model>,
    tolerance: f32,
    budget: Budget,
    scratch: &mut Scratch,
) -> Collision {
    if tolerance <= 0.0 || tolerance.is_nan() {
        return collide(a, b, budget, scratch);
    }
    within_tolerance(a, b, tolerance, budget, None, scratch)
}

/// [`within`] that starts from what the last query on the same two models left in `cache`.
pub fn within_cached(
    a: Placed<'_, Model>,
    b: Placed<'_, Model>,
    tolerance: f32,
    budget: Budget,
    cache: &mut DistanceCache,
    scratch: &mut Scratch,
) -> Collision {
    within_tolerance(a, b, tolerance, budget, Some(cache), scratch)
}

fn within_tolerance(
    a: Placed<'_, Model>,
    b: Placed<'_, Model>,
    tolerance: f32,
    budget: Budget,
    cache: Option<&mut DistanceCache>,
    scratch: &mut Scratch,
) -> Collision {
    let query = DistanceQuery::new(a, b);
    let goal = DistanceGoal::Within(f64::from(tolerance.max(0.0)));
    let found = query.run(goal, budget, scratch, cache);
    let mut points = ContactPoints::default();
    match found {
        SearchOutcome::Pair {
            point_a, point_b, ..
        } => {
            points.push(point_a);
            points.push(point_b);
            scratch.counters.hits = 1;
            Collision::Hit { points }
        }
        SearchOutcome::Touching { point } => {
            points.push(point);
            points.push(point);
            scratch.counters.hits = 1;
            Collision::Hit { points }
        }
        SearchOutcome::Nothing => Collision::Clear,
        SearchOutcome::Cut { points: at, .. } => {
            scratch.counters.cuts = 1;
            at.into_iter().for_each(|point| points.push(point));
            Collision::Cut { points }
        }
    }
}

/// The exact distance of two models' surfaces, with the nearest points. Surfaces that touch `Meet`.
///
/// When the budget ends, the answer is a lower bound of the distance.
pub fn distance(
    a: Placed<'_, Model>,
    b: Placed<'_, Model>,
    budget: Budget,
    scratch: &mut Scratch,
) -> Distance {
    nearest_points(a, b, DistanceGoal::EXACT, budget, None, scratch)
}

/// [`distance`] that starts from what the last query on the same two models left in `cache`.
pub fn distance_cached(
    a: Placed<'_, Model>,
    b: Placed<'_, Model>,
    budget: Budget,
    cache: &mut DistanceCache,
    scratch: &mut Scratch,
) -> Distance {
    nearest_points(a, b, DistanceGoal::EXACT, budget, Some(cache), scratch)
}

/// A lower bound of the distance ([`Distance::lower_bound`]) that is below it by at most `absolute`
/// metres or the fraction `relative` of it, whichever is more, or by the rounding of f32 in the
/// models' coordinates if that is more still. If the budget ends, it may be lower. The more error is
/// allowed, the less work is done.
///
/// With it come two points that are no nearer than the models, and no farther apart than the bound
/// by more than the same error. Models that touch may be reported as apart, with a bound of 0.
pub fn distance_approx(
    a: Placed<'_, Model>,
    b: Placed<'_, Model>,
    absolute: f32,
    relative: f32,
    budget: Budget,
    scratch: &mut Scratch,
) -> Distance {
    let goal = DistanceGoal::nearest(
        f64::from(absolute.max(0.0)),
        f64::from(relative.clamp(0.0, 1.0)),
    );
    nearest_points(a, b, goal, budget, None, scratch)
}

/// Searches for the nearest pair of points.
fn nearest_points(
    a: Placed<'_, Model>,
    b: Placed<'_, Model>,
    goal: DistanceGoal,
    budget: Budget,
    cache: Option<&mut DistanceCache>,
    scratch: &mut Scratch,
) -> Distance {
    let query = DistanceQuery::new(a, b);
    match query.run(goal, budget, scratch, cache) {
        SearchOutcome::Pair {
            distance,
            lower_bound,
            point_a,
            point_b,
        } => Distance::Apart {
            // Above 0 even if the distance is too small for an f32.
            distance: (distance as f32).max(f32::MIN_POSITIVE),
            lower_bound: round_down(lower_bound.max(0.0)),
            point_a,
            point_b,
        },
        SearchOutcome::Touching { point } => {
            scratch.counters.hits = 1;
            Distance::Meet { point }
        }
        // Cannot happen: a model has a triangle, so that some pair is always nearest.
        SearchOutcome::Nothing => Distance::Cut { lower_bound: 0.0 },
        SearchOutcome::Cut { bound, .. } => {
            scratch.counters.cuts = 1;
            Distance::Cut {
                lower_bound: bound.max(0.0),
            }
        }
    }
}

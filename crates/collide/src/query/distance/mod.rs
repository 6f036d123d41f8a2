//! The distance of two meshes and their nearest points.
//!
//! A distance query descends both trees at once, as the test for an intersection (`intersect.rs`) does, and prunes a
//! pair of nodes when a lower bound of its distance is not below the nearest pair of triangles
//! found so far. Four things make it fast: a tight bound (`Gap`), the nearest pair of nodes first,
//! a plane filter on each pair of pieces before any triangles are compared, and the direction of
//! the nearest pair found so far as a separating axis for everything else: it usually separates
//! most of the rest, often all of it, which ends the search.
//!
//! Models are surfaces, not solids: a closed mesh wholly inside another one has a distance from it.
//! Decisions on which an answer rests (touching, or within the tolerance) are made in f64, with the
//! second mesh in the first one's frame, so that bodies far from the world's origin lose no accuracy.
//! Distances are those of the f32 vertices, up to the resolution of f32 in the models' own
//! coordinates.

mod axis_test;
mod descent;
mod goal;
mod leaf_pair;
mod mesh_support;
mod node_bounds;
mod pair_query;
mod scratch;
mod search;

use glam::Vec3;

use crate::query::distance::goal::DistanceGoal;
pub(crate) use crate::query::distance::mesh_support::{BudgetSpent, SupportSearch};
pub(crate) use crate::query::distance::scratch::DistanceScratch;

use crate::query::distance::pair_query::{DistanceQuery, SearchOutcome};

use crate::math::round_down;
use crate::model::Model;
use crate::query::context::QueryContext;
use crate::query::intersect::{Collision, CommonPoints};
use crate::query::outcome::{Decided, Outcome};
use crate::query::pair_cache::DistanceMemory;
use crate::query::{DistanceOptions, Placed};

/// The result of [`Query::distance`](crate::Query::distance).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distance {
    /// The shapes are apart.
    Apart {
        /// The distance of the two points, in metres; above 0. The shapes are no farther apart, up to the
        /// rounding of this number.
        distance: f32,
        /// The shapes are at least this far apart, in metres. It is below `distance` by the rounding of f32
        /// in the shapes' coordinates, and by the error that the options allow.
        lower_bound: f32,
        /// A nearest point on the first shape, in the world.
        point_a: Vec3,
        /// A nearest point on the second shape, in the world.
        point_b: Vec3,
    },
    /// The shapes touch or overlap.
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
    /// The distance of the nearest points found, in metres: 0 if the shapes touch; `None` for a cut, of which
    /// only the lower bound is known.
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

    /// This answer with the shapes' roles exchanged.
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

/// Tests if two models' surfaces are at most `tolerance` metres (above 0) apart.
///
/// A hit reports two points, one of each model, within that distance.
pub(crate) fn within(
    a: Placed<'_, Model>,
    b: Placed<'_, Model>,
    tolerance: f32,
    memory: Option<&mut DistanceMemory>,
    context: &mut QueryContext,
) -> Decided<Collision> {
    let goal = DistanceGoal::Within(f64::from(tolerance));
    let mut points = CommonPoints::default();
    let found = match DistanceQuery::new(a, b).run(goal, context, memory) {
        SearchOutcome::Pair {
            point_a, point_b, ..
        } => {
            points.push(point_a);
            points.push(point_b);
            Collision::Hit { points }
        }
        SearchOutcome::Touching { point } => {
            points.push(point);
            points.push(point);
            Collision::Hit { points }
        }
        SearchOutcome::Nothing => Collision::Clear,
        SearchOutcome::Cut { points: at, .. } => {
            at.into_iter().for_each(|point| points.push(point));
            Collision::Cut { points }
        }
    };
    Decided::by(context.deepest_stage(), found)
}

/// The distance of two models' surfaces, with the nearest points. Surfaces that touch `Meet`.
///
/// The lower bound is below the distance by the error of the options at most, or by the rounding of f32 in the
/// models' coordinates if that is more; when the budget ends, it may be lower. Where an error is allowed, the
/// two points are no farther apart than the bound by more than that error, and models that touch may be
/// reported as apart, with a bound of 0.
pub(crate) fn distance(
    a: Placed<'_, Model>,
    b: Placed<'_, Model>,
    options: &DistanceOptions,
    memory: Option<&mut DistanceMemory>,
    context: &mut QueryContext,
) -> Decided<Distance> {
    let goal = DistanceGoal::nearest(
        f64::from(options.absolute.max(0.0)),
        f64::from(options.relative.clamp(0.0, 1.0)),
    );
    let found = match DistanceQuery::new(a, b).run(goal, context, memory) {
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
        SearchOutcome::Touching { point } => Distance::Meet { point },
        // Cannot happen: a model has a triangle, so that some pair is always nearest.
        SearchOutcome::Nothing => Distance::Cut { lower_bound: 0.0 },
        SearchOutcome::Cut { bound, .. } => Distance::Cut {
            lower_bound: bound.max(0.0),
        },
    };
    Decided::by(context.deepest_stage(), found)
}

impl Outcome for Distance {
    fn is_hit(&self) -> bool {
        matches!(self, Distance::Meet { .. })
    }

    fn is_cut(&self) -> bool {
        matches!(self, Distance::Cut { .. })
    }
}

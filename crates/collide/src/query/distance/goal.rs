//! The goal of a distance search, and the nearest pair that it has found.

use glam::DVec3;

use crate::params;
use crate::query::pair_cache::StoredTrianglePair;

/// The goal of a distance search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DistanceGoal {
    /// The nearest pair. The bound of the distance may be too small by `absolute` metres or by the
    /// fraction `relative` of the distance, whichever is more; the rounding of f32 uses `rounding` metres
    /// of that.
    Nearest {
        absolute: f64,
        relative: f64,
        rounding: f64,
    },
    /// Any pair that is at most this far apart, in metres.
    Within(f64),
}

impl DistanceGoal {
    /// The nearest pair, with these errors allowed: in metres, and as a fraction.
    pub(crate) const fn nearest(absolute: f64, relative: f64) -> Self {
        DistanceGoal::Nearest {
            absolute,
            relative,
            rounding: 0.0,
        }
    }

    /// This goal for models whose points are moved in f32 with an error of up to `margin` metres.
    pub(super) fn with_margin(self, margin: f32) -> Self {
        match self {
            DistanceGoal::Nearest {
                absolute, relative, ..
            } => DistanceGoal::Nearest {
                absolute,
                relative,
                // One more for the nearest pair's own distance in f32.
                rounding: (params::DISTANCE_ROUNDING_MARGINS + 1.0) * f64::from(margin),
            },
            within => within,
        }
    }

    /// The distance (m) from which on pairs are pruned once a pair `distance` metres apart is
    /// known.
    pub(super) fn pruning_distance(self, distance: f64) -> f64 {
        match self {
            DistanceGoal::Nearest {
                absolute,
                relative,
                rounding,
            } => {
                let allowed = absolute.max(relative * distance);
                // Doubled to cover the rounding of the answer too.
                let rounding = rounding + 2.0 * params::DISTANCE_ROUNDING * distance;
                (distance - (allowed - rounding).max(0.0)).max(0.0)
            }
            DistanceGoal::Within(tolerance) => tolerance,
        }
    }

    /// A lower bound of the distance (m) of all pairs that were pruned because one `distance` metres
    /// apart is known. `margin` (m) bounds the rounding error of f32.
    ///
    /// Far ones were compared in f32, and those as near as the nearest one up to its resolution were
    /// pruned too; f64 decided the cases below the resolution of f32.
    pub(super) fn bound_of_pruned(self, distance: f64, margin: f32) -> f64 {
        let (limit, margin) = (self.pruning_distance(distance), f64::from(margin));
        let far =
            limit * (1.0 - params::DISTANCE_ROUNDING) - params::DISTANCE_ROUNDING_MARGINS * margin;
        let sure = f64::from(params::UNSURE_DISTANCE_MARGINS) - params::DISTANCE_ROUNDING_MARGINS;
        far.max(limit.min(sure * margin))
    }
}

/// The nearest pair so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearestCandidate {
    pub pair: StoredTrianglePair,
    /// The distance in metres; exact if it decides an answer, else rounded to f32.
    pub distance: f64,
    /// A common point in the first frame, if the triangles touch.
    pub common_point: Option<DVec3>,
    /// The nearest points in the first frame.
    pub points: [DVec3; 2],
    /// True if the points and the distance were computed in f64.
    pub exact: bool,
}

//! What a distance search looks for, and the nearest pair that it has found.

use glam::DVec3;

/// What a distance search looks for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DistanceGoal {
    /// The nearest pair. The distance may be too large by `absolute` metres and by the fraction
    /// `relative` of it: by the sum of both, or by the larger of the two.
    Nearest {
        absolute: f64,
        relative: f64,
        sums_tolerances: bool,
    },
    /// Any pair that is at most this far apart, in metres.
    Within(f64),
}

impl DistanceGoal {
    pub(super) const EXACT: DistanceGoal = DistanceGoal::Nearest {
        absolute: 0.0,
        relative: 0.0,
        sums_tolerances: true,
    };

    /// The distance (m) from which on pairs are pruned once a pair `distance` metres apart is
    /// known.
    pub(super) fn pruning_distance(self, distance: f64) -> f64 {
        match self {
            DistanceGoal::Nearest {
                absolute,
                relative,
                sums_tolerances,
            } => {
                if sums_tolerances {
                    ((distance - absolute) / (1.0 + relative)).max(0.0)
                } else {
                    (distance - absolute.max(relative * distance)).max(0.0)
                }
            }
            DistanceGoal::Within(tolerance) => tolerance,
        }
    }
}

/// A pair of triangles: for each the number of its piece and its own number, in the store.
pub(crate) type StoredTrianglePair = [(u32, u32); 2];

/// The nearest pair so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearestCandidate {
    pub pair: StoredTrianglePair,
    /// In metres; exact where it decides, else rounded to f32.
    pub distance: f64,
    /// A common point in the first frame, if the triangles touch.
    pub common_point: Option<DVec3>,
    /// The nearest points in the first frame.
    pub points: [DVec3; 2],
    /// Whether the points and the distance were computed in f64.
    pub exact: bool,
}

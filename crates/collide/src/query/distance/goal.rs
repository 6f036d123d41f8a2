//! What a search is for, and what it finds.

use glam::DVec3;

/// What a search is for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DistanceGoal {
    /// The nearest pair; the distance may be too large by `absolute` metres and by the part
    /// `relative` of it: by both together, or by the more of the two.
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

    /// A distance (m) below which pairs still matter once a pair this far apart is known.
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

/// A pair of triangles: for each the number of its piece and its own, in the store.
pub(crate) type StoredTrianglePair = [(u32, u32); 2];

/// The nearest pair so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearestCandidate {
    pub pair: StoredTrianglePair,
    /// In metres; exact where it decides, else rounded to f32.
    pub distance: f64,
    /// Known to meet, at this place in the first frame.
    pub common_point: Option<DVec3>,
    /// The nearest points in the first frame.
    pub points: [DVec3; 2],
    /// Whether these and the distance are those of f64.
    pub exact: bool,
}

//! Sweeps: the time at which two moving shapes first touch.
//!
//! Every sweep keeps one promise, whatever its budget: the two are disjoint at every time before
//! the one that it returns. A spent budget makes that time earlier, never later.

mod active_interval;
pub(crate) mod advance;
mod advancement;
pub(crate) mod bounding_spheres;
// Public for the tests of this package only.
#[doc(hidden)]
pub(crate) mod closed_form;
mod convex;
pub(crate) mod convex_pair;
mod earliest;
mod gap_bound;
pub(crate) mod half_space_pair;
pub(crate) mod half_spaces;
pub(crate) mod hulls;
mod kinematics;
mod linear_bounds;
pub(crate) mod mesh_mesh;
pub(crate) mod mesh_solid;
pub(crate) mod motion_pair;
mod node_pair;
mod piece_pair;
mod plane_turn;
pub(crate) mod pose_rounding;
pub(crate) mod proxy_pair;
mod scratch;
pub(crate) mod separating_plane;
mod solid_leaf;
mod solid_tree;
pub(crate) mod swept_spheres;
mod time_interval;
mod triangle_pair;
pub(crate) mod turning_bounds;

use crate::query::outcome::Outcome;
use glam::{DVec3, Vec3};

use crate::params;
pub use crate::query::hull_pair::NearestPoints;
pub use crate::query::toi::proxy_pair::PairPlacement;
pub(crate) use crate::query::toi::scratch::SweepScratch;
pub use crate::query::trace::{Finding, GjkStep, NodeVisit, PieceVisit, StageFinding, TraceStep};

/// The result of a sweep, with points of the world in f32, or in f64 for moving colliders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sweep<P = Vec3> {
    /// The shapes stay farther apart than the target distance all the time.
    Clear,
    /// The shapes reach the target distance.
    Impact {
        /// The time of impact, in seconds from the start of the sweep; they are disjoint before it and at it.
        time: f32,
        /// The nearest point on the first one at that time, in the world.
        point_a: P,
        /// The nearest point on the second one at that time, in the world.
        point_b: P,
        /// The direction from the first to the second, of length 1.
        normal: Vec3,
    },
    /// The shapes overlap at the start already, or are nearer than the rounding of their coordinates.
    Overlapping {
        /// A common point, in the world.
        point: P,
    },
    /// The budget, the stages that may run or the steps of a loop ended before the answer was known.
    Cut {
        /// They are disjoint before this time, in seconds from the start of the sweep.
        safe_time: f32,
        /// Two points on the border of the bounding volume at which the sweep stopped, placed as at this time,
        /// in the world, in metres: the two may meet near them.
        points: [P; 2],
    },
}

impl<P> Sweep<P> {
    /// A time (s) before which they are surely disjoint: `duration` if the sweep is clear.
    pub fn safe_time(&self, duration: f32) -> f32 {
        match *self {
            Sweep::Clear => duration,
            Sweep::Impact { time, .. } => time,
            Sweep::Overlapping { .. } => 0.0,
            Sweep::Cut { safe_time, .. } => safe_time,
        }
    }

    /// The answer for the two in the other order.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Sweep::Impact {
                time,
                point_a,
                point_b,
                normal,
            } => Sweep::Impact {
                time,
                point_a: point_b,
                point_b: point_a,
                normal: -normal,
            },
            other => other,
        }
    }

    /// Converts the points of the answer.
    pub(crate) fn map_points<Q>(self, convert: impl Fn(P) -> Q) -> Sweep<Q> {
        match self {
            Sweep::Clear => Sweep::Clear,
            Sweep::Impact {
                time,
                point_a,
                point_b,
                normal,
            } => Sweep::Impact {
                time,
                point_a: convert(point_a),
                point_b: convert(point_b),
                normal,
            },
            Sweep::Overlapping { point } => Sweep::Overlapping {
                point: convert(point),
            },
            Sweep::Cut { safe_time, points } => Sweep::Cut {
                safe_time,
                points: points.map(convert),
            },
        }
    }
}

impl Sweep<DVec3> {
    /// An impact at two points that are relative to an origin near them.
    fn impact_near(origin: DVec3, time: f32, [a, b]: [DVec3; 2], normal: Vec3) -> Self {
        Sweep::Impact {
            time,
            point_a: origin + a,
            point_b: origin + b,
            normal,
        }
    }
}

/// The distances (m) at which a sweep stops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DistanceThresholds {
    /// The distance at which an impact is reported.
    pub target: f64,
    /// No step brings the pair nearer than this.
    pub min_gap: f64,
}

impl DistanceThresholds {
    /// The smallest gap is half of the target distance.
    pub(crate) fn new(target: f64) -> Self {
        DistanceThresholds {
            target,
            min_gap: 0.5 * target,
        }
    }

    /// Thresholds for a pair that starts `start` metres apart: it is reported once half of that is left.
    pub(crate) fn from_start(target: f64, start: f64) -> Self {
        DistanceThresholds::new(target.min(0.5 * start))
    }

    /// The distance at which formulas aim: between both, with margin for rounding on either side.
    pub(crate) fn stop(&self) -> f64 {
        0.5 * (self.target + self.min_gap)
    }
}

/// A duration (s) in f64; 0 for one that is not a positive finite number.
pub(crate) fn valid_duration(duration: f32) -> f64 {
    if duration > 0.0 && duration.is_finite() {
        f64::from(duration)
    } else {
        0.0
    }
}

/// The largest f32 time that is not later.
pub(crate) fn round_time_down(time: f64) -> f32 {
    let rounded = time as f32;
    if f64::from(rounded) > time {
        rounded.next_down()
    } else {
        rounded
    }
}

/// The accuracy of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepOptions {
    /// The distance at which an impact is reported, in metres; the sweep stops between half of it
    /// and all of it. If hulls or half-spaces of [`Collider`](crate::shape::Collider)s decide, it stops
    /// between seven tenths of it and all of it.
    ///
    /// It is raised if the resolution of f32 coordinates at the place of the impact is coarser.
    /// For a pair that starts nearer than almost twice the target, it is lowered to half of the
    /// starting distance: then bodies that rest or slide close to each other are not stopped. Such
    /// a pair is reported when it comes half as near as it was, which a separating pair never does.
    pub target: f64,
}

/// The inputs of a sweep, besides the shapes and motions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepRequest {
    /// The end, in seconds from the start of the motions. A duration that is not a positive finite number
    /// counts as 0, except for two meshes, which accept infinity.
    pub duration: f32,
    /// The accuracy.
    pub options: SweepOptions,
    /// The time until which the hulls of the two are known to be apart, if an earlier stage found one.
    pub hulls_apart: Option<HullsApart>,
}

impl SweepRequest {
    pub fn new(duration: f32, options: &SweepOptions) -> Self {
        SweepRequest {
            duration,
            options: *options,
            hulls_apart: None,
        }
    }
}

/// The time until which the hulls of two bodies are proved to be apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HullsApart {
    /// That time, in seconds.
    pub until: f64,
    /// The direction of the world, of length 1, that separates them then.
    pub direction: DVec3,
}

impl Default for SweepOptions {
    fn default() -> Self {
        SweepOptions {
            target: params::DEFAULT_TARGET_DISTANCE,
        }
    }
}

impl<P> Outcome for Sweep<P> {
    fn is_hit(&self) -> bool {
        matches!(self, Sweep::Impact { .. } | Sweep::Overlapping { .. })
    }

    fn is_cut(&self) -> bool {
        matches!(self, Sweep::Cut { .. })
    }
}

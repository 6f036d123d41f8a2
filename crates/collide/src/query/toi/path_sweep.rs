//! What a sweep of two colliders on their paths finds.

use glam::{DVec3, Vec3};

use crate::query::toi::Sweep;

/// The answer of a sweep of two colliders on their paths. It keeps the promise of [`Sweep`]: they are
/// disjoint at every time before the one returned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathSweep {
    /// They stay farther apart than the target distance all the time.
    Clear,
    /// They reach the target distance.
    Impact(PathImpact),
    /// They overlap at the start already, or are nearer than rounding can tell.
    Overlapping,
    /// The budget was spent before the answer was known.
    Cut {
        /// They are disjoint before this time, in seconds after the sweep's start.
        safe_time: f32,
        /// Two points on the border of the volume at which the sweep stopped, where that is at this time,
        /// in the world, in metres: where the two may meet.
        points: [DVec3; 2],
    },
}

/// Where and when two colliders reach the target distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathImpact {
    /// In seconds after the sweep's start; they are disjoint before it and at it.
    pub time: f32,
    /// The distance of the two points in metres, as f32 coordinates near them tell it.
    pub gap: f64,
    /// The nearest point on each at that time, in the world.
    pub points: [DVec3; 2],
    /// From the first to the second, of length 1.
    pub normal: Vec3,
}

impl PathImpact {
    /// An impact at two points that are relative to an origin near them.
    pub(crate) fn new(time: f32, points: [DVec3; 2], origin: DVec3, normal: Vec3) -> Self {
        let [a, b] = points.map(|point| point.as_vec3());
        PathImpact {
            time,
            gap: f64::from(a.distance(b)),
            points: points.map(|point| origin + point),
            normal,
        }
    }
}

impl PathSweep {
    /// The answer of a sweep whose points are relative to an origin.
    pub(crate) fn of_sweep(sweep: Sweep, origin: DVec3) -> Self {
        match sweep {
            Sweep::Clear => PathSweep::Clear,
            Sweep::Impact {
                time,
                point_a,
                point_b,
                normal,
            } => {
                let points = [point_a, point_b].map(|point| point.as_dvec3());
                PathSweep::Impact(PathImpact::new(time, points, origin, normal))
            }
            Sweep::Overlapping { .. } => PathSweep::Overlapping,
            Sweep::Cut { safe_time, points } => PathSweep::Cut {
                safe_time,
                points: points.map(|point| origin + point.as_dvec3()),
            },
        }
    }
}

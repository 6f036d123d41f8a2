//! Sweeps: when do two moving things first touch?
//!
//! Every sweep keeps one promise, whatever its budget: the two are disjoint at every time before
//! the one that it returns. A spent budget makes that time earlier, never later.

mod advancement;
pub(crate) mod bilateral;
pub(crate) mod bounding_spheres;
pub mod closed_form;
mod convex;
pub mod convex_pair;
mod kinematics;
pub mod linear;
mod linear_bounds;
mod mesh_mesh;
mod node_pair;
mod piece_pair;
mod time_interval;
mod tree_search;
mod triangle_pair;
pub(crate) mod turning_bounds;
mod warm_start;

use glam::Vec3;

pub(crate) use crate::query::toi::mesh_mesh::SweepScratch;
pub use crate::query::toi::mesh_mesh::{
    time_of_impact, time_of_impact_remembering, time_of_impact_traced,
};
pub use crate::query::toi::warm_start::SweepMemory;

/// What a sweep found, and how it ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sweep {
    /// They do not come nearer than the target distance in the whole time.
    Clear,
    /// They come as near as the target distance.
    Impact {
        /// In seconds from the start of the motions; they are disjoint before it and at it.
        time: f32,
        /// The nearest point on the first one at that time, in the world.
        point_a: Vec3,
        /// The nearest point on the second one.
        point_b: Vec3,
        /// From the first to the second, of length 1.
        normal: Vec3,
    },
    /// They met at the start already, nearer than the numbers can tell.
    Overlapping {
        /// A common point, in the world.
        point: Vec3,
    },
    /// The budget ended before it was known.
    Cut {
        /// They are disjoint before this time, in seconds.
        safe_time: f32,
    },
}

impl Sweep {
    /// A time (s) before which they are surely disjoint: `duration` if the sweep is clear.
    pub fn safe_time(&self, duration: f32) -> f32 {
        match *self {
            Sweep::Clear => duration,
            Sweep::Impact { time, .. } => time,
            Sweep::Overlapping { .. } => 0.0,
            Sweep::Cut { safe_time } => safe_time,
        }
    }

    /// The answer with the two the other way round.
    #[must_use]
    pub fn swapped(self) -> Sweep {
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
}

/// How near is an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepOptions {
    /// The distance at which an impact is reported, in metres; the sweep stops between half of it
    /// and all of it. Raised where the resolution of f32 coordinates is coarser, and lowered to
    /// half of the starting distance for a pair that starts nearer than almost twice the target, so
    /// that two bodies that lie or slide close to each other are not held fast: what is told of
    /// them is when they come half as near as they were, which those that part never do.
    pub target: f32,
}

impl Default for SweepOptions {
    fn default() -> Self {
        SweepOptions { target: 1e-4 }
    }
}

//! The time of impact of any two shapes.

use super::{Shape, ShapeScratch, sweep_mesh};
use crate::collision::budget::Budget;
use crate::collision::sweep::convex::{self, Moving, RootFinder};
use crate::collision::sweep::{self, Sweep, SweepOptions};
use crate::geometry::Motion;

/// When do two moving shapes come as near as the target distance within `duration` seconds?
///
/// They are disjoint at every time before the one returned. A duration that is not a positive
/// finite number counts as 0. Convex solids are solid: what starts inside one overlaps it.
#[expect(
    clippy::too_many_arguments,
    reason = "two moving shapes, how long, how near, and what it may cost"
)]
pub fn time_of_impact(
    a: &Shape,
    motion_a: &Motion,
    b: &Shape,
    motion_b: &Motion,
    duration: f32,
    options: &SweepOptions,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Sweep {
    let moving = |shape, motion| Moving { shape, motion };
    match (a.as_convex(), b.as_convex()) {
        (Ok(a), Ok(b)) => {
            let (a, b) = (moving(a, motion_a), moving(b, motion_b));
            let counters = &mut scratch.mesh.counters;
            let finder = RootFinder::default();
            convex::time_of_impact(a, b, duration, options, finder, budget, counters)
        }
        (Err(mesh), Ok(b)) => {
            let (mesh, b) = ((mesh, motion_a), moving(b, motion_b));
            sweep_mesh::time_of_impact(mesh, b, duration, options, budget, scratch)
        }
        (Ok(a), Err(mesh)) => {
            let (mesh, a) = ((mesh, motion_b), moving(a, motion_a));
            sweep_mesh::time_of_impact(mesh, a, duration, options, budget, scratch).swapped()
        }
        (Err(a), Err(b)) => {
            let scratch = &mut scratch.mesh;
            sweep::time_of_impact(a, motion_a, b, motion_b, duration, options, budget, scratch)
        }
    }
}

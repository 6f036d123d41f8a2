//! The time of impact of any two shapes.

use crate::Counters;
use crate::budget::{Budget, Meter};
use crate::math::Motion;
use crate::query::shape_scratch::ShapeScratch;
use crate::query::toi;
use crate::query::toi::convex_pair;
use crate::query::toi::convex_pair::{Moving, RootFinder};
use crate::query::toi::shape_bounds::{first_guess, is_about_middle, is_still};
use crate::query::toi::{Sweep, SweepOptions};
use crate::query::toi::{convex_mesh, swept_spheres};
use crate::shape::Shape;

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
        (Ok(first), Ok(second)) => {
            let counters = &mut scratch.mesh.counters;
            *counters = Counters {
                queries: 1,
                ..Counters::default()
            };
            let meter = &mut Meter::new(budget);
            let radii = ball_radius(a, motion_a).zip(ball_radius(b, motion_b));
            if let Some((first, second)) = radii
                && meter.take()
            {
                counters.primitive_tests = 1;
                let (motions, radii) = ([motion_a, motion_b], [first, second]);
                let found = swept_spheres::time_of_impact(motions, radii, duration, options);
                convex_pair::note(counters, &found);
                return found;
            }
            let pair = [moving(first, motion_a), moving(second, motion_b)];
            let guess = |gap: f64| first_guess((a, motion_a), (b, motion_b), gap);
            let finder = RootFinder::default();
            let found =
                convex_pair::sweep(pair, duration, options, finder, &guess, meter, counters);
            convex_pair::note(counters, &found);
            found
        }
        (Err(mesh), Ok(shape)) => {
            let (mesh, solid) = ((mesh, motion_a), moving(shape, motion_b));
            let ball = ball_radius(b, motion_b).filter(|_| is_still(motion_a));
            convex_mesh::time_of_impact(mesh, solid, ball, duration, options, budget, scratch)
        }
        (Ok(shape), Err(mesh)) => {
            let (mesh, solid) = ((mesh, motion_b), moving(shape, motion_a));
            let ball = ball_radius(a, motion_a).filter(|_| is_still(motion_b));
            convex_mesh::time_of_impact(mesh, solid, ball, duration, options, budget, scratch)
                .swapped()
        }
        (Err(a), Err(b)) => {
            let scratch = &mut scratch.mesh;
            toi::time_of_impact(a, motion_a, b, motion_b, duration, options, budget, scratch)
        }
    }
}

/// The radius (m) of a ball that does not move by turning.
fn ball_radius(shape: &Shape, motion: &Motion) -> Option<f64> {
    match shape {
        Shape::Sphere(ball) if is_about_middle(motion) => Some(f64::from(ball.radius())),
        _ => None,
    }
}

//! The time of impact of any two shapes.

use crate::Counters;
use crate::budget::{Budget, Meter};
use crate::query::Moving;
use crate::query::half_space::PairKind;
use crate::query::shape_scratch::ShapeScratch;
use crate::query::stage::Stage;
use crate::query::toi::convex_pair;
use crate::query::toi::convex_pair::{ConvexMethod, RootFinder};
use crate::query::toi::mesh_mesh;
use crate::query::toi::path_pair::HeadStart;
use crate::query::toi::shape_bounds::{does_not_rotate, earliest_time, origin_moves_straight};
use crate::query::toi::{Sweep, SweepOptions};
use crate::query::toi::{convex_mesh, half_space_pair, swept_spheres};
use crate::shape::{BoundedShape, ShapeRef};

/// When do two moving shapes reach the target distance within `duration` seconds?
///
/// They are disjoint at every time before the one returned. A duration that is not a positive
/// finite number counts as 0 (except for two meshes, which accept infinity). Convex shapes are
/// solid: what starts inside one overlaps it.
pub(crate) fn time_of_impact_of_shapes(
    a: Moving<'_, ShapeRef<'_>>,
    b: Moving<'_, ShapeRef<'_>>,
    duration: f32,
    options: &SweepOptions,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Sweep {
    time_of_impact_from(None, a, b, duration, options, budget, scratch)
}

/// [`time_of_impact`] of two of which it may be known how far their hulls come.
pub(crate) fn time_of_impact_from(
    head_start: Option<HeadStart>,
    a: Moving<'_, ShapeRef<'_>>,
    b: Moving<'_, ShapeRef<'_>>,
    duration: f32,
    options: &SweepOptions,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Sweep {
    let [p, q] = match PairKind::of(a.shape, b.shape) {
        PairKind::Bounded(both) => both,
        PairKind::HalfSpace(pair) => {
            let motions = [a.motion, b.motion];
            return half_space_pair::time_of_impact(
                pair, motions, duration, options, budget, scratch,
            );
        }
    };
    let (a, b) = (Moving::new(p, a.motion), Moving::new(q, b.motion));
    let stages = scratch.mesh.stages;
    let closed_form = stages.has(Stage::ClosedForm);
    match (a.shape.as_convex(), b.shape.as_convex()) {
        (Ok(first), Ok(second)) => {
            let counters = &mut scratch.mesh.counters;
            *counters = Counters {
                queries: 1,
                ..Counters::default()
            };
            let meter = &mut Meter::new(budget);
            let decided_by = &mut scratch.mesh.decided_by;
            let radii = straight_sphere_radius(a).zip(straight_sphere_radius(b));
            if let Some((first, second)) = radii
                && closed_form
                && meter.take()
            {
                counters.primitive_tests = 1;
                let (motions, radii) = ([a.motion, b.motion], [first, second]);
                let found = swept_spheres::time_of_impact(motions, radii, duration, options);
                convex_pair::count_result(counters, &found);
                *decided_by = Some(Stage::ClosedForm);
                return found;
            }
            let pair = [Moving::new(first, a.motion), Moving::new(second, b.motion)];
            let earliest = |gap: f64| match closed_form {
                true => earliest_time(a, b, gap),
                false => Some(0.0),
            };
            let method = ConvexMethod {
                finder: RootFinder::default(),
                earliest: &earliest,
                bounds: stages.has(Stage::Bounds),
            };
            let found = convex_pair::sweep(pair, duration, options, &method, meter, counters);
            convex_pair::count_result(counters, &found);
            *decided_by = match found {
                Sweep::Cut { .. } => None,
                Sweep::Clear if counters.primitive_tests == 0 => Some(Stage::Bounds),
                // A solid is a tree of one leaf.
                _ => Some(Stage::Pieces),
            };
            found
        }
        (Err(model), Ok(solid)) => {
            let mesh = Moving::new(model, a.motion);
            let convex = Moving::new(solid, b.motion);
            let radius =
                straight_sphere_radius(b).filter(|_| closed_form && does_not_rotate(a.motion));
            convex_mesh::time_of_impact(mesh, convex, radius, duration, options, budget, scratch)
        }
        (Ok(solid), Err(model)) => {
            let mesh = Moving::new(model, b.motion);
            let convex = Moving::new(solid, a.motion);
            let radius =
                straight_sphere_radius(a).filter(|_| closed_form && does_not_rotate(b.motion));
            convex_mesh::time_of_impact(mesh, convex, radius, duration, options, budget, scratch)
                .swapped()
        }
        (Err(first), Err(second)) => {
            let (first, second) = (Moving::new(first, a.motion), Moving::new(second, b.motion));
            let scratch = &mut scratch.mesh;
            mesh_mesh::time_of_impact_from(
                head_start, first, second, duration, options, budget, scratch,
            )
        }
    }
}

/// The radius (m) of a sphere whose centre moves straight.
fn straight_sphere_radius(body: Moving<BoundedShape>) -> Option<f64> {
    match body.shape {
        BoundedShape::Sphere(sphere) if origin_moves_straight(body.motion) => {
            Some(f64::from(sphere.radius()))
        }
        _ => None,
    }
}

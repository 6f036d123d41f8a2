//! What each kind of shape answers, behind the door: models by their trees, shapes by all that they are
//! made of, colliders by planes and hulls first.

use glam::{DVec3, Vec3};

use crate::Model;
use crate::budget::Budget;
use crate::counters::Counters;
use crate::math::Relative;
use crate::math::{CenterFrame, Path, Pose};
use crate::narrow_phase::convex_pair;
use crate::query::ask::DistanceOptions;
use crate::query::contacts::{self, Contact, ContactQuery, ContactsEnd, NearPoint};
use crate::query::contains::contains;
use crate::query::distance::{distance, distance_approx, distance_cached, within, within_cached};
use crate::query::intersect::collide_points;
use crate::query::ray::ray_cast;
use crate::query::shape_ray::ray_to_shape;
use crate::query::toi::shape_pair::time_of_impact;
use crate::query::toi::{
    PathImpact, PathLimits, PathQuery, PathSweep, Sweep, SweepOptions, time_of_impact_remembering,
    valid_duration,
};
use crate::query::{
    Collision, Containment, Distance, DistanceCache, Moving, MovingCollider, PairCache, Placed,
    PlacedCollider, RayCast, ShapeScratch, Stage, shape_query,
};
use crate::shape::{Collider, Shape, Triangle};

/// The answers of one kind of shape: see the methods of [`Query`](crate::Query).
pub trait Answers: Sized {
    #[doc(hidden)]
    fn intersect(
        a: Placed<'_, Self>,
        b: Placed<'_, Self>,
        max_points: usize,
        budget: Budget,
        scratch: &mut ShapeScratch,
    ) -> Collision;

    #[doc(hidden)]
    fn within(
        a: Placed<'_, Self>,
        b: Placed<'_, Self>,
        tolerance: f32,
        budget: Budget,
        cache: Option<&mut DistanceCache>,
        scratch: &mut ShapeScratch,
    ) -> Collision;

    #[doc(hidden)]
    fn distance(
        a: Placed<'_, Self>,
        b: Placed<'_, Self>,
        options: &DistanceOptions,
        budget: Budget,
        cache: Option<&mut DistanceCache>,
        scratch: &mut ShapeScratch,
    ) -> Distance;

    #[doc(hidden)]
    #[expect(
        clippy::too_many_arguments,
        reason = "the door passes on what it holds, part by part"
    )]
    fn contacts(
        a: Placed<'_, Self>,
        b: Placed<'_, Self>,
        tolerance: f32,
        budget: Budget,
        cache: &mut PairCache,
        near: &mut Vec<NearPoint>,
        scratch: &mut ShapeScratch,
        out: &mut Vec<Contact>,
    ) -> ContactsEnd;

    #[doc(hidden)]
    fn ray(
        shape: Placed<'_, Self>,
        origin: Vec3,
        direction: Vec3,
        max_time: f32,
        budget: Budget,
        scratch: &mut ShapeScratch,
    ) -> RayCast;

    #[doc(hidden)]
    fn contains(
        shape: Placed<'_, Self>,
        point: Vec3,
        budget: Budget,
        scratch: &mut ShapeScratch,
    ) -> Containment;

    #[doc(hidden)]
    fn time_of_impact(
        a: Moving<'_, Self>,
        b: Moving<'_, Self>,
        duration: f32,
        options: &SweepOptions,
        budget: Budget,
        cache: &mut PairCache,
        scratch: &mut ShapeScratch,
    ) -> Sweep;
}

impl Answers for Model {
    #[inline]
    fn intersect(
        a: Placed<'_, Model>,
        b: Placed<'_, Model>,
        max_points: usize,
        budget: Budget,
        scratch: &mut ShapeScratch,
    ) -> Collision {
        collide_points(a, b, max_points, budget, &mut scratch.mesh)
    }

    #[inline]
    fn within(
        a: Placed<'_, Model>,
        b: Placed<'_, Model>,
        tolerance: f32,
        budget: Budget,
        cache: Option<&mut DistanceCache>,
        scratch: &mut ShapeScratch,
    ) -> Collision {
        match cache {
            Some(cache) => within_cached(a, b, tolerance, budget, cache, &mut scratch.mesh),
            None => within(a, b, tolerance, budget, &mut scratch.mesh),
        }
    }

    #[inline]
    fn distance(
        a: Placed<'_, Model>,
        b: Placed<'_, Model>,
        options: &DistanceOptions,
        budget: Budget,
        cache: Option<&mut DistanceCache>,
        scratch: &mut ShapeScratch,
    ) -> Distance {
        let memory = &mut scratch.mesh;
        match cache {
            Some(cache) => distance_cached(a, b, budget, cache, memory),
            None if *options == DistanceOptions::EXACT => distance(a, b, budget, memory),
            None => distance_approx(a, b, options.absolute, options.relative, budget, memory),
        }
    }

    #[inline]
    fn contacts(
        a: Placed<'_, Model>,
        b: Placed<'_, Model>,
        tolerance: f32,
        budget: Budget,
        _cache: &mut PairCache,
        _near: &mut Vec<NearPoint>,
        scratch: &mut ShapeScratch,
        out: &mut Vec<Contact>,
    ) -> ContactsEnd {
        contacts::contacts(a, b, tolerance, budget, &mut scratch.mesh, out)
    }

    #[inline]
    fn ray(
        shape: Placed<'_, Model>,
        origin: Vec3,
        direction: Vec3,
        max_time: f32,
        budget: Budget,
        scratch: &mut ShapeScratch,
    ) -> RayCast {
        let (model, pose) = (shape.shape, shape.pose);
        ray_cast(
            model,
            pose,
            origin,
            direction,
            max_time,
            budget,
            &mut scratch.mesh,
        )
    }

    #[inline]
    fn contains(
        shape: Placed<'_, Model>,
        point: Vec3,
        budget: Budget,
        scratch: &mut ShapeScratch,
    ) -> Containment {
        contains(shape.shape, shape.pose, point, budget, &mut scratch.mesh)
    }

    #[inline]
    fn time_of_impact(
        a: Moving<'_, Model>,
        b: Moving<'_, Model>,
        duration: f32,
        options: &SweepOptions,
        budget: Budget,
        cache: &mut PairCache,
        scratch: &mut ShapeScratch,
    ) -> Sweep {
        let (memory, scratch) = (&mut cache.sweep, &mut scratch.mesh);
        time_of_impact_remembering(a, b, duration, options, budget, memory, scratch)
    }
}

/// Two things as their models, if both are meshes.
macro_rules! as_models {
    ($thing:ident, $a:expr, $b:expr, $place:ident) => {
        match ($a.shape, $b.shape) {
            (Shape::Mesh(first), Shape::Mesh(second)) => Some((
                $thing::new(&**first, $a.$place),
                $thing::new(&**second, $b.$place),
            )),
            _ => None,
        }
    };
}

impl Answers for Shape {
    fn intersect(
        a: Placed<'_, Shape>,
        b: Placed<'_, Shape>,
        max_points: usize,
        budget: Budget,
        scratch: &mut ShapeScratch,
    ) -> Collision {
        match as_models!(Placed, a, b, pose) {
            Some((a, b)) => Model::intersect(a, b, max_points, budget, scratch),
            None => shape_query::within(a, b, 0.0, budget, scratch),
        }
    }

    fn within(
        a: Placed<'_, Shape>,
        b: Placed<'_, Shape>,
        tolerance: f32,
        budget: Budget,
        cache: Option<&mut DistanceCache>,
        scratch: &mut ShapeScratch,
    ) -> Collision {
        match as_models!(Placed, a, b, pose) {
            Some((a, b)) => Model::within(a, b, tolerance, budget, cache, scratch),
            None => shape_query::within(a, b, tolerance, budget, scratch),
        }
    }

    fn distance(
        a: Placed<'_, Shape>,
        b: Placed<'_, Shape>,
        options: &DistanceOptions,
        budget: Budget,
        cache: Option<&mut DistanceCache>,
        scratch: &mut ShapeScratch,
    ) -> Distance {
        match as_models!(Placed, a, b, pose) {
            Some((a, b)) => Model::distance(a, b, options, budget, cache, scratch),
            None if cache.is_some() || *options == DistanceOptions::EXACT => {
                shape_query::distance(a, b, budget, scratch)
            }
            None => {
                let DistanceOptions { absolute, relative } = *options;
                shape_query::distance_approx(a, b, absolute, relative, budget, scratch)
            }
        }
    }

    fn contacts(
        a: Placed<'_, Shape>,
        b: Placed<'_, Shape>,
        tolerance: f32,
        budget: Budget,
        _cache: &mut PairCache,
        _near: &mut Vec<NearPoint>,
        scratch: &mut ShapeScratch,
        out: &mut Vec<Contact>,
    ) -> ContactsEnd {
        contacts::contacts_of_shapes(a, b, tolerance, budget, scratch, out)
    }

    fn ray(
        shape: Placed<'_, Shape>,
        origin: Vec3,
        direction: Vec3,
        max_time: f32,
        budget: Budget,
        scratch: &mut ShapeScratch,
    ) -> RayCast {
        ray_to_shape(shape, origin, direction, max_time, budget, scratch)
    }

    fn contains(
        shape: Placed<'_, Shape>,
        point: Vec3,
        budget: Budget,
        scratch: &mut ShapeScratch,
    ) -> Containment {
        match shape.shape.as_convex() {
            Err(model) => Model::contains(Placed::new(model, shape.pose), point, budget, scratch),
            Ok(_) if !point.is_finite() => Containment::Outside,
            Ok(solid) => {
                scratch.mesh.counters = Counters {
                    queries: 1,
                    primitive_tests: 1,
                    ..Counters::default()
                };
                let spot = Triangle::new([shape.pose.inverse_transform_point(point); 3]);
                let (here, limit) = (
                    Relative::new(&Pose::IDENTITY, &Pose::IDENTITY),
                    f64::INFINITY,
                );
                let nearest = convex_pair::distance_below(solid, &spot, &here, limit);
                match nearest {
                    Some(found) if found.distance > 0.0 => Containment::Outside,
                    _ => Containment::Inside,
                }
            }
        }
    }

    fn time_of_impact(
        a: Moving<'_, Shape>,
        b: Moving<'_, Shape>,
        duration: f32,
        options: &SweepOptions,
        budget: Budget,
        cache: &mut PairCache,
        scratch: &mut ShapeScratch,
    ) -> Sweep {
        match as_models!(Moving, a, b, motion) {
            Some((a, b)) => Model::time_of_impact(a, b, duration, options, budget, cache, scratch),
            None => time_of_impact(a, b, duration, options, budget, scratch),
        }
    }
}

/// The shape of a collider at the same place.
fn shape<'a>(placed: Placed<'a, Collider>) -> Placed<'a, Shape> {
    Placed::new(placed.shape.shape(), placed.pose)
}

impl Answers for Collider {
    fn intersect(
        a: Placed<'_, Collider>,
        b: Placed<'_, Collider>,
        max_points: usize,
        budget: Budget,
        scratch: &mut ShapeScratch,
    ) -> Collision {
        Shape::intersect(shape(a), shape(b), max_points, budget, scratch)
    }

    fn within(
        a: Placed<'_, Collider>,
        b: Placed<'_, Collider>,
        tolerance: f32,
        budget: Budget,
        cache: Option<&mut DistanceCache>,
        scratch: &mut ShapeScratch,
    ) -> Collision {
        Shape::within(shape(a), shape(b), tolerance, budget, cache, scratch)
    }

    fn distance(
        a: Placed<'_, Collider>,
        b: Placed<'_, Collider>,
        options: &DistanceOptions,
        budget: Budget,
        cache: Option<&mut DistanceCache>,
        scratch: &mut ShapeScratch,
    ) -> Distance {
        Shape::distance(shape(a), shape(b), options, budget, cache, scratch)
    }

    fn contacts(
        a: Placed<'_, Collider>,
        b: Placed<'_, Collider>,
        tolerance: f32,
        budget: Budget,
        cache: &mut PairCache,
        near: &mut Vec<NearPoint>,
        scratch: &mut ShapeScratch,
        out: &mut Vec<Contact>,
    ) -> ContactsEnd {
        out.clear();
        scratch.mesh.counters = Counters {
            queries: 1,
            ..Counters::default()
        };
        let both = [a, b].map(|placed| {
            let frame = CenterFrame::of_pose(placed.pose, placed.shape.local_center());
            PlacedCollider::new(placed.shape, frame)
        });
        let mut query = ContactQuery {
            both,
            tolerance: f64::from(tolerance.max(0.0)),
            cache,
            scratch,
        };
        if query.gap_across().is_some() {
            query.scratch.mesh.decided_by = Some(Stage::Plane);
            return ContactsEnd::Done;
        }
        if query.known(near).is_none() && query.search(budget, near).is_none() {
            return ContactsEnd::Cut;
        }
        // Flat patches have one normal each.
        let (mut patch, mut normal) = (0, DVec3::ZERO);
        for point in near.iter() {
            if point.normal != normal {
                patch += u32::from(normal != DVec3::ZERO);
                normal = point.normal;
            }
            let half = normal * (0.5 * point.distance);
            out.push(Contact {
                distance: point.distance as f32,
                normal: normal.as_vec3(),
                point_a: (point.point - half).as_vec3(),
                point_b: (point.point + half).as_vec3(),
                patch,
                feature: point.feature,
            });
        }
        ContactsEnd::Done
    }

    fn ray(
        placed: Placed<'_, Collider>,
        origin: Vec3,
        direction: Vec3,
        max_time: f32,
        budget: Budget,
        scratch: &mut ShapeScratch,
    ) -> RayCast {
        Shape::ray(shape(placed), origin, direction, max_time, budget, scratch)
    }

    fn contains(
        placed: Placed<'_, Collider>,
        point: Vec3,
        budget: Budget,
        scratch: &mut ShapeScratch,
    ) -> Containment {
        Shape::contains(shape(placed), point, budget, scratch)
    }

    fn time_of_impact(
        a: Moving<'_, Collider>,
        b: Moving<'_, Collider>,
        duration: f32,
        options: &SweepOptions,
        budget: Budget,
        cache: &mut PairCache,
        scratch: &mut ShapeScratch,
    ) -> Sweep {
        let [p, q] = [a, b].map(|moving| Moving::new(moving.shape.shape(), moving.motion));
        let turns_elsewhere = |moving: &Moving<'_, Collider>| {
            moving.motion.angular_velocity() != Vec3::ZERO
                && moving.motion.local_center() != moving.shape.local_center()
        };
        if [a, b].iter().any(turns_elsewhere) {
            return Shape::time_of_impact(p, q, duration, options, budget, cache, scratch);
        }
        let both = [a, b].map(|moving| {
            let (motion, center) = (moving.motion, moving.shape.local_center());
            let [velocity, turning] =
                [motion.linear_velocity(), motion.angular_velocity()].map(|v| v.as_dvec3());
            let frame = CenterFrame::of_pose(motion.start(), center);
            MovingCollider::new(moving.shape, Path::new(frame, 0.0, velocity, turning))
        });
        let target = f64::from(options.target);
        let limits = PathLimits {
            end: valid_duration(duration),
            min_gap: target,
            target,
        };
        scratch.mesh.counters = Counters {
            queries: 1,
            ..Counters::default()
        };
        let mut query = PathQuery::new(both, limits, cache, scratch);
        if query.is_separated() {
            return Sweep::Clear;
        }
        match query.time_of_impact(0.0, options, budget) {
            PathSweep::Clear => Sweep::Clear,
            PathSweep::Impact(PathImpact {
                time,
                points,
                normal,
                ..
            }) => {
                let [point_a, point_b] = points.map(|point| point.as_vec3());
                Sweep::Impact {
                    time,
                    point_a,
                    point_b,
                    normal,
                }
            }
            PathSweep::Cut { safe_time, points } => Sweep::Cut {
                safe_time,
                points: points.map(|point| point.as_vec3()),
            },
            // Where, the shapes tell.
            PathSweep::Overlapping => {
                Shape::time_of_impact(p, q, duration, options, budget, cache, scratch)
            }
        }
    }
}

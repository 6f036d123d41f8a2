//! Who answers a question, behind the door: trees for two meshes, planes and hulls first for two colliders,
//! and else all that shapes are made of.

use glam::{DVec3, Vec3};

use crate::Model;
use crate::budget::Budget;
use crate::counters::Counters;
use crate::math::Relative;
use crate::math::{CenterFrame, Path, Pose};
use crate::narrow_phase::convex_pair;
use crate::query::ask::DistanceOptions;
use crate::query::contacts::{Contact, ContactQuery, ContactsEnd, NearPoint};
use crate::query::distance::{distance_approx, distance_cached, within_cached};
use crate::query::half_space::{self, PairKind};
use crate::query::intersect::collide_points;
use crate::query::shape_query::DeepestContact;
use crate::query::toi::shape_pair::time_of_impact_of_shapes;
use crate::query::toi::{
    PathImpact, PathLimits, PathQuery, PathSweep, Sweep, SweepOptions, time_of_impact_remembering,
    valid_duration,
};
use crate::query::{
    Collision, Containment, Distance, DistanceCache, Moving, MovingCollider, PairCache, Placed,
    PlacedCollider, ShapeScratch, Stage, contains, distance, shape_query,
};
use crate::shape::{AnyShape, BoundedShape, Collider, Shape, ShapeRef, Triangle};

/// What can be asked about.
pub trait AsShape {
    #[doc(hidden)]
    fn borrowed_shape(&self) -> AnyShape<'_>;

    /// The collider, if it is one.
    #[doc(hidden)]
    fn collider(&self) -> Option<&Collider> {
        None
    }
}

impl AsShape for Model {
    #[inline]
    fn borrowed_shape(&self) -> AnyShape<'_> {
        AnyShape::Simple(ShapeRef::Bounded(BoundedShape::Mesh(self)))
    }
}

impl AsShape for Shape {
    #[inline]
    fn borrowed_shape(&self) -> AnyShape<'_> {
        self.borrowed()
    }
}

impl AsShape for Collider {
    #[inline]
    fn borrowed_shape(&self) -> AnyShape<'_> {
        self.shape().borrowed()
    }

    #[inline]
    fn collider(&self) -> Option<&Collider> {
        Some(self)
    }
}

type PlacedShape<'a> = Placed<'a, ShapeRef<'a>>;
type MovingShape<'a> = Moving<'a, ShapeRef<'a>>;

/// Two shapes as their models, if both are meshes.
#[inline]
fn models<'a>(
    a: Placed<'a, BoundedShape<'a>>,
    b: Placed<'a, BoundedShape<'a>>,
) -> Option<(Placed<'a, Model>, Placed<'a, Model>)> {
    let (first, second) = (a.shape.mesh()?, b.shape.mesh()?);
    Some((Placed::new(first, a.pose), Placed::new(second, b.pose)))
}

/// See [`Query::intersect_at`](crate::Query::intersect_at).
#[inline]
pub(crate) fn intersect(
    a: PlacedShape<'_>,
    b: PlacedShape<'_>,
    max_points: usize,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Collision {
    let [p, q] = match PairKind::of(a.shape, b.shape) {
        PairKind::Bounded(both) => both,
        PairKind::HalfSpace(pair) => {
            return half_space::within(pair, [a.pose, b.pose], 0.0, budget, scratch);
        }
    };
    let (a, b) = (Placed::new(p, a.pose), Placed::new(q, b.pose));
    match models(a, b) {
        Some((a, b)) => collide_points(a, b, max_points, budget, &mut scratch.mesh),
        None => shape_query::within(a, b, 0.0, budget, scratch),
    }
}

/// See [`Query::within`](crate::Query::within) and [`Query::within_from`](crate::Query::within_from).
#[inline]
pub(crate) fn within(
    a: PlacedShape<'_>,
    b: PlacedShape<'_>,
    tolerance: f32,
    budget: Budget,
    cache: Option<&mut DistanceCache>,
    scratch: &mut ShapeScratch,
) -> Collision {
    let [p, q] = match PairKind::of(a.shape, b.shape) {
        PairKind::Bounded(both) => both,
        PairKind::HalfSpace(pair) => {
            return half_space::within(pair, [a.pose, b.pose], tolerance, budget, scratch);
        }
    };
    let (a, b) = (Placed::new(p, a.pose), Placed::new(q, b.pose));
    let Some((a, b)) = models(a, b) else {
        return shape_query::within(a, b, tolerance, budget, scratch);
    };
    match cache {
        Some(cache) => within_cached(a, b, tolerance, budget, cache, &mut scratch.mesh),
        None => distance::within(a, b, tolerance, budget, &mut scratch.mesh),
    }
}

/// See [`Query::distance`](crate::Query::distance) and [`Query::distance_from`](crate::Query::distance_from).
#[inline]
pub(crate) fn distance_of(
    a: PlacedShape<'_>,
    b: PlacedShape<'_>,
    options: &DistanceOptions,
    budget: Budget,
    cache: Option<&mut DistanceCache>,
    scratch: &mut ShapeScratch,
) -> Distance {
    let [p, q] = match PairKind::of(a.shape, b.shape) {
        PairKind::Bounded(both) => both,
        // Exact at no higher cost than with an error.
        PairKind::HalfSpace(pair) => {
            return half_space::distance(pair, [a.pose, b.pose], budget, scratch);
        }
    };
    let (a, b) = (Placed::new(p, a.pose), Placed::new(q, b.pose));
    let DistanceOptions { absolute, relative } = *options;
    let is_exact = cache.is_some() || *options == DistanceOptions::EXACT;
    let Some((a, b)) = models(a, b) else {
        return match is_exact {
            true => shape_query::distance(a, b, budget, scratch),
            false => shape_query::distance_approx(a, b, absolute, relative, budget, scratch),
        };
    };
    let memory = &mut scratch.mesh;
    match cache {
        Some(cache) => distance_cached(a, b, budget, cache, memory),
        None if is_exact => distance::distance(a, b, budget, memory),
        None => distance_approx(a, b, absolute, relative, budget, memory),
    }
}

/// See [`Query::deepest_contact`](crate::Query::deepest_contact).
pub(crate) fn deepest_contact(
    a: PlacedShape<'_>,
    b: PlacedShape<'_>,
    tolerance: f32,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Option<DeepestContact> {
    match PairKind::of(a.shape, b.shape) {
        PairKind::Bounded([p, q]) => {
            let (a, b) = (Placed::new(p, a.pose), Placed::new(q, b.pose));
            shape_query::contact(a, b, tolerance, budget, scratch)
        }
        PairKind::HalfSpace(pair) => {
            half_space::deepest_contact(pair, [a.pose, b.pose], tolerance, budget, scratch)
        }
    }
}

/// See [`Query::contains`](crate::Query::contains).
#[inline]
pub(crate) fn contains_point(
    placed: PlacedShape<'_>,
    point: Vec3,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Containment {
    let shape = match placed.shape {
        ShapeRef::Bounded(shape) => shape,
        ShapeRef::HalfSpace(half_space) => {
            let placed = Placed::new(*half_space, placed.pose);
            return match half_space::contains(placed, point, scratch) {
                true => Containment::Inside,
                false => Containment::Outside,
            };
        }
    };
    match shape.as_convex() {
        Err(model) => contains::contains(model, placed.pose, point, budget, &mut scratch.mesh),
        Ok(_) if !point.is_finite() => Containment::Outside,
        Ok(solid) => {
            scratch.mesh.counters = Counters {
                queries: 1,
                primitive_tests: 1,
                ..Counters::default()
            };
            let spot = Triangle::new([placed.pose.inverse_transform_point(point); 3]);
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

/// The contacts of two colliders: see [`Query::contacts`](crate::Query::contacts).
pub(crate) fn contacts_of_colliders(
    both: [Placed<'_, Collider>; 2],
    tolerance: f32,
    budget: Budget,
    cache: &mut PairCache,
    near: &mut Vec<NearPoint>,
    scratch: &mut ShapeScratch,
    out: &mut Vec<Contact>,
) -> ContactsEnd {
    out.clear();
    let both = both.map(|placed| {
        let frame = CenterFrame::of_pose(placed.pose, placed.shape.local_center());
        PlacedCollider::new(placed.shape, frame)
    });
    let mut query = ContactQuery {
        both,
        tolerance: f64::from(tolerance.max(0.0)),
        cache,
        scratch,
    };
    let mut spent = Counters {
        queries: 1,
        ..Counters::default()
    };
    let is_apart = query.gap_across(budget).is_some();
    spent += query.scratch.mesh.counters;
    if is_apart {
        query.scratch.mesh.counters = spent;
        query.scratch.mesh.decided_by = Some(Stage::Plane);
        return ContactsEnd::Done;
    }
    let mut is_known = query.known(budget.less(spent.work()), near).is_some();
    spent += query.scratch.mesh.counters;
    if !is_known {
        is_known = query.search(budget.less(spent.work()), near).is_some();
        // The search is the same query.
        spent += Counters {
            queries: 0,
            ..query.scratch.mesh.counters
        };
    }
    query.scratch.mesh.counters = spent;
    if !is_known {
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
            children: point.children,
        });
    }
    ContactsEnd::Done
}

/// When two shapes first come near: see [`Query::time_of_impact`](crate::Query::time_of_impact). Meshes
/// remember where the last sweep found them.
#[inline]
pub(crate) fn time_of_impact(
    a: MovingShape<'_>,
    b: MovingShape<'_>,
    duration: f32,
    options: &SweepOptions,
    budget: Budget,
    cache: &mut PairCache,
    scratch: &mut ShapeScratch,
) -> Sweep {
    let Some((first, second)) = a.shape.mesh().zip(b.shape.mesh()) else {
        return time_of_impact_of_shapes(a, b, duration, options, budget, scratch);
    };
    let (a, b) = (Moving::new(first, a.motion), Moving::new(second, b.motion));
    let (memory, scratch) = (&mut cache.sweep, &mut scratch.mesh);
    time_of_impact_remembering(a, b, duration, options, budget, memory, scratch)
}

/// When two colliders first come near, by planes and hulls first; `None` if these cannot be asked or do not
/// tell where.
pub(crate) fn time_of_impact_of_colliders(
    a: Moving<'_, Collider>,
    b: Moving<'_, Collider>,
    duration: f32,
    options: &SweepOptions,
    budget: Budget,
    cache: &mut PairCache,
    scratch: &mut ShapeScratch,
) -> Option<Sweep> {
    let turns_elsewhere = |moving: &Moving<'_, Collider>| {
        moving.motion.angular_velocity() != Vec3::ZERO
            && moving.motion.local_center() != moving.shape.local_center()
    };
    if [a, b].iter().any(turns_elsewhere) {
        return None;
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
    let mut query = PathQuery::new(&both, limits, cache, scratch);
    let is_separated = query.is_separated(budget);
    let mut spent = *query.counters();
    let found = match is_separated {
        true => PathSweep::Clear,
        false => {
            let found = query.time_of_impact(0.0, options, budget.less(spent.work()));
            spent += *query.counters();
            found
        }
    };
    spent.queries = 1;
    scratch.mesh.counters = spent;
    Some(match found {
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
        PathSweep::Overlapping => return None,
    })
}

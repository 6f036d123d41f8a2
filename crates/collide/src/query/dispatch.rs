//! Who answers a question about shapes of any kind: two that are no compounds by themselves, else a walk to the
//! children that are near.

use glam::Vec3;

use crate::budget::Budget;
use crate::query::ask::DistanceOptions;
use crate::query::contacts::Contact;
use crate::query::toi::{HeadStart, Sweep, SweepOptions, shape_pair};
use crate::query::{
    Collision, ContactsEnd, Containment, DeepestContact, Distance, DistanceCache, Moving,
    PairCache, Placed, RayCast, ShapeScratch, answers, compound, contacts, shape_ray,
};
use crate::shape::{AnyShape, ShapeRef};

type PlacedAny<'a> = Placed<'a, AnyShape<'a>>;
type MovingAny<'a> = Moving<'a, AnyShape<'a>>;
type PlacedPair<'a> = [Placed<'a, ShapeRef<'a>>; 2];

/// The two, if neither is a compound.
#[inline]
fn simple<'a>(a: PlacedAny<'a>, b: PlacedAny<'a>) -> Option<PlacedPair<'a>> {
    match (a.shape, b.shape) {
        (AnyShape::Simple(p), AnyShape::Simple(q)) => {
            Some([Placed::new(p, a.pose), Placed::new(q, b.pose)])
        }
        _ => None,
    }
}

/// See [`Query::intersect_at`](crate::Query::intersect_at).
#[inline]
pub(crate) fn intersect(
    a: PlacedAny<'_>,
    b: PlacedAny<'_>,
    max_points: usize,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Collision {
    match simple(a, b) {
        Some([a, b]) => answers::intersect(a, b, max_points, budget, scratch),
        None => compound::within(a, b, 0.0, Some(max_points), budget, scratch),
    }
}

/// See [`Query::within`](crate::Query::within) and [`Query::within_from`](crate::Query::within_from).
#[inline]
pub(crate) fn within(
    a: PlacedAny<'_>,
    b: PlacedAny<'_>,
    tolerance: f32,
    budget: Budget,
    cache: Option<&mut DistanceCache>,
    scratch: &mut ShapeScratch,
) -> Collision {
    match simple(a, b) {
        Some([a, b]) => answers::within(a, b, tolerance, budget, cache, scratch),
        None => compound::within(a, b, tolerance, None, budget, scratch),
    }
}

/// See [`Query::distance`](crate::Query::distance) and [`Query::distance_from`](crate::Query::distance_from).
#[inline]
pub(crate) fn distance_of(
    a: PlacedAny<'_>,
    b: PlacedAny<'_>,
    options: &DistanceOptions,
    budget: Budget,
    cache: Option<&mut DistanceCache>,
    scratch: &mut ShapeScratch,
) -> Distance {
    match simple(a, b) {
        Some([a, b]) => answers::distance_of(a, b, options, budget, cache, scratch),
        None => compound::distance(a, b, options, budget, scratch),
    }
}

/// See [`Query::deepest_contact`](crate::Query::deepest_contact).
pub(crate) fn deepest_contact(
    a: PlacedAny<'_>,
    b: PlacedAny<'_>,
    tolerance: f32,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Option<DeepestContact> {
    match simple(a, b) {
        Some([a, b]) => answers::deepest_contact(a, b, tolerance, budget, scratch),
        None => compound::deepest_contact(a, b, tolerance, budget, scratch),
    }
}

/// All contacts of two shapes: see [`Query::contacts`](crate::Query::contacts).
pub(crate) fn contacts_of_shapes(
    a: PlacedAny<'_>,
    b: PlacedAny<'_>,
    tolerance: f32,
    budget: Budget,
    scratch: &mut ShapeScratch,
    out: &mut Vec<Contact>,
) -> ContactsEnd {
    match simple(a, b) {
        Some([a, b]) => contacts::contacts_of_shapes(a, b, tolerance, budget, scratch, out),
        None => compound::contacts(a, b, tolerance, budget, scratch, out),
    }
}

/// See [`Query::contains`](crate::Query::contains).
#[inline]
pub(crate) fn contains_point(
    placed: PlacedAny<'_>,
    point: Vec3,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Containment {
    let pose = placed.pose;
    match placed.shape {
        AnyShape::Simple(shape) => {
            answers::contains_point(Placed::new(shape, pose), point, budget, scratch)
        }
        AnyShape::Compound(all) => {
            compound::contains_point(Placed::new(all, pose), point, budget, scratch)
        }
    }
}

/// See [`Query::ray`](crate::Query::ray).
#[inline]
pub(crate) fn ray_to_shape(
    placed: PlacedAny<'_>,
    origin: Vec3,
    direction: Vec3,
    max_time: f32,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> RayCast {
    let pose = placed.pose;
    match placed.shape {
        AnyShape::Simple(shape) => {
            let placed = Placed::new(shape, pose);
            shape_ray::ray_to_shape(placed, origin, direction, max_time, budget, scratch)
        }
        AnyShape::Compound(all) => {
            let placed = Placed::new(*all, pose);
            compound::ray(placed, origin, direction, max_time, budget, scratch)
        }
    }
}

/// When two shapes first come near: see [`Query::time_of_impact`](crate::Query::time_of_impact).
#[inline]
pub(crate) fn time_of_impact(
    a: MovingAny<'_>,
    b: MovingAny<'_>,
    duration: f32,
    options: &SweepOptions,
    budget: Budget,
    cache: &mut PairCache,
    scratch: &mut ShapeScratch,
) -> Sweep {
    match (a.shape, b.shape) {
        (AnyShape::Simple(p), AnyShape::Simple(q)) => {
            let (a, b) = (Moving::new(p, a.motion), Moving::new(q, b.motion));
            answers::time_of_impact(a, b, duration, options, budget, cache, scratch)
        }
        _ => compound::time_of_impact(a, b, duration, options, budget, scratch),
    }
}

/// The same for two of which it may be known how far their hulls come.
pub(crate) fn time_of_impact_from(
    head_start: Option<HeadStart>,
    a: MovingAny<'_>,
    b: MovingAny<'_>,
    duration: f32,
    options: &SweepOptions,
    budget: Budget,
    scratch: &mut ShapeScratch,
) -> Sweep {
    match (a.shape, b.shape) {
        (AnyShape::Simple(p), AnyShape::Simple(q)) => {
            let (a, b) = (Moving::new(p, a.motion), Moving::new(q, b.motion));
            shape_pair::time_of_impact_from(head_start, a, b, duration, options, budget, scratch)
        }
        _ => compound::time_of_impact(a, b, duration, options, budget, scratch),
    }
}

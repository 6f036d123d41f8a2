//! The questions with their budget as an argument: one [`Query`] serves many budgets in a test or benchmark.
#![allow(
    dead_code,
    reason = "each test program and benchmark asks some of them"
)]

use dodgem_collide::glam::Vec3;
use dodgem_collide::math::Pose;
use dodgem_collide::query::DeepestContact;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::{
    Budget, Collision, Contact, ContactsEnd, Containment, Distance, DistanceCache, DistanceOptions,
    Moving, PairCache, Placed, Query, QueryShape, RayCast, Shape,
};

pub fn collide<S: QueryShape>(
    a: Placed<'_, S>,
    b: Placed<'_, S>,
    budget: Budget,
    query: &mut Query,
) -> Collision {
    query.budget = budget;
    query.intersect(a, b)
}

pub fn collide_points<S: QueryShape>(
    a: Placed<'_, S>,
    b: Placed<'_, S>,
    max_points: usize,
    budget: Budget,
    query: &mut Query,
) -> Collision {
    query.budget = budget;
    query.intersect_at(a, b, max_points)
}

pub fn within<S: QueryShape>(
    a: Placed<'_, S>,
    b: Placed<'_, S>,
    tolerance: f32,
    budget: Budget,
    query: &mut Query,
) -> Collision {
    query.budget = budget;
    query.within(a, b, tolerance)
}

pub fn within_cached<S: QueryShape>(
    a: Placed<'_, S>,
    b: Placed<'_, S>,
    tolerance: f32,
    budget: Budget,
    cache: &mut DistanceCache,
    query: &mut Query,
) -> Collision {
    query.budget = budget;
    query.within_from(a, b, tolerance, cache)
}

pub fn distance<S: QueryShape>(
    a: Placed<'_, S>,
    b: Placed<'_, S>,
    budget: Budget,
    query: &mut Query,
) -> Distance {
    query.budget = budget;
    query.distance(a, b, &DistanceOptions::EXACT)
}

pub fn distance_cached<S: QueryShape>(
    a: Placed<'_, S>,
    b: Placed<'_, S>,
    budget: Budget,
    cache: &mut DistanceCache,
    query: &mut Query,
) -> Distance {
    query.budget = budget;
    query.distance_from(a, b, cache)
}

pub fn distance_approx<S: QueryShape>(
    a: Placed<'_, S>,
    b: Placed<'_, S>,
    absolute: f32,
    relative: f32,
    budget: Budget,
    query: &mut Query,
) -> Distance {
    query.budget = budget;
    query.distance(a, b, &DistanceOptions { absolute, relative })
}

pub fn contacts<S: QueryShape>(
    a: Placed<'_, S>,
    b: Placed<'_, S>,
    tolerance: f32,
    budget: Budget,
    query: &mut Query,
    out: &mut Vec<Contact>,
) -> ContactsEnd {
    query.budget = budget;
    query.contacts(a, b, tolerance, &mut PairCache::default(), out)
}

pub fn contact(
    a: Placed<'_, Shape>,
    b: Placed<'_, Shape>,
    tolerance: f32,
    budget: Budget,
    query: &mut Query,
) -> Option<DeepestContact> {
    query.budget = budget;
    query.deepest_contact(a, b, tolerance)
}

pub fn contains<S: QueryShape>(
    shape: &S,
    pose: &Pose,
    point: Vec3,
    budget: Budget,
    query: &mut Query,
) -> Containment {
    query.budget = budget;
    query.contains(Placed::new(shape, pose), point)
}

pub fn ray_cast<S: QueryShape>(
    shape: &S,
    pose: &Pose,
    origin: Vec3,
    direction: Vec3,
    max_time: f32,
    budget: Budget,
    query: &mut Query,
) -> RayCast {
    query.budget = budget;
    query.ray(Placed::new(shape, pose), origin, direction, max_time)
}

pub fn time_of_impact<S: QueryShape>(
    a: Moving<'_, S>,
    b: Moving<'_, S>,
    duration: f32,
    options: &SweepOptions,
    budget: Budget,
    query: &mut Query,
) -> Sweep {
    query.budget = budget;
    query.time_of_impact(a, b, duration, options, &mut PairCache::default())
}

pub fn time_of_impact_remembering<S: QueryShape>(
    a: Moving<'_, S>,
    b: Moving<'_, S>,
    duration: f32,
    options: &SweepOptions,
    budget: Budget,
    cache: &mut PairCache,
    query: &mut Query,
) -> Sweep {
    query.budget = budget;
    query.time_of_impact(a, b, duration, options, cache)
}

pub fn time_of_impact_traced<S: QueryShape>(
    a: Moving<'_, S>,
    b: Moving<'_, S>,
    duration: f32,
    options: &SweepOptions,
    query: &mut Query,
) -> (Sweep, Vec<f64>) {
    query.budget = Budget::Unlimited;
    query.traced_time_of_impact(a, b, duration, options, &mut PairCache::default())
}

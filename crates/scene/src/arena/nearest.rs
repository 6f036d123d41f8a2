//! The distance of two bodies with their nearest points, for views and explanations.

use dodgem_collide::math::CenterFrame;
use dodgem_collide::query::Stages;
use dodgem_collide::shape::Collider;
use dodgem_collide::{Budget, Distance, DistanceOptions, PairCache, Placed, Query, Shape};
use glam::DVec3;

/// Returns the distance of two colliders in metres and their nearest points in the world; None if they touch.
/// The query may use all stages and any amount of work afterwards.
pub fn nearest_points(
    colliders: [&Collider; 2],
    frames: [CenterFrame; 2],
    query: &mut Query,
) -> Option<(f64, [DVec3; 2])> {
    // Near the two, f32 is far finer than far from the world's origin.
    let bounded = usize::from(matches!(colliders[0].shape(), Shape::HalfSpace(_)));
    let origin = frames[bounded].center;
    let poses = [0, 1].map(|i: usize| {
        let local = frames[i].relative_to(origin);
        local.pose(colliders[i].local_center())
    });
    query.set_stages(Stages::ALL);
    query.budget = Budget::Unlimited;
    let found = query.distance(
        Placed::new(colliders[0].shape(), &poses[0]),
        Placed::new(colliders[1].shape(), &poses[1]),
        &DistanceOptions::EXACT,
        &mut PairCache::default(),
    );
    match *found {
        Distance::Apart {
            distance,
            point_a,
            point_b,
            ..
        } => Some((
            f64::from(distance),
            [point_a, point_b].map(|point| origin + point.as_dvec3()),
        )),
        _ => None,
    }
}

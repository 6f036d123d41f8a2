//! Where a driver should head: pure geometry, no memory.

use glam::{Vec2, Vec3};

use crate::arena::{Actor, Arena, Border};
use crate::params::{
    AIRBORNE_HEIGHT, INTERCEPT_MIN_SPEED, INTERCEPT_SECONDS, OBSTACLE_MARGIN, OBSTACLE_SIGHT,
    SLOPE_COSINE, WALL_CLEARANCE_SHARE, WALL_ESCAPE_SHARE, WALL_SECONDS, WALL_TURN_SHARE,
};

/// The angle from an actor's front to a point, in radians; right is positive.
pub(super) fn bearing(me: &Actor, aim: Vec3) -> f32 {
    let local = me.pose.inverse_transform_point(aim);
    if local.x == 0.0 && local.z == 0.0 {
        return 0.0;
    }
    libm::atan2f(local.x, -local.z)
}

/// Where another actor will be when this one gets there, roughly.
pub(super) fn intercept(me: &Actor, other: &Actor) -> Vec3 {
    let gap = other.pose.translation() - me.pose.translation();
    let speed = me.velocity.length().max(INTERCEPT_MIN_SPEED);
    let time = (gap.length() / speed).min(INTERCEPT_SECONDS);
    other.pose.translation() + other.velocity * time
}

/// The aim, moved aside if an obstacle stands on the straight way there; slopes that lead along the
/// way are welcome.
pub(super) fn around_obstacles(arena: &Arena, me: &Actor, aim: Vec3) -> Vec3 {
    let here = me.pose.translation();
    let way = Vec3::new(aim.x - here.x, 0.0, aim.z - here.z);
    let Some(ahead) = way.try_normalize() else {
        return aim;
    };
    if here.y > AIRBORNE_HEIGHT {
        return aim;
    }
    let right = Vec3::new(-ahead.z, 0.0, ahead.x);
    let sight = OBSTACLE_SIGHT.min(way.length());
    let mut nearest = (f32::INFINITY, aim);
    for obstacle in arena.actors().iter().filter(|actor| actor.is_fixed()) {
        let to = obstacle.pose.translation() - here;
        let (along, across) = (to.dot(ahead), to.dot(right));
        let room = obstacle.radius + me.radius;
        if obstacle.slope && obstacle.forward().dot(ahead) > SLOPE_COSINE {
            continue;
        }
        let in_way = along > 0.0 && along - room < sight && across.abs() < room;
        if in_way && along < nearest.0 {
            // Past the side that is nearer.
            let side = if across > 0.0 { -1.0 } else { 1.0 };
            let beside = obstacle.pose.translation() + right * (side * room * OBSTACLE_MARGIN);
            nearest = (along, beside);
        }
    }
    nearest.1
}

/// The aim, or a point nearer to the middle if the actor is about to run into the wall.
pub(super) fn away_from_walls(border: &Border, me: &Actor, aim: Vec3) -> Vec3 {
    let here = me.pose.translation();
    let soon = here + me.velocity * WALL_SECONDS;
    let reach = me.radius;
    let closing = border.clearance(soon) < border.clearance(here);
    if closing && border.clearance(soon) < reach * WALL_TURN_SHARE {
        return here * WALL_ESCAPE_SHARE;
    }
    // An aim so near to the wall that the car cannot be there is pulled in.
    let missing = reach * WALL_CLEARANCE_SHARE - border.clearance(aim);
    if missing <= 0.0 {
        return aim;
    }
    let half = border.half_extents();
    let inner = (half - Vec2::splat(reach * WALL_CLEARANCE_SHARE)).max(Vec2::splat(0.1));
    Vec3::new(aim.x * inner.x / half.x, 0.0, aim.z * inner.y / half.y)
}

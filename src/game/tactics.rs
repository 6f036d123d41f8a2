//! Where a driver should head: pure geometry, no memory.

use glam::{Vec2, Vec3};

use crate::arena::{Actor, Arena, Border};

/// How far ahead a driver foresees the other's way, in seconds.
const FORESIGHT: f32 = 1.2;

/// How far ahead obstacles matter, in metres.
const OBSTACLE_SIGHT: f32 = 4.0;

/// The angle from a body's front to a point, in radians; right is positive.
pub(super) fn bearing(me: &Actor, aim: Vec3) -> f32 {
    let local = me.pose.inverse_transform_point(aim);
    if local.x == 0.0 && local.z == 0.0 {
        return 0.0;
    }
    libm::atan2f(local.x, -local.z)
}

/// Where another body will be when this one gets there, roughly.
pub(super) fn intercept(me: &Actor, other: &Actor) -> Vec3 {
    let way = other.pose.translation() - me.pose.translation();
    let speed = me.velocity.length().max(2.0);
    let time = (way.length() / speed).min(FORESIGHT);
    other.pose.translation() + other.velocity * time
}

/// Whoever is higher than this over the floor, in metres, drives on or over something and goes
/// straight on.
const ABOVE: f32 = 0.25;

/// A slope is taken if it leads this much along the way: the cosine of the angle between the two.
const ALONG_SLOPE: f32 = 0.75;

/// The aim, moved aside if a fixed body stands on the straight way there; slopes that lead along the
/// way are welcome.
pub(super) fn around_obstacles(arena: &Arena, me: &Actor, aim: Vec3) -> Vec3 {
    let here = me.pose.translation();
    let way = Vec3::new(aim.x - here.x, 0.0, aim.z - here.z);
    let Some(ahead) = way.try_normalize() else {
        return aim;
    };
    if here.y > ABOVE {
        return aim;
    }
    let right = Vec3::new(-ahead.z, 0.0, ahead.x);
    let sight = OBSTACLE_SIGHT.min(way.length());
    let mut nearest = (f32::INFINITY, aim);
    for obstacle in arena.bodies().iter().filter(|body| body.is_fixed()) {
        let to = obstacle.pose.translation() - here;
        let (along, across) = (to.dot(ahead), to.dot(right));
        let room = obstacle.radius + me.radius;
        if obstacle.slope && obstacle.forward().dot(ahead) > ALONG_SLOPE {
            continue;
        }
        let in_way = along > 0.0 && along - room < sight && across.abs() < room;
        if in_way && along < nearest.0 {
            // Past the side that is nearer.
            let side = if across > 0.0 { -1.0 } else { 1.0 };
            let beside = obstacle.pose.translation() + right * (side * room * 1.15);
            nearest = (along, beside);
        }
    }
    nearest.1
}

/// The aim, or a point nearer to the middle if the body is about to run into the wall.
pub(super) fn away_from_walls(arena: &Border, me: &Actor, aim: Vec3) -> Vec3 {
    let here = me.pose.translation();
    let soon = here + me.velocity * 0.35;
    let reach = me.radius;
    let closing = arena.clearance(soon) < arena.clearance(here);
    if closing && arena.clearance(soon) < reach * 0.6 {
        return here * 0.3;
    }
    // An aim so near to the wall that the car cannot be there is pulled in.
    let missing = reach * 0.8 - arena.clearance(aim);
    if missing <= 0.0 {
        return aim;
    }
    let half = arena.half_extents();
    let inner = (half - Vec2::splat(reach * 0.8)).max(Vec2::splat(0.1));
    Vec3::new(aim.x * inner.x / half.x, 0.0, aim.z * inner.y / half.y)
}

//! Closed-form lower bounds of the time of impact for pairs of shapes that do not rotate.
//!
//! Two spheres need none: `swept_spheres.rs` has the exact time.

use glam::Vec3;

use crate::Relative;
use crate::math::Motion;
use crate::query::Moving;
use crate::query::toi::closed_form::{MovingBox, box_box, sphere_aabb};
use crate::shape::BoundedShape;
use crate::shape::Cuboid;

/// A time (s) before which two shapes are more than `gap` metres apart; `None` if they always are,
/// 0 for pairs without a formula.
pub(crate) fn earliest_time(
    a: Moving<'_, BoundedShape<'_>>,
    b: Moving<'_, BoundedShape<'_>>,
    gap: f64,
) -> Option<f64> {
    let (motion_a, motion_b) = (a.motion, b.motion);
    let placements = [motion_a, motion_b].map(|motion| motion.placement_at(0.0));
    let velocity = motion_b.linear_velocity() - motion_a.linear_velocity();
    // Relative to the box, in its frame.
    let past_box = |radius: f64, cuboid: &Cuboid, box_first: bool| {
        let (standing, moving) = if box_first { (0, 1) } else { (1, 0) };
        let relative = Relative::of_placements(&placements[standing], &placements[moving]);
        let velocity = placements[standing].rotation.conjugate()
            * if box_first { velocity } else { -velocity };
        let half = cuboid.half_extents().as_dvec3();
        sphere_aabb(relative.translation, velocity, radius + gap, -half, half)
    };
    let found = match (a.shape, b.shape) {
        (BoundedShape::Cuboid(cuboid), BoundedShape::Sphere(ball))
            if does_not_rotate(motion_a) && origin_moves_straight(motion_b) =>
        {
            past_box(f64::from(ball.radius()), cuboid, true)
        }
        (BoundedShape::Sphere(ball), BoundedShape::Cuboid(cuboid))
            if does_not_rotate(motion_b) && origin_moves_straight(motion_a) =>
        {
            past_box(f64::from(ball.radius()), cuboid, false)
        }
        (BoundedShape::Cuboid(first), BoundedShape::Cuboid(second))
            if does_not_rotate(motion_a) && does_not_rotate(motion_b) =>
        {
            let relative = Relative::of_placements(&placements[0], &placements[1]);
            let moving = MovingBox {
                half_extents: second.half_extents().as_dvec3(),
                rotation: relative.rotation,
                from: relative.translation,
                velocity: placements[0].rotation.conjugate() * velocity,
            };
            let times = box_box(first.half_extents().as_dvec3(), &moving, gap);
            times.map(|times| times[0])
        }
        _ => Some(0.0),
    };
    found.map(|time| time * ROUNDING)
}

/// Times are shortened by this factor, far more than the rounding of the formulas.
const ROUNDING: f64 = 1.0 - 1e-9;

/// Returns true if a body does not rotate.
pub(crate) fn does_not_rotate(motion: &Motion) -> bool {
    !motion.rotates()
}

/// Returns true if a body's origin moves straight: the body does not rotate, or rotates about its origin.
pub(crate) fn origin_moves_straight(motion: &Motion) -> bool {
    does_not_rotate(motion) || motion.local_center() == Vec3::ZERO
}

/// The radius (m) of a sphere whose centre moves straight; `None` for every other body.
pub(crate) fn straight_sphere_radius(body: Moving<BoundedShape>) -> Option<f64> {
    match body.shape {
        BoundedShape::Sphere(sphere) if origin_moves_straight(body.motion) => {
            Some(f64::from(sphere.radius()))
        }
        _ => None,
    }
}

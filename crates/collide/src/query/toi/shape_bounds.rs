//! What formulas know of a pair of shapes that do not turn: when they come within a distance.
//!
//! Sphere and sphere need none of their own: their swept balls are the shapes.

use glam::Vec3;

use crate::Relative;
use crate::math::Motion;
use crate::query::toi::closed_form::{MovingBox, boxes, sphere_aabb};
use crate::shape::Cuboid;
use crate::shape::Shape;

/// A time (s) before which two shapes are surely more than `gap` metres apart; `None` if they
/// always are; 0 where no formula knows.
pub(crate) fn first_guess(
    (a, motion_a): (&Shape, &Motion),
    (b, motion_b): (&Shape, &Motion),
    gap: f64,
) -> Option<f64> {
    let places = [motion_a, motion_b].map(|motion| motion.placement_at(0.0));
    let velocity = motion_b.linear_velocity().as_dvec3() - motion_a.linear_velocity().as_dvec3();
    // The box stands still, and what moves past it is given in its frame.
    let past_box = |radius: f64, cuboid: &Cuboid, box_first: bool| {
        let (standing, moving) = if box_first { (0, 1) } else { (1, 0) };
        let relative = Relative::of_placements(&places[standing], &places[moving]);
        let velocity =
            places[standing].rotation.conjugate() * if box_first { velocity } else { -velocity };
        let half = cuboid.half_extents().as_dvec3();
        sphere_aabb(relative.translation, velocity, radius + gap, -half, half)
    };
    let found = match (a, b) {
        (Shape::Cuboid(cuboid), Shape::Sphere(ball))
            if is_still(motion_a) && is_about_middle(motion_b) =>
        {
            past_box(f64::from(ball.radius()), cuboid, true)
        }
        (Shape::Sphere(ball), Shape::Cuboid(cuboid))
            if is_still(motion_b) && is_about_middle(motion_a) =>
        {
            past_box(f64::from(ball.radius()), cuboid, false)
        }
        (Shape::Cuboid(first), Shape::Cuboid(second))
            if is_still(motion_a) && is_still(motion_b) =>
        {
            let relative = Relative::of_placements(&places[0], &places[1]);
            let moving = MovingBox {
                half_extents: second.half_extents().as_dvec3(),
                rotation: relative.rotation,
                from: relative.translation,
                velocity: places[0].rotation.conjugate() * velocity,
            };
            let times = boxes(first.half_extents().as_dvec3(), &moving, gap);
            times.map(|times| times[0])
        }
        _ => Some(0.0),
    };
    found.map(|time| time * SHORTENED)
}

/// What times are shortened by: far above the rounding of formulas.
const SHORTENED: f64 = 1.0 - 1e-9;

/// Whether a body does not turn.
pub(crate) fn is_still(motion: &Motion) -> bool {
    motion.angular_velocity() == Vec3::ZERO
}

/// Whether a body's origin moves straight: it turns about that or not at all.
pub(crate) fn is_about_middle(motion: &Motion) -> bool {
    is_still(motion) || motion.local_center() == Vec3::ZERO
}

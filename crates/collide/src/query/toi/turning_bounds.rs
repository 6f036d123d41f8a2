//! Bounds of the distance by which the rotation of a body can advance it into a gap.
//!
//! Let `n` be a fixed direction along which two bodies are a gap `g` apart: no point of the first
//! is higher along `n` than `h`, none of the second lower than `h + g`. The centres approach at `v`
//! along `n`, and the bodies rotate at `w` about them. A point at the distance `r` from its axis of
//! rotation
//!
//! * moves along `n` by rotation at most at the speed `|w x n| r`, because only the part of `n`
//!   across the axis counts (Mirtich, "Impulse-based dynamic simulation of rigid body systems",
//!   1996),
//! * never gets higher above the centre than its height along the axis, plus `r` times the part of
//!   `n` across the axis. A long body that points along `n` already has little left to advance, a
//!   wheel that rotates about its own axle nothing.
//!
//! So the rotation of each body advances it at a limited speed and by a limited distance; the gap
//! shrinks by the approach and by both advances. `n` is fixed in the world, so its own rotation in
//! the bodies' frames needs no bound.

use glam::DVec3;

use crate::math::Motion;
use crate::query::toi::plane_turn::PlaneTurn;
use crate::shape::{SupportMap, farthest_from_line};

/// A rotating body's core: its extents about the axis of rotation, in the body's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RotationBounds {
    /// The centre of rotation.
    center: DVec3,
    /// The axis of rotation, of length 1; any direction for a body that does not rotate.
    axis: DVec3,
    /// The angular speed, in rad/s.
    rate: f64,
    /// No point is farther from the axis, in metres.
    radius: f64,
    /// The largest heights above the centre along the axis and against it, in metres.
    ahead: f64,
    behind: f64,
}

/// Upper bounds of the motion of a body's farthest point along a direction by rotation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct RotationAdvance {
    /// The highest speed, in m/s.
    pub speed: f64,
    /// The largest distance, in metres.
    pub max_distance: f64,
}

impl RotationBounds {
    /// The rotation without a body: see [`RotationBounds::of_points`].
    pub fn of_motion(motion: &Motion) -> Self {
        let (center, axis, rate) = axis_of(motion);
        RotationBounds {
            center,
            axis,
            rate,
            radius: 0.0,
            ahead: 0.0,
            behind: 0.0,
        }
    }

    /// The rotation of a body with this core.
    pub fn new(core: &dyn SupportMap, motion: &Motion) -> Self {
        let bounds = RotationBounds::of_motion(motion);
        let (center, axis) = (bounds.center, bounds.axis);
        if bounds.rate == 0.0 {
            return bounds;
        }
        let reach = |along: DVec3| (core.support(along) - center).dot(along);
        RotationBounds {
            radius: core.reach_around(center, axis),
            ahead: reach(axis),
            behind: reach(-axis),
            ..bounds
        }
    }

    /// This rotation for the hull of some points.
    pub fn of_points(&self, points: &[DVec3]) -> Self {
        if self.rate == 0.0 {
            return *self;
        }
        let (mut ahead, mut behind) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for point in points {
            let along = (*point - self.center).dot(self.axis);
            (ahead, behind) = (ahead.max(along), behind.max(-along));
        }
        let radius = farthest_from_line(points.iter().copied(), self.center, self.axis);
        RotationBounds {
            radius,
            ahead,
            behind,
            ..*self
        }
    }

    /// The largest distance of a point from the axis of rotation, in metres.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Returns true if rotation moves the core; it does not move that of a sphere about its centre.
    pub fn moves_core(&self) -> bool {
        self.rate > 0.0 && (self.radius, self.ahead, self.behind) != (0.0, 0.0, 0.0)
    }

    /// The angular speed, in rad/s.
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// Bounds the motion of the body by rotation along a direction (of length 1, in the body's frame
    /// now). `farthest` is the support point along it now, or a lower point.
    pub fn advance_along(&self, direction: DVec3, farthest: DVec3) -> RotationAdvance {
        if self.rate == 0.0 {
            return RotationAdvance::default();
        }
        let along = direction.dot(self.axis);
        let across = direction.cross(self.axis).length();
        let level = along
            * if along > 0.0 {
                self.ahead
            } else {
                -self.behind
            };
        let height = direction.dot(farthest - self.center);
        RotationAdvance {
            speed: self.rate * self.radius * across,
            max_distance: (level + self.radius * across - height).max(0.0),
        }
    }

    /// Half of the bound on the acceleration by rotation of any point along a direction (of length 1, in
    /// the body's frame), in m/s^2.
    pub fn bend(&self, direction: DVec3) -> f64 {
        PlaneTurn::fixed(direction).bend_of_turning(self.axis * self.rate, self.radius)
    }
}

/// The centre, the axis (of length 1) and the rate (rad/s) of a rotation, in the body's frame.
fn axis_of(motion: &Motion) -> (DVec3, DVec3, f64) {
    let center = motion.local_center().as_dvec3();
    let velocity = motion.angular_velocity();
    let rate = velocity.length();
    if rate == 0.0 {
        return (center, DVec3::Y, 0.0);
    }
    let to_body = motion.start().rotation.conjugate();
    (center, (to_body * (velocity / rate)).normalize(), rate)
}

/// Safe times are shortened by this factor, far more than the rounding of their few operations.
const ROUNDING: f64 = 1.0 - 1e-9;

/// Returns the time (s) for which a gap (m) is proved to stay open; infinite if it never closes. The
/// bodies approach along it at a constant `speed` (m/s, negative when they separate) and advance into
/// it by rotation.
pub(crate) fn safe_duration(gap: f64, speed: f64, mut advances: [RotationAdvance; 2]) -> f64 {
    if gap <= 0.0 {
        return 0.0;
    }
    // The advances end one after the other; between their ends the gap shrinks at a constant rate.
    let end_of = |advance: &RotationAdvance| {
        if advance.speed > 0.0 {
            advance.max_distance / advance.speed
        } else {
            0.0
        }
    };
    if end_of(&advances[1]) < end_of(&advances[0]) {
        advances.swap(0, 1);
    }
    let (mut time, mut left) = (0.0, gap);
    for i in 0..3 {
        let closing = speed
            + advances[i.min(2)..]
                .iter()
                .map(|advance| advance.speed)
                .sum::<f64>();
        let duration = match advances.get(i) {
            Some(advance) => end_of(advance) - time,
            None => f64::INFINITY,
        };
        if closing > 0.0 && left <= closing * duration {
            return (time + left / closing) * ROUNDING;
        }
        if duration == f64::INFINITY {
            return f64::INFINITY;
        }
        left -= closing * duration;
        time += duration;
    }
    f64::INFINITY
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use crate::shape::{Cuboid, Cylinder, Sphere};
    use glam::Vec3;

    const NONE: RotationAdvance = RotationAdvance {
        speed: 0.0,
        max_distance: 0.0,
    };

    #[test]
    fn a_gap_lasts_as_long_as_its_closing_takes() {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-6 * b, "{a} {b}");
        near(safe_duration(2.0, 4.0, [NONE; 2]), 0.5);
        assert_eq!(safe_duration(2.0, -1.0, [NONE; 2]), f64::INFINITY);
        assert_eq!(safe_duration(2.0, 0.0, [NONE; 2]), f64::INFINITY);
        assert_eq!(safe_duration(0.0, -1.0, [NONE; 2]), 0.0);
        let advance_along = |speed: f64, max_distance: f64| RotationAdvance {
            speed,
            max_distance,
        };
        // Both close 1 m in the first half second, then one closes 0.5 m, the last 0.5 m at 1 m/s.
        near(
            safe_duration(3.0, 1.0, [advance_along(1.0, 0.5), advance_along(0.5, 0.5)]),
            2.0,
        );
        near(
            safe_duration(3.0, 1.0, [advance_along(0.5, 0.5), advance_along(1.0, 0.5)]),
            2.0,
        );
        // An advance that ends before the gap closes, and bodies that separate.
        assert_eq!(
            safe_duration(1.0, -0.1, [advance_along(100.0, 0.9), NONE]),
            f64::INFINITY
        );
        near(
            safe_duration(1.0, -0.1, [advance_along(10.1, 1.5), NONE]),
            0.1,
        );
    }

    fn angular_velocity(axis: Vec3, center: Vec3) -> Motion {
        Motion::new(Pose::IDENTITY, Vec3::ZERO, axis, center).unwrap()
    }

    #[test]
    fn a_ball_about_its_middle_and_a_wheel_about_its_axle_push_nothing() {
        let ball = Sphere::new(0.5).unwrap();
        let bounds = RotationBounds::new(&ball, &angular_velocity(Vec3::ONE, Vec3::ZERO));
        let advance_along = bounds.advance_along(DVec3::Z, ball.support(DVec3::Z));
        assert_eq!(advance_along, NONE);
        let wheel = Cylinder::new(0.1, 0.5).unwrap();
        let bounds = RotationBounds::new(&wheel, &angular_velocity(Vec3::Y * 300.0, Vec3::ZERO));
        let direction = DVec3::new(0.6, 0.64, 0.48);
        let advance_along = bounds.advance_along(direction, wheel.support(direction));
        assert!(
            advance_along.speed > 100.0 && advance_along.max_distance < 1e-12,
            "{advance_along:?}"
        );
    }

    #[test]
    fn a_push_bounds_what_every_corner_does_in_a_whole_turn() {
        let half = Vec3::new(2.0, 0.1, 0.3);
        let (cuboid, center) = (Cuboid::new(half).unwrap(), Vec3::new(0.3, 0.05, -0.1));
        let axis = Vec3::new(0.2, -0.5, 0.8);
        let motion = angular_velocity(axis, center);
        let bounds = RotationBounds::new(&cuboid, &motion);
        let mut tightest = 0.0f64;
        for direction in [DVec3::X, DVec3::NEG_Y, DVec3::new(0.6, 0.0, 0.8)] {
            let now = cuboid.support(direction).dot(direction);
            let advance_along = bounds.advance_along(direction, cuboid.support(direction));
            let mut farthest = f64::NEG_INFINITY;
            for i in 0..=400 {
                let time = f64::from(i) * 0.02;
                let placement = motion.placement_at(time);
                let local = placement.rotation.conjugate() * direction;
                let height = placement.point(cuboid.support(local)).dot(direction);
                farthest = farthest.max(height);
                assert!(
                    height - now <= advance_along.speed * time + 1e-12,
                    "{direction}"
                );
            }
            assert!(farthest - now <= advance_along.max_distance + 1e-12);
            tightest = tightest.max((farthest - now) / advance_along.max_distance);
        }
        assert!(tightest > 0.5, "a bound of {tightest} times what is needed");
    }
}

//! The relative motion of two bodies, seen from one instant of a sweep.
//!
//! Everything is in the frame of the first body at that instant; the frame is fixed from then on.
//! Let `n` be a fixed direction along which a part of the second body is a gap `g` ahead of a part
//! of the first. A point at the offset `r` from the centre of a body with the angular velocity `w`
//! moves along `n` at the rate `n.v + n.(w x r) = n.v + r.(n x w)`. That rate changes by at most
//! `|w| |n x w| r'` per second, where `r'` is the point's constant distance from the axis of
//! rotation. So three lower bounds of the gap hold at all later times `s`, however far the bodies
//! rotate:
//!
//! * `g - c s - k s^2 / 2`, with the closing rate `c` at this instant and the bound `k` of its
//!   change, over all points of the parts;
//! * `g - c' s`, where `c'` has the largest rate `|n x w| r'` that rotation can ever add;
//! * `g - n.(v_a - v_b) s - d`, where rotation displaces points by at most
//!   `d = 2 (|n x w| / |w|) r'`.
//!
//! The latest time that one of them allows is safe. The second is the bound of Mirtich (1996). The
//! first gives long steps to small parts of a body, whose rates hardly differ. The third spares a
//! blade that makes many revolutions in a step from many small steps.

use glam::{DMat3, DQuat, DVec3, Vec3};

use crate::math::relative_pose::Relative;
use crate::query::toi::motion_pair::MotionPair;
use crate::query::toi::pose_rounding::{LocalRounding, RelativeMotion};

/// Safe steps are shortened by this factor, far more than the rounding of their few operations.
const STEP_ROUNDING: f32 = 1.0 - 1e-5;

/// Two motions at one instant, in the first body's frame.
pub(super) struct Kinematics {
    pub relative: Relative,
    /// Velocity of the first centre of rotation less that of the second, m/s.
    pub closing: DVec3,
    /// Angular velocities, rad/s.
    pub angular_velocity_a: DVec3,
    pub angular_velocity_b: DVec3,
    /// The centres of rotation, m.
    pub center_a: DVec3,
    pub center_b: DVec3,
    closing_f32: Vec3,
    pub angular_a: AngularMotion,
    pub angular_b: AngularMotion,
}

/// A body's rotation about its centre.
#[derive(Clone, Copy)]
pub(super) struct AngularMotion {
    pub center: Vec3,
    pub angular_velocity: Vec3,
    /// The angular speed, rad/s, and its inverse (0 for none).
    rate: f32,
    pub inverse_rate: f32,
}

impl AngularMotion {
    fn new(center: DVec3, angular_velocity: DVec3) -> Self {
        let angular_velocity = angular_velocity.as_vec3();
        let rate = angular_velocity.length();
        AngularMotion {
            center: center.as_vec3(),
            angular_velocity,
            rate,
            inverse_rate: if rate > 0.0 { 1.0 / rate } else { 0.0 },
        }
    }
}

/// The relative motion along one direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AxisMotion {
    closing: f32,
    /// `n x w`, the gradient of the rate over the points of the first body, and its length.
    gradient_a: Vec3,
    gradient_a_length: f32,
    gradient_b: Vec3,
    gradient_b_length: f32,
    /// Bound of the acceleration along the direction, per metre from the axis of rotation.
    acceleration_a: f32,
    acceleration_b: f32,
    /// Bound of the displacement by rotation along the direction, per metre from the axis.
    displacement_a: f32,
    displacement_b: f32,
}

impl AxisMotion {
    pub(super) fn new(direction: Vec3, kinematics: &Kinematics) -> Self {
        let (a, b) = (&kinematics.angular_a, &kinematics.angular_b);
        let (gradient_a, gradient_b) = (
            direction.cross(a.angular_velocity),
            direction.cross(b.angular_velocity),
        );
        let (gradient_a_length, gradient_b_length) = (gradient_a.length(), gradient_b.length());
        AxisMotion {
            closing: direction.dot(kinematics.closing_f32),
            gradient_a,
            gradient_a_length,
            gradient_b,
            gradient_b_length,
            acceleration_a: a.rate * gradient_a_length,
            acceleration_b: b.rate * gradient_b_length,
            displacement_a: 2.0 * gradient_a_length * a.inverse_rate,
            displacement_b: 2.0 * gradient_b_length * b.inverse_rate,
        }
    }

    /// The time (s) for which two parts with a `clearance` (m) beyond the smallest gap surely keep that gap.
    /// Their rotations now close it at the rate `rotation_rate` (m/s) at most, and their points are
    /// at most `from_axes` (m) from the axes of rotation.
    #[inline]
    pub(super) fn safe_step_at(
        &self,
        clearance: f32,
        rotation_rate: f32,
        from_axes: [f32; 2],
    ) -> f32 {
        if clearance <= 0.0 {
            return 0.0;
        }
        self.safe_duration(self.closing, rotation_rate, clearance, from_axes)
    }

    #[inline]
    fn safe_duration(
        &self,
        closing: f32,
        rotation_rate: f32,
        clearance: f32,
        [a, b]: [f32; 2],
    ) -> f32 {
        let acceleration = self.acceleration_a * a + self.acceleration_b * b;
        let max_rotation_rate = closing + self.gradient_a_length * a + self.gradient_b_length * b;
        let displacement = self.displacement_a * a + self.displacement_b * b;
        let safe_duration =
            time_at_constant_acceleration(closing + rotation_rate, acceleration, clearance)
                .max(time_at_constant_rate(max_rotation_rate, clearance))
                .max(time_at_constant_rate(closing, clearance - displacement));
        safe_duration * STEP_ROUNDING
    }

    /// The gradients of both bodies: rotation moves a point at the offset `r` from its centre along
    /// the direction at the rate `gradient . r`.
    pub(super) fn rate_gradients(&self) -> [Vec3; 2] {
        [self.gradient_a, self.gradient_b]
    }
}

/// The time in which a constant `rate` uses up the clearance: the root of `rate s = clearance`.
#[inline]
fn time_at_constant_rate(rate: f32, clearance: f32) -> f32 {
    if clearance <= 0.0 {
        0.0
    } else if rate <= 0.0 {
        f32::INFINITY
    } else {
        clearance / rate
    }
}

/// The time in which a rate that grows by `acceleration` per second uses up the clearance: the root
/// of `rate s + acceleration s^2 / 2 = clearance`, in the form without cancellation.
#[inline]
fn time_at_constant_acceleration(rate: f32, acceleration: f32, clearance: f32) -> f32 {
    if acceleration <= 0.0 {
        return time_at_constant_rate(rate, clearance);
    }
    let root = (rate * rate + 2.0 * acceleration * clearance).sqrt();
    if rate >= 0.0 {
        2.0 * clearance / (rate + root)
    } else {
        (root - rate) / acceleration
    }
}

/// The corners of a triangle along one direction, and the bounds of their motion by rotation.
struct TriangleMotion {
    /// The heights of the corners, in m.
    heights: [f64; 3],
    /// The rates of the corners, in m/s.
    rates: [f64; 3],
    /// Bound of the rates' change, m/s^2.
    acceleration: f64,
    /// Bound of the rates at all times, m/s.
    max_rate: f64,
    /// Bound of the displacement, m.
    displacement: f64,
}

impl Kinematics {
    /// The motions at a time (s).
    pub(super) fn at(motions: &MotionPair, time: f64) -> Self {
        Kinematics::of(motions, time, motions.rotations(time))
    }

    /// The motions of both, as their rounding depends on them.
    pub(super) fn relative_motion(&self) -> RelativeMotion {
        RelativeMotion {
            centers: [self.center_a, self.center_b],
            spins: [self.angular_velocity_a, self.angular_velocity_b],
            speed: self.closing.length(),
        }
    }

    /// The motions at a time (s) at which the rotations are known.
    pub(super) fn of(
        motions: &MotionPair,
        time: f64,
        [rotation_a, rotation_b]: [DQuat; 2],
    ) -> Self {
        let (a, b) = (&motions.a, &motions.b);
        let to_first = rotation_a.conjugate();
        let rotation = DMat3::from_quat(to_first * rotation_b);
        let between = (b.center - a.center) + (b.velocity - a.velocity) * time;
        let center_b = a.local_center + to_first * between;
        let translation = center_b - rotation * b.local_center;
        let closing = to_first * (a.velocity - b.velocity);
        // A rotation leaves its own axis unchanged.
        let angular_velocity_a = a.local_angular_velocity;
        let angular_velocity_b = rotation * b.local_angular_velocity;
        Kinematics {
            relative: Relative::from_parts(rotation, translation),
            closing,
            angular_velocity_a,
            angular_velocity_b,
            center_a: a.local_center,
            center_b,
            closing_f32: closing.as_vec3(),
            angular_a: AngularMotion::new(a.local_center, angular_velocity_a),
            angular_b: AngularMotion::new(center_b, angular_velocity_b),
        }
    }

    /// Bound of the rounding error (m) of points brought from the second body's frame into the
    /// first one's: three products and three sums, doubled for the sums along a direction.
    /// `reach`: the sum of both bodies' largest coordinates.
    pub(super) fn rounding(&self, reach: f32) -> f32 {
        let translation = self.relative.translation_f32.abs().max_element();
        8.0 * f32::EPSILON * (1.8 * reach + translation)
    }

    /// The time (s) for which two triangles stay farther apart than a distance that grows with time, as the
    /// direction `normal` (of length 1, from the first to the second) proves; 0 if they are not
    /// that far apart along it. It bounds every pair of corners on its own, so it is exact for small parts.
    pub(super) fn safe_step_of_points(
        &self,
        normal: DVec3,
        [points_a, points_b]: [&[DVec3; 3]; 2],
        keep: LocalRounding,
    ) -> f64 {
        let (gradient_a, gradient_b) = (
            normal.cross(self.angular_velocity_a),
            normal.cross(self.angular_velocity_b),
        );
        // The growth of the distance to keep adds to the speed at which the gap closes.
        let closing = normal.dot(self.closing) + keep.growth;
        let triangle = |points: &[DVec3; 3], center: DVec3, gradient: DVec3, spin: DVec3| {
            let speed = spin.length();
            let from_axis = points.map(|p| (p - center).cross(spin).length());
            let from_axis = from_axis.into_iter().fold(0.0, f64::max);
            // |w| |n x w| r' with r' = |r x w| / |w|, and the two bounds without a square.
            let acceleration = gradient.length() * from_axis;
            let (max_rate, displacement) = if speed > 0.0 {
                (acceleration / speed, 2.0 * acceleration / (speed * speed))
            } else {
                (0.0, 0.0)
            };
            TriangleMotion {
                heights: points.map(|p| normal.dot(p)),
                rates: points.map(|p| gradient.dot(p - center)),
                acceleration,
                max_rate,
                displacement,
            }
        };
        let a = triangle(points_a, self.center_a, gradient_a, self.angular_velocity_a);
        let b = triangle(points_b, self.center_b, gradient_b, self.angular_velocity_b);
        let acceleration = a.acceleration + b.acceleration;
        let max_rotation_rate = a.max_rate + b.max_rate;
        let displacement = a.displacement + b.displacement;
        let mut clearance = f64::INFINITY;
        let mut pair_duration = f64::INFINITY;
        for i in 0..3 {
            for j in 0..3 {
                let pair_clearance = b.heights[j] - a.heights[i] - keep.distance;
                let rate = closing + a.rates[i] - b.rates[j];
                clearance = clearance.min(pair_clearance);
                // Most pairs last longer than the shortest so far.
                let lost =
                    rate * pair_duration + 0.5 * acceleration * pair_duration * pair_duration;
                let outlasts = lost < pair_clearance;
                if !outlasts {
                    pair_duration = pair_duration.min(time_at_constant_acceleration_f64(
                        rate,
                        acceleration,
                        pair_clearance,
                    ));
                }
            }
        }
        if clearance <= 0.0 {
            return 0.0;
        }
        pair_duration
            .max(time_at_constant_rate_f64(
                closing + max_rotation_rate,
                clearance,
            ))
            .max(time_at_constant_rate_f64(closing, clearance - displacement))
            * (1.0 - 1e-9)
    }
}

/// [`time_at_constant_rate`] in f64.
fn time_at_constant_rate_f64(rate: f64, clearance: f64) -> f64 {
    if clearance <= 0.0 {
        0.0
    } else if rate <= 0.0 {
        f64::INFINITY
    } else {
        clearance / rate
    }
}

/// [`time_at_constant_acceleration`] in f64.
fn time_at_constant_acceleration_f64(rate: f64, acceleration: f64, clearance: f64) -> f64 {
    if clearance <= 0.0 || acceleration <= 0.0 {
        return time_at_constant_rate_f64(rate, clearance);
    }
    let root = (rate * rate + 2.0 * acceleration * clearance).sqrt();
    if rate >= 0.0 {
        2.0 * clearance / (rate + root)
    } else {
        (root - rate) / acceleration
    }
}

//! The screw motion (helical motion) between two poses.
//!
//! Any two poses of a rigid body are joined by one rotation about an axis and one translation along
//! it (Chasles 1830). With both at constant rates, that is the motion to sweep when only the poses
//! before and after a step are known.

use glam::{DQuat, DVec3, Vec3};

use crate::math::motion::rotation_over;
use crate::math::{Motion, Placement, Pose, PoseError};
use crate::params;

/// A rotation about an axis in the world together with a translation along it, both at constant
/// rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screw {
    start: Pose,
    direction: DVec3,
    angle: f64,
    advance: f64,
    /// The translation of the body's origin from start to end, without the component along the
    /// axis.
    across: DVec3,
}

impl Screw {
    /// The screw motion from one pose to another by the shorter rotation: at most half a turn.
    pub fn between(from: &Pose, to: &Pose) -> Self {
        let (first, last) = (Placement::from(from), Placement::from(to));
        let whole = last.rotation * first.rotation.conjugate();
        let whole = if whole.w < 0.0 { -whole } else { whole };
        let sine = DVec3::new(whole.x, whole.y, whole.z);
        let angle = 2.0 * libm::atan2(sine.length(), whole.w);
        let shift = last.translation - first.translation;
        if angle < params::LEAST_SCREW_ANGLE {
            // A translation without rotation: its own direction is the axis.
            return Screw {
                start: *from,
                direction: shift.try_normalize().unwrap_or(DVec3::Y),
                angle: 0.0,
                advance: shift.length(),
                across: DVec3::ZERO,
            };
        }
        let direction = sine.normalize();
        let advance = shift.dot(direction);
        Screw {
            start: *from,
            direction,
            angle,
            advance,
            across: shift - direction * advance,
        }
    }

    /// The pose at the start.
    pub fn start(&self) -> &Pose {
        &self.start
    }

    /// The direction of the axis in the world, of length 1; the rotation is right-handed about it.
    pub fn direction(&self) -> DVec3 {
        self.direction
    }

    /// The whole rotation, from 0 to pi, in radians.
    pub fn angle(&self) -> f64 {
        self.angle
    }

    /// The whole translation along the axis, in metres; negative against the direction.
    pub fn advance(&self) -> f64 {
        self.advance
    }

    /// The point of the axis nearest to the body's origin at the start, in the world; `None` for a
    /// translation without rotation.
    pub fn axis_point(&self) -> Option<DVec3> {
        if self.angle == 0.0 {
            return None;
        }
        let half = 0.5 * self.angle;
        let cotangent = libm::cos(half) / libm::sin(half);
        let aside = self.direction.cross(self.across) * cotangent;
        Some(self.start.translation().as_dvec3() + (self.across + aside) * 0.5)
    }

    /// The pose after the fraction `part` of the motion: 0 is the start, 1 the end, and beyond 1 the
    /// motion goes on at the same rates.
    ///
    /// The path of the origin is computed without the axis, which may be very far away: after the
    /// part `s` of the rotation by `a` its chord is the whole chord times
    /// `sin(s a / 2) / sin(a / 2)`, rotated back by `(1 - s) a / 2`.
    pub fn placement_at(&self, part: f64) -> Placement {
        let start = Placement::from(&self.start);
        let along = self.direction * (self.advance * part);
        if self.angle == 0.0 {
            return Placement {
                rotation: start.rotation,
                translation: start.translation + along,
            };
        }
        let chord = libm::sin(0.5 * self.angle * part) / libm::sin(0.5 * self.angle);
        let back = rotation_over(self.direction, -0.5 * self.angle * (1.0 - part));
        Placement {
            rotation: self.turned(part) * start.rotation,
            translation: start.translation + along + back * (self.across * chord),
        }
    }

    fn turned(&self, part: f64) -> DQuat {
        rotation_over(self.direction, self.angle * part)
    }

    /// This motion in `duration` seconds as a [`Motion`], the input of sweeps. Its centre is the point of the
    /// axis nearest to the body's origin; it only translates.
    ///
    /// # Errors
    /// [`PoseError::Translation`] if a velocity is beyond f32, as for a duration of 0.
    pub fn motion(&self, duration: f32) -> Result<Motion, PoseError> {
        let duration = f64::from(duration);
        let start = Placement::from(&self.start);
        let center = match self.axis_point() {
            Some(point) => start.rotation.conjugate() * (point - start.translation),
            None => DVec3::ZERO,
        };
        let velocity = |whole: f64| -> Vec3 { (self.direction * (whole / duration)).as_vec3() };
        Motion::new(
            self.start,
            velocity(self.advance),
            velocity(self.angle),
            center.as_vec3(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;
    use std::f64::consts::{FRAC_PI_2, PI};

    fn pose(rotation: Quat, x: f32, y: f32, z: f32) -> Pose {
        Pose::new(rotation, Vec3::new(x, y, z)).unwrap()
    }

    fn any_pose(rng: &mut Pcg32, angle: f32) -> Pose {
        let mut v = || Vec3::from_array(std::array::from_fn(|_| rng.random_range(-1.0f32..1.0)));
        let axis = v().normalize_or(Vec3::X);
        Pose::new(Quat::from_axis_angle(axis, angle), v() * 3.0).unwrap()
    }

    #[test]
    fn a_quarter_turn_up_a_spiral_stair_is_known_by_hand() {
        // About the vertical line through (1, 0, 0), from the origin, up by 2 m.
        let quarter = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
        let to = pose(quarter, 1.0, 2.0, 1.0);
        let screw = Screw::between(&Pose::IDENTITY, &to);
        assert!(screw.direction().abs_diff_eq(DVec3::Y, 1e-7));
        assert!((screw.angle() - FRAC_PI_2).abs() < 1e-7 && (screw.advance() - 2.0).abs() < 1e-7);
        let point = screw.axis_point().unwrap();
        assert!(point.abs_diff_eq(DVec3::X, 1e-6), "{point}");
        let half = screw.placement_at(0.5);
        let r = 0.5f64.sqrt();
        let expected = DVec3::new(1.0 - r, 1.0, r);
        assert!(half.translation.abs_diff_eq(expected, 1e-6), "{half:?}");
        let forward = half.rotation * DVec3::NEG_Z;
        assert!(forward.abs_diff_eq(DVec3::new(-r, 0.0, -r), 1e-6));
    }

    #[test]
    fn both_ends_are_met_and_equal_parts_are_equal_motions() {
        let mut rng = Pcg32::seed_from_u64(3);
        for round in 0..3000 {
            let scale = 10.0f32.powi(-(round % 8));
            let from = any_pose(&mut rng, 2.0);
            let by = any_pose(&mut rng, scale * 3.1);
            let rotation = by.rotation() * from.rotation();
            let to = Pose::new(rotation, from.translation() + by.translation()).unwrap();
            let screw = Screw::between(&from, &to);
            assert!((0.0..=PI).contains(&screw.angle()));
            let near = |a: Placement, b: Placement, error: f64| {
                for p in [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z] {
                    let apart = a.point(p).distance(b.point(p));
                    assert!(apart < error, "{apart} m: {from:?} {to:?}");
                }
            };
            near(screw.placement_at(0.0), Placement::from(&from), 1e-13);
            near(screw.placement_at(1.0), Placement::from(&to), 1e-12);
            // Each step of 0.3 makes the same rotation and translation, wherever it begins.
            let places = [0.0, 0.3, 0.6, 0.9].map(|part| screw.placement_at(part));
            let step = |a: &Placement, b: &Placement| {
                let rotation = b.rotation * a.rotation.conjugate();
                let translation = b.translation - rotation * a.translation;
                Placement {
                    rotation,
                    translation,
                }
            };
            let first = step(&places[0], &places[1]);
            near(first, step(&places[1], &places[2]), 1e-12);
            near(first, step(&places[2], &places[3]), 1e-12);
            // The f32 motion agrees with the screw, up to the rounding of its numbers.
            let motion = screw.motion(0.5).unwrap();
            for part in [0.0, 0.25, 1.0] {
                near(
                    motion.placement_at(0.5 * part),
                    screw.placement_at(part),
                    3e-6,
                );
            }
        }
    }

    #[test]
    fn a_shift_alone_is_straight_and_a_rest_rests() {
        let from = pose(Quat::from_rotation_x(0.4), 1.0, 2.0, 3.0);
        let to = Pose::new(from.rotation(), Vec3::new(1.0, 5.0, 7.0)).unwrap();
        let screw = Screw::between(&from, &to);
        assert_eq!((screw.angle(), screw.axis_point()), (0.0, None));
        let quarter = screw.placement_at(0.25).translation;
        assert!(quarter.abs_diff_eq(DVec3::new(1.0, 2.75, 4.0), 1e-12));
        let rest = Screw::between(&from, &from);
        assert_eq!(rest.placement_at(0.7), Placement::from(&from));
        assert!(screw.motion(0.0).is_err());
    }
}

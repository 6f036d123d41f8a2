//! Rigid motions with constant velocities.

use glam::{DQuat, DVec3, Vec3};

use crate::math::{Pose, PoseError};

/// A rigid motion with constant linear and angular velocity about a centre fixed in the body.
///
/// The centre travels on a straight line while the body rotates about it at a constant rate. The angle is not
/// limited, and many turns lose no precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    start: Pose,
    linear_velocity: Vec3,
    angular_velocity: Vec3,
    local_center: Vec3,
}

impl Motion {
    /// A motion that starts at `start`.
    ///
    /// `linear_velocity` (m/s, world) is that of the centre; `angular_velocity` (rad/s, world)
    /// points along the axis of rotation; `local_center` (m, body coordinates) is the centre,
    /// normally the centre of mass.
    ///
    /// # Errors
    /// [`PoseError::Translation`] if a number is NaN or infinite.
    pub fn new(
        start: Pose,
        linear_velocity: Vec3,
        angular_velocity: Vec3,
        local_center: Vec3,
    ) -> Result<Self, PoseError> {
        let finite = linear_velocity.is_finite()
            && angular_velocity.is_finite()
            && angular_velocity.length().is_finite()
            && local_center.is_finite();
        if !finite {
            return Err(PoseError::Translation);
        }
        Ok(Motion {
            start,
            linear_velocity,
            angular_velocity,
            local_center,
        })
    }

    /// A motion that stays where it is.
    pub fn resting(pose: Pose) -> Self {
        Motion {
            start: pose,
            linear_velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            local_center: Vec3::ZERO,
        }
    }

    /// The same motion of the centre, without rotation.
    #[must_use]
    pub(crate) fn without_rotation(&self) -> Self {
        Motion {
            angular_velocity: Vec3::ZERO,
            ..*self
        }
    }

    /// The pose at time 0.
    pub fn start(&self) -> &Pose {
        &self.start
    }

    /// The velocity of the centre, in m/s.
    pub fn linear_velocity(&self) -> Vec3 {
        self.linear_velocity
    }

    /// The angular velocity, in rad/s.
    pub fn angular_velocity(&self) -> Vec3 {
        self.angular_velocity
    }

    /// The centre of rotation in body coordinates, in metres.
    pub fn local_center(&self) -> Vec3 {
        self.local_center
    }

    /// The pose `time` seconds after the start: [`Motion::placement_at`] rounded once, with the same bits on
    /// every machine. Returns the start if the pose would be outside the range of f32.
    pub fn pose_at(&self, time: f32) -> Pose {
        if time == 0.0 || (self.linear_velocity, self.angular_velocity) == (Vec3::ZERO, Vec3::ZERO)
        {
            return self.start;
        }
        let at = self.placement_at(f64::from(time));
        Pose::new(at.rotation.as_quat(), at.translation.as_vec3()).unwrap_or(self.start)
    }

    /// The pose `time` seconds after the start in f64, the precision of sweeps.
    pub fn placement_at(&self, time: f64) -> Placement {
        let start = self.start.rotation().as_dquat().normalize();
        let moved = self.start.translation().as_dvec3() + self.linear_velocity.as_dvec3() * time;
        if self.angular_velocity == Vec3::ZERO {
            return Placement {
                rotation: start,
                translation: moved,
            };
        }
        let center = self.local_center.as_dvec3();
        let rotation = rotation_over(self.angular_velocity.as_dvec3(), time) * start;
        Placement {
            rotation,
            translation: moved + (start * center - rotation * center),
        }
    }
}

/// A pose in f64: maps body coordinates to world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The rotation, of length 1.
    pub rotation: DQuat,
    /// The translation, in metres.
    pub translation: DVec3,
}

impl Placement {
    /// A point of the body in the world.
    pub fn point(&self, local: DVec3) -> DVec3 {
        self.rotation * local + self.translation
    }
}

impl From<&Pose> for Placement {
    /// The pose with its quaternion normalised in f64.
    fn from(pose: &Pose) -> Self {
        Placement {
            rotation: pose.rotation().as_dquat().normalize(),
            translation: pose.translation().as_dvec3(),
        }
    }
}

/// The rotation that a constant angular velocity (rad/s) makes in `time` seconds.
pub(crate) fn rotation_over(angular_velocity: DVec3, time: f64) -> DQuat {
    let rate = angular_velocity.length();
    let angle = rate * time;
    if angle == 0.0 || !angle.is_finite() {
        return DQuat::IDENTITY;
    }
    let axis = angular_velocity / rate;
    let (sine, cosine) = libm::sincos(angle * 0.5);
    DQuat::from_xyzw(axis.x * sine, axis.y * sine, axis.z * sine, cosine)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::PI;

    #[test]
    fn a_body_turns_about_its_centre_while_that_moves_straight() {
        let center = Vec3::new(1.0, 0.0, 0.0);
        let motion = Motion::new(
            Pose::IDENTITY,
            Vec3::new(0.0, 2.0, 0.0),
            Vec3::new(0.0, 0.0, PI),
            center,
        )
        .unwrap();
        let pose = motion.pose_at(1.0);
        assert!(
            pose.transform_point(center)
                .abs_diff_eq(Vec3::new(1.0, 2.0, 0.0), 1e-5)
        );
        // Half a turn about the centre takes the origin to the centre's far side.
        assert!(
            pose.transform_point(Vec3::ZERO)
                .abs_diff_eq(Vec3::new(2.0, 2.0, 0.0), 1e-5)
        );
    }

    #[test]
    fn many_turns_end_where_one_part_of_a_turn_ends() {
        let spin = Motion::new(
            Pose::IDENTITY,
            Vec3::ZERO,
            Vec3::new(0.0, 2.0 * PI * 10.25, 0.0),
            Vec3::ZERO,
        )
        .unwrap();
        let p = spin.pose_at(1.0).transform_point(Vec3::NEG_Z);
        assert!(p.abs_diff_eq(Vec3::NEG_X, 1e-4), "{p}");
    }

    #[test]
    fn a_resting_motion_keeps_its_pose_bit_for_bit() {
        let pose = Pose::from_translation(Vec3::new(0.1, 0.2, 1e4)).unwrap();
        assert_eq!(Motion::resting(pose).pose_at(3.0), pose);
    }
}

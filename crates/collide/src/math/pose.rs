//! Rigid poses: a rotation and a translation.

use glam::{DQuat, DVec3, Mat3, Mat4, Quat, Vec3};

use crate::coder::Coder;
use crate::params;

/// The position and orientation of a body: `world = rotation * local + translation`.
///
/// A pose is always finite and its rotation is always a unit quaternion, because [`Pose::new`] checks and
/// normalises; queries need not check again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    rotation: Quat,
    translation: Vec3,
}

/// The reason why a rotation and a translation do not form a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoseError {
    /// A coordinate of the translation is NaN or infinite.
    #[error("the translation has a coordinate that is not a finite number")]
    Translation,
    /// The quaternion is not finite, or too short to give a direction.
    #[error("the rotation is not a finite quaternion of non-zero length")]
    Rotation,
}

impl Pose {
    /// The pose at the origin without rotation.
    pub const IDENTITY: Pose = Pose {
        rotation: Quat::IDENTITY,
        translation: Vec3::ZERO,
    };

    /// Codes it for a compact copy.
    pub(crate) fn code(&mut self, coder: &mut impl Coder) {
        let Pose {
            rotation,
            translation,
        } = self;
        for number in [&mut rotation.x, &mut rotation.y, &mut rotation.z] {
            coder.single(number, 0.0);
        }
        coder.single(&mut rotation.w, 1.0);
        coder.vector_of_singles(translation);
    }

    /// A pose from its parts; the rotation is normalised.
    ///
    /// # Errors
    /// [`PoseError`] if a number is NaN or infinite, or the quaternion has no direction.
    pub fn new(rotation: Quat, translation: Vec3) -> Result<Self, PoseError> {
        if !translation.is_finite() {
            return Err(PoseError::Translation);
        }
        let length = rotation.length();
        let has_direction = length.is_finite() && length > params::LEAST_QUATERNION_LENGTH;
        if !(rotation.is_finite() && has_direction) {
            return Err(PoseError::Rotation);
        }
        Ok(Pose {
            rotation: rotation * (1.0 / length),
            translation,
        })
    }

    /// A pose without rotation.
    ///
    /// # Errors
    /// [`PoseError::Translation`] if a coordinate is NaN or infinite.
    pub fn from_translation(translation: Vec3) -> Result<Self, PoseError> {
        Pose::new(Quat::IDENTITY, translation)
    }

    /// The rotation, a unit quaternion.
    pub fn rotation(&self) -> Quat {
        self.rotation
    }

    /// The position of the local origin, in metres.
    pub fn translation(&self) -> Vec3 {
        self.translation
    }

    /// Maps a local point to the world.
    pub fn transform_point(&self, point: Vec3) -> Vec3 {
        self.rotation * point + self.translation
    }

    /// Maps a local direction to the world.
    #[inline]
    pub fn transform_vector(&self, vector: Vec3) -> Vec3 {
        self.rotation * vector
    }

    /// Maps a point of the world to local coordinates.
    pub fn inverse_transform_point(&self, point: Vec3) -> Vec3 {
        self.rotation.conjugate() * (point - self.translation)
    }

    /// Maps a direction of the world to local coordinates.
    pub fn inverse_transform_vector(&self, vector: Vec3) -> Vec3 {
        self.rotation.conjugate() * vector
    }

    /// The pose that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Pose {
        let rotation = self.rotation.conjugate();
        Pose {
            rotation,
            translation: -(rotation * self.translation),
        }
    }

    /// First `other`, then `self`: `self.mul(other).transform_point(p)` is
    /// `self.transform_point(other.transform_point(p))`.
    #[must_use]
    pub fn mul(&self, other: &Pose) -> Pose {
        // Renormalised, so that long chains of products stay rotations.
        let rotation = (self.rotation * other.rotation).normalize();
        Pose {
            rotation,
            translation: self.transform_point(other.translation),
        }
    }

    /// `other` as seen from this pose: maps `other`'s local points to this pose's local points.
    #[must_use]
    pub fn relative(&self, other: &Pose) -> Pose {
        let rotation = (self.rotation.conjugate() * other.rotation).normalize();
        Pose {
            rotation,
            translation: self.inverse_transform_point(other.translation),
        }
    }

    /// A pose between this one (`t` = 0) and `other` (`t` = 1), for drawing between two steps: the path is
    /// straight and the rotation is the shorter one.
    #[must_use]
    pub fn interpolate(&self, other: &Pose, t: f32) -> Pose {
        Pose {
            rotation: self.rotation.lerp(other.rotation, t),
            translation: self.translation.lerp(other.translation, t),
        }
    }

    /// The rotation as a matrix.
    pub fn rotation_matrix(&self) -> Mat3 {
        Mat3::from_quat(self.rotation)
    }

    /// The whole pose as a matrix, for a renderer.
    pub fn to_mat4(&self) -> Mat4 {
        Mat4::from_rotation_translation(self.rotation, self.translation)
    }
}

impl Default for Pose {
    fn default() -> Self {
        Pose::IDENTITY
    }
}

/// A rotation about +Y by `angle` radians, counter-clockwise seen from above. It has the same bits on every
/// machine, which the platform's own sine does not promise.
pub fn yaw(angle: f32) -> Quat {
    let half = angle * 0.5;
    Quat::from_xyzw(0.0, libm::sinf(half), 0.0, libm::cosf(half))
}

/// A rotation about an axis of length 1 by `angle` radians, counter-clockwise seen from the tip of the axis. It has
/// the same bits on every machine.
pub fn turn_about(axis: Vec3, angle: f32) -> Quat {
    let half = angle * 0.5;
    let Vec3 { x, y, z } = axis * libm::sinf(half);
    Quat::from_xyzw(x, y, z, libm::cosf(half))
}

/// The rotation by the smallest angle that takes one direction to another, both of length 1. It has the same bits on
/// every machine. Half a turn may be about any axis across.
pub fn turn_between(from: DVec3, to: DVec3) -> DQuat {
    let cosine = from.dot(to);
    // Nearer to a direction or to its opposite than this, the cross product is only rounding.
    let least = 1.0 - 2.0 * f64::EPSILON;
    if cosine > least {
        return DQuat::IDENTITY;
    }
    if cosine < -least {
        let DVec3 { x, y, z } = from.any_orthonormal_vector();
        return DQuat::from_xyzw(x, y, z, libm::cos(std::f64::consts::FRAC_PI_2));
    }
    let DVec3 { x, y, z } = from.cross(to);
    DQuat::from_xyzw(x, y, z, 1.0 + cosine).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    #[test]
    fn a_quarter_turn_takes_forward_to_the_left() {
        let pose = Pose::new(yaw(FRAC_PI_2), Vec3::ZERO).unwrap();
        assert!(
            pose.transform_vector(Vec3::NEG_Z)
                .abs_diff_eq(Vec3::NEG_X, 1e-6)
        );
    }

    #[test]
    fn turns_about_axes_and_between_directions_are_those_of_glam() {
        let axes = [
            Vec3::X,
            Vec3::NEG_Y,
            Vec3::Z,
            Vec3::new(0.36, -0.48, 0.8),
            Vec3::new(-0.6, 0.0, 0.8),
        ];
        for axis in axes {
            for angle in [-7.0, -1.0, 0.0, 1e-4, 0.5, std::f32::consts::PI] {
                let (turn, wanted) = (turn_about(axis, angle), Quat::from_axis_angle(axis, angle));
                assert!(turn.abs_diff_eq(wanted, 1e-6), "{axis} {angle}");
            }
            for other in axes.into_iter().flat_map(|axis| [axis, -axis]) {
                let [from, to] = [axis, other].map(|axis| axis.as_dvec3().normalize());
                let turn = turn_between(from, to);
                assert!((turn * from).abs_diff_eq(to, 1e-12), "{axis} {other}");
                let wanted = DQuat::from_rotation_arc(from, to);
                assert!(turn.abs_diff_eq(wanted, 1e-15), "{axis} {other}");
            }
        }
    }

    #[test]
    fn inverse_and_relative_undo_a_pose() {
        let a = Pose::new(
            Quat::from_xyzw(0.1, -0.4, 0.3, 0.8),
            Vec3::new(1.0, -2.0, 3.0),
        )
        .unwrap();
        let b = Pose::new(yaw(1.3), Vec3::new(-4.0, 0.5, 2.0)).unwrap();
        let p = Vec3::new(0.3, 0.7, -1.1);
        assert!(a.mul(&a.inverse()).transform_point(p).abs_diff_eq(p, 1e-5));
        let seen = a.relative(&b).transform_point(p);
        assert!(
            a.transform_point(seen)
                .abs_diff_eq(b.transform_point(p), 1e-5)
        );
    }

    #[test]
    fn numbers_that_are_not_finite_make_no_pose() {
        assert_eq!(
            Pose::from_translation(Vec3::new(f32::NAN, 0.0, 0.0)),
            Err(PoseError::Translation)
        );
        assert_eq!(
            Pose::new(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Vec3::ZERO),
            Err(PoseError::Rotation)
        );
        assert_eq!(
            Pose::new(Quat::from_xyzw(f32::INFINITY, 0.0, 0.0, 1.0), Vec3::ZERO),
            Err(PoseError::Rotation)
        );
    }
}

//! The relative pose of two bodies, in the precision that a query needs.

use glam::{DMat3, DVec3, Mat3, Vec3};

use crate::math::{Placement, Pose};

/// The relative pose of two bodies: maps points of the second one's frame to the first one's.
///
/// It is computed in f64 from the two poses, so that it is exact also for two bodies that are near
/// each other but far from the world's origin. Filters use the f32 copy, decisions the f64 one.
#[derive(Clone, Debug)]
pub struct Relative {
    /// Rotation in full precision.
    pub rotation: DMat3,
    /// Translation in full precision, in metres.
    pub translation: DVec3,
    /// Rotation, rounded.
    pub rotation_f32: Mat3,
    /// Translation, rounded.
    pub translation_f32: Vec3,
}

impl Relative {
    /// The pose of `b` in the frame of `a`.
    pub fn new(pose_a: &Pose, pose_b: &Pose) -> Self {
        Relative::of_placements(&Placement::from(pose_a), &Placement::from(pose_b))
    }

    /// The pose of `b` in the frame of `a`.
    pub fn of_placements(a: &Placement, b: &Placement) -> Self {
        let rotation = DMat3::from_quat(a.rotation.conjugate() * b.rotation);
        let translation = a.rotation.conjugate() * (b.translation - a.translation);
        Relative::from_parts(rotation, translation)
    }

    /// The pose of a second frame whose axes and origin are given in the first.
    pub(crate) fn from_parts(rotation: DMat3, translation: DVec3) -> Self {
        Relative {
            rotation,
            translation,
            rotation_f32: rotation.as_mat3(),
            translation_f32: translation.as_vec3(),
        }
    }

    /// Maps a point of the second frame to the first, in full precision.
    #[inline]
    pub fn point(&self, point: Vec3) -> DVec3 {
        self.point_f64(point.as_dvec3())
    }

    /// Maps a point like [`Relative::point`], given in f64.
    #[inline]
    pub fn point_f64(&self, point: DVec3) -> DVec3 {
        self.rotation * point + self.translation
    }

    /// Maps a point of the second frame to the first, rounded.
    #[inline]
    pub fn point_f32(&self, point: Vec3) -> Vec3 {
        self.rotation_f32 * point + self.translation_f32
    }
}

//! The position and orientation of a rigid body in f64.

use glam::{DQuat, DVec3, Vec3};

use crate::coder::Coder;
use crate::math::{Placement, Pose};

/// The position and orientation of a rigid body: the frame whose origin is the body's centre of rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CenterFrame {
    /// The centre of rotation in the world, in metres: normally the centre of mass.
    pub center: DVec3,
    /// The rotation from the body's axes to those of the world; of length 1.
    pub rotation: DQuat,
}

impl CenterFrame {
    /// The frame with this centre (m) and this rotation (of length 1).
    #[inline]
    pub fn new(center: DVec3, rotation: DQuat) -> Self {
        CenterFrame { center, rotation }
    }

    /// Codes it for a compact copy.
    pub fn code(&mut self, coder: &mut impl Coder, guess: &CenterFrame) {
        let CenterFrame { center, rotation } = self;
        coder.vector(center, guess.center);
        coder.rotation(rotation, guess.rotation);
    }

    /// The frame of a shape at a pose that turns about `local_center` (m) of its own coordinates.
    pub fn of_pose(pose: &Pose, local_center: Vec3) -> Self {
        let rotation = pose.rotation().as_dquat().normalize();
        let center = pose.translation().as_dvec3() + rotation * local_center.as_dvec3();
        CenterFrame { center, rotation }
    }

    /// The frame of a shape at a placement that turns about `local_center` (m) of its own coordinates.
    pub fn of_placement(placement: &Placement, local_center: Vec3) -> Self {
        CenterFrame {
            center: placement.point(local_center.as_dvec3()),
            rotation: placement.rotation,
        }
    }

    /// This frame seen from an origin (m) near it, where f32 is far finer than far from the world's origin.
    pub fn relative_to(&self, origin: DVec3) -> Self {
        CenterFrame {
            center: self.center - origin,
            rotation: self.rotation,
        }
    }

    /// The pose of a shape that turns about `local_center` (m) of its own coordinates, or the identity if f32
    /// cannot hold the pose.
    pub fn pose(&self, local_center: Vec3) -> Pose {
        let translation = self.center - self.rotation * local_center.as_dvec3();
        Pose::new(self.rotation.as_quat(), translation.as_vec3()).unwrap_or(Pose::IDENTITY)
    }
}

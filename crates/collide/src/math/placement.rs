//! A pose in f64.

use glam::{DQuat, DVec3};

use crate::math::Pose;

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

//! Mass, centre of mass and inertia of a rigid body.

use glam::{Mat3, Vec3};

/// The resistance of a solid of even density to linear and angular acceleration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// The mass, in kilograms.
    pub mass: f32,
    /// The centre of mass in metres, in the solid's own coordinates.
    pub center_of_mass: Vec3,
    /// The inertia tensor about the centre of mass, in kg m^2, along the solid's own axes.
    pub inertia: Mat3,
}

impl MassProperties {
    /// This solid with another density, such that it weighs `mass` kilograms.
    #[must_use]
    pub fn with_mass(self, mass: f32) -> Self {
        MassProperties {
            mass,
            center_of_mass: self.center_of_mass,
            inertia: self.inertia * (mass / self.mass),
        }
    }
}

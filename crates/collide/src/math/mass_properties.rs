//! Mass, centre of mass and inertia of a rigid body.

use glam::{Mat3, Vec3};

/// How a solid of even density resists being moved and turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// In kilograms.
    pub mass: f32,
    /// In metres, in the solid's own coordinates.
    pub center_of_mass: Vec3,
    /// The inertia tensor about the centre of mass, in kg m^2, along the solid's own axes.
    pub inertia: Mat3,
}

impl MassProperties {
    /// The same solid with another density, such that it weighs `mass` kilograms.
    #[must_use]
    pub fn with_mass(self, mass: f32) -> Self {
        MassProperties {
            mass,
            center_of_mass: self.center_of_mass,
            inertia: self.inertia * (mass / self.mass),
        }
    }
}

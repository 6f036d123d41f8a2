//! Materials of things.

use dodgem_physics::Material;
use serde::{Deserialize, Serialize};

use crate::arena::Bound;
use crate::level::thing::is_default;
use crate::params::THING_DENSITY;

/// A material of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaterialSpec {
    /// Name that things refer to.
    pub name: String,
    /// Its density, in kg/m^3.
    #[serde(default = "default_density")]
    pub density: f32,
    /// Coefficient of friction. A pair of materials uses the geometric mean.
    #[serde(default = "default_friction")]
    pub friction: f32,
    /// Restitution: ratio of separating to closing speed, 0 to 1. A pair of materials uses the larger value.
    #[serde(default)]
    pub restitution: f32,
    /// Lever arm of rolling friction, in metres. A pair of materials uses the larger value.
    #[serde(default = "default_rolling")]
    pub rolling: f32,
    /// Pull that each touching point withstands before it separates, in newtons. A pair of materials uses the lesser.
    #[serde(default, skip_serializing_if = "is_default")]
    pub adhesion: f32,
    /// Factor on the grip of tyres on it.
    #[serde(default = "default_grip")]
    pub grip: f32,
    /// Colour of things of this material, as `"#rrggbb"`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub paint: String,
}

fn default_density() -> f32 {
    THING_DENSITY
}

fn default_friction() -> f32 {
    0.6
}

fn default_rolling() -> f32 {
    dodgem_physics::Material::default().rolling
}

fn default_grip() -> f32 {
    1.0
}

impl MaterialSpec {
    /// Returns it for the physics.
    pub(crate) fn material(&self) -> Material {
        Material {
            restitution: self.restitution,
            friction: self.friction,
            rolling: self.rolling,
            adhesion: self.adhesion,
            grip: self.grip,
        }
    }

    /// Returns its numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        vec![
            Bound::new(&["density"], self.density, 1.0..=30_000.0),
            Bound::new(&["friction"], self.friction, 0.0..=2.0),
            Bound::new(&["restitution"], self.restitution, 0.0..=1.0),
            Bound::new(&["rolling"], self.rolling, 0.0..=1.0),
            Bound::new(&["adhesion"], self.adhesion, 0.0..=1e6),
            Bound::new(&["grip"], self.grip, 0.01..=5.0),
        ]
    }
}

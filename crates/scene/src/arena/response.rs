//! Impact rules of a level, with restitution and friction of surfaces.

use serde::{Deserialize, Serialize};

use dodgem_physics::{ImpactRule, Material};

use crate::arena::Bound;
use crate::arena::momentum_exchange::MOMENTUM_EXCHANGE;
use crate::params::SLIDING_FRICTION;

/// Restitution and friction of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SurfaceSettings {
    /// Restitution: ratio of separating to closing speed, 0 to 1.
    pub restitution: f32,
    /// Coefficient of Coulomb friction.
    pub friction: f32,
}

impl Default for SurfaceSettings {
    /// The surface of walls: cars slide along them.
    fn default() -> Self {
        SurfaceSettings {
            restitution: 0.5,
            friction: SLIDING_FRICTION,
        }
    }
}

/// The surface of cars and of things without a material if cars exchange momentum or stop.
const BESIDE_CLASSIC: SurfaceSettings = SurfaceSettings {
    restitution: 0.5,
    friction: 0.2,
};

impl SurfaceSettings {
    /// Returns every number with its range.
    pub fn bounds(&self) -> Vec<Bound> {
        vec![
            Bound::new(&["restitution"], self.restitution, 0.0..=1.0),
            Bound::new(&["friction"], self.friction, 0.0..=2.0),
        ]
    }

    /// Returns the surface as a material of the world.
    pub(crate) fn material(&self) -> Material {
        Material {
            restitution: self.restitution,
            friction: self.friction,
            // Cars roll on their wheels, not on their bodies.
            rolling: 0.0,
            ..Material::default()
        }
    }

    /// Returns the surface between a car's body and a fixed thing: cars slide along it.
    pub(super) fn at_fixed_things(&self) -> Material {
        Material {
            friction: self.friction.min(SLIDING_FRICTION),
            ..self.material()
        }
    }
}

/// Impact rule for two actors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Response {
    /// The momentum rule of source 1: see [`MOMENTUM_EXCHANGE`]. A fixed body has no momentum to exchange,
    /// so against it the impulse rule applies, with restitution 0.5.
    Classic,
    /// Stop on contact, as in source 2: see [`ImpactRule::Stop`].
    Stop,
    /// Impulses with restitution and friction.
    Impulse {
        /// Restitution: ratio of separating to closing speed, 0 to 1.
        restitution: f32,
        /// Coefficient of Coulomb friction.
        friction: f32,
    },
}

impl Default for Response {
    fn default() -> Self {
        Response::Impulse {
            restitution: 0.3,
            friction: 0.6,
        }
    }
}

impl Response {
    /// Returns every number with its range.
    pub fn bounds(&self) -> Vec<Bound> {
        match self {
            Response::Classic | Response::Stop => Vec::new(),
            Response::Impulse { .. } => self.surface().bounds(),
        }
    }

    /// Returns restitution and friction of cars and of things without a material.
    pub fn surface(&self) -> SurfaceSettings {
        match *self {
            Response::Classic | Response::Stop => BESIDE_CLASSIC,
            Response::Impulse {
                restitution,
                friction,
            } => SurfaceSettings {
                restitution,
                friction,
            },
        }
    }

    pub(super) fn rule(&self) -> ImpactRule {
        match self {
            Response::Classic => ImpactRule::Custom(MOMENTUM_EXCHANGE),
            Response::Stop => ImpactRule::Stop,
            Response::Impulse { .. } => ImpactRule::Impulse,
        }
    }
}

//! What a level says about hits: the rule, and how surfaces bounce and rub.

use serde::{Deserialize, Serialize};

use dodgem_physics::{ImpactRule, Material};

use crate::arena::Bound;

/// The bounce and the rub of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SurfaceSettings {
    /// The share of the closing speed that comes back, 0 to 1.
    pub restitution: f32,
    /// The coefficient of Coulomb friction.
    pub friction: f32,
}

impl Default for SurfaceSettings {
    fn default() -> Self {
        SurfaceSettings {
            restitution: 0.5,
            friction: 0.2,
        }
    }
}

impl SurfaceSettings {
    /// Every number with its range.
    pub fn bounds(&self) -> Vec<Bound> {
        vec![
            Bound::new(&["restitution"], self.restitution, 0.0..=1.0),
            Bound::new(&["friction"], self.friction, 0.0..=2.0),
        ]
    }

    /// The surface as a material of the world.
    pub(super) fn material(&self) -> Material {
        Material {
            restitution: self.restitution,
            friction: self.friction,
            // Cars roll on their wheels.
            rolling: 0.0,
            ..Material::default()
        }
    }
}

/// The rule for two actors that meet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Response {
    /// Source 1's momentum rule: see [`ImpactRule::Classic`]. A fixed body has no momentum to give,
    /// so against one the impulse rule applies with the defaults of [`SurfaceSettings`].
    Classic,
    /// Restitution and friction.
    Impulse {
        /// The share of the closing speed that comes back, 0 to 1.
        restitution: f32,
        /// The coefficient of Coulomb friction.
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
    /// Every number with its range.
    pub fn bounds(&self) -> Vec<Bound> {
        match self {
            Response::Classic => Vec::new(),
            Response::Impulse { .. } => self.surface().bounds(),
        }
    }

    /// How cars and obstacles bounce and rub.
    pub fn surface(&self) -> SurfaceSettings {
        match *self {
            Response::Classic => SurfaceSettings::default(),
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
            Response::Classic => ImpactRule::Classic,
            Response::Impulse { .. } => ImpactRule::Impulse,
        }
    }
}

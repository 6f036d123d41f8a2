//! Looks of cars, things and zones.

use std::sync::Arc;

use glam::Vec3;

use crate::level::{ModelAsset, Paint};

/// Look of an actor.
#[derive(Clone, Debug)]
pub struct ActorLook {
    /// Visual model.
    pub asset: Arc<ModelAsset>,
    /// Colour, if the level sets one.
    pub paint: Option<Paint>,
    /// Velocity of the surface along its own axes, in m/s.
    pub belt: Vec3,
}

impl ActorLook {
    /// Returns the look of a model in a colour, with a fixed surface.
    pub fn new(asset: Arc<ModelAsset>, paint: Option<Paint>) -> Self {
        Self {
            asset,
            paint,
            belt: Vec3::ZERO,
        }
    }

    /// True if another look has an equal model.
    pub(crate) fn has_model_of(&self, other: &ActorLook) -> bool {
        let (own, other) = (&self.asset, &other.asset);
        Arc::ptr_eq(own, other) || (&own.name, own.scale) == (&other.name, other.scale)
    }

    /// Returns the look with the model of another one, which is stored once then.
    pub(crate) fn with_model_of(self, other: &ActorLook) -> ActorLook {
        ActorLook {
            asset: Arc::clone(&other.asset),
            ..self
        }
    }
}

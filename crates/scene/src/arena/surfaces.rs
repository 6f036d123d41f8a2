//! The materials of an arena's hall, cars and things.

use dodgem_physics::{BodyKind, MaterialError, MaterialId, MaterialTable};

use crate::arena::SurfaceSettings;
use crate::params::{FLOOR_FRICTION, FLOOR_RESTITUTION};

/// The materials of an arena.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surfaces {
    /// Materials of the floor, and of walls and ceiling.
    pub hall: [MaterialId; 2],
    /// Material of cars; `thing` is that of things without a material of their own, `fixed` that of those which are
    /// fixed: cars slide along them.
    pub actor: MaterialId,
    pub thing: MaterialId,
    pub fixed: MaterialId,
}

impl Surfaces {
    /// Sets the surface of cars and of things without a material.
    pub fn set(
        &self,
        table: &mut MaterialTable,
        all: &SurfaceSettings,
    ) -> Result<(), MaterialError> {
        let (
            surface,
            Surfaces {
                actor,
                thing,
                fixed,
                ..
            },
        ) = (all.material(), *self);
        for id in [actor, thing, fixed] {
            table.set(id, surface)?;
        }
        for (one, other) in [
            (actor, actor),
            (actor, thing),
            (thing, thing),
            (thing, fixed),
        ] {
            table.set_pair(one, other, surface)?;
        }
        table.set_pair(actor, fixed, all.at_fixed_things())
    }

    /// Returns the material of a thing without one of its own.
    pub fn of_thing(&self, kind: BodyKind) -> MaterialId {
        match kind {
            BodyKind::Static => self.fixed,
            BodyKind::Dynamic | BodyKind::Kinematic => self.thing,
        }
    }
}

/// Restitution and friction between a car's body and the floor: the body touches it only when the car lies or
/// lands hard.
pub(super) const BODY_ON_FLOOR: SurfaceSettings = SurfaceSettings {
    restitution: FLOOR_RESTITUTION,
    friction: FLOOR_FRICTION,
};

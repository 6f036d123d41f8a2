//! Adds, changes and removes zones of a scene.

use crate::arena::{ActorId, Arena, HandError, ZoneEffect};
use crate::level::scene::Scene;
use crate::level::{Level, ZoneSpec, first_fault, placed_zone};
use crate::params::limits;

impl Scene {
    /// Adds a zone.
    ///
    /// # Errors
    /// [`HandError`] if it is invalid, if the thing of its goal is gone, or if there are too many zones.
    pub fn add_zone(&mut self, arena: &mut Arena, zone: &ZoneSpec) -> Result<(), HandError> {
        if self.zones.len() >= limits::LIST {
            let most = limits::LIST;
            let full = format!("there are {most} zones already, the most that is allowed");
            return Err(HandError::Refused(full));
        }
        self.push_zone(arena, zone)
    }

    /// Replaces a zone by its index: place, form, heading and effect may all be others.
    ///
    /// # Errors
    /// [`HandError`] if there is no such zone, if the new one is invalid, or if the thing of its goal is gone.
    pub fn change_zone(
        &mut self,
        arena: &mut Arena,
        index: usize,
        zone: &ZoneSpec,
    ) -> Result<(), HandError> {
        if index >= self.zones.len() {
            return Err(HandError::Gone);
        }
        self.push_zone(arena, zone)?;
        arena.replace_zone_by_last(index);
        self.zones.swap_remove(index);
        Ok(())
    }

    /// Adds a zone as the last one.
    fn push_zone(&mut self, arena: &mut Arena, zone: &ZoneSpec) -> Result<(), HandError> {
        let mut alone = zone.clone();
        let mut goal = None;
        if let ZoneEffect::Goal { thing, points } = &zone.effect {
            goal = Some(named(arena, thing).ok_or(HandError::Gone)?);
            // The zone is checked alone, without the thing of its goal.
            alone.effect = ZoneEffect::Score { points: *points };
        }
        let hall = Level {
            zones: vec![alone],
            ..(*self.frame).clone()
        };
        if let Some(fault) = first_fault(&hall, &self.models) {
            return Err(HandError::Refused(fault));
        }
        let options = hall.engine.build_options();
        let placed = placed_zone(arena, zone, goal, &self.models, &options);
        self.zones.push(placed.map_err(HandError::Refused)?);
        Ok(())
    }

    /// Removes a zone by its index.
    ///
    /// # Errors
    /// [`HandError::Gone`] if there is no such zone.
    pub fn remove_zone(&mut self, arena: &mut Arena, zone: usize) -> Result<(), HandError> {
        if zone >= self.zones.len() {
            return Err(HandError::Gone);
        }
        arena.remove_zone(zone);
        self.zones.remove(zone);
        Ok(())
    }
}

/// Returns the actor with a name.
pub fn named(arena: &Arena, name: &str) -> Option<ActorId> {
    let mut actors = (0..).map(ActorId).zip(arena.actors());
    let found = actors.find(|(_, actor)| !actor.is_gone() && *actor.name == *name);
    found.map(|(id, _)| id)
}

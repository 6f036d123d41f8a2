//! Surfaces of a scene: those that things have of their own, and that of things without a material.

use std::sync::Arc;

use crate::arena::{Arena, HandError};
use crate::level::SceneThing;
use crate::level::scene::Scene;

impl Scene {
    /// Adds the surfaces that things have of their own. They stay if the things are refused: no body shows it.
    pub(super) fn add_surfaces(
        &mut self,
        arena: &mut Arena,
        things: &[SceneThing],
    ) -> Result<(), HandError> {
        let new = things
            .iter()
            .filter(|thing| self.materials.lacks(&thing.spec));
        let new: Vec<&SceneThing> = new.collect();
        for thing in new {
            Arc::make_mut(&mut self.materials).add_own(arena, &thing.spec)?;
        }
        Ok(())
    }

    /// Sets restitution and friction of cars and of things without a material; see [`Arena::set_surface`].
    ///
    /// # Errors
    /// [`HandError`] as there.
    pub fn set_surface(
        &self,
        arena: &mut Arena,
        restitution: f32,
        friction: f32,
    ) -> Result<(), HandError> {
        arena.set_surface(restitution, friction)?;
        for (id, material) in self.materials.without_material(arena) {
            let set = arena.set_material(id, material);
            set.map_err(|error| HandError::Refused(error.to_string()))?;
        }
        Ok(())
    }
}

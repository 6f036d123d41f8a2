//! Adds, changes and removes patches of floor of a scene.

use std::sync::Arc;

use crate::arena::{Arena, HandError, PatchDesc};
use crate::level::scene::{Scene, ScenePatch};
use crate::level::{Level, PatchSpec, first_fault, patch_desc};
use crate::params::limits;

impl Scene {
    /// Adds a patch of floor.
    ///
    /// # Errors
    /// [`HandError`] if it is invalid, beyond the border or in a body, or if there are too many patches.
    pub fn add_patch(&mut self, arena: &mut Arena, patch: &PatchSpec) -> Result<(), HandError> {
        if self.patches.len() >= limits::LIST {
            let most = limits::LIST;
            let full = format!("there are {most} patches already, the most that is allowed");
            return Err(HandError::Refused(full));
        }
        self.push_patch(arena, patch)
    }

    /// Replaces a patch by its index.
    ///
    /// # Errors
    /// [`HandError`] as in [`Scene::add_patch`], or if there is no such patch.
    pub fn change_patch(
        &mut self,
        arena: &mut Arena,
        index: usize,
        patch: &PatchSpec,
    ) -> Result<(), HandError> {
        if index >= self.patches.len() {
            return Err(HandError::Gone);
        }
        self.push_patch(arena, patch)?;
        arena.replace_patch_by_last(index);
        Arc::make_mut(&mut self.patches).swap_remove(index);
        Ok(())
    }

    /// Removes a patch by its index.
    ///
    /// # Errors
    /// [`HandError::Gone`] if there is no such patch.
    pub fn remove_patch(&mut self, arena: &mut Arena, index: usize) -> Result<(), HandError> {
        if index >= self.patches.len() {
            return Err(HandError::Gone);
        }
        arena.remove_patch(index);
        Arc::make_mut(&mut self.patches).remove(index);
        Ok(())
    }

    /// Adds a patch as the last one.
    fn push_patch(&mut self, arena: &mut Arena, patch: &PatchSpec) -> Result<(), HandError> {
        let (desc, placed) = self.placed(patch)?;
        arena.refuse_patch(&desc)?;
        let added = arena.add_patch(&desc);
        added.map_err(|error| HandError::Refused(error.to_string()))?;
        Arc::make_mut(&mut self.patches).push(placed);
        Ok(())
    }

    fn placed(&self, patch: &PatchSpec) -> Result<(PatchDesc, ScenePatch), HandError> {
        let hall = Level {
            patches: vec![patch.clone()],
            ..(*self.frame).clone()
        };
        if let Some(fault) = first_fault(&hall, &self.models) {
            return Err(HandError::Refused(fault));
        }
        let options = hall.engine.build_options();
        patch_desc(patch, &self.models, &options).map_err(HandError::Refused)
    }
}

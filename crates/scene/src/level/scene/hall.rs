//! The hall of a running scene and its looks: floor, walls, ceiling and mood.

use std::sync::Arc;

use crate::arena::{Arena, HandError};
use crate::level::scene::Scene;
use crate::level::{HallRules, Mood, first_fault};

impl Scene {
    /// Returns the hall as it is now.
    pub fn hall_rules(&self) -> HallRules {
        HallRules::of(&self.frame)
    }

    /// Returns the looks of the place as they are now.
    pub fn mood(&self) -> &Mood {
        &self.frame.mood
    }

    /// Changes the hall and its looks. If it fails, the arena must be restored.
    ///
    /// # Errors
    /// [`HandError`] if a number or a colour is invalid, or if something is higher than the ceiling.
    pub fn set_hall(&mut self, arena: &mut Arena, rules: &HallRules) -> Result<(), HandError> {
        let mut frame = (*self.frame).clone();
        rules.apply(&mut frame);
        if let Some(fault) = first_fault(&frame, &self.models) {
            return Err(HandError::Refused(fault));
        }
        let grips = self.patches.iter().map(|patch| patch.spec.grip);
        let grips: Vec<f32> = grips.collect();
        arena.set_hall(rules.ground, rules.walls, rules.ceiling, &grips)?;
        self.frame = Arc::new(frame);
        Ok(())
    }
}

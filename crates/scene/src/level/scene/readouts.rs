//! The question of a scene and its readouts.

use std::sync::Arc;

use crate::arena::{Arena, HandError};
use crate::level::scene::Scene;
use crate::level::{Card, Level, Nameable, first_fault};

impl Scene {
    /// Returns the question of the scene with its readouts.
    pub fn card(&self) -> &Arc<Card> {
        &self.card
    }

    /// Replaces the question and the readouts.
    ///
    /// # Errors
    /// [`HandError`] if a text or formula is invalid, or if a readout refers to something that is not there.
    pub fn set_card(&mut self, arena: &Arena, card: &Card) -> Result<(), HandError> {
        let mut hall: Level = (*self.frame).clone();
        hall.set_card(card);
        let names = Nameable::of(self, arena, &self.triggers);
        let mut faults = card
            .readouts
            .iter()
            .flat_map(|one| names.readout_faults(one));
        let fault = first_fault(&hall, &self.models);
        match fault.or_else(|| faults.next().map(|fault| fault.message)) {
            Some(fault) => Err(HandError::Refused(fault)),
            None => {
                self.card = Arc::new(card.clone());
                Ok(())
            }
        }
    }
}

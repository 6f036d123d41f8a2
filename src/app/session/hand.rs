//! What the hand does to a session's round.

use crate::app::session::Session;
use crate::arena::HandError;
use crate::game::Act;
use crate::level::Mode;

impl Session {
    /// Does something between two steps. Where something is counted, the round counts for no best then.
    ///
    /// # Errors
    /// [`HandError`] if it cannot be.
    pub fn act(&mut self, act: Act) -> Result<(), HandError> {
        match &mut self.wheel {
            Some(wheel) => wheel.act(&mut self.round, act)?,
            None => self.round.act(&act)?,
        }
        self.altered |= self.round.mode() != Mode::Free;
        Ok(())
    }

    /// Takes back the last thing that the hand did, with all that came of it. False if nothing can be taken
    /// back.
    pub fn undo(&mut self) -> bool {
        let Some(wheel) = &mut self.wheel else {
            return false;
        };
        let undone = wheel.undo(&mut self.round);
        if undone {
            self.show_moment();
        }
        undone
    }
}

//! What the hand does to a session's round.

use std::sync::Arc;

use crate::app::session::{Session, Undone};
use crate::arena::HandError;
use crate::game::tape::Wheel;
use crate::game::{Act, Round};
use crate::level::{Level, Library, Mode};

impl Session {
    /// Does something between two steps. Where something is counted, the round counts for no best then.
    ///
    /// # Errors
    /// [`HandError`] if it cannot be.
    pub fn act(&mut self, act: Act) -> Result<(), HandError> {
        let changes = !matches!(act, Act::Did { .. });
        let goes_on = act.goes_on();
        match &mut self.wheel {
            Some(wheel) => wheel.act(&mut self.round, act)?,
            None => self.round.act(&act)?,
        }
        if !goes_on {
            self.formers.go_on();
        }
        // The first car of a person may have come or gone.
        self.seat_sights();
        self.altered |= changes && self.round.mode() != Mode::Free;
        Ok(())
    }

    /// True if a hand, a rewind or a wheel that is taken belongs to this lesson: the round counts all the same.
    pub fn may_interfere(&self) -> bool {
        self.round.mode() == Mode::Lesson && self.round.level().asks_to_interfere()
    }

    /// Takes back the last thing that was done, with all that came of it: how somebody drove since the hand did
    /// anything, else what the hand did; and if it did nothing since the scene was begun anew, that.
    pub fn undo(&mut self) -> Undone {
        if self.undoes_restart() {
            self.undo_restart();
            return Undone::Restart;
        }
        let Some(wheel) = &mut self.wheel else {
            return Undone::Nothing;
        };
        let drove = wheel.undoes_driving();
        if !wheel.undo(&mut self.round) {
            return Undone::Nothing;
        }
        self.show_moment();
        match drove {
            true => Undone::Drive,
            false => Undone::Act,
        }
    }

    /// The round as it began, with what the hand did before its first step.
    ///
    /// # Errors
    /// Why it cannot be made again.
    pub fn begun(&self, library: &Library) -> Result<Round, String> {
        let round = Round::with_options(&self.level, library, *self.round.options());
        let mut round = round.map_err(|error| error.to_string())?;
        for act in self.wheel.iter().flat_map(Wheel::first_acts) {
            round.act(act).map_err(|error| error.to_string())?;
        }
        Ok(round)
    }

    /// Follows the level's file, which says this now: what did not change goes on. False if more changed than can
    /// be changed in a scene that runs; then it may have followed in part.
    pub fn follow_file(&mut self, level: &Level, text: Arc<str>, library: &Library) -> bool {
        let unsaved = self.is_unsaved();
        let acts = self.round.followed(&self.file_level, level, library);
        let Some(acts) = acts.filter(|_| self.wheel.is_some()) else {
            return false;
        };
        let all = acts.into_iter().all(|act| self.act(act).is_ok());
        if all {
            self.file_level = level.clone();
            self.file_text = Some(text);
            if !unsaved {
                // Nobody but the file has made anything of it.
                self.saved = Some(self.made());
            }
            self.draw_anew();
        }
        all
    }

    /// True if something that was taken back can be done again.
    pub fn can_redo(&self) -> bool {
        self.redoes_restart() || self.wheel.as_ref().is_some_and(Wheel::can_redo)
    }

    /// Does again what was taken back. False if there is nothing.
    pub fn redo(&mut self) -> bool {
        if self.redoes_restart() {
            return self.redo_restart();
        }
        let Some(wheel) = &mut self.wheel else {
            return false;
        };
        let done = wheel.can_redo() && wheel.redo(&mut self.round);
        if done {
            self.show_moment();
        }
        done
    }
}

//! The acts of the hand in a session's round, with undo and redo.

use std::sync::Arc;

use crate::app::session::{Session, Undone};
use crate::arena::HandError;
use crate::game::tape::Wheel;
use crate::game::{Act, Round};
use crate::level::{Level, Library, Mode};

impl Session {
    /// Performs an act between two steps. In a mode with scores the round then cannot set a best result.
    ///
    /// # Errors
    /// [`HandError`] if the act is impossible.
    pub fn act(&mut self, act: Act) -> Result<(), HandError> {
        let changes = !matches!(
            act,
            Act::Did { .. } | Act::Press { .. } | Act::Answer { .. }
        );
        let goes_on = act.goes_on();
        let is_engine = matches!(act, Act::Engine { .. });
        match &mut self.wheel {
            Some(wheel) => wheel.act(&mut self.round, act)?,
            None => self.round.act(&act)?,
        }
        if !goes_on {
            self.formers.go_on();
        }
        if is_engine {
            self.monitor.compare();
        }
        // The act may have added or removed a player's car.
        self.seat_sights();
        self.altered |= changes && self.round.mode() != Mode::Free;
        Ok(())
    }

    /// True if the lesson asks for the hand, a rewind or taking over; the round then still counts.
    pub fn may_interfere(&self) -> bool {
        self.round.mode() == Mode::Lesson && self.round.level().asks_to_interfere()
    }

    /// Undoes the last thing that was done, with all its consequences: the driving since the last act, else the last
    /// act, else the restart of the scene.
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

    /// Creates the round again as it began, with the acts of the hand before its first step.
    ///
    /// # Errors
    /// The reason why the round cannot be created.
    pub fn begun(&self, library: &Library) -> Result<Round, String> {
        let round = Round::with_options(&self.level, library, *self.round.options());
        let mut round = round.map_err(|error| error.to_string())?;
        for act in self.wheel.iter().flat_map(Wheel::first_acts) {
            round.act(act).map_err(|error| error.to_string())?;
        }
        Ok(round)
    }

    /// Applies the changes of the level's file to the running scene; the rest continues. Returns false if a change is
    /// impossible in a running scene; some changes may have been applied by then.
    pub fn follow_file(&mut self, level: &Level, text: Arc<str>, library: &Library) -> bool {
        let unsaved = self.is_unsaved();
        let acts = self.round.followed(&self.file_level, level, library);
        let Some(acts) = acts.filter(|_| self.wheel.is_some()) else {
            return false;
        };
        let all = acts.into_iter().all(|act| self.act(act).is_ok());
        if all {
            self.file_level = level.clone();
            self.file_text = self.file_text.is_some().then_some(text);
            if !unsaved {
                // Only the file changed the scene, so it is still saved.
                self.saved = Some(self.made());
            }
            self.draw_anew();
        }
        all
    }

    /// Returns what records the round, with its history.
    pub fn wheel(&self) -> Option<&Wheel> {
        self.wheel.as_ref()
    }

    /// Goes to the moment after a number of steps of the history. Returns false if it cannot be reached.
    pub fn go_to(&mut self, steps: usize) -> bool {
        let Some(wheel) = &mut self.wheel else {
            return false;
        };
        let reached = wheel.go_to(&mut self.round, steps);
        self.show_moment();
        reached
    }

    /// True if something undone can be redone.
    pub fn can_redo(&self) -> bool {
        self.redoes_restart() || self.wheel.as_ref().is_some_and(Wheel::can_redo)
    }

    /// Redoes what was undone last. Returns false if there is nothing to redo.
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

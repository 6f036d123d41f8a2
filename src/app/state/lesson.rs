//! Lessons: what only the window sees of their tasks, and what comes after one.

use crate::app::state::AppState;
use crate::game::{Act, RoundPhase};
use crate::level::{Deed, LevelFolder};

impl AppState {
    /// Tells the round if the task that is to be done now is one of the window, and is done.
    pub fn tell_deeds(&mut self) {
        let rewound = self.session.take_rewound();
        if !self.playing || !matches!(self.session.round.phase(), RoundPhase::Running { .. }) {
            return;
        }
        let Some(task) = self.session.round.task() else {
            return;
        };
        let done = match &task.deed {
            Deed::View(view) => self.views.has(*view),
            Deed::Magnify => self.magnifies && self.views.focus.is_some(),
            Deed::Rewind => rewound,
            Deed::Wheel => self.session.taken_at().is_some(),
            _ => false,
        };
        if done {
            let deed = task.deed.clone();
            // Nothing can be in its way, but for a recording that is full.
            if let Err(error) = self.session.act(Act::Did { deed }) {
                self.say(error.to_string());
            }
        }
    }

    /// The level after the lesson that was just done: the next one of the school, or after the last the first round
    /// of the game. None if this is no lesson of the school, or if it is not done.
    pub fn after_lesson(&self) -> Option<String> {
        if !self.session.round.is_lesson_done() {
            return None;
        }
        let entries = self.levels.entries();
        let here = entries
            .iter()
            .position(|entry| entry.source == self.session.source)?;
        let (folder, next) = (entries[here].folder, entries.get(here + 1));
        let game = entries
            .iter()
            .find(|entry| entry.folder == LevelFolder::Game);
        match next.filter(|next| next.folder == folder) {
            _ if folder != LevelFolder::School => None,
            Some(next) => Some(next.source.clone()),
            None => game.map(|entry| entry.source.clone()),
        }
    }

    /// True if nobody has a result here yet: one who may be new.
    pub fn is_new_player(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.is_empty())
    }
}

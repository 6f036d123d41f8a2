//! Lessons: the tasks that only the window can observe, and the level after a lesson.

use crate::app::state::AppState;
use crate::game::{Act, RoundPhase};
use crate::level::{Deed, LevelFolder};

impl AppState {
    /// Reports the current task as done if it concerns the window and the player has done it.
    pub fn tell_deeds(&mut self) {
        let rewound = self.session.take_rewound();
        if !self.session.playing
            || !matches!(self.session.round.phase(), RoundPhase::Running { .. })
        {
            return;
        }
        let Some(task) = self.session.round.task() else {
            return;
        };
        let done = match &task.deed {
            Deed::View(view) => self.display.views.has(*view),
            Deed::Magnify => self.display.magnifies && self.display.views.focus.is_some(),
            Deed::Rewind => rewound,
            Deed::Wheel => self.session.taken_at().is_some(),
            _ => false,
        };
        if done {
            let deed = task.deed.clone();
            // This fails only if the recording is full.
            if let Err(error) = self.session.act(Act::Did { deed }) {
                self.notices.say(error.to_string());
            }
        }
    }

    /// Returns the level after a completed lesson: the next lesson, or the first round of the game after the
    /// last one. `None` if this is no lesson of the school or it is not completed.
    pub fn after_lesson(&self) -> Option<String> {
        if !self.session.round.is_lesson_done() {
            return None;
        }
        let entries = self.files.levels.entries();
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

    /// True if there are no results on this machine, so that the player may be new.
    pub fn is_new_player(&self) -> bool {
        self.rounds
            .best
            .as_ref()
            .is_some_and(|best| best.is_empty())
    }
}

//! Reloads the current level's file: the running scene follows it or restarts.

use std::sync::Arc;
use std::time::Duration;

use crate::app::input::Command;
use crate::app::screens::{Play, Screen};
use crate::app::state::AppState;
use crate::app::state::loading::{Purpose, load_level};
use crate::app::watch::Watch;
use crate::console;
use crate::game::Round;
use crate::level::{Level, Mode};

impl AppState {
    /// Reads the level file again; if it is broken, the last valid level continues.
    pub(super) fn reload(&mut self) {
        // A recording has its own level, and a load that the player waits for comes first.
        let session = &self.session;
        let has_file = !(session.source.is_empty() || session.is_in_no_file);
        let has_file = has_file && !session.is_of_recording();
        if !has_file || self.is_waiting() {
            return;
        }
        if self.rounds.contest.is_some() {
            self.notices.say("in a contest the level cannot change");
            return;
        }
        self.files.watch = Watch::new(&self.files.library, &self.session.source);
        self.files.library.forget_models();
        let library = Arc::clone(&self.files.library);
        let source = self.session.source.clone();
        let options = self.session.options_with_seed(self.session.seed());
        let name = self.session.level.name.clone();
        self.load(&name, Purpose::Reload, None, move || {
            load_level(&library, &source, options)
        });
    }

    /// Continues with the level as its file is now.
    pub(super) fn put_reloaded(
        &mut self,
        level: Level,
        text: Arc<str>,
        round: Round,
    ) -> Option<Box<dyn Screen>> {
        if self.session.playing && self.follows_in_place(&level, &text) {
            return None;
        }
        self.keep_scene_now(Duration::ZERO);
        let back = self.session.replace_level(level, text, round);
        self.reloaded(back)
    }

    /// Lets the running scene follow its file. Returns false if the scene must restart: the file is
    /// unchanged, a score is counted, or the changes are too large.
    fn follows_in_place(&mut self, level: &Level, text: &Arc<str>) -> bool {
        let is_free = self.session.round.mode() == Mode::Free;
        if !is_free || *level == self.session.file_level {
            return false;
        }
        let library = Arc::clone(self.session.library(&self.files.library));
        if !self.session.follow_file(level, Arc::clone(text), &library) {
            return false;
        }
        self.notices.error = None;
        self.report.reloads += 1;
        self.sandbox.panels.look_again();
        let text = format!("{}: reloaded from file", self.session.level.name);
        console::warn(&text);
        self.notices.say(text);
        true
    }

    /// Finishes a reload, after which a player's round restarts. If `back` is true, undo can restore the
    /// earlier scene.
    fn reloaded(&mut self, back: bool) -> Option<Box<dyn Screen>> {
        self.notices.error = None;
        self.report.reloads += 1;
        let name = &self.session.level.name;
        let undo = self.settings.keys.shown(Command::Undo);
        let text = match back {
            true => format!("{name}: reloaded; {undo} brings back the scene as it was"),
            false => format!("{name}: reloaded"),
        };
        console::warn(&text);
        self.notices.say(text);
        if !self.session.playing {
            return None;
        }
        self.record_round();
        Some(Box::new(Play))
    }
}

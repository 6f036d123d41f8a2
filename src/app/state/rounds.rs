//! Rounds as they come and go: begun, taken over from a recording, recorded, and compared with the best.

use crate::arena::Controls;

use crate::app::camera::CameraKind;
use crate::app::params::WHEEL_SECONDS;
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::app::tapes;
use crate::app::watch::Watch;
use crate::arena::Views;
use crate::console;
use crate::game::tape::{NoWheel, Player, Tape, TapeError};
use crate::game::{BestKey, BestResult, RoundOptions, RoundPhase};
use crate::level::{LevelError, Library, name_and_mode};

impl AppState {
    /// Shows another level's round driven by computers only, behind the title.
    ///
    /// # Errors
    /// What is wrong with the level; what was shown goes on.
    pub fn show_level(&mut self, source: &str) -> Result<(), LevelError> {
        let options = RoundOptions {
            seed: self.next_seed,
            humans: 0,
            difficulty: self.difficulty,
            ..RoundOptions::default()
        };
        let watch = Watch::new(&self.library, source);
        self.session = Session::load(&self.library, source, options, CameraKind::Orbit)?;
        self.watch = watch;
        self.playing = false;
        Ok(())
    }

    /// After a recording: its level, or else the first one that comes with the game, is shown behind lists.
    pub fn show_known_level(&mut self) {
        let mut known = self.library.levels().into_iter().map(|entry| entry.source);
        let (session, library) = (&self.session, &self.library);
        // What a recording calls its level is no name of a file.
        let is_shown = |source: &String| match session.is_of_recording() {
            true => is_called(library, source, &session.level.name),
            false => *source == session.source,
        };
        let source = known.find(is_shown);
        let source = source.unwrap_or_else(|| "classic".to_owned());
        if let Err(error) = self.show_level(&source) {
            self.error = Some(error);
        }
    }

    /// Begins a round with the players at this screen.
    ///
    /// # Errors
    /// What is wrong with the level; what was shown goes on.
    pub fn begin(&mut self, source: &str) -> Result<(), LevelError> {
        let options = RoundOptions {
            seed: self.next_seed,
            humans: self.seats.count(),
            difficulty: self.difficulty,
            mode: self.mode,
            ..RoundOptions::default()
        };
        let watch = Watch::new(&self.library, source);
        self.session = Session::load(&self.library, source, options, self.camera)?;
        self.watch = watch;
        self.begun();
        let (people, room) = (self.seats.count(), self.session.humans());
        if people > room {
            let name = &self.session.level.name;
            self.say(format!(
                "{name} has room for {room} at this screen: {}",
                who_watches(room, people)
            ));
        }
        Ok(())
    }

    /// Begins the same level again.
    pub fn restart(&mut self) {
        let seed = self.next_seed;
        match self.session.restart(&self.library, seed) {
            Ok(()) => self.begun(),
            Err(error) => self.error = Some(error),
        }
    }

    fn begun(&mut self) {
        self.next_seed = self.next_seed.wrapping_add(1);
        self.playing = true;
        self.error = None;
        self.report.rounds += 1;
        self.session.camera.kind = self.camera;
        self.session.camera.shaking = self.settings.camera_shake;
        self.record_round();
        self.show_ghost();
    }

    /// Shows the best round of the level as a ghost, if that is wanted and there is one; it begins with
    /// the round.
    fn show_ghost(&mut self) {
        // One who took a wheel drives beside what was recorded.
        let origin = || self.session.origin().cloned();
        let best = || origin().or_else(|| tapes::best(&self.best_key()));
        let tape = self.ghost.then(best).flatten();
        // One that can no longer be played is none.
        let player = tape.and_then(|tape| Player::new(tape).ok());
        self.session.set_ghost(player);
    }

    /// Switches the ghost on or off.
    pub(super) fn change_ghost(&mut self) {
        self.ghost = !self.ghost;
        if self.session.guide().is_none() && self.playing {
            self.show_ghost();
        }
        let said = match (self.ghost, self.session.ghost().is_some() || !self.playing) {
            (true, true) if self.session.guide().is_some() => "ghost: from your next round on",
            (true, true) if self.session.origin().is_some() => "ghost: as it was recorded",
            (true, true) => "ghost: your best round here drives along",
            (true, false) => "ghost: there is no best round of this level, mode and strength yet",
            (false, _) => "ghost: off",
        };
        self.say(said);
    }

    /// Notes the round that has just begun.
    fn record_round(&mut self) {
        self.session.record(&self.library);
    }

    /// Shows a recording.
    ///
    /// # Errors
    /// Why it cannot be played; what was shown goes on.
    pub fn show_recording(&mut self, tape: Tape) -> Result<(), TapeError> {
        let player = Player::new(tape)?;
        self.session = Session::of_recording(player, self.camera);
        self.playing = false;
        self.error = None;
        Ok(())
    }

    /// From where the recording is the players at this screen drive on.
    ///
    /// # Errors
    /// Why they cannot; the recording is shown on.
    pub fn take_wheel(&mut self) -> Result<(), NoWheel> {
        self.session.take_wheel(self.seats.count())?;
        self.playing = true;
        self.report.rounds += 1;
        let session = &mut self.session;
        session.camera.kind = self.camera;
        session.camera.shaking = self.settings.camera_shake;
        session.camera.cut();
        session.follow(0.0);
        self.views = Views {
            tree_level: self.views.tree_level,
            ..Views::default()
        };
        // In the countdown there is time enough.
        let counts = matches!(session.round.phase(), RoundPhase::Countdown { .. });
        self.wait = if counts { 0.0 } else { WHEEL_SECONDS };
        if session.ghost().is_none() {
            self.show_ghost();
        }
        // Why they could not a moment ago does not matter any longer.
        self.message = None;
        if self.session.absent() > 0 {
            self.say("the players who are not here drive as they were recorded");
        }
        Ok(())
    }

    /// Whether a round that was taken over still stands, so that hands find the keys: until somebody
    /// drives, or for a moment.
    pub fn waits(&mut self, seconds: f32) -> bool {
        let driven = self
            .held_controls()
            .iter()
            .any(|one| *one != Controls::default());
        self.wait = if driven {
            0.0
        } else {
            (self.wait - seconds).max(0.0)
        };
        self.wait > 0.0
    }

    /// Reads the level file again; if it is broken, the last good one goes on. Says whether the
    /// round began anew.
    pub(super) fn reload(&mut self) -> bool {
        if self.session.is_of_recording() {
            // It has its own level.
            return false;
        }
        self.watch = Watch::new(&self.library, &self.session.source);
        match self.session.reload(&self.library) {
            Ok(()) => {
                self.error = None;
                if self.playing {
                    self.record_round();
                }
                self.report.reloads += 1;
                let text = format!("{}: reloaded", self.session.level.name);
                console::warn(&text);
                self.say(text);
                true
            }
            Err(error) => {
                self.report.refused += 1;
                console::warn(&error.to_string());
                self.error = Some(error);
                false
            }
        }
    }

    /// The results that one of the level being shown is compared with.
    fn best_key(&self) -> BestKey {
        BestKey {
            level: self.session.fingerprint.clone(),
            mode: self.session.round.mode(),
            difficulty: self.session.round.options().difficulty,
        }
    }

    /// The best total of the level being shown, counted alike against drivers of the same strength.
    pub fn best_total(&self) -> Option<u32> {
        Some(self.best.as_ref()?.best(&self.best_key())?.total)
    }

    /// The best of the level being shown by the rules of the first version, in words.
    pub fn old_words(&self) -> Option<String> {
        let old = self.best.as_ref()?.old_best(&self.session.source)?;
        Some(format!("by the old rules you had {} crashes", old.crashes))
    }

    /// What became of the round that is over: its result is noted if it may count.
    pub fn record(&mut self) -> Verdict {
        let before = self.best_total();
        let result = BestResult {
            total: self.session.round.score().total,
            seed: self.session.seed(),
        };
        let tape = self.session.recording();
        if let Some(Err(error)) = tape.as_ref().map(tapes::keep) {
            self.say(error.to_string());
        }
        if let Some(at) = self.session.taken_at() {
            return Verdict::TakenOver { at };
        }
        if self.session.is_altered() {
            return Verdict::Altered;
        }
        let key = self.best_key();
        let Some(best) = &mut self.best else {
            return Verdict::Behind(before);
        };
        if !best.record(&key, result) {
            return Verdict::Behind(before);
        }
        let saved = best.save();
        // Another game may have saved a better one.
        let now = best.best(&key);
        if let Err(error) = saved {
            self.say(error.to_string());
        }
        if now == Some(result) {
            if let Some(Err(error)) = tape.map(|tape| tapes::keep_best(&tape, &key)) {
                self.say(error.to_string());
            }
            Verdict::Best { before }
        } else {
            Verdict::Behind(now.map(|best| best.total))
        }
    }
}

/// Whether the level of a library that is loaded by `source` has a name.
fn is_called(library: &Library, source: &str, name: &str) -> bool {
    let text = library.read_level(source).ok().map(|(_, text)| text);
    let known = text.and_then(|text| name_and_mode(&text));
    known.is_some_and(|(known, _)| known == name)
}

/// What became of the result of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is the best one; the best before, if there was one.
    Best {
        /// The total of the best before.
        before: Option<u32>,
    },
    /// It is not; the best one, if there is one.
    Behind(Option<u32>),
    /// It goes on from a recording after so many steps: it counts for no best.
    TakenOver {
        /// After so many steps.
        at: u64,
    },
    /// The round was slowed down, sped up or stepped by hand: it counts for no best.
    Altered,
}

/// Which of so many people have no car where there are cars for `room` of them, in words.
fn who_watches(room: usize, people: usize) -> String {
    let numbers: Vec<String> = (room + 1..=people).map(|one| one.to_string()).collect();
    let all = console::and(&numbers);
    match numbers.len() {
        1 => format!("player {all} watches"),
        _ => format!("players {all} watch"),
    }
}

#[cfg(test)]
mod tests {
    use super::who_watches;

    #[test]
    fn everybody_without_a_car_is_named() {
        assert_eq!(who_watches(2, 3), "player 3 watches");
        assert_eq!(who_watches(2, 4), "players 3 and 4 watch");
        assert_eq!(who_watches(1, 4), "players 2, 3 and 4 watch");
    }
}

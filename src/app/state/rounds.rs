//! Rounds as they come and go: begun, taken over from a recording, recorded, and compared with the best.

use std::time::Duration;

use crate::app::input::Command;
use crate::app::params::{LOADING_GRACE, WHEEL_SECONDS};
use crate::app::state::AppState;
use crate::app::tapes;
use crate::app::task::Task;
use crate::console;
use crate::game::tape::{NoWheel, Player};
use crate::game::{BestKey, BestResult, RoundPhase, is_task_done};
use crate::level::Mode;

impl AppState {
    /// The next round is as its level was meant.
    pub fn as_meant(&mut self) {
        (self.mode, self.teams) = (None, false);
    }

    /// People for whom the level has no car are told so.
    pub(super) fn tell_who_watches(&mut self) {
        let (people, room) = (self.seats.count(), self.session.level.player_slots());
        if room == 0 {
            let keys = &self.settings.keys;
            self.say(format!(
                "WASD and the arrows fly  ·  the mouse takes hold and throws  ·  {} builds  ·  {} help",
                keys.shown(Command::Panels),
                keys.shown(Command::Help)
            ));
        } else if people > room {
            let name = &self.session.level.name;
            self.say(format!(
                "{name} has room for {room} at this screen: {}",
                who_watches(room, people)
            ));
        }
    }

    /// A round with players has just begun.
    pub(super) fn begun(&mut self) {
        self.next_seed = self.next_seed.wrapping_add(1);
        self.substitutes.forget();
        self.playing = true;
        self.error = None;
        self.report.rounds += 1;
        if self.session.round.mode() == Mode::Lesson {
            // What a lesson is to open is not open yet.
            self.views.off();
            (self.magnifies, self.hand.wanted) = (false, false);
        }
        if self.session.own().is_none() {
            self.session.place_free_camera();
        }
        self.play_camera();
        self.dress_cars();
        self.record_round();
        self.show_ghost();
    }

    /// Shows the best round of the level as a ghost, if that is wanted and there is one; it begins with
    /// the round.
    fn show_ghost(&mut self) {
        self.session.set_ghost(None);
        // One who took a wheel drives beside what was recorded.
        let (origin, key) = (self.session.origin().cloned(), self.best_key());
        // One that can no longer be played is none.
        let read = move || Player::new(origin.or_else(|| tapes::best(&key))?).ok();
        self.ghost_task = self.ghost.then(|| Task::new(read));
        self.ghost_arrived(LOADING_GRACE);
    }

    /// Shows the ghost if it has been read by now, or will be so soon.
    pub(super) fn ghost_arrived(&mut self, longest: Duration) {
        let read = self.ghost_task.as_mut();
        if let Some(ghost) = read.and_then(|task| task.take_within(longest)) {
            self.ghost_task = None;
            self.session.set_ghost(ghost);
        }
    }

    /// Switches the ghost on or off.
    pub(super) fn change_ghost(&mut self) {
        self.ghost = !self.ghost;
        if self.session.guide().is_none() && self.playing {
            self.show_ghost();
        }
        let shown = self.session.ghost().is_some() || self.ghost_task.is_some();
        let said = match (self.ghost, shown || !self.playing) {
            (true, true) if self.session.guide().is_some() => "ghost: from your next round on",
            (true, true) if self.session.origin().is_some() => "ghost: as it was recorded",
            (true, true) => "ghost: your best round here drives along",
            (true, false) => "ghost: there is no best round of this level, mode and strength yet",
            (false, _) => "ghost: off",
        };
        self.say(said);
    }

    /// Notes the round that has just begun.
    pub(super) fn record_round(&mut self) {
        self.session.record(&self.library);
    }

    /// Keeps the recording of the round so far, and says where.
    pub fn keep_recording(&mut self) {
        let tape = self.session.recording();
        let said = match tape.map(|tape| (tape.steps() > 0).then(|| tapes::keep(&tape))) {
            Some(None) => "nothing has happened yet that could be kept".to_owned(),
            Some(Some(Ok(path))) => format!("recording kept: {}", path.display()),
            Some(Some(Err(error))) => error.to_string(),
            None => "this round is not recorded".to_owned(),
        };
        console::warn(&said);
        self.say(said);
    }

    /// From where the recording is the players at this screen drive on.
    ///
    /// # Errors
    /// Why they cannot; the recording is shown on.
    pub fn take_wheel(&mut self) -> Result<(), NoWheel> {
        self.session.take_wheel(self.seats.count())?;
        self.playing = true;
        self.contest = None;
        self.report.rounds += 1;
        self.play_camera();
        let session = &mut self.session;
        session.all_sights().for_each(|sight| sight.camera.cut());
        session.follow(0.0);
        self.views.off();
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
        let driven = self.somebody_drives();
        self.wait = if driven {
            0.0
        } else {
            (self.wait - seconds).max(0.0)
        };
        self.wait > 0.0
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

    /// The best of the level being shown by the rules of an earlier version, in words.
    pub fn old_words(&self) -> Option<String> {
        let best = self.best.as_ref()?;
        if let Some(earlier) = best.earlier_best(&self.best_key()) {
            let unit = self.session.round.mode().unit(earlier.total);
            return Some(format!(
                "by the earlier rules you had {} {unit}",
                earlier.total
            ));
        }
        let old = best.old_best(&self.session.source)?;
        Some(format!("by the old rules you had {} crashes", old.crashes))
    }

    /// What became of the round that is over: its result is noted if it may count.
    pub fn record(&mut self) -> Verdict {
        if self.session.round.mode() == Mode::Lesson {
            // To know what comes next, also where no title was shown before.
            self.levels.look(&self.library, false);
        }
        let before = self.best_total();
        let result = BestResult {
            total: self.session.round.score().total,
            seed: self.session.seed(),
        };
        let tape = self.session.recording();
        if let Some(Err(error)) = tape.as_ref().map(tapes::keep) {
            self.say(error.to_string());
        }
        self.note_contest(!self.session.is_altered());
        let taken = self.session.taken_at();
        if let Some(at) = taken.filter(|_| !self.session.may_interfere()) {
            return Verdict::TakenOver { at };
        }
        if self.session.is_altered() {
            return Verdict::Altered;
        }
        let key = self.best_key();
        let round = &self.session.round;
        let spec = round.level().medals_of(round.mode());
        let task = spec.and_then(|spec| spec.task);
        let did_task = task.is_some_and(|task| is_task_done(&task, round.score()));
        let Some(best) = &mut self.best else {
            return Verdict::Behind(before);
        };
        let new_task = did_task && best.record_task(&key);
        if !best.record(&key, result) {
            if new_task && let Err(error) = best.save() {
                self.say(error.to_string());
            }
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

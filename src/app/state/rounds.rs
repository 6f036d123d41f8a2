//! Rounds: begun, taken over from a recording, recorded, and compared with the best result.

use std::time::Duration;

use crate::app::input::Command;
use crate::app::params::{LOADING_GRACE, WHEEL_SECONDS};
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::app::state::contest::Contest;
use crate::app::tapes;
use crate::app::task::Task;
use crate::console;
use crate::game::tape::{NoWheel, Player};
use crate::game::{BestKey, BestResult, BestScores, Difficulty, RoundPhase, is_task_done};
use crate::level::Mode;

/// The next rounds, the contest to which they belong, and the results.
pub struct Rounds {
    pub best: Option<BestScores>,
    /// The finished round to return to after its recording was watched.
    pub(super) finished: Option<Box<Session>>,
    /// The cup or daily round being played.
    pub contest: Option<Contest>,
    /// The computer's skill, from the next round on.
    pub difficulty: Difficulty,
    /// The mode of the next rounds; `None` for the level's own.
    pub mode: Option<Mode>,
    /// True if the next round has two teams, where the level permits it.
    pub teams: bool,
    /// The seed of the next round.
    pub next_seed: u64,
    /// The level on the title screen when the list of recordings was opened.
    pub listed_from: Option<String>,
}

impl Rounds {
    /// Creates the options of the first round.
    pub(super) fn new(best: Option<BestScores>, difficulty: Difficulty, seed: u64) -> Self {
        Rounds {
            best,
            finished: None,
            contest: None,
            difficulty,
            mode: None,
            teams: false,
            next_seed: seed,
            listed_from: None,
        }
    }
}

impl AppState {
    /// Resets mode and teams, so that the next round follows its level.
    pub fn as_meant(&mut self) {
        (self.rounds.mode, self.rounds.teams) = (None, false);
    }

    /// Tells the players without a car that they only watch.
    pub(super) fn tell_who_watches(&mut self) {
        let (people, room) = (
            self.players.seats.count(),
            self.session.level.player_slots(),
        );
        if room == 0 {
            let keys = &self.settings.keys;
            self.notices.say(format!(
                "WASD and the arrows fly  ·  the mouse takes hold and throws  ·  {} builds  ·  {} help",
                keys.shown(Command::Panels),
                keys.shown(Command::Help)
            ));
        } else if people > room {
            let name = &self.session.level.name;
            self.notices.say(format!(
                "{name} has room for {room} at this screen: {}",
                who_watches(room, people)
            ));
        }
    }

    /// Prepares a round with players that has just begun.
    pub(super) fn begun(&mut self) {
        self.rounds.next_seed = self.rounds.next_seed.wrapping_add(1);
        self.players.substitutes.forget();
        self.session.playing = true;
        self.notices.error = None;
        self.report.rounds += 1;
        if self.session.round.mode() == Mode::Lesson {
            // The lesson will ask the player to open these, so they start closed.
            self.display.views.off();
            (self.display.magnifies, self.sandbox.hand.wanted) = (false, false);
        }
        if self.session.own().is_none() {
            self.session.place_free_camera();
        }
        self.play_camera();
        self.dress_cars();
        self.record_round();
        self.show_ghost();
    }

    /// Loads the best round of the level as a ghost, if ghosts are on and there is one; it starts with the
    /// round.
    fn show_ghost(&mut self) {
        self.session.set_ghost(None);
        // After a take-over, the ghost is the original recording.
        let (origin, key) = (self.session.origin().cloned(), self.best_key());
        // A recording that can no longer be played gives no ghost.
        let read = move || Player::new(origin.or_else(|| tapes::best(&key))?).ok();
        self.files.ghost_task = self.display.ghost.then(|| Task::new(read));
        self.ghost_arrived(LOADING_GRACE);
    }

    /// Shows the ghost once it is read; waits at most `longest`.
    pub(super) fn ghost_arrived(&mut self, longest: Duration) {
        let read = self.files.ghost_task.as_mut();
        if let Some(ghost) = read.and_then(|task| task.take_within(longest)) {
            self.files.ghost_task = None;
            self.session.set_ghost(ghost);
        }
    }

    /// Switches the ghost on or off.
    pub(super) fn change_ghost(&mut self) {
        self.display.ghost = !self.display.ghost;
        if self.session.guide().is_none() && self.session.playing {
            self.show_ghost();
        }
        let shown = self.session.ghost().is_some() || self.files.ghost_task.is_some();
        let said = match (self.display.ghost, shown || !self.session.playing) {
            (true, true) if self.session.guide().is_some() => "ghost: from your next round on",
            (true, true) if self.session.origin().is_some() => "ghost: as it was recorded",
            (true, true) => "ghost: your best round here drives along",
            (true, false) => "no ghost yet: finish a round at this difficulty",
            (false, _) => "ghost: off",
        };
        self.notices.say(said);
    }

    /// Starts recording the round that has just begun.
    pub(super) fn record_round(&mut self) {
        self.session.record(&self.files.library);
    }

    /// Saves the recording of the round so far, and shows its path.
    pub fn keep_recording(&mut self) {
        let tape = self.session.recording();
        let said = match tape.map(|tape| (tape.steps() > 0).then(|| tapes::keep(&tape))) {
            Some(None) => "there is nothing to keep yet".to_owned(),
            Some(Some(Ok(path))) => format!("recording kept: {}", path.display()),
            Some(Some(Err(error))) => error.to_string(),
            None => "this round is not recorded".to_owned(),
        };
        console::warn(&said);
        self.notices.say(said);
    }

    /// Lets the local players drive on from the current moment of the recording.
    ///
    /// # Errors
    /// [`NoWheel`] with the reason; the recording then continues.
    pub fn take_wheel(&mut self) -> Result<(), NoWheel> {
        self.session.take_wheel(self.players.seats.count())?;
        self.session.playing = true;
        self.rounds.contest = None;
        self.report.rounds += 1;
        self.play_camera();
        let session = &mut self.session;
        session.all_sights().for_each(|sight| sight.camera.cut());
        session.follow(0.0);
        self.display.views.off();
        // A countdown gives the players time enough.
        let counts = matches!(session.round.phase(), RoundPhase::Countdown { .. });
        self.players.wait = if counts { 0.0 } else { WHEEL_SECONDS };
        if session.ghost().is_none() {
            self.show_ghost();
        }
        // An earlier refusal no longer matters.
        self.notices.message = None;
        if self.session.absent() > 0 {
            self.notices
                .say("the players who are not here drive as they were recorded");
        }
        Ok(())
    }

    /// True while a taken-over round is held still, so that players find their keys: until one of them
    /// drives, or for a short time.
    pub fn waits(&mut self, seconds: f32) -> bool {
        let driven = self.somebody_drives();
        self.players.wait = if driven {
            0.0
        } else {
            (self.players.wait - seconds).max(0.0)
        };
        self.players.wait > 0.0
    }

    /// Returns the key of the results with which this round is compared.
    fn best_key(&self) -> BestKey {
        BestKey {
            level: self.session.fingerprint.clone(),
            mode: self.session.round.mode(),
            difficulty: self.session.round.options().difficulty,
        }
    }

    /// Returns the best total of the current level, mode and difficulty.
    pub fn best_total(&self) -> Option<u32> {
        Some(self.rounds.best.as_ref()?.best(&self.best_key())?.total)
    }

    /// Returns the best result of the level under the rules of an earlier version, in words.
    pub fn old_words(&self) -> Option<String> {
        let best = self.rounds.best.as_ref()?;
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

    /// Records the result of a finished round, if it counts.
    pub fn record(&mut self) -> Verdict {
        if self.session.round.mode() == Mode::Lesson {
            // The list shows the next lesson, even if the title screen was never open.
            self.files.levels.look(&self.files.library, false);
        }
        let before = self.best_total();
        let result = BestResult {
            total: self.session.round.score().total,
            seed: self.session.seed(),
        };
        let tape = self.session.recording();
        if let Some(Err(error)) = tape.as_ref().map(tapes::keep) {
            self.notices.say(error.to_string());
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
        let Some(best) = &mut self.rounds.best else {
            return Verdict::Behind(before);
        };
        let new_task = did_task && best.record_task(&key);
        if !best.record(&key, result) {
            if new_task && let Err(error) = best.save() {
                self.notices.say(error.to_string());
            }
            return Verdict::Behind(before);
        }
        let saved = best.save();
        // Another running game may have saved a better result.
        let now = best.best(&key);
        if let Err(error) = saved {
            self.notices.say(error.to_string());
        }
        if now == Some(result) {
            if let Some(Err(error)) = tape.map(|tape| tapes::keep_best(&tape, &key)) {
                self.notices.say(error.to_string());
            }
            Verdict::Best { before }
        } else {
            Verdict::Behind(now.map(|best| best.total))
        }
    }
}

/// The rank of a round's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// A new best result.
    Best {
        /// The previous best total.
        before: Option<u32>,
    },
    /// Not the best; the best total, if there is one.
    Behind(Option<u32>),
    /// The round continues a recording, so it counts for no best result.
    TakenOver {
        /// The number of steps before the take-over.
        at: u64,
    },
    /// Time was slowed, sped up or stepped by hand, so the round counts for no best result.
    Altered,
}

/// Returns the players who have no car if the level has cars for `room` of `people`, in words.
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

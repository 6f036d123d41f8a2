//! The arrival of a load: the level or recording comes on screen, and a round with players begins.

use std::sync::Arc;
use std::time::Duration;

use crate::app::camera::CameraKind;
use crate::app::grip::Hand;
use crate::app::input::Command;
use crate::app::panels::Panels;
use crate::app::params::ORBIT_ASIDE;
use crate::app::report::RunReport;
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::state::cameras::play_camera;
use crate::app::state::contest::dress_cars;
use crate::app::state::display::Display;
use crate::app::state::files::{Arrived, Files};
use crate::app::state::keeping::{Keeping, take_unsaved};
use crate::app::state::loading::{Choice, LoadError, Loaded, Purpose, Refusal};
use crate::app::state::messages::Goal;
use crate::app::state::notices::Notices;
use crate::app::state::players::Players;
use crate::app::state::recording::{record_round, show_ghost};
use crate::app::state::rounds::Rounds;
use crate::app::words::{NoticeWords, fill};
use crate::console;
use crate::game::Round;
use crate::level::{Level, Mode};

/// The parts that change when a load arrives.
pub struct Arrival<'a> {
    pub session: &'a mut Session,
    pub players: &'a mut Players,
    pub settings: &'a AppSettings,
    pub display: &'a mut Display,
    pub hand: &'a mut Hand,
    pub panels: &'a mut Panels,
    pub keeping: &'a mut Keeping,
    pub rounds: &'a mut Rounds,
    pub notices: &'a mut Notices,
    pub files: &'a mut Files,
    pub report: &'a mut RunReport,
}

impl Arrival<'_> {
    /// Shows a finished load, for which a frame waits only a moment.
    ///
    /// # Errors
    /// [`Refusal`] if the load failed; the current picture stays.
    pub fn arrived(&mut self) -> Result<Option<Goal>, Refusal> {
        self.arrived_within(self.files.grace())
    }

    /// Like [`Arrival::arrived`], but waits at most `longest`.
    ///
    /// # Errors
    /// As [`Arrival::arrived`].
    pub fn arrived_within(&mut self, longest: Duration) -> Result<Option<Goal>, Refusal> {
        let arrived = self.files.take_arrived(longest)?;
        Ok(arrived.and_then(
            |Arrived {
                 purpose,
                 loaded,
                 goal,
             }| self.put(purpose, loaded).or(goal),
        ))
    }

    /// Shows a loaded object. Returns the screen to open, if the purpose determines it.
    fn put(&mut self, purpose: Purpose, loaded: Loaded) -> Option<Goal> {
        let camera = self.display.cameras[0];
        match (purpose, loaded) {
            (Purpose::Behind(choice), Loaded::Level(level, text, round)) => {
                self.put_level(choice, *level, text, *round, CameraKind::Orbit);
                self.session.orbit_things(ORBIT_ASIDE);
            }
            (Purpose::Round(choice), Loaded::Level(level, text, round)) => {
                self.put_level(choice, *level, text, *round, camera);
                self.begun();
                self.tell_who_watches();
            }
            (Purpose::Unsaved(choice, scene, slot), Loaded::Level(level, text, round)) => {
                self.put_level(choice, *level, text, *round, camera);
                self.begun();
                take_unsaved(self.session, &self.files.library, *scene, slot);
            }
            (Purpose::Reload, Loaded::Level(level, text, round)) => {
                return self.put_reloaded(*level, text, *round);
            }
            (Purpose::Restart(options), Loaded::Round(round)) => {
                self.keep_scene_now();
                let back = self.session.begin_again(*round, options);
                self.begun();
                if back {
                    let keys = self.settings.key_names().shown(Command::Undo);
                    let text = self.notices.words().restarts;
                    self.notices.say(fill(text, &[("key", &keys)]));
                }
            }
            (Purpose::Recording, Loaded::Recording(player, other)) => {
                self.files.ghost_task = None;
                let recorded = Session::of_recording(*player, camera);
                let before = std::mem::replace(self.session, recorded);
                self.rounds.finished = before.playing.then(|| Box::new(before));
                self.session.set_ghost(other.map(|other| *other));
                self.notices.error = None;
            }
            // No other combination is loaded.
            _ => {}
        }
        None
    }

    fn put_level(
        &mut self,
        choice: Choice,
        level: Level,
        text: Arc<str>,
        round: Round,
        camera: CameraKind,
    ) {
        self.rounds.finished = None;
        let Choice {
            source,
            options,
            watch,
        } = choice;
        self.files.ghost_task = None;
        *self.session = Session::new(source, level, round, options, camera);
        // The player has no file of a passing level: saving asks for a name.
        let passes = self.files.is_passing(&self.session.source);
        self.session.file_text = (!passes).then_some(text);
        self.files.watch = watch;
    }

    /// Prepares a round with players that has just begun.
    fn begun(&mut self) {
        self.rounds.next_seed = self.rounds.next_seed.wrapping_add(1);
        self.players.substitutes.forget();
        self.session.playing = true;
        self.notices.error = None;
        self.report.rounds += 1;
        if self.session.round.mode() == Mode::Lesson {
            // The lesson will ask the player to open these, so they start closed.
            self.display.views.off();
            (self.display.magnifies, self.hand.wanted) = (false, false);
        }
        if self.session.own().is_none() {
            self.session.place_free_camera();
        }
        play_camera(self.session, self.display, self.settings);
        dress_cars(self.session, self.rounds.contest.as_ref(), self.settings);
        record_round(self.session, &self.files.library);
        show_ghost(self.display, self.session, self.files);
    }

    /// Tells the players without a car that they only watch.
    fn tell_who_watches(&mut self) {
        let people = self.players.seats.count();
        let room = self.session.level.player_slots();
        if room == 0 {
            let keys = self.settings.key_names();
            let (panels, help) = (keys.shown(Command::Panels), keys.shown(Command::Help));
            let text = self.notices.words().fly;
            self.notices
                .say(fill(text, &[("panels", &panels), ("help", &help)]));
        } else if people > room {
            let name = &self.session.level.name;
            let said = who_watches(self.notices.words(), name, room, people);
            self.notices.say(said);
        }
    }

    /// Starts a backup of the scene that is about to be replaced.
    fn keep_scene_now(&mut self) {
        let library = &self.files.library;
        (self.keeping).keep_scene_now(self.session, library, self.notices, Duration::ZERO);
    }

    /// Continues with the level as its file is now.
    fn put_reloaded(&mut self, level: Level, text: Arc<str>, round: Round) -> Option<Goal> {
        if self.session.playing && self.follows_in_place(&level, &text) {
            return None;
        }
        self.keep_scene_now();
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
        self.panels.look_again();
        let name = &self.session.file_level.name;
        let text = fill(self.notices.words().reloaded, &[("name", name)]);
        console::warn(&text);
        self.notices.say(text);
        true
    }

    /// Finishes a reload, after which a player's round restarts. If `back` is true, undo can restore the
    /// earlier scene.
    fn reloaded(&mut self, back: bool) -> Option<Goal> {
        self.notices.error = None;
        self.report.reloads += 1;
        let name = &self.session.level.name;
        let undo = self.settings.key_names().shown(Command::Undo);
        let words = self.notices.words();
        let text = match back {
            true => fill(words.reloaded_back, &[("name", name), ("key", &undo)]),
            false => fill(words.reloaded, &[("name", name)]),
        };
        console::warn(&text);
        self.notices.say(text);
        if !self.session.playing {
            return None;
        }
        record_round(self.session, &self.files.library);
        Some(Goal::Play)
    }

    /// Shows the player the error of a failed load.
    pub fn refuse(&mut self, refusal: Refusal) {
        let Refusal { purpose, error } = refusal;
        match (*purpose, error) {
            (Purpose::Behind(choice), LoadError::Level(error)) => {
                self.files.levels.refuse(&choice.source, &error);
            }
            (Purpose::Reload, LoadError::Level(error)) => {
                self.report.refused += 1;
                console::warn(&error.to_string());
                self.notices.error = Some(error);
            }
            (_, LoadError::Level(error)) => self.notices.error = Some(error),
            (_, LoadError::Recording(error)) => self.notices.say(error.to_string()),
        }
    }
}

/// Returns the players who have no car if the level has cars for `room` of `people`, in words.
fn who_watches(words: &NoticeWords, level: &str, room: usize, people: usize) -> String {
    let numbers: Vec<String> = (room + 1..=people).map(|one| one.to_string()).collect();
    let text = match numbers.len() {
        1 => words.room_for,
        _ => words.room_for_more,
    };
    let who = numbers.join(", ");
    fill(text, &[("level", &level), ("room", &room), ("who", &who)])
}

#[cfg(test)]
mod tests {
    use super::who_watches;
    use crate::app::words::Language;

    #[test]
    fn everybody_without_a_car_is_named() {
        let said = |room, people| {
            let words = &Language::English.words().notices;
            who_watches(words, "Ice", room, people)
        };
        let room = "has room for 2 at this screen";
        assert_eq!(said(2, 3), format!("Ice {room}: player 3 watches"));
        assert_eq!(said(2, 4), format!("Ice {room}: players 3, 4 watch"));
    }
}

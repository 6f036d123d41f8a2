//! Loading on a task beside the game: a level to show, play or restart, or a recording.

use std::sync::Arc;
use std::time::Duration;

use crate::app::camera::CameraKind;
use crate::app::input::{Command, Presses};
use crate::app::params::{LOADING_GRACE, LOADING_TOLD};
use crate::app::screens::Screen;
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::app::task::{Lane, Task};
use crate::app::unsaved::{SceneSlot, Unsaved};
use crate::app::watch::Watch;
use crate::console;
use crate::game::tape::{Player, Tape, TapeError};
use crate::game::{Round, RoundOptions};
use crate::level::{self, Level, LevelError, Library, PlacedArena, name_and_mode};

/// A load in progress.
pub struct Loading {
    /// The name shown to the player.
    name: String,
    /// The time since the load began, in seconds.
    seconds: f32,
    purpose: Purpose,
    /// The screen to open once it is loaded.
    screen: Option<Box<dyn Screen>>,
    task: Task<Result<Loaded, LoadError>>,
}

/// The purpose of a load.
pub(super) enum Purpose {
    /// Show the level behind a list.
    Behind(Choice),
    /// Play the level.
    Round(Choice),
    /// Replace the session's level, because its file was saved.
    Reload,
    /// Restart the session's round.
    Restart(RoundOptions),
    Recording,
    /// Continue a scene that was left unsaved.
    Unsaved(Choice, Box<Unsaved>, SceneSlot),
}

/// A chosen level and the options of its round.
pub(super) struct Choice {
    pub source: String,
    pub options: RoundOptions,
    pub watch: Watch,
}

/// The result of a load.
pub(super) enum Loaded {
    Level(Box<Level>, Arc<str>, Box<Round>),
    Round(Box<Round>),
    Recording(Box<Player>, Option<Box<Player>>),
}

/// The reason why a load failed.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// An error in a level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// An error in a recording.
    #[error(transparent)]
    Recording(#[from] TapeError),
}

/// A failed load and its reason.
pub struct Refusal {
    purpose: Box<Purpose>,
    /// The reason.
    pub error: LoadError,
}

impl Loading {
    /// True if the player waits for it.
    fn is_waited_for(&self) -> bool {
        matches!(
            self.purpose,
            Purpose::Round(_) | Purpose::Recording | Purpose::Unsaved(..)
        )
    }

    /// Returns a message to show, once the load takes noticeably long.
    pub fn told(&self) -> Option<String> {
        let hint = if self.is_waited_for() {
            "  ·  Esc cancels"
        } else {
            ""
        };
        (self.seconds > LOADING_TOLD).then(|| format!("loading {} …{hint}", self.name))
    }
}

/// Levels and recordings are loaded one at a time.
static LOADING: Lane = Lane::new(());

pub(super) fn load_level(
    library: &Library,
    source: &str,
    options: RoundOptions,
) -> Result<Loaded, LoadError> {
    let (placed, text) = level::open(library, source)?;
    Ok(Loaded::level(placed, text, options))
}

impl Loaded {
    /// A new round in the arena of a level.
    pub fn level(placed: PlacedArena, text: String, options: RoundOptions) -> Loaded {
        let level = (**placed.scene.level()).clone();
        let round = Round::begin(placed, options);
        Loaded::Level(Box::new(level), Arc::from(text), Box::new(round))
    }
}

impl AppState {
    /// Begins a load and replaces an earlier one.
    pub(super) fn load(
        &mut self,
        name: &str,
        purpose: Purpose,
        screen: Option<Box<dyn Screen>>,
        work: impl FnOnce() -> Result<Loaded, LoadError> + Send + 'static,
    ) {
        self.files.loading = Some(Loading {
            name: name.to_owned(),
            seconds: 0.0,
            purpose,
            screen,
            task: Task::on(&LOADING, work),
        });
    }

    fn choose(
        &mut self,
        source: &str,
        options: RoundOptions,
        purpose: impl FnOnce(Choice) -> Purpose,
        screen: Option<Box<dyn Screen>>,
    ) {
        let choice = Choice {
            source: source.to_owned(),
            options,
            watch: Watch::new(&self.files.library, source),
        };
        let (library, path) = (Arc::clone(&self.files.library), source.to_owned());
        self.load(source, purpose(choice), screen, move || {
            load_level(&library, &path, options)
        });
    }

    /// Loads a level and shows a round with computer drivers only, behind the title. The current picture
    /// stays until it is loaded.
    pub fn show_level(&mut self, source: &str) {
        self.session.playing = false;
        let options = RoundOptions {
            seed: self.rounds.next_seed,
            humans: 0,
            difficulty: self.rounds.difficulty,
            ..RoundOptions::default()
        };
        self.choose(source, options, Purpose::Behind, None);
    }

    /// Returns the source of the current level if it is in the list. A recording stores the level's name, not
    /// its file, so a recording is matched by name.
    pub fn known_level(&self) -> Option<String> {
        let (session, library) = (&self.session, &self.files.library);
        let mut known = library.levels().into_iter().map(|entry| entry.source);
        known.find(|source| match session.is_of_recording() {
            true => is_called(library, source, &session.level.name),
            false => *source == session.source,
        })
    }

    /// Shows the current level behind lists, or the first level of the game if it is not in the list.
    pub fn show_known_level(&mut self) {
        let source = self.known_level();
        self.show_level(&source.unwrap_or_else(|| "classic".to_owned()));
    }

    /// Begins a round with the players at this screen as soon as it is loaded, and opens the given screen.
    pub fn begin(&mut self, source: &str, screen: Box<dyn Screen>) {
        let options = RoundOptions {
            seed: self.rounds.next_seed,
            humans: self.players.seats.count(),
            difficulty: self.rounds.difficulty,
            mode: self.rounds.mode,
            teams: self.rounds.teams,
            ..RoundOptions::default()
        };
        self.rounds.contest = None;
        self.begin_with(source, options, screen);
    }

    /// Begins a round with the given options.
    pub(super) fn begin_with(
        &mut self,
        source: &str,
        options: RoundOptions,
        screen: Box<dyn Screen>,
    ) {
        self.choose(source, options, Purpose::Round, Some(screen));
    }

    /// Restarts the level. Returns false if that is not possible now.
    pub fn restart(&mut self) -> bool {
        // A reload restarts the round anyway.
        if let Some(loading) = &self.files.loading
            && matches!(loading.purpose, Purpose::Reload)
        {
            return true;
        }
        if !self.may_restart() {
            return false;
        }
        let seed = match self.rounds.contest {
            Some(_) => self.session.seed(),
            None => self.rounds.next_seed,
        };
        let options = self.session.options_with_seed(seed);
        let library = Arc::clone(self.session.library(&self.files.library));
        let level = self.session.file_level.clone();
        let name = level.name.clone();
        self.load(&name, Purpose::Restart(options), None, move || {
            let round = Round::with_options(&level, &library, options)?;
            Ok(Loaded::Round(Box::new(round)))
        });
        true
    }

    /// Shows a recording on the given screen as soon as it is read, optionally with the cars of another one
    /// as ghosts.
    pub fn show_recording(
        &mut self,
        name: &str,
        read: impl FnOnce() -> Result<(Tape, Option<Tape>), TapeError> + Send + 'static,
        screen: Box<dyn Screen>,
    ) {
        self.load(name, Purpose::Recording, Some(screen), move || {
            let (tape, other) = read()?;
            let player = Box::new(Player::new(tape)?);
            let mut other = other.map(Player::new).transpose()?.map(Box::new);
            if let Some(other) = &mut other {
                // Carries out the ghost's acts once now, so that no picture waits for them later.
                other.do_acts_once();
            }
            Ok(Loaded::Recording(player, other))
        });
    }

    /// True if a load is in progress.
    pub fn is_loading(&self) -> bool {
        self.files.loading.is_some()
    }

    /// True if the player waits for the current load.
    pub(super) fn is_waiting(&self) -> bool {
        self.files
            .loading
            .as_ref()
            .is_some_and(Loading::is_waited_for)
    }

    /// Returns the presses that remain while the player waits. The pause key cancels the load; quit and full
    /// screen pass through.
    pub fn presses_while_waiting(&mut self, presses: Presses) -> Presses {
        if !self.is_waiting() {
            return presses;
        }
        if presses.has(Command::Pause) {
            self.files.loading = None;
        }
        presses.only(&[Command::Quit, Command::FullScreen])
    }

    /// Adds that many seconds to the duration of the load.
    pub(super) fn age_loading(&mut self, seconds: f32) {
        if let Some(loading) = &mut self.files.loading {
            loading.seconds += seconds;
        }
    }

    /// Shows a finished load. A load that began in this frame is awaited for [`LOADING_GRACE`]: most levels
    /// take no longer, so no loading picture appears.
    ///
    /// # Errors
    /// [`Refusal`] if the load failed; the current picture stays.
    pub fn arrived(&mut self) -> Result<Option<Box<dyn Screen>>, Refusal> {
        let new = (self.files.loading.as_ref()).is_some_and(|loading| loading.seconds == 0.0);
        self.arrived_within(if new { LOADING_GRACE } else { Duration::ZERO })
    }

    /// Like [`AppState::arrived`], but waits at most `longest`.
    ///
    /// # Errors
    /// As [`AppState::arrived`].
    pub fn arrived_within(
        &mut self,
        longest: Duration,
    ) -> Result<Option<Box<dyn Screen>>, Refusal> {
        let Some(mut loading) = self.files.loading.take() else {
            return Ok(None);
        };
        let Some(outcome) = loading.task.take_within(longest) else {
            self.files.loading = Some(loading);
            return Ok(None);
        };
        let Loading {
            purpose, screen, ..
        } = loading;
        match outcome {
            Ok(loaded) => Ok(self.put(purpose, loaded).or(screen)),
            Err(error) => {
                let purpose = Box::new(purpose);
                Err(Refusal { purpose, error })
            }
        }
    }

    /// Shows a loaded object. Returns the screen to open, if the purpose determines it.
    fn put(&mut self, purpose: Purpose, loaded: Loaded) -> Option<Box<dyn Screen>> {
        match (purpose, loaded) {
            (Purpose::Behind(choice), Loaded::Level(level, text, round)) => {
                self.put_level(choice, *level, text, *round, CameraKind::Orbit);
                self.session.playing = false;
            }
            (Purpose::Round(choice), Loaded::Level(level, text, round)) => {
                self.put_level(choice, *level, text, *round, self.display.cameras[0]);
                self.begun();
                self.tell_who_watches();
            }
            (Purpose::Unsaved(choice, scene, slot), Loaded::Level(level, text, round)) => {
                self.put_level(choice, *level, text, *round, self.display.cameras[0]);
                self.begun();
                self.take_unsaved(*scene, slot);
            }
            (Purpose::Reload, Loaded::Level(level, text, round)) => {
                return self.put_reloaded(*level, text, *round);
            }
            (Purpose::Restart(options), Loaded::Round(round)) => {
                self.keep_scene_now(Duration::ZERO);
                let back = self.session.begin_again(*round, options);
                self.begun();
                if back {
                    let keys = self.settings.keys.shown(Command::Undo);
                    self.notices.say(format!(
                        "the scene restarts: {keys} brings it back as it was"
                    ));
                }
            }
            (Purpose::Recording, Loaded::Recording(player, other)) => {
                self.files.ghost_task = None;
                let recorded = Session::of_recording(*player, self.display.cameras[0]);
                let before = std::mem::replace(&mut self.session, recorded);
                self.rounds.finished = self.session.playing.then(|| Box::new(before));
                self.session.set_ghost(other.map(|other| *other));
                self.session.playing = false;
                self.notices.error = None;
            }
            // No other combination is loaded.
            _ => {}
        }
        None
    }

    /// Returns to the finished round whose recording was watched. Returns false if there is none.
    pub fn go_back_to_result(&mut self) -> bool {
        let Some(finished) = self.rounds.finished.take() else {
            return false;
        };
        self.session = *finished;
        self.session.playing = true;
        self.display.views.off();
        self.session.clock.settle();
        true
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
        self.session = Session::new(source, level, round, options, camera);
        self.session.file_text = Some(text);
        self.files.watch = watch;
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

/// True if the level loaded by `source` has the given name.
fn is_called(library: &Library, source: &str, name: &str) -> bool {
    let text = library.read_level(source).ok().map(|(_, text)| text);
    let known = text.and_then(|text| name_and_mode(&text));
    known.is_some_and(|(known, _)| known == name)
}

//! What is loaded beside the pictures: a level to be shown, played or played again, or a recording.

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
use crate::level::{self, Level, LevelError, Library, name_and_mode};

/// Something that is being loaded.
pub struct Loading {
    /// What it is, in words.
    name: String,
    /// For how long that has taken, in seconds.
    seconds: f32,
    purpose: Purpose,
    /// The screen that shows it.
    screen: Option<Box<dyn Screen>>,
    task: Task<Result<Loaded, LoadError>>,
}

/// What something is loaded for.
pub(super) enum Purpose {
    /// To be shown behind a list.
    Behind(Choice),
    /// To be played.
    Round(Choice),
    /// To take the place of the session's level, as its file was saved.
    Reload,
    /// To begin the session's round again.
    Restart(RoundOptions),
    Recording,
    /// To go on with a scene that was left unsaved.
    Unsaved(Choice, Box<Unsaved>, SceneSlot),
}

/// A level that was chosen, and how its round is to be.
pub(super) struct Choice {
    pub source: String,
    pub options: RoundOptions,
    pub watch: Watch,
}

/// What was loaded.
pub(super) enum Loaded {
    Level(Box<Level>, Arc<str>, Box<Round>),
    Round(Box<Round>),
    Recording(Box<Player>, Option<Box<Player>>),
}

/// Why something could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// What is wrong with a level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// What is wrong with a recording.
    #[error(transparent)]
    Recording(#[from] TapeError),
}

/// What could not be loaded, and why.
pub struct Refusal {
    purpose: Box<Purpose>,
    /// Why.
    pub error: LoadError,
}

impl Loading {
    /// Whether the player waits for it.
    fn is_waited_for(&self) -> bool {
        matches!(
            self.purpose,
            Purpose::Round(_) | Purpose::Recording | Purpose::Unsaved(..)
        )
    }

    /// A word on it, once it takes longer than a moment.
    pub fn told(&self) -> Option<String> {
        let hint = if self.is_waited_for() {
            "  ·  Esc gives it up"
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
    let (level, text) = level::load_with_text(library, source)?;
    let round = Round::with_options(&level, library, options)?;
    Ok(Loaded::Level(
        Box::new(level),
        Arc::from(text),
        Box::new(round),
    ))
}

impl AppState {
    /// Begins to load something.
    pub(super) fn load(
        &mut self,
        name: &str,
        purpose: Purpose,
        screen: Option<Box<dyn Screen>>,
        work: impl FnOnce() -> Result<Loaded, LoadError> + Send + 'static,
    ) {
        self.loading = Some(Loading {
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
            watch: Watch::new(&self.library, source),
        };
        let (library, path) = (Arc::clone(&self.library), source.to_owned());
        self.load(source, purpose(choice), screen, move || {
            load_level(&library, &path, options)
        });
    }

    /// Shows another level's round driven by computers only, behind the title; what is shown goes on
    /// until it is loaded.
    pub fn show_level(&mut self, source: &str) {
        self.playing = false;
        let options = RoundOptions {
            seed: self.next_seed,
            humans: 0,
            difficulty: self.difficulty,
            ..RoundOptions::default()
        };
        self.choose(source, options, Purpose::Behind, None);
    }

    /// The level of the list that is being shown, if it is one of it: what a recording calls its level is no name of a
    /// file.
    pub fn known_level(&self) -> Option<String> {
        let (session, library) = (&self.session, &self.library);
        let mut known = library.levels().into_iter().map(|entry| entry.source);
        known.find(|source| match session.is_of_recording() {
            true => is_called(library, source, &session.level.name),
            false => *source == session.source,
        })
    }

    /// The level that is known, or else the first one that comes with the game, is shown behind lists.
    pub fn show_known_level(&mut self) {
        let source = self.known_level();
        self.show_level(&source.unwrap_or_else(|| "classic".to_owned()));
    }

    /// Begins a round with the players at this screen as soon as it is loaded, and shows it on that screen.
    pub fn begin(&mut self, source: &str, screen: Box<dyn Screen>) {
        let options = RoundOptions {
            seed: self.next_seed,
            humans: self.seats.count(),
            difficulty: self.difficulty,
            mode: self.mode,
            teams: self.teams,
            ..RoundOptions::default()
        };
        self.contest = None;
        self.begin_with(source, options, screen);
    }

    /// Begins a round with those options.
    pub(super) fn begin_with(
        &mut self,
        source: &str,
        options: RoundOptions,
        screen: Box<dyn Screen>,
    ) {
        self.choose(source, options, Purpose::Round, Some(screen));
    }

    /// Begins the same level again. False if that cannot be now.
    pub fn restart(&mut self) -> bool {
        // A reload begins it again as well.
        if let Some(loading) = &self.loading
            && matches!(loading.purpose, Purpose::Reload)
        {
            return true;
        }
        if !self.may_restart() {
            return false;
        }
        let seed = match self.contest {
            Some(_) => self.session.seed(),
            None => self.next_seed,
        };
        let options = self.session.options_with_seed(seed);
        let library = Arc::clone(self.session.library(&self.library));
        let level = self.session.file_level.clone();
        let name = level.name.clone();
        self.load(&name, Purpose::Restart(options), None, move || {
            let round = Round::with_options(&level, &library, options)?;
            Ok(Loaded::Round(Box::new(round)))
        });
        true
    }

    /// Shows a recording, and perhaps another one's cars over it, on that screen as soon as they are read.
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
                // It is not played ahead on the screen.
                other.do_acts_once();
            }
            Ok(Loaded::Recording(player, other))
        });
    }

    /// Whether something is being loaded.
    pub fn is_loading(&self) -> bool {
        self.loading.is_some()
    }

    /// Whether the player waits for what is being loaded.
    pub(super) fn is_waiting(&self) -> bool {
        self.loading.as_ref().is_some_and(Loading::is_waited_for)
    }

    /// What is left of presses while the player waits: the key that gives it up, and those that leave.
    pub fn presses_while_waiting(&mut self, presses: Presses) -> Presses {
        if !self.is_waiting() {
            return presses;
        }
        if presses.has(Command::Pause) {
            self.loading = None;
        }
        presses.only(&[Command::Quit, Command::FullScreen])
    }

    /// Lets loading take that many seconds more.
    pub(super) fn age_loading(&mut self, seconds: f32) {
        if let Some(loading) = &mut self.loading {
            loading.seconds += seconds;
        }
    }

    /// Shows what has been loaded meanwhile. What was begun in this picture is waited for a moment: most
    /// levels take no longer, and no picture comes between.
    ///
    /// # Errors
    /// What could not be loaded; what was shown goes on.
    pub fn arrived(&mut self) -> Result<Option<Box<dyn Screen>>, Refusal> {
        let new = (self.loading.as_ref()).is_some_and(|loading| loading.seconds == 0.0);
        self.arrived_within(if new { LOADING_GRACE } else { Duration::ZERO })
    }

    /// As [`AppState::arrived`], waiting for so long at most.
    ///
    /// # Errors
    /// As there.
    pub fn arrived_within(
        &mut self,
        longest: Duration,
    ) -> Result<Option<Box<dyn Screen>>, Refusal> {
        let Some(mut loading) = self.loading.take() else {
            return Ok(None);
        };
        let Some(outcome) = loading.task.take_within(longest) else {
            self.loading = Some(loading);
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

    /// Shows what was loaded. Says which screen is to show it, if its purpose tells.
    fn put(&mut self, purpose: Purpose, loaded: Loaded) -> Option<Box<dyn Screen>> {
        match (purpose, loaded) {
            (Purpose::Behind(choice), Loaded::Level(level, text, round)) => {
                self.put_level(choice, *level, text, *round, CameraKind::Orbit);
                self.playing = false;
            }
            (Purpose::Round(choice), Loaded::Level(level, text, round)) => {
                self.put_level(choice, *level, text, *round, self.cameras[0]);
                self.begun();
                self.tell_who_watches();
            }
            (Purpose::Unsaved(choice, scene, slot), Loaded::Level(level, text, round)) => {
                self.put_level(choice, *level, text, *round, self.cameras[0]);
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
                    self.say(format!(
                        "the scene begins anew: {keys} brings it back as it was"
                    ));
                }
            }
            (Purpose::Recording, Loaded::Recording(player, other)) => {
                self.ghost_task = None;
                let recorded = Session::of_recording(*player, self.cameras[0]);
                let before = std::mem::replace(&mut self.session, recorded);
                self.finished = self.playing.then(|| Box::new(before));
                self.session.set_ghost(other.map(|other| *other));
                self.playing = false;
                self.error = None;
            }
            // Nothing else is loaded for these.
            _ => {}
        }
        None
    }

    /// Shows the round again that had ended before its recording was seen. False if there is none.
    pub fn go_back_to_result(&mut self) -> bool {
        let Some(finished) = self.finished.take() else {
            return false;
        };
        self.session = *finished;
        self.playing = true;
        self.views.off();
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
        self.finished = None;
        let Choice {
            source,
            options,
            watch,
        } = choice;
        self.ghost_task = None;
        self.session = Session::new(source, level, round, options, camera);
        self.session.file_text = Some(text);
        self.watch = watch;
    }

    /// Tells the player what could not be loaded.
    pub fn refuse(&mut self, refusal: Refusal) {
        let Refusal { purpose, error } = refusal;
        match (*purpose, error) {
            (Purpose::Behind(choice), LoadError::Level(error)) => {
                self.levels.refuse(&choice.source, &error);
            }
            (Purpose::Reload, LoadError::Level(error)) => {
                self.report.refused += 1;
                console::warn(&error.to_string());
                self.error = Some(error);
            }
            (_, LoadError::Level(error)) => self.error = Some(error),
            (_, LoadError::Recording(error)) => self.say(error.to_string()),
        }
    }
}

/// Whether the level of a library that is loaded by `source` has a name.
fn is_called(library: &Library, source: &str, name: &str) -> bool {
    let text = library.read_level(source).ok().map(|(_, text)| text);
    let known = text.and_then(|text| name_and_mode(&text));
    known.is_some_and(|(known, _)| known == name)
}

//! Levels and recordings on disk: the library, the list, and the load in progress.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;

use crate::app::AppError;
use crate::app::input::{Command, Presses};
use crate::app::level_list::LevelList;
use crate::app::params::LOADING_GRACE;
use crate::app::session::Session;
use crate::app::state::loading::{
    Choice, LoadError, Loaded, Loading, Purpose, Refusal, is_called, load_level,
};
use crate::app::state::messages::{Goal, ReadTapes};
use crate::app::state::rounds::Rounds;
use crate::app::task::Task;
use crate::app::watch::Watch;
use crate::game::RoundOptions;
use crate::game::tape::Player;
use crate::level::Library;
use crate::platform;

/// Levels and recordings on disk.
pub struct Files {
    pub library: Arc<Library>,
    /// The levels to choose from.
    pub levels: LevelList,
    /// Detects that the file of the current level was saved.
    pub(super) watch: Watch,
    /// The level or recording being loaded.
    pub loading: Option<Loading>,
    /// The recording being read for the ghost.
    pub(super) ghost_task: Option<Task<Option<Player>>>,
    /// The folder of levels that came as text, removed at the end.
    passing: Option<TempDir>,
}

/// A finished load: its purpose, its result, and the screen to open.
pub(super) struct Arrived {
    pub purpose: Purpose,
    pub loaded: Loaded,
    pub goal: Option<Goal>,
}

impl Files {
    /// Creates the files of a library, without a load, with the file of a level to watch.
    pub(super) fn new(library: Arc<Library>, watch: Watch) -> Self {
        Files {
            library,
            levels: LevelList::default(),
            watch,
            loading: None,
            ghost_task: None,
            passing: None,
        }
    }

    /// Writes the text of a level that came in a link or from the clipboard into a file of this run, and returns its
    /// path. It is then read and checked as any other file.
    ///
    /// # Errors
    /// [`AppError::File`] with the obstacle.
    pub fn pass_on(&mut self, name: &str, text: &str) -> Result<String, AppError> {
        let failed = |error: std::io::Error| AppError::File {
            path: PathBuf::from(name),
            reason: error.to_string(),
        };
        let folder = match self.passing.take() {
            Some(folder) => folder,
            None => platform::passing_folder().map_err(failed)?,
        };
        let path = self.passing.insert(folder).path().join(name);
        std::fs::write(&path, text).map_err(failed)?;
        Ok(path.to_string_lossy().into_owned())
    }

    /// True for a level that the player has only for this run: one of [`Files::pass_on`], or one dropped on a page.
    pub(super) fn is_passing(&self, source: &str) -> bool {
        let source = Path::new(source);
        let passed = self.passing.as_ref();
        platform::is_dropped(source)
            || passed.is_some_and(|folder| source.starts_with(folder.path()))
    }

    /// Begins a load and replaces an earlier one.
    pub(super) fn load(
        &mut self,
        name: &str,
        purpose: Purpose,
        goal: Option<Goal>,
        work: impl FnOnce() -> Result<Loaded, LoadError> + Send + 'static,
    ) {
        self.loading = Some(Loading::new(name, purpose, goal, work));
    }

    fn choose(
        &mut self,
        source: &str,
        options: RoundOptions,
        purpose: impl FnOnce(Choice) -> Purpose,
        goal: Option<Goal>,
    ) {
        let choice = Choice {
            source: source.to_owned(),
            options,
            watch: Watch::new(&self.library, source),
        };
        let (library, path) = (Arc::clone(&self.library), source.to_owned());
        let mut entries = self.levels.entries().iter();
        let name = entries.find(|entry| entry.source == source);
        let name = name.map_or(source, |entry| &entry.name).to_owned();
        self.load(&name, purpose(choice), goal, move || {
            load_level(&library, &path, options)
        });
    }

    /// Loads a level and shows a round with computer drivers only, behind a list. The current picture stays until
    /// it is loaded.
    pub fn show_level(&mut self, session: &mut Session, rounds: &Rounds, source: &str) {
        session.playing = false;
        self.choose(source, rounds.options(0), Purpose::Behind, None);
    }

    /// Shows the current level behind lists, or the first level of the game if it is not in the list.
    pub fn show_known_level(&mut self, session: &mut Session, rounds: &Rounds) {
        let source = known_level(&self.library, session);
        let source = source.unwrap_or_else(|| "classic".to_owned());
        self.show_level(session, rounds, &source);
    }

    /// Begins a round with that many players at this screen as soon as it is loaded.
    pub fn begin(&mut self, rounds: &mut Rounds, humans: usize, source: &str) {
        let options = RoundOptions {
            mode: rounds.mode,
            teams: rounds.teams,
            ..rounds.options(humans)
        };
        rounds.contest = None;
        self.begin_with(source, options, Goal::Play);
    }

    /// Begins a round with the given options, and opens the given screen.
    pub(super) fn begin_with(&mut self, source: &str, options: RoundOptions, goal: Goal) {
        self.choose(source, options, Purpose::Round, Some(goal));
    }

    /// Shows a recording on the given screen as soon as it is read, optionally with the cars of another one as
    /// ghosts.
    pub fn show_recording(&mut self, name: &str, read: ReadTapes, goal: Goal) {
        self.load(name, Purpose::Recording, Some(goal), move || {
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
        self.loading.is_some()
    }

    /// True if the current load replaces the level of the session.
    pub(super) fn is_reloading(&self) -> bool {
        let loading = self.loading.as_ref();
        loading.is_some_and(|loading| matches!(loading.purpose, Purpose::Reload))
    }

    /// True if the player waits for the current load.
    pub fn is_waiting(&self) -> bool {
        self.loading.as_ref().is_some_and(Loading::is_waited_for)
    }

    /// True if the file of the current level was saved since it was read; asked once per frame of that many
    /// seconds.
    pub fn was_saved(&mut self, seconds: f64) -> bool {
        !self.is_loading() && self.watch.was_saved(&self.library, seconds)
    }

    /// Returns the presses that remain while the player waits. The pause key cancels the load; quit and full
    /// screen pass through.
    pub fn presses_while_waiting(&mut self, presses: Presses) -> Presses {
        if !self.is_waiting() {
            return presses;
        }
        if presses.has(Command::Pause) {
            self.loading = None;
        }
        presses.only(&[Command::Quit, Command::FullScreen])
    }

    /// Adds that many seconds to the duration of the load.
    pub fn age_loading(&mut self, seconds: f32) {
        if let Some(loading) = &mut self.loading {
            loading.seconds += seconds;
        }
    }

    /// Returns the time for which a frame waits for the load. A load that began in this frame is awaited for
    /// [`LOADING_GRACE`]: most levels take no longer, so no loading picture appears.
    pub(super) fn grace(&self) -> Duration {
        let new = (self.loading.as_ref()).is_some_and(|loading| loading.seconds == 0.0);
        if new { LOADING_GRACE } else { Duration::ZERO }
    }

    /// Takes a finished load; waits at most `longest` for it.
    ///
    /// # Errors
    /// [`Refusal`] if the load failed.
    pub(super) fn take_arrived(&mut self, longest: Duration) -> Result<Option<Arrived>, Refusal> {
        let Some(mut loading) = self.loading.take() else {
            return Ok(None);
        };
        let Some(outcome) = loading.task.take_within(longest) else {
            self.loading = Some(loading);
            return Ok(None);
        };
        let Loading { purpose, goal, .. } = loading;
        match outcome {
            Ok(loaded) => Ok(Some(Arrived {
                purpose,
                loaded,
                goal,
            })),
            Err(error) => {
                let purpose = Box::new(purpose);
                Err(Refusal { purpose, error })
            }
        }
    }
}

/// Returns the source of the current level if it is in the list. A recording stores the level's name, not its file,
/// so a recording is matched by name.
pub fn known_level(library: &Library, session: &Session) -> Option<String> {
    let mut known = library.levels().into_iter().map(|entry| entry.source);
    known.find(|source| match session.is_of_recording() {
        true => is_called(library, source, &session.level.name),
        false => *source == session.source,
    })
}

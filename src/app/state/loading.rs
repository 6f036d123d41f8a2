//! A load on a task beside the game: a level to show, play or restart, or a recording.

use std::sync::Arc;

use crate::app::params::LOADING_TOLD;
use crate::app::state::messages::Goal;
use crate::app::task::{Lane, Task};
use crate::app::unsaved::{SceneSlot, Unsaved};
use crate::app::watch::Watch;
use crate::game::tape::{Player, TapeError};
use crate::game::{Round, RoundOptions};
use crate::level::{self, Level, LevelError, Library, PlacedArena, name_and_mode};

/// A load in progress.
pub struct Loading {
    /// The name shown to the player.
    name: String,
    /// The time since the load began, in seconds.
    pub(super) seconds: f32,
    pub(super) purpose: Purpose,
    /// The screen to open once it is loaded.
    pub(super) goal: Option<Goal>,
    pub(super) task: Task<Result<Loaded, LoadError>>,
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
    pub(super) purpose: Box<Purpose>,
    /// The reason.
    pub error: LoadError,
}

impl Loading {
    /// Begins a load.
    pub(super) fn new(
        name: &str,
        purpose: Purpose,
        goal: Option<Goal>,
        work: impl FnOnce() -> Result<Loaded, LoadError> + Send + 'static,
    ) -> Self {
        Loading {
            name: name.to_owned(),
            seconds: 0.0,
            purpose,
            goal,
            task: Task::on(&LOADING, work),
        }
    }

    /// True if the player waits for it.
    pub fn is_waited_for(&self) -> bool {
        matches!(
            self.purpose,
            Purpose::Round(_) | Purpose::Recording | Purpose::Unsaved(..)
        )
    }

    /// Returns the name to show and the seconds of the load, once it takes noticeably long.
    pub fn told(&self) -> Option<(&str, f32)> {
        (self.seconds > LOADING_TOLD).then_some((&*self.name, self.seconds))
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

/// True if the level loaded by `source` has the given name.
pub(super) fn is_called(library: &Library, source: &str, name: &str) -> bool {
    let text = library.read_level(source).ok().map(|(_, text)| text);
    let known = text.and_then(|text| name_and_mode(&text));
    known.is_some_and(|(known, _)| known == name)
}

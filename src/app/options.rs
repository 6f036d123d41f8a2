//! The options with which the command line opens the window.

use std::path::PathBuf;
use std::time::Duration;

use crate::arena::Views;
use crate::game::Difficulty;

use crate::app::link::{Brought, Link};
use crate::app::params::LINK_PATIENCE;
use crate::app::parts::Split;

/// The options with which the game starts.
#[derive(Debug, Clone)]
pub struct AppOptions {
    /// Name or path of a level to start at once; `None` opens the title.
    pub level: Option<String>,
    /// Seed of the first round; each further round of this run counts one up.
    pub seed: u64,
    /// Number of people at this screen, 1 to 4. More can join at the title.
    pub players: usize,
    /// Size of the window in pixels; `None` takes it from the settings.
    pub size: Option<(u32, u32)>,
    /// The file for a JSON report about the run, written at the end (steps, frames, screens, the player's
    /// path, crashes, the state's hash).
    pub report: Option<PathBuf>,
    /// Start without sound.
    pub mute: bool,
    /// Seconds of the first round, countdown included, after which it pauses; 0 to begin at its start.
    pub at: f32,
    /// The longest time for which the steps up to that moment may be computed; `None` has no limit.
    pub patience: Option<Duration>,
    /// The debug views that are on.
    pub views: Views,
    /// True to explain the last crash up to the moment.
    pub why: bool,
    /// The computer's skill; `None` takes it from the settings.
    pub difficulty: Option<Difficulty>,
    /// A scene or a recording to open in place of a level.
    pub brought: Option<Brought>,
    /// The address of the page in which the game runs, for the links that it makes.
    pub page: Option<String>,
}

impl AppOptions {
    /// Returns the options that open a link.
    #[must_use]
    pub fn with_link(self, link: Link) -> Self {
        AppOptions {
            level: link.level,
            seed: link.seed.unwrap_or(self.seed),
            at: link.at,
            patience: Some(LINK_PATIENCE),
            views: link.views,
            why: link.why,
            difficulty: link.difficulty,
            brought: link.brought,
            ..self
        }
    }
}

impl Default for AppOptions {
    fn default() -> Self {
        Self {
            level: None,
            seed: 1,
            players: 1,
            size: None,
            report: None,
            mute: false,
            at: 0.0,
            patience: None,
            views: Views::default(),
            why: false,
            difficulty: None,
            brought: None,
            page: None,
        }
    }
}

/// The options of [`shot`](crate::app::shot).
#[derive(Debug, Clone)]
pub struct ShotOptions {
    /// Name or path of the level.
    pub level: String,
    /// Seed of the round.
    pub seed: u64,
    /// Seconds of the round, countdown included, before the picture is taken.
    pub at: f32,
    /// The debug views that are on.
    pub views: Views,
    /// Size of the picture in pixels.
    pub size: (u32, u32),
    /// The number of players, each with a part of the picture and driven by an expert; 0 for none.
    pub players: usize,
    /// True for two teams, where the level permits them.
    pub teams: bool,
    /// The layout of the split screen.
    pub split: Split,
    /// `chase`, `hood`, `side`, `top`, `orbit`, or `focus` (beside the bodies in focus).
    pub camera: String,
    /// The bodies in focus: `crash`, `nearest`, or one or two names.
    pub focus: Vec<String>,
    /// True to show the magnifier.
    pub magnify: bool,
    /// True to show the numbers and graphs.
    pub numbers: bool,
    /// The colours of the views: `bright` or `clear`.
    pub palette: String,
    /// The PNG file to write.
    pub out: PathBuf,
}

impl Default for ShotOptions {
    fn default() -> Self {
        Self {
            level: "classic".to_owned(),
            seed: 1,
            at: 8.0,
            views: Views::default(),
            size: (1280, 720),
            players: 0,
            teams: false,
            split: Split::default(),
            camera: "chase".to_owned(),
            focus: Vec::new(),
            magnify: false,
            numbers: false,
            palette: "bright".to_owned(),
            out: PathBuf::from("dodgem.png"),
        }
    }
}

/// The options of [`frames`](crate::app::frames()).
#[derive(Debug, Clone)]
pub struct FrameOptions {
    /// Name or path of the level.
    pub level: String,
    /// The number of pictures at each detail level.
    pub pictures: u32,
    /// Size of the window in pixels.
    pub size: (u32, u32),
}

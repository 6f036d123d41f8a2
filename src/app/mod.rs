//! The window: everything a player sees, hears and presses.
//!
//! The layers below know no window, and no clock or file path that they were not given. The command line
//! calls [`run`] for the game and [`shot`] for a single picture by the same renderer.

mod area;
mod camera;
mod clock;
mod crash_view;
mod detail;
mod display;
mod drawn;
mod effects;
mod error;
mod files;
mod film;
mod frames;
mod free_camera;
mod ghost;
mod glyphs;
mod grip;
mod input;
mod level_list;
mod opening;
mod panels;
mod params;
mod parts;
mod picture;
mod render;
mod report;
mod scene_builder;
mod scene_file;
mod screens;
mod selection;
mod session;
mod settings;
mod shelf;
mod skids;
mod sound;
mod spots;
mod state;
mod tapes;
mod task;
mod ui;
mod units;
mod unsaved;
mod watch;
mod window;
mod wrap;

use std::path::PathBuf;

use crate::app::window::First;
use crate::arena::Views;
use crate::game::tape::Tape;

pub use crate::app::error::AppError;
pub use crate::app::frames::FrameTimes;
pub use crate::app::parts::Split;

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
    /// Seconds of the first round, countdown included, after which it pauses; 0 to begin at its start. It has an
    /// effect on a level that loads within the first second.
    pub at: f32,
    /// The debug views that are on.
    pub views: Views,
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
            views: Views::default(),
        }
    }
}

/// The options of [`shot`].
#[derive(Debug, Clone)]
pub struct ShotOptions {
    /// Name or path of the level.
    pub level: String,
    /// Seed of the round.
    pub seed: u64,
    /// Seconds of the round, countdown included, before the picture is taken.
    pub at: f32,
    /// Names of debug views: see [`Views::NAMES`](crate::arena::Views::NAMES).
    pub views: Vec<String>,
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
    /// Depth of the tree level that the `tree` view shows; the root is 0.
    pub tree_level: usize,
    /// The PNG file to write.
    pub out: PathBuf,
}

impl Default for ShotOptions {
    fn default() -> Self {
        Self {
            level: "classic".to_owned(),
            seed: 1,
            at: 8.0,
            views: Vec::new(),
            size: (1280, 720),
            players: 0,
            teams: false,
            split: Split::default(),
            camera: "chase".to_owned(),
            focus: Vec::new(),
            magnify: false,
            numbers: false,
            palette: "bright".to_owned(),
            tree_level: 3,
            out: PathBuf::from("dodgem.png"),
        }
    }
}

/// The options of [`frames`].
#[derive(Debug, Clone)]
pub struct FrameOptions {
    /// Name or path of the level.
    pub level: String,
    /// The number of pictures at each detail level.
    pub pictures: u32,
    /// Size of the window in pixels.
    pub size: (u32, u32),
}

/// Opens the window and plays until the player leaves.
///
/// # Errors
/// [`AppError::NoDisplay`] without a display, [`AppError::Level`] if `options.level` cannot be
/// loaded, [`AppError::File`] if the report cannot be written.
pub fn run(options: AppOptions) -> Result<(), AppError> {
    // Checked before the window opens, because at the end of the game it would be too late.
    if let Some(report) = &options.report {
        files::check_output(report)?;
    }
    display::check()?;
    window::run(options, First::Game)
}

/// Opens the window and shows a recording, optionally with the cars of another one as ghosts.
///
/// # Errors
/// As [`run`]; [`AppError::Level`] if the recording cannot be played.
pub fn replay(options: AppOptions, tape: Tape, other: Option<Tape>) -> Result<(), AppError> {
    display::check()?;
    window::run(
        options,
        First::Recording(Box::new(tape), other.map(Box::new)),
    )
}

/// Plays a round with computer drivers to a given time and writes one picture of it.
///
/// # Errors
/// As [`run`]; also [`AppError::Call`] for an unknown view or camera and [`AppError::File`] if the
/// picture cannot be written.
pub fn shot(options: ShotOptions) -> Result<(), AppError> {
    files::check_output(&options.out)?;
    display::check()?;
    picture::shot(options)
}

/// Plays a round with computer drivers in a window, without sound, and returns the frame times at each detail
/// level.
///
/// # Errors
/// As [`run`]; [`AppError::Call`] if the window is closed before the end.
pub fn frames(options: &FrameOptions) -> Result<Vec<FrameTimes>, AppError> {
    display::check()?;
    frames::measure(options)
}

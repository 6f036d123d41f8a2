//! The window: everything a player sees, hears and presses.
//!
//! The layers below know no window, and no clock or file path that they were not given. The command line
//! calls [`run`] for the game and [`shot`] for a single picture by the same renderer.

mod area;
mod asset;
mod camera;
mod captures;
mod clock;
mod crash_view;
mod detail;
mod display;
mod drawn;
mod effects;
mod error;
mod files;
mod film;
mod focus_view;
mod frame_input;
mod frame_loop;
mod frames;
mod free_camera;
mod ghost;
mod glyphs;
mod grip;
mod handle_use;
mod handles;
mod ink;
mod input;
mod joint_shapes;
mod key_names;
#[cfg(not(target_family = "wasm"))]
mod lab_view;
mod level_list;
mod link;
mod names;
mod opening;
mod options;
mod orders;
mod own_parts;
mod panels;
mod params;
mod parts;
mod pen;
mod picture;
mod pixels;
mod render;
mod report;
mod scene_builder;
mod scene_file;
mod screens;
mod scrolling;
mod selection;
mod session;
mod settings;
mod sharing;
mod sheet;
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
mod window_picture;
mod words;
mod wrap;

use crate::app::window::First;
use crate::game::tape::Tape;

pub use crate::app::error::AppError;
pub use crate::app::frames::FrameTimes;
pub use crate::app::link::{Brought, Link, LinkError};
pub use crate::app::options::{AppOptions, FrameOptions, ShotOptions};
pub use crate::app::parts::Split;
pub use crate::app::window::is_opening;

/// Opens the window and plays until the player leaves.
///
/// # Errors
/// [`AppError::NoDisplay`] without a display, [`AppError::Level`] if the level or recording in `options` cannot be
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

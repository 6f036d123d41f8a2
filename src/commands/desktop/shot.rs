//! `dodgem shot`: a picture from the window's renderer.

use std::path::PathBuf;

use clap::Args;

use crate::commands::output::Failure;
use crate::commands::values::{help_of_views, named_views, seconds, size};

/// Write a picture of a round as the window draws it
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name or path of the level
    level: String,
    /// Time of the picture in seconds since the round began, its 3 s of countdown included
    #[arg(long, value_name = "SECONDS", default_value = "8", value_parser = seconds)]
    at: f32,
    #[arg(long, value_name = "LIST", value_delimiter = ',', help = help_of_views())]
    views: Vec<String>,
    /// Bodies in focus: crash (those of the last one), nearest, or one or two names
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    focus: Vec<String>,
    /// Show the magnifier on the two bodies in focus
    #[arg(long)]
    magnify: bool,
    /// Show the numbers and graphs of the last ten seconds
    #[arg(long)]
    numbers: bool,
    /// Colours of the views: bright, or clear for colour-blind viewers
    #[arg(long, value_name = "NAME", default_value = "bright")]
    palette: String,
    /// Size of the picture in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    size: (u32, u32),
    /// Number of players at the screen, 1 to 4, driven by experts; without it the computer drives all cars
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    players: Option<u8>,
    /// Layout of the screen for several players: beside, above or shared
    #[arg(long, value_name = "HOW", default_value = "beside", value_parser = ["beside", "above", "shared"])]
    split: String,
    /// Play in two teams, in a level of points or crashes with four cars or more
    #[arg(long)]
    teams: bool,
    /// Camera: chase, hood, side, top, orbit, or focus (beside the bodies in focus)
    #[arg(long, default_value = "chase")]
    camera: String,
    /// The file to write
    #[arg(long, value_name = "PNG")]
    out: PathBuf,
    /// Seed of the round
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Takes the picture.
#[cfg(feature = "window")]
pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    let views = named_views(&arguments.views)?;
    dodgem::app::shot(dodgem::app::ShotOptions {
        level: arguments.level,
        seed: arguments.seed,
        at: arguments.at,
        views,
        size: arguments.size,
        players: arguments.players.unwrap_or_default().into(),
        split: match arguments.split.as_str() {
            "above" => dodgem::app::Split::Above,
            "shared" => dodgem::app::Split::Shared,
            _ => dodgem::app::Split::Beside,
        },
        teams: arguments.teams,
        camera: arguments.camera,
        focus: arguments.focus,
        magnify: arguments.magnify,
        numbers: arguments.numbers,
        palette: arguments.palette,
        out: arguments.out,
    })
    .map_err(crate::commands::output::app_failure)
}

/// Reports that this build has no window, unless the command line is invalid.
#[cfg(not(feature = "window"))]
pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    named_views(&arguments.views)?;
    let Arguments { level, out, .. } = &arguments;
    let (at, (width, height)) = (arguments.at, arguments.size);
    crate::commands::output::no_window(&format!(
        "draw {level} at {at} s from the {} camera (seed {}) as {width} x {height} pixels into {}",
        arguments.camera,
        arguments.seed,
        out.display()
    ))
}

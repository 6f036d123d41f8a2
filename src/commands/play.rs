//! `dodgem` and `dodgem play`: the window.

use std::path::PathBuf;

use clap::Args;

use super::{Failure, size};

/// Open the game
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name or path of the level to start at once; without it the title opens
    level: Option<String>,
    #[command(flatten)]
    window: WindowArguments,
}

/// What the window can be told, with a level or without.
#[derive(Debug, Args)]
pub struct WindowArguments {
    /// Seed of the first round
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many people play at this screen
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    players: u8,
    /// Size of the window in pixels
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<(u32, u32)>,
    /// Start without sound
    #[arg(long)]
    mute: bool,
    /// When the game is left, write a JSON object about it here
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

impl From<WindowArguments> for Arguments {
    /// What a `dodgem` without a command means: the same as `dodgem play` without a level.
    fn from(window: WindowArguments) -> Self {
        Arguments {
            level: None,
            window,
        }
    }
}

/// Opens the game and returns when the player leaves.
#[cfg(feature = "window")]
pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    let Arguments { level, window } = arguments;
    dodgem::app::run(dodgem::app::AppOptions {
        level,
        seed: window.seed,
        players: usize::from(window.players),
        size: window.size,
        report: window.report,
        mute: window.mute,
    })
    .map_err(super::app_failure)
}

/// Says that there is no window.
#[cfg(not(feature = "window"))]
pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    drop(arguments);
    super::no_window("open the game")
}

//! `dodgem` and `dodgem play`: the window.

use std::path::PathBuf;

use clap::Args;

use super::{Failure, size};

/// Open the game
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name or path of the level to start at once; without it the title opens
    level: Option<String>,
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

impl Default for Arguments {
    /// What a bare `dodgem` means: the same as `dodgem play`.
    fn default() -> Self {
        Arguments {
            level: None,
            seed: 1,
            players: 1,
            size: None,
            mute: false,
            report: None,
        }
    }
}

/// Opens the game and returns when the player leaves.
#[cfg(feature = "window")]
pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    let defaults = dodgem::app::AppOptions::default();
    dodgem::app::run(dodgem::app::AppOptions {
        level: arguments.level,
        seed: arguments.seed,
        players: usize::from(arguments.players),
        size: arguments.size.unwrap_or(defaults.size),
        report: arguments.report,
        mute: arguments.mute,
    })
    .map_err(super::app_failure)
}

/// Says that there is no window.
#[cfg(not(feature = "window"))]
pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    drop(arguments);
    super::no_window("open the game")
}

//! `dodgem` and `dodgem play`: open the window.

use std::path::PathBuf;

use clap::Args;
#[cfg(feature = "window")]
use dodgem::app::{AppOptions, Link};

use super::output::Failure;
use super::values::{help_of_views, named_views, seconds, size};

/// Open the game
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name or path of the level to start at once; without it the title opens
    level: Option<String>,
    /// Pause the round at this time, in seconds since it began; until then nobody drives the player's car
    #[arg(long, value_name = "SECONDS", default_value = "0", requires = "level", value_parser = seconds)]
    at: f32,
    #[arg(long, value_name = "LIST", value_delimiter = ',', help = help_of_views())]
    views: Vec<String>,
    /// Open a link that was copied in the game, or its part after `?` or `#`
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["level", "at", "views", "seed"])]
    link: Option<String>,
    /// The address of the page in which the game runs
    #[arg(long, hide = true)]
    page: Option<String>,
    #[command(flatten)]
    window: WindowArguments,
}

/// Options of the window, with or without a level.
#[derive(Debug, Args)]
pub struct WindowArguments {
    /// Seed of the first round
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of people at this screen
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    players: u8,
    /// Size of the window in pixels
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<(u32, u32)>,
    /// Start without sound
    #[arg(long)]
    mute: bool,
    /// Write a report as a JSON object to this file when the game closes
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

impl From<WindowArguments> for Arguments {
    /// Converts a `dodgem` without a command to a `dodgem play` without a level.
    fn from(window: WindowArguments) -> Self {
        Arguments {
            level: None,
            at: 0.0,
            views: Vec::new(),
            link: None,
            page: None,
            window,
        }
    }
}

/// Opens the game and returns when the player leaves.
#[cfg(feature = "window")]
pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    let Arguments {
        level,
        at,
        views,
        link,
        page,
        window,
    } = arguments;
    let views = named_views(&views)?;
    let options = AppOptions {
        level,
        seed: window.seed,
        players: usize::from(window.players),
        size: window.size,
        report: window.report,
        mute: window.mute,
        at,
        views,
        page,
        ..AppOptions::default()
    };
    let options = match link.map(|text| Link::parse(&text)).transpose() {
        Ok(Some(link)) => options.with_link(link),
        Ok(None) => options,
        Err(error) => return Err(Failure::Input(error.to_string())),
    };
    dodgem::app::run(options).map_err(super::output::app_failure)
}

/// Reports that this build has no window.
#[cfg(not(feature = "window"))]
pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    named_views(&arguments.views)?;
    drop(arguments);
    super::output::no_window("open the game")
}

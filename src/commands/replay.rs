//! `dodgem replay`: shows a recording in the window, verifies it, or writes its numbers.

use std::path::PathBuf;

use clap::Args;

use dodgem::console::Progress;
use dodgem::game::seconds_of;
use dodgem::game::tape::{Player, Tape, verify};
use dodgem::monitor::{Hashes, check_table, write_table};

use super::exports::Exports;
use super::output::{Failure, print, shown};
use super::values::{read_tape, size};

/// Show a recording, or verify that it repeats exactly
#[derive(Debug, Args)]
pub struct Arguments {
    /// The recording
    file: PathBuf,
    /// Play it without a window: exit code 0 if every hash and the result match, else 1
    #[arg(long)]
    check: bool,
    /// Another recording, whose cars are shown over it as ghosts
    #[arg(long, value_name = "OTHER", conflicts_with = "check")]
    with: Option<PathBuf>,
    #[command(flatten)]
    exports: Exports,
    /// Write the hashes of the state after each step and each of its phases here (CSV)
    #[arg(long, value_name = "FILE")]
    hashes: Option<PathBuf>,
    /// Size of the window in pixels
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<(u32, u32)>,
    /// Start without sound
    #[arg(long)]
    mute: bool,
}

/// Shows or verifies the recording.
pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    let tape = read_tape(&arguments.file)?;
    if arguments.exports.any() || arguments.hashes.is_some() {
        export(&arguments, &tape)?;
        if !arguments.check {
            return Ok(());
        }
    }
    if arguments.check {
        return check(&arguments, &tape);
    }
    let other = arguments.with.as_deref().map(read_tape).transpose()?;
    show(arguments, tape, other)
}

/// Plays the recording without a window and writes the files that the options name.
fn export(arguments: &Arguments, tape: &Tape) -> Result<(), Failure> {
    let mut player = Player::new(tape.clone()).map_err(Failure::input)?;
    player.play_once(arguments.hashes.is_some());
    let mut exporter = arguments.exports.begin(player.round())?;
    if let Some(path) = &arguments.hashes {
        check_table(path).map_err(Failure::input)?;
    }
    let mut hashes = Hashes::default();
    let mut progress = Progress::new("playing it for its numbers", tape.steps());
    while player.step() {
        exporter.note(player.round())?;
        if arguments.hashes.is_some() {
            hashes.note(player.round());
        }
        progress.at(player.round().steps());
    }
    drop(progress);
    if let Some(path) = &arguments.hashes {
        write_table(path, hashes.csv().as_bytes()).map_err(Failure::input)?;
    }
    exporter.write(player.round())
}

fn check(arguments: &Arguments, tape: &Tape) -> Result<(), Failure> {
    let name = shown(&arguments.file);
    let told = |text: String| Failure::Input(format!("{name}: {text}"));
    let (steps, program) = (tape.steps(), &tape.head.program);
    let mut progress = Progress::new("playing it again", steps);
    let found = verify(tape, &mut |done| progress.at(done));
    drop(progress);
    let Some(contradiction) = found.map_err(|error| told(error.to_string()))? else {
        return print(&format!(
            "{name}: {steps} steps ({:.2} s) with the recorded hashes, and all else as it states\n",
            seconds_of(steps)
        ));
    };
    let ours = env!("CARGO_PKG_VERSION");
    let note = match contradiction.step() {
        Some(_) if program != ours => {
            format!("; it says it was made by version {program}, this is {ours}")
        }
        _ => String::new(),
    };
    Err(told(format!("{contradiction}{note}")))
}

#[cfg(feature = "window")]
fn show(arguments: Arguments, tape: Tape, other: Option<Tape>) -> Result<(), Failure> {
    let options = dodgem::app::AppOptions {
        size: arguments.size,
        mute: arguments.mute,
        ..dodgem::app::AppOptions::default()
    };
    dodgem::app::replay(options, tape, other).map_err(super::output::app_failure)
}

#[cfg(not(feature = "window"))]
fn show(arguments: Arguments, tape: Tape, other: Option<Tape>) -> Result<(), Failure> {
    drop((arguments, tape, other));
    super::output::no_window("show a recording; `replay FILE --check` needs none")
}

//! The command line: its commands, output and exit codes.

mod bench;
mod check;
mod diff;
mod frames;
mod lab;
mod play;
mod replay;
mod shot;
mod sim;
mod timing;
mod why;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use serde::Serialize;

use dodgem::console;
use dodgem::game::tape::Tape;
use dodgem_collide::mesh::text::{breaks, one_line};

const EXAMPLES: &str = "\
Examples:
  dodgem                                 open the game
  dodgem play ice                        play a level at once
  dodgem play my/own.ron --players 2     play your own level with two people
  dodgem sim classic --seed 7 --json     play a round without a window, print the result
  dodgem sim yard --player expert --difficulty hard
  dodgem sim ice --record ice.tape       keep a recording of the round
  dodgem replay ice.tape                 see it again, from any side, at any moment
  dodgem diff a.tape b.tape              find where two recordings differ
  dodgem why a.tape --crash 3            explain a crash, from the grid to the impulse
  dodgem check levels/*.ron              list the errors of level files, with their places
  dodgem shot classic --at 8 --views grid,tree --size 1280x720 --out crash.png
  dodgem bench cars                      how fast collision tests are here, and were in 2002
  dodgem bench frames --level ice        how fast pictures are drawn here
  dodgem lab v-clip --quick              judge one collision method against the exact truth

A LEVEL is the name of a level (classic) or the path of a level file (my/own.ron).
Levels and models are looked for in $DODGEM_DATA, in the current folder, beside the program and in
your own folder (folders levels/ and assets/models/; docs/levels.md says where your own folder is),
and then among those built in.

Exit codes: 0 success, 1 invalid input, 2 invalid command line.";

/// Bumper cars, 30-second rounds, and a collision engine that you can look inside.
#[derive(Debug, Parser)]
#[command(
    name = "dodgem",
    version,
    about,
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
    #[command(flatten)]
    window: play::WindowArguments,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Open the game, at once on a level if one is named
    Play(play::Arguments),
    /// Play a round without a window, driven by the computer and by scripts
    Sim(sim::Arguments),
    /// Show a recording, or verify that it repeats exactly
    Replay(replay::Arguments),
    /// Find the first step, phase and body in which two recordings differ
    Diff(diff::Arguments),
    /// Explain a crash of a recording, or why two bodies did not meet
    Why(why::Arguments),
    /// Report errors in level files, with file, line and column
    Check(check::Arguments),
    /// Write a picture of a round as the window draws it
    Shot(shot::Arguments),
    /// Print the tables of the 2002 library, with the printed figures and this machine's
    Bench(bench::Arguments),
    /// Try the collision methods of the sources, each on its own, against the exact truth
    Lab(lab::Arguments),
}

/// The reason why a command failed; each kind has its own exit code.
#[derive(Debug, PartialEq, Eq)]
enum Failure {
    /// An input is missing or invalid: exit code 1.
    Input(String),
    /// The command line is invalid: exit code 2.
    Call(String),
}

impl Failure {
    fn input(error: impl std::fmt::Display) -> Self {
        Failure::Input(error.to_string())
    }
}

/// Runs the command given on the command line.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // `exit` would report success even if the help could not be printed.
        Err(message) => return show(&message),
    };
    let outcome = match cli.command {
        None => play::run(cli.window.into()),
        Some(CliCommand::Play(arguments)) => play::run(arguments),
        Some(CliCommand::Sim(arguments)) => sim::run(&arguments),
        Some(CliCommand::Replay(arguments)) => replay::run(arguments),
        Some(CliCommand::Diff(arguments)) => diff::run(&arguments),
        Some(CliCommand::Why(arguments)) => explain(&arguments),
        Some(CliCommand::Check(arguments)) => check::run(&arguments),
        Some(CliCommand::Shot(arguments)) => shot::run(arguments),
        Some(CliCommand::Bench(arguments)) => bench::run(&arguments),
        Some(CliCommand::Lab(arguments)) => lab::run(&arguments),
    };
    let (message, code) = match outcome {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Input(message)) => (message, 1),
        Err(Failure::Call(message)) => (message, 2),
    };
    console::warn(&message);
    ExitCode::from(code)
}

/// Explains a crash or a near miss of a recording.
fn explain(arguments: &why::Arguments) -> Result<(), Failure> {
    let tape = read_tape(&arguments.file)?;
    let told = |error| Failure::Input(format!("{}: {error}", shown(&arguments.file)));
    let answer = why::answer(arguments, tape).map_err(told)?;
    match arguments.json {
        true => write(&(console::printable_json(&answer) + "\n")),
        false => print(&answer),
    }
}

/// Prints the requested help or the error of the command line.
fn show(message: &clap::Error) -> ExitCode {
    use std::io::{ErrorKind, Write};
    let typed = |argument: OsString| argument.to_string_lossy().contains(breaks);
    let printed = match std::env::args_os().any(typed) {
        false => message.print().and_then(|()| std::io::stdout().flush()),
        // Printed without colours: control characters in the user's text must not reach the terminal.
        true => {
            let plain = message.render().to_string();
            std::io::stderr().write_all(console::printable(&plain).as_bytes())
        }
    };
    let lost = printed.is_err_and(|error| error.kind() != ErrorKind::BrokenPipe);
    match message.exit_code() {
        0 if lost => ExitCode::from(1),
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(2),
    }
}

/// Writes to the standard output; a closed pipe is no failure.
fn print(text: &str) -> Result<(), Failure> {
    write(&console::printable(text))
}

/// Writes a value as one JSON object to the standard output.
fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(Failure::input)?;
    write(&(console::printable_json(&text) + "\n"))
}

fn write(text: &str) -> Result<(), Failure> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::Input(format!("cannot write the result: {error}")))
        }
        _ => Ok(()),
    }
}

/// Returns a path as one line.
fn shown(path: &Path) -> String {
    one_line(&path.to_string_lossy()).into_owned()
}

/// Reads a recording named on the command line.
fn read_tape(path: &Path) -> Result<Tape, Failure> {
    Tape::read(path).map_err(|error| Failure::Input(format!("{}: {error}", shown(path))))
}

/// Parses the length of a round in seconds.
fn seconds(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("must be a number of seconds from 0 to 3600".to_owned()),
    }
}

/// Parses `WIDTHxHEIGHT` in pixels.
fn size(text: &str) -> Result<(u32, u32), String> {
    let parsed = text.split_once('x').and_then(|(width, height)| {
        let side = |text: &str| text.parse().ok().filter(|side| (16..=8192).contains(side));
        Some((side(width)?, side(height)?))
    });
    parsed.ok_or_else(|| "must be WIDTHxHEIGHT, each from 16 to 8192, such as 1280x720".to_owned())
}

#[cfg(feature = "window")]
fn app_failure(error: dodgem::app::AppError) -> Failure {
    match error {
        dodgem::app::AppError::Call(message) => Failure::Call(message),
        other => Failure::input(other),
    }
}

/// Returns the error of a build without a window.
#[cfg(not(feature = "window"))]
fn no_window<T>(wish: &str) -> Result<T, Failure> {
    Err(Failure::Call(format!(
        "this build has no window, so it cannot {wish}; `dodgem sim LEVEL` plays a round without \
         one, and `cargo build --release` makes a build with one"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_of_the_command_line_is_sound() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_and_seconds_are_read_and_bounded() {
        assert_eq!(size("1280x720"), Ok((1280, 720)));
        for wrong in [
            "", "x", "1280", "1280x", "15x20", "-16x16", "9000x10", "16x16x16",
        ] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
        assert_eq!(seconds("2.5"), Ok(2.5));
        for wrong in ["", "-1", "NaN", "inf", "3601", "1s"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}

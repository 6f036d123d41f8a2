//! The command line: its commands, output and exit codes.

#[cfg(not(target_os = "wasi"))]
mod desktop;
mod exports;
mod output;
mod params;
mod play;
mod replay;
mod sim;
mod timing;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use dodgem::console;
use dodgem_collide::mesh::text::breaks;

use output::{Failure, VERSION};

const EXAMPLES: &str = "\
Examples:
  dodgem                                 open the game
  dodgem play ice                        play a level at once
  dodgem play my/own.ron --players 2     play your own level with two people
  dodgem sim classic --seed 7 --json     play a round without a window, print the result
  dodgem sim yard --player expert --difficulty hard
  dodgem sim ice --record ice.tape       keep a recording of the round
  dodgem replay ice.tape                 see it again, from any side, at any moment
  dodgem replay ice.tape --gltf ice.glb  write it as an animated 3D scene for Blender
  dodgem diff a.tape b.tape              find where two recordings differ
  dodgem bisect old/dodgem new/dodgem a.tape  find where two builds play it differently
  dodgem why a.tape --crash 3            explain a crash, from the grid to the impulse
  dodgem check levels/*.ron              list the errors of level files, with their places
  dodgem shot classic --at 8 --views grid,tree --size 1280x720 --out crash.png
  dodgem bench cars                      how fast collision tests are here, and were in 2002
  dodgem bench frames --level ice        how fast pictures are drawn here
  dodgem completions bash                completions for your shell; `dodgem man` prints the manual
  dodgem lsp                             level files in your editor: problems, completion, explanations
  dodgem lab v-clip --quick              judge one collision method against the exact truth

A LEVEL is the name of a level (classic) or the path of a level file (my/own.ron).
Levels and models are looked for in $DODGEM_DATA, in the current folder, beside the program and in
your own folder (folders levels/ and assets/models/; docs/levels.md says where your own folder is),
and then among those built in.

Exit codes: 0 success, 1 invalid input or a difference, 2 invalid command line; of bisect also 3: a build
cannot play a recording, and none differs.";

/// Bumper cars, 30-second rounds, and a collision engine that you can look inside.
#[derive(Debug, Parser)]
#[command(
    name = "dodgem",
    version = VERSION,
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
    #[cfg(not(target_os = "wasi"))]
    #[command(flatten)]
    Desktop(desktop::DesktopCommand),
}

/// Runs the command given on the command line.
pub fn run() -> ExitCode {
    // A page shows what went wrong by itself.
    #[cfg(not(target_os = "wasi"))]
    desktop::report_panics();
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
        #[cfg(not(target_os = "wasi"))]
        Some(CliCommand::Desktop(command)) => {
            desktop::run(command, <Cli as clap::CommandFactory>::command)
        }
    };
    let (message, code) = match outcome {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Input(message)) => (message, 1),
        Err(Failure::Call(message)) => (message, 2),
        #[cfg(not(target_os = "wasi"))]
        Err(Failure::Program(message)) => (message, 3),
    };
    console::warn(&message);
    ExitCode::from(code)
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_of_the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}

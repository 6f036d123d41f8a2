//! The commands of a program on a desktop. A page lacks them, as each byte of it is loaded.

mod bench;
mod bisect;
mod check;
mod diff;
mod fault;
mod frames;
mod lab;
mod lsp;
mod manual;
mod params;
mod shot;
mod why;

use clap::{Command, Subcommand};

use crate::commands::output::Failure;

pub(super) use fault::report_panics;

#[derive(Debug, Subcommand)]
pub(super) enum DesktopCommand {
    /// Find the first step, phase and body in which two recordings differ
    Diff(diff::Arguments),
    /// Find the first step, phase and body in which two builds play a recording differently
    Bisect(bisect::Arguments),
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
    /// Serve an editor of level files by the Language Server Protocol: problems, completion, explanations
    Lsp,
    /// Print the completions of the command line for a shell
    Completions(manual::CompletionArguments),
    /// Print the manual page, or write the pages of all commands
    Man(manual::ManualArguments),
    #[cfg(debug_assertions)]
    /// Fail as by a fault of the program, to try its report
    #[command(hide = true)]
    Fault,
}

/// Runs a command; `program` returns the definition of the whole command line.
pub(super) fn run(
    command: DesktopCommand,
    program: impl FnOnce() -> Command,
) -> Result<(), Failure> {
    match command {
        DesktopCommand::Diff(arguments) => diff::run(&arguments),
        DesktopCommand::Bisect(arguments) => bisect::run(&arguments),
        DesktopCommand::Why(arguments) => why::run(&arguments),
        DesktopCommand::Check(arguments) => check::run(&arguments),
        DesktopCommand::Shot(arguments) => shot::run(arguments),
        DesktopCommand::Bench(arguments) => bench::run(&arguments),
        DesktopCommand::Lab(arguments) => lab::run(&arguments),
        DesktopCommand::Lsp => lsp::run(),
        DesktopCommand::Completions(arguments) => manual::complete(program(), &arguments),
        DesktopCommand::Man(arguments) => manual::manual(program(), &arguments),
        #[cfg(debug_assertions)]
        DesktopCommand::Fault => panic!("a fault that was asked for"),
    }
}

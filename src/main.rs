//! The command line: runs the given command and returns its exit code: 0 for success, 1 for invalid input, 2
//! for an invalid command line.

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::run()
}

//! The command line: reads the call, hands it to `commands`, and turns the outcome into an exit
//! code: 0 fine, 1 the input is wrong, 2 the call is wrong.

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::run()
}

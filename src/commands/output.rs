//! The output of commands, and the reasons why they fail.

use std::path::Path;

use serde::Serialize;

use dodgem::console;
use dodgem_collide::mesh::text::one_line;

/// The version, with the commit and its date.
pub(super) const VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (", env!("DODGEM_BUILD"), ")");

/// The reason why a command failed; each kind has its own exit code.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// An input is missing or invalid: exit code 1.
    Input(String),
    /// The command line is invalid: exit code 2.
    Call(String),
    /// A program that the command runs cannot do its part: exit code 3.
    #[cfg(not(target_os = "wasi"))]
    Program(String),
}

impl Failure {
    pub(super) fn input(error: impl std::fmt::Display) -> Self {
        Failure::Input(error.to_string())
    }
}

/// Writes to the standard output; a closed pipe is no failure.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    write(&console::printable(text))
}

/// Writes a value as one JSON object to the standard output.
pub(super) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(Failure::input)?;
    write(&(console::printable_json(&text) + "\n"))
}

pub(super) fn write(text: &str) -> Result<(), Failure> {
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
pub(super) fn shown(path: &Path) -> String {
    one_line(&path.to_string_lossy()).into_owned()
}

#[cfg(feature = "window")]
pub(super) fn app_failure(error: dodgem::app::AppError) -> Failure {
    match error {
        dodgem::app::AppError::Call(message) => Failure::Call(message),
        other => Failure::input(other),
    }
}

/// Returns the error of a build without a window.
#[cfg(not(feature = "window"))]
pub(super) fn no_window<T>(wish: &str) -> Result<T, Failure> {
    Err(Failure::Call(format!(
        "this build has no window, so it cannot {wish}; `dodgem sim LEVEL` plays a round without \
         one, and `cargo build --release` makes a build with one"
    )))
}

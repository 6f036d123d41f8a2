//! The numbers of many steps as a CSV file, and files of numbers named by the user.

use std::path::{Path, PathBuf};

use crate::monitor::row::{StepRow, csv_head};
use crate::storage;

/// The error of a table that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot be written: {reason}", path.display())]
pub struct TableError {
    /// The file.
    pub path: PathBuf,
    /// The obstacle.
    pub reason: std::io::Error,
}

/// Returns the table as text: its header, and a line per step.
pub fn csv<'r>(rows: impl Iterator<Item = &'r StepRow>) -> String {
    let mut text = csv_head();
    rows.for_each(|row| text.push_str(&row.csv()));
    text
}

/// Checks that a table can be written to a file named by the user. Call it before the measured work starts.
///
/// # Errors
/// [`TableError`] with the obstacle.
pub fn check_table(path: &Path) -> Result<(), TableError> {
    storage::check_output(path).map_err(|reason| failed(path, reason))
}

/// Writes a table, or another file of numbers, to a file named by the user.
///
/// # Errors
/// As [`check_table`].
pub fn write_table(path: &Path, content: &[u8]) -> Result<(), TableError> {
    storage::write_output(path, content).map_err(|reason| failed(path, reason))
}

fn failed(path: &Path, reason: std::io::Error) -> TableError {
    TableError {
        path: path.to_owned(),
        reason,
    }
}

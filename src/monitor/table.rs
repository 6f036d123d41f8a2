//! The table of many steps, as a file.

use std::path::{Path, PathBuf};

use crate::monitor::row::{StepRow, csv_head};
use crate::storage;

/// Why a table cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot be written: {reason}", path.display())]
pub struct TableError {
    /// The file.
    pub path: PathBuf,
    /// What is in the way.
    pub reason: std::io::Error,
}

/// The lines of a table: its head, and one for each step.
pub fn csv<'r>(rows: impl Iterator<Item = &'r StepRow>) -> String {
    let mut text = csv_head();
    rows.for_each(|row| text.push_str(&row.csv()));
    text
}

/// Whether a table could be written to a file that the user named: to be asked before the work of which it is.
///
/// # Errors
/// [`TableError`] with what is in the way.
pub fn check_table(path: &Path) -> Result<(), TableError> {
    storage::check_output(path).map_err(|reason| failed(path, reason))
}

/// Writes the table of some steps to a file that the user named.
///
/// # Errors
/// As [`check_table`].
pub fn write_table<'r>(
    path: &Path,
    rows: impl Iterator<Item = &'r StepRow>,
) -> Result<(), TableError> {
    storage::write_output(path, csv(rows).as_bytes()).map_err(|reason| failed(path, reason))
}

fn failed(path: &Path, reason: std::io::Error) -> TableError {
    TableError {
        path: path.to_owned(),
        reason,
    }
}

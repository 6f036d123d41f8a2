//! Writes levels to files.

use std::path::{Path, PathBuf};

use dodgem_collide::mesh::text::one_line;

use crate::level::{Level, written};
use crate::storage;

/// Reason why a level cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file system refused.
    #[error("cannot write {}: {source}", one_line(&path.to_string_lossy()))]
    File {
        /// Path of the file.
        path: PathBuf,
        /// Error of the file system.
        source: std::io::Error,
    },
    /// The level cannot be written as RON.
    #[error("cannot write the level: {0}")]
    Format(#[from] ron::Error),
}

/// Returns a level as compact RON, without line breaks.
///
/// # Errors
/// [`ron::Error`] if it cannot be written as RON.
pub fn to_text(level: &Level) -> Result<String, ron::Error> {
    ron::ser::to_string(level)
}

/// Writes a level as RON to a path that the user chose. The file is replaced atomically; links are followed,
/// and only a regular file is replaced.
///
/// # Errors
/// [`SaveError`] if the path is not a regular file, or its folder is not writable.
pub fn save(level: &Level, path: &Path) -> Result<(), SaveError> {
    save_text(&written(level)?, path)
}

/// Writes the text of a level like [`save`].
///
/// # Errors
/// As in [`save`].
pub fn save_text(text: &str, path: &Path) -> Result<(), SaveError> {
    storage::write_output(path, text.as_bytes()).map_err(|source| SaveError::File {
        path: path.to_owned(),
        source,
    })
}

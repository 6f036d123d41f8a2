//! Writing a level.

use std::path::{Path, PathBuf};

use dodgem_collide::mesh::text::one_line;

use crate::level::{Level, written};
use crate::storage;

/// Why a level could not be written.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file system refused.
    #[error("cannot write {}: {source}", one_line(&path.to_string_lossy()))]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The level cannot be said in RON.
    #[error("cannot write the level: {0}")]
    Format(#[from] ron::Error),
}

/// A level as RON, as short as it can be said.
///
/// # Errors
/// If it cannot be said in RON.
pub fn to_text(level: &Level) -> Result<String, ron::Error> {
    ron::ser::to_string(level)
}

/// Writes a level as RON to a file that the user named. It is replaced as a whole or not at all;
/// links are followed, and only a regular file is replaced.
///
/// # Errors
/// [`SaveError`] if something other than a file is there, or its folder cannot be written to.
pub fn save(level: &Level, path: &Path) -> Result<(), SaveError> {
    save_text(&written(level)?, path)
}

/// Writes the text of a level as [`save`] does.
///
/// # Errors
/// As [`save`].
pub fn save_text(text: &str, path: &Path) -> Result<(), SaveError> {
    storage::write_output(path, text.as_bytes()).map_err(|source| SaveError::File {
        path: path.to_owned(),
        source,
    })
}

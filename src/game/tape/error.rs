//! Why a recording cannot be made, read or played.

use crate::level::{LevelError, LibraryError};

/// Why a recording cannot be made, read or played.
#[derive(Debug, thiserror::Error)]
pub enum TapeError {
    /// The file is none.
    #[error("this is no recording of Dodgem")]
    NoTape,
    /// The file is of another format.
    #[error(
        "the recording has format {found}; this program reads format {}",
        super::FORMAT
    )]
    Format {
        /// The file's.
        found: u16,
    },
    /// The file is too large.
    #[error("the file is too large for a recording; at most {} MiB are read", crate::params::TAPE_BYTES >> 20)]
    TooLarge,
    /// The file was cut off or changed.
    #[error("the recording is damaged: {0}")]
    Damaged(&'static str),
    /// A model is not there, or is another one.
    #[error("the model {name} {what}")]
    Model {
        /// Its name.
        name: String,
        /// What is wrong with it.
        what: String,
    },
    /// The recorded level cannot be played.
    #[error("the recorded level cannot be played: {0}")]
    Level(#[from] LevelError),
    /// A model's file cannot be read.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The level cannot be written down.
    #[error("the level cannot be recorded: {0}")]
    Text(#[from] ron::Error),
    /// The file system refused.
    #[error("{action} {path}: {source}")]
    File {
        /// `cannot read` or `cannot write`.
        action: &'static str,
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
}

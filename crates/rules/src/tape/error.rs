//! Errors of recordings.

use std::path::Path;

use dodgem_collide::mesh::text::one_line;

use crate::tape::Contradiction;
use dodgem_scene::arena::HandError;
use dodgem_scene::level::{LevelError, LibraryError};

/// Reason why a recording cannot be written, read or played.
#[derive(Debug, thiserror::Error)]
pub enum TapeError {
    /// The file is not a recording.
    #[error("this is no recording of Dodgem")]
    NoTape,
    /// The file has another format.
    #[error(
        "the recording has format {found}, that of {} version of the program; this one reads format {}",
        if *found < super::FORMAT { "an earlier" } else { "a later" },
        super::FORMAT
    )]
    Format {
        /// Format number of the file.
        found: u16,
    },
    /// The file is too large.
    #[error("the file is too large for a recording; at most {} MiB are read", crate::params::TAPE_BYTES >> 20)]
    TooLarge,
    /// The file was cut off or changed.
    #[error("the recording is damaged: {0}")]
    Damaged(&'static str),
    /// An act has a number outside the range of the hand.
    #[error("the recording is refused: its act {number}, before step {step}, cannot be: {why}")]
    Act {
        /// Number of the act, from 1.
        number: usize,
        /// The step after it, from 1.
        step: u64,
        /// Reason of the refusal.
        why: HandError,
    },
    /// Its budget was real time, so it cannot be compared with a round.
    #[error("the round ran on a budget of real time, so it cannot be repeated")]
    Timed,
    /// It contradicts its own level.
    #[error("what the recording states is not true: {0}")]
    False(#[from] Contradiction),
    /// A model is missing or differs.
    #[error("the model {} {what}", one_line(name))]
    Model {
        /// Name of the model.
        name: String,
        /// Description of the fault.
        what: String,
    },
    /// The recorded level cannot be played.
    #[error("the recorded level cannot be played: {0}")]
    Level(#[from] LevelError),
    /// A model's file cannot be read.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The level cannot be written.
    #[error("the level cannot be recorded: {0}")]
    Text(#[from] ron::Error),
    /// There is no folder for recordings.
    #[error("there is no home folder here to keep recordings in")]
    NoFolder,
    /// The file system refused an operation.
    #[error("{action} {}: {source}", one_line(path))]
    File {
        /// `cannot read` or `cannot write`.
        action: &'static str,
        /// Path of the file.
        path: String,
        /// Error of the file system.
        source: std::io::Error,
    },
}

impl TapeError {
    /// Creates the error of a file system operation on a path.
    pub fn file(action: &'static str, path: &Path, source: std::io::Error) -> Self {
        let path = path.display().to_string();
        TapeError::File {
            action,
            path,
            source,
        }
    }
}

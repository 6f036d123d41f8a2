//! Why a recording cannot be made, read or played.

use std::path::Path;

use dodgem_collide::mesh::text::one_line;

use crate::arena::HandError;
use crate::game::tape::Contradiction;
use crate::level::{LevelError, LibraryError};

/// Why a recording cannot be made, read or played.
#[derive(Debug, thiserror::Error)]
pub enum TapeError {
    /// The file is none.
    #[error("this is no recording of Dodgem")]
    NoTape,
    /// The file is of another format.
    #[error(
        "the recording has format {found}, that of {} version of the program; this one reads format {}",
        if *found < super::FORMAT { "an earlier" } else { "a later" },
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
    /// Its hand does something with a number that no hand can reach.
    #[error("the recording is refused: its act {number}, before step {step}, cannot be: {why}")]
    Act {
        /// Which of its acts, from 1.
        number: usize,
        /// The step that comes after it, from 1.
        step: u64,
        /// Why not.
        why: HandError,
    },
    /// It cannot be held against a round.
    #[error("the round ran on a budget of real time, so it cannot be repeated")]
    Timed,
    /// It states what its own level shows to be false.
    #[error("what the recording states is not true: {0}")]
    False(#[from] Contradiction),
    /// A model is not there, or is another one.
    #[error("the model {} {what}", one_line(name))]
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
    /// There is no folder to keep it in.
    #[error("there is no home folder here to keep recordings in")]
    NoFolder,
    /// The file system refused.
    #[error("{action} {}: {source}", one_line(path))]
    File {
        /// `cannot read` or `cannot write`.
        action: &'static str,
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
}

impl TapeError {
    /// What the file system said of a file.
    pub(crate) fn file(action: &'static str, path: &Path, source: std::io::Error) -> Self {
        let path = path.display().to_string();
        TapeError::File {
            action,
            path,
            source,
        }
    }
}

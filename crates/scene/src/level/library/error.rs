//! The error of the library: a file that it cannot use.

use std::fmt;

use dodgem_collide::mesh::text;

pub(super) const MISSING: &str = "there is no such file";

/// An unusable file, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryError {
    /// Path of the file, as the user would write it.
    pub path: String,
    /// Line and column, both counted from 1; `None` if the fault concerns the whole file.
    pub place: Option<(usize, usize)>,
    /// Reason.
    pub message: String,
}

impl LibraryError {
    /// Creates an error about a whole file.
    pub(super) fn whole(path: impl Into<String>, message: impl Into<String>) -> Self {
        LibraryError {
            path: path.into(),
            place: None,
            message: message.into(),
        }
    }
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", text::one_line(&self.path))?;
        if let Some((line, column)) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for LibraryError {}

impl LibraryError {
    /// True if the file does not exist.
    pub(in crate::level) fn is_missing(&self) -> bool {
        self.message.starts_with(MISSING)
    }
}

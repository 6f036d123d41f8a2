//! Files that the player has only for this run.

use std::path::Path;

use tempfile::{Builder, TempDir};

use crate::platform::kind::IN_BROWSER;

/// The folder in which a page puts dropped files.
const DROPPED: &str = "/dropped";

/// Creates a folder for this run; it is removed when it is dropped.
///
/// # Errors
/// The system's reason.
pub fn passing_folder() -> std::io::Result<TempDir> {
    let mut builder = Builder::new();
    builder.prefix("dodgem-");
    match IN_BROWSER {
        // A page has no folder for temporary files.
        true => builder.tempdir_in("/"),
        false => builder.tempdir(),
    }
}

/// True for a file dropped on a page, which forgets it when it is closed.
pub fn is_dropped(path: &Path) -> bool {
    IN_BROWSER && path.starts_with(DROPPED)
}

//! The errors of the window.

use std::path::PathBuf;

use dodgem_collide::mesh::text::one_line;

/// The reasons why the window cannot open or a picture cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// There is no screen to open a window on.
    #[error(
        "there is no display to open a window on ({reason}); \
         `dodgem sim LEVEL` plays a round without one"
    )]
    NoDisplay {
        /// The resources that were not found.
        reason: String,
    },
    /// The graphics driver refused something that the renderer needs.
    #[error("the graphics driver cannot show the game: {0}")]
    Graphics(String),
    /// The level could not be loaded or started; the text gives the position and the reason.
    #[error("{0}")]
    Level(String),
    /// The options are invalid, for example an unknown view.
    #[error("{0}")]
    Call(String),
    /// The user has no home folder to keep pictures in.
    #[error("there is no home folder to keep pictures in")]
    NoFolder,
    /// A file could not be written.
    #[error("{}: cannot be written: {reason}", one_line(&path.to_string_lossy()))]
    File {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        reason: String,
    },
}

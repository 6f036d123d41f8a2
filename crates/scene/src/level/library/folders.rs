//! The game's folders in the user's data.

use std::path::{Path, PathBuf};

use directories::ProjectDirs;

/// A page keeps these two folders for the game.
const PAGE_DATA: &str = "/data";
const PAGE_SETTINGS: &str = "/settings";

/// The game's folders in the user's data; they may not exist yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserFolders {
    data: PathBuf,
    settings: PathBuf,
}

impl UserFolders {
    /// Returns the folders that this platform has for the game; `None` if the user has no home folder.
    pub(super) fn find() -> Option<Self> {
        if cfg!(target_os = "wasi") {
            return Some(Self {
                data: PathBuf::from(PAGE_DATA),
                settings: PathBuf::from(PAGE_SETTINGS),
            });
        }
        let folders = ProjectDirs::from("", "", "dodgem")?;
        Some(Self {
            data: folders.data_dir().to_owned(),
            settings: folders.config_dir().to_owned(),
        })
    }

    /// The folder of best results, recordings and own levels.
    pub fn data_dir(&self) -> &Path {
        &self.data
    }

    /// The folder of the settings.
    pub fn config_dir(&self) -> &Path {
        &self.settings
    }
}

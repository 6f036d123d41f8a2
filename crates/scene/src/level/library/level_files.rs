//! The folders of levels, and the names and files of the levels in them.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::level::Mode;

/// A folder of levels, which is a group in the menu.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum LevelFolder {
    /// Rounds of the game.
    #[default]
    Game,
    /// Scenes for building, pulling and throwing.
    Sandbox,
    /// Scenes that each show one effect.
    Physics,
    /// Lessons, in learning order.
    School,
}

impl LevelFolder {
    /// All folders, in the menu's order.
    pub const ALL: [LevelFolder; 4] = [
        LevelFolder::School,
        LevelFolder::Game,
        LevelFolder::Sandbox,
        LevelFolder::Physics,
    ];

    /// Returns its name in the menu.
    pub fn name(self) -> &'static str {
        match self {
            LevelFolder::Game => "Game",
            LevelFolder::Sandbox => "Sandbox",
            LevelFolder::Physics => "Physics",
            LevelFolder::School => "School",
        }
    }

    /// Returns the group of a user's level outside these folders, by its mode.
    pub fn by_mode(mode: Mode) -> Self {
        match mode {
            Mode::Free => LevelFolder::Sandbox,
            Mode::Lesson => LevelFolder::School,
            _ => LevelFolder::Game,
        }
    }

    /// Returns its path inside the folder of levels, with a trailing slash.
    pub(super) fn path(self) -> &'static str {
        match self {
            LevelFolder::Game => "",
            LevelFolder::Sandbox => "sandbox/",
            LevelFolder::Physics => "physics/",
            LevelFolder::School => "school/",
        }
    }
}

/// Levels that come first in their folders.
const FIRST: [&str; 2] = ["classic", "sandbox/sandbox"];

/// True if the level comes first in its folder.
pub fn comes_first(name: &str) -> bool {
    FIRST.contains(&name)
}

/// True if this is the name of a level, with at most a folder of the menu and without an extension, not a
/// path.
pub(super) fn is_level_name(name_or_path: &str) -> bool {
    let below = LevelFolder::ALL.into_iter().map(LevelFolder::path);
    let mut below = below.filter_map(|folder| name_or_path.strip_prefix(folder));
    below.any(|name| {
        let path = Path::new(name);
        path.components().count() == 1
            && matches!(path.components().next(), Some(Component::Normal(_)))
            && path.extension().is_none()
    })
}

pub(super) fn level_folder(root: &Path) -> PathBuf {
    root.join("levels")
}

/// Returns the level files of a folder below a root.
pub(super) fn level_files(root: &Path, folder: LevelFolder) -> Vec<PathBuf> {
    let mut files = files_of(&level_folder(root).join(folder.path()));
    files.retain(|path| path.extension() == Some(OsStr::new("ron")));
    files
}

/// Returns the name of a level file, on disk or embedded.
pub(super) fn level_name(path: &Path, folder: LevelFolder) -> Option<String> {
    let name = path.file_stem()?.to_str()?;
    let is_level = path.extension() == Some(OsStr::new("ron"));
    is_level.then(|| format!("{}{name}", folder.path()))
}

/// Returns the entries of a folder; none if it cannot be read.
pub(super) fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect()
}

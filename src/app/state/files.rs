//! Levels and recordings on disk: the library, the list, and the load in progress.

use std::sync::Arc;

use crate::app::level_list::LevelList;
use crate::app::state::loading::Loading;
use crate::app::task::Task;
use crate::app::watch::Watch;
use crate::game::tape::Player;
use crate::level::Library;

/// Levels and recordings on disk.
pub struct Files {
    pub library: Arc<Library>,
    /// The levels to choose from.
    pub levels: LevelList,
    /// Detects that the file of the current level was saved.
    pub(super) watch: Watch,
    /// The level or recording being loaded.
    pub loading: Option<Loading>,
    /// The recording being read for the ghost.
    pub(super) ghost_task: Option<Task<Option<Player>>>,
}

impl Files {
    /// Creates the files of a library, without a load, with the file of a level to watch.
    pub(super) fn new(library: Arc<Library>, watch: Watch) -> Self {
        Files {
            library,
            levels: LevelList::default(),
            watch,
            loading: None,
            ghost_task: None,
        }
    }
}

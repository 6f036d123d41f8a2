//! Best results, stored on disk.

mod contests;
mod file;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Error;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::Difficulty;
pub use crate::best::contests::{Contests, CupResult, DayResult};
use crate::best::file::{FileContent, read};
use dodgem_scene::level::Mode;
use dodgem_scene::storage;

/// Key of comparable results: one level, one mode, one difficulty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BestKey {
    /// Fingerprint of the level: see [`fingerprint`](dodgem_scene::level::Level::fingerprint).
    pub level: String,
    /// Mode of the round.
    pub mode: Mode,
    /// Difficulty of the computer's drivers.
    pub difficulty: Difficulty,
}

/// A best result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestResult {
    /// Total in the round's mode.
    pub total: u32,
    /// Seed of that round.
    pub seed: u64,
}

/// Best result of a level by the rules of the first version, which counted every crash of any driver: kept,
/// but not comparable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OldResult {
    /// Number of crashes.
    pub crashes: u32,
    /// The seed of that round.
    pub seed: u64,
}

/// The best results, in a file.
///
/// A file that cannot be read is renamed to `NAME.broken-N` and never overwritten: the game starts without
/// results, and the file can be repaired.
///
/// Several games may run at the same time: each saves its own results and those in the file together, under a
/// lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestScores {
    path: PathBuf,
    results: Results,
    /// False if a file that could be neither read nor renamed is in the way.
    may_write: bool,
}

/// Problem with the file; the game continues.
#[derive(Debug, thiserror::Error)]
pub enum BestScoresError {
    /// The file was invalid and was renamed.
    #[error(
        "the best scores in {} cannot be understood ({reason}); the file was set aside as {}",
        path.display(), aside.display()
    )]
    SetAside {
        /// The file.
        path: PathBuf,
        /// The new path.
        aside: PathBuf,
        /// Reason why it is invalid.
        reason: String,
    },
    /// The file system refused an operation.
    #[error("the best scores in {} cannot be {action}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// `read`, `written` or `set aside`.
        action: &'static str,
        /// Error of the file system.
        source: std::io::Error,
    },
}

/// All known results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Results {
    bests: BTreeMap<BestKey, BestResult>,
    /// Levels in which the task of the fourth medal was completed.
    done: BTreeSet<BestKey>,
    /// Best results by the rules of the second version: kept, but not comparable.
    earlier: BTreeMap<BestKey, BestResult>,
    /// Keyed by the name from which the level was loaded.
    old: BTreeMap<String, OldResult>,
    contests: Contests,
}

impl BestScores {
    /// Reads the file; a missing file means no results. Always returns usable results, and the problem if
    /// there was one. Removes temporary files that killed games left beside it.
    pub fn open(path: &Path) -> (Self, Option<BestScoresError>) {
        let mut scores = BestScores {
            path: path.to_owned(),
            results: Results::default(),
            may_write: true,
        };
        // Without a folder there is nothing to lock or to read.
        let lock = storage::lock(path);
        if lock.is_ok() {
            storage::remove_leftovers(path);
        }
        let trouble = match read(path) {
            Ok(FileContent::Missing) => None,
            Ok(FileContent::Known(results)) => {
                scores.results = results;
                None
            }
            Ok(FileContent::Broken(reason)) => {
                let moved = lock.and_then(|_lock| storage::set_aside(path));
                scores.may_write = moved.is_ok();
                Some(scores.set_aside_as(moved, reason))
            }
            Err(error) => {
                scores.may_write = false;
                Some(scores.file_error("read", error))
            }
        };
        (scores, trouble)
    }

    fn file_error(&self, action: &'static str, source: Error) -> BestScoresError {
        BestScoresError::File {
            path: self.path.clone(),
            action,
            source,
        }
    }

    fn set_aside_as(&self, moved: Result<PathBuf, Error>, reason: String) -> BestScoresError {
        match moved {
            Ok(aside) => BestScoresError::SetAside {
                path: self.path.clone(),
                aside,
                reason,
            },
            Err(error) => self.file_error("set aside", error),
        }
    }

    /// True if there is no result of any kind.
    pub fn is_empty(&self) -> bool {
        self.results == Results::default()
    }

    /// Returns the best result for a key.
    pub fn best(&self, key: &BestKey) -> Option<BestResult> {
        self.results.bests.get(key).copied()
    }

    /// Returns the best result of a level by the rules of the first version, by the name from which it was
    /// loaded.
    pub fn old_best(&self, source: &str) -> Option<OldResult> {
        self.results.old.get(source).copied()
    }

    /// Returns the best result by the rules of the second version.
    pub fn earlier_best(&self, key: &BestKey) -> Option<BestResult> {
        self.results.earlier.get(key).copied()
    }

    /// Returns the results of cups and of rounds of the day.
    pub fn contests(&self) -> &Contests {
        &self.results.contests
    }

    /// Returns the results of cups and of rounds of the day for changes.
    pub fn contests_mut(&mut self) -> &mut Contests {
        &mut self.results.contests
    }

    /// True if the task of the fourth medal was ever completed.
    pub fn is_task_done(&self, key: &BestKey) -> bool {
        self.results.done.contains(key)
    }

    /// Records that the task of the fourth medal was completed; returns true if it is the first time.
    pub fn record_task(&mut self, key: &BestKey) -> bool {
        self.results.done.insert(key.clone())
    }

    /// Records a result; returns true if it is a new best and above 0.
    pub fn record(&mut self, key: &BestKey, result: BestResult) -> bool {
        let before = self.best(key).map_or(0, |best| best.total);
        let is_new_best = result.total > before;
        if is_new_best {
            self.results.bests.insert(key.clone(), result);
        }
        is_new_best
    }

    /// Writes the file atomically and creates its folder if necessary. Results that other games have saved
    /// meanwhile are read again and kept: for each level the better result remains.
    ///
    /// # Errors
    /// [`BestScoresError::File`] if it cannot be written, if an existing file could neither be read nor
    /// renamed, or if another game holds the lock for too long; the results remain in memory.
    /// [`BestScoresError::SetAside`] if the file had become invalid; the results in memory are written
    /// nevertheless.
    pub fn save(&mut self) -> Result<(), BestScoresError> {
        if !self.may_write {
            let message = "the file there could not be read, and is left alone";
            return Err(self.file_error("written", Error::other(message)));
        }
        let locked = || {
            if let Some(folder) = self.path.parent() {
                std::fs::create_dir_all(folder)?;
            }
            storage::lock(&self.path)
        };
        let _lock = locked().map_err(|error| self.file_error("written", error))?;
        let mut trouble = None;
        match read(&self.path) {
            Ok(FileContent::Missing) => {}
            Ok(FileContent::Known(saved)) => self.merge(saved),
            Ok(FileContent::Broken(reason)) => {
                let moved = storage::set_aside(&self.path);
                let in_the_way = moved.is_err();
                let told = self.set_aside_as(moved, reason);
                if in_the_way {
                    return Err(told);
                }
                trouble = Some(told);
            }
            Err(error) => return Err(self.file_error("read", error)),
        }
        let written = self.results.text();
        let written = written.and_then(|text| storage::write_own(&self.path, text.as_bytes()));
        written.map_err(|error| self.file_error("written", error))?;
        trouble.map_or(Ok(()), Err)
    }

    /// Takes over results that are better than those in memory.
    fn merge(&mut self, saved: Results) {
        for (key, result) in saved.bests {
            if self
                .best(&key)
                .is_none_or(|best| best.total <= result.total)
            {
                self.results.bests.insert(key, result);
            }
        }
        self.results.done.extend(saved.done);
        self.results.contests.merge(saved.contests);
        // The game no longer adds results of these kinds.
        self.results.earlier.extend(saved.earlier);
        self.results.old.extend(saved.old);
    }
}

#[cfg(test)]
mod tests;

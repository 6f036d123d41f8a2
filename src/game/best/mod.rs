//! The best results, kept on disk.

mod contests;
mod file;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Error;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::game::Difficulty;
pub use crate::game::best::contests::{Contests, CupResult, DayResult};
use crate::game::best::file::{FileContent, read};
use crate::level::Mode;
use crate::storage;

/// What results can be compared: those of one level, counted alike, against drivers of one strength.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BestKey {
    /// The level: see [`fingerprint`](crate::level::Level::fingerprint).
    pub level: String,
    /// What counted.
    pub mode: Mode,
    /// How well the computer drove.
    pub difficulty: Difficulty,
}

/// A best result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestResult {
    /// The total in the round's mode.
    pub total: u32,
    /// The seed of that round.
    pub seed: u64,
}

/// The best result of a level by the rules of the first version, which counted every crash, whoever
/// drove: kept, but not comparable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OldResult {
    /// How many crashes.
    pub crashes: u32,
    /// The seed of that round.
    pub seed: u64,
}

/// The best results, in a file.
///
/// A file that cannot be understood is set aside as `NAME.broken-N` and never overwritten: the
/// game starts with no results, and the file can be repaired.
///
/// Several games may run at the same time: each saves what it and the file know, under a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestScores {
    path: PathBuf,
    results: Results,
    /// False while a file that could be neither read nor set aside is in the way.
    may_write: bool,
}

/// What was wrong with the file; the game goes on.
#[derive(Debug, thiserror::Error)]
pub enum BestScoresError {
    /// The file made no sense and was set aside.
    #[error(
        "the best scores in {} cannot be understood ({reason}); the file was set aside as {}",
        path.display(), aside.display()
    )]
    SetAside {
        /// The file.
        path: PathBuf,
        /// Where it is now.
        aside: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file system refused.
    #[error("the best scores in {} cannot be {action}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// `read`, `written` or `set aside`.
        action: &'static str,
        /// Why.
        source: std::io::Error,
    },
}

/// All results that are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Results {
    bests: BTreeMap<BestKey, BestResult>,
    /// Where the task of the fourth medal was done.
    done: BTreeSet<BestKey>,
    /// Bests by the rules of the second version: kept, but not comparable.
    earlier: BTreeMap<BestKey, BestResult>,
    /// By the name that the level was loaded by.
    old: BTreeMap<String, OldResult>,
    contests: Contests,
}

impl BestScores {
    /// Reads the file; no file is no results. Always gives something to go on with, and what was
    /// wrong, if anything was. What killed games left beside the file is removed.
    pub fn open(path: &Path) -> (Self, Option<BestScoresError>) {
        let mut scores = BestScores {
            path: path.to_owned(),
            results: Results::default(),
            may_write: true,
        };
        // Where there is no folder yet, there is nothing to lock and to read.
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

    /// True if nobody has a result of any kind.
    pub fn is_empty(&self) -> bool {
        self.results == Results::default()
    }

    /// The best result of its kind.
    pub fn best(&self, key: &BestKey) -> Option<BestResult> {
        self.results.bests.get(key).copied()
    }

    /// The best result of a level by the rules of the first version, by the name it was loaded by.
    pub fn old_best(&self, source: &str) -> Option<OldResult> {
        self.results.old.get(source).copied()
    }

    /// The best result by the rules of the second version.
    pub fn earlier_best(&self, key: &BestKey) -> Option<BestResult> {
        self.results.earlier.get(key).copied()
    }

    /// What is kept of cups and of rounds of the day.
    pub fn contests(&self) -> &Contests {
        &self.results.contests
    }

    /// The same, to note more in it.
    pub fn contests_mut(&mut self) -> &mut Contests {
        &mut self.results.contests
    }

    /// Whether the task of the fourth medal was ever done.
    pub fn is_task_done(&self, key: &BestKey) -> bool {
        self.results.done.contains(key)
    }

    /// Notes that the task of the fourth medal was done; true if that is new.
    pub fn record_task(&mut self, key: &BestKey) -> bool {
        self.results.done.insert(key.clone())
    }

    /// Notes a result; true if it is a new best, which is more than before and more than none.
    pub fn record(&mut self, key: &BestKey, result: BestResult) -> bool {
        let before = self.best(key).map_or(0, |best| best.total);
        let is_new_best = result.total > before;
        if is_new_best {
            self.results.bests.insert(key.clone(), result);
        }
        is_new_best
    }

    /// Writes the file, as a whole or not at all; makes its folder if need be. What other games
    /// have saved since it was read is read again and kept: the better result of each level counts,
    /// there and here.
    ///
    /// # Errors
    /// [`BestScoresError::File`] if it cannot be written, if a file that was there could
    /// neither be read nor set aside, or if another game is writing for too long; results are kept
    /// for the next time. [`BestScoresError::SetAside`] if the file had become one that cannot be
    /// understood; the results known here are written all the same.
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

    /// Takes over results that are better than those known.
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
        // Nothing new comes to these.
        self.results.earlier.extend(saved.earlier);
        self.results.old.extend(saved.old);
    }
}

#[cfg(test)]
mod tests;

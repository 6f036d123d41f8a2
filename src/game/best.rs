//! The best results, kept on disk.

use std::collections::BTreeMap;
use std::io::Error;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::game::Difficulty;
use crate::level::Mode;
use crate::storage::{self, Stored};

/// The largest file that is read, in bytes.
const MOST_BYTES: u64 = 1 << 20;

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
    /// By the name that the level was loaded by.
    old: BTreeMap<String, OldResult>,
}

/// The first version of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OldFile {
    #[serde(rename = "version")]
    _version: u32,
    levels: BTreeMap<String, OldResult>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BestScoresFile {
    version: u32,
    bests: Vec<FileEntry>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    old: BTreeMap<String, OldResult>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileEntry {
    level: String,
    mode: Mode,
    difficulty: Difficulty,
    total: u32,
    seed: u64,
}

impl FileEntry {
    fn new(key: &BestKey, result: &BestResult) -> Self {
        FileEntry {
            level: key.level.clone(),
            mode: key.mode,
            difficulty: key.difficulty,
            total: result.total,
            seed: result.seed,
        }
    }

    fn parts(self) -> (BestKey, BestResult) {
        let key = BestKey {
            level: self.level,
            mode: self.mode,
            difficulty: self.difficulty,
        };
        let result = BestResult {
            total: self.total,
            seed: self.seed,
        };
        (key, result)
    }
}

/// The version of a file, whatever else is in it.
#[derive(Deserialize)]
struct FileVersion {
    version: u32,
}

const VERSION: u32 = 2;
const OLD_VERSION: u32 = 1;

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

    /// The best result of its kind.
    pub fn best(&self, key: &BestKey) -> Option<BestResult> {
        self.results.bests.get(key).copied()
    }

    /// The best result of a level by the rules of the first version, by the name it was loaded by.
    pub fn old_best(&self, source: &str) -> Option<OldResult> {
        self.results.old.get(source).copied()
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
        let written = self.text();
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
        // Nothing new comes to these.
        self.results.old.extend(saved.old);
    }

    /// What the file holds.
    fn text(&self) -> Result<String, Error> {
        let content = BestScoresFile {
            version: VERSION,
            bests: (self.results.bests.iter())
                .map(|(key, result)| FileEntry::new(key, result))
                .collect(),
            old: self.results.old.clone(),
        };
        let text = serde_json::to_string_pretty(&content)? + "\n";
        if text.len() as u64 > MOST_BYTES {
            return Err(Error::other("there are too many results for one file"));
        }
        Ok(text)
    }
}

/// What the file holds.
enum FileContent {
    Missing,
    Known(Results),
    /// No results; why.
    Broken(String),
}

fn read(path: &Path) -> Result<FileContent, Error> {
    let bytes = match storage::read(path, MOST_BYTES)? {
        Stored::Missing => return Ok(FileContent::Missing),
        Stored::TooLarge => return Ok(FileContent::Broken("it is too large".to_owned())),
        Stored::Bytes(bytes) => bytes,
    };
    Ok(parse(&bytes).map_or_else(FileContent::Broken, FileContent::Known))
}

/// The results in a file of this version or the first one, or what is wrong with it.
fn parse(bytes: &[u8]) -> Result<Results, String> {
    let told = |error: serde_json::Error| error.to_string();
    let FileVersion { version } = serde_json::from_slice(bytes).map_err(told)?;
    match version {
        VERSION => {
            let file: BestScoresFile = serde_json::from_slice(bytes).map_err(told)?;
            let bests = file.bests.into_iter().map(FileEntry::parts);
            Ok(Results {
                bests: bests.collect(),
                old: file.old,
            })
        }
        OLD_VERSION => {
            let file: OldFile = serde_json::from_slice(bytes).map_err(told)?;
            Ok(Results {
                old: file.levels,
                ..Results::default()
            })
        }
        other => Err(format!("version {other} instead of {VERSION}")),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn key(level: &str) -> BestKey {
        BestKey {
            level: level.to_owned(),
            mode: Mode::Points,
            difficulty: Difficulty::Medium,
        }
    }

    fn result(total: u32) -> BestResult {
        BestResult { total, seed: 7 }
    }

    #[test]
    fn results_are_kept_over_a_restart_in_a_folder_that_was_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/best.json");
        let (mut scores, warning) = BestScores::open(&path);
        assert!(warning.is_none() && scores.best(&key("classic")).is_none());
        assert!(scores.record(&key("classic"), result(12)));
        scores.save().unwrap();
        let (scores, warning) = BestScores::open(&path);
        assert!(warning.is_none());
        assert_eq!(scores.best(&key("classic")), Some(result(12)));
        let files = fs::read_dir(path.parent().unwrap()).unwrap();
        let mut names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
        names.sort_unstable();
        assert_eq!(names, ["best.json", "best.json.lock"]);
    }

    #[test]
    fn only_more_crashes_are_a_new_best_and_none_never_is() {
        let folder = tempfile::tempdir().unwrap();
        let (mut scores, _) = BestScores::open(&folder.path().join("best.json"));
        assert!(!scores.record(&key("ice"), result(0)));
        assert!(scores.record(&key("ice"), result(3)));
        assert!(!scores.record(&key("ice"), result(3)));
        assert!(!scores.record(&key("ice"), result(2)));
        assert!(scores.record(&key("ice"), result(4)));
    }

    #[test]
    fn broken_files_are_set_aside_one_after_the_other_and_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("best.json");
        let wrong = [
            "{\"version\": 2",
            "{\"version\": 3, \"bests\": []}",
            "\u{0}",
        ];
        for (index, text) in wrong.iter().enumerate() {
            fs::write(&path, text).unwrap();
            let (mut scores, warning) = BestScores::open(&path);
            let aside = folder
                .path()
                .join(format!("best.json.broken-{}", index + 1));
            let warning = warning.unwrap().to_string();
            assert!(warning.contains(aside.to_str().unwrap()), "{warning}");
            assert_eq!(fs::read_to_string(&aside).unwrap(), *text);
            assert!(scores.record(&key("classic"), result(1)));
            scores.save().unwrap();
        }
    }

    #[test]
    fn what_is_in_the_way_and_cannot_be_read_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("best.json");
        fs::create_dir(&path).unwrap();
        let (mut scores, warning) = BestScores::open(&path);
        assert!(warning.is_some());
        assert!(
            scores.record(&key("classic"), result(5)),
            "the game goes on"
        );
        assert!(scores.save().is_err());
        assert!(path.is_dir());
    }

    #[test]
    fn games_at_the_same_time_lose_each_other_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("best.json");
        let open = || BestScores::open(&path).0;
        let (mut a, mut b) = (open(), open());
        for (game, level, total) in [(&mut a, "classic", 3), (&mut b, "ice", 4)] {
            assert!(game.record(&key(level), result(total)));
            game.save().unwrap();
        }
        assert_eq!(open().best(&key("classic")), Some(result(3)));
        assert_eq!(open().best(&key("ice")), Some(result(4)));
        // A's 9 is better than B's 5, whichever is saved last, and B comes to know it.
        assert!(a.record(&key("yard"), result(9)) && b.record(&key("yard"), result(5)));
        a.save().unwrap();
        b.save().unwrap();
        assert_eq!(open().best(&key("yard")), Some(result(9)));
        assert_eq!(b.best(&key("yard")), Some(result(9)));
    }

    #[test]
    fn a_file_that_broke_meanwhile_is_set_aside_and_the_results_are_saved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("best.json");
        let (mut scores, _) = BestScores::open(&path);
        scores.record(&key("ice"), result(2));
        fs::write(&path, "?").unwrap();
        let told = scores.save().unwrap_err();
        assert!(matches!(told, BestScoresError::SetAside { .. }), "{told}");
        assert_eq!(BestScores::open(&path).0.best(&key("ice")), Some(result(2)));
    }

    #[test]
    fn what_killed_games_left_is_gone_at_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let left = ["best.json.4711.tmp", "best.json.4711-0.tmp"];
        for name in left {
            fs::write(folder.path().join(name), "half").unwrap();
        }
        BestScores::open(&folder.path().join("best.json"));
        assert!(left.iter().all(|name| !folder.path().join(name).exists()));
    }

    #[test]
    fn each_mode_and_difficulty_has_a_best_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("best.json");
        let (mut scores, _) = BestScores::open(&path);
        let easy = BestKey {
            difficulty: Difficulty::Easy,
            ..key("ice")
        };
        let crashes = BestKey {
            mode: Mode::Crashes,
            ..key("ice")
        };
        assert!(scores.record(&easy, result(900)) && scores.record(&key("ice"), result(500)));
        assert!(scores.record(&crashes, result(12)));
        scores.save().unwrap();
        let (scores, trouble) = BestScores::open(&path);
        assert!(trouble.is_none());
        assert_eq!(scores.best(&easy), Some(result(900)));
        assert_eq!(scores.best(&key("ice")), Some(result(500)));
        assert_eq!(scores.best(&crashes), Some(result(12)));
    }

    #[test]
    fn a_file_of_the_first_version_is_taken_over_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("best.json");
        let text = r#"{"version": 1, "levels": {"classic": {"crashes": 21, "seed": 4}}}"#;
        fs::write(&path, text).unwrap();
        let old = OldResult {
            crashes: 21,
            seed: 4,
        };
        let (mut scores, trouble) = BestScores::open(&path);
        assert!(trouble.is_none());
        assert_eq!(scores.old_best("classic"), Some(old));
        assert_eq!(scores.best(&key("classic")), None, "other rules");
        scores.record(&key("classic"), result(3));
        scores.save().unwrap();
        let (scores, trouble) = BestScores::open(&path);
        assert!(trouble.is_none());
        assert_eq!(scores.old_best("classic"), Some(old));
        assert_eq!(scores.best(&key("classic")), Some(result(3)));
    }
}

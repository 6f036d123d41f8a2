//! The best results, kept on disk.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::level::replace_file;

/// The largest file that is read, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// The best result of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Best {
    /// How many crashes.
    pub crashes: u32,
    /// The seed of that round.
    pub seed: u64,
}

/// The best result of each level, in a file.
///
/// A file that cannot be understood is set aside as `NAME.broken-N` and never overwritten: the
/// game starts with no results, and whoever wants to can repair the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestScores {
    path: PathBuf,
    levels: BTreeMap<String, Best>,
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

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileFormat {
    version: u32,
    levels: BTreeMap<String, Best>,
}

const VERSION: u32 = 1;

impl BestScores {
    /// Reads the file; no file is no results. Always gives something to go on with, and what was
    /// wrong, if anything was.
    pub fn open(path: &Path) -> (Self, Option<BestScoresError>) {
        let mut scores = BestScores {
            path: path.to_owned(),
            levels: BTreeMap::new(),
            may_write: true,
        };
        let file_error = |action, source| BestScoresError::File {
            path: path.to_owned(),
            action,
            source,
        };
        let reason = match read(path) {
            Ok(None) => return (scores, None),
            Ok(Some(Ok(levels))) => {
                scores.levels = levels;
                return (scores, None);
            }
            Ok(Some(Err(reason))) => reason,
            Err(error) => {
                scores.may_write = false;
                return (scores, Some(file_error("read", error)));
            }
        };
        match set_aside(path) {
            Ok(aside) => {
                let path = path.to_owned();
                (
                    scores,
                    Some(BestScoresError::SetAside {
                        path,
                        aside,
                        reason,
                    }),
                )
            }
            Err(error) => {
                scores.may_write = false;
                (scores, Some(file_error("set aside", error)))
            }
        }
    }

    /// The best result of a level, by the name it is loaded by.
    pub fn best(&self, level: &str) -> Option<Best> {
        self.levels.get(level).copied()
    }

    /// Notes a result; true if it is a new best, which is more than before and more than none.
    pub fn record(&mut self, level: &str, result: Best) -> bool {
        let before = self.best(level).map_or(0, |best| best.crashes);
        let is_new_best = result.crashes > before;
        if is_new_best {
            self.levels.insert(level.to_owned(), result);
        }
        is_new_best
    }

    /// Writes the file, as a whole or not at all; makes its folder if need be.
    ///
    /// # Errors
    /// [`BestScoresError::File`] if it cannot be written, or if a file that was there could
    /// neither be read nor set aside.
    pub fn save(&self) -> Result<(), BestScoresError> {
        let write = || {
            if !self.may_write {
                let message = "the file there could not be read, and is left alone";
                return Err(std::io::Error::other(message));
            }
            if let Some(folder) = self.path.parent() {
                fs::create_dir_all(folder)?;
            }
            let content = FileFormat {
                version: VERSION,
                levels: self.levels.clone(),
            };
            let text = serde_json::to_string_pretty(&content)? + "\n";
            replace_file(&self.path, text.as_bytes())
        };
        write().map_err(|source| BestScoresError::File {
            path: self.path.clone(),
            action: "written",
            source,
        })
    }
}

type Levels = BTreeMap<String, Best>;

/// `None` if there is no file; the inner error says why its content makes no sense.
fn read(path: &Path) -> std::io::Result<Option<Result<Levels, String>>> {
    let about = match fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        other => other?,
    };
    if !about.is_file() {
        return Err(std::io::Error::other("it is not a file"));
    }
    if about.len() > MOST_BYTES {
        return Ok(Some(Err("it is too large".to_owned())));
    }
    let bytes = fs::read(path)?;
    let parsed = serde_json::from_slice::<FileFormat>(&bytes);
    Ok(Some(match parsed {
        Ok(content) if content.version == VERSION => Ok(content.levels),
        Ok(content) => Err(format!("version {} instead of {VERSION}", content.version)),
        Err(error) => Err(error.to_string()),
    }))
}

/// Renames a file to the first free `NAME.broken-N`.
fn set_aside(path: &Path) -> std::io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_owned();
    for number in 1..10_000 {
        let mut aside = name.clone();
        aside.push(format!(".broken-{number}"));
        let aside = path.with_file_name(aside);
        if fs::symlink_metadata(&aside).is_err() {
            fs::rename(path, &aside)?;
            return Ok(aside);
        }
    }
    Err(std::io::Error::other("there are too many broken files"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(crashes: u32) -> Best {
        Best { crashes, seed: 7 }
    }

    #[test]
    fn results_are_kept_over_a_restart_in_a_folder_that_was_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/best.json");
        let (mut scores, warning) = BestScores::open(&path);
        assert!(warning.is_none() && scores.best("classic").is_none());
        assert!(scores.record("classic", result(12)));
        scores.save().unwrap();
        let (scores, warning) = BestScores::open(&path);
        assert!(warning.is_none());
        assert_eq!(scores.best("classic"), Some(result(12)));
        let names: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
        assert_eq!(names.len(), 1, "no temporary file is left");
    }

    #[test]
    fn only_more_crashes_are_a_new_best_and_none_never_is() {
        let folder = tempfile::tempdir().unwrap();
        let (mut scores, _) = BestScores::open(&folder.path().join("best.json"));
        assert!(!scores.record("ice", result(0)));
        assert!(scores.record("ice", result(3)));
        assert!(!scores.record("ice", result(3)));
        assert!(!scores.record("ice", result(2)));
        assert!(scores.record("ice", result(4)));
    }

    #[test]
    fn broken_files_are_set_aside_one_after_the_other_and_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("best.json");
        let wrong = [
            "{\"version\": 1",
            "{\"version\": 2, \"levels\": {}}",
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
            assert!(scores.record("classic", result(1)));
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
        assert!(scores.record("classic", result(5)), "the game goes on");
        assert!(scores.save().is_err());
        assert!(path.is_dir());
    }
}

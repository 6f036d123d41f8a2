//! File format of the best results, in this version and earlier ones.

use std::collections::BTreeMap;
use std::io::Error;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::Difficulty;
use crate::best::contests::Contests;
use crate::best::{BestKey, BestResult, OldResult, Results};
use dodgem_scene::level::Mode;
use dodgem_scene::storage::{self, Stored};

/// Maximum size of a file that is read or written, in bytes.
pub const MOST_BYTES: u64 = 1 << 20;

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
    /// Levels in which the task of the fourth medal was completed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    done: Vec<DoneEntry>,
    /// Best results by the rules of the second version.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<FileEntry>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    old: BTreeMap<String, OldResult>,
    /// Results of cups and days.
    #[serde(default)]
    contests: Contests,
}

/// A completed task.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DoneEntry {
    level: String,
    mode: Mode,
    difficulty: Difficulty,
}

impl DoneEntry {
    fn new(key: &BestKey) -> Self {
        DoneEntry {
            level: key.level.clone(),
            mode: key.mode,
            difficulty: key.difficulty,
        }
    }

    fn key(self) -> BestKey {
        BestKey {
            level: self.level,
            mode: self.mode,
            difficulty: self.difficulty,
        }
    }
}

/// An entry of the file.
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

/// The version of a file, independent of its other content.
#[derive(Deserialize)]
struct FileVersion {
    version: u32,
}

const VERSION: u32 = 4;
/// Version without cups and days.
const THIRD_VERSION: u32 = 3;
/// Version in which points were counted differently and a fall meant being out at once; its fields are a
/// subset of this version's.
const SECOND_VERSION: u32 = 2;
const OLD_VERSION: u32 = 1;

impl Results {
    /// Returns the text of the file.
    pub fn text(&self) -> Result<String, Error> {
        let content = BestScoresFile {
            version: VERSION,
            bests: (self.bests.iter())
                .map(|(key, result)| FileEntry::new(key, result))
                .collect(),
            done: self.done.iter().map(DoneEntry::new).collect(),
            earlier: (self.earlier.iter())
                .map(|(key, result)| FileEntry::new(key, result))
                .collect(),
            old: self.old.clone(),
            contests: self.contests.clone(),
        };
        let text = serde_json::to_string_pretty(&content)? + "\n";
        if text.len() as u64 > MOST_BYTES {
            return Err(Error::other("there are too many results for one file"));
        }
        Ok(text)
    }
}

/// Content of the file.
pub enum FileContent {
    Missing,
    Known(Results),
    /// The file is invalid, for this reason.
    Broken(String),
}

pub fn read(path: &Path) -> Result<FileContent, Error> {
    let bytes = match storage::read(path, MOST_BYTES)? {
        Stored::Missing => return Ok(FileContent::Missing),
        Stored::TooLarge => return Ok(FileContent::Broken("it is too large".to_owned())),
        Stored::Bytes(bytes) => bytes,
    };
    Ok(parse(&bytes).map_or_else(FileContent::Broken, FileContent::Known))
}

/// Reads the results from a file of any known version; an error is a reason.
fn parse(bytes: &[u8]) -> Result<Results, String> {
    let told = |error: serde_json::Error| error.to_string();
    let FileVersion { version } = serde_json::from_slice(bytes).map_err(told)?;
    match version {
        VERSION | THIRD_VERSION | SECOND_VERSION => {
            let file: BestScoresFile = serde_json::from_slice(bytes).map_err(told)?;
            let all = file.bests.into_iter().map(FileEntry::parts);
            // Crashes are counted as before, so those results stay comparable.
            let (bests, mut earlier): (BTreeMap<_, _>, BTreeMap<_, _>) =
                all.partition(|(key, _)| version != SECOND_VERSION || key.mode == Mode::Crashes);
            earlier.extend(file.earlier.into_iter().map(FileEntry::parts));
            Ok(Results {
                bests,
                done: file.done.into_iter().map(DoneEntry::key).collect(),
                earlier,
                old: file.old,
                contests: file.contests.sound(),
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

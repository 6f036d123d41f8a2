//! Backups of unsaved scenes, which survive a crash or a power cut.
//!
//! Each running game keeps its scene in its own file and holds a lock beside it. The system releases the lock
//! when the game ends for any reason, so a scene whose file is unlocked can be offered to the player.

use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::app::params::{KEPT_SCENE_BYTES, KEPT_SCENES};
use crate::storage::{self, Lock, Stored};

/// The prefix and the extension of the files.
const FRONT: &str = "scene-";
const ENDING: &str = ".json";

/// The content of a backup file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsaved {
    /// The time of the backup, in seconds since the beginning of 1970.
    pub when: u64,
    /// The scene's name.
    pub name: String,
    /// The name or path by which its level was loaded.
    pub source: String,
    /// The text of the player's own file for this scene, as last read; `None` if there is no such file.
    pub read: Option<String>,
    /// The scene as level text.
    pub level: String,
}

/// The file of one scene, reserved for this game until it is dropped.
#[derive(Debug, Clone)]
pub struct SceneSlot {
    inner: Arc<Slot>,
}

#[derive(Debug)]
struct Slot {
    path: PathBuf,
    /// True once the file must not be written any more.
    removed: Mutex<bool>,
    _lock: Lock,
}

impl SceneSlot {
    /// Reserves a new file in a folder, which is created if needed. Beyond [`KEPT_SCENES`] files, the oldest
    /// without a running game are removed.
    ///
    /// # Errors
    /// The system's error.
    pub fn new(folder: &Path) -> Result<SceneSlot> {
        fs::create_dir_all(folder)?;
        let _turn = storage::lock(&folder.join("folder"))?;
        let mut numbers = numbers_in(folder);
        let next = numbers.last().map_or(1, |last| last.saturating_add(1));
        while numbers.len() >= KEPT_SCENES {
            let oldest = numbers.remove(0);
            if let Some(kept) = SceneSlot::left(&path_of(folder, oldest)) {
                kept.remove();
            }
        }
        // Skips the files of games that have not written yet.
        let mut free = (next..next.saturating_add(64)).map(|number| path_of(folder, number));
        let kept = free.find_map(|path| SceneSlot::left(&path));
        kept.ok_or_else(|| Error::other("no place for the scene is free"))
    }

    /// Locks the file of a game that has ended; `None` if a running game holds it.
    fn left(path: &Path) -> Option<SceneSlot> {
        let lock = storage::lock_if_free(path).ok()??;
        let inner = Slot {
            path: path.to_owned(),
            removed: Mutex::new(false),
            _lock: lock,
        };
        Some(SceneSlot {
            inner: Arc::new(inner),
        })
    }

    /// Writes the scene completely or not at all; does nothing after [`SceneSlot::remove`].
    ///
    /// # Errors
    /// The system's error.
    pub fn write(&self, scene: &Unsaved) -> Result<()> {
        let text = serde_json::to_string_pretty(scene).map_err(Error::other)?;
        let removed = self.inner.removed.lock();
        let removed = removed.unwrap_or_else(PoisonError::into_inner);
        match *removed {
            true => Ok(()),
            false => storage::write_own(&self.inner.path, text.as_bytes()),
        }
    }

    /// Reads the scene.
    ///
    /// # Errors
    /// The reason why the file holds no readable scene.
    pub fn read(&self) -> Result<Unsaved> {
        match storage::read(&self.inner.path, KEPT_SCENE_BYTES)? {
            Stored::Bytes(bytes) => serde_json::from_slice(&bytes).map_err(Error::other),
            Stored::Missing => Err(Error::other("it is gone")),
            Stored::TooLarge => Err(Error::other("it is too large")),
        }
    }

    /// Removes the scene, because it was saved or is not wanted.
    pub fn remove(&self) {
        let removed = self.inner.removed.lock();
        *removed.unwrap_or_else(PoisonError::into_inner) = true;
        // A file that cannot be removed is offered again.
        let _ = fs::remove_file(&self.inner.path);
        let _ = fs::remove_file(storage::lock_path(&self.inner.path));
    }

    /// Returns the path of its file.
    pub fn path(&self) -> &Path {
        &self.inner.path
    }
}

/// Returns the scenes of a folder that belong to no running game, newest first. Unreadable files are left
/// out.
pub fn left_in(folder: &Path) -> Vec<(SceneSlot, Unsaved)> {
    let paths = numbers_in(folder)
        .into_iter()
        .map(|number| path_of(folder, number));
    let left = paths.filter_map(|path| SceneSlot::left(&path));
    let mut scenes: Vec<_> = left
        .filter_map(|kept| kept.read().ok().map(|scene| (kept, scene)))
        .collect();
    scenes.sort_by_key(|(_, scene)| std::cmp::Reverse(scene.when));
    scenes
}

fn path_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{FRONT}{number:05}{ENDING}"))
}

/// Returns the numbers of the files in a folder, sorted.
fn numbers_in(folder: &Path) -> Vec<u32> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let number = |entry: fs::DirEntry| {
        let name = entry.file_name();
        let number = name.to_str()?.strip_prefix(FRONT)?.strip_suffix(ENDING)?;
        number.parse().ok()
    };
    let mut numbers: Vec<u32> = entries.filter_map(number).collect();
    numbers.sort_unstable();
    numbers
}

/// Returns the seconds since the beginning of 1970, by the system clock.
pub fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(when: u64) -> Unsaved {
        Unsaved {
            when,
            name: "Tower".to_owned(),
            source: "sandbox/sandbox".to_owned(),
            read: None,
            level: format!("(name: \"Tower\", // {when}\n)"),
        }
    }

    fn left(folder: &Path) -> Vec<u64> {
        let left = left_in(folder);
        left.iter().map(|(_, scene)| scene.when).collect()
    }

    #[test]
    fn a_scene_is_offered_once_its_game_is_gone_and_not_after_it_was_saved() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("unsaved");
        assert!(left_in(&folder).is_empty());
        let (one, other) = (
            SceneSlot::new(&folder).unwrap(),
            SceneSlot::new(&folder).unwrap(),
        );
        one.write(&scene(1)).unwrap();
        one.write(&scene(2)).unwrap();
        other.write(&scene(3)).unwrap();
        assert!(left(&folder).is_empty(), "both games run");
        drop(one);
        assert_eq!(left(&folder), [2]);
        // The other game saves the scene while its last backup is still being written.
        let late = other.clone();
        other.remove();
        late.write(&scene(4)).unwrap();
        drop((other, late));
        assert_eq!(left(&folder), [2]);
        let (kept, found) = left_in(&folder).remove(0);
        assert_eq!(found, scene(2));
        assert!(left_in(&folder).is_empty(), "one is offered to one game");
        kept.remove();
        drop(kept);
        assert!(left_in(&folder).is_empty());
        let files = fs::read_dir(&folder).unwrap();
        let names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
        assert_eq!(names, ["folder.lock"], "nothing else is left");
    }

    #[test]
    fn there_are_never_too_many_and_the_oldest_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        let running = SceneSlot::new(folder.path()).unwrap();
        running.write(&scene(0)).unwrap();
        for when in 1..30 {
            SceneSlot::new(folder.path())
                .unwrap()
                .write(&scene(when))
                .unwrap();
            assert!(numbers_in(folder.path()).len() <= KEPT_SCENES + 1);
        }
        let wanted: Vec<u64> = (30 - KEPT_SCENES as u64 + 1..30).rev().collect();
        let found = left(folder.path());
        assert_eq!(found[..wanted.len()], wanted);
        assert_eq!(
            running.read().unwrap(),
            scene(0),
            "a running game keeps its own"
        );
    }

    #[test]
    fn what_is_no_scene_is_not_offered() {
        let folder = tempfile::tempdir().unwrap();
        for (number, text) in [(1, ""), (2, "{"), (3, "{\"when\": 1}"), (4, "\u{0}")] {
            fs::write(path_of(folder.path(), number), text).unwrap();
        }
        fs::create_dir(path_of(folder.path(), 5)).unwrap();
        SceneSlot::new(folder.path())
            .unwrap()
            .write(&scene(7))
            .unwrap();
        assert_eq!(left(folder.path()), [7]);
    }

    /// `cargo test --release --lib a_picture_waits_for -- --ignored --nocapture`
    #[test]
    #[ignore = "a measurement, which takes some seconds"]
    fn a_picture_waits_for_little_while_a_large_scene_is_kept() {
        use crate::game::Round;
        use crate::level::{Library, parse, written};
        use std::time::Instant;
        let library = Library::new(Vec::new());
        for (columns, rows) in [(8, 8), (25, 20), (50, 40)] {
            let count = columns * rows;
            let text = format!(
                "(name: \"Many\", mode: Free, arena: Rectangle(width: 60.0, depth: 60.0), things: [(name: \"box\", \
                 solid: Box(width: 0.5, height: 0.5, length: 0.5), at: (0.0, 0.3, 0.0), copies: Grid(columns: {columns}, \
                 rows: {rows}, gap: 0.3))])"
            );
            let level = parse(&library, "many", &text).unwrap();
            let mut round = Round::new(&level, &library, 1).unwrap();
            // The boxes fall, so that each is written individually.
            (0..5).for_each(|_| round.step(&[]));
            let folder = tempfile::tempdir().unwrap();
            let slot = SceneSlot::new(folder.path()).unwrap();
            let mut times: Vec<[f64; 2]> = Vec::new();
            for _ in 0..9 {
                let begin = Instant::now();
                let level = round.kept().level;
                let waited = begin.elapsed().as_secs_f64() * 1e3;
                assert_eq!(level.things.len(), count);
                let begin = Instant::now();
                let level = written(&level).unwrap();
                slot.write(&Unsaved { level, ..scene(1) }).unwrap();
                times.push([waited, begin.elapsed().as_secs_f64() * 1e3]);
            }
            let median = |part: usize| {
                let mut all: Vec<f64> = times.iter().map(|one| one[part]).collect();
                all.sort_by(f64::total_cmp);
                all[all.len() / 2]
            };
            let (waited, beside) = (median(0), median(1));
            println!("{count} things: {waited:.2} ms in a picture, {beside:.1} ms beside it");
        }
    }
}

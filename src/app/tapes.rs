//! The recordings that the game keeps: those of the last rounds, those saved by name, and those of the best
//! results.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::app::params::KEPT_ROUNDS;
use crate::app::scene_file::no_device;
use crate::app::settings;
use crate::game::BestKey;
use crate::game::tape::{Tape, TapeError};
use crate::storage;

/// The file extension of recordings.
pub const ENDING: &str = ".tape";
/// The prefix of automatically kept rounds.
pub const ROUND: &str = "round-";

/// Returns the folder of recordings in the user's data folder.
pub fn folder() -> Option<PathBuf> {
    settings::folders().map(|folders| folders.data_dir().join("recordings"))
}

/// Keeps a round and removes the oldest beyond [`KEPT_ROUNDS`]. Returns its path.
///
/// # Errors
/// [`TapeError`] if it cannot be written.
pub fn keep(tape: &Tape) -> Result<PathBuf, TapeError> {
    keep_in(folder().as_deref(), tape)
}

fn keep_in(folder: Option<&Path>, tape: &Tape) -> Result<PathBuf, TapeError> {
    let folder = folder.ok_or(TapeError::NoFolder)?;
    let failed = |error| TapeError::file("cannot write", folder, error);
    fs::create_dir_all(folder).map_err(failed)?;
    // Games that run at once take turns, so that each round gets its own number.
    let _lock = storage::lock(&folder.join("round")).map_err(failed)?;
    let mut numbers = kept_numbers(folder);
    if numbers.last() == Some(&u32::MAX) {
        numbers = renumbered(folder, &numbers).map_err(failed)?;
    }
    let next = numbers.last().map_or(1, |last| last + 1);
    let path = round_path(folder, next);
    write(&path, tape)?;
    numbers.push(next);
    let surplus = numbers.len().saturating_sub(KEPT_ROUNDS);
    for number in &numbers[..surplus] {
        // A file that cannot be removed now is removed after a later round.
        let _ = fs::remove_file(round_path(folder, *number));
    }
    Ok(path)
}

fn round_path(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{ROUND}{number:05}{ENDING}"))
}

/// Returns the numbers of the kept rounds, oldest first.
fn kept_numbers(folder: &Path) -> Vec<u32> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let number = |path: PathBuf| {
        let name = path.file_name()?.to_str()?;
        let number = name.strip_prefix(ROUND)?.strip_suffix(ENDING)?;
        let number = number.parse().ok()?;
        // A number in another spelling belongs to a file of the user.
        (round_path(folder, number) == path && path.is_file()).then_some(number)
    };
    let mut numbers: Vec<u32> = entries.filter_map(|entry| number(entry.path())).collect();
    numbers.sort_unstable();
    numbers
}

/// Renumbers the kept rounds from 1 on, for when no number after the last is left.
fn renumbered(folder: &Path, numbers: &[u32]) -> io::Result<Vec<u32>> {
    let new = 1..=numbers.len() as u32;
    for (number, new) in numbers.iter().zip(new.clone()) {
        // No new number is larger than the old one, so the target has already been moved.
        fs::rename(round_path(folder, *number), round_path(folder, new))?;
    }
    Ok(new.collect())
}

/// Saves a recording under a name, or under the first free variation of it. Returns its path.
///
/// # Errors
/// [`TapeError`] if it cannot be written.
pub fn save_as(tape: &Tape, name: &str) -> Result<PathBuf, TapeError> {
    save_named_in(folder().as_deref(), tape, name)
}

fn save_named_in(folder: Option<&Path>, tape: &Tape, name: &str) -> Result<PathBuf, TapeError> {
    let plain: String = (name.trim().chars())
        .map(
            |letter| match letter.is_alphanumeric() || "-_ ".contains(letter) {
                true => letter,
                false => '-',
            },
        )
        .take(60)
        .collect();
    let name = no_device(if plain.is_empty() { "round" } else { &plain });
    let folder = folder.ok_or(TapeError::NoFolder)?;
    let first = folder.join(format!("{name}{ENDING}"));
    let more = (2..10_000).map(|count| folder.join(format!("{name}-{count}{ENDING}")));
    let mut paths = [first.clone()].into_iter().chain(more);
    let free = paths.find(|path| !path.exists()).ok_or_else(|| {
        let many = io::Error::other("there are too many of that name");
        TapeError::file("cannot write", &first, many)
    })?;
    write(&free, tape)?;
    Ok(free)
}

/// Returns the path of the best result's recording for a key.
fn best_path(key: &BestKey) -> Option<PathBuf> {
    let BestKey {
        level,
        mode,
        difficulty,
    } = key;
    let name = format!("{level}-{mode:?}-{}{ENDING}", difficulty.word());
    Some(folder()?.join("best").join(name))
}

/// Keeps the recording of a new best result.
///
/// # Errors
/// [`TapeError`] if it cannot be written.
pub fn keep_best(tape: &Tape, key: &BestKey) -> Result<(), TapeError> {
    match best_path(key) {
        Some(path) => write(&path, tape),
        None => Ok(()),
    }
}

/// Returns the best result's recording for a key, if there is a readable one.
pub fn best(key: &BestKey) -> Option<Tape> {
    Tape::read(&best_path(key)?).ok()
}

fn write(path: &Path, tape: &Tape) -> Result<(), TapeError> {
    let bytes = tape.encode()?;
    if let Some(folder) = path.parent() {
        storage::remove_leftovers_in(folder, ENDING);
    }
    let written = storage::write_own(path, &bytes);
    written.map_err(|error| TapeError::file("cannot write", path, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tape::short_tape;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().into_string().unwrap())
            .filter(|name| name != "round.lock")
            .collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn the_last_ten_rounds_are_kept_and_what_killed_games_left_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let left = ["my jump.tape.77-0.tmp", "round-00002.tape.77-1.tmp"];
        for name in ["my jump.tape", "round-7.tape", "round-x.tape"]
            .iter()
            .chain(&left)
        {
            fs::write(folder.path().join(name), b"").unwrap();
        }
        for _ in 0..12 {
            keep_in(Some(folder.path()), &short_tape()).unwrap();
        }
        let rounds = (3..=12).map(|number| format!("round-{number:05}.tape"));
        let mut expected = vec!["my jump.tape".to_owned()];
        expected.extend(rounds);
        expected.extend(["round-7.tape".to_owned(), "round-x.tape".to_owned()]);
        assert_eq!(names(folder.path()), expected);
    }

    #[test]
    fn without_a_home_nothing_is_kept_anywhere_and_that_is_told() {
        let kept = keep_in(None, &short_tape()).unwrap_err();
        let named = save_named_in(None, &short_tape(), "my jump").unwrap_err();
        for error in [kept, named] {
            assert!(matches!(error, TapeError::NoFolder), "{error}");
            assert!(error.to_string().contains("home"), "{error}");
        }
        // Tests run in the package's folder: no recording may appear there.
        let here = names(&std::env::current_dir().unwrap());
        assert!(!here.iter().any(|name| name.ends_with(ENDING)), "{here:?}");
    }

    #[test]
    fn after_the_largest_number_no_round_overwrites_another() {
        let folder = tempfile::tempdir().unwrap();
        let old = ["round-00004.tape", "round-4294967295.tape"];
        for name in old {
            fs::write(folder.path().join(name), name).unwrap();
        }
        for number in 3..=5 {
            let path = keep_in(Some(folder.path()), &short_tape()).unwrap();
            assert_eq!(path, round_path(folder.path(), number));
        }
        let expected: Vec<String> = (1..=5).map(|n| format!("round-{n:05}.tape")).collect();
        assert_eq!(names(folder.path()), expected);
        for (number, content) in (1..).zip(old) {
            let path = round_path(folder.path(), number);
            assert_eq!(fs::read_to_string(path).unwrap(), content);
        }
    }
}

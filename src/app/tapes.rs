//! The recordings that the game keeps by itself: those of the last rounds, those that were saved by name,
//! and those of the best results.

use std::fs;
use std::path::PathBuf;

use crate::app::params::KEPT_ROUNDS;
use crate::app::settings;
use crate::game::BestKey;
use crate::game::tape::{Tape, TapeError};
use crate::storage;

/// The ending of recordings.
pub const ENDING: &str = ".tape";
/// What the names of rounds that are kept by themselves begin with.
pub const ROUND: &str = "round-";

/// The folder of recordings among the user's data.
pub fn folder() -> Option<PathBuf> {
    settings::folders().map(|folders| folders.data_dir().join("recordings"))
}

/// Keeps a round, and removes the oldest of more than ten. Says where it is.
///
/// # Errors
/// If it cannot be written.
pub fn keep(tape: &Tape) -> Result<PathBuf, TapeError> {
    let folder = folder().unwrap_or_default();
    let mut numbers = kept_numbers(&folder);
    let next = numbers.last().map_or(1, |last| last + 1);
    let path = folder.join(format!("{ROUND}{next:05}{ENDING}"));
    write(&path, tape)?;
    numbers.push(next);
    let surplus = numbers.len().saturating_sub(KEPT_ROUNDS);
    for number in &numbers[..surplus] {
        // What cannot be removed now is tried again after the next round.
        let _ = fs::remove_file(folder.join(format!("{ROUND}{number:05}{ENDING}")));
    }
    Ok(path)
}

/// The numbers of the rounds that are kept, the oldest first.
fn kept_numbers(folder: &std::path::Path) -> Vec<u32> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut numbers: Vec<u32> = entries
        .filter_map(|entry| {
            let name = entry.file_name();
            let number = name.to_str()?.strip_prefix(ROUND)?.strip_suffix(ENDING)?;
            number.parse().ok()
        })
        .collect();
    numbers.sort_unstable();
    numbers
}

/// Saves a recording under a name, or under the first free one like it. Says where it is.
///
/// # Errors
/// If it cannot be written.
pub fn save_as(tape: &Tape, name: &str) -> Result<PathBuf, TapeError> {
    let plain: String = (name.trim().chars())
        .map(
            |letter| match letter.is_alphanumeric() || "-_ ".contains(letter) {
                true => letter,
                false => '-',
            },
        )
        .take(60)
        .collect();
    let name = if plain.is_empty() { "round" } else { &plain };
    let folder = folder().unwrap_or_default();
    let free = |path: &PathBuf| !path.exists();
    let first = folder.join(format!("{name}{ENDING}"));
    let more = (2..10_000).map(|count| folder.join(format!("{name}-{count}{ENDING}")));
    let path = [first.clone()].into_iter().chain(more).find(free);
    let path = path.unwrap_or(first);
    write(&path, tape)?;
    Ok(path)
}

/// Where the recording of the best result of a kind is.
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
/// If it cannot be written.
pub fn keep_best(tape: &Tape, key: &BestKey) -> Result<(), TapeError> {
    match best_path(key) {
        Some(path) => write(&path, tape),
        None => Ok(()),
    }
}

/// The recording of the best result of a kind, if there is one that can be read.
pub fn best(key: &BestKey) -> Option<Tape> {
    Tape::read(&best_path(key)?).ok()
}

fn write(path: &std::path::Path, tape: &Tape) -> Result<(), TapeError> {
    let bytes = tape.encode()?;
    storage::write_own(path, &bytes).map_err(|source| TapeError::File {
        action: "cannot write",
        path: path.display().to_string(),
        source,
    })
}

//! File locks, with which games that run at the same time take turns.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The longest wait for another game's lock. Writing takes some milliseconds; a game that holds the lock
/// longer was stopped.
const LONGEST_WAIT: Duration = Duration::from_millis(1500);

/// The interval between attempts.
const PAUSE: Duration = Duration::from_millis(3);

/// Exclusive access to a file, released when dropped, and by the system if the game is killed.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Waits for a short time until no other game uses the file at `path`. The lock is on a separate file
/// `NAME.lock`, which stays, because each write replaces the file itself.
///
/// If the file system has no locks, the game continues without one.
///
/// # Errors
/// An error if another game holds the lock for too long, or if the lock file cannot be created.
pub fn lock(path: &Path) -> Result<Lock> {
    lock_within(path, LONGEST_WAIT)
}

/// Locks a file if it is free; `None` if another game holds the lock.
///
/// # Errors
/// An error if the lock file cannot be created.
pub fn lock_if_free(path: &Path) -> Result<Option<Lock>> {
    match lock_within(path, Duration::ZERO) {
        Err(error) if error.kind() == ErrorKind::TimedOut => Ok(None),
        done => done.map(Some),
    }
}

fn lock_within(path: &Path, wait: Duration) -> Result<Lock> {
    let beside = lock_path(path);
    // Opening a pipe might block forever.
    if fs::metadata(&beside).is_ok_and(|about| !about.is_file()) {
        let sentence = format!("{} is in the way: it is not a file", beside.display());
        return Err(Error::other(sentence));
    }
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&beside)?;
    let begin = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) if begin.elapsed() < wait => sleep(PAUSE),
            Err(TryLockError::WouldBlock) => {
                let sentence = "another game that runs is using it for too long";
                return Err(Error::new(ErrorKind::TimedOut, sentence));
            }
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                return Ok(Lock { _file: file });
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// Returns the path of the lock file for the file at `path`.
pub fn lock_path(path: &Path) -> PathBuf {
    let mut name = OsString::from(path.file_name().unwrap_or_default());
    name.push(".lock");
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_one_waits_for_the_first_but_not_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("best.json");
        let first = lock(&path).unwrap();
        let begin = Instant::now();
        let refused = lock_within(&path, Duration::from_millis(50)).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::TimedOut);
        assert!(begin.elapsed() >= Duration::from_millis(50));
        drop(first);
        lock_within(&path, Duration::ZERO).unwrap();
    }
}

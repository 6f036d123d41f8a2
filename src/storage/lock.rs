//! Games that run at the same time take turns.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// So long a game waits for another that has the lock. Writing takes some milliseconds; one that
/// takes longer was stopped, and is not waited for.
const LONGEST_WAIT: Duration = Duration::from_millis(1500);

/// How often it is tried.
const PAUSE: Duration = Duration::from_millis(3);

/// The right to read, change and write a file; given back when dropped, and by the system when the
/// game is killed.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

/// Waits, not for long, until no other game works on the file at `path`. The lock is on a file beside
/// it, `NAME.lock`, which stays: the file itself is another one after each write.
///
/// Where the file system has no locks the game goes on without.
///
/// # Errors
/// That another game has it for too long, or that the lock's file cannot be made.
pub(crate) fn lock(path: &Path) -> Result<Lock> {
    lock_within(path, LONGEST_WAIT)
}

/// The lock of a file if nobody has it now; none if somebody has.
///
/// # Errors
/// That the lock's file cannot be made.
#[cfg(feature = "window")]
pub(crate) fn lock_if_free(path: &Path) -> Result<Option<Lock>> {
    match lock_within(path, Duration::ZERO) {
        Err(error) if error.kind() == ErrorKind::TimedOut => Ok(None),
        done => done.map(Some),
    }
}

fn lock_within(path: &Path, wait: Duration) -> Result<Lock> {
    let beside = lock_path(path);
    // To open a pipe may wait for ever.
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

/// The file that is locked in place of the one at `path`.
pub(crate) fn lock_path(path: &Path) -> PathBuf {
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

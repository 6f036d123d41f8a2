//! Files that the game keeps in its own folders.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::{Path, PathBuf};

use crate::storage::replace::replace_file;

/// What there is at a path.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    /// Nothing.
    Missing,
    /// A file that is larger than may be.
    TooLarge,
    /// A file and its content.
    Bytes(Vec<u8>),
}

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// The system's, or that something other than a file is there.
pub(crate) fn read(path: &Path, most: u64) -> Result<Stored> {
    let bytes = read_start(path, most + 1)?.map(|(bytes, _)| bytes);
    Ok(match bytes {
        None => Stored::Missing,
        Some(bytes) if bytes.len() as u64 > most => Stored::TooLarge,
        Some(bytes) => Stored::Bytes(bytes),
    })
}

/// The first bytes of a file, at most so many, and how long it is; `None` if there is none.
///
/// # Errors
/// The system's, or that something other than a file is there.
pub(crate) fn read_start(path: &Path, most: u64) -> Result<Option<(Vec<u8>, u64)>> {
    // Before opening: to open a pipe would wait for its other end.
    let about = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
        Ok(about) if !about.is_file() => return Err(Error::other("it is not a file")),
        Ok(about) => about,
    };
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(Some((bytes, about.len())))
}

/// Writes a file as a whole or not at all; its folder is made if need be.
///
/// # Errors
/// The system's.
pub(crate) fn write_own(path: &Path, content: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    replace_file(path, content)
}

/// Renames a file that cannot be understood to the first free `NAME.broken-N`, and says which.
///
/// # Errors
/// The system's, or that there are too many of them.
pub(crate) fn set_aside(path: &Path) -> Result<PathBuf> {
    let name = path.file_name().unwrap_or_default();
    for number in 1..10_000 {
        let mut aside = name.to_owned();
        aside.push(format!(".broken-{number}"));
        let aside = path.with_file_name(aside);
        if fs::symlink_metadata(&aside).is_err() {
            fs::rename(path, &aside)?;
            return Ok(aside);
        }
    }
    Err(Error::other("there are too many broken files"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_files_are_set_aside_one_after_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        for number in 1..=2 {
            fs::write(&path, b"?").unwrap();
            let aside = set_aside(&path).unwrap();
            assert!(aside.ends_with(format!("settings.ron.broken-{number}")));
            assert!(!path.exists());
        }
    }

    #[test]
    fn a_file_is_read_up_to_its_limit_and_a_missing_one_is_no_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/deep/file");
        assert_eq!(read(&path, 3).unwrap(), Stored::Missing);
        write_own(&path, b"abc").unwrap();
        assert_eq!(read(&path, 3).unwrap(), Stored::Bytes(b"abc".to_vec()));
        assert_eq!(read(&path, 2).unwrap(), Stored::TooLarge);
        assert!(read(folder.path(), 3).is_err());
        let message = write_own(&path.join("x"), b"x").unwrap_err();
        assert!(message.raw_os_error().is_some());
    }
}

//! Files in the game's own folders.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::{Path, PathBuf};

use crate::storage::replace::replace_file;

/// The content at a path.
#[derive(Debug, PartialEq, Eq)]
pub enum Stored {
    /// Nothing.
    Missing,
    /// A file above the size limit.
    TooLarge,
    /// A file with its content.
    Bytes(Vec<u8>),
}

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// The system's error, or an error if the path is not a regular file.
pub fn read(path: &Path, most: u64) -> Result<Stored> {
    let bytes = read_start(path, most + 1)?.map(|(bytes, _)| bytes);
    Ok(match bytes {
        None => Stored::Missing,
        Some(bytes) if bytes.len() as u64 > most => Stored::TooLarge,
        Some(bytes) => Stored::Bytes(bytes),
    })
}

/// Returns at most the first `most` bytes of a file and its length in bytes; `None` if there is no file.
///
/// # Errors
/// The system's error, or an error if the path is not a regular file.
pub fn read_start(path: &Path, most: u64) -> Result<Option<(Vec<u8>, u64)>> {
    // Checked before opening, because opening a pipe would wait for its other end.
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

/// Writes a file completely or not at all; its folder is created if needed.
///
/// # Errors
/// The system's error.
pub fn write_own(path: &Path, content: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    replace_file(path, content)
}

/// Renames an unreadable file to the first free `NAME.broken-N`, and returns the new path.
///
/// # Errors
/// The system's error, or an error if there are too many such files.
pub fn set_aside(path: &Path) -> Result<PathBuf> {
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

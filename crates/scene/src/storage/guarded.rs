//! Files that must not be lost: a new file takes no name in use, and a file is replaced only if it is as it
//! was read.

use std::fs::{self, OpenOptions};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::Path;

use crate::storage::Stored;
use crate::storage::output::target;
use crate::storage::own::read;
use crate::storage::real::real_path;
use crate::storage::replace::{create_beside, replace_file};

/// The reason why a file was not written. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    /// Its name is in use.
    #[error("there is a file of that name already")]
    Taken,
    /// Its content differs from the content that was read.
    #[error("another program has changed the file")]
    Changed,
    /// It is a link to a place outside its folder.
    #[error("it is a link that leads out of its folder")]
    LeadsOut,
    /// The system's error.
    #[error(transparent)]
    Failed(#[from] Error),
}

/// Writes a new file completely. If several programs create the same name, only the first succeeds; a
/// dangling link counts as a name in use.
///
/// # Errors
/// [`NotWritten::Taken`], or the system's error.
pub fn write_new(path: &Path, content: &[u8]) -> std::result::Result<(), NotWritten> {
    let (temporary, mut file) = create_beside(path)?;
    let mut write = || {
        file.write_all(content)?;
        file.sync_all()?;
        take_name(&temporary, path, content)
    };
    let written = write();
    // The temporary name is not needed in either case.
    let _ = fs::remove_file(&temporary);
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => NotWritten::Taken,
        _ => NotWritten::Failed(error),
    })
}

/// Gives a finished file its final name, which must be free.
fn take_name(temporary: &Path, path: &Path, content: &[u8]) -> Result<()> {
    match fs::hard_link(temporary, path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            // Without hard links, a reader may see the file while it grows.
            let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
            let written = file.write_all(content).and_then(|()| file.sync_all());
            written.inspect_err(|_| {
                let _ = fs::remove_file(path);
            })
        }
        linked => linked,
    }
}

/// Replaces a file whose content, of at most `most` bytes, is still the content that was read; a missing file
/// is written anew. Links are followed, but not out of the folder `within`.
///
/// # Errors
/// [`NotWritten`] with the reason. A program that takes no [`lock`](crate::storage::lock) can still write
/// between the last check and the replacement, some microseconds later.
pub fn replace_as_read(
    path: &Path,
    within: Option<&Path>,
    most: u64,
    was_read: impl Fn(&[u8]) -> bool,
    content: &[u8],
) -> std::result::Result<(), NotWritten> {
    let target = target(path)?;
    if let Some(folder) = within
        && !target.starts_with(real_path(folder)?)
    {
        return Err(NotWritten::LeadsOut);
    }
    match read(&target, most)? {
        Stored::Missing => write_new(&target, content),
        Stored::Bytes(bytes) if was_read(&bytes) => Ok(replace_file(&target, content)?),
        Stored::Bytes(_) | Stored::TooLarge => Err(NotWritten::Changed),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn count(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    fn replaced(path: &Path, within: &Path, read: &str, content: &str) -> Option<NotWritten> {
        let was_read = |bytes: &[u8]| bytes == read.as_bytes();
        replace_as_read(path, Some(within), 1000, was_read, content.as_bytes()).err()
    }

    #[test]
    fn of_many_that_make_one_file_at_once_one_does_and_the_others_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene_2.ron");
        let made = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for number in 0..8 {
                let (path, made) = (&path, &made);
                scope.spawn(move || {
                    let text = format!("scene {number}").repeat(1000);
                    match write_new(path, text.as_bytes()) {
                        Ok(()) => {
                            made.fetch_add(1, Ordering::Relaxed);
                            assert_eq!(fs::read_to_string(path).unwrap(), text);
                        }
                        Err(error) => assert!(matches!(error, NotWritten::Taken), "{error}"),
                    }
                });
            }
        });
        assert_eq!(made.into_inner(), 1);
        assert_eq!(count(folder.path()), 1, "no temporary file is left");
    }

    #[test]
    fn a_file_that_nobody_read_is_not_replaced_and_one_as_read_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.ron");
        fs::write(&path, "as read").unwrap();
        assert!(replaced(&path, folder.path(), "as read", "new").is_none());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        // Changed content of the same length, within the same second.
        fs::write(&path, "nEw").unwrap();
        let refused = replaced(&path, folder.path(), "new", "newer").unwrap();
        assert!(matches!(refused, NotWritten::Changed), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "nEw");
        fs::write(&path, "x".repeat(1001)).unwrap();
        let refused = replaced(&path, folder.path(), "new", "newer").unwrap();
        assert!(matches!(refused, NotWritten::Changed), "{refused}");
        fs::remove_file(&path).unwrap();
        assert!(replaced(&path, folder.path(), "new", "anew").is_none());
        assert_eq!(fs::read_to_string(&path).unwrap(), "anew");
        assert_eq!(count(folder.path()), 1);
    }

    #[cfg(unix)]
    #[test]
    fn no_link_leads_out_of_the_folder_and_one_that_leads_nowhere_is_a_name_in_use() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let (levels, outside) = (folder.path().join("levels"), folder.path().join("outside"));
        fs::create_dir(&levels).unwrap();
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("there"), "old").unwrap();
        let link = |to: &str, name: &str| symlink(to, levels.join(name)).unwrap();
        link("../outside/there", "file.ron");
        link("../outside/new", "dangling.ron");
        link("inside.ron", "near.ron");
        fs::write(levels.join("inside.ron"), "old").unwrap();
        for name in ["file.ron", "dangling.ron", "near.ron"] {
            let refused = write_new(&levels.join(name), b"new").unwrap_err();
            assert!(matches!(refused, NotWritten::Taken), "{name}: {refused}");
        }
        for name in ["file.ron", "dangling.ron"] {
            let refused = replaced(&levels.join(name), &levels, "old", "new").unwrap();
            assert!(matches!(refused, NotWritten::LeadsOut), "{name}: {refused}");
        }
        assert_eq!(fs::read_to_string(outside.join("there")).unwrap(), "old");
        assert!(!outside.join("new").exists());
        assert!(replaced(&levels.join("near.ron"), &levels, "old", "new").is_none());
        assert!(levels.join("near.ron").is_symlink());
        assert_eq!(
            fs::read_to_string(levels.join("inside.ron")).unwrap(),
            "new"
        );
    }
}

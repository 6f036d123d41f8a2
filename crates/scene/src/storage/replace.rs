//! Atomic replacement of a file's content.

use crate::params::LONGEST_NAME;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Result, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The extension of temporary files.
const ENDING: &str = ".tmp";

/// Replaces a file's content: a reader sees the old or the new content, never a part, and a failure leaves
/// the old one. The content goes to a temporary file beside it, which is then renamed. An existing file keeps
/// its permissions. Temporary files of killed games are removed first.
///
/// # Errors
/// The system's error, for example for a full disk.
pub(super) fn replace_file(path: &Path, content: &[u8]) -> Result<()> {
    remove_leftovers(path);
    let (temporary, mut file) = create_beside(path)?;
    let mut write = || {
        file.write_all(content)?;
        // A page's files have no permissions.
        if let Ok(old) = fs::metadata(path)
            && !cfg!(target_os = "wasi")
        {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().inspect_err(|_| {
        // If the temporary file cannot be removed either, nothing more can be done.
        let _ = fs::remove_file(&temporary);
    })
}

/// Creates a new temporary file beside `path`, locked until it is closed.
pub(super) fn create_beside(path: &Path) -> Result<(PathBuf, File)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = match path.file_name() {
        Some(name) if name.len() <= LONGEST_NAME => name,
        _ => OsStr::new("dodgem"),
    };
    // A killed game may have had this process id, and left a file with this name.
    for _ in 0..1000 {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut own = OsString::from(name);
        own.push(format!(".{}-{number}{ENDING}", process()));
        let temporary = path.with_file_name(own);
        let options = &mut OpenOptions::new();
        match options.write(true).create_new(true).open(&temporary) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => {
                // On systems without locks, no file is taken for a leftover either.
                let _ = file.lock();
                // Before it was locked, another game may have removed it as a leftover.
                if temporary.exists() {
                    return Ok((temporary, file));
                }
            }
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// The number of this process. A page has none: it is alone with its files.
fn process() -> u32 {
    match cfg!(target_os = "wasi") {
        true => 1,
        false => std::process::id(),
    }
}

/// Removes temporary files of the file at `path` that killed games have left.
pub fn remove_leftovers(path: &Path) {
    if let (Some(folder), Some(name)) = (path.parent(), path.file_name()) {
        remove_temporary(folder, |of| of == name.as_encoded_bytes());
    }
}

/// Removes temporary files that killed games have left in a folder, of files whose names end with `ending`.
pub fn remove_leftovers_in(folder: &Path, ending: &str) {
    remove_temporary(folder, |of| of.ends_with(ending.as_bytes()));
}

/// Removes abandoned temporary files in a folder, of the files whose names satisfy `is`.
fn remove_temporary(folder: &Path, is: impl Fn(&[u8]) -> bool) {
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    // Files that cannot be listed or removed are harmless.
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| file_of(&entry.file_name()).is_some_and(&is)) {
        if entry.file_type().is_ok_and(|kind| kind.is_file()) {
            remove_if_left(&entry.path());
        }
    }
}

/// Removes a temporary file whose writer has ended, which releases its lock.
fn remove_if_left(temporary: &Path) {
    let file = OpenOptions::new().write(true).open(temporary);
    if let Ok(file) = file
        && file.try_lock().is_ok()
    {
        let _ = fs::remove_file(temporary);
    }
}

/// Returns the name of the file to which a temporary file belongs: `OF.PROCESS-NUMBER.tmp`, or
/// `OF.PROCESS.tmp` from the first version.
fn file_of(name: &OsStr) -> Option<&[u8]> {
    let middle = name.as_encoded_bytes().strip_suffix(ENDING.as_bytes())?;
    let dot = middle.iter().rposition(|byte| *byte == b'.')?;
    let (of, numbers) = (&middle[..dot], &middle[dot + 1..]);
    let number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let mut numbers = numbers.splitn(2, |byte| *byte == b'-');
    numbers.all(number).then_some(of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_temporary_files_of_this_file_are_taken_for_such() {
        let is = |name: &str| file_of(OsStr::new(name)) == Some(b"best.json".as_slice());
        assert!(is("best.json.17-0.tmp") && is("best.json.17.tmp"));
        for other in [
            "best.json",
            "best.json.tmp",
            "best.json..tmp",
            "best.json.old.tmp",
            "best.json.17-.tmp",
            "best.json.17-1-1.tmp",
            "best.json.17-0.tmp.bak",
            "my-best.json.17-0.tmp",
            "best.json.lock",
        ] {
            assert!(!is(other), "{other}");
        }
        let (path, _) = create_beside(&std::env::temp_dir().join("best.json")).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(is(path.file_name().unwrap().to_str().unwrap()));
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn only_what_killed_games_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("best.json");
        let keep = [
            "best.json",
            "best.json.lock",
            "best.json.old.tmp",
            "other.1-0.tmp",
        ];
        for name in keep.iter().chain(&["best.json.7.tmp", "best.json.8-3.tmp"]) {
            fs::write(folder.path().join(name), b"").unwrap();
        }
        fs::create_dir(folder.path().join("best.json.9.tmp")).unwrap();
        // A file that is being written is no leftover.
        let (written, file) = create_beside(&path).unwrap();
        remove_leftovers(&path);
        assert!(written.exists());
        let mut expected = [&keep[..], &["best.json.9.tmp"]].concat();
        let written = written.file_name().unwrap().to_str().unwrap();
        expected.push(written);
        expected.sort_unstable();
        assert_eq!(names(folder.path()), expected);
        drop(file);
        replace_file(&path, b"new").unwrap();
        expected.retain(|name| *name != written);
        assert_eq!(names(folder.path()), expected);
    }

    #[test]
    fn leftovers_of_all_files_with_an_ending_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "a.tape",
            "a.tape.1-0.tmp",
            "b c.tape.2-1.tmp",
            "a.ron.3-0.tmp",
        ] {
            fs::write(folder.path().join(name), b"").unwrap();
        }
        remove_leftovers_in(folder.path(), ".tape");
        assert_eq!(names(folder.path()), ["a.ron.3-0.tmp", "a.tape"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_permissions_and_long_names_can_be_written() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x".repeat(255));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        replace_file(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

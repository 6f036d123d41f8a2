//! Giving a file new content in one go.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Result, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A longer name has no room for what a temporary file's name adds: most systems allow 255 bytes.
const LONGEST_NAME: usize = 200;

/// What a temporary file's name ends with.
const ENDING: &str = ".tmp";

/// Gives a file new content: a reader sees the old or the new, never a part, and a failure leaves
/// the old. The content goes to a temporary file beside it, which then takes its name. A file that
/// was there keeps its permissions.
///
/// # Errors
/// The system's, for example for a full disk.
pub(super) fn replace_file(path: &Path, content: &[u8]) -> Result<()> {
    let (temporary, mut file) = create_beside(path)?;
    let write = || {
        file.write_all(content)?;
        if let Ok(old) = fs::metadata(path) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        drop(file);
        fs::rename(&temporary, path)
    };
    write().inspect_err(|_| {
        // Nothing more can be done about a temporary file that cannot be removed either.
        let _ = fs::remove_file(&temporary);
    })
}

/// Creates a new temporary file beside `path`.
pub(super) fn create_beside(path: &Path) -> Result<(PathBuf, File)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = match path.file_name() {
        Some(name) if name.len() <= LONGEST_NAME => name,
        _ => OsStr::new("dodgem"),
    };
    // A killed game may have had this process's number, and left a file of this name.
    for _ in 0..1000 {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut own = OsString::from(name);
        own.push(format!(".{}-{number}{ENDING}", std::process::id()));
        let temporary = path.with_file_name(own);
        match OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&temporary)
        {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            other => return other.map(|file| (temporary, file)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Whether `name` is that of a temporary file of the file called `of`: `OF.PROCESS-NUMBER.tmp`, or
/// `OF.PROCESS.tmp` as the first version had it.
pub(super) fn is_temporary(name: &OsStr, of: &OsStr) -> bool {
    let number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let middle = name.as_encoded_bytes().strip_prefix(of.as_encoded_bytes());
    let middle = middle.and_then(|rest| rest.strip_prefix(b"."));
    let middle = middle.and_then(|rest| rest.strip_suffix(ENDING.as_bytes()));
    middle.is_some_and(|middle| {
        let mut parts = middle.splitn(2, |byte| *byte == b'-');
        parts.all(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_temporary_files_of_this_file_are_taken_for_such() {
        let is = |name: &str| is_temporary(OsStr::new(name), OsStr::new("best.json"));
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

//! Files named by the user.

use std::fs::{self, Metadata};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

use crate::params::MOST_LINKS;
use crate::storage::real::real_path;
use crate::storage::replace::{create_beside, replace_file};

/// Writes a file named by the user, completely or not at all. Links are followed to their target; no folder
/// is created.
///
/// # Errors
/// A sentence if the path is no regular file or its folder is missing; else the system's error.
pub fn write_output(path: &Path, content: &[u8]) -> Result<()> {
    replace_file(&target(path)?, content)
}

/// Checks that [`write_output`] could write now. Call it before work whose only result is the file. It leaves
/// nothing behind.
///
/// # Errors
/// As [`write_output`].
pub fn check_output(path: &Path) -> Result<()> {
    let (temporary, _) = create_beside(&target(path)?)?;
    fs::remove_file(temporary)
}

/// Returns the file to which a path leads: an existing regular file, or a new one in an existing folder.
pub(super) fn target(path: &Path) -> Result<PathBuf> {
    let text = path.as_os_str().as_encoded_bytes();
    if text.is_empty() {
        return Err(refusal("the name of the file is empty"));
    }
    if text.ends_with(b"/") || text.ends_with(std::path::MAIN_SEPARATOR_STR.as_bytes()) {
        return Err(refusal("the name is that of a folder; name a file"));
    }
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match real_path(&path) {
            Ok(real) => return regular(&fs::metadata(&real)?).map(|()| real),
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            Err(_) => {}
        }
        // The target is missing: the path is a dangling link or a new file.
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return new_file(&path),
        }
    }
    Err(refusal("too many links follow each other"))
}

fn new_file(path: &Path) -> Result<PathBuf> {
    let Some(name) = path.file_name() else {
        return Err(refusal("the name is that of a folder; name a file"));
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match real_path(folder) {
        Ok(folder) if folder.is_dir() => Ok(folder.join(name)),
        Ok(_) => Err(refusal("its parent is not a folder")),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(refusal("there is no such folder; make it first"))
        }
        Err(error) => Err(error),
    }
}

/// Refuses everything but a writable regular file.
fn regular(about: &Metadata) -> Result<()> {
    let kind = about.file_type();
    if !kind.is_file() {
        let kind = kind_name(kind);
        return Err(refusal(&format!("{kind} is there, not a file")));
    }
    if about.permissions().readonly() {
        return Err(refusal("the file there is read-only"));
    }
    Ok(())
}

fn kind_name(kind: fs::FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    if kind.is_dir() {
        "a folder"
    } else {
        "something else"
    }
}

fn refusal(sentence: &str) -> Error {
    Error::new(ErrorKind::InvalidInput, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_made_and_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.png");
        check_output(&path).unwrap();
        assert!(!path.exists(), "the check makes nothing");
        for content in [b"first".as_slice(), b"second"] {
            write_output(&path, content).unwrap();
            check_output(&path).unwrap();
            assert_eq!(fs::read(&path).unwrap(), content);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[track_caller]
    fn refused(path: &Path, word: &str) {
        for refused in [check_output(path), write_output(path, b"x")] {
            let sentence = refused.unwrap_err().to_string();
            assert!(sentence.contains(word), "{}: {sentence}", path.display());
        }
    }

    #[test]
    fn no_folder_is_made_and_none_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        refused(&inside("new/out.png"), "no such folder");
        assert!(!inside("new").exists());
        refused(folder.path(), "a folder");
        refused(&inside("new/"), "folder");
        refused(Path::new(""), "empty");
        fs::write(inside("plain"), b"").unwrap();
        assert!(check_output(&inside("plain/out.png")).is_err());
        fs::create_dir(inside("empty")).unwrap();
        refused(&inside("empty"), "a folder");
        refused(&inside("empty/.."), "a folder");
    }

    #[cfg(unix)]
    #[test]
    fn devices_pipes_sockets_and_read_only_files_are_left_as_they_are() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        refused(Path::new("/dev/full"), "a device");
        assert!(
            fs::metadata("/dev/full")
                .unwrap()
                .file_type()
                .is_char_device()
        );
        symlink("/dev/null", inside("null")).unwrap();
        refused(&inside("null"), "a device");
        let _socket = std::os::unix::net::UnixListener::bind(inside("socket")).unwrap();
        refused(&inside("socket"), "a socket");
        let made = std::process::Command::new("mkfifo")
            .arg(inside("pipe"))
            .status();
        if made.is_ok_and(|status| status.success()) {
            refused(&inside("pipe"), "a pipe");
        }
        fs::write(inside("kept"), "kept").unwrap();
        fs::set_permissions(inside("kept"), fs::Permissions::from_mode(0o444)).unwrap();
        refused(&inside("kept"), "read-only");
        assert_eq!(fs::read(inside("kept")).unwrap(), b"kept");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_stay_links() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        fs::create_dir(inside("there")).unwrap();
        fs::write(inside("there/file"), "old").unwrap();
        symlink("there/file", inside("link")).unwrap();
        symlink("link", inside("second")).unwrap();
        symlink("there/new", inside("to_new")).unwrap();
        symlink("loop", inside("loop")).unwrap();
        symlink("nowhere/file", inside("lost")).unwrap();
        for (link, file) in [("link", "file"), ("second", "file"), ("to_new", "new")] {
            write_output(&inside(link), link.as_bytes()).unwrap();
            assert!(inside(link).is_symlink());
            let there = fs::read_to_string(inside("there").join(file)).unwrap();
            assert_eq!(there, link);
        }
        assert!(check_output(&inside("loop")).is_err());
        refused(&inside("lost"), "no such folder");
    }
}

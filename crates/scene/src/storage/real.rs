//! The real path of a file.

use std::fs;
use std::io::Result;
use std::path::{Component, Path, PathBuf};

/// Returns the absolute path of an existing file or folder, with all links followed. The files of a page
/// have no links, and its C library cannot follow any.
///
/// # Errors
/// The system's error if the path does not exist.
pub(crate) fn real_path(path: &Path) -> Result<PathBuf> {
    if !cfg!(target_os = "wasi") {
        return fs::canonicalize(path);
    }
    fs::metadata(path)?;
    Ok(plain(path))
}

/// Returns an absolute path without `.` and `..`. The current folder is the root.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::from("/");
    for component in path.components() {
        match component {
            Component::Normal(name) => plain.push(name),
            Component::ParentDir => {
                plain.pop();
            }
            _ => {}
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_path_is_absolute_and_stays_below_the_root() {
        for (path, expected) in [
            ("data/levels/a.ron", "/data/levels/a.ron"),
            ("/data/./levels/../b", "/data/b"),
            ("../../c", "/c"),
            ("", "/"),
        ] {
            assert_eq!(plain(Path::new(path)), Path::new(expected), "{path}");
        }
    }
}

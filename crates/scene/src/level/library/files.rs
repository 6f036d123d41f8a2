//! Safe access to files in a folder: no name can lead out of it.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path};

use crate::level::library::error::MISSING;
use crate::storage::real_path;

/// True if a name is a relative path without parent components, on any system.
pub fn is_plain_relative(name: &str) -> bool {
    let mut components = Path::new(name).components();
    !name.is_empty()
        && !name.contains(['\\', ':'])
        && components.all(|component| matches!(component, Component::Normal(_)))
}

/// Checks that a path, with all links followed, is inside its folder.
pub fn inside(folder: &Path, path: &Path) -> Result<(), String> {
    let real = |path: &Path| real_path(path).map_err(|error| describe(&error));
    if real(path)?.starts_with(real(folder)?) {
        Ok(())
    } else {
        Err("the link leads out of its folder; put the file itself there".to_owned())
    }
}

/// Reads a regular file of at most `limit` bytes.
pub fn read_bounded(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    // This comes before opening, because opening a pipe would wait for its other end.
    let about = fs::metadata(path).map_err(|error| describe(&error))?;
    if !about.is_file() {
        return Err("this is not a file".to_owned());
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
        .map_err(|error| describe(&error))?;
    if bytes.len() as u64 > limit {
        let most = limit >> 10;
        return Err(format!(
            "the file is too large; at most {most} KiB are read"
        ));
    }
    Ok(bytes)
}

fn describe(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => MISSING.to_owned(),
        std::io::ErrorKind::PermissionDenied => "no permission to read it".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}

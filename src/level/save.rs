//! Writing a level.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::level::Level;

/// Why a level could not be written.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file system refused.
    #[error("cannot write {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The level cannot be said in RON.
    #[error("cannot write the level: {0}")]
    Format(#[from] ron::Error),
}

/// Writes a level as RON. The file is replaced as a whole or not at all: the text goes to a
/// temporary file beside it, which then takes its name.
///
/// # Errors
/// [`SaveError`] if the folder cannot be written to.
pub fn save(level: &Level, path: &Path) -> Result<(), SaveError> {
    let style = ron::ser::PrettyConfig::new()
        .struct_names(false)
        .extensions(ron::extensions::Extensions::IMPLICIT_SOME);
    let text = ron::ser::to_string_pretty(level, style)? + "\n";
    replace_file(path, text.as_bytes()).map_err(|source| SaveError::File {
        path: path.to_owned(),
        source,
    })
}

/// Gives a file new content in one go: whoever reads it sees the old or the new, never a part.
pub(crate) fn replace_file(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let write = || {
        let mut file = fs::File::create(&temporary)?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().inspect_err(|_| {
        // Nothing more can be done about a temporary file that cannot be removed either.
        let _ = fs::remove_file(&temporary);
    })
}

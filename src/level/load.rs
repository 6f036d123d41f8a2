//! From a name or a path to a level that is fit to play.

use ron::extensions::Extensions;

use crate::level::check::check;
use crate::level::{Level, LevelError, Library, Problem, locate};

/// Reads a level by name (`classic`) or path (`my/own.ron`), and checks all of it.
///
/// # Errors
/// Everything that is wrong with it, or that there is no such level and which there are.
pub fn load(library: &Library, name_or_path: &str) -> Result<Level, LevelError> {
    let (path, text) = library.read_level(name_or_path).map_err(|error| {
        LevelError::new(
            Problem {
                path: error.path.clone(),
                place: error.place,
                message: error.message,
            },
            [],
        )
    })?;
    parse(library, &path, &text)
}

/// Reads a level from text and checks all of it; `path` is for the messages.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse(library: &Library, path: &str, text: &str) -> Result<Level, LevelError> {
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let level: Level = options.from_str(text).map_err(|error| {
        let place = locate::skip_blank(text, error.span.start.line, error.span.start.col);
        LevelError::new(
            Problem {
                path: path.to_owned(),
                place: Some(place),
                message: format!("{}; see docs/levels.md for what a level holds", error.code),
            },
            [],
        )
    })?;
    LevelError::unless_empty(check(&level, library, path, text))?;
    Ok(level)
}

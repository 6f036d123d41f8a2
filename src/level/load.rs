//! From a name or a path to a level that is fit to play.

use crate::level::check::{Finding, check};
use crate::level::lines::Lines;
use crate::level::outline::{ShownPath, TextOutline};
use crate::level::read::{Fault, read};
use crate::level::{Level, LevelError, Library, Mode, Problem, limits};

/// Reads a level by name (`classic`) or path (`my/own.ron`), and checks all of it.
///
/// # Errors
/// Everything that is wrong with it, or that there is no such level and which there are.
pub fn load(library: &Library, name_or_path: &str) -> Result<Level, LevelError> {
    let (path, text) = library.read_level(name_or_path).map_err(|error| {
        let problem = Problem::of_file(&error.path, error.place, error.message);
        LevelError::new(problem, [])
    })?;
    parse(library, &path, &text)
}

/// Reads a level from text and checks all of it; `path` is for the messages.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse(library: &Library, path: &str, text: &str) -> Result<Level, LevelError> {
    let (level, mut faults) = read(text);
    if let Some(level) = &level {
        faults.extend(located(check(level, library, &faults), text));
    }
    match level {
        Some(level) if faults.is_empty() => Ok(level),
        _ => Err(told(faults, path, text)),
    }
}

/// What a level's text calls it and what counts in it, for a list: nothing of it is checked. `None` if it
/// cannot be read.
pub fn name_and_mode(text: &str) -> Option<(String, Mode)> {
    let (level, faults) = read(text);
    let level = level.filter(|_| faults.is_empty())?;
    let shown = level.name.chars().filter(|letter| !letter.is_control());
    Some((shown.take(limits::NAME).collect(), level.own_mode()))
}

/// Findings with their places in the text.
fn located(findings: Vec<Finding>, text: &str) -> Vec<Fault<'_>> {
    if findings.is_empty() {
        return Vec::new();
    }
    let outline = TextOutline::new(text);
    let place = |finding: Finding| Fault {
        at: outline.find(&finding.path),
        path: finding.path,
        message: finding.message,
    };
    findings.into_iter().map(place).collect()
}

/// Faults as problems in the order of the file. Only those that are told get line and column.
fn told(mut faults: Vec<Fault<'_>>, path: &str, text: &str) -> LevelError {
    faults.sort_by_key(|fault| fault.at);
    let count = faults.len();
    let lines = Lines::new(text);
    let told = faults.into_iter().take(limits::PROBLEMS);
    let told = told.map(|fault| Problem {
        path: path.to_owned(),
        place: Some(lines.place(fault.at)),
        value: ShownPath(&fault.path).to_string(),
        message: fault.message,
        excerpt: Some(lines.excerpt(fault.at)),
    });
    LevelError::counted(told.collect(), count)
}

//! Faults of a level.

use std::fmt;

use dodgem_collide::mesh::text::one_line;

use crate::params::MAX_MESSAGE_LENGTH;
use crate::params::limits;

/// A fault of a level, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Path of the file, as the user would write it.
    pub path: String,
    /// Line and column, both counted from 1; `None` if the fault concerns the whole file.
    pub place: Option<(usize, usize)>,
    /// Path of the faulty value, with elements counted from 0: `cars[1].mass`. Empty if the fault concerns
    /// the whole level. The name that the file gives the innermost element of a list follows in brackets.
    pub value: String,
    /// The fault, and after a semicolon a suggestion.
    pub message: String,
    /// The line that contains the place.
    pub excerpt: Option<Excerpt>,
}

/// A line of a level file, or a part of it if it is long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The line's number, from 1.
    pub line: usize,
    /// Text without control characters.
    pub text: String,
    /// Number of characters before the place.
    pub caret: usize,
}

impl Problem {
    /// Creates a problem of a file, with a place or of the whole file.
    pub(super) fn of_file(path: &str, place: Option<(usize, usize)>, message: String) -> Self {
        Problem {
            path: path.to_owned(),
            place,
            value: String::new(),
            message,
            excerpt: None,
        }
    }
}

/// Returns a text as one line, cut to [`MAX_MESSAGE_LENGTH`].
fn short(text: &str) -> String {
    let mut characters = text.chars();
    let mut shown = one_line(
        &characters
            .by_ref()
            .take(MAX_MESSAGE_LENGTH)
            .collect::<String>(),
    )
    .to_string();
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

impl fmt::Display for Problem {
    /// Writes one line: `file:line:column: value: fault`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", one_line(&self.path))?;
        if let Some((line, column)) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        if !self.value.is_empty() {
            write!(f, ": {}", short(&self.value))?;
        }
        write!(f, ": {}", short(&self.message))
    }
}

impl fmt::Display for Excerpt {
    /// Writes two lines: the numbered text, and a caret under the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, caret) = (self.text.trim_end(), self.caret + 1);
        writeln!(f, "{:>6} | {text}", self.line)?;
        write!(f, "{:>6} | {:>caret$}", "", "^")
    }
}

/// All faults of a level. Displayed, each fault has its own line, followed by the line of the file with the
/// place marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError {
    problems: Vec<Problem>,
    more: usize,
}

impl LevelError {
    /// Creates an error of at least one problem; those beyond [`limits::PROBLEMS`] are only counted.
    pub(super) fn new(first: Problem, more: impl IntoIterator<Item = Problem>) -> Self {
        let mut problems = vec![first];
        problems.extend(more);
        let count = problems.len();
        LevelError::counted(problems, count)
    }

    /// Creates an error of `count` problems, of which only the first may be given.
    pub(super) fn counted(mut problems: Vec<Problem>, count: usize) -> Self {
        problems.truncate(limits::PROBLEMS);
        let more = count - problems.len();
        LevelError { problems, more }
    }

    /// Returns the first problems, in the order of the file; at most [`limits::PROBLEMS`].
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Returns the number of problems beyond [`LevelError::problems`].
    pub fn more(&self) -> usize {
        self.more
    }
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
            if let Some(excerpt) = &problem.excerpt {
                write!(f, "\n{excerpt}")?;
            }
        }
        match self.more {
            0 => Ok(()),
            1 => write!(f, "\nand 1 more problem"),
            more => write!(f, "\nand {more} more problems"),
        }
    }
}

impl std::error::Error for LevelError {}

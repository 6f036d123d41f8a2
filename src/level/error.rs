//! What is wrong with a level.

use std::fmt;

use dodgem_collide::mesh::text::one_line;

/// One thing wrong with a level, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file, as the user would name it.
    pub path: String,
    /// Line and column, both counted from 1; `None` if the whole file is meant.
    pub place: Option<(usize, usize)>,
    /// What is wrong; and after a semicolon what would be right.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => {
                write!(
                    f,
                    "{}:{line}:{column}: {}",
                    one_line(&self.path),
                    self.message
                )
            }
            None => write!(f, "{}: {}", one_line(&self.path), self.message),
        }
    }
}

/// Everything found wrong with a level; one line a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError {
    problems: Vec<Problem>,
}

impl LevelError {
    /// An error of at least one problem.
    pub(super) fn new(first: Problem, more: impl IntoIterator<Item = Problem>) -> Self {
        let mut problems = vec![first];
        problems.extend(more);
        LevelError { problems }
    }

    /// `Err` if there are problems.
    pub(super) fn unless_empty(problems: Vec<Problem>) -> Result<(), LevelError> {
        let mut problems = problems.into_iter();
        match problems.next() {
            None => Ok(()),
            Some(first) => Err(LevelError::new(first, problems)),
        }
    }

    /// What is wrong, in the order of the file.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for LevelError {}

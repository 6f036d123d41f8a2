//! How good the computer's drivers are.

use serde::{Deserialize, Serialize};

/// How good the computer's drivers are: how well they aim, and how soon they notice.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Difficulty {
    /// They notice late, and aim at where a car was.
    Easy,
    /// In between.
    #[default]
    Medium,
    /// They notice at once, and aim at where a car will be.
    Hard,
}

impl Difficulty {
    /// All of them, easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// The word for it on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }

    /// The one that a word means.
    pub fn of_word(word: &str) -> Option<Difficulty> {
        Difficulty::ALL.into_iter().find(|one| one.word() == word)
    }
}

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

/// How well a driver sees and aims.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Skill {
    /// It looks at other cars, and notices a touch, this late, in seconds.
    pub reaction: f32,
    /// It aims this far beside a car at most, in radians.
    pub aim_error: f32,
    /// The share of another car's motion that it foresees, 0 to 1.
    pub lead: f32,
    /// How often it is ready to spend boost, 0 to 1.
    pub boost: f32,
    /// Whether it knows that a run-up makes a crash count more.
    pub runs_up: bool,
    /// So many seconds before a hit it begins to think ahead, if its car is nimble; infinite is always.
    pub foresight: f32,
    /// How much it thinks of what comes after the next hit, 0 to 1. With any, computer drivers let chances pass, and
    /// rounds are quiet for long.
    pub patience: f32,
    /// How much it weighs what a hit would give: which side, and whether it would be a hit again, 0 to 1.
    pub reads: f32,
    /// Whether it knows, as it thinks ahead, that the way of others turns no faster than tyres hold, and looks for a
    /// meeting as far ahead as it thinks. Computer drivers that do so make crowds in `yard`.
    pub knows_slides: bool,
    /// Whether it steers with keys: all or nothing.
    pub keys: bool,
}

impl Difficulty {
    pub(super) const fn skill(self) -> Skill {
        match self {
            Difficulty::Easy => EASY,
            Difficulty::Medium => MEDIUM,
            Difficulty::Hard => HARD,
        }
    }
}

const EASY: Skill = Skill {
    reaction: 0.5,
    aim_error: 0.30,
    lead: 0.25,
    boost: 0.2,
    runs_up: true,
    foresight: 0.0,
    patience: 0.0,
    reads: 0.0,
    knows_slides: false,
    keys: false,
};

const MEDIUM: Skill = Skill {
    reaction: 0.15,
    aim_error: 0.06,
    lead: 0.95,
    boost: 0.6,
    runs_up: true,
    foresight: 0.8,
    patience: 0.0,
    reads: 0.5,
    knows_slides: false,
    keys: false,
};

const HARD: Skill = Skill {
    reaction: 0.06,
    aim_error: 0.01,
    lead: 1.0,
    boost: 0.9,
    runs_up: true,
    foresight: 2.0,
    patience: 0.0,
    reads: 1.0,
    knows_slides: false,
    keys: false,
};

/// A person who plays for the first time: sees late, goes for whoever is near, never for a run-up.
pub(super) const BEGINNER: Skill = Skill {
    reaction: 0.4,
    aim_error: 0.25,
    lead: 0.2,
    boost: 0.2,
    runs_up: false,
    foresight: 0.0,
    patience: 0.0,
    reads: 0.0,
    knows_slides: false,
    keys: true,
};

/// A person who has played for long: foresees as well as a hard driver, and steers with a stick.
pub(super) const EXPERT: Skill = Skill {
    reaction: 0.06,
    aim_error: 0.01,
    lead: 1.0,
    boost: 1.0,
    runs_up: true,
    foresight: 0.9,
    patience: 0.0,
    reads: 0.5,
    knows_slides: false,
    keys: false,
};

/// A person who uses all that can be learned.
pub(super) const MASTER: Skill = Skill {
    foresight: f32::INFINITY,
    patience: 1.0,
    reads: 1.0,
    knows_slides: true,
    ..EXPERT
};

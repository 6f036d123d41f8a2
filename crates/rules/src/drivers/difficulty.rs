//! Difficulty of the computer's drivers.

use serde::{Deserialize, Serialize};

/// Difficulty of the computer's drivers: it sets their aim, reaction time and throttle.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Difficulty {
    /// Late reaction, and less than full throttle; they aim at past positions of a car.
    Easy,
    /// Between the two others.
    #[default]
    Medium,
    /// Immediate reaction; they aim at future positions of a car.
    Hard,
}

impl Difficulty {
    /// All difficulties, the easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// Returns its word on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }

    /// Returns the difficulty of a word.
    pub fn of_word(word: &str) -> Option<Difficulty> {
        Difficulty::ALL.into_iter().find(|one| one.word() == word)
    }
}

/// Skill of a driver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Skill {
    /// Delay with which it looks at other cars and notices a touch, in seconds.
    pub reaction: f32,
    /// Largest aiming error, in radians.
    pub aim_error: f32,
    /// Fraction of another car's motion that it predicts, 0 to 1.
    pub lead: f32,
    /// Probability that it is ready to spend boost, 0 to 1.
    pub boost: f32,
    /// True if it knows that a run-up makes a crash count more.
    pub runs_up: bool,
    /// Time before a hit from which it predicts, for a nimble car, in seconds; infinity means always.
    pub foresight: f32,
    /// Weight of events after the next hit, 0 to 1. Above 0, computer drivers miss chances, and rounds become
    /// quiet.
    pub patience: f32,
    /// Weight of the expected points of a hit (the side, and repeated hits), 0 to 1.
    pub reads: f32,
    /// True if its prediction limits the turns of other cars by the grip of tyres and searches for meetings
    /// over the full horizon. With it, computer drivers form crowds in `yard`.
    pub knows_slides: bool,
    /// True if it steers with keys: fully or not at all.
    pub keys: bool,
    /// Part of the throttle that it gives, 0 to 1.
    pub throttle: f32,
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
    reaction: 0.7,
    aim_error: 0.40,
    lead: 0.1,
    boost: 0.1,
    runs_up: true,
    foresight: 0.0,
    patience: 0.0,
    reads: 0.0,
    knows_slides: false,
    keys: false,
    throttle: 0.8,
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
    throttle: 1.0,
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
    throttle: 1.0,
};

/// Model of a first-time player: reacts late, attacks the nearest cars, never takes a run-up.
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
    throttle: 1.0,
};

/// Model of an experienced player: predicts as well as a hard driver, and steers with a stick.
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
    throttle: 1.0,
};

/// Model of a player who uses every skill that can be learned.
pub(super) const MASTER: Skill = Skill {
    foresight: f32::INFINITY,
    patience: 1.0,
    reads: 1.0,
    knows_slides: true,
    ..EXPERT
};

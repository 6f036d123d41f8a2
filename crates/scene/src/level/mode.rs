//! Modes of a round.

use serde::{Deserialize, Serialize};

use crate::arena::Edge;
use crate::level::Level;
use crate::params::TEAM_CARS;

/// Mode of a round: the way in which it counts.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Mode {
    /// Points for every hit, by its speed and by the driver at fault.
    #[default]
    Points,
    /// Number of crashes that a car drove into, as in the game of 2002.
    Crashes,
    /// Rivals that fall off the platform, and the last car left.
    KnockOut,
    /// No score and no clock.
    Free,
    /// Speed of completing the level's tasks.
    Lesson,
}

impl Mode {
    /// All modes, in the menu's order.
    pub const ALL: [Mode; 5] = [
        Mode::Lesson,
        Mode::Points,
        Mode::Crashes,
        Mode::KnockOut,
        Mode::Free,
    ];

    /// Returns its name in the menu.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Points => "Points",
            Mode::Crashes => "Crashes",
            Mode::KnockOut => "Knock-out",
            Mode::Free => "Free",
            Mode::Lesson => "Lesson",
        }
    }

    /// True if hits have points by their speed, power and side, even if these are not counted.
    pub fn rates_hits(self) -> bool {
        matches!(self, Mode::Points | Mode::Lesson)
    }

    /// True if it can be played in two teams, whose members' totals are added.
    pub fn has_teams(self) -> bool {
        matches!(self, Mode::Points | Mode::Crashes)
    }

    /// Returns the unit of a total in this mode, singular or plural.
    pub fn unit(self, total: u32) -> &'static str {
        match (self, total) {
            (Mode::Points | Mode::Lesson, 1) => "point",
            (Mode::Points | Mode::Lesson, _) => "points",
            (Mode::Crashes, 1) => "crash",
            (Mode::Crashes, _) => "crashes",
            (Mode::KnockOut, 1) => "knock-out",
            (Mode::KnockOut, _) => "knock-outs",
            // There is never a total.
            (Mode::Free, _) => "",
        }
    }
}

impl Level {
    /// True if the level allows this mode: hits need two cars, a knock-out needs an open edge, and a lesson
    /// needs tasks.
    pub fn plays(&self, mode: Mode) -> bool {
        match mode {
            Mode::Free => true,
            Mode::Lesson => !self.tasks.is_empty(),
            Mode::Points | Mode::Crashes => self.cars.len() >= 2,
            Mode::KnockOut => self.cars.len() >= 2 && self.edge == Edge::Open,
        }
    }

    /// True if the level allows this mode in two teams: each needs two cars.
    pub fn plays_in_teams(&self, mode: Mode) -> bool {
        mode.has_teams() && self.plays(mode) && self.cars.len() >= TEAM_CARS
    }

    /// Returns the mode that applies unless the player chooses one.
    pub fn own_mode(&self) -> Mode {
        let alone = self.cars.len() < 2;
        let usual = match (self.tasks.is_empty(), alone) {
            (false, _) => Mode::Lesson,
            (true, true) => Mode::Free,
            (true, false) => Mode::default(),
        };
        self.mode.unwrap_or(usual)
    }
}

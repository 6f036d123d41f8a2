//! What a level gives medals for.

use serde::{Deserialize, Serialize};

use crate::arena::Bound;
use crate::level::Mode;

/// What there is to win in a level when it is played in a mode.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MedalSpec {
    /// The mode.
    #[serde(default)]
    pub mode: Mode,
    /// The totals for bronze, silver and gold.
    pub bronze: u32,
    /// See [`MedalSpec::bronze`].
    pub silver: u32,
    /// See [`MedalSpec::bronze`].
    pub gold: u32,
    /// What else there is to be done, for the fourth medal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<MedalTask>,
}

/// What there is to be done in a round for the fourth medal of a level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum MedalTask {
    /// One hit of so many points.
    Hit {
        /// In points.
        points: u32,
    },
    /// One hit that is so fast.
    Fast {
        /// In m/s.
        speed: f32,
    },
    /// So many hits into sides and rears.
    Sides {
        /// How many.
        count: u32,
    },
    /// No fall.
    Steady,
    /// The first place.
    First,
}

impl MedalTask {
    /// What there is to be done, in words.
    pub fn words(&self) -> String {
        match self {
            MedalTask::Hit { points } => format!("one hit of {points} points"),
            MedalTask::Fast { speed } => format!("one hit of {speed} m/s"),
            MedalTask::Sides { count } => format!("{count} hits into sides and rears"),
            MedalTask::Steady => "no fall".to_owned(),
            MedalTask::First => "the first place".to_owned(),
        }
    }
}

/// The most that a medal may ask for.
const MOST: f32 = 1e6;

impl MedalSpec {
    /// Its numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = vec![
            Bound::new(&["bronze"], self.bronze as f32, 1.0..=MOST),
            Bound::new(&["silver"], self.silver as f32, 1.0..=MOST),
            Bound::new(&["gold"], self.gold as f32, 1.0..=MOST),
        ];
        match self.task {
            Some(MedalTask::Hit { points }) => {
                bounds.push(Bound::new(&["task", "points"], points as f32, 1.0..=MOST));
            }
            Some(MedalTask::Fast { speed }) => {
                bounds.push(Bound::new(&["task", "speed"], speed, 1.0..=50.0));
            }
            Some(MedalTask::Sides { count }) => {
                bounds.push(Bound::new(&["task", "count"], count as f32, 1.0..=1000.0));
            }
            Some(MedalTask::Steady | MedalTask::First) | None => {}
        }
        bounds
    }
}

//! Medals of a level.

use serde::{Deserialize, Serialize};

use crate::arena::Bound;
use crate::level::Mode;
use crate::params::MOST_FOR_MEDAL;

/// Medals of a level in one mode.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MedalSpec {
    /// The mode.
    #[serde(default)]
    pub mode: Mode,
    /// Total for bronze.
    pub bronze: u32,
    /// Total for silver.
    pub silver: u32,
    /// Total for gold.
    pub gold: u32,
    /// Task for the fourth medal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<MedalTask>,
}

/// Task of a round for the fourth medal of a level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum MedalTask {
    /// One hit with at least these points.
    Hit {
        /// Points of the hit.
        points: u32,
    },
    /// One hit of at least this speed.
    Fast {
        /// Speed, in m/s.
        speed: f32,
    },
    /// At least this number of hits into sides and rears.
    Sides {
        /// Number of hits.
        count: u32,
    },
    /// No fall.
    Steady,
    /// The first place.
    First,
}

impl MedalTask {
    /// Returns a description of the task.
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

impl MedalSpec {
    /// Returns its numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = vec![
            Bound::new(&["bronze"], self.bronze as f32, 1.0..=MOST_FOR_MEDAL),
            Bound::new(&["silver"], self.silver as f32, 1.0..=MOST_FOR_MEDAL),
            Bound::new(&["gold"], self.gold as f32, 1.0..=MOST_FOR_MEDAL),
        ];
        match self.task {
            Some(MedalTask::Hit { points }) => {
                bounds.push(Bound::new(
                    &["task", "points"],
                    points as f32,
                    1.0..=MOST_FOR_MEDAL,
                ));
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

//! The hall of a level and its looks, as far as they can change while its scene runs: all but its border.

use serde::{Deserialize, Serialize};

use crate::arena::{GroundSettings, SurfaceSettings};
use crate::level::{Level, Mood};

/// The hall of a level and its looks, as far as they can change while its scene runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HallRules {
    /// See [`Level::ground`].
    pub ground: GroundSettings,
    /// See [`Level::walls`].
    pub walls: SurfaceSettings,
    /// See [`Level::ceiling`], in metres.
    pub ceiling: f32,
    /// See [`Level::mood`].
    pub mood: Mood,
}

impl HallRules {
    /// Returns those of a level.
    pub fn of(level: &Level) -> HallRules {
        HallRules {
            ground: level.ground,
            walls: level.walls,
            ceiling: level.ceiling,
            mood: level.mood.clone(),
        }
    }

    /// Gives a level these.
    pub fn apply(&self, level: &mut Level) {
        (level.ground, level.walls) = (self.ground, self.walls);
        level.ceiling = self.ceiling;
        level.mood = self.mood.clone();
    }
}

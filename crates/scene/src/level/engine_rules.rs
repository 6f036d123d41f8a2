//! The rules of the engine in a level, those that can change while its scene runs.

use dodgem_collide::schedule::ScheduleKind;
use serde::{Deserialize, Serialize};

use crate::arena::Response;
use crate::level::{BroadPhaseSpec, EngineSpec, Level};

/// The rules of the engine that can change while a scene runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineRules {
    /// See [`Level::response`].
    pub response: Response,
    /// See [`Level::broad_phase`].
    pub broad_phase: BroadPhaseSpec,
    /// See [`Level::schedule`].
    pub schedule: ScheduleKind,
    /// See [`Level::budget_milliseconds`].
    pub budget_milliseconds: Option<f32>,
    /// See [`Level::engine`]; its clock stays as it is.
    pub engine: EngineSpec,
}

impl EngineRules {
    /// Returns the rules of a level.
    pub fn of(level: &Level) -> EngineRules {
        EngineRules {
            response: level.response,
            broad_phase: level.broad_phase,
            schedule: level.schedule,
            budget_milliseconds: level.budget_milliseconds,
            engine: level.engine.clone(),
        }
    }

    /// Gives a level these rules.
    pub fn apply(&self, level: &mut Level) {
        level.response = self.response;
        level.broad_phase = self.broad_phase;
        level.schedule = self.schedule;
        level.budget_milliseconds = self.budget_milliseconds;
        level.engine = self.engine.clone();
    }

    /// True if the other rules differ at most in restitution and friction.
    pub fn equals_but_for_surface(&self, other: &EngineRules) -> bool {
        let same_rule =
            std::mem::discriminant(&self.response) == std::mem::discriminant(&other.response);
        let other = EngineRules {
            response: self.response,
            ..other.clone()
        };
        same_rule && *self == other
    }
}

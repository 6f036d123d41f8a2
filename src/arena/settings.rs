//! What an arena is made with, each number with the range in which it makes sense.

use serde::{Deserialize, Serialize};

use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::query::Stages;
use dodgem_collide::schedule::ScheduleKind;

use dodgem_physics::{BudgetClock, OnCut};

use glam::Vec3;

use crate::arena::{Border, Bound, Edge, HallHeights, Response, SurfaceSettings};

pub use crate::params::WORK_UNITS_PER_MILLISECOND;

/// The floor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GroundSettings {
    /// The coefficient of friction between tyres and floor: 1 dry, 0.1 ice.
    pub grip: f32,
    /// The deceleration of a rolling car as a share of g.
    pub rolling_resistance: f32,
}

impl Default for GroundSettings {
    fn default() -> Self {
        GroundSettings {
            grip: 0.9,
            rolling_resistance: 0.02,
        }
    }
}

impl GroundSettings {
    /// Every number with its range.
    pub fn bounds(&self) -> Vec<Bound> {
        vec![
            Bound::new(&["grip"], self.grip, 0.01..=5.0),
            Bound::new(&["rolling_resistance"], self.rolling_resistance, 0.0..=1.0),
        ]
    }
}

/// What an arena is made with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArenaSettings {
    /// The border.
    pub border: Border,
    /// What is at the border.
    pub edge: Edge,
    /// The heights of its ceiling and of its pit.
    pub heights: HallHeights,
    /// The acceleration of gravity downwards, in m/s^2.
    pub gravity: f32,
    /// The density of the air, in kg/m^3.
    pub air: f32,
    /// The velocity of the air, in m/s.
    pub wind: Vec3,
    /// The floor.
    pub ground: GroundSettings,
    /// What happens when two actors meet.
    pub response: Response,
    /// What happens at the border.
    pub walls: SurfaceSettings,
    /// What finds the pairs.
    pub broad_phase: BroadPhaseKind,
    /// Which pair is swept first, and how they share the budget.
    pub schedule: ScheduleKind,
    /// What all sweeps of one step may cost, in work units (volume and primitive tests).
    /// Source 1's 30 ms are 30 x [`WORK_UNITS_PER_MILLISECOND`].
    pub budget: u64,
    /// How many of them are left when pairs begin to wait for their turns: see
    /// [`Settings::turns_below`](dodgem_physics::Settings::turns_below).
    pub turns_below: u64,
    /// The stages of the queries that may decide.
    pub stages: Stages,
    /// What becomes of two bodies whose sweep the budget cut.
    pub on_cut: OnCut,
    /// What the budget counts: work units, or as many microseconds.
    pub clock: BudgetClock,
}

impl ArenaSettings {
    /// What of them stays: the hand may change gravity and air.
    pub(super) fn built(&self) -> ArenaSettings {
        ArenaSettings {
            gravity: 0.0,
            air: 0.0,
            wind: Vec3::ZERO,
            // Of the rule only which it is.
            response: match self.response {
                Response::Classic => Response::Classic,
                Response::Impulse { .. } => Response::default(),
            },
            ..*self
        }
    }
}

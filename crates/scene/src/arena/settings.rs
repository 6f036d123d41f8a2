//! Settings of an arena, with the valid range of each number.

use serde::{Deserialize, Serialize};

use dodgem_collide::SearchOptions;
use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::math::Aabb;
use dodgem_collide::query::Stages;
use dodgem_collide::schedule::ScheduleKind;

use dodgem_physics::{BudgetClock, OnCut};

use glam::Vec3;

use crate::arena::{Border, Bound, Edge, HallHeights, Response, SurfaceSettings};
use crate::params::CEILING;

/// Settings of the floor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GroundSettings {
    /// Coefficient of friction between tyres and floor: 1 dry, 0.1 ice.
    pub grip: f32,
    /// Deceleration of a rolling car, as a fraction of g.
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
    /// Returns the floor as a surface for things.
    pub(super) fn surface(&self) -> SurfaceSettings {
        SurfaceSettings {
            restitution: 0.0,
            friction: self.grip,
        }
    }

    /// Returns every number with its range.
    pub fn bounds(&self) -> Vec<Bound> {
        vec![
            Bound::new(&["grip"], self.grip, 0.01..=5.0),
            Bound::new(&["rolling_resistance"], self.rolling_resistance, 0.0..=1.0),
        ]
    }
}

/// Settings of an arena.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArenaSettings {
    /// The border.
    pub border: Border,
    /// Boundary at the border.
    pub edge: Edge,
    /// Heights of its ceiling and its pit.
    pub heights: HallHeights,
    /// Acceleration of gravity, in m/s^2.
    pub gravity: f32,
    /// Direction of gravity, of length 1.
    pub down: Vec3,
    /// Density of the air, in kg/m^3.
    pub air: f32,
    /// Velocity of the air, in m/s.
    pub wind: Vec3,
    /// The floor.
    pub ground: GroundSettings,
    /// Impact rule of actors.
    pub response: Response,
    /// Restitution and friction of the walls.
    pub walls: SurfaceSettings,
    /// Broad phase.
    pub broad_phase: BroadPhaseKind,
    /// Schedule: order of the pairs and their shares of the budget.
    pub schedule: ScheduleKind,
    /// Budget of all sweeps of one step, in work units (volume and primitive tests). Source 1's 30 ms are 30
    /// x [`WORK_UNITS_PER_MILLISECOND`](crate::params::WORK_UNITS_PER_MILLISECOND).
    pub budget: u64,
    /// Remaining work units below which pairs begin to wait for their turns: see
    /// [`Settings::turns_below`](dodgem_physics::Settings::turns_below).
    pub turns_below: u64,
    /// Stages of the queries that may decide.
    pub stages: Stages,
    /// Handling of two bodies whose sweep the budget cut.
    pub on_cut: OnCut,
    /// True if bodies stop where they meet within a step.
    pub continuous: bool,
    /// True if two dynamic bodies are tested once a step in place of a sweep.
    pub one_test: bool,
    /// Options of that test.
    pub search: SearchOptions,
    /// Unit of the budget: work units, or microseconds.
    pub clock: BudgetClock,
}

impl ArenaSettings {
    /// Returns the box around the hall.
    pub(super) fn region(&self) -> Aabb {
        let half = self.border.walls(self.edge).half_extents();
        Aabb::new(
            Vec3::new(-half.x, self.heights.ground(self.edge), -half.y),
            Vec3::new(half.x, self.heights.ceiling, half.y),
        )
    }

    /// Returns the constant part of the settings: those that the hand may change are set to fixed values.
    pub(super) fn built(&self) -> ArenaSettings {
        ArenaSettings {
            ground: GroundSettings::default(),
            walls: SurfaceSettings::default(),
            heights: HallHeights {
                ceiling: CEILING,
                ..self.heights
            },
            gravity: 0.0,
            down: Vec3::NEG_Y,
            air: 0.0,
            wind: Vec3::ZERO,
            response: Response::default(),
            broad_phase: BroadPhaseKind::SweepAndPrune,
            schedule: ScheduleKind::PerceptionSorted,
            budget: 0,
            turns_below: 0,
            stages: Stages::ALL,
            on_cut: OnCut::Wait,
            continuous: true,
            one_test: false,
            search: SearchOptions::default(),
            ..*self
        }
    }
}

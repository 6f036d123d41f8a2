//! The settings of a world.

use glam::Vec3;

use crate::params::{
    CONTACT_MARGIN_STEPS, GRAVITY, LEAST_GAP_SKINS, SLOP_SKINS, STEPS_PER_SECOND, TARGET_SKINS,
};
use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::math::Aabb;
use dodgem_collide::query::Stages;
use dodgem_collide::schedule::ScheduleKind;

/// What an impact does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImpactRule {
    /// Newton's restitution and Coulomb's friction at the points of contact.
    #[default]
    Impulse,
    /// The rule of the 2002 game (Aleš Daneu, *Algoritmi za odkrivanje trkov*, diploma thesis, University of
    /// Ljubljana, 2002): each body leaves along the line from
    /// the collision point to its own centre, with the *other's* momentum divided by its own mass.
    /// It knows neither spin nor immovable bodies; against those the impulse rule holds.
    Classic,
}

/// What becomes of two bodies whose sweep the budget cut. They never pass through each other: both stay
/// where they surely are apart until the step ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnCut {
    /// They keep their velocities, and go on in the next step.
    #[default]
    Wait,
    /// They count as having hit each other at a point of the volume at which the sweep stopped, as in the
    /// 2002 game (see [`ImpactRule::Classic`]).
    Hit,
}

/// What the work of a step is counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BudgetClock {
    /// Tests of volumes and triangles: the same on every machine.
    #[default]
    Work,
    /// Microseconds of real time. What a step does then depends on the machine: it cannot be repeated.
    Time,
}

/// The settings of a world. Lengths in metres, times in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The acceleration of gravity, in m/s^2.
    pub gravity: Vec3,
    /// The density of the air, in kg/m^3; bodies feel it by their drag area.
    pub air_density: f32,
    /// The share of its spin that a body loses in a second, in 1/s.
    pub spin_drag: f32,
    /// What an impact does.
    pub rule: ImpactRule,
    /// The length of a step.
    pub step: f64,
    /// Bodies at rest keep this distance, so that they never touch. Much smaller than anything that is
    /// drawn, much larger than the rounding of positions.
    pub skin: f64,
    /// Bodies that approach more slowly than this, in m/s, do not bounce.
    pub rest_speed: f64,
    /// No dynamic body moves faster, in m/s, unless something that nothing stops carries it: neither
    /// after an impact nor on the rest of its way. Infinity is no limit. [`ImpactRule::Classic`]
    /// knows no other: it can give a light body any speed.
    pub max_speed: f64,
    /// The greatest speed at which bodies that are too near are pushed apart, in m/s.
    pub push_speed: f64,
    /// The substeps of the contact solver: more hold higher piles. Where no body rests on movable bodies
    /// alone it takes half as many.
    pub substeps: u32,
    /// The impacts and turns of a body in one step, at most; after that it waits for the next one.
    pub events_per_body: u32,
    /// Work units (volume and primitive tests) for all sweeps and searches for contacts of a step;
    /// the latter get half of them at most. Pairs without a share of the sweeps wait where they are;
    /// those without a search keep the contacts that they had.
    pub work_per_step: u64,
    /// The stages that may decide sweeps and searches for contacts. Speculative contacts come from
    /// hulls: without [`Stage::Convex`](dodgem_collide::query::Stage::Convex) there are none.
    pub stages: Stages,
    /// What `work_per_step` counts.
    pub clock: BudgetClock,
    /// What becomes of two bodies whose sweep the budget cut.
    pub on_cut: OnCut,
    /// The order of the sweeps, and how they share the work.
    pub schedule: ScheduleKind,
    /// The kind of broad phase.
    pub broad_phase: BroadPhaseKind,
    /// About where the bodies are: the region that a grid divides.
    pub region: Aabb,
    /// A body rests while it is slower than this, in m/s; its spin counts at its bounding radius.
    pub sleep_speed: f32,
    /// An island falls asleep when all its bodies have rested for so long.
    pub sleep_after: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            gravity: Vec3::new(0.0, -GRAVITY, 0.0),
            air_density: 1.2,
            spin_drag: 0.0,
            rule: ImpactRule::Impulse,
            step: 1.0 / f64::from(STEPS_PER_SECOND),
            skin: 1e-3,
            rest_speed: 0.3,
            max_speed: f64::INFINITY,
            push_speed: 0.5,
            substeps: 8,
            events_per_body: 16,
            work_per_step: u64::MAX,
            clock: BudgetClock::Work,
            on_cut: OnCut::Wait,
            stages: Stages::ALL,
            schedule: ScheduleKind::PerceptionSorted,
            broad_phase: BroadPhaseKind::SweepAndPrune,
            region: Aabb::new(Vec3::splat(-50.0), Vec3::splat(50.0)),
            sleep_speed: 0.02,
            sleep_after: 0.5,
        }
    }
}

impl Settings {
    /// The solver treats contacts nearer than this; farther ones are left to the sweep.
    pub(super) fn margin(&self) -> f64 {
        self.skin + CONTACT_MARGIN_STEPS * self.rest_speed * self.step
    }

    /// Resting bodies are not pushed apart until they are nearer than the skin by this.
    pub(super) fn slop(&self) -> f64 {
        SLOP_SKINS * self.skin
    }

    /// The distance at which the sweep reports an impact.
    pub(super) fn target(&self) -> f64 {
        TARGET_SKINS * self.skin
    }

    /// Bodies nearer than this after an impact are not moved again in the step.
    pub(super) fn least_gap(&self) -> f64 {
        LEAST_GAP_SKINS * self.skin
    }
}

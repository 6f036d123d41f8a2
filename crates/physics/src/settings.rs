//! The settings of a world.

use glam::Vec3;

use crate::ccd::impact_hook::ImpactHook;
use crate::params::{
    CONTACT_MARGIN_STEPS, GRAVITY, LEAST_GAP_SKINS, SLOP_SKINS, STEPS_PER_SECOND, TARGET_SKINS,
};
use dodgem_collide::SearchOptions;
use dodgem_collide::broad_phase::{BroadPhaseKind, GridError};
use dodgem_collide::math::Aabb;
use dodgem_collide::query::Stages;
use dodgem_collide::schedule::ScheduleKind;

/// The rule for the velocities after an impact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImpactRule {
    /// Newton's restitution and Coulomb's friction at the points of contact.
    #[default]
    Impulse,
    /// A rule of the program's own. Impacts that it leaves alone, and those of bodies with
    /// [`BodyDesc::by_impulse`](crate::BodyDesc::by_impulse), follow the impulse rule.
    Custom(ImpactHook),
    /// Stop on contact, as where a program restores the last free position (Jyrki Rasku, *Törmäysten havaitseminen
    /// tietokoneanimaatiossa*, University of Tampere, 2003): each dynamic body of an impact takes the velocity of
    /// the immovable one, or none, and loses its spin. Neither momentum nor energy is kept.
    Stop,
}

/// The treatment of two bodies whose sweep the budget cut. They never pass through each other: both stay
/// where they are surely apart until the step ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnCut {
    /// They keep their velocities, and move on in the next step.
    #[default]
    Wait,
    /// They count as having hit each other at a point of the volume at which the sweep stopped.
    Hit,
}

/// The unit of a step's work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BudgetClock {
    /// Tests of volumes and triangles: equal on every machine.
    #[default]
    Work,
    /// Microseconds of real time. The step then depends on the machine, so it cannot be repeated.
    Time,
}

/// The rules by which bodies in contact or joined get more than [`Settings::substeps`] together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubstepRules {
    /// A pile gets enough that it hardly sinks while its contact impulses grow to its weight. Towers, and
    /// heavy bodies on light ones, need this rule to stand.
    pub carried_load: bool,
    /// Joints get enough that no body swings by more than about a radian in one substep between the joints
    /// that pull it. Taut chains and bridges need this rule to hold.
    pub joint_pull: bool,
}

impl Default for SubstepRules {
    fn default() -> Self {
        SubstepRules {
            carried_load: true,
            joint_pull: true,
        }
    }
}

/// The settings of a world. Lengths in metres, times in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The acceleration of gravity, in m/s^2.
    pub gravity: Vec3,
    /// The density of the air, in kg/m^3, which acts on bodies with a drag area.
    pub air_density: f32,
    /// The velocity of the air, in m/s, which acts on bodies with a drag area.
    pub wind: Vec3,
    /// The share of its spin that a body loses in a second, in 1/s.
    pub spin_drag: f32,
    /// The rule for the velocities after an impact.
    pub rule: ImpactRule,
    /// The length of a step.
    pub step: f64,
    /// The distance that bodies at rest keep, so that they never touch. It is much smaller than anything that
    /// is drawn, and much larger than the rounding of positions.
    pub skin: f64,
    /// Bodies that approach more slowly than this, in m/s, do not bounce.
    pub rest_speed: f64,
    /// The highest speed of a dynamic body, in m/s, unless a kinematic body carries it: it limits the speed
    /// after an impact and on the rest of the path. Infinity is no limit. An [`ImpactRule::Custom`]
    /// may have no other: one that exchanges momenta can give a light body any speed.
    pub max_speed: f64,
    /// The greatest speed at which bodies that are too near are pushed apart, in m/s.
    pub push_speed: f64,
    /// The substeps of the solver for bodies that lie on each other, or hang on joints and touch something or
    /// are driven. If all rest on the ground, or joints only hold them, it takes half as many; for large loads or pulls it takes
    /// more by [`Settings::substep_rules`].
    pub substeps: u32,
    /// The rules by which some bodies get more substeps.
    pub substep_rules: SubstepRules,
    /// True if joints that form trees (or few loops) are solved directly, however long the tree and however
    /// different the masses; else all joints are solved by iterations, which leave long chains soft.
    pub direct_joints: bool,
    /// The most impacts and turns of a body in one step; after that it waits for the next one.
    pub events_per_body: u32,
    /// Work units (tests of planes, volumes and primitives) for all sweeps and contacts of a step; searches
    /// for contacts get at most half of them. Pairs without a share of the sweeps wait where they are; those
    /// without a search keep their contacts.
    pub work_per_step: u64,
    /// Below this rest of the work, sweeps and searches for contacts wait for the turns of the schedule.
    /// Above it, each pair takes the work that it needs, in the order of the bodies, as if work were
    /// unlimited. With [`u64::MAX`] all wait from the start, if work has a limit.
    pub turns_below: u64,
    /// The stages that may decide sweeps and searches for contacts. Speculative contacts come from
    /// hulls: without [`Stage::Convex`](dodgem_collide::query::Stage::Convex) there are none.
    pub stages: Stages,
    /// True if bodies stop where they meet within a step. If false, they advance to its end whatever is in their way,
    /// and only contacts at its start hold them, as in an engine without continuous collision: see
    /// [`StepReport::misses`](crate::StepReport::misses).
    pub continuous: bool,
    /// True if two dynamic bodies are tested once a step, at the end of their paths, in place of a sweep: if they
    /// intersect there, they hit each other and stay where they are. Bodies that are apart at the end of each step
    /// pass through each other. All others are swept.
    pub one_test: bool,
    /// The options of that test.
    pub search: SearchOptions,
    /// The unit of `work_per_step`.
    pub clock: BudgetClock,
    /// The treatment of two bodies whose sweep the budget cut.
    pub on_cut: OnCut,
    /// The order of the sweeps, and the division of the work among them.
    pub schedule: ScheduleKind,
    /// The kind of broad phase.
    pub broad_phase: BroadPhaseKind,
    /// The region in which most bodies are, which a grid divides.
    pub region: Aabb,
    /// A body rests while it is slower than this, in m/s; its spin counts at its bounding radius.
    pub sleep_speed: f32,
    /// The time for which all bodies of an island must have rested before it falls asleep.
    pub sleep_after: f32,
}

impl Settings {
    /// The duration of a number of steps, in seconds.
    pub fn seconds_of(&self, steps: u64) -> f64 {
        steps as f64 * self.step
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            gravity: Vec3::new(0.0, -GRAVITY, 0.0),
            air_density: 1.2,
            wind: Vec3::ZERO,
            spin_drag: 0.0,
            rule: ImpactRule::Impulse,
            step: 1.0 / f64::from(STEPS_PER_SECOND),
            skin: 1e-3,
            rest_speed: 0.3,
            max_speed: f64::INFINITY,
            push_speed: 0.5,
            substeps: 8,
            substep_rules: SubstepRules::default(),
            direct_joints: true,
            events_per_body: 16,
            work_per_step: u64::MAX,
            turns_below: u64::MAX,
            clock: BudgetClock::Work,
            on_cut: OnCut::Wait,
            stages: Stages::ALL,
            continuous: true,
            one_test: false,
            search: SearchOptions::default(),
            schedule: ScheduleKind::PerceptionSorted,
            broad_phase: BroadPhaseKind::SweepAndPrune,
            region: Aabb::new(Vec3::splat(-50.0), Vec3::splat(50.0)),
            sleep_speed: 0.02,
            sleep_after: 0.5,
        }
    }
}

/// Invalid settings.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingsError {
    /// The grid of the broad phase cannot be made.
    #[error(transparent)]
    BroadPhase(#[from] GridError),
    /// A number is out of range.
    #[error("{setting} is {value}; it must be {wanted}")]
    Number {
        /// The name of the number.
        setting: &'static str,
        /// The value that was given.
        value: f64,
        /// The range that is required.
        wanted: &'static str,
    },
}

impl Settings {
    /// Checks these numbers; the broad phase checks its own.
    ///
    /// # Errors
    /// [`SettingsError::Number`] for the first invalid number.
    pub fn check(&self) -> Result<(), SettingsError> {
        let above_zero = [("step", self.step), ("skin", self.skin)];
        let not_below_zero = [
            ("air_density", f64::from(self.air_density)),
            ("spin_drag", f64::from(self.spin_drag)),
            ("rest_speed", self.rest_speed),
            ("push_speed", self.push_speed),
            ("sleep_speed", f64::from(self.sleep_speed)),
        ];
        let at_least_one = [
            ("substeps", self.substeps),
            ("events_per_body", self.events_per_body),
        ];
        let refuse = |setting, value: f64, is_right: bool, wanted| {
            let error = SettingsError::Number {
                setting,
                value,
                wanted,
            };
            if is_right { Ok(()) } else { Err(error) }
        };
        let gravity = ["gravity.x", "gravity.y", "gravity.z"]
            .into_iter()
            .zip(self.gravity.to_array());
        let wind = ["wind.x", "wind.y", "wind.z"]
            .into_iter()
            .zip(self.wind.to_array());
        for (setting, value) in gravity.chain(wind) {
            let value = f64::from(value);
            refuse(setting, value, value.is_finite(), "a finite number")?;
        }
        for (setting, value) in above_zero {
            let is_right = value > 0.0 && value.is_finite();
            refuse(setting, value, is_right, "a finite number above 0")?;
        }
        for (setting, value) in not_below_zero {
            let is_right = value >= 0.0 && value.is_finite();
            refuse(setting, value, is_right, "a finite number of 0 or more")?;
        }
        for (setting, value) in at_least_one {
            refuse(setting, f64::from(value), value > 0, "1 or more")?;
        }
        // Both may be infinite: no limit, and no sleep.
        let speed = self.max_speed;
        refuse("max_speed", speed, speed > 0.0, "above 0")?;
        let after = f64::from(self.sleep_after);
        refuse("sleep_after", after, after >= 0.0, "0 or more")
    }

    /// The distance below which the solver treats contacts, in metres; farther ones are left to the sweep.
    pub(super) fn margin(&self) -> f64 {
        self.skin + CONTACT_MARGIN_STEPS * self.rest_speed * self.step
    }

    /// The distance below the skin at which resting bodies are pushed apart, in metres.
    pub(super) fn slop(&self) -> f64 {
        SLOP_SKINS * self.skin
    }

    /// The distance at which the sweep reports an impact, in metres.
    pub fn target(&self) -> f64 {
        TARGET_SKINS * self.skin
    }

    /// The distance, in metres, below which bodies are not moved again in the step after an impact.
    pub fn least_gap(&self) -> f64 {
        LEAST_GAP_SKINS * self.skin
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::World;
    use dodgem_collide::broad_phase::BroadPhaseKind;

    /// The message with which a world refuses the default settings after a change.
    fn refused(change: impl Fn(&mut Settings)) -> Option<String> {
        let mut settings = Settings::default();
        change(&mut settings);
        World::new(settings).err().map(|error| error.to_string())
    }

    #[test]
    fn settings_that_make_no_sense_are_refused_by_name() {
        type Change = fn(&mut Settings);
        let cases: [(&str, Change); 17] = [
            ("gravity.y is inf", |s| s.gravity.y = f32::INFINITY),
            ("wind.z is NaN", |s| s.wind.z = f32::NAN),
            ("air_density is -1", |s| s.air_density = -1.0),
            ("spin_drag is NaN", |s| s.spin_drag = f32::NAN),
            ("step is 0;", |s| s.step = 0.0),
            ("step is NaN", |s| s.step = f64::NAN),
            ("step is inf", |s| s.step = f64::INFINITY),
            ("skin is 0;", |s| s.skin = 0.0),
            ("skin is -0.001", |s| s.skin = -1e-3),
            ("rest_speed is -1", |s| s.rest_speed = -1.0),
            ("push_speed is NaN", |s| s.push_speed = f64::NAN),
            ("max_speed is 0;", |s| s.max_speed = 0.0),
            ("max_speed is NaN", |s| s.max_speed = f64::NAN),
            ("substeps is 0;", |s| s.substeps = 0),
            ("events_per_body is 0;", |s| s.events_per_body = 0),
            ("sleep_speed is -1", |s| s.sleep_speed = -1.0),
            ("sleep_after is NaN", |s| s.sleep_after = f32::NAN),
        ];
        for (wanted, change) in cases {
            let error = refused(change).unwrap_or_else(|| panic!("not refused: {wanted}"));
            assert!(error.starts_with(wanted), "{error} for {wanted}");
        }
        assert!(
            refused(|s| s.broad_phase = BroadPhaseKind::HashGrid { cell_size: -1.0 }).is_some()
        );
    }

    #[test]
    fn no_limit_no_gravity_and_no_sleep_are_sound() {
        assert_eq!(refused(|_| {}), None);
        let bare = |s: &mut Settings| {
            (s.gravity, s.air_density, s.rest_speed) = (Vec3::ZERO, 0.0, 0.0);
            (s.max_speed, s.sleep_after) = (f64::INFINITY, f32::INFINITY);
        };
        assert_eq!(refused(bare), None);
    }
}

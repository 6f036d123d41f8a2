//! What a level file says. Unknown fields are errors; what is left out has the default given here.

use std::collections::BTreeSet;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::schedule::ScheduleKind;
use dodgem_physics::GRAVITY;

use crate::arena::{
    Border, Bound, CEILING, CarSettings, Edge, GroundSettings, PIT_DEPTH, Response, SurfaceSettings,
};
use crate::level::engine::EngineSpec;
use crate::level::mood::Mood;
use crate::level::thing::{TriplePaths, triple};
use crate::level::{
    CarSpec, Deed, DriverSpec, JointSpec, MaterialSpec, MedalSpec, Mode, PartSpec, PatchSpec,
    TaskSpec, ThingSpec, ZoneSpec,
};
use crate::params::{
    BUDGET_MILLISECONDS, FREE_BUDGET, FREE_TURNS_SHARE, LESSON_POINTS, LIVES,
    WORK_UNITS_PER_MILLISECOND,
};

/// How much a level may hold.
pub mod limits {
    /// The largest level file, in bytes.
    pub const LEVEL_BYTES: u64 = 1 << 20;
    /// The largest model file, in bytes.
    pub const MODEL_BYTES: u64 = 16 << 20;
    /// The most cars.
    pub const CARS: usize = 64;
    /// The most things, each copy counted.
    pub const BODIES: usize = 2000;
    /// The most joints, those of each copy of a part counted.
    pub const JOINTS: usize = 2000;
    /// The most materials, zones, patches and parts, each.
    pub const LIST: usize = 200;
    /// The most tasks.
    pub const TASKS: usize = 20;
    /// The longest words of a task, in characters.
    pub const TASK_WORDS: usize = 160;
    /// The most groups: things of all groups have a bit each in a word, and one bit is for what has none.
    pub const GROUPS: usize = 31;
    /// The fastest that a thing begins along each axis, in m/s.
    pub const SPEED: f32 = 1000.0;
    /// The fastest that it turns about each axis then, in degrees a second.
    pub const SPIN: f32 = 100_000.0;
    /// The fastest that a car begins along each axis, in m/s.
    pub const CAR_SPEED: f32 = 25.0;
    /// The fastest that it turns about each axis then, in degrees a second.
    pub const CAR_SPIN: f32 = 1000.0;
    /// How deep parts may be in parts.
    pub const PART_DEPTH: usize = 4;
    /// The most points of a hull.
    pub const HULL_POINTS: usize = 200;
    /// The most heights of a field.
    pub const FIELD_HEIGHTS: usize = 16_384;
    /// The most solids of a compound.
    pub const COMPOUND_SOLIDS: usize = 64;
    /// The most cars that people can drive.
    pub const PLAYERS: usize = 4;
    /// The longest name of a level or a car, in characters.
    pub const NAME: usize = 60;
    /// The longest description, in characters.
    pub const DESCRIPTION: usize = 400;
    /// The most problems of a level that are told one by one; the others are counted.
    pub const PROBLEMS: usize = 50;
    /// The most triangles of one model.
    pub const TRIANGLES: usize = 100_000;
    /// The most triangles of all models of a level together: a model counts once for each scale, as
    /// each scale of it is built.
    pub const LEVEL_TRIANGLES: usize = 2 * TRIANGLES;
    /// The most bytes of all files of models of a level together.
    pub const LEVEL_MODEL_BYTES: u64 = 2 * MODEL_BYTES;
    /// The most triangles of all cars and things of a level together, as they are drawn.
    pub const DRAWN_TRIANGLES: usize = 1_000_000;
    /// The longest side of the smallest model, in metres: below it, masses and inertias are lost in
    /// rounding.
    pub const SMALLEST_MODEL: f32 = 1e-3;
}

/// A level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// What the menu calls it.
    pub name: String,
    /// One or two sentences for the menu.
    #[serde(default)]
    pub description: String,
    /// How long a round runs, in seconds.
    #[serde(default = "default_duration")]
    pub duration: f32,
    /// How fast two cars must meet for a crash to count, in m/s.
    #[serde(default = "default_crash_speed")]
    pub crash_speed: f32,
    /// How often a car may fall off before it is out; who has a life left comes back.
    #[serde(default = "default_lives", skip_serializing_if = "is_lives")]
    pub lives: u32,
    /// What counts; if it says nothing, its tasks, or else points, or with fewer than two cars nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// Whether rounds of points and of crashes are played in two teams, if the player does not choose.
    #[serde(default, skip_serializing_if = "is_default")]
    pub teams: bool,
    /// What there is to win, once for each mode.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub medals: Vec<MedalSpec>,
    /// What a lesson asks for, one after another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<TaskSpec>,
    /// The border.
    #[serde(default)]
    pub arena: Border,
    /// What is at the border.
    #[serde(default)]
    pub edge: Edge,
    /// The floor.
    #[serde(default)]
    pub ground: GroundSettings,
    /// How high the ceiling is, in metres.
    #[serde(default = "default_ceiling", skip_serializing_if = "is_ceiling")]
    pub ceiling: f32,
    /// How far below an open edge the ground of the pit lies, in metres.
    #[serde(default = "default_pit", skip_serializing_if = "is_pit")]
    pub pit: f32,
    /// The pull downwards, in m/s^2.
    #[serde(default = "default_gravity", skip_serializing_if = "is_gravity")]
    pub gravity: f32,
    /// The density of the air, in kg/m^3.
    #[serde(default, skip_serializing_if = "is_default")]
    pub air: f32,
    /// The velocity of the air, in m/s.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wind: Vec3,
    /// What happens when cars meet, and things without a material.
    #[serde(default)]
    pub response: Response,
    /// What happens at the border.
    #[serde(default)]
    pub walls: SurfaceSettings,
    /// What finds the pairs to test.
    #[serde(default)]
    pub broad_phase: BroadPhaseSpec,
    /// Which pair is tested first, and how they share the budget.
    #[serde(default = "default_schedule")]
    pub schedule: ScheduleKind,
    /// What all collision tests of a step may cost together, in milliseconds of source 1's
    /// machine: see [`WORK_UNITS_PER_MILLISECOND`](crate::arena::WORK_UNITS_PER_MILLISECOND).
    /// Without any it is `DEFAULT_BUDGET`, or in [`Mode::Free`] `FREE_BUDGET`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget_milliseconds: Option<f32>,
    /// How collisions are found.
    #[serde(default)]
    pub engine: EngineSpec,
    /// What the place looks like.
    #[serde(default)]
    pub mood: Mood,
    /// How cars drive that do not say otherwise.
    #[serde(default)]
    pub vehicle: CarSettings,
    /// What things are made of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<MaterialSpec>,
    /// Things and joints to be used again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartSpec>,
    /// The cars.
    #[serde(default)]
    pub cars: Vec<CarSpec>,
    /// What else there is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<ThingSpec>,
    /// What holds things together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<JointSpec>,
    /// Places where something happens to what comes in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<ZoneSpec>,
    /// Places of the floor with their own grip.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<PatchSpec>,
}

/// True for what a file leaves out.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn default_lives() -> u32 {
    LIVES
}

fn is_lives(lives: &u32) -> bool {
    *lives == LIVES
}

fn default_ceiling() -> f32 {
    CEILING
}

fn is_ceiling(height: &f32) -> bool {
    *height == CEILING
}

fn default_pit() -> f32 {
    PIT_DEPTH
}

fn is_pit(depth: &f32) -> bool {
    *depth == PIT_DEPTH
}

fn default_gravity() -> f32 {
    GRAVITY
}

fn is_gravity(gravity: &f32) -> bool {
    *gravity == GRAVITY
}

fn default_duration() -> f32 {
    30.0
}

fn default_crash_speed() -> f32 {
    1.0
}

fn default_schedule() -> ScheduleKind {
    ScheduleKind::PerceptionSorted
}

/// What all collision tests of a step may cost if a level with a score does not say, in milliseconds.
const DEFAULT_BUDGET: f32 = 30.0;

/// A place on the floor: x and z in metres, from the middle of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point(pub f32, pub f32);

/// What finds the pairs to test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum BroadPhaseSpec {
    /// A grid over the arena's floor.
    Grid2 {
        /// Cells along x.
        columns: u32,
        /// Cells along z.
        rows: u32,
    },
    /// A grid over the arena's floor, in layers.
    Grid3 {
        /// Cells along x.
        columns: u32,
        /// Cells along z.
        rows: u32,
        /// Cells upwards.
        layers: u32,
    },
    /// Cubic cells without a border.
    HashGrid {
        /// The edge of a cell, in metres.
        cell_size: f32,
    },
    /// The ends of boxes, sorted along three axes.
    #[default]
    SweepAndPrune,
    /// Boxes, sorted along the axis in which they scatter most.
    AxisSort,
    /// Every pair of boxes.
    AllPairs,
}

impl BroadPhaseSpec {
    /// The same in the words of the collision layer.
    pub fn kind(self) -> BroadPhaseKind {
        match self {
            BroadPhaseSpec::Grid2 { columns, rows } => BroadPhaseKind::Grid2 {
                cells: (columns, rows),
            },
            BroadPhaseSpec::Grid3 {
                columns,
                rows,
                layers,
            } => BroadPhaseKind::Grid3 {
                cells: (columns, layers, rows),
            },
            BroadPhaseSpec::HashGrid { cell_size } => BroadPhaseKind::HashGrid { cell_size },
            BroadPhaseSpec::SweepAndPrune => BroadPhaseKind::SweepAndPrune,
            BroadPhaseSpec::AxisSort => BroadPhaseKind::AxisSort,
            BroadPhaseSpec::AllPairs => BroadPhaseKind::AllPairs,
        }
    }
}

impl Level {
    /// True if its tasks ask for what no round that goes on by itself has: such rounds count all the same.
    pub fn asks_to_interfere(&self) -> bool {
        let mut deeds = self.tasks.iter().map(|task| &task.deed);
        deeds.any(Deed::interferes)
    }

    /// How long the tasks took if that gave so many points, in seconds.
    pub fn lesson_seconds(&self, total: u32) -> f32 {
        self.duration - total as f32 / LESSON_POINTS
    }

    /// What there is to win in a mode.
    pub fn medals_of(&self, mode: Mode) -> Option<&MedalSpec> {
        self.medals.iter().find(|medal| medal.mode == mode)
    }

    /// What all collision tests of a step may cost together if it says so or has a score, in milliseconds.
    pub fn budget(&self) -> Option<f32> {
        match (self.budget_milliseconds, self.own_mode()) {
            (None, Mode::Free) => None,
            (budget, _) => Some(budget.unwrap_or(DEFAULT_BUDGET)),
        }
    }

    /// The work units that all collision tests of a step may cost together, and how many of them are left when pairs
    /// begin to wait for their turns.
    pub(super) fn work_units(&self) -> (u64, u64) {
        let units = |milliseconds: f32| (milliseconds * WORK_UNITS_PER_MILLISECOND as f32) as u64;
        match self.budget() {
            // What shares a budget of its own takes turns from the start.
            Some(budget) => (units(budget), u64::MAX),
            None => (units(FREE_BUDGET), units(FREE_BUDGET * FREE_TURNS_SHARE)),
        }
    }

    /// The names of the models that it uses.
    pub(crate) fn used_models(&self) -> BTreeSet<&str> {
        let cars = self.cars.iter().map(|car| car.model.as_str());
        let parts = self.parts.iter().flat_map(|part| &part.things);
        let things = self.things.iter().chain(parts);
        let names = cars.chain(things.map(|one| one.model.as_str()));
        names.filter(|name| !name.is_empty()).collect()
    }

    /// The index of a part by its name.
    pub(super) fn part_index(&self, name: &str) -> Option<usize> {
        let mut parts = self.parts.iter();
        parts.position(|part| !name.is_empty() && part.name == name)
    }

    /// The cars that people take, as indices, in the order in which they do: those for players, and where more people
    /// play than there are of those the computer's. Where no car is for a player nobody takes one.
    pub fn seats(&self) -> impl Iterator<Item = usize> {
        let is_player = |index: &usize| self.cars[*index].driver == DriverSpec::Player;
        let players = (0..self.cars.len()).filter(is_player);
        let others = (0..self.cars.len()).filter(move |index| !is_player(index));
        let all = match players.clone().next() {
            Some(_) => limits::PLAYERS,
            None => 0,
        };
        players.chain(others).take(all)
    }

    /// How many people can drive: cars, or where there is none for them what joints move.
    pub fn player_slots(&self) -> usize {
        let cars = self.seats().count();
        cars.max(usize::from(self.has_driven_joints()))
    }

    /// True if a player's controls drive joints.
    pub fn has_driven_joints(&self) -> bool {
        let of_parts = self.parts.iter().flat_map(|part| &part.joints);
        self.joints.iter().chain(of_parts).any(JointSpec::is_driven)
    }

    /// The level's own numbers with their ranges; cars and obstacles have their own.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = vec![
            Bound::new(&["duration"], self.duration, 1.0..=3600.0),
            Bound::new(&["crash_speed"], self.crash_speed, 0.0..=20.0),
            Bound::new(&["lives"], self.lives as f32, 1.0..=9.0),
            Bound::new(&["ceiling"], self.ceiling, 2.0..=200.0),
            Bound::new(&["pit"], self.pit, 2.0..=100.0),
        ];
        bounds.extend(self.surroundings().bounds());
        if let Some(budget) = self.budget_milliseconds {
            let field = &["budget_milliseconds"];
            bounds.push(Bound::new(field, budget, BUDGET_MILLISECONDS));
        }
        if let BroadPhaseSpec::HashGrid { cell_size } = self.broad_phase {
            let field = &["broad_phase", "cell_size"];
            bounds.push(Bound::new(field, cell_size, 0.1..=100.0));
        }
        match self.arena {
            Border::Round { radius } => {
                bounds.push(Bound::new(&["arena", "radius"], radius, 2.0..=500.0));
            }
            Border::Rectangle { width, depth } => {
                bounds.push(Bound::new(&["arena", "width"], width, 4.0..=1000.0));
                bounds.push(Bound::new(&["arena", "depth"], depth, 4.0..=1000.0));
            }
            // Its check says what is wrong with which corner.
            Border::Polygon { .. } => {}
        }
        bounds
    }
}

/// What is around all things of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surroundings {
    /// See [`Level::gravity`].
    pub gravity: f32,
    /// See [`Level::air`].
    pub air: f32,
    /// See [`Level::wind`].
    pub wind: Vec3,
}

impl Surroundings {
    /// Its numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = vec![
            Bound::new(&["gravity"], self.gravity, -50.0..=50.0),
            Bound::new(&["air"], self.air, 0.0..=100.0),
        ];
        bounds.extend(triple(&WIND, self.wind, 100.0));
        bounds
    }
}

impl Level {
    /// What is around all things.
    pub fn surroundings(&self) -> Surroundings {
        Surroundings {
            gravity: self.gravity,
            air: self.air,
            wind: self.wind,
        }
    }
}

const WIND: TriplePaths = [&["wind", "0"], &["wind", "1"], &["wind", "2"]];

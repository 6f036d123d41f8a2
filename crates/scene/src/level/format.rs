//! Fields of a level file. Unknown fields are errors; omitted ones have the defaults given here.

use std::collections::BTreeSet;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::schedule::ScheduleKind;
use dodgem_physics::GRAVITY;

use crate::arena::{Border, Bound, CarSettings, Edge, GroundSettings, Response, SurfaceSettings};
use crate::level::defaults::is_default;
use crate::level::engine::EngineSpec;
use crate::level::mood::Mood;
use crate::level::thing::{TriplePaths, triple};
use crate::level::{
    CarSpec, Card, Deed, DriverSpec, GraphSpec, JointSpec, MaterialSpec, MedalSpec, Mode, PartSpec,
    PatchSpec, ReadoutSpec, Surroundings, TaskSpec, Then, ThingSpec, TriggerSpec, ZoneSpec,
};
use crate::params::limits;
use crate::params::{
    BUDGET_MILLISECONDS, DEFAULT_BUDGET, FREE_BUDGET, FREE_TURNS_SHARE, LESSON_POINTS, LIVES,
    QUESTION_POINTS, WORK_UNITS_PER_MILLISECOND,
};
use crate::params::{CEILING, PIT_DEPTH};

/// A level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Name in the menu.
    pub name: String,
    /// Description in the menu, one or two sentences.
    #[serde(default)]
    pub description: String,
    /// The question that the scene answers.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub question: String,
    /// The keys to press; the name of a command in braces, such as `{Boost}`, is replaced by its keys.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub press: String,
    /// The change of the file to try.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub change: String,
    /// Quantities that are shown while the scene runs, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readouts: Vec<ReadoutSpec>,
    /// Duration of a round, in seconds.
    #[serde(default = "default_duration")]
    pub duration: f32,
    /// Minimum closing speed of two cars for a counted crash, in m/s.
    #[serde(default = "default_crash_speed")]
    pub crash_speed: f32,
    /// Number of falls after which a car is out; before that it comes back.
    #[serde(default = "default_lives", skip_serializing_if = "is_lives")]
    pub lives: u32,
    /// Mode; by default a lesson if there are tasks, otherwise points, or free with fewer than two cars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// True if rounds of points and of crashes have two teams, unless the player chooses.
    #[serde(default, skip_serializing_if = "is_default")]
    pub teams: bool,
    /// Medals, at most once per mode.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub medals: Vec<MedalSpec>,
    /// Tasks of a lesson, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<TaskSpec>,
    /// Border of the floor.
    #[serde(default)]
    pub arena: Border,
    /// Boundary at the border.
    #[serde(default)]
    pub edge: Edge,
    /// Settings of the floor.
    #[serde(default)]
    pub ground: GroundSettings,
    /// Height of the ceiling, in metres.
    #[serde(default = "default_ceiling", skip_serializing_if = "is_ceiling")]
    pub ceiling: f32,
    /// Depth of the pit's ground below an open edge, in metres.
    #[serde(default = "default_pit", skip_serializing_if = "is_pit")]
    pub pit: f32,
    /// Gravity downwards, in m/s^2.
    #[serde(default = "default_gravity", skip_serializing_if = "is_gravity")]
    pub gravity: f32,
    /// Direction of gravity, of any length.
    #[serde(default = "default_down", skip_serializing_if = "is_down")]
    pub down: Vec3,
    /// Density of the air, in kg/m^3.
    #[serde(default, skip_serializing_if = "is_default")]
    pub air: f32,
    /// Velocity of the air, in m/s.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wind: Vec3,
    /// Impact rule of cars, and of things without a material.
    #[serde(default)]
    pub response: Response,
    /// Restitution and friction of the walls.
    #[serde(default)]
    pub walls: SurfaceSettings,
    /// Broad phase.
    #[serde(default)]
    pub broad_phase: BroadPhaseSpec,
    /// Schedule: order of the pairs and their shares of the budget.
    #[serde(default = "default_schedule")]
    pub schedule: ScheduleKind,
    /// Budget of all collision tests of a step, in milliseconds of source 1's machine: see
    /// [`WORK_UNITS_PER_MILLISECOND`](crate::params::WORK_UNITS_PER_MILLISECOND). The default is
    /// `DEFAULT_BUDGET`, or in [`Mode::Free`] `FREE_BUDGET`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget_milliseconds: Option<f32>,
    /// Settings of the collision engine.
    #[serde(default)]
    pub engine: EngineSpec,
    /// Looks of the place.
    #[serde(default)]
    pub mood: Mood,
    /// Drive settings of cars without their own.
    #[serde(default)]
    pub vehicle: CarSettings,
    /// Materials of things.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<MaterialSpec>,
    /// Parts: things and joints for repeated use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartSpec>,
    /// The cars.
    #[serde(default)]
    pub cars: Vec<CarSpec>,
    /// Things.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<ThingSpec>,
    /// Joints between things.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<JointSpec>,
    /// Zones: volumes with an effect on the actors inside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<ZoneSpec>,
    /// Patches of the floor with their own grip.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<PatchSpec>,
    /// Triggers: events and their effects, in the order in which they fire.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub triggers: Vec<TriggerSpec>,
    /// Graphs that the screen draws.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub graphs: Vec<GraphSpec>,
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

fn default_down() -> Vec3 {
    Vec3::NEG_Y
}

fn is_down(down: &Vec3) -> bool {
    *down == Vec3::NEG_Y
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

/// A place on the floor: x and z in metres, from the centre of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point(pub f32, pub f32);

/// Broad phase: the method that finds the pairs to test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum BroadPhaseSpec {
    /// A grid over the floor.
    Grid2 {
        /// Cells along x.
        columns: u32,
        /// Cells along z.
        rows: u32,
    },
    /// A grid over the floor, in layers.
    Grid3 {
        /// Cells along x.
        columns: u32,
        /// Cells along z.
        rows: u32,
        /// Cells along y.
        layers: u32,
    },
    /// Cubic cells without limits, in a hash table.
    HashGrid {
        /// Edge of a cell, in metres.
        cell_size: f32,
    },
    /// The ends of boxes, sorted along three axes.
    #[default]
    SweepAndPrune,
    /// Boxes sorted along the axis with the greatest spread.
    AxisSort,
    /// Every pair of boxes.
    AllPairs,
}

impl BroadPhaseSpec {
    /// Returns the corresponding value of the collision library.
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
    /// True if a task requires the hand, a rewind or a takeover: in such a level the round still counts after
    /// it.
    pub fn asks_to_interfere(&self) -> bool {
        let mut deeds = self.tasks.iter().map(|task| &task.deed);
        deeds.any(Deed::interferes)
    }

    /// Returns the time of all tasks that gives this score, in seconds.
    pub fn lesson_seconds(&self, total: u32) -> f32 {
        self.duration - total as f32 / LESSON_POINTS
    }

    /// Returns the number of questions among the tasks. With any, the score of the lesson counts right answers, not
    /// the time.
    pub fn questions(&self) -> usize {
        let is_question = |task: &&TaskSpec| matches!(task.deed, Deed::Answer { .. });
        self.tasks.iter().filter(is_question).count()
    }

    /// Returns the number of right answers that a score of the lesson stands for; None if it asks no questions.
    pub fn right_answers(&self, total: u32) -> Option<u32> {
        (self.questions() > 0).then_some(total / QUESTION_POINTS)
    }

    /// Returns the medals for a mode.
    pub fn medals_of(&self, mode: Mode) -> Option<&MedalSpec> {
        self.medals.iter().find(|medal| medal.mode == mode)
    }

    /// Returns the budget of all collision tests of a step, in milliseconds; None if the level sets none and
    /// has no score.
    pub fn budget(&self) -> Option<f32> {
        match (self.budget_milliseconds, self.own_mode()) {
            (None, Mode::Free) => None,
            (budget, _) => Some(budget.unwrap_or(DEFAULT_BUDGET)),
        }
    }

    /// Returns the budget of all collision tests of a step, in work units, and the remaining units below
    /// which pairs begin to wait for their turns.
    pub(super) fn work_units(&self) -> (u64, u64) {
        let units = |milliseconds: f32| (milliseconds * WORK_UNITS_PER_MILLISECOND as f32) as u64;
        match self.budget() {
            // With a budget of its own, pairs take turns from the start.
            Some(budget) => (units(budget), u64::MAX),
            None => (units(FREE_BUDGET), units(FREE_BUDGET * FREE_TURNS_SHARE)),
        }
    }

    /// Returns the names of the models that it uses.
    pub fn used_models(&self) -> BTreeSet<&str> {
        let cars = self.cars.iter().map(|car| car.model.as_str());
        let parts = self.parts.iter().flat_map(|part| &part.things);
        let things = self.things.iter().chain(parts).chain(self.triggered());
        let names = cars.chain(things.map(|one| one.model.as_str()));
        names.filter(|name| !name.is_empty()).collect()
    }

    /// Returns the things that triggers add.
    pub(super) fn triggered(&self) -> impl Iterator<Item = &ThingSpec> {
        let effects = self.triggers.iter().flat_map(|trigger| &trigger.then);
        effects.filter_map(|effect| match effect {
            Then::Add { thing } => Some(&**thing),
            _ => None,
        })
    }

    /// Returns the index of a part by its name.
    pub(super) fn part_index(&self, name: &str) -> Option<usize> {
        let mut parts = self.parts.iter();
        parts.position(|part| !name.is_empty() && part.name == name)
    }

    /// Returns the indices of the cars that players get, in order: player cars first, then the computer's if
    /// there are more players. A level without player cars has no seats.
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

    /// Returns the number of possible players: cars, or one if joints are driven and there are no cars.
    pub fn player_slots(&self) -> usize {
        let cars = self.seats().count();
        cars.max(usize::from(self.has_driven_joints()))
    }

    /// True if a player's controls drive joints.
    pub fn has_driven_joints(&self) -> bool {
        let of_parts = self.parts.iter().flat_map(|part| &part.joints);
        self.joints.iter().chain(of_parts).any(JointSpec::is_driven)
    }

    /// Returns the level's own numbers with their ranges, without those of cars and things.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = vec![
            Bound::new(&["duration"], self.duration, 1.0..=3600.0),
            Bound::new(&["crash_speed"], self.crash_speed, 0.0..=20.0),
            Bound::new(&["lives"], self.lives as f32, 1.0..=9.0),
            Bound::new(&["ceiling"], self.ceiling, 2.0..=200.0),
            Bound::new(&["pit"], self.pit, 2.0..=100.0),
        ];
        bounds.extend(self.surroundings().bounds());
        bounds.extend(triple(&DOWN, self.down, 1.0));
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
            // The check of corners reports its faults.
            Border::Polygon { .. } => {}
        }
        bounds
    }
}

impl Level {
    /// Returns its question with what belongs to it.
    pub fn card(&self) -> Card {
        Card {
            question: self.question.clone(),
            press: self.press.clone(),
            change: self.change.clone(),
            readouts: self.readouts.clone(),
        }
    }

    /// Sets its question with what belongs to it.
    pub fn set_card(&mut self, card: &Card) {
        self.question.clone_from(&card.question);
        self.press.clone_from(&card.press);
        self.change.clone_from(&card.change);
        self.readouts.clone_from(&card.readouts);
    }

    /// Returns gravity and air.
    pub fn surroundings(&self) -> Surroundings {
        Surroundings {
            gravity: self.gravity,
            air: self.air,
            wind: self.wind,
        }
    }
}

const DOWN: TriplePaths = [&["down", "0"], &["down", "1"], &["down", "2"]];

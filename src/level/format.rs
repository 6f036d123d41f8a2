//! What a level file says. Unknown fields are errors; what is left out has the default given here.

use serde::{Deserialize, Serialize};

use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::schedule::ScheduleKind;

use crate::arena::{Border, Bound, CarSettings, Edge, GroundSettings, Response, SurfaceSettings};
use crate::level::Mode;
use crate::level::engine::EngineSpec;
use crate::level::mood::Mood;
use crate::params::{BUDGET_MILLISECONDS, CAR_MASS};

/// How much a level may hold.
pub mod limits {
    /// The largest level file, in bytes.
    pub const LEVEL_BYTES: u64 = 1 << 20;
    /// The largest model file, in bytes.
    pub const MODEL_BYTES: u64 = 16 << 20;
    /// The most cars.
    pub const CARS: usize = 64;
    /// The most obstacles.
    pub const OBSTACLES: usize = 512;
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
    /// The most triangles of all cars and obstacles of a level together, as they are drawn.
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
    /// What counts.
    #[serde(default)]
    pub mode: Mode,
    /// The border.
    pub arena: Border,
    /// What is at the border.
    #[serde(default)]
    pub edge: Edge,
    /// The floor.
    #[serde(default)]
    pub ground: GroundSettings,
    /// What happens when cars and obstacles meet.
    pub response: Response,
    /// What happens at the border.
    #[serde(default)]
    pub walls: SurfaceSettings,
    /// What finds the pairs to test.
    pub broad_phase: BroadPhaseSpec,
    /// Which pair is tested first, and how they share the budget.
    #[serde(default = "default_schedule")]
    pub schedule: ScheduleKind,
    /// What all collision tests of a step may cost together, in milliseconds of source 1's
    /// machine: see [`WORK_UNITS_PER_MILLISECOND`](crate::arena::WORK_UNITS_PER_MILLISECOND).
    #[serde(default = "default_budget")]
    pub budget_milliseconds: f32,
    /// How collisions are found.
    #[serde(default)]
    pub engine: EngineSpec,
    /// What the place looks like.
    #[serde(default)]
    pub mood: Mood,
    /// How cars drive that do not say otherwise.
    #[serde(default)]
    pub vehicle: CarSettings,
    /// The cars.
    pub cars: Vec<CarSpec>,
    /// What stands in the way.
    #[serde(default)]
    pub obstacles: Vec<ObstacleSpec>,
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

fn default_budget() -> f32 {
    30.0
}

/// A place on the floor: x and z in metres, from the middle of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point(pub f32, pub f32);

/// A car.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarSpec {
    /// What signs and tables call it; "Car N" if empty.
    #[serde(default)]
    pub name: String,
    /// The model: an OBJ file in the folder of models.
    #[serde(default = "default_car_model")]
    pub model: String,
    /// Where it starts.
    pub position: Point,
    /// Which way it looks: 0 is -Z (up in the top view), growing to the left, in degrees.
    #[serde(default)]
    pub heading: f32,
    /// Its mass, in kg.
    #[serde(default = "default_mass")]
    pub mass: f32,
    /// Its driver: a player or the computer.
    pub driver: DriverSpec,
    /// The colour of its body, as `"#rrggbb"`.
    #[serde(default = "default_paint")]
    pub paint: String,
    /// How it drives, if not as the level's cars do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vehicle: Option<CarSettings>,
}

fn default_car_model() -> String {
    "bumper_car.obj".to_owned()
}

fn default_mass() -> f32 {
    250.0
}

fn default_paint() -> String {
    "#d03030".to_owned()
}

/// The driver of a car.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DriverSpec {
    /// A player, if there are enough; else the computer, as a [`Style::Chaser`].
    Player,
    /// The computer.
    Computer(Style),
}

/// How a computer driver drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Style {
    /// Picks a car, chases and bumps it, then picks another.
    Chaser,
    /// Chases the players' cars.
    Hunter,
    /// Cruises about, and bumps the cars that come near.
    Drifter,
    /// Gets out of the way of others, and hits who looks elsewhere.
    Dodger,
    /// Goes for who hardly moves, with all boost, and pushes on.
    Bully,
}

/// Something that stands in the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObstacleSpec {
    /// The model: an OBJ file in the folder of models; left out if there is a `solid`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub model: String,
    /// A plain form in place of a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solid: Option<Solid>,
    /// Where it stands.
    pub position: Point,
    /// Which way it is turned, in degrees, as for a car.
    #[serde(default)]
    pub heading: f32,
    /// How far its front is tilted up, in degrees.
    #[serde(default)]
    pub tilt: f32,
    /// How high over the floor it stands, in metres.
    #[serde(default)]
    pub height: f32,
    /// Multiplies its size.
    #[serde(default = "default_scale")]
    pub scale: f32,
}

/// A form that needs no model. It stands on its origin, in the middle of its underside.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Solid {
    /// A box.
    Box {
        /// Its extent from left to right, in metres.
        width: f32,
        /// Its extent upwards, in metres.
        height: f32,
        /// Its extent from front to back, in metres.
        length: f32,
    },
    /// A wedge that rises from the floor at its back to its front: cars drive up along its heading.
    Ramp {
        /// Its extent from left to right, in metres.
        width: f32,
        /// Its height at the front, in metres.
        height: f32,
        /// Its extent from front to back, in metres.
        length: f32,
    },
}

fn default_scale() -> f32 {
    1.0
}

/// What finds the pairs to test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Whether a round of it can be about that: nobody is knocked out where there is a wall.
    pub fn plays(&self, mode: Mode) -> bool {
        mode != Mode::KnockOut || self.edge == Edge::Open
    }

    /// How many people can drive.
    pub fn player_slots(&self) -> usize {
        let players = self
            .cars
            .iter()
            .filter(|car| car.driver == DriverSpec::Player);
        players.count().min(limits::PLAYERS)
    }

    /// The level's own numbers with their ranges; cars and obstacles have their own.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = vec![
            Bound::new(&["duration"], self.duration, 1.0..=3600.0),
            Bound::new(&["crash_speed"], self.crash_speed, 0.0..=20.0),
            Bound::new(
                &["budget_milliseconds"],
                self.budget_milliseconds,
                BUDGET_MILLISECONDS,
            ),
        ];
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
        }
        bounds
    }
}

impl CarSpec {
    /// The car's numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = vec![Bound::new(&["mass"], self.mass, CAR_MASS)];
        bounds.extend(place_bounds(self.position, self.heading));
        bounds
    }
}

impl ObstacleSpec {
    /// The obstacle's numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = vec![
            Bound::new(&["scale"], self.scale, 0.05..=20.0),
            Bound::new(&["tilt"], self.tilt, -60.0..=60.0),
            Bound::new(&["height"], self.height, -5.0..=8.0),
        ];
        if let Some(
            Solid::Box {
                width,
                height,
                length,
            }
            | Solid::Ramp {
                width,
                height,
                length,
            },
        ) = self.solid
        {
            bounds.push(Bound::new(&["solid", "width"], width, 0.1..=100.0));
            bounds.push(Bound::new(&["solid", "height"], height, 0.05..=8.0));
            bounds.push(Bound::new(&["solid", "length"], length, 0.1..=100.0));
        }
        bounds.extend(place_bounds(self.position, self.heading));
        bounds
    }
}

fn place_bounds(position: Point, heading: f32) -> [Bound; 3] {
    [
        Bound::new(&["position", "0"], position.0, -1000.0..=1000.0),
        Bound::new(&["position", "1"], position.1, -1000.0..=1000.0),
        Bound::new(&["heading"], heading, -360.0..=360.0),
    ]
}

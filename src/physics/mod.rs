//! Bodies that move and hit each other: the world and its step of 1/120 s.
//!
//! A world is a flat floor inside an [`Arena`], with vehicles and fixed obstacles on it. One
//! [`World::step`] turns [`Control`]s into forces, forces into wanted poses, and wanted poses into
//! poses: a move that would end inside something else is not made (see `step.rs`). The same
//! settings, bodies and controls give the same [`World::state_hash`] on every machine: nothing in
//! here reads a clock (the optional [`Clock`] only fills in the statistics), and all trigonometry
//! comes from libm.

mod arena;
mod body;
mod events;
mod footprint;
mod hash;
mod purse;
mod response;
mod second_try;
mod settings;
pub mod space;
mod step;
mod timing;
mod vehicle;
mod views;
mod world;

pub use arena::{Arena, WallContact};
pub use body::{Body, BodyDesc, BodyId, BodyKind};
pub use events::{Impact, PairOutcome, PairTest, StepStats, TestRound};
pub use footprint::{Footprint, FootprintError, Gap};
pub use hash::StateHasher;
pub use purse::{Purse, WORK_UNITS_PER_MILLISECOND};
pub use response::{Response, SurfaceSettings};
pub use settings::{Bound, GroundSettings, WorldSettings};
pub use timing::{Clock, StageTimes};
pub use vehicle::{BoostSettings, Control, Vehicle, VehicleSettings};
pub use views::Views;
pub use world::{World, WorldError};

/// The simulation steps in a second.
pub const STEPS_PER_SECOND: f32 = 120.0;

/// The length of one simulation step, in seconds.
pub const STEP_SECONDS: f32 = 1.0 / STEPS_PER_SECOND;

/// How long a number of steps takes, in seconds; whole seconds are exact.
pub fn seconds_of(steps: u64) -> f32 {
    steps as f32 / STEPS_PER_SECOND
}

/// The acceleration of gravity, in m/s2: what presses the wheels on the floor.
pub const GRAVITY: f32 = 9.81;

//! Bodies that move and hit each other: the space and its step, and the world that the game plays
//! in.
//!
//! [`space`] is rigid bodies in three dimensions: whatever shapes, swept, with impacts, contacts and
//! vehicles. A [`World`] is such a space with a hall around it (an [`Arena`]: floor, walls, ceiling),
//! cars and fixed obstacles in it, and what the game, the drivers and the window ask for. The same
//! settings, bodies and controls give the same [`World::state_hash`] on every machine: nothing in
//! here reads a clock (the optional [`Clock`] only fills in the statistics), and all trigonometry
//! comes from libm.

mod arena;
mod body;
mod chassis;
mod events;
mod hash;
mod response;
mod settings;
mod sights;
pub mod space;
mod step;
mod timing;
mod vehicle;
mod views;
mod world;

pub use arena::{Arena, CEILING, HallError, Part};
pub use body::{Body, BodyDesc, BodyId, BodyKind, CarDesc};
pub use events::{Impact, Met, PairTest, StepStats};
pub use hash::StateHasher;
pub use response::{Response, SurfaceSettings};
pub use settings::{Bound, GroundSettings, WORK_UNITS_PER_MILLISECOND, WorldSettings};
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

//! Bodies that move and hit each other: the space and its step, and the world that the game plays
//! in.
//!
//! [`space`] is rigid bodies in three dimensions: whatever shapes, swept, with impacts, contacts and
//! vehicles. A [`Arena`] is such a space with a hall around it (an [`Border`]: floor, walls, ceiling),
//! cars and fixed obstacles in it, and what the game, the drivers and the window ask for. The same
//! settings, bodies and controls give the same [`Arena::state_hash`] on every machine: nothing in
//! here reads a clock (the optional [`Clock`] only fills in the statistics), and all trigonometry
//! comes from libm.

mod actor;
mod arena_world;
mod border;
mod car;
mod chassis;
mod debug_draw;
mod events;
mod response;
mod settings;
mod snapshot;
mod step;
mod toi_trace;

pub use crate::arena::actor::{Actor, ActorDesc, ActorId, ActorKind, CarDesc};
pub use crate::arena::arena_world::{Arena, ArenaError};
pub use crate::arena::border::{Border, CEILING, HallError, HallPart};
pub use crate::arena::car::{BoostSettings, Car, CarSettings, Controls};
pub use crate::arena::debug_draw::Views;
pub use crate::arena::events::{ActorImpact, Met, PairTest, StepStats};
pub use crate::arena::response::{Response, SurfaceSettings};
pub use crate::arena::settings::{
    ArenaSettings, Bound, GroundSettings, WORK_UNITS_PER_MILLISECOND,
};
pub use crate::arena::snapshot::WorldSnapshot;
pub use dodgem_physics::state_hash::StateHasher;
pub use dodgem_physics::timing::{Clock, PhaseTimes};

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

//! A world of rigid bodies in three dimensions, on Dodgem's own collision layer.
//!
//! A [`World`] holds static, kinematic and dynamic bodies of any [`Shape`](dodgem_collide::Shape)
//! and takes them through time in fixed steps. What sets it apart is that no step ends inside
//! anything: every pair that comes near is *swept*, bodies stop where they meet, and a body whose
//! share of events or of work is spent waits at its last safe place (its debt of time is counted).
//!
//! A step, in order:
//! 1. bodies that were touched wake, with all that they lean on (`islands.rs`);
//! 2. wheels (`car.rs`) and other forces change velocities (`forces.rs`);
//! 3. the broad phase lists the pairs whose ways may cross (`broad_phase.rs`);
//! 4. touching pairs get contacts, kept from step to step (`contact_update.rs`); those already too near
//!    strike each other (`initial_impacts.rs`), and sequential impulses
//!    solve those that close slowly (`solver/`): a pile stands by these alone. In a lively crowd
//!    contacts are added where the solved paths would cross, and all solved again (`speculative_contacts.rs`);
//! 5. everything flies (`step.rs`): pairs are swept for their times of impact (`schedule.rs`), the
//!    earliest impact happens (`toi_event.rs`, `impact.rs`), its bodies are swept again, until the step
//!    is over; blows in a crowd, where everybody touches several others, are the solver's, and who
//!    meets others too often goes on with whom it meets (`contact_clusters.rs`);
//! 6. bodies at rest fall asleep, island by island (`islands.rs`).
//!
//! Most pairs are answered by the corners of their convex hulls (`feature_polygon.rs`): that a plane keeps
//! them apart (`separating_plane.rs`), where they touch (`hull_contacts.rs`, `face_contacts.rs`) and when they meet
//! (`convex.rs`), wherever the hull is the mesh itself (`hull_fidelity.rs`). Who is in a room made of a
//! mesh is among its walls (`half_space_set.rs`, `half_spaces.rs`, `half_space_contacts.rs`). What hulls and walls cannot tell is asked of all triangles
//! (`shape_queries.rs`).
//!
//! Nothing in here reads a clock or depends on the order of a hash table, and all trigonometry is
//! libm's: the same bodies and the same calls give the same [`World::state_hash`] everywhere.
#![forbid(unsafe_code)]

mod body;
mod body_motion;
mod broad_phase;
mod by_body;
mod ccd;
mod diagnostics;
mod fingerprint;
mod forces;
mod free_rotation;
mod islands;
mod manifold;
mod mass;
mod material;
mod pair_cache;
mod params;
mod pipeline;
mod proxy;
mod rays;
mod report;
mod reserve;
mod settings;
mod shape_queries;
mod snapshot;
mod solver;
mod state_hash;
mod step_end;
mod timing;
mod vehicle;
mod world;

pub use dodgem_collide::{self as collide, glam};

pub use body::{Body, BodyDesc, BodyError, BodyId, BodyKind, Mass};
pub use material::{Material, MaterialId, MaterialTable};
pub use rays::RayHit;
pub use report::{Impact, PairEnd, PairTurn, QueryCounters, StepReport, Touch};
pub use settings::{ImpactRule, Settings};
pub use snapshot::{Snapshot, SnapshotError};
pub use state_hash::StateHasher;
pub use timing::{Clock, PhaseTimes};
pub use vehicle::{Controls, Vehicle, VehicleId, VehicleSettings, Wheel};
pub use world::World;

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

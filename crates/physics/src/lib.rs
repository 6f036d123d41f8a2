//! Rigid bodies whose steps never end inside each other: contacts, continuous collision and vehicles on
//! [`dodgem_collide`].
//!
//! A [`World`] holds static, kinematic and dynamic bodies of any [`Shape`](dodgem_collide::Shape), triangle
//! meshes included, and takes them through time in fixed steps of 1/120 s. It has no threads and
//! no renderer, knows no game, and looks at a clock only if its budget is to be one of time.
//!
//! # Quick start
//!
//! A floor, a box that falls on it, and a car that drives away:
//!
//! ```
//! use dodgem_physics::collide::math::Pose;
//! use dodgem_physics::collide::{shape::Cuboid, Shape};
//! use dodgem_physics::glam::Vec3;
//! use dodgem_physics::{BodyDesc, Controls, Mass, Material, Settings, VehicleSettings, World};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let cuboid = |x, y, z| Cuboid::new(Vec3::new(x, y, z) * 0.5).map(Shape::Cuboid);
//! let mut world = World::new(Settings::default())?;
//!
//! // A floor whose upper side is at height 0, and a box of half a metre, 2 m above it.
//! let floor = Pose::from_translation(Vec3::NEG_Y)?;
//! world.add(BodyDesc::fixed(cuboid(50.0, 2.0, 50.0)?, floor))?;
//! let above = Pose::from_translation(Vec3::Y * 2.0)?;
//! let falling = world.add(BodyDesc::dynamic(cuboid(0.5, 0.5, 0.5)?, above))?;
//!
//! // A car is a body with four wheels under it. It drives to where -Z points.
//! let rubber = world.materials_mut().add(Material {
//!     restitution: 0.8,
//!     ..Material::default()
//! });
//! let body = world.add(BodyDesc {
//!     mass: Mass::Kilograms(200.0),
//!     material: rubber,
//!     ..BodyDesc::dynamic(cuboid(1.2, 0.5, 1.8)?, Pose::from_translation(Vec3::new(5.0, 0.42, 0.0))?)
//! })?;
//! let car = world.add_vehicle(body, VehicleSettings::default())?;
//! world.drive(car, Controls { throttle: 1.0, ..Controls::default() });
//!
//! let mut impacts = 0;
//! for _ in 0..240 {
//!     impacts += world.step().impacts.len();
//! }
//! assert!(impacts > 0, "the box hit the floor");
//! let height = world[falling].center().y;
//! assert!((height - 0.25).abs() < 0.01, "it lies on the floor, {height} m high");
//! assert!(world[body].center().z < -5.0, "the car has driven ahead");
//! # Ok(())
//! # }
//! ```
//!
//! `examples/falling_boxes.rs` and `examples/car_on_ramp.rs` are longer.
//!
//! # What is promised
//!
//! - **No step ends inside something else**, at any speed. Every pair that comes near is swept for its time
//!   of impact, on the very triangles. A body whose share of events or of work is spent waits at its
//!   last safe place, and its debt of time is counted ([`StepReport::debt`]). Bodies that were put into
//!   each other are pushed apart.
//! - **Repeatable to the bit.** Nothing depends on a clock (unless [`Settings::clock`] says so) or on the
//!   order of a hash table, and all trigonometry is libm's: the same bodies and calls give the same
//!   [`World::state_hash`] everywhere.
//! - **Limited work.** [`Settings::work_per_step`] bounds the queries of a step in units that are the same
//!   on every machine; a limit makes bodies late, never lets them pass through each other.
//! - **Snapshots.** [`World::snapshot`] and [`World::restore`] keep all that the next step depends on.
//! - **Steady memory.** Once its buffers have grown, a step allocates nothing.
//!
//! # A step
//!
//! `world/pipeline.rs` is this list, one call a line:
//!
//! 1. *Forces*: islands wake (`islands.rs`); drivers' controls become forces of wheels (`vehicle/`); gravity,
//!    drag and added forces (`forces.rs`).
//! 2. *Broad phase*: boxes around all that a body can sweep over in the step, and the pairs whose boxes
//!    overlap (`broad_phase.rs`); pairs that came and went (`pair_cache.rs`).
//! 3. *Contacts*: pairs that are close get contacts, kept from step to step (`manifold/`).
//! 4. *Solver*: sequential impulses, in substeps, for contacts that close slowly or are already as near as
//!    the sweep lets bodies come (`solver/`). In a lively
//!    crowd, contacts are added where the solved paths would cross, and all are solved again
//!    (`ccd/speculative_contacts.rs`).
//! 5. *Continuous collision*: pairs are swept in the order of the schedule (`ccd/schedule.rs`), the earliest
//!    impact happens (`ccd/toi_event.rs`, `ccd/impact.rs`), its bodies are swept again, until the step is
//!    over (`ccd/step.rs`). Bodies that meet in a crowd, or too often, go on as one
//!    (`ccd/contact_clusters.rs`).
//! 6. *Islands*: bodies with unsound numbers are put back, gaps of pairs are updated (`bodies.rs`, `pair_cache.rs`), islands
//!    at rest fall asleep (`islands.rs`), the report is completed (`report.rs`).
//!
//! All that is asked about two shapes goes through two doors of the collision library (`shape_queries.rs`,
//! `ccd/pair.rs`): its [`ContactQuery`](dodgem_collide::query::ContactQuery) and its
//! [`PathQuery`](dodgem_collide::query::toi::PathQuery). They answer most pairs by convex hulls, wherever the
//! hull is the mesh itself: a plane keeps them apart, or hull contacts and convex advancement decide. What
//! hulls cannot tell is asked of the triangles.
//!
//! Units are SI: metres, seconds, kilograms, newtons, radians. Axes are right-handed, Y up, -Z forward.
#![forbid(unsafe_code)]

mod bodies;
mod bodies_along_x;
mod body;
mod body_desc;
mod body_motion;
mod broad_phase;
mod by_body;
mod ccd;
mod disjoint_sets;
mod displacement;
mod fingerprint;
mod forces;
mod free_rotation;
mod groups;
mod id_list;
mod islands;
mod joint;
mod manifold;
mod mass;
mod material;
mod pair_cache;
mod params;
mod ray_scene;
mod report;
mod reserve;
mod settings;
mod shape_queries;
mod solver;
mod state_hash;
mod step_context;
mod step_forces;
mod timing;
mod vehicle;
mod world;

/// The collision library, and the vector library of all interfaces, re-exported so that a user has the
/// same versions.
pub use dodgem_collide::{self as collide, glam};

pub use body::{Body, BodyId, BodyKind};
pub use body_desc::{BodyDesc, BodyError, Mass};
pub use groups::Groups;
pub use joint::{
    Anchors, BrokenJoint, Joint, JointDesc, JointError, JointId, JointKind, Motor, Spring,
};
pub use material::{Material, MaterialError, MaterialId, MaterialTable};
pub use params::{GRAVITY, STEPS_PER_SECOND};
pub use ray_scene::RayHit;
pub use report::{Decisions, Impact, PairEnd, PairTurn, QueryCounters, StepReport, Touch};
pub use settings::{BudgetClock, ImpactRule, OnCut, Settings, SettingsError};
pub use state_hash::StateHasher;
pub use step_forces::Forces;
pub use timing::{Clock, PHASES, Phase, PhaseTimes};
pub use vehicle::{Controls, Vehicle, VehicleError, VehicleId, VehicleSettings, Wheel};
pub use world::{Snapshot, SnapshotError, World};

/// The length of one simulation step, in seconds.
pub const STEP_SECONDS: f32 = 1.0 / STEPS_PER_SECOND;

/// How long a number of steps takes, in seconds; whole seconds are exact.
pub fn seconds_of(steps: u64) -> f32 {
    steps as f32 / STEPS_PER_SECOND
}

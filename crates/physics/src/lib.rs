//! Rigid bodies whose steps never end inside each other: contacts and continuous collision on
//! [`dodgem_collide`].
//!
//! A [`World`] holds static, kinematic and dynamic bodies of any [`Shape`](dodgem_collide::Shape), triangle
//! meshes included, and takes them through time in fixed steps of 1/120 s. It has no threads and no renderer,
//! and reads a clock only if its budget is a time.
//!
//! # Quick start
//!
//! A floor, a box that falls on it, and one that hovers over it on a spring along a ray:
//!
//! ```
//! use dodgem_physics::collide::math::Pose;
//! use dodgem_physics::collide::{shape::Cuboid, Shape};
//! use dodgem_physics::glam::{DVec3, Vec3};
//! use dodgem_physics::{BodyDesc, Mass, Settings, World};
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
//! let beside = Pose::from_translation(Vec3::new(5.0, 1.0, 0.0))?;
//! let hovering = world.add(BodyDesc {
//!     mass: Mass::Kilograms(10.0),
//!     ..BodyDesc::dynamic(cuboid(0.5, 0.5, 0.5)?, beside)
//! })?;
//!
//! let mut impacts = 0;
//! for _ in 0..360 {
//!     // Forces that depend on the motion of this very step, and on what rays find.
//!     let report = world.step_with(|forces| {
//!         let Ok(body) = forces.body(hovering) else { return };
//!         let (center, speed) = (body.center(), body.velocity().y);
//!         let [ground] = forces.rays([center.as_vec3()], Vec3::NEG_Y, 1.0, hovering);
//!         if let Some(ground) = ground {
//!             let spring = 1000.0 * (1.0 - f64::from(ground.distance)) - 100.0 * speed;
//!             forces.press(hovering, DVec3::Y * spring, center).expect("it is there");
//!             forces.note_support(hovering, ground.body);
//!         }
//!     });
//!     impacts += report.impacts.len();
//! }
//! assert!(impacts > 0, "the box hit the floor");
//! let height = world[falling].center().y;
//! assert!((height - 0.25).abs() < 0.01, "it lies on the floor, {height} m high");
//! let height = world[hovering].center().y;
//! assert!((height - 0.9).abs() < 0.01, "the spring gives by m g / k: {height} m");
//! # Ok(())
//! # }
//! ```
//!
//! The examples are short and print their results: `stack`, `conveyor`, `sensor` and `remove` for the
//! subjects of this page, `pendulum`, `chain`, `ragdoll` and `wrecking_ball` for bodies joined by
//! [`JointDesc`]s, `falling_boxes` for heaps.
//!
//! # Uses of a world
//!
//! - **Adding and removing.** [`World::add`] and [`World::remove`] bodies at any time; [`World::change`] the
//!   description of one (kind, shape, mass, material, damping, gravity scale, locked axes, groups, belt);
//!   likewise joints, materials and the [settings](World::set_settings). Bodies that leaned on the
//!   body or were joined to it wake. An identifier is never reused: a stale one gives an error or `None`.
//! - **Meetings.** [`Groups`] decide which bodies meet. A [sensor](BodyDesc::sensor) stops nothing and
//!   reports the bodies that enter it, even those that fly through within a step. [`StepReport::began`] and
//!   [`StepReport::ended`] list contacts and sensors, each once; [`StepReport::impacts`] lists impulses,
//!   [`StepReport::broken`] joints.
//! - **Queries.** [`World::ray`], [`World::ray_all`], [`World::pick`], [`World::overlaps`],
//!   [`World::containing`], [`World::cast`] and [`World::nearest`] search the bodies that a [`Filter`]
//!   admits, over the broad phase, between any two steps.
//!
//! ```
//! # use dodgem_physics::collide::{math::Pose, shape::{Cuboid, Sphere}, Shape};
//! # use dodgem_physics::glam::Vec3;
//! # use dodgem_physics::{BodyDesc, BodyKind, Filter, Settings, World};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut world = World::new(Settings::default())?;
//! let ball = Shape::Sphere(Sphere::new(0.5)?);
//! let ball = world.add(BodyDesc::dynamic(ball, Pose::from_translation(Vec3::Y * 2.0)?))?;
//! let zone = Shape::Cuboid(Cuboid::new(Vec3::new(2.0, 0.1, 2.0))?);
//! let zone = world.add(BodyDesc { sensor: true, ..BodyDesc::fixed(zone, Pose::IDENTITY) })?;
//!
//! let down = world.ray(Vec3::Y * 9.0, Vec3::NEG_Y, 99.0, &Filter::default());
//! assert_eq!(down.map(|hit| hit.body), Some(ball));
//! let still = Filter { kinds: &[BodyKind::Static], ..Filter::default() };
//! assert_eq!(world.ray(Vec3::Y * 9.0, Vec3::NEG_Y, 99.0, &still), None); // Sensors stop no ray.
//!
//! while world.step().began.is_empty() {}
//! let meeting = world.report().began[0];
//! assert_eq!((meeting.a, meeting.b, meeting.sensor), (ball, zone, true));
//! world.remove(ball)?;
//! assert!(world.body(ball).is_none());
//! assert_eq!(world.step().ended, [meeting]);
//! # Ok(())
//! # }
//! ```
//!
//! # Numbers in f64
//!
//! Numbers that accumulate from step to step are f64: centres, velocities, momentum, forces and impulses,
//! energy, time, and the lengths and speeds of [`Settings`] that are compared with those. Numbers in
//! descriptions, drawings and answers are f32: shapes, poses, descriptions, materials, and setters of them
//! (so [`World::set_velocity`], as [`BodyDesc::velocity`]), queries and their answers, reports.
//!
//! # Guarantees
//!
//! - **No step ends inside another body**, at any speed. Every near pair is swept for its time of impact, on
//!   the exact triangles. A body whose share of events or of work is spent waits at its last safe place, and
//!   its lag is counted ([`StepReport::debt`]). Bodies that were placed inside each other are pushed apart.
//! - **Repeatable to the bit.** Nothing depends on a clock (unless [`Settings::clock`] says so) or on the
//!   order of a hash table, and all trigonometry is libm's: the same bodies and calls give the same
//!   [`World::state_hash`] everywhere.
//! - **Limited work.** [`Settings::work_per_step`] bounds the queries of a step in units that are the same on
//!   every machine; a limit makes bodies late, but never lets them pass through each other.
//! - **Snapshots.** [`World::snapshot`] and [`World::restore`] keep everything on which the next step
//!   depends, and bring back removed bodies. Identifiers issued after a snapshot are void once it is
//!   restored.
//! - **Steady memory.** Once its buffers have grown, a step allocates nothing.
//!
//! # A step
//!
//! `world/pipeline.rs` and `world/phases.rs` run these phases in this order, among the bodies that are not set
//! aside (`aside/`):
//!
//! 1. *Forces*: islands wake (`islands.rs`); the program adds forces that depend on this step
//!    ([`World::step_with`]); gravity, drag and added forces (`forces.rs`).
//! 2. *Broad phase*: boxes around everything that a body can sweep over in the step, and the pairs whose
//!    boxes overlap (`broad_phase.rs`); pairs that began and ended (`pair_cache.rs`).
//! 3. *Contacts*: pairs that are close get contacts, kept from step to step (`manifold/`).
//! 4. *Solver*: sequential impulses, in substeps, for contacts that close slowly or are already as near as
//!    the sweep lets bodies come (`solver/`). In a lively crowd, contacts are added where the solved paths
//!    would cross, and all are solved again (`ccd/speculative_contacts.rs`). Joints are solved in the same
//!    substeps, directly, in turns with the contacts of their bodies (`solver/joints/`); a kinematic body
//!    waits where it would squeeze a body that they hold.
//! 5. *Continuous collision*: pairs are swept in the order of the schedule (`ccd/schedule.rs`), sensors too
//!    (`ccd/sensors.rs`). The earliest impact happens (`ccd/toi_event.rs`, `ccd/impact.rs`), and its bodies
//!    are swept again, until the step is over (`ccd/step.rs`). Bodies that meet in a crowd, or too often,
//!    move on as one (`ccd/contact_clusters.rs`).
//! 6. *Islands*: bodies with invalid numbers are put back, gaps of pairs are updated (`bodies.rs`,
//!    `pair_cache.rs`, `sensor_pairs.rs`), meetings that began and ended are reported (`contact_events.rs`), islands at rest fall
//!    asleep (`islands.rs`), the report is completed (`report.rs`).
//!
//! All queries about two shapes go through one [`Query`](dodgem_collide::Query) of the collision library
//! (`shape_queries.rs`, `ccd/pair.rs`), at first up to its cheap stages. These decide most pairs by convex
//! hulls, wherever the hull is the mesh itself: a separating plane, hull contacts or convex advancement. Only
//! the remaining pairs need the triangles.
//!
//! Units are SI: metres, seconds, kilograms, newtons, radians. Axes are right-handed, Y up, -Z forward.
#![forbid(unsafe_code)]

mod aside;
mod bodies;
mod bodies_along_x;
mod body;
mod body_desc;
mod body_motion;
mod broad_phase;
mod by_body;
mod ccd;
mod contact_events;
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
mod scene_query;
mod sensor_pairs;
mod settings;
mod shape_queries;
mod solver;
mod state_hash;
mod step_context;
mod step_forces;
mod supports;
mod timing;
mod turn_rate;
mod turning_ground;
mod world;

/// The collision library, and the vector library of all interfaces, re-exported so that a user has matching
/// versions.
pub use dodgem_collide::{self as collide, glam};

pub use body::{Body, BodyId, BodyKind};
pub use body_desc::{BodyDesc, BodyError, LockedAxes, Mass};
pub use ccd::impact_hook::{CustomImpact, ImpactHook};
pub use contact_events::ContactEvent;
pub use groups::Groups;
pub use joint::{
    Anchors, BrokenJoint, Joint, JointDesc, JointError, JointId, JointKind, Motor, Spring,
};
pub use manifold::contact_point::ContactPoint;
pub use material::{Material, MaterialError, MaterialId, MaterialTable};
pub use params::{GRAVITY, STEPS_PER_SECOND};
pub use ray_scene::RayHit;
pub use report::{
    Decisions, Impact, ImpactEffect, ImpactState, Miss, PairEnd, PairTurn, QueryCounters,
    StepReport,
};
pub use scene_query::{CastHit, Filter, Nearest};
pub use settings::{BudgetClock, ImpactRule, OnCut, Settings, SettingsError, SubstepRules};
pub use state_hash::StateHasher;
pub use step_forces::Forces;
pub use timing::{Clock, PHASES, Phase, PhaseTimes};
pub use world::{Snapshot, SnapshotError, World};

/// The length of one step by the default settings, in seconds.
pub const STEP_SECONDS: f32 = 1.0 / STEPS_PER_SECOND;

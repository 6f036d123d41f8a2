//! Collision queries on shapes and triangle meshes: exact, interruptible, and safe when interrupted.
//!
//! # Quick start
//!
//! A mesh is prepared once, as a [`Model`], and then queried at any pose:
//!
//! ```
//! use dodgem_collide::glam::Vec3;
//! use dodgem_collide::math::{Motion, Pose};
//! use dodgem_collide::{
//!     Budget, BuildOptions, Distance, DistanceOptions, Model, Moving, PairCache, Placed, Query, Sweep,
//!     SweepOptions, scenes,
//! };
//!
//! // A ball with a radius of 1 m, and two poses with a gap of 1 m between the balls.
//! let mesh = scenes::sphere(16, 32, 1.0)?;
//! let ball = Model::build(&mesh, &BuildOptions::default())?;
//! let pose_a = Pose::IDENTITY;
//! let pose_b = Pose::from_translation(Vec3::new(3.0, 0.0, 0.0))?;
//!
//! let (a, b) = (Placed::new(&ball, &pose_a), Placed::new(&ball, &pose_b));
//!
//! // Runs all queries: it holds the budget of each, and the buffers that they share.
//! let mut query = Query::new(Budget::Unlimited);
//!
//! // Do the two surfaces intersect? The answer includes its cost and the stage that decided it.
//! let answer = query.intersect(a, b);
//! assert!(!answer.is_hit() && answer.cost.work() >= 1 && answer.decided_by.is_some());
//!
//! // How far apart are they, and where are their nearest points?
//! match *query.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default()) {
//!     Distance::Apart { distance, point_a, .. } => {
//!         assert!((distance - 1.0).abs() < 1e-4);
//!         assert!((point_a - Vec3::X).length() < 1e-4);
//!     }
//!     other => panic!("the balls are apart, not {other:?}"),
//! }
//!
//! // Where are they within 5 cm of each other? What is remembered of a pair makes its next question cheaper.
//! let near = Pose::from_translation(Vec3::new(2.01, 0.0, 0.0))?;
//! let (mut cache, mut found) = (PairCache::default(), Vec::new());
//! query.contacts(a, Placed::new(&ball, &near), 0.05, &mut cache, &mut found);
//! assert!(found.iter().any(|contact| (contact.distance - 0.01).abs() < 1e-4));
//!
//! // The second ball flies at 2 m/s: when does it reach the first one within the next second?
//! let rest = Motion::resting(pose_a);
//! let flight = Motion::new(pose_b, Vec3::new(-2.0, 0.0, 0.0), Vec3::ZERO, Vec3::ZERO)?;
//! let (a, b) = (Moving::new(&ball, &rest), Moving::new(&ball, &flight));
//! match *query.time_of_impact(a, b, 1.0, &SweepOptions::default(), &mut cache) {
//!     Sweep::Impact { time, .. } => assert!((time - 0.5).abs() < 1e-3),
//!     other => panic!("the balls touch after half a second, not {other:?}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The examples `two_meshes` and `time_of_impact` show more. [`Query`] answers these questions for any two
//! [`Shape`]s: spheres, boxes, capsules, cylinders, cones, convex hulls, half-spaces, meshes, height fields
//! and compounds of them.
//!
//! A simulation queries the same pairs again and again, and most of them are near but do not meet. For this
//! use there are [`shape::Collider`]s: shapes with prepared convex hulls, which turn about their centres of
//! mass. Queries about two colliders try planes and hulls first. [`Query::contacts_of`] and
//! [`Query::sweep`] take them in f64; a simulation asks the cheap stages first ([`Query::up_to`]) and goes on
//! later ([`Query::after`]). `dodgem-physics` uses no other collision code.
//!
//! # How it works
//!
//! A [`Model`] is a tree of bounding volumes over convex pieces of the mesh. Queries take two models with
//! their poses and a [`Budget`]. They allocate nothing once the memory of their [`Query`] has grown. Each
//! returns an [`Answer`]: the result, its cost, and the stage that decided it. An interrupted query gives the
//! part that is certain so far. Touching counts as a
//! hit everywhere.
//!
//! | module | holds |
//! |---|---|
//! | [`math`] | poses, motions, boxes, mass properties |
//! | [`mesh`] | triangle meshes, half-edges, convex hulls, OBJ import |
//! | [`bounding`] | bounding volumes: sphere, box, k-DOPs |
//! | [`shape`] | convex primitives and hulls, the [`Shape`] of any kind, and colliders |
//! | [`query`] | all queries about two shapes, a ray or a point |
//! | [`broad_phase`] | finding the bodies that are near each other |
//! | [`schedule`] | the order of queries and the budget of each |
//! | [`debug_draw`] | lines that show the data structures |
//! | [`scenes`] | meshes and poses for benchmarks |
//!
//! Lengths are metres, angles radians, times seconds; axes are right-handed with Y up and -Z forward.
#![forbid(unsafe_code)]

pub mod bounding;
pub mod broad_phase;
mod budget;
mod bvh;
pub mod coder;
mod counters;
pub mod debug_draw;
pub mod math;
pub mod mesh;
mod model;
// Internals that the tests of this package compare with their references; no part of the interface.
#[doc(hidden)]
pub mod internals;
mod narrow_phase;
pub(crate) mod params;
mod piece;
pub mod query;
pub mod scenes;
pub mod schedule;
pub mod shape;

/// The vector library of all interfaces, re-exported so that users have the same version.
pub use glam;

pub use budget::Budget;
pub use bvh::{DescentOrder, SplitAxis, SplitPoint};
pub use counters::Counters;
pub use debug_draw::{DebugKind, DebugSink, DebugTone};
pub use math::Relative;
pub use model::{BuildError, BuildOptions, BuildReport, Memory, Model, Progress, VolumeKind};
pub use params::{DEFAULT_POINTS, MAX_PIECE_TRIANGLES, MAX_POINTS};
pub use piece::PieceGrowth;
pub use query::toi::{Sweep, SweepOptions};
pub use query::{
    Answer, Collision, CommonPoints, ContactPoint, ContactsEnd, Containment, Deepest, Distance,
    DistanceOptions, LeafTest, Moving, PairCache, Placed, Query, QueryShape, RayCast,
    SearchOptions, Stage, Stages,
};
pub use shape::Shape;

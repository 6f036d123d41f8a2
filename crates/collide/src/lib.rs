//! Collision queries on shapes and triangle meshes: exact, interruptible, and safe when interrupted.
//!
//! A [`Model`] is a mesh made ready: convex pieces at the leaves of a tree of bounding volumes.
//! Queries take two models with their poses and a [`Budget`]; they allocate nothing once their
//! [`Scratch`] has grown, and say how they ended. Touching counts as a hit everywhere.
//!
//! Lengths are metres, angles radians, times seconds; axes are right-handed with Y up and -Z forward.
#![forbid(unsafe_code)]

pub mod bounding;
pub mod broad_phase;
mod budget;
mod bvh;
mod counters;
pub mod debug_draw;
pub mod math;
pub mod mesh;
mod model;
pub mod narrow_phase;
pub(crate) mod params;
mod piece;
pub mod query;
pub mod scenes;
pub mod schedule;
pub mod shape;

/// The vector library of all interfaces, re-exported so that a user has the same version.
pub use glam;

pub use budget::Budget;
pub use bvh::{SplitAxis, SplitPoint};
pub use counters::Counters;
pub use debug_draw::{DebugKind, DebugSink};
pub use math::Relative;
pub use model::{BuildError, BuildOptions, BuildReport, Memory, Model, Progress, VolumeKind};
pub use piece::{MAX_PIECE_TRIANGLES, PieceGrowth};
pub use query::{
    Coherence, Collision, Contact, ContactPoints, ContactsEnd, Containment, DEFAULT_POINTS,
    Distance, MAX_POINTS, Moving, PairCache, Placed, RayCast, Scratch, collide, collide_points,
    contacts, contains, distance, distance_approx, distance_cached, ray_cast, within,
    within_cached,
};
pub use shape::{Shape, ShapeScratch};

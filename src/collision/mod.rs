//! Collision queries on triangle meshes: exact, interruptible, and safe when interrupted.
//!
//! A [`Model`] is a mesh made ready: convex pieces at the leaves of a tree of bounding volumes.
//! Queries take two models with their poses and a [`Budget`]; they allocate nothing once their
//! [`Scratch`] has grown, and say how they ended. Touching counts as a hit everywhere.

pub mod broad;
mod budget;
pub mod contacts;
mod contains;
pub mod debug;
mod hull_corners;
mod model;
pub mod narrow;
mod piece;
mod proximity;
mod query;
mod ray;
mod relative;
pub mod scenes;
pub mod schedule;
mod scratch;
pub mod shape;
mod stats;
pub mod sweep;
mod tree;
pub mod volume;

pub use budget::Budget;
pub use contacts::{Contact, ContactsEnd, contacts};
pub use contains::{Containment, contains};
pub use debug::{DebugKind, DebugSink};
pub use model::{BuildError, BuildOptions, BuildReport, Memory, Model, Progress, VolumeKind};
pub use piece::{MAX_PIECE_TRIANGLES, PieceGrowth};
pub use proximity::{
    Coherence, Distance, PairMemory, distance, distance_approx, distance_remembering, within,
    within_remembering,
};
pub use query::{Collision, ContactPoints, DEFAULT_POINTS, MAX_POINTS, collide, collide_points};
pub use ray::{RayCast, ray_cast};
pub use relative::Relative;
pub use scratch::Scratch;
pub use shape::{Shape, ShapeScratch};
pub use stats::Counters;
pub use tree::{SplitAxis, SplitPoint};

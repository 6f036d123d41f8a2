//! Collision queries on triangle meshes: exact, interruptible, and safe when interrupted.
//!
//! A [`Model`] is a mesh made ready: convex pieces at the leaves of a tree of bounding volumes.
//! Queries take two models with their poses and a [`Budget`]; they allocate nothing once their
//! [`Scratch`] has grown, and say how they ended. Touching counts as a hit everywhere.

pub mod bounding;
pub mod broad_phase;
mod budget;
mod bvh;
mod counters;
pub mod debug_draw;
mod model;
pub mod narrow_phase;
mod piece;
pub mod scenes;
pub mod schedule;
pub mod shape;

pub use crate::budget::Budget;
pub use crate::bvh::{SplitAxis, SplitPoint};
pub use crate::counters::Counters;
pub use crate::debug_draw::{DebugKind, DebugSink};
pub use crate::math::relative_pose::Relative;
pub use crate::model::{
    BuildError, BuildOptions, BuildReport, Memory, Model, Progress, VolumeKind,
};
pub use crate::piece::{MAX_PIECE_TRIANGLES, PieceGrowth};
pub use crate::query::contacts::{Contact, ContactsEnd, contacts};
pub use crate::query::contains::{Containment, contains};
pub use crate::query::distance::{
    Coherence, Distance, PairMemory, distance, distance_approx, distance_remembering, within,
    within_remembering,
};
pub use crate::query::intersect::{
    Collision, ContactPoints, DEFAULT_POINTS, MAX_POINTS, collide, collide_points,
};
pub use crate::query::ray::{RayCast, ray_cast};
pub use crate::query::scratch::Scratch;
pub use crate::shape::{Shape, ShapeScratch};

//! Collision queries on triangle meshes: exact, interruptible, and safe when interrupted.

pub mod broad;
pub mod debug;
pub mod narrow;
pub mod schedule;

//! Collision queries on triangle meshes: exact, interruptible, and safe when interrupted.

pub mod narrow;

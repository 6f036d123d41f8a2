//! The narrow phase: exact tests between primitives, and the filters before them.

pub(crate) mod pieces;
mod triangle_distance;
pub mod triangle_triangle;

pub use triangle_distance::{ClosestPoints, PreparedTriangle, triangle_triangle_distance};

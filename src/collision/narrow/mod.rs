//! The narrow phase: pairs of primitives.

mod triangle_distance;

pub use triangle_distance::{ClosestPoints, PreparedTriangle, triangle_triangle_distance};

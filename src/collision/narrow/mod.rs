//! The narrow phase: exact tests between primitives, and the filters before them.

pub(crate) mod box_triangle;
pub mod convex;
mod edge_pairs;
mod epa;
mod gjk;
pub(crate) mod gjk_ray;
pub(crate) mod moved;
pub(crate) mod pieces;
pub(crate) mod sides;
pub(crate) mod signed_volumes;
mod triangle_distance;
pub mod triangle_triangle;

pub use epa::EpaScratch;
pub use gjk::WarmStart;
pub(crate) use triangle_distance::exact_distance;
pub use triangle_distance::{ClosestPoints, PreparedTriangle, triangle_triangle_distance};

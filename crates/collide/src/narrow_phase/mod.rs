//! The narrow phase: exact tests of convex shapes and triangles, and the filters before them.

pub(crate) mod box_triangle;
mod closest_points;
pub(crate) mod convex_pair;
mod edge_pairs;
mod epa;
pub(crate) mod gjk;
pub(crate) mod gjk_ray_cast;
pub(crate) mod leaf_walk;
pub(crate) mod piece_pair;
pub(crate) mod piece_transform;
pub(crate) mod plane_sides;
pub(crate) mod signed_volumes;
pub(crate) mod simplex;
mod support_pair;
mod triangle_distance;
pub(crate) mod triangle_triangle;

pub use crate::narrow_phase::epa::EpaScratch;
pub use crate::narrow_phase::support_pair::WarmStart;
pub(crate) use crate::narrow_phase::triangle_distance::exact_distance;
pub use crate::narrow_phase::triangle_distance::{PreparedTriangle, triangle_triangle_distance};

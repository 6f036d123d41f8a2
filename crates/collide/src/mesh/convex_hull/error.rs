//! The reasons for which there is no convex hull.

use crate::mesh::TriMesh;

/// The reason why points have no hull with an inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HullError {
    /// There are fewer than four points, or more than 32-bit indices can name.
    #[error("a hull needs 4 to {max} points, not {count}", max = TriMesh::MAX_ELEMENTS)]
    Count {
        /// The number of points.
        count: usize,
    },
    /// A coordinate is NaN, infinite, or too large to compute with.
    #[error("point {point} has a coordinate that is not a finite number below {limit:e} m",
        limit = TriMesh::MAX_COORDINATE)]
    NonFinite {
        /// The point's index, from 0.
        point: usize,
    },
    /// All points lie in one place, as far as f32 can tell.
    #[error("all points lie in one place")]
    Coincident,
    /// All points lie on a line, as far as f32 can tell.
    #[error("all points lie on one line")]
    Collinear,
    /// All points lie in a plane, as far as f32 can tell.
    #[error("all points lie in one plane")]
    Coplanar,
}

//! Methods that build the convex hull of points.

use glam::DVec3;

use crate::work::Work;

pub mod incremental;
pub mod two_triangles;

/// The reason why points have no hull with a volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HullError {
    /// All points lie in one plane, or there are fewer than four.
    Flat,
}

/// Builds the faces, counter-clockwise seen from outside, as indices of the points.
pub type HullBuilder = fn(&[DVec3], &mut Work) -> Result<Vec<Vec<usize>>, HullError>;

//! Triangles of a mesh that are near the opposite side.

use crate::narrow_phase::convex_pair::Separation;

/// A triangle, and its nearest or deepest points.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearTriangle {
    pub triangle: u32,
    pub nearest: Separation,
}

/// The accepted contact of a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Accepted {
    pub at: NearTriangle,
    pub is_through_solid: bool,
}

//! Support mappings: all that GJK needs to know of a convex shape.

use glam::DVec3;

/// A convex shape: a core, given by its farthest points, and a margin around it.
///
/// A ball is a point with a margin and a capsule a segment with one; that makes distances of round
/// shapes exact, where farthest points of the round surface would only come near. In f64, like
/// everything between the input and the answer of a query on convex shapes: single pairs cost the
/// same, and touching and thin shapes keep their digits.
pub trait SupportMap {
    /// The point of the core farthest along the direction, which has any length but 0; in the
    /// shape's own coordinates.
    fn support(&self, direction: DVec3) -> DVec3;

    /// How far the shape goes beyond its core, in metres.
    fn margin(&self) -> f64 {
        0.0
    }

    /// A point inside the core (or on it, where it has no inside).
    fn center(&self) -> DVec3 {
        DVec3::ZERO
    }
}

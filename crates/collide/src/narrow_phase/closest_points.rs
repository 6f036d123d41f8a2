//! The closest points of two triangles.

use glam::Vec3;

/// The nearest points of two triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoints {
    /// The square of the distance, in square metres; 0 if the two intersect. It is more accurate than the
    /// difference of the points if those are far from the origin.
    pub distance_squared: f32,
    /// A nearest point on the first triangle, in the coordinates of the input (m).
    pub point_a: Vec3,
    /// A nearest point on the second triangle, in the coordinates of the input (m).
    pub point_b: Vec3,
}

impl ClosestPoints {
    /// The nearest points for the triangles in the other order.
    #[must_use]
    pub fn swapped(self) -> Self {
        ClosestPoints {
            distance_squared: self.distance_squared,
            point_a: self.point_b,
            point_b: self.point_a,
        }
    }
}

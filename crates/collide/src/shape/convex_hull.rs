//! A convex hull as a shape: its support mapping climbs along edges.

use glam::DVec3;

use crate::mesh::ConvexHull;
use crate::shape::SupportMap;
use crate::shape::support_map::{corners, farthest_from_line};

impl SupportMap for ConvexHull {
    fn support(&self, direction: DVec3) -> DVec3 {
        self.vertices()[self.support_vertex(direction)].as_dvec3()
    }

    /// The hint is the number of the last answer plus one; 0, or that of a larger hull, means that there is
    /// none.
    fn support_near(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let start = match *hint as usize {
            last if (1..=self.vertices().len()).contains(&last) => last - 1,
            _ => self.climb_start(direction),
        };
        let best = self.support_vertex_from(direction, start);
        *hint = best as u32 + 1;
        self.vertices()[best].as_dvec3()
    }

    fn center(&self) -> DVec3 {
        ConvexHull::center(self).as_dvec3()
    }

    fn core_box(&self) -> [DVec3; 2] {
        let bounds = self.aabb();
        [bounds.min.as_dvec3(), bounds.max.as_dvec3()]
    }

    /// By the box and the ball around the hull, whichever is nearer to the line: hulls have many corners.
    fn reach_around(&self, point: DVec3, axis: DVec3) -> f64 {
        let ball = farthest_from_line([SupportMap::center(self)], point, axis) + self.radius();
        ball.min(farthest_from_line(corners(self.core_box()), point, axis))
    }
}

//! A separating axis that is tried on other triangles: an axis that separates one triangle from a
//! moving solid often separates its neighbours.

use glam::DVec3;

use crate::Relative;
use crate::query::toi::bilateral::gap_stays_open;
use crate::shape::SupportMap;

/// A direction fixed in the world over a time span, with the solid's lowest heights along it at
/// both ends.
pub(crate) struct CachedAxis {
    /// The direction in the mesh's frame at either end.
    directions: [DVec3; 2],
    /// The lowest height of the solid less the smallest gap, at either end, in metres.
    lowest: [f64; 2],
    /// Bound of the acceleration of the gap of any pair of points, in m/s^2.
    acceleration: f64,
    span: f64,
}

impl CachedAxis {
    /// `directions`: of length 1, from the mesh to the solid, in the mesh's frame at both ends of a
    /// span of time (s); `relative`: the solid's placements in that frame; `min_gap`: in metres.
    pub fn new(
        directions: [DVec3; 2],
        relative_at: [&Relative; 2],
        solid: &dyn SupportMap,
        min_gap: f64,
        acceleration: f64,
        span: f64,
    ) -> Self {
        let lowest = [0, 1].map(|i| {
            let down = relative_at[i].rotation.transpose() * -directions[i];
            let place = relative_at[i].point_f64(solid.support(down));
            directions[i].dot(place) - solid.margin() - min_gap
        });
        CachedAxis {
            directions,
            lowest,
            acceleration,
            span,
        }
    }

    /// Whether the direction separates a triangle of the mesh from the solid throughout.
    pub fn separates(&self, corners: &[DVec3; 3]) -> bool {
        let gaps = [0, 1].map(|i| {
            let heights = corners.map(|corner| self.directions[i].dot(corner));
            self.lowest[i] - heights[0].max(heights[1]).max(heights[2])
        });
        gap_stays_open(gaps[0], gaps[1], self.acceleration, self.span)
    }
}

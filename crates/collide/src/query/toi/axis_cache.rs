//! What parted one triangle from a moving solid often parts others: tried before anything dear.

use glam::DVec3;

use crate::Relative;
use crate::query::toi::bilateral::stays_open;
use crate::shape::SupportMap;

/// A direction that stands still in the world over a span of time, with the solid's lowest places
/// along it at both ends.
pub(crate) struct Slab {
    /// The direction in the mesh's frame at either end.
    directions: [DVec3; 2],
    /// No point of the solid, less what is to be kept, is lower along it, in metres.
    lowest: [f64; 2],
    /// How much any pair of points may bend the gap, in m/s^2.
    bend: f64,
    span: f64,
}

impl Slab {
    /// `directions`: of the slab, of length 1 and from the mesh to the solid, in the mesh's frame
    /// at both ends of a span of time (s); `seen`: how the solid lies in that frame then.
    pub fn new(
        directions: [DVec3; 2],
        seen: [&Relative; 2],
        solid: &dyn SupportMap,
        keep: f64,
        bend: f64,
        span: f64,
    ) -> Self {
        let lowest = [0, 1].map(|i| {
            let down = seen[i].rotation.transpose() * -directions[i];
            let place = seen[i].point_f64(solid.support(down));
            directions[i].dot(place) - solid.margin() - keep
        });
        Slab {
            directions,
            lowest,
            bend,
            span,
        }
    }

    /// Whether a triangle surely stays on the near side of the slab all the time.
    pub fn parts(&self, corners: &[DVec3; 3]) -> bool {
        let gaps = [0, 1].map(|i| {
            let heights = corners.map(|corner| self.directions[i].dot(corner));
            self.lowest[i] - heights[0].max(heights[1]).max(heights[2])
        });
        stays_open(gaps[0], gaps[1], self.bend, self.span)
    }
}

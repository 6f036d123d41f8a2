//! A separating axis that is tried on other triangles: an axis that separates one triangle from a
//! moving solid often separates its neighbours.

use glam::DVec3;

use crate::Relative;
use crate::query::toi::gap_bound::GapBound;
use crate::shape::SupportMap;

/// A direction fixed in the world over a time span, with the solid's lowest heights along it at
/// both ends.
pub(crate) struct CachedAxis {
    /// The direction in the mesh's frame at either end.
    directions: [DVec3; 2],
    /// The lowest height of the solid less the smallest gap, at either end, in metres.
    lowest: [f64; 2],
    /// By how much the gap may bend below its chord, see [`GapBound::sag`], in metres.
    sag: f64,
}

impl CachedAxis {
    /// `directions`: of length 1, from the mesh to the solid, in the mesh's frame at both ends of a
    /// span of time; `relative`: the solid's placements in that frame; `min_gap`: in metres.
    pub fn new(
        directions: [DVec3; 2],
        relative_at: [&Relative; 2],
        solid: &dyn SupportMap,
        min_gap: f64,
        sag: f64,
    ) -> Self {
        let lowest = [0, 1].map(|i| {
            let down = relative_at[i].rotation.transpose() * -directions[i];
            let place = relative_at[i].point_f64(solid.support(down));
            directions[i].dot(place) - solid.margin() - min_gap
        });
        CachedAxis {
            directions,
            lowest,
            sag: sag * (1.0 + 1e-9),
        }
    }

    /// Whether the direction separates a triangle of the mesh from the solid throughout.
    pub fn separates(&self, corners: &[DVec3; 3]) -> bool {
        let [first, last] = [0, 1].map(|i| {
            let heights = corners.map(|corner| self.directions[i].dot(corner));
            self.lowest[i] - heights[0].max(heights[1]).max(heights[2])
        });
        let sag = self.sag;
        (GapBound { first, last, sag }).stays_open()
    }
}

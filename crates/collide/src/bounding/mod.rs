//! Bounding volumes: sphere, box and k-DOPs behind one trait, so that one tree and one descent serve
//! all of them.

mod aabb;
mod kdop;
mod kdop_axes;
mod lower_bounds;
mod relative_box;
mod separation;
mod slab_volume;
mod sphere;
#[cfg(test)]
mod tests;

pub use crate::bounding::kdop::{Kdop, Kdop6, Kdop14, Kdop18, Kdop26};
pub use crate::bounding::kdop_axes::MAX_AXES;
pub use crate::bounding::lower_bounds::DistanceBounds;
pub use crate::bounding::relative_box::RelativeBox;
pub use crate::bounding::separation::{AxisSeparation, SeparatingAxes};
pub use crate::bounding::sphere::BoundingSphere;

use glam::Vec3;
use wide::f32x4;

use crate::math::relative_pose::Relative;

/// A bounding volume of a tree's node.
///
/// All tests are between two volumes of one frame. A query transforms the second model's volumes
/// into the first one's frame with [`Volume::moved`]. The numbers that this needs depend only on the
/// relative pose and are computed once a query, by [`Volume::frame`]. Every operation is
/// conservative: rounding may make a volume larger, never smaller.
pub trait Volume: Clone + std::fmt::Debug + Send + Sync + 'static {
    /// The numbers that [`Volume::moved`] needs.
    type Frame: Clone + std::fmt::Debug;

    /// The volume's name in tables.
    const NAME: &'static str;

    /// True if a volume fitted to moved points is as good a volume for a descent as a moved one. False for a kind
    /// whose test is the reason to have it: it is made for moved volumes.
    const FITS_MOVED_LEAVES: bool = true;

    /// The volume around the points, of which there is at least one.
    fn around(points: impl Iterator<Item = Vec3> + Clone) -> Self;

    /// Like [`Volume::around`], for points in blocks of four: all x, all y, all z.
    fn around_blocks(blocks: &[[[f32; 4]; 3]]) -> Self {
        let places = blocks.iter().flat_map(|block| {
            (0..4).map(|lane| Vec3::new(block[0][lane], block[1][lane], block[2][lane]))
        });
        Self::around(places)
    }

    /// A volume that holds both.
    #[must_use]
    fn union(&self, other: &Self) -> Self;

    /// Prepares [`Volume::moved`] for a relative pose. `margin` (m) bounds the rounding of the
    /// coordinates that the query computes; every moved volume is grown by it.
    fn frame(relative: &Relative, margin: f32) -> Self::Frame;

    /// A volume in the first frame that contains this volume of the second frame.
    #[must_use]
    fn moved(&self, frame: &Self::Frame) -> Self;

    /// Above 0 if the volumes are disjoint, else 0 or less: the lower, the deeper the overlap. Only
    /// comparisons mean anything.
    fn clearance(&self, other: &Self) -> f32;

    /// True if the volumes share a point. Touching counts.
    #[inline]
    fn overlaps(&self, other: &Self) -> bool {
        self.clearance(other) <= 0.0
    }

    /// A lower bound of the distance between points of the two, in metres; 0 or less when they
    /// overlap.
    fn distance_bound(&self, other: &Self) -> f32;

    /// This volume grown by `margin` metres in every direction.
    #[must_use]
    fn grown(&self, margin: f32) -> Self;

    /// A measure of size: only comparisons between volumes of one kind mean anything.
    fn size(&self) -> f32;

    /// The volume, in m^3.
    fn volume(&self) -> f32;

    /// The least and greatest coordinates of a box around the volume, in three lanes; the fourth
    /// holds some finite number.
    fn box_limits(&self) -> (f32x4, f32x4);

    /// The centre.
    fn center(&self) -> Vec3;

    /// Two points on the volume's border, which a query reports when its budget ends here: the
    /// centres of the two faces along the longest axis.
    fn border_points(&self) -> [Vec3; 2];

    /// The edges to draw, as segments in the volume's frame.
    fn outline(&self, line: &mut dyn FnMut(Vec3, Vec3));
}

//! The gaps between two boxes in two frames, along the six directions of their faces: the face axes
//! of the separating axis test for boxes.

use glam::{Mat3, Vec3};
use wide::f32x4;

/// A box, one axis a lane: the sum of its two limits and their difference, which are twice its
/// centre and twice its half extents. The fourth lane is not used.
#[derive(Clone, Copy, Debug)]
struct BoxLanes {
    sum: f32x4,
    extent: f32x4,
}

/// A box in its own frame, and the box around it in the other one.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxInBothFrames {
    own: BoxLanes,
    across: BoxLanes,
}

/// Transforms boxes from one frame into the other.
#[derive(Clone, Debug)]
pub(super) struct BoxTransform {
    columns: [f32x4; 3],
    /// The absolute values of the columns, which transform the extents.
    sizes: [f32x4; 3],
    /// Twice the translation.
    shift: f32x4,
}

/// The transforms from the second frame into the first and back.
pub(super) fn box_transforms(rotation: &Mat3, translation: Vec3) -> (BoxTransform, BoxTransform) {
    let back = rotation.transpose();
    let to_first = BoxTransform::new(rotation, translation);
    (to_first, BoxTransform::new(&back, -(back * translation)))
}

impl BoxTransform {
    // No `map` over arrays here: it compiles to a call for each element.
    #[inline(always)]
    fn new(rotation: &Mat3, translation: Vec3) -> Self {
        let lanes = |v: Vec3| f32x4::new([v.x, v.y, v.z, 0.0]);
        let (x, y, z) = (
            lanes(rotation.x_axis),
            lanes(rotation.y_axis),
            lanes(rotation.z_axis),
        );
        BoxTransform {
            columns: [x, y, z],
            sizes: [x.abs(), y.abs(), z.abs()],
            shift: lanes(2.0 * translation),
        }
    }

    /// A box of the source frame, given by its least and greatest coordinates, in both frames.
    #[inline(always)]
    pub(super) fn in_both_frames(&self, (low, high): (f32x4, f32x4)) -> BoxInBothFrames {
        let own = BoxLanes {
            sum: low + high,
            extent: high - low,
        };
        let across = BoxLanes {
            sum: times(&self.columns, own.sum) + self.shift,
            extent: times(&self.sizes, own.extent),
        };
        BoxInBothFrames { own, across }
    }
}

#[inline(always)]
fn times(columns: &[f32x4; 3], v: f32x4) -> f32x4 {
    let [x, y, z, _] = v.to_array();
    columns[0] * x + columns[1] * y + columns[2] * z
}

/// Twice the gaps (m) between two boxes of two frames, along the six face directions. Each of the
/// three lanes has the wider gap of two directions, one of either frame. Below 0 the boxes overlap
/// along both.
///
/// The rounding of twice a gap is at most 18 units in the last place of the largest sum of lengths
/// that occurs: 7 in either centre (sum, rotation and translation), 8 in the extents, 3 in the
/// differences.
#[inline(always)]
pub(super) fn gaps(a: &BoxInBothFrames, b: &BoxInBothFrames) -> f32x4 {
    gap(&a.own, &b.across).fast_max(gap(&a.across, &b.own))
}

#[inline(always)]
fn gap(p: &BoxLanes, q: &BoxLanes) -> f32x4 {
    (p.sum - q.sum).abs() - (p.extent + q.extent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Aabb;
    use glam::Quat;
    use proptest::prelude::*;

    fn limits(bounds: &Aabb) -> (f32x4, f32x4) {
        let lanes = |v: Vec3| f32x4::new([v.x, v.y, v.z, 7.0]);
        (lanes(bounds.min), lanes(bounds.max))
    }

    /// The gap along a direction, from the corners.
    fn along(direction: Vec3, a: &[Vec3], b: &[Vec3]) -> f32 {
        let range = |points: &[Vec3]| {
            let along = points.iter().map(|&p| direction.dot(p));
            along.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), at| {
                (low.min(at), high.max(at))
            })
        };
        let ((low_a, high_a), (low_b, high_b)) = (range(a), range(b));
        (low_a - high_b).max(low_b - high_a)
    }

    fn corners(bounds: &Aabb) -> Vec<Vec3> {
        let pick = |corner: usize, axis: usize| {
            if corner >> axis & 1 == 0 {
                bounds.min[axis]
            } else {
                bounds.max[axis]
            }
        };
        (0..8)
            .map(|corner| Vec3::new(pick(corner, 0), pick(corner, 1), pick(corner, 2)))
            .collect()
    }

    proptest! {
        #[test]
        fn the_gaps_are_those_of_the_corners_along_both_frames_axes(
            center_a in prop::array::uniform3(-3.0f32..3.0),
            center_b in prop::array::uniform3(-3.0f32..3.0),
            half_a in prop::array::uniform3(0.0f32..2.0),
            half_b in prop::array::uniform3(0.0f32..2.0),
            turn in [-1.0f32..1.0, -1.0f32..1.0, -1.0f32..1.0, 0.1f32..1.0],
            shift in prop::array::uniform3(-5.0f32..5.0),
        ) {
            let bounds = |center, half| Aabb::from_center(Vec3::from_array(center), Vec3::from_array(half));
            let (a, b) = (bounds(center_a, half_a), bounds(center_b, half_b));
            let rotation = Mat3::from_quat(Quat::from_array(turn).normalize());
            let shift = Vec3::from_array(shift);
            let (to_first, to_second) = box_transforms(&rotation, shift);
            let found = gaps(&to_second.in_both_frames(limits(&a)), &to_first.in_both_frames(limits(&b)));
            let points_a = corners(&a);
            let points_b: Vec<Vec3> = corners(&b).iter().map(|&p| rotation * p + shift).collect();
            for axis in 0..3 {
                let of_a = along(Mat3::IDENTITY.col(axis), &points_a, &points_b);
                let of_b = along(rotation.col(axis), &points_a, &points_b);
                let wider = 0.5 * found.to_array()[axis];
                prop_assert!((wider - of_a.max(of_b)).abs() < 2e-5, "{wider} {of_a} {of_b}");
            }
        }
    }
}

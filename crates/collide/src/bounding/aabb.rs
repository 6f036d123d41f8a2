//! The axis-aligned box as the volume of a tree of boxes in one frame: that of a compound's children.

use glam::{Mat3, Vec3};
use wide::f32x4;

use crate::bounding::Volume;
use crate::math::Aabb;
use crate::math::relative_pose::Relative;

/// Transforms a box of the second frame into the first.
#[derive(Clone, Debug)]
pub struct AabbFrame {
    rotation: Mat3,
    absolute: Mat3,
    translation: Vec3,
    margin: f32,
}

impl Volume for Aabb {
    type Frame = AabbFrame;

    const NAME: &'static str = "AABB";

    fn around(points: impl Iterator<Item = Vec3> + Clone) -> Self {
        Aabb::from_points(points)
    }

    fn around_blocks(blocks: &[[[f32; 4]; 3]]) -> Self {
        let mut low = [f32x4::splat(f32::INFINITY); 3];
        let mut high = [f32x4::splat(f32::NEG_INFINITY); 3];
        for block in blocks {
            for (axis, &lanes) in block.iter().enumerate() {
                low[axis] = low[axis].fast_min(f32x4::new(lanes));
                high[axis] = high[axis].fast_max(f32x4::new(lanes));
            }
        }
        let least = |lanes: f32x4| lanes.to_array().into_iter().fold(f32::INFINITY, f32::min);
        Aabb::new(
            Vec3::from(low.map(least)),
            Vec3::from(high.map(|lanes| -least(-lanes))),
        )
    }

    fn union(&self, other: &Self) -> Self {
        Aabb::union(*self, *other)
    }

    fn frame(relative: &Relative, margin: f32) -> AabbFrame {
        let rotation = relative.rotation_f32;
        AabbFrame {
            rotation,
            absolute: Mat3::from_cols(
                rotation.x_axis.abs(),
                rotation.y_axis.abs(),
                rotation.z_axis.abs(),
            ),
            translation: relative.translation_f32,
            margin,
        }
    }

    fn moved(&self, frame: &AabbFrame) -> Self {
        let center = frame.rotation * self.center() + frame.translation;
        let half = frame.absolute * self.half_extents() + frame.margin;
        Aabb::from_center(center, half)
    }

    #[inline]
    fn clearance(&self, other: &Self) -> f32 {
        (self.min - other.max)
            .max(other.min - self.max)
            .max_element()
    }

    fn distance_bound(&self, other: &Self) -> f32 {
        let gap = (self.min - other.max).max(other.min - self.max);
        // With gaps along several axes, the distance is the length of their vector.
        let outside = gap.max(Vec3::ZERO);
        let squared = outside.length_squared();
        if squared > 0.0 {
            squared.sqrt() * (1.0 - 4.0 * f32::EPSILON)
        } else {
            gap.max_element()
        }
    }

    fn grown(&self, margin: f32) -> Self {
        self.expanded(margin)
    }

    fn size(&self) -> f32 {
        let extents = self.extents();
        extents.x + extents.y + extents.z
    }

    fn volume(&self) -> f32 {
        self.extents().element_product()
    }

    #[inline(always)]
    fn box_limits(&self) -> (f32x4, f32x4) {
        let lanes = |v: Vec3| f32x4::new([v.x, v.y, v.z, 0.0]);
        (lanes(self.min), lanes(self.max))
    }

    fn center(&self) -> Vec3 {
        Aabb::center(self)
    }

    fn border_points(&self) -> [Vec3; 2] {
        let extents = self.extents();
        let longest = if extents.x >= extents.max_element() {
            0
        } else if extents.y >= extents.z {
            1
        } else {
            2
        };
        let mut points = [self.center(); 2];
        points[0][longest] = self.min[longest];
        points[1][longest] = self.max[longest];
        points
    }

    fn outline(&self, line: &mut dyn FnMut(Vec3, Vec3)) {
        let corner = |bits: usize| {
            let pick = |axis: usize| {
                if bits >> axis & 1 == 1 {
                    self.max[axis]
                } else {
                    self.min[axis]
                }
            };
            Vec3::new(pick(0), pick(1), pick(2))
        };
        for from in 0..8usize {
            for axis in (0..3).filter(|axis| from >> axis & 1 == 0) {
                line(corner(from), corner(from | 1 << axis));
            }
        }
    }
}

//! SOLID's box: aligned with the axes of its own model, and tested against a box of another model, which stands at
//! an angle to it, with the 15 axes that can separate two boxes.
//!
//! A 6-DOP that is moved into another frame is replaced by the box around it along that frame's axes, which is
//! looser but needs three axes only. This box turns with its model instead, and nothing is lost.
//!
//! van den Bergen, "Efficient collision detection of complex deformable models using AABB trees", 1997; Gottschalk,
//! Lin, Manocha, "OBBTree: a hierarchical structure for rapid interference detection", 1996 (the axes).

use glam::{Mat3, Vec3};
use wide::f32x4;

use crate::bounding::{AxisSeparation, DistanceBounds, SeparatingAxes, Volume};
use crate::math::Aabb;
use crate::math::relative_pose::Relative;
use crate::params::TURNED_BOUND;

/// A box by its centre, its half extents (m) and the directions of its edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelativeBox {
    center: Vec3,
    half: Vec3,
    axes: Mat3,
}

/// Transforms a box of the second frame into the first.
#[derive(Clone, Debug)]
pub struct RelativeBoxFrame {
    rotation: Mat3,
    translation: Vec3,
    growth: f32,
}

/// Added to the cosines between the edges of two boxes: bounds their rounding, and lets the cross product of edges
/// that are nearly parallel, which is nearly zero, separate nothing.
const COSINE_SLACK: f32 = 8.0 * f32::EPSILON;

/// Share of a half extent or of a coordinate by which a computed half extent may be too small.
const ROUNDING: f32 = 4.0 * f32::EPSILON;

impl RelativeBox {
    fn between(low: Vec3, high: Vec3) -> Self {
        let center = 0.5 * low + 0.5 * high;
        let half = (high - center).max(center - low);
        RelativeBox {
            center,
            half: half + (center.abs() + half) * ROUNDING,
            axes: Mat3::IDENTITY,
        }
    }

    /// The half extents along the axes of the frame.
    fn half_in_frame(&self) -> Vec3 {
        absolute(&self.axes) * self.half
    }

    /// The widest gap to `other` along the six normals of faces, and its direction; not positive if they overlap
    /// along all of them.
    fn face_gap(&self, other: &Self) -> (f32, Vec3) {
        let (between, cosines) = self.in_own_axes(other);
        let (size, slack) = (absolute(&cosines), between.abs().max_element() * ROUNDING);
        let own = between.abs() - self.half - size * other.half;
        let theirs = cosines.transpose() * between;
        let theirs_gap = theirs.abs() - other.half - size.transpose() * self.half;
        let mut best = (f32::NEG_INFINITY, Vec3::X);
        for axis in 0..3 {
            for (gap, along, axes) in [
                (own[axis], between[axis], &self.axes),
                (theirs_gap[axis], theirs[axis], &other.axes),
            ] {
                if gap > best.0 {
                    best = (gap, axes.col(axis) * 1f32.copysign(along));
                }
            }
        }
        (best.0 - slack, best.1)
    }

    /// The widest gap along the cross products of two edges, and its direction.
    fn edge_gap(&self, other: &Self) -> (f32, Vec3) {
        let (between, cosines) = self.in_own_axes(other);
        let size = absolute(&cosines);
        let slack = between.abs().max_element() * ROUNDING;
        let mut best = (f32::NEG_INFINITY, Vec3::X);
        for i in 0..3 {
            let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
            for j in 0..3 {
                let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
                let along = between[i2] * cosines.col(j)[i1] - between[i1] * cosines.col(j)[i2];
                let reach = self.half[i1] * size.col(j)[i2]
                    + self.half[i2] * size.col(j)[i1]
                    + other.half[j1] * size.col(j2)[i]
                    + other.half[j2] * size.col(j1)[i];
                let gap = along.abs() - reach - 2.0 * slack;
                // Only a gap counts, and those are rare; then the axis is brought to length 1.
                if gap > 0.0 {
                    let axis = self.axes.col(i).cross(other.axes.col(j));
                    let length = axis.length();
                    if length > COSINE_SLACK && gap / length > best.0 {
                        best = (gap / length, axis / length * 1f32.copysign(along));
                    }
                }
            }
        }
        best
    }

    /// The centre of `other` from the own one along the own axes, and the directions of its edges along them.
    fn in_own_axes(&self, other: &Self) -> (Vec3, Mat3) {
        let back = self.axes.transpose();
        (back * (other.center - self.center), back * other.axes)
    }

    /// The widest gap of all 15 axes, and its direction.
    fn gap(&self, other: &Self) -> (f32, Vec3) {
        let faces = self.face_gap(other);
        if faces.0 > 0.0 {
            return faces;
        }
        let edges = self.edge_gap(other);
        if edges.0 > 0.0 { edges } else { faces }
    }
}

/// The absolute values of cosines, with their rounding.
fn absolute(cosines: &Mat3) -> Mat3 {
    let slack = Vec3::splat(COSINE_SLACK);
    Mat3::from_cols(
        cosines.x_axis.abs() + slack,
        cosines.y_axis.abs() + slack,
        cosines.z_axis.abs() + slack,
    )
}

impl Volume for RelativeBox {
    type Frame = RelativeBoxFrame;

    const NAME: &'static str = "AABB";
    const FITS_MOVED_LEAVES: bool = false;

    fn around(points: impl Iterator<Item = Vec3> + Clone) -> Self {
        let around = Aabb::from_points(points);
        RelativeBox::between(around.min, around.max)
    }

    fn around_blocks(blocks: &[[[f32; 4]; 3]]) -> Self {
        let around = <Aabb as Volume>::around_blocks(blocks);
        RelativeBox::between(around.min, around.max)
    }

    fn union(&self, other: &Self) -> Self {
        let (between, cosines) = self.in_own_axes(other);
        let reach = absolute(&cosines) * other.half;
        let low = (-self.half).min(between - reach);
        let high = self.half.max(between + reach);
        let center = self.center + self.axes * (0.5 * low + 0.5 * high);
        let rounding = (center.abs().max_element() + between.abs().max_element()) * ROUNDING;
        RelativeBox {
            center,
            half: 0.5 * (high - low) * (1.0 + ROUNDING) + Vec3::splat(rounding),
            axes: self.axes,
        }
    }

    fn frame(relative: &Relative, margin: f32) -> RelativeBoxFrame {
        RelativeBoxFrame {
            rotation: relative.rotation_f32,
            translation: relative.translation_f32,
            growth: TURNED_BOUND * margin,
        }
    }

    fn moved(&self, frame: &RelativeBoxFrame) -> Self {
        RelativeBox {
            center: frame.rotation * self.center + frame.translation,
            half: self.half + frame.growth,
            axes: frame.rotation * self.axes,
        }
    }

    fn clearance(&self, other: &Self) -> f32 {
        self.gap(other).0
    }

    fn distance_bound(&self, other: &Self) -> f32 {
        let (gap, _) = self.gap(other);
        if gap > 0.0 {
            gap.max(self.gap_squared(other).sqrt() * (1.0 - ROUNDING))
        } else {
            gap
        }
    }

    fn grown(&self, margin: f32) -> Self {
        RelativeBox {
            half: self.half + margin,
            ..*self
        }
    }

    fn size(&self) -> f32 {
        2.0 * (self.half.x + self.half.y + self.half.z)
    }

    fn volume(&self) -> f32 {
        8.0 * self.half.x * self.half.y * self.half.z
    }

    fn box_limits(&self) -> (f32x4, f32x4) {
        let lanes = |v: Vec3| f32x4::new([v.x, v.y, v.z, 0.0]);
        let half = self.half_in_frame();
        let half = half + self.center.abs() * ROUNDING;
        (lanes(self.center - half), lanes(self.center + half))
    }

    fn center(&self) -> Vec3 {
        self.center
    }

    fn border_points(&self) -> [Vec3; 2] {
        let longest = self.half.max_position();
        let along = self.axes.col(longest) * self.half[longest];
        [self.center - along, self.center + along]
    }

    fn outline(&self, line: &mut dyn FnMut(Vec3, Vec3)) {
        let corner = |bits: usize| {
            let side = |axis: usize| if bits >> axis & 1 == 1 { 1.0 } else { -1.0 };
            let signs = Vec3::new(side(0), side(1), side(2));
            self.center + self.axes * (signs * self.half)
        };
        for from in 0..8usize {
            for axis in (0..3).filter(|axis| from >> axis & 1 == 0) {
                line(corner(from), corner(from | 1 << axis));
            }
        }
    }
}

impl SeparatingAxes for RelativeBox {
    fn axes() -> &'static [Vec3] {
        &[]
    }

    fn widest_separation(&self, other: &Self) -> AxisSeparation {
        let (gap, direction) = self.gap(other);
        AxisSeparation::Direction { direction, gap }
    }

    fn ball(&self) -> (Vec3, f32) {
        let rounding = self.center.abs().max_element() * ROUNDING;
        (
            self.center,
            self.half.length() * (1.0 + ROUNDING) + rounding,
        )
    }
}

impl DistanceBounds for RelativeBox {
    type Toward = Vec3;

    fn toward(direction: Vec3) -> Vec3 {
        direction
    }

    fn reach(&self, toward: &Vec3) -> f32 {
        let along = self.axes.transpose() * *toward;
        toward.dot(self.center) + along.abs().dot(self.half) * (1.0 + ROUNDING)
    }

    /// The gaps along the three axes of one box are the coordinates of one offset, so their squares add up.
    fn gap_squared(&self, other: &Self) -> f32 {
        let (between, cosines) = self.in_own_axes(other);
        let size = absolute(&cosines);
        let slack = between.abs().max_element() * ROUNDING;
        let own = between.abs() - self.half - size * other.half - slack;
        let theirs = (cosines.transpose() * between).abs()
            - other.half
            - size.transpose() * self.half
            - slack;
        let squared = |gap: Vec3| gap.max(Vec3::ZERO).length_squared();
        squared(own).max(squared(theirs)) * (1.0 - 2.0 * ROUNDING)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use glam::Quat;

    /// Two flat boxes, one turned by an eighth about Z: a 6-DOP around the turned one reaches the other, the box
    /// itself does not.
    #[test]
    fn a_turned_box_is_not_replaced_by_the_box_around_it() {
        let flat = [Vec3::new(-1.0, -0.1, -1.0), Vec3::new(1.0, 0.1, 1.0)];
        let corner = [Vec3::new(0.55, -0.75, -0.1), Vec3::new(0.75, -0.55, 0.1)];
        let turn = Quat::from_rotation_z(std::f32::consts::FRAC_PI_4);
        let relative = Relative::new(&Pose::IDENTITY, &Pose::new(turn, Vec3::ZERO).unwrap());
        let overlaps = |tight: bool| {
            let (flat, corner) = (flat.iter().copied(), corner.iter().copied());
            if tight {
                let turned = RelativeBox::around(flat).moved(&RelativeBox::frame(&relative, 1e-6));
                RelativeBox::around(corner).overlaps(&turned)
            } else {
                let turned = Aabb::around(flat).moved(&Aabb::frame(&relative, 1e-6));
                Aabb::around(corner).overlaps(&turned)
            }
        };
        assert!(overlaps(false) && !overlaps(true));
    }

    /// Two long boxes that cross above each other: only the cross product of their edges separates them.
    #[test]
    fn crossed_edges_separate() {
        let long = || [Vec3::new(-5.0, -0.1, -0.1), Vec3::new(5.0, 0.1, 0.1)].into_iter();
        let quarter = Quat::from_rotation_x(std::f32::consts::FRAC_PI_4);
        let across = Quat::from_rotation_y(1.0) * quarter;
        let at = |height: f32| {
            let first = Pose::new(quarter, Vec3::ZERO).unwrap();
            let relative = Relative::new(&first, &Pose::new(across, Vec3::Y * height).unwrap());
            let moved = RelativeBox::around(long()).moved(&RelativeBox::frame(&relative, 1e-6));
            RelativeBox::around(long()).clearance(&moved)
        };
        // Edge to edge they touch at twice half a diagonal.
        let touch = 0.2 * std::f32::consts::SQRT_2;
        assert!(at(touch - 1e-3) <= 0.0, "{}", at(touch - 1e-3));
        let gap = at(touch + 0.01);
        assert!((gap - 0.01).abs() < 1e-4, "{gap}");
    }
}

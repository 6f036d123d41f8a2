//! Separating axes: the directions along which two volumes are disjoint. Sweeps use them to advance.

use glam::Vec3;
use wide::f32x4;

use crate::bounding::kdop_axes::axes;
use crate::bounding::{BoundingSphere, Kdop, MAX_AXES, Volume};
use crate::math::Aabb;

/// A direction and the gap along it between two volumes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AxisSeparation {
    /// One of the axes of the kind of volume, [`SeparatingAxes::axes`].
    Axis {
        /// Its index in that list.
        number: usize,
        /// 1 if the second volume is ahead along the axis, -1 if it is behind.
        sign: f32,
        /// The gap along it, in metres.
        gap: f32,
    },
    /// Any other direction.
    Direction {
        /// The direction, of length 1, from the first volume to the second.
        direction: Vec3,
        /// The gap along it, in metres.
        gap: f32,
    },
}

/// A volume that finds the direction with the widest gap to another one.
pub trait SeparatingAxes: Volume {
    /// The fixed axes of this kind of volume, of length 1.
    fn axes() -> &'static [Vec3];

    /// The direction with the widest gap to `other`, of those that the volumes know. If they
    /// overlap, the gap is not positive and its size is the depth.
    fn widest_separation(&self, other: &Self) -> AxisSeparation;

    /// Centre and radius (m) of a ball around the volume.
    fn ball(&self) -> (Vec3, f32);
}

/// Factor that rounds a computed radius up.
const ROUND_UP: f32 = 1.0 + 8.0 * f32::EPSILON;

/// Compares volumes by their limits along axes, four at a time.
#[inline]
fn along_axes<const N: usize>(
    (low_a, high_a): (&[f32; N], &[f32; N]),
    (low_b, high_b): (&[f32; N], &[f32; N]),
) -> AxisSeparation {
    // The last four lanes overlap those before; volumes of three axes repeat their last.
    let starts = |group: usize| (4 * group).min(N.saturating_sub(4));
    let load_four = |values: &[f32; N], start: usize| {
        f32x4::new(std::array::from_fn(|lane| {
            values[(start + lane).min(N - 1)]
        }))
    };
    let mut gaps = [f32x4::ZERO; MAX_AXES.div_ceil(4)];
    let mut most = f32x4::splat(f32::NEG_INFINITY);
    for (group, gap) in gaps.iter_mut().enumerate().take(N.div_ceil(4)) {
        let start = starts(group);
        let ahead = load_four(low_b, start) - load_four(high_a, start);
        let behind = load_four(low_a, start) - load_four(high_b, start);
        *gap = ahead.fast_max(behind);
        most = most.fast_max(*gap);
    }
    let [p, q, r, s] = most.to_array();
    let (p, r) = (if q > p { q } else { p }, if s > r { s } else { r });
    let gap = if r > p { r } else { p };
    let mut number = 0;
    for (group, gaps) in gaps.iter().enumerate().take(N.div_ceil(4)).rev() {
        let lanes = gaps.simd_eq(f32x4::splat(gap)).to_bitmask();
        if lanes != 0 {
            number = (starts(group) + lanes.trailing_zeros() as usize).min(N - 1);
        }
    }
    let sign = if low_b[number] - high_a[number] == gap {
        1.0
    } else {
        -1.0
    };
    AxisSeparation::Axis { number, sign, gap }
}

impl<const N: usize> SeparatingAxes for Kdop<N> {
    fn axes() -> &'static [Vec3] {
        axes(N)
    }

    #[inline]
    fn widest_separation(&self, other: &Self) -> AxisSeparation {
        along_axes((self.low(), self.high()), (other.low(), other.high()))
    }

    #[inline]
    fn ball(&self) -> (Vec3, f32) {
        let (low, high) = (self.low(), self.high());
        let low = Vec3::new(low[0], low[1], low[2]);
        let high = Vec3::new(high[0], high[1], high[2]);
        box_ball(low, high)
    }
}

#[inline]
fn box_ball(low: Vec3, high: Vec3) -> (Vec3, f32) {
    let center = 0.5 * low + 0.5 * high;
    let rounding = center.abs().max_element() * (2.0 * f32::EPSILON);
    (center, (high - center).length() * ROUND_UP + rounding)
}

impl SeparatingAxes for Aabb {
    fn axes() -> &'static [Vec3] {
        axes(3)
    }

    #[inline]
    fn widest_separation(&self, other: &Self) -> AxisSeparation {
        along_axes(
            (&self.min.to_array(), &self.max.to_array()),
            (&other.min.to_array(), &other.max.to_array()),
        )
    }

    #[inline]
    fn ball(&self) -> (Vec3, f32) {
        box_ball(self.min, self.max)
    }
}

impl SeparatingAxes for BoundingSphere {
    fn axes() -> &'static [Vec3] {
        &[]
    }

    #[inline]
    fn widest_separation(&self, other: &Self) -> AxisSeparation {
        let offset = other.center - self.center;
        AxisSeparation::Direction {
            direction: offset.normalize_or_zero(),
            gap: offset.length() * (1.0 - 8.0 * f32::EPSILON) - self.radius - other.radius,
        }
    }

    #[inline]
    fn ball(&self) -> (Vec3, f32) {
        (self.center, self.radius)
    }
}

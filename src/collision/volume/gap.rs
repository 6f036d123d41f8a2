//! Tight lower bounds of the distance of two volumes: what distance queries prune by.

use super::{Kdop, Separations, Sphere, Volume};
use crate::geometry::Aabb;

/// A volume that bounds distances as well as it can.
pub trait Gap: Separations {
    /// The square of a lower bound of the distance between points of the two volumes, in square
    /// metres; 0 if they may meet.
    fn gap_squared(&self, other: &Self) -> f32;
}

/// Makes a computed square safe against the rounding of its sums.
const ROUND_DOWN: f32 = 1.0 - 8.0 * f32::EPSILON;

/// Along any one axis the volumes are at least the gap between their slabs apart. Along three
/// axes at right angles the gaps are coordinates of one offset, and their squares add up
/// (Pythagoras). The coordinate axes are such a triple; so are, in 18- and 26-DOPs, each of them
/// with the sum and the difference of the other two.
impl<const N: usize> Gap for Kdop<N> {
    #[inline]
    fn gap_squared(&self, other: &Self) -> f32 {
        let mut squares = [0.0f32; N];
        let (low_a, high_a) = (self.low(), self.high());
        let (low_b, high_b) = (other.low(), other.high());
        for i in 0..N {
            let gap = maximum(low_a[i] - high_b[i], low_b[i] - high_a[i]);
            let gap = maximum(gap, 0.0);
            squares[i] = gap * gap;
        }
        let triple = |i: usize, j: usize, k: usize| squares[i] + squares[j] + squares[k];
        let mut best = triple(0, 1, 2);
        if N >= 9 {
            best = maximum(best, triple(2, 3, 6));
            best = maximum(best, triple(1, 4, 7));
            best = maximum(best, triple(0, 5, 8));
        }
        let corners = if N == 7 { 3 } else { 9 };
        for &square in squares.iter().skip(corners) {
            best = maximum(best, square);
        }
        best * ROUND_DOWN
    }
}

impl Gap for Aabb {
    #[inline]
    fn gap_squared(&self, other: &Self) -> f32 {
        let gap = (self.min - other.max).max(other.min - self.max);
        gap.max(glam::Vec3::ZERO).length_squared() * ROUND_DOWN
    }
}

impl Gap for Sphere {
    #[inline]
    fn gap_squared(&self, other: &Self) -> f32 {
        let gap = self.distance_bound(other).max(0.0);
        gap * gap * ROUND_DOWN
    }
}

/// `f32::max` without its care for NaN, which costs a branch; limits are never NaN.
#[inline(always)]
fn maximum(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

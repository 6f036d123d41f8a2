//! Tight lower bounds of the distance of two volumes, with which distance queries prune.

use glam::Vec3;
use wide::f32x4;

use crate::bounding::kdop_axes::{ConeTerm, cone_terms};
use crate::bounding::{BoundingSphere, Kdop, SeparatingAxes, Volume};
use crate::math::Aabb;

/// A volume with tight bounds of distances and extents.
pub trait DistanceBounds: SeparatingAxes {
    /// The square of a lower bound of the distance between points of the two volumes, in square
    /// metres; 0 if they may meet.
    fn gap_squared(&self, other: &Self) -> f32;

    /// A direction, prepared for [`DistanceBounds::reach`].
    type Toward: Copy + std::fmt::Debug;

    /// Prepares a direction of length 1.
    fn toward(direction: Vec3) -> Self::Toward;

    /// An upper bound of the volume's extent (m) along a direction: the greatest coordinate of its
    /// points along it.
    fn reach(&self, toward: &Self::Toward) -> f32;
}

/// Rounds a computed square down by more than the rounding of its sums.
const ROUND_DOWN: f32 = 1.0 - 8.0 * f32::EPSILON;

/// The distance is at least the gap between the slabs along any axis. The gaps along three
/// perpendicular axes are the coordinates of one offset, so their squares add up (Pythagoras). The
/// coordinate axes are such a triple; so are, in 18- and 26-DOPs, each coordinate axis with the sum
/// and the difference of the other two.
impl<const N: usize> DistanceBounds for Kdop<N> {
    type Toward = [ConeTerm; 3];

    fn toward(direction: Vec3) -> [ConeTerm; 3] {
        cone_terms(N, direction)
    }

    #[inline]
    fn reach(&self, toward: &[ConeTerm; 3]) -> f32 {
        let terms = toward.iter().map(|term| {
            let limit = if term.negative {
                -self.low()[term.axis]
            } else {
                self.high()[term.axis]
            };
            term.weight * limit
        });
        terms.sum()
    }

    #[inline]
    fn gap_squared(&self, other: &Self) -> f32 {
        let mut squares = [0.0f32; 16];
        let load_four = |values: &[f32; N], start: usize| {
            f32x4::new(std::array::from_fn(|lane| {
                values[(start + lane).min(N - 1)]
            }))
        };
        for start in (0..N).step_by(4) {
            // The last four lanes overlap those before.
            let start = start.min(N.saturating_sub(4));
            let ahead = load_four(other.low(), start) - load_four(self.high(), start);
            let behind = load_four(self.low(), start) - load_four(other.high(), start);
            let gaps = ahead.fast_max(behind).fast_max(f32x4::ZERO);
            squares[start..start + 4].copy_from_slice(&(gaps * gaps).to_array());
        }
        let triple = |i: usize, j: usize, k: usize| squares[i] + squares[j] + squares[k];
        let mut best = triple(0, 1, 2);
        if N >= 9 {
            best = maximum(best, triple(2, 3, 6));
            best = maximum(best, triple(1, 4, 7));
            best = maximum(best, triple(0, 5, 8));
        }
        if N == 7 || N == 13 {
            let corners = if N == 7 { 3 } else { 9 };
            for square in &squares[corners..corners + 4] {
                best = maximum(best, *square);
            }
        }
        best * ROUND_DOWN
    }
}

impl DistanceBounds for Aabb {
    type Toward = Vec3;

    fn toward(direction: Vec3) -> Vec3 {
        direction
    }

    #[inline]
    fn reach(&self, toward: &Vec3) -> f32 {
        toward.dot(self.center()) + toward.abs().dot(self.half_extents())
    }

    #[inline]
    fn gap_squared(&self, other: &Self) -> f32 {
        let gap = (self.min - other.max).max(other.min - self.max);
        gap.max(Vec3::ZERO).length_squared() * ROUND_DOWN
    }
}

impl DistanceBounds for BoundingSphere {
    type Toward = Vec3;

    fn toward(direction: Vec3) -> Vec3 {
        direction
    }

    #[inline]
    fn reach(&self, toward: &Vec3) -> f32 {
        toward.dot(self.center) + self.radius
    }

    #[inline]
    fn gap_squared(&self, other: &Self) -> f32 {
        let gap = self.distance_bound(other).max(0.0);
        gap * gap * ROUND_DOWN
    }
}

/// `f32::max` without its handling of NaN, which costs a branch; limits are never NaN.
#[inline(always)]
fn maximum(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

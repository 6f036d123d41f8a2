//! The directions along which two volumes are seen to be apart: what a sweep's steps rest on.

use glam::Vec3;

use super::axes::axes;
use super::{Kdop, Sphere, Volume};
use crate::geometry::Aabb;

/// A direction along which the second of two volumes is ahead of the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Separation {
    /// One of the volumes' own axes, [`Separations::axes`].
    Axis {
        /// Its number.
        number: usize,
        /// -1 if the second volume lies against the axis.
        sign: f32,
        /// How far they are apart along it, in metres.
        gap: f32,
    },
    /// Any other.
    Direction {
        /// Of length 1, from the first volume to the second.
        direction: Vec3,
        /// In metres.
        gap: f32,
    },
}

/// A volume that tells along which directions it is apart from another one.
pub trait Separations: Volume {
    /// The directions that are the same for all volumes of the kind, of length 1.
    fn axes() -> &'static [Vec3];

    /// Calls `found` with every direction along which `other` is more than `least` (m) away.
    fn separations(&self, other: &Self, least: f32, found: &mut impl FnMut(Separation));

    /// The direction along which `other` is farthest away; None if there is none.
    fn widest_separation(&self, other: &Self) -> Option<Separation> {
        let mut best = None;
        let mut most = 0.0;
        self.separations(other, 0.0, &mut |separation| {
            let (Separation::Axis { gap, .. } | Separation::Direction { gap, .. }) = separation;
            if gap > most {
                most = gap;
                best = Some(separation);
            }
        });
        best
    }

    /// Centre and radius (m) of a ball around the volume.
    fn ball(&self) -> (Vec3, f32);
}

/// For rounding a radius up.
const ROUND_UP: f32 = 1.0 + 8.0 * f32::EPSILON;

#[inline]
fn along_axes(
    (low_a, high_a): (&[f32], &[f32]),
    (low_b, high_b): (&[f32], &[f32]),
    least: f32,
    found: &mut impl FnMut(Separation),
) {
    for number in 0..low_a.len() {
        let ahead = low_b[number] - high_a[number];
        let behind = low_a[number] - high_b[number];
        if ahead > least {
            found(Separation::Axis {
                number,
                sign: 1.0,
                gap: ahead,
            });
        } else if behind > least {
            found(Separation::Axis {
                number,
                sign: -1.0,
                gap: behind,
            });
        }
    }
}

impl<const N: usize> Separations for Kdop<N> {
    fn axes() -> &'static [Vec3] {
        axes(N)
    }

    #[inline]
    fn widest_separation(&self, other: &Self) -> Option<Separation> {
        // Without branches, so that several axes are compared at once.
        let (mut ahead, mut gaps) = ([0.0f32; N], [0.0f32; N]);
        for number in 0..N {
            ahead[number] = other.low()[number] - self.high()[number];
            let behind = self.low()[number] - other.high()[number];
            gaps[number] = if behind > ahead[number] {
                behind
            } else {
                ahead[number]
            };
        }
        let mut best = 0;
        for number in 1..N {
            best = if gaps[number] > gaps[best] {
                number
            } else {
                best
            };
        }
        let gap = gaps[best];
        (gap > 0.0).then_some(Separation::Axis {
            number: best,
            sign: if gap == ahead[best] { 1.0 } else { -1.0 },
            gap,
        })
    }

    #[inline]
    fn separations(&self, other: &Self, least: f32, found: &mut impl FnMut(Separation)) {
        along_axes(
            (&self.low()[..], &self.high()[..]),
            (&other.low()[..], &other.high()[..]),
            least,
            found,
        );
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

impl Separations for Aabb {
    fn axes() -> &'static [Vec3] {
        axes(3)
    }

    #[inline]
    fn separations(&self, other: &Self, least: f32, found: &mut impl FnMut(Separation)) {
        along_axes(
            (&self.min.to_array(), &self.max.to_array()),
            (&other.min.to_array(), &other.max.to_array()),
            least,
            found,
        );
    }

    #[inline]
    fn ball(&self) -> (Vec3, f32) {
        box_ball(self.min, self.max)
    }
}

impl Separations for Sphere {
    fn axes() -> &'static [Vec3] {
        &[]
    }

    #[inline]
    fn separations(&self, other: &Self, least: f32, found: &mut impl FnMut(Separation)) {
        let gap = self.distance_bound(other);
        if gap > least {
            let direction = (other.center - self.center).normalize_or_zero();
            found(Separation::Direction { direction, gap });
        }
    }

    #[inline]
    fn ball(&self) -> (Vec3, f32) {
        (self.center, self.radius)
    }
}

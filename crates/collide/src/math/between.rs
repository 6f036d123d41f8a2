//! A point between two others.

use std::ops::{Add, Mul, Sub};

/// The point at a share of the way from `a` (0) to `b` (1), at `a` exactly for the share 0.
///
/// glam's `lerp` weighs both ends instead, and did this before its version 0.31: this form keeps recordings of rounds
/// valid, whatever glam does next.
#[inline]
#[must_use]
pub fn between<V, S>(a: V, b: V, share: S) -> V
where
    V: Copy + Add<Output = V> + Sub<Output = V> + Mul<S, Output = V>,
{
    a + (b - a) * share
}

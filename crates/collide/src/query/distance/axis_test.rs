//! The rule by which the descent and the leaves decide if a separating axis is worth testing.

use crate::params;

/// Returns true if an axis that separated `separations` of `tests` pairs is worth testing on.
#[inline]
pub(super) fn is_axis_worthwhile(tests: u32, separations: u32) -> bool {
    params::AXIS_TESTS_PER_SEPARATION * separations + params::AXIS_TESTS_AT_FIRST >= tests
}

/// `f32::max` without its treatment of NaN, which costs a branch.
#[inline(always)]
pub(super) fn maximum(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

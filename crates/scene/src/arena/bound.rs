//! The range of a number that a level may set.

use std::ops::RangeInclusive;

/// A number that a level may set, with its valid range.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// Names of the fields that lead to the number, outermost first.
    pub field: &'static [&'static str],
    /// The number.
    pub value: f32,
    /// The valid range.
    pub range: RangeInclusive<f32>,
}

impl Bound {
    /// Creates the bound of a field.
    pub const fn new(
        field: &'static [&'static str],
        value: f32,
        range: RangeInclusive<f32>,
    ) -> Self {
        Bound {
            field,
            value,
            range,
        }
    }

    /// True if the number is in the range; false for NaN.
    pub fn holds(&self) -> bool {
        self.range.contains(&self.value)
    }
}

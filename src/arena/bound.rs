//! The range of a number that a level may set.

use std::ops::RangeInclusive;

/// A number that a level may set, and the range it has to be in.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The names of the fields that lead to it, outermost first.
    pub field: &'static [&'static str],
    /// The number.
    pub value: f32,
    /// What is allowed.
    pub range: RangeInclusive<f32>,
}

impl Bound {
    /// A bound of a field.
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

    /// Whether the number is in the range; NaN never is.
    pub fn holds(&self) -> bool {
        self.range.contains(&self.value)
    }
}

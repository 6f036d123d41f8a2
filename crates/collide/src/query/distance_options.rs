//! The accuracy of a distance query.

/// The error that a distance may have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DistanceOptions {
    /// The allowed error of the lower bound in metres: it may be below the distance by this much ...
    pub absolute: f32,
    /// ... or by this fraction of it (0 to 1), whichever is more. The more error is allowed, the less work is
    /// done.
    pub relative: f32,
}

impl DistanceOptions {
    /// The exact distance: the default.
    pub const EXACT: DistanceOptions = DistanceOptions {
        absolute: 0.0,
        relative: 0.0,
    };
}

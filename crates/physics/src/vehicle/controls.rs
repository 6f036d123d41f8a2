//! What a driver does with a vehicle.

/// What a driver wants from a vehicle during one step, whether a person or a program drives.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Controls {
    /// -1 full reverse .. 1 full ahead. Values outside are clamped, NaN counts as 0.
    pub throttle: f32,
    /// -1 left .. 1 right. Values outside are clamped, NaN counts as 0.
    pub steer: f32,
    /// Holds the wheels.
    pub brake: bool,
    /// Spends the boost store for more push.
    pub boost: bool,
}

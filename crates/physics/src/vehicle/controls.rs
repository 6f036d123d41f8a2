//! What a driver does with a vehicle.

/// What a driver wants from a vehicle during one step, whether a person or a program drives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Controls {
    /// -1 full reverse .. 1 full ahead. Values outside are clamped, NaN counts as 0.
    pub throttle: f32,
    /// -1 left .. 1 right. Values outside are clamped, NaN counts as 0.
    pub steer: f32,
    /// Holds the wheels.
    pub brake: bool,
    /// Multiplies acceleration and top speed ahead: 1 is the motor's own. Not below 0; NaN counts as 1.
    pub power: f32,
}

impl Default for Controls {
    fn default() -> Self {
        Controls {
            throttle: 0.0,
            steer: 0.0,
            brake: false,
            power: 1.0,
        }
    }
}

impl Controls {
    /// The same with all numbers in their range.
    pub(super) fn clamped(self) -> Controls {
        let number = |x: f32, instead: f32| if x.is_nan() { instead } else { x };
        Controls {
            throttle: number(self.throttle, 0.0).clamp(-1.0, 1.0),
            steer: number(self.steer, 0.0).clamp(-1.0, 1.0),
            power: number(self.power, 1.0).clamp(0.0, f32::MAX),
            ..self
        }
    }
}

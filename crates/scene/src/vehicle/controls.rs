//! The controls of a vehicle.

/// The controls of a vehicle for one step, from a person or a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Controls {
    /// -1 is full reverse, 1 is full ahead. Values outside are clamped, NaN counts as 0.
    pub throttle: f32,
    /// -1 is left, 1 is right. Values outside are clamped, NaN counts as 0.
    pub steer: f32,
    /// True to brake the wheels.
    pub brake: bool,
    /// The factor of acceleration and top speed ahead: 1 is the motor's own. Negative values count as 0, NaN
    /// as 1.
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
    /// These controls with all numbers in their range.
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

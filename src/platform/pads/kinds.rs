//! The parts and changes of a gamepad. Buttons have the names of the crate `gilrs`.

#[cfg(not(target_os = "wasi"))]
pub use gilrs::{Axis, Button};

/// The buttons in the order of the standard mapping.
#[cfg(target_os = "wasi")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Button {
    South,
    East,
    West,
    North,
    LeftTrigger,
    RightTrigger,
    LeftTrigger2,
    RightTrigger2,
    Select,
    Start,
    LeftThumb,
    RightThumb,
    DPadUp,
    DPadDown,
    DPadLeft,
    DPadRight,
    Mode,
}

/// The axes in the order of the standard mapping.
#[cfg(target_os = "wasi")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    LeftStickX,
    LeftStickY,
    RightStickX,
    RightStickY,
}

/// A change of a gamepad.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PadChange {
    /// A button was pressed.
    Pressed(Button),
    /// An axis moved to this value, from -1 to 1; right and up are positive.
    Moved(Axis, f32),
    /// The pad was unplugged.
    Lost,
}

/// A shake of a gamepad.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shake {
    /// Duration in milliseconds.
    pub milliseconds: u32,
    /// Magnitudes of the small and the large motor, from 0 to 1.
    pub weak: f32,
    pub strong: f32,
}

impl Shake {
    /// The shake of a crash with a strength from 0 to 1: a light contact ticks weakly, a hard crash shakes
    /// strongly.
    pub fn of(strength: f32) -> Self {
        let strength = strength.clamp(0.0, 1.0);
        Self {
            milliseconds: 70 + (260.0 * strength) as u32,
            weak: (0.25 + 0.5 * strength).clamp(0.0, 1.0),
            strong: (strength * strength * 1.2).clamp(0.0, 1.0),
        }
    }
}

//! Converts keys and sticks to the controls of a car.

use crate::app::params::DEAD_ZONE;
use crate::arena::Controls;

/// The controls that a player holds at the moment, from any device.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Held {
    /// -1 full backward to 1 full forward.
    pub drive: f32,
    /// -1 full left to 1 full right.
    pub steer: f32,
    pub brake: bool,
    pub boost: bool,
}

impl Held {
    /// Converts four direction keys, brake and boost.
    pub fn from_keys(
        forward: bool,
        backward: bool,
        left: bool,
        right: bool,
        brake: bool,
        boost: bool,
    ) -> Self {
        let axis = |plus: bool, minus: bool| f32::from(u8::from(plus)) - f32::from(u8::from(minus));
        Self {
            drive: axis(forward, backward),
            steer: axis(right, left),
            brake,
            boost,
        }
    }

    /// Converts a stick and two triggers (right forward, left backward). Without a trigger, the stick's
    /// vertical axis drives, so that one stick is enough.
    pub fn from_pad(
        x: f32,
        y: f32,
        right_trigger: f32,
        left_trigger: f32,
        brake: bool,
        boost: bool,
    ) -> Self {
        let triggers = right_trigger.clamp(0.0, 1.0) - left_trigger.clamp(0.0, 1.0);
        let drive = if triggers.abs() > 0.05 {
            triggers
        } else {
            settle(y)
        };
        Self {
            drive,
            steer: settle(x),
            brake,
            boost,
        }
    }

    /// Combines two devices of one player: on each axis the larger value counts.
    pub fn joined(self, other: Self) -> Self {
        let more = |a: f32, b: f32| if b.abs() > a.abs() { b } else { a };
        Self {
            drive: more(self.drive, other.drive),
            steer: more(self.steer, other.steer),
            brake: self.brake || other.brake,
            boost: self.boost || other.boost,
        }
    }

    /// Converts to the controls of the car.
    pub fn controls(self) -> Controls {
        Controls {
            throttle: self.drive,
            steer: self.steer,
            brake: self.brake,
            boost: self.boost,
        }
    }
}

/// Removes the dead zone from a stick's value and rescales the rest, so that a full push still gives 1.
pub fn settle(value: f32) -> f32 {
    if !value.is_finite() || value.abs() < DEAD_ZONE {
        return 0.0;
    }
    ((value.abs() - DEAD_ZONE) / (1.0 - DEAD_ZONE))
        .min(1.0)
        .copysign(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_keys_cancel_out() {
        let held = Held::from_keys(true, true, true, false, false, true);
        assert_eq!((held.drive, held.steer, held.boost), (0.0, -1.0, true));
    }

    #[test]
    fn a_resting_stick_does_nothing_and_a_full_one_everything() {
        let rest = Held::from_pad(0.1, -0.12, 0.0, 0.0, false, false);
        assert_eq!((rest.drive, rest.steer), (0.0, 0.0));
        let full = Held::from_pad(-1.0, 1.0, 0.0, 0.0, false, false);
        assert_eq!((full.drive, full.steer), (1.0, -1.0));
        assert_eq!(
            Held::from_pad(f32::NAN, 0.0, 0.0, 0.0, false, false).steer,
            0.0
        );
    }

    #[test]
    fn triggers_win_over_the_stick_and_the_stronger_device_wins() {
        let pad = Held::from_pad(0.0, 1.0, 0.0, 0.8, false, false);
        assert!((pad.drive + 0.8).abs() < 1e-6);
        let keys = Held::from_keys(true, false, false, false, true, false);
        let both = keys.joined(pad);
        assert_eq!((both.drive, both.brake), (1.0, true));
    }
}

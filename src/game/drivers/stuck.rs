//! When a driver is stuck, and for how long it then reverses: by what its tyres hold.

use crate::game::drivers::steering::Own;
use crate::params::{RETREAT_LENGTH, RETREAT_SPEED, STUCK_SECONDS, STUCK_SPEED, STUCK_WAY};

/// For how long a car has been stuck, and for how long it still reverses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stuck {
    /// In seconds.
    pub since: f32,
    /// In seconds.
    pub reverse_left: f32,
    /// The wheel while it reverses.
    pub steer: f32,
}

impl Stuck {
    /// Counts a step of some seconds with full throttle; true when it is time to reverse.
    pub(super) fn notice(&mut self, own: &Own, seconds: f32) -> bool {
        self.since = if own.velocity.length() < STUCK_SPEED {
            self.since + seconds
        } else {
            0.0
        };
        // A car that is free is faster than that after half the time.
        self.since > STUCK_SECONDS + STUCK_WAY / own.pull.max(0.1)
    }

    /// Counts a step of some seconds in reverse; false when it does not reverse, or has got away.
    pub(super) fn reverses(&mut self, own: &Own, seconds: f32) -> bool {
        if own.forwards() < -RETREAT_SPEED {
            self.reverse_left = 0.0;
        }
        self.reverse_left = (self.reverse_left - seconds).max(0.0);
        self.reverse_left > 0.0
    }

    /// Reverses for about [`RETREAT_LENGTH`], so that the nose comes round by an angle (to the right
    /// is positive, in radians).
    pub(super) fn back_off(&mut self, own: &Own, angle: f32) {
        // s = a t^2 / 2, once the speed forwards is gone.
        let stop = own.forwards().max(0.0) / own.pull_back.max(0.1);
        self.since = 0.0;
        self.reverse_left = stop + (2.0 * RETREAT_LENGTH / own.pull_back.max(0.1)).sqrt();
        // In reverse the nose goes the other way.
        self.steer = if angle < 0.0 { 1.0 } else { -1.0 };
    }
}

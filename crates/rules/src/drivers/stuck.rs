//! Detection of stuck cars, and the time to reverse, derived from the grip of the tyres.

use crate::drivers::steering::Own;
use crate::params::{RETREAT_LENGTH, RETREAT_SPEED, STUCK_SECONDS, STUCK_SPEED, STUCK_WAY};

/// Time for which a car has been stuck, and time for which it still reverses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stuck {
    /// Time so far, in seconds.
    pub since: f32,
    /// Time left, in seconds.
    pub reverse_left: f32,
    /// Steering value while it reverses.
    pub steer: f32,
}

impl Stuck {
    /// Counts a step of `seconds` with full throttle; returns true when it is time to reverse.
    pub(super) fn notice(&mut self, own: &Own, seconds: f32) -> bool {
        self.since = if own.velocity.length() < STUCK_SPEED {
            self.since + seconds
        } else {
            0.0
        };
        // A free car is faster than that after half the time.
        self.since > STUCK_SECONDS + STUCK_WAY / own.pull.max(0.1)
    }

    /// Counts a step of `seconds` in reverse; returns false once it no longer reverses.
    pub(super) fn reverses(&mut self, own: &Own, seconds: f32) -> bool {
        if own.forwards() < -RETREAT_SPEED {
            self.reverse_left = 0.0;
        }
        self.reverse_left = (self.reverse_left - seconds).max(0.0);
        self.reverse_left > 0.0
    }

    /// Reverses for about [`RETREAT_LENGTH`], so that the nose turns by an angle (in radians, right is
    /// positive).
    pub(super) fn back_off(&mut self, own: &Own, angle: f32) {
        // s = a t^2 / 2, after the forward speed is gone.
        let stop = own.forwards().max(0.0) / own.pull_back.max(0.1);
        self.since = 0.0;
        self.reverse_left = stop + (2.0 * RETREAT_LENGTH / own.pull_back.max(0.1)).sqrt();
        // In reverse the nose turns the other way.
        self.steer = if angle < 0.0 { 1.0 } else { -1.0 };
    }
}

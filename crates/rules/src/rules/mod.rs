//! Rules of scoring: credit for crashes, their names, and their points.
//!
//! The modes with points and with knock-outs each have a file of their rules. No rule depends on the window
//! or on a clock.

mod feat;
mod history;
mod knock_out;
mod points;
mod share;

pub use feat::Feat;
pub(super) use feat::{Side, flat_side, side};
pub(super) use history::History;
pub(super) use knock_out::{KnockOut, is_out};
pub use points::{Gain, GainFactor};
pub(super) use points::{award, lost_share, power, run_up_of, side_factor};
pub(super) use share::{Meeting, Motion};

use crate::params::{FINAL_SECONDS, LEAST_SHARE};
use dodgem_scene::level::Mode;

/// Returns the time before the end from which hits count double, in seconds; None if they never do.
pub(super) fn final_seconds(mode: Mode) -> Option<f32> {
    (mode == Mode::Points).then_some(FINAL_SECONDS)
}

/// True if a car with this share of a crash is credited with driving into the other.
pub fn is_credited(share: f32) -> bool {
    share >= LEAST_SHARE
}

//! What counts in a round: who drove into whom, what it is called, and what it gives.
//!
//! Every mode has a file of its own. None of them looks at the window or at a clock.

mod feat;
mod history;
mod knock_out;
mod points;
mod share;

pub use feat::Feat;
pub(super) use feat::{Side, flat_side, side};
pub(super) use history::History;
pub(super) use knock_out::{KnockOut, is_out};
pub use points::Gain;
pub(super) use points::{award, lost_share, power, run_up_of, side_factor};
pub(super) use share::{Meeting, Motion};

use crate::level::Mode;
use crate::params::{FINAL_SECONDS, LEAST_SHARE};

/// How long before the end hits begin to count double, in seconds; `None` if they never do.
pub(super) fn final_seconds(mode: Mode) -> Option<f32> {
    (mode == Mode::Points).then_some(FINAL_SECONDS)
}

/// Whether a car with that share of a crash is one that drove into the other.
pub fn is_credited(share: f32) -> bool {
    share >= LEAST_SHARE
}

//! How long the stages of a step took, if someone lends a clock.

use std::time::Duration;

/// A clock: the time since some fixed moment. A world has none of its own and never decides
/// anything by it; with one, [`PhaseTimes`] are filled in.
pub type Clock = fn() -> Duration;

/// The time that each stage of one step took; all zero without a [`Clock`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseTimes {
    /// Controls and wheels to forces, and forces to velocities.
    pub drive: Duration,
    /// Finding the pairs.
    pub broad: Duration,
    /// Finding the contacts of bodies that are near each other, and what is due at once there.
    pub contacts: Duration,
    /// What contacts do to the velocities.
    pub solve: Duration,
    /// Sweeping the pairs, and the impacts.
    pub sweep: Duration,
    /// Sleep, and what is noted for the next step.
    pub settle: Duration,
}

impl PhaseTimes {
    /// All stages together.
    pub fn total(&self) -> Duration {
        self.drive + self.broad + self.contacts + self.solve + self.sweep + self.settle
    }
}

/// Measures laps between stages.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    clock: Option<Clock>,
    last: Duration,
}

impl Stopwatch {
    pub(crate) fn start(clock: Option<Clock>) -> Self {
        Stopwatch {
            clock,
            last: clock.map(|now| now()).unwrap_or_default(),
        }
    }

    /// The time since the last lap, or since the start.
    pub(crate) fn lap(&mut self) -> Duration {
        let Some(now) = self.clock.map(|now| now()) else {
            return Duration::ZERO;
        };
        let lap = now.saturating_sub(self.last);
        self.last = now;
        lap
    }
}

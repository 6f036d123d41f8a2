//! How long the stages of a step took, if someone lends a clock.

use std::time::Duration;

/// A clock: the time since some fixed moment. The world has none of its own and never decides
/// anything by it; with one, [`StageTimes`] are filled in.
pub type Clock = fn() -> Duration;

/// The time that each stage of one step took; all zero without a [`Clock`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageTimes {
    /// Controls to velocities and wanted poses, walls included.
    pub drive: Duration,
    /// Finding the pairs.
    pub broad: Duration,
    /// Testing the pairs, with the responses and the tests after holds.
    pub narrow: Duration,
    /// Second tries of held bodies, and taking over the poses.
    pub settle: Duration,
}

impl StageTimes {
    /// All stages together.
    pub fn total(&self) -> Duration {
        self.drive + self.broad + self.narrow + self.settle
    }
}

/// Measures laps between stages.
pub(super) struct Stopwatch {
    clock: Option<Clock>,
    last: Duration,
}

impl Stopwatch {
    pub(super) fn start(clock: Option<Clock>) -> Self {
        Stopwatch {
            clock,
            last: clock.map(|now| now()).unwrap_or_default(),
        }
    }

    /// The time since the last lap, or since the start.
    pub(super) fn lap(&mut self) -> Duration {
        let Some(now) = self.clock.map(|now| now()) else {
            return Duration::ZERO;
        };
        let lap = now.saturating_sub(self.last);
        self.last = now;
        lap
    }
}

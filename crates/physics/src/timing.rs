//! How long the phases of a step take, if the world is lent a clock.

use std::time::Duration;

/// A clock: the time since some fixed moment. A world has none of its own and never decides
/// anything by it; with one, [`PhaseTimes`] are filled in.
pub type Clock = fn() -> Duration;

/// The time that each phase of one step took; all zero without a [`Clock`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseTimes {
    /// Waking islands, vehicles' forces, gravity and drag.
    pub forces: Duration,
    /// The broad phase over the swept boxes, and the pairs that came and went.
    pub broad_phase: Duration,
    /// The contacts of pairs that are close, and impacts that are due as the step begins.
    pub contacts: Duration,
    /// What contacts do to the velocities, speculative contacts included.
    pub solver: Duration,
    /// Sweeping the pairs, and the impacts.
    pub continuous_collision: Duration,
    /// Islands that fall asleep, and what is recorded for the next step.
    pub islands: Duration,
}

impl PhaseTimes {
    /// All phases together.
    pub fn total(&self) -> Duration {
        self.forces
            + self.broad_phase
            + self.contacts
            + self.solver
            + self.continuous_collision
            + self.islands
    }
}

/// Measures laps between phases.
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

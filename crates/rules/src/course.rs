//! The course of a round in time: countdown, running, over.

use crate::seconds_of;

/// Phase of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RoundPhase {
    /// No car moves yet.
    Countdown {
        /// Seconds until the start.
        left: f32,
    },
    /// Crashes count.
    Running {
        /// Seconds until the end.
        left: f32,
    },
    /// The result is final; the cars brake.
    Over,
}

/// The current step of a round, and the steps at which it starts and ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    step: u64,
    first_running: u64,
    first_over: u64,
}

impl Course {
    /// Creates the course of a round with a countdown of this many steps, which ends at the step `over`.
    pub fn new(countdown: u64, over: u64) -> Course {
        Course {
            step: 0,
            first_running: countdown,
            first_over: over,
        }
    }

    /// Returns the number of steps so far, including the countdown.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// Counts a step.
    pub fn advance(&mut self) {
        self.step += 1;
    }

    /// Ends the round at a step, unless it ends earlier.
    pub fn end_at(&mut self, step: u64) {
        self.first_over = self.first_over.min(step);
    }

    /// Returns the time from a step to the end, in seconds.
    pub fn left_from(&self, step: u64) -> f32 {
        seconds_of(self.first_over.saturating_sub(step))
    }

    /// Returns the phase.
    pub fn phase(&self) -> RoundPhase {
        if self.step < self.first_running {
            let left = seconds_of(self.first_running - self.step);
            RoundPhase::Countdown { left }
        } else if self.step < self.first_over {
            let left = self.left_from(self.step);
            RoundPhase::Running { left }
        } else {
            RoundPhase::Over
        }
    }

    /// True while crashes count.
    pub fn runs(&self) -> bool {
        matches!(self.phase(), RoundPhase::Running { .. })
    }

    /// Returns the number of steps in which crashes counted.
    pub fn running_steps(&self) -> u64 {
        self.step.clamp(self.first_running, self.first_over) - self.first_running
    }
}

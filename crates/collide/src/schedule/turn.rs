//! The interface of a schedule: tests go in, turns with a budget come out.

use crate::broad_phase::{BroadBody, Pair};

/// A narrow test to be run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// The bodies.
    pub pair: Pair,
    /// The importance of the test, 0 to 1: see [`Perception::priority`](crate::schedule::Perception::priority).
    pub priority: f32,
    /// True if the two were in contact in the last frame: a real collision, not only nearness.
    pub collided: bool,
}

impl Test {
    /// A test with priority 0 of two bodies that were not in contact.
    pub fn new(pair: Pair) -> Self {
        Test {
            pair,
            priority: 0.0,
            collided: false,
        }
    }
}

/// A test and its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The index into the tests passed to `begin`.
    pub test: usize,
    /// The budget in work units.
    pub budget: u64,
}

/// The state that a schedule carries from one frame to the next, for [`Schedule::recall`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduleMemory {
    /// For each queue, the pair that was served last: the next frame continues behind it.
    pub last_served: Vec<Option<Pair>>,
}

/// Orders the tests of a frame and shares the frame's budget among them. Deterministic: the same
/// calls give the same turns. A frame allocates only if it has more bodies or tests than any before.
pub trait Schedule: std::fmt::Debug + Send {
    /// The schedule's name, for panels and tables.
    fn name(&self) -> &'static str;

    /// Begins a frame with `total` work units for these tests (sorted by pair, as the broad phase gives them,
    /// each pair once; indices refer to `bodies`).
    fn begin(&mut self, total: u64, bodies: &[BroadBody], tests: &[Test]);

    /// The next test to run, if there is budget for one.
    fn next_turn(&mut self) -> Option<Turn>;

    /// Reports the number of units that the test of the last turn used.
    fn used(&mut self, units: u64);

    /// The number of tests that have had no turn in this frame.
    fn waiting(&self) -> usize;

    /// Writes the state on which later frames depend; nothing, for schedules that begin every frame anew.
    fn remember(&self, memory: &mut ScheduleMemory) {
        memory.last_served.clear();
    }

    /// Restores a state written by [`Schedule::remember`], so that the next frame continues from it.
    fn recall(&mut self, _memory: &ScheduleMemory) {}
}

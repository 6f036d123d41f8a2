//! The phases of a step, their durations if the world has a clock, and the state's hash after each phase.

use std::time::Duration;

/// A clock: the time since some fixed moment. A world has no clock of its own and never decides anything by
/// one; with one it fills in [`PhaseTimes`].
pub type Clock = fn() -> Duration;

/// The number of phases of a step.
pub const PHASES: usize = Phase::ALL.len();

/// A part of a step, in the order of execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Waking islands, forces of the program, gravity and drag.
    Forces,
    /// The broad phase over the swept boxes, and the pairs that began and ended.
    BroadPhase,
    /// The contacts of pairs that are close.
    Contacts,
    /// The changes of velocities by contacts, speculative contacts included.
    Solver,
    /// The sweeps of pairs, and the impacts.
    ContinuousCollision,
    /// Islands that fall asleep, and records for the next step.
    Islands,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Phase; 6] = [
        Phase::Forces,
        Phase::BroadPhase,
        Phase::Contacts,
        Phase::Solver,
        Phase::ContinuousCollision,
        Phase::Islands,
    ];

    /// The common name of the phase.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Forces => "forces",
            Phase::BroadPhase => "broad phase",
            Phase::Contacts => "contacts",
            Phase::Solver => "solver",
            Phase::ContinuousCollision => "continuous collision",
            Phase::Islands => "islands",
        }
    }
}

/// The time that each phase of one step took; all zero without a [`Clock`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseTimes {
    /// Waking islands, forces of the program, gravity and drag.
    pub forces: Duration,
    /// The broad phase over the swept boxes, and the pairs that began and ended.
    pub broad_phase: Duration,
    /// The contacts of pairs that are close.
    pub contacts: Duration,
    /// The changes of velocities by contacts, speculative contacts included.
    pub solver: Duration,
    /// The sweeps of pairs, and the impacts.
    pub continuous_collision: Duration,
    /// Islands that fall asleep, and records for the next step.
    pub islands: Duration,
}

impl PhaseTimes {
    /// The times in the order of [`Phase::ALL`].
    pub fn laps(&self) -> [Duration; Phase::ALL.len()] {
        [
            self.forces,
            self.broad_phase,
            self.contacts,
            self.solver,
            self.continuous_collision,
            self.islands,
        ]
    }

    /// Adds the time that a phase took.
    pub(crate) fn add(&mut self, phase: Phase, lap: Duration) {
        let time = match phase {
            Phase::Forces => &mut self.forces,
            Phase::BroadPhase => &mut self.broad_phase,
            Phase::Contacts => &mut self.contacts,
            Phase::Solver => &mut self.solver,
            Phase::ContinuousCollision => &mut self.continuous_collision,
            Phase::Islands => &mut self.islands,
        };
        *time += lap;
    }

    /// The sum of all phases.
    pub fn total(&self) -> Duration {
        self.laps().iter().sum()
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

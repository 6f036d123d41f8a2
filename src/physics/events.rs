//! What a step tells: impacts for the game, tests and costs for those who look inside.

use glam::Vec3;

use super::{BodyId, StageTimes};
use crate::collision::Counters;

/// Two bodies met, or a body met the arena's wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// The world's time at the end of the step, in seconds.
    pub time: f32,
    /// Where, in metres.
    pub point: Vec3,
    /// Unit vector in the floor plane from `a` to `b`, or from the wall inwards.
    pub normal: Vec3,
    /// One body.
    pub a: BodyId,
    /// The other; `None` is the arena's wall.
    pub b: Option<BodyId>,
    /// The change of momentum, in N s.
    pub impulse: f32,
    /// How fast they approached along the normal, in m/s.
    pub relative_speed: f32,
    /// Whether the test was cut by its budget, so that the hit is only supposed.
    pub cut: bool,
}

/// Slower meetings make no [`Impact`], in m/s: they are touches, and they would come every step.
pub const LEAST_IMPACT_SPEED: f32 = 0.3;

/// How a pair's test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairOutcome {
    /// Apart.
    Clear,
    /// They would overlap.
    Hit,
    /// The budget ran out; counts as a hit.
    Cut,
}

/// Why a pair was tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestRound {
    /// Both at the poses they want.
    Wanted,
    /// One of them was held meanwhile.
    Held,
    /// A held body tries again with its velocity after the hit.
    SecondTry,
}

/// One collision test of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairTest {
    /// The body with the lower index.
    pub a: BodyId,
    /// The other.
    pub b: BodyId,
    /// Why it was tested.
    pub round: TestRound,
    /// How it ended.
    pub outcome: PairOutcome,
    /// What it was allowed to cost, in work units.
    pub allowed: u64,
    /// What it cost, in work units.
    pub used: u64,
    /// Where the bodies meet, unless they are clear.
    pub point: Option<Vec3>,
}

/// What the last step did.
#[derive(Clone, Debug, Default)]
pub struct StepStats {
    /// Counters of all its collision tests.
    pub counters: Counters,
    /// Its collision tests in order.
    pub tests: Vec<PairTest>,
    /// What its collision tests were allowed to cost together, in work units.
    pub budget: u64,
    /// What they cost together, in work units.
    pub used: u64,
    /// What they cost more than each was allowed, in work units. A test can only stop between
    /// two of its own tests, so a little debt is normal.
    pub debt: u64,
    /// How many pairs the broad phase found.
    pub pairs: usize,
    /// How many bodies ended the step where they began it, because they were held.
    pub held: usize,
    /// How long the stages took, if the world has a clock.
    pub times: StageTimes,
}

impl StepStats {
    pub(super) fn clear(&mut self, budget: u64) {
        self.tests.clear();
        let tests = std::mem::take(&mut self.tests);
        *self = StepStats {
            tests,
            budget,
            ..StepStats::default()
        };
    }
}

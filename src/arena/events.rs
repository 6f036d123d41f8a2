//! What a step reports: impacts for the game, pairs and costs for the debug views.

use glam::Vec3;

use dodgem_physics::{Decisions, PairEnd, PhaseTimes, QueryCounters};

use crate::arena::{ActorId, HallPart};

/// Two actors met, or an actor met the hall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActorImpact {
    /// The arena's time when they met, in seconds.
    pub time: f64,
    /// Where, in metres.
    pub point: Vec3,
    /// Unit vector from `a` to `b`, or from the hall inwards.
    pub normal: Vec3,
    /// One actor.
    pub a: ActorId,
    /// What it met.
    pub met: Met,
    /// The change of momentum, in N s.
    pub impulse: f32,
    /// How fast they approached along the normal, in m/s.
    pub relative_speed: f32,
}

/// What an actor met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// Another actor.
    Actor(ActorId),
    /// A part of the hall.
    Hall(HallPart),
}

impl Met {
    /// The other actor, if it is one.
    pub fn actor(self) -> Option<ActorId> {
        match self {
            Met::Actor(actor) => Some(actor),
            Met::Hall(_) => None,
        }
    }
}

/// A pair that was swept, or should have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairTest {
    /// An actor.
    pub a: ActorId,
    /// The other one, or the hall.
    pub b: Met,
    /// How it ended.
    pub end: PairEnd,
    /// What it was allowed to cost, in work units.
    pub allowed: u64,
    /// What it cost, in work units.
    pub used: u64,
}

/// What the last step did.
#[derive(Clone, Debug, Default)]
pub struct StepStats {
    /// What its queries did, by kind.
    pub queries: QueryCounters,
    /// Which of their stages decided them.
    pub decided: Decisions,
    /// Its sweeps in order.
    pub tests: Vec<PairTest>,
    /// Its searches for contacts that took the whole shapes, in order.
    pub searches: Vec<PairTest>,
    /// What its sweeps and searches were allowed to cost together, in work units.
    pub budget: u64,
    /// What they cost together, in work units.
    pub used: u64,
    /// How many pairs the broad phase found.
    pub pairs: usize,
    /// Places at which the solver held two bodies apart.
    pub contacts: usize,
    /// Sweeps that their budget cut, those without any budget included.
    pub cuts: u64,
    /// Searches for contacts that their budget cut; their bodies go on with the contacts they had.
    pub search_cuts: u64,
    /// How many bodies wait at a safe place before the end of the step.
    pub waiting: u32,
    /// The seconds that they lack, together.
    pub debt: f64,
    /// Actors that were put back to where they started, because they had left the hall.
    pub put_back: Vec<ActorId>,
    /// How long the phases took, if the arena has a clock.
    pub times: PhaseTimes,
}

impl StepStats {
    /// Becomes like another one and keeps its own memory.
    pub(super) fn copy_from(&mut self, other: &StepStats) {
        let mut tests = std::mem::take(&mut self.tests);
        let mut searches = std::mem::take(&mut self.searches);
        let mut put_back = std::mem::take(&mut self.put_back);
        tests.clear();
        tests.extend_from_slice(&other.tests);
        searches.clear();
        searches.extend_from_slice(&other.searches);
        put_back.clear();
        put_back.extend_from_slice(&other.put_back);
        *self = StepStats {
            tests,
            searches,
            put_back,
            ..*other
        };
    }
}

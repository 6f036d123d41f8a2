//! Report of a step: impacts for the game, pairs and costs for the debug views.

use std::collections::VecDeque;

use glam::Vec3;

use dodgem_physics::{Decisions, PairEnd, PhaseTimes, QueryCounters};

use crate::arena::{ActorId, HallPart};
use crate::params::MISSES_KEPT;

/// An impact between two actors, or between an actor and the hall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActorImpact {
    /// The arena's time of the impact, in seconds.
    pub time: f64,
    /// Point of impact, in metres.
    pub point: Vec3,
    /// Unit vector from `a` to `b`, or from the hall inwards.
    pub normal: Vec3,
    /// One actor.
    pub a: ActorId,
    /// The object that it hit.
    pub met: Met,
    /// The change of momentum, in N s.
    pub impulse: f32,
    /// Closing speed along the normal, in m/s.
    pub relative_speed: f32,
}

/// A meeting that discrete collision missed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActorMiss {
    /// The arena's time at which the two met, in seconds.
    pub time: f64,
    /// Point where they met, in metres.
    pub point: Vec3,
    /// One actor.
    pub a: ActorId,
    /// The object through which it went.
    pub met: Met,
}

/// The meetings that discrete collision missed so far.
#[derive(Clone, Debug, Default)]
pub struct Misses {
    /// Their number.
    pub count: u64,
    /// The last of them, the latest at the end.
    pub recent: VecDeque<ActorMiss>,
}

impl Misses {
    /// Adds one.
    pub(super) fn note(&mut self, miss: ActorMiss) {
        self.count += 1;
        if self.recent.len() >= MISSES_KEPT {
            self.recent.pop_front();
        }
        self.recent.push_back(miss);
    }

    /// Copies another value into the memory of this one.
    pub(super) fn copy_from(&mut self, other: &Misses) {
        self.count = other.count;
        self.recent.clear();
        self.recent.extend(&other.recent);
    }
}

/// The object that an actor hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// Another actor.
    Actor(ActorId),
    /// A part of the hall.
    Hall(HallPart),
}

impl Met {
    /// Returns the other actor, if it is one.
    pub fn actor(self) -> Option<ActorId> {
        match self {
            Met::Actor(actor) => Some(actor),
            Met::Hall(_) => None,
        }
    }
}

/// A pair that was swept or searched for contacts, or that got no budget for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairTest {
    /// An actor.
    pub a: ActorId,
    /// The other one, or the hall.
    pub b: Met,
    /// Result of the query.
    pub end: PairEnd,
    /// Budget of the query, in work units.
    pub allowed: u64,
    /// Cost of the query, in work units.
    pub used: u64,
}

/// Statistics of the last step.
#[derive(Clone, Debug, Default)]
pub struct StepStats {
    /// Counters of its queries, by kind.
    pub queries: QueryCounters,
    /// Number of decisions by each stage of the queries.
    pub decided: Decisions,
    /// Its sweeps, in order.
    pub tests: Vec<PairTest>,
    /// Its contact searches that used the whole shapes, in order.
    pub searches: Vec<PairTest>,
    /// Budget of all sweeps and contact searches together, in work units.
    pub budget: u64,
    /// Cost of all of them together, in work units.
    pub used: u64,
    /// Number of pairs that the broad phase found.
    pub pairs: usize,
    /// Number of contact points at which the solver held two bodies apart.
    pub contacts: usize,
    /// Number of sweeps that the budget cut, including those that got no budget.
    pub cuts: u64,
    /// Number of contact searches that the budget cut; their bodies keep their previous contacts.
    pub search_cuts: u64,
    /// Number of bodies that wait at a safe time before the end of the step.
    pub waiting: u32,
    /// Total time by which they lag, in seconds.
    pub debt: f64,
    /// Actors that left the hall and were put back to their start.
    pub put_back: Vec<ActorId>,
    /// Duration of each phase, if the arena has a clock.
    pub times: PhaseTimes,
}

impl StepStats {
    /// Copies another value but keeps its own allocations, so that no memory is allocated in the steady
    /// state.
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

//! The report of a step.

use glam::Vec3;
use serde::Serialize;

use crate::bodies::Bodies;
use crate::body::BodyId;
use crate::joint::BrokenJoint;
use crate::meetings::Meeting;
use crate::pair_cache::OverlappingPairs;
use crate::reserve::{Reserved, copy, reserve};
use crate::shape_queries::ShapeQueries;
use crate::{PHASES, PhaseTimes};
use dodgem_collide::Counters;
use dodgem_collide::query::toi::SweepRecord;
use dodgem_collide::query::{Stage, StageCounts};

/// Two bodies met, closing faster than [`Settings::rest_speed`](crate::Settings::rest_speed).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// When, in seconds from the start of the step.
    pub time: f32,
    /// Where, in the world.
    pub point: Vec3,
    /// From `a` to `b`, of length 1.
    pub normal: Vec3,
    /// The body with the lower index.
    pub a: BodyId,
    /// The other.
    pub b: BodyId,
    /// The size of the impulse that each gave the other, in N s.
    pub impulse: f32,
    /// How fast they closed along the normal, in m/s.
    pub relative_speed: f32,
    /// The index of the sweep that found it in [`StepReport::sweep_records`]; `None` if there was no work
    /// for any sweep, and a spent budget counts as a hit.
    pub sweep: Option<u32>,
    /// The stage of the query that fixed the time; `None` if a spent budget counted as a hit.
    pub decided_by: Option<Stage>,
}

/// A place where two bodies are close to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The body with the lower index.
    pub a: BodyId,
    /// The other.
    pub b: BodyId,
    /// Where, in the world.
    pub point: Vec3,
    /// From `a` to `b`, of length 1.
    pub normal: Vec3,
    /// How far they were apart there, in metres.
    pub distance: f32,
    /// How strongly they press on each other, in N.
    pub force: f32,
    /// Whether the solver treated the contact; else the bodies part there, or close too fast for it.
    pub held: bool,
}

/// How a pair's query ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PairEnd {
    /// The pair stays apart for the rest of the step.
    Clear,
    /// The pair meets.
    Meets,
    /// Its budget ended before that was known, or there was none left for it.
    Cut,
}

/// A pair that was swept, or should have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairTurn {
    /// The body with the lower index.
    pub a: BodyId,
    /// The other.
    pub b: BodyId,
    /// How it ended.
    pub end: PairEnd,
    /// Its budget, in work units; [`u64::MAX`] is without limit.
    pub allowed: u64,
    /// What it cost, in work units.
    pub used: u64,
}

/// What the queries of a step did, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct QueryCounters {
    /// Times of impact.
    pub sweeps: Counters,
    /// Searches for contacts.
    pub contacts: Counters,
    /// Rays of wheels.
    pub rays: Counters,
}

impl std::ops::AddAssign for QueryCounters {
    fn add_assign(&mut self, other: QueryCounters) {
        self.sweeps += other.sweeps;
        self.contacts += other.contacts;
        self.rays += other.rays;
    }
}

/// Which stages decided the queries of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Decisions {
    /// Of all impacts.
    pub impacts: StageCounts,
    /// Of all sweeps of pairs whose paths may cross.
    pub sweeps: StageCounts,
    /// Of all queries for contacts.
    pub contacts: StageCounts,
}

impl std::ops::AddAssign for Decisions {
    fn add_assign(&mut self, other: Decisions) {
        self.impacts += other.impacts;
        self.sweeps += other.sweeps;
        self.contacts += other.contacts;
    }
}

/// What the last step did.
#[derive(Clone, Debug, Default)]
pub struct StepReport {
    /// The impacts, in the order of their times.
    pub impacts: Vec<Impact>,
    /// The contacts and meetings of sensors that began in this step, and those that ended since the last one,
    /// also by the removal of a body, sorted by the places of the bodies. What flies through a sensor within a
    /// step begins in that step and ends in the next one.
    pub began: Vec<Meeting>,
    /// See [`StepReport::began`].
    pub ended: Vec<Meeting>,
    /// The joints that broke, in the order of their places in the world.
    pub broken: Vec<BrokenJoint>,
    /// The sweeps that found an impact, or that their budget cut, as they were asked. Some of their impacts
    /// never happened, because another one came first.
    pub sweep_records: Vec<SweepRecord>,
    /// The pairs that were swept, in that order, again after every impact.
    pub turns: Vec<PairTurn>,
    /// The pairs whose contacts took a search of their whole shapes, and how that ended:
    /// [`PairEnd::Meets`] with contacts, [`PairEnd::Clear`] without. If it was cut, the pair keeps
    /// what is left of its contacts of the step before.
    pub searches: Vec<PairTurn>,
    /// What the queries did.
    pub queries: QueryCounters,
    /// Which of their stages decided them.
    pub decided: Decisions,
    /// How long the phases took, if the world has a clock.
    pub times: PhaseTimes,
    /// The state's hash after each phase, if [`World::hash_phases`](crate::World::hash_phases) asked for it; else all zero.
    pub phase_hashes: [u64; PHASES],
    /// Pairs that the broad phase found.
    pub pairs: usize,
    /// Places where two bodies were held apart by the solver.
    pub contacts: usize,
    /// Pairs swept, again after every impact.
    pub sweeps: u64,
    /// Sweeps that the budget cut.
    pub cuts: u64,
    /// Work units of all sweeps. Those of contacts are in the counters.
    pub work: u64,
    /// Times at which something happened within the step: impacts, touches, turns.
    pub events: u64,
    /// Pairs that overlapped when they were swept, and those that sleep inside each other because they were put to sleep
    /// there: only bodies that were put into each other overlap. The solver pushes them apart while they are awake.
    pub overlapping: u64,
    /// Bodies that ended the step before its end and wait there.
    pub waiting: u32,
    /// The time that they lack, together, in seconds.
    pub debt: f64,
    /// Bodies that sleep.
    pub asleep: u32,
    /// Bodies put back and stopped because their numbers left the range of floats.
    pub lost: u32,
}

impl StepReport {
    /// Makes room for so many of each.
    pub(super) fn reserve(&mut self, counts: &Reserved) {
        reserve(&mut self.impacts, counts.events);
        reserve(&mut self.began, counts.pairs);
        reserve(&mut self.ended, counts.pairs);
        reserve(&mut self.sweep_records, counts.events);
        reserve(&mut self.turns, counts.pairs + counts.events);
        reserve(&mut self.searches, counts.pairs);
    }

    /// Makes room for so many joints that break.
    pub(super) fn reserve_broken(&mut self, joints: usize) {
        reserve(&mut self.broken, joints);
    }

    /// Adds what the queries of the step did, and how things stand at its end.
    pub(super) fn finish(
        &mut self,
        queries: &mut ShapeQueries,
        bodies: &Bodies,
        pairs: &OverlappingPairs,
    ) {
        self.pairs = pairs.pairs.len();
        // Of those that sleep nothing was swept.
        let rest = |index: u32| bodies.motion(index).is_resting();
        let asleep = (pairs.pairs.iter()).filter(|near| rest(near.pair.a) && rest(near.pair.b));
        self.overlapping += asleep.filter(|near| pairs.is_overlapping(near)).count() as u64;
        self.asleep = bodies.list.iter().filter(|body| body.is_asleep()).count() as u32;
        self.queries.sweeps += queries.sweep_counters;
        self.queries.contacts += queries.contact_counters;
        // The next step begins with none.
        std::mem::swap(&mut self.sweep_records, &mut queries.sweep_records);
        self.decided.contacts = queries.contacts_decided;
        for impact in &self.impacts {
            self.decided.impacts.count(impact.decided_by);
        }
    }

    /// Copies another report into the memory of this one.
    pub(super) fn copy_from(&mut self, other: &StepReport) {
        let mut lists = self.take_lists();
        copy(&mut lists.impacts, &other.impacts);
        copy(&mut lists.began, &other.began);
        copy(&mut lists.ended, &other.ended);
        copy(&mut lists.broken, &other.broken);
        copy(&mut lists.sweep_records, &other.sweep_records);
        copy(&mut lists.turns, &other.turns);
        copy(&mut lists.searches, &other.searches);
        let StepReport {
            impacts,
            began,
            ended,
            broken,
            sweep_records,
            turns,
            searches,
            ..
        } = lists;
        *self = StepReport {
            impacts,
            began,
            ended,
            broken,
            sweep_records,
            turns,
            searches,
            ..*other
        };
    }

    /// Empties it and keeps its memory.
    pub(super) fn clear(&mut self) {
        *self = self.take_lists();
        self.impacts.clear();
        self.began.clear();
        self.ended.clear();
        self.broken.clear();
        self.sweep_records.clear();
        self.turns.clear();
        self.searches.clear();
    }

    /// A report with the lists of this one and nothing else; this one has none afterwards.
    fn take_lists(&mut self) -> StepReport {
        use std::mem::take;
        StepReport {
            impacts: take(&mut self.impacts),
            began: take(&mut self.began),
            ended: take(&mut self.ended),
            broken: take(&mut self.broken),
            sweep_records: take(&mut self.sweep_records),
            turns: take(&mut self.turns),
            searches: take(&mut self.searches),
            ..StepReport::default()
        }
    }
}

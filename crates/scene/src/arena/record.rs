//! The record of an arena's steps: impacts, statistics and what the views need to repeat sweeps.

use std::collections::VecDeque;

use dodgem_physics::{PairTurn, QueryCounters, World};

use crate::arena::owners::Owners;
use crate::arena::recent_contacts::RecentContacts;
use crate::arena::toi_trace::ToiTrace;
use crate::arena::{ActorId, ActorImpact, ActorMiss, HallPart, Met, Misses, PairTest, StepStats};
use crate::params::{EVENTS_PER_STEP, MAX_TOI_TRACES, PAIR_TESTS_PER_ACTOR};

/// Impacts and statistics of the last step, and of recent ones.
#[derive(Clone, Debug)]
pub(super) struct Record {
    events: Vec<ActorImpact>,
    stats: StepStats,
    totals: QueryCounters,
    /// The latest last.
    traces: VecDeque<ToiTrace>,
    recent: RecentContacts,
    misses: Misses,
}

/// The state of a [`Record`] between two steps, without recent contacts.
#[derive(Clone, Default)]
pub(super) struct RecordSnapshot {
    events: Vec<ActorImpact>,
    stats: StepStats,
    totals: QueryCounters,
    traces: VecDeque<ToiTrace>,
    misses: Misses,
}

impl Record {
    /// Creates an empty record with room for the impacts of a step.
    pub fn new() -> Record {
        Record {
            events: Vec::with_capacity(EVENTS_PER_STEP),
            stats: StepStats::default(),
            totals: QueryCounters::default(),
            traces: VecDeque::new(),
            recent: RecentContacts::new(),
            misses: Misses::default(),
        }
    }

    /// Returns the impacts of the last step, ordered by time.
    pub fn events(&self) -> &[ActorImpact] {
        &self.events
    }

    /// Returns the statistics of the last step.
    pub fn stats(&self) -> &StepStats {
        &self.stats
    }

    /// Returns the counters of all steps so far.
    pub fn totals(&self) -> &QueryCounters {
        &self.totals
    }

    /// Returns the stored sweeps of impacts, the latest last.
    pub fn traces(&self) -> &VecDeque<ToiTrace> {
        &self.traces
    }

    /// Returns the meetings that went unnoticed.
    pub fn misses(&self) -> &Misses {
        &self.misses
    }

    /// Returns the recent impacts and contacts.
    pub fn recent(&self) -> &RecentContacts {
        &self.recent
    }

    /// Turns the recording of contacts on or off.
    pub fn remember_contacts(&mut self, wanted: bool) {
        self.recent.notes_contacts = wanted;
    }

    /// Records that an actor was put back to its start.
    pub fn note_put_back(&mut self, id: ActorId) {
        self.stats.put_back.push(id);
    }

    /// Records the last step of a world, which began at the time `begin` in seconds, with this many actors and
    /// this budget in work units.
    pub fn note_step(
        &mut self,
        world: &World,
        owners: &Owners,
        begin: f64,
        (actors, budget): (usize, u64),
    ) {
        self.note_events(world, owners, begin);
        self.note_misses(world, owners, begin);
        self.note_stats(world, owners, (actors, budget));
    }

    fn note_events(&mut self, world: &World, owners: &Owners, begin: f64) {
        self.events.clear();
        self.recent.begin_step(world.steps());
        for index in 0..world.report().impacts.len() {
            let impact = world.report().impacts[index];
            let Some((a, met, _)) = owners.pair(impact.a, impact.b) else {
                continue;
            };
            // The hall's bodies come first in the world, so a normal from the hall points inwards, as
            // [`ActorImpact`] requires.
            let event = ActorImpact {
                time: begin + f64::from(impact.time),
                point: impact.point,
                normal: impact.normal,
                a,
                met,
                impulse: impact.impulse,
                relative_speed: impact.relative_speed,
            };
            self.events.push(event);
            self.recent.note_impact(world.steps(), event);
            let record = impact.sweep.map(|index| index as usize);
            let record = record.and_then(|index| world.report().sweep_records.get(index));
            if let Some(record) = record.copied()
                && matches!(met, Met::Actor(_) | Met::Hall(HallPart::Wall))
            {
                if self.traces.len() == MAX_TOI_TRACES {
                    self.traces.pop_front();
                }
                self.traces.push_back(ToiTrace {
                    step: world.steps(),
                    bodies: [impact.a, impact.b],
                    record,
                    speed: impact.relative_speed,
                });
            }
        }
    }

    fn note_misses(&mut self, world: &World, owners: &Owners, begin: f64) {
        for miss in &world.report().misses {
            if let Some((a, met, _)) = owners.pair(miss.a, miss.b) {
                self.misses.note(ActorMiss {
                    time: begin + f64::from(miss.time),
                    point: miss.point,
                    a,
                    met,
                });
            }
        }
    }

    fn note_stats(&mut self, world: &World, owners: &Owners, (actors, budget): (usize, u64)) {
        let held = world.contacts().filter(|contact| contact.active);
        self.recent.note_contacts(world.steps(), held);
        let mut tests = std::mem::take(&mut self.stats.tests);
        let mut searches = std::mem::take(&mut self.stats.searches);
        tests.clear();
        searches.clear();
        // Reserves room for a crowd from the first step on.
        let room = PAIR_TESTS_PER_ACTOR * (actors + 1);
        tests.reserve(room);
        searches.reserve(room);
        let report = world.report();
        let test = |turn: &PairTurn| {
            let (a, b, _) = owners.pair(turn.a, turn.b)?;
            Some(PairTest {
                a,
                b,
                end: turn.end,
                allowed: turn.allowed,
                used: turn.used,
            })
        };
        tests.extend(report.turns.iter().filter_map(test));
        searches.extend(report.searches.iter().filter_map(test));
        self.totals += report.queries;
        let stats = &mut self.stats;
        stats.tests = tests;
        stats.searches = searches;
        stats.queries = report.queries;
        stats.decided = report.decided;
        stats.budget = budget;
        // A contact search costs one unit more than its counters.
        let ran = report.searches.iter().filter(|turn| turn.used > 0).count();
        stats.used = report.work + report.queries.contacts.work() + ran as u64;
        stats.pairs = report.pairs;
        stats.contacts = report.contacts;
        stats.cuts = report.cuts;
        stats.search_cuts = report.queries.contacts.cuts;
        stats.waiting = report.waiting;
        stats.debt = report.debt;
        stats.times = report.times;
        stats.put_back.clear();
    }

    /// Copies the state into a snapshot, whose memory it reuses.
    pub fn snapshot_into(&self, snapshot: &mut RecordSnapshot) {
        snapshot.events.clear();
        snapshot.events.extend_from_slice(&self.events);
        snapshot.stats.copy_from(&self.stats);
        snapshot.totals = self.totals;
        snapshot.traces.clear();
        snapshot.traces.extend(self.traces.iter().cloned());
        snapshot.misses.copy_from(&self.misses);
    }

    /// Restores a snapshot.
    pub fn restore(&mut self, snapshot: &RecordSnapshot) {
        self.events.clear();
        self.events.extend_from_slice(&snapshot.events);
        self.stats.copy_from(&snapshot.stats);
        self.totals = snapshot.totals;
        self.traces.clear();
        self.traces.extend(snapshot.traces.iter().cloned());
        self.misses.copy_from(&snapshot.misses);
    }
}

impl RecordSnapshot {
    /// Returns the size in memory beyond that of the struct, in bytes.
    pub fn size(&self) -> usize {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        let stats = &self.stats;
        of(&self.events)
            + of(&stats.tests)
            + of(&stats.searches)
            + of(&stats.put_back)
            + self.traces.capacity() * size_of::<ToiTrace>()
            + self.misses.recent.capacity() * size_of::<ActorMiss>()
    }
}

//! The budget of a step's queries about shapes, their cost so far, and the memory that they share. Contacts are
//! asked for here, times of impact in `ccd/pair.rs` and `ccd/sensors.rs`; users of the world ask in
//! `scene_query.rs`.

use std::time::{Duration, Instant};

use crate::body::Body;
use crate::params::RESERVED_NEAR_POINTS;
use crate::reserve::{Reserved, reserve};
use crate::settings::{BudgetClock, Settings};
use dodgem_collide::query::{Answer, PairCache, PlacedCollider, Stage, StageCounts, SweepRecord};
use dodgem_collide::{Budget, ContactPoint, Counters, Query, Shape};

/// The queries, with their work budget and memory that is used again and again.
#[derive(Clone, Debug)]
pub(super) struct ShapeQueries {
    pub query: Query,
    /// Work units left for all queries; [`u64::MAX`] is without limit.
    pub left: u64,
    /// See [`Settings::turns_below`].
    turns_below: u64,
    /// The unit of the budget, work or time; and the start of the last query if it is time.
    clock: BudgetClock,
    begun: Option<Instant>,
    /// Nanoseconds that are spent but not yet subtracted, below a microsecond.
    nanoseconds: u64,
    /// Work units of the last query.
    pub used: u64,
    /// Counters of all sweeps, and of all searches for contacts, since [`ShapeQueries::begin`].
    pub sweep_counters: Counters,
    pub contact_counters: Counters,
    /// The stages that decided the queries for contacts since [`ShapeQueries::begin`].
    pub contacts_decided: StageCounts,
    /// The sweeps since [`ShapeQueries::begin`] that found an impact or were cut, as they were asked.
    pub sweep_records: Vec<SweepRecord>,
    points: Vec<ContactPoint>,
    /// The points where two bodies are, during a search where they are not.
    points_here: Vec<ContactPoint>,
}

impl Default for ShapeQueries {
    fn default() -> Self {
        ShapeQueries {
            query: Query::default(),
            left: u64::MAX,
            turns_below: u64::MAX,
            clock: BudgetClock::Work,
            begun: None,
            nanoseconds: 0,
            used: 0,
            sweep_counters: Counters::default(),
            contact_counters: Counters::default(),
            contacts_decided: StageCounts::default(),
            sweep_records: Vec::new(),
            points: Vec::with_capacity(RESERVED_NEAR_POINTS),
            points_here: Vec::with_capacity(RESERVED_NEAR_POINTS),
        }
    }
}

impl ShapeQueries {
    /// Reserves memory for this many sweeps that have an event.
    pub fn reserve(&mut self, counts: &Reserved) {
        reserve(&mut self.sweep_records, counts.events);
    }

    /// Begins a step with `left` work units.
    pub fn begin(&mut self, left: u64, settings: &Settings) {
        (self.left, self.clock, self.begun) = (left, settings.clock, None);
        self.turns_below = settings.turns_below;
        self.query.set_stages(settings.stages);
        self.query.set_search(settings.search);
        self.contacts_decided = StageCounts::default();
        self.sweep_records.clear();
        self.sweep_counters = Counters::default();
        self.contact_counters = Counters::default();
    }

    /// The budget of a pair that does not wait for its turn, in work units; none if work is scarce and it must wait.
    pub fn without_turn(&self) -> Option<u64> {
        match self.left {
            u64::MAX => Some(u64::MAX),
            left => left
                .checked_sub(self.turns_below)
                .filter(|units| *units > 0),
        }
    }

    /// The budget of the next query, at most `allowed` work units.
    pub fn budget(&mut self, allowed: u64) -> Budget {
        match (self.left.min(allowed), self.clock) {
            (u64::MAX, _) => Budget::Unlimited,
            (units, BudgetClock::Work) => Budget::Work(units),
            (microseconds, BudgetClock::Time) => {
                self.begun = Some(Instant::now());
                Budget::Time(Duration::from_micros(microseconds))
            }
        }
    }

    /// Subtracts the work units of a query from those that are left; if time counts, its time.
    fn spend(&mut self, used: u64) {
        let used = self.begun.take().map_or(used, |begun| {
            // A query costs something, so that no budget lasts for ever; many take less than a microsecond.
            let taken = begun.elapsed().as_nanos().clamp(1, u128::from(u32::MAX)) as u64;
            self.nanoseconds += taken;
            let used = self.nanoseconds / 1000;
            self.nanoseconds %= 1000;
            used
        });
        self.used = used;
        if self.left != u64::MAX {
            self.left = self.left.saturating_sub(used);
        }
    }

    /// The contact points that the last query found.
    pub fn points(&self) -> &[ContactPoint] {
        &self.points
    }

    /// Finds the contacts of two bodies, at most `tolerance` metres apart, by the stages that are enabled in the
    /// query. The answer is a lower bound of their distance, in metres; none if these stages cannot decide.
    fn contacts_by_stages(
        &mut self,
        both: [PlacedCollider; 2],
        tolerance: f64,
        allowed: u64,
        cache: &mut PairCache,
    ) -> Answer<Option<f64>> {
        self.query.budget = self.budget(allowed);
        let found = (self.query).contacts_of(both, tolerance, cache, &mut self.points);
        self.contact_counters += found.cost;
        self.spend(found.charge());
        found
    }

    /// The gap of two bodies across a plane, in metres, if it is larger than `tolerance`.
    pub fn gap_across(
        &mut self,
        bodies: [&Body; 2],
        tolerance: f64,
        cache: &mut PairCache,
    ) -> Option<f64> {
        self.query.up_to(Stage::Plane);
        self.contacts_by_stages(bodies.map(Body::placed), tolerance, u64::MAX, cache)
            .value
    }

    /// Finds the contacts of two bodies, at most `tolerance` metres apart, if that takes no search.
    /// Returns a lower bound of the bodies' distance, in metres; none if only a search can decide, or if too
    /// few work units are left.
    pub fn quick_contacts(
        &mut self,
        bodies: [&Body; 2],
        tolerance: f64,
        cache: &mut PairCache,
    ) -> Option<f64> {
        self.query.after(Stage::Plane).up_to(Stage::Convex);
        let found = self.contacts_by_stages(bodies.map(Body::placed), tolerance, u64::MAX, cache);
        if found.is_some() {
            self.contacts_decided.count(found.decided_by);
        }
        found.value
    }

    /// Counts a search for contacts that no work was left for.
    pub fn note_search_left_out(&mut self) {
        self.contacts_decided.count(None);
    }

    /// Searches all of two bodies for contacts, at most `tolerance` metres apart, with at most
    /// `allowed` work units. Returns a lower bound of the bodies' distance, in metres; none, and no
    /// contacts, if the work does not suffice.
    pub fn search_contacts(
        &mut self,
        bodies: [&Body; 2],
        tolerance: f64,
        allowed: u64,
        cache: &mut PairCache,
    ) -> Option<f64> {
        self.query.after(Stage::Convex);
        let found = self.contacts_by_stages(bodies.map(Body::placed), tolerance, allowed, cache);
        self.contacts_decided.count(found.decided_by);
        found.value
    }

    /// Searches all of two bodies for contacts at other places, after a search where they are. Returns false, and
    /// leaves the points of that search, if the two overlap there or are too far apart, or if the work does not
    /// suffice.
    pub fn search_contacts_at(
        &mut self,
        both: [PlacedCollider; 2],
        tolerance: f64,
        allowed: u64,
        mut cache: PairCache,
    ) -> bool {
        self.query.after(Stage::Convex);
        let before = self.used;
        std::mem::swap(&mut self.points, &mut self.points_here);
        let found = self.contacts_by_stages(both, tolerance, allowed, &mut cache);
        self.used += before;
        let is_found = found.value.is_some_and(|gap| gap > 0.0) && !self.points.is_empty();
        if !is_found {
            std::mem::swap(&mut self.points, &mut self.points_here);
        }
        is_found
    }

    /// The query object, for a question about two bodies on their paths with at most `allowed` work units. Its
    /// answer goes to [`ShapeQueries::book_sweep`].
    pub fn for_sweep(&mut self, allowed: u64) -> &mut Query {
        self.query.budget = self.budget(allowed);
        &mut self.query
    }

    /// Books the cost of a question about two bodies on their paths. Returns its work units.
    pub fn book_sweep<T>(&mut self, answer: &Answer<T>) -> u64 {
        self.sweep_counters += answer.cost;
        self.spend(answer.charge());
        answer.charge()
    }

    /// Finds the contacts of two bodies for an observer, by a query of its own that no count of the step notes. It
    /// takes from the work that is left. Returns false if that does not suffice.
    pub fn observe_contacts(
        &mut self,
        query: &mut Query,
        [a, b]: [&Body; 2],
        tolerance: f64,
        points: &mut Vec<ContactPoint>,
    ) -> bool {
        query.budget = self.budget(u64::MAX);
        let both = [a.placed(), b.placed()];
        let found = query.contacts_of(both, tolerance, &mut PairCache::default(), points);
        self.spend(found.charge());
        found.value.is_some()
    }

    /// The contacts of two bodies, at most `tolerance` metres apart; none if too few work units are left.
    pub fn contacts(
        &mut self,
        bodies: [&Body; 2],
        tolerance: f64,
        cache: &mut PairCache,
    ) -> &[ContactPoint] {
        let known = self.quick_contacts(bodies, tolerance, cache);
        if known.is_none() {
            self.search_contacts(bodies, tolerance, u64::MAX, cache);
        }
        &self.points
    }

    /// Lets memory grow now and not in a later step, for queries on a mesh.
    pub fn warm_up(&mut self, mesh: &Shape) {
        self.query.warm_up(mesh);
    }
}

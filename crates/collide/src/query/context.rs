//! The state of one query from its start to its answer: its budget, its counters, the stages that may
//! decide it, and the buffers that all queries share.

use crate::bounding::{BoundingSphere, Kdop6, Kdop14, Kdop18, Kdop26, RelativeBox};
use crate::budget::{Budget, Meter};
use crate::bvh::MovedVolumeCache;
use crate::counters::Counters;
use crate::narrow_phase::EpaScratch;
use crate::narrow_phase::piece_transform::MovedPieces;
use crate::params::{NEAR_POINT_CAPACITY, RESERVED_NODES};
use crate::query::account::Account;
use crate::query::answer::Answer;
use crate::query::compound::PendingPair;
use crate::query::contacts::{ContactPoint, ContactScratch};
use crate::query::convex_mesh::Traversal;
use crate::query::distance::DistanceScratch;
use crate::query::hull_pair::HullScratch;
use crate::query::outcome::{Decided, Outcome};
use crate::query::search_options::SearchOptions;
use crate::query::stage::{Stage, Stages};
use crate::query::toi::SweepScratch;
use crate::query::trace::{Finding, Trace};

/// The context of one query. [`Query`](crate::Query) begins it, passes it down, and reads the cost from it
/// when the answer is known. The buffers stay for the next query, so that queries allocate nothing in the
/// steady state.
#[derive(Debug)]
pub(crate) struct QueryContext {
    /// The budget of the query and the work units taken from it.
    pub meter: Meter,
    /// The work of the query, by kind.
    pub counters: Counters,
    /// The stages that may decide.
    pub stages: Stages,
    /// The options of the search of two trees.
    pub search: SearchOptions,
    /// The range of stages that this query runs, and that of the next query.
    pub range: StageRange,
    pub next_range: StageRange,
    /// The steps of the query, for debug views.
    pub trace: Trace,
    /// The numbers of the children of compounds that the answer is about; 0 of a shape that is no compound.
    pub children: [u32; 2],
    /// Nodes of one tree still to visit, with their distance bounds in metres.
    pub node_stack: Vec<(u32, f32)>,
    /// Pairs of nodes still to visit.
    pub pair_stack: Vec<(u32, u32)>,
    /// The nodes that a ray has yet to visit, each with the time at which the ray enters it.
    pub ray_stack: Vec<(u32, f64)>,
    pub pieces: MovedPieces,
    pub volumes: VolumeCaches,
    pub epa: EpaScratch,
    pub distance: DistanceScratch,
    pub sweep: SweepScratch,
    pub contacts: ContactScratch,
    pub hulls: HullScratch,
    /// The pairs of nodes of compounds that a walk has yet to visit.
    pub pending: Vec<PendingPair>,
    /// The contacts of two children.
    pub child_contacts: Vec<ContactPoint>,
}

/// The stages that one query runs, if a simulation runs the cheap ones first and continues later.
#[derive(Clone, Copy, Debug, Default)]
pub struct StageRange {
    /// The last stage that has run before.
    pub after: Option<Stage>,
    /// The last stage to run.
    pub up_to: Option<Stage>,
}

impl StageRange {
    /// True if a stage has run before.
    pub fn is_before(&self, stage: Stage) -> bool {
        self.after.is_some_and(|after| stage <= after)
    }

    /// True if a stage is to run later.
    pub fn ends_before(&self, stage: Stage) -> bool {
        self.up_to.is_some_and(|up_to| up_to < stage)
    }
}

/// One cache for every kind of volume; the cache of a kind that is not used stays empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct VolumeCaches {
    pub sphere: MovedVolumeCache<BoundingSphere>,
    pub aabb: MovedVolumeCache<RelativeBox>,
    pub kdop6: MovedVolumeCache<Kdop6>,
    pub kdop14: MovedVolumeCache<Kdop14>,
    pub kdop18: MovedVolumeCache<Kdop18>,
    pub kdop26: MovedVolumeCache<Kdop26>,
}

impl Default for QueryContext {
    fn default() -> Self {
        QueryContext {
            meter: Meter::new(Budget::Unlimited),
            counters: Counters::default(),
            stages: Stages::ALL,
            search: SearchOptions::default(),
            range: StageRange::default(),
            next_range: StageRange::default(),
            trace: Trace::default(),
            children: [0; 2],
            node_stack: Vec::with_capacity(RESERVED_NODES),
            pair_stack: Vec::new(),
            ray_stack: Vec::new(),
            pieces: MovedPieces::default(),
            volumes: VolumeCaches::default(),
            epa: EpaScratch::default(),
            distance: DistanceScratch::with_room(),
            sweep: SweepScratch::default(),
            contacts: ContactScratch::with_room(),
            hulls: HullScratch::default(),
            pending: Vec::with_capacity(RESERVED_NODES),
            child_contacts: Vec::with_capacity(NEAR_POINT_CAPACITY),
        }
    }
}

impl Clone for QueryContext {
    /// A context with these stages and options but buffers of its own: a copy does not continue the query.
    fn clone(&self) -> Self {
        QueryContext {
            stages: self.stages,
            search: self.search,
            ..QueryContext::default()
        }
    }
}

impl QueryContext {
    /// Begins a query.
    pub fn begin(&mut self, budget: Budget) {
        self.meter = Meter::new(budget);
        self.counters = Counters::default();
        self.children = [0; 2];
        self.range = std::mem::take(&mut self.next_range);
    }

    /// True if a stage may decide, has not run before and is not to run later.
    pub fn asks(&self, stage: Stage) -> bool {
        self.stages.has(stage) && !self.range.is_before(stage) && !self.range.ends_before(stage)
    }

    /// Ends a query and counts it. All queries with an answer of their own are counted here; distances and
    /// crossings within a sweep are parts of it: see [`QueryContext::end_part`].
    #[inline]
    pub fn end<T: Outcome>(&mut self, found: Decided<T>) -> Answer<T> {
        let has_hit = found.answer.is_hit();
        self.end_with(found, has_hit)
    }

    /// Ends a search for contacts. It is a hit if it found any.
    pub fn end_contacts<T: Outcome>(&mut self, found: Decided<T>, has_contacts: bool) -> Answer<T> {
        self.end_with(found, has_contacts)
    }

    #[inline]
    fn end_with<T: Outcome>(&mut self, found: Decided<T>, has_hit: bool) -> Answer<T> {
        // A query of the first stages alone is a part of one that goes on.
        if self.range.up_to.is_none() {
            self.counters.queries = 1;
            self.counters.hits = u64::from(has_hit);
            self.counters.cuts = u64::from(found.answer.is_cut());
        }
        self.end_part(found)
    }

    /// Ends a part of a query, which is not counted.
    #[inline]
    pub fn end_part<T: Outcome>(&mut self, found: Decided<T>) -> Answer<T> {
        Answer {
            decided_by: (!found.answer.is_cut()).then_some(found.stage),
            value: found.answer,
            cost: self.counters,
            children: self.children,
        }
    }

    /// Runs a part of this query with counters of its own, which show the part's deepest stage; then adds
    /// them to those of the query.
    pub fn part<R>(&mut self, ask: impl FnOnce(&mut QueryContext) -> R) -> R {
        let before = std::mem::take(&mut self.counters);
        let found = ask(self);
        self.counters += before;
        found
    }

    /// The deepest stage of a search, by its counters.
    pub fn deepest_stage(&self) -> Stage {
        match (self.counters.primitive_tests, self.counters.triangle_tests) {
            (0, _) => Stage::Tree,
            (_, 0) => Stage::Pieces,
            _ => Stage::Triangles,
        }
    }

    /// Returns an answer that the bounding volumes of the two decided. Their test is counted, and takes a unit
    /// even from a spent budget.
    pub fn decided_by_bounds<T>(&mut self, answer: T) -> Decided<T> {
        self.counters.volume_tests += 1;
        self.meter.charge(1);
        self.trace
            .note_finding(Stage::Bounds, Finding::Apart, f64::INFINITY);
        Decided::by(Stage::Bounds, answer)
    }

    /// The account of the query.
    pub fn account(&mut self) -> Account<'_> {
        Account {
            meter: &mut self.meter,
            counters: &mut self.counters,
            trace: &mut self.trace,
        }
    }

    /// The account of a sweep, its buffers, and the moved volumes of its trees.
    pub fn for_sweep(&mut self) -> (Account<'_>, &mut SweepScratch, &mut VolumeCaches) {
        let account = Account {
            meter: &mut self.meter,
            counters: &mut self.counters,
            trace: &mut self.trace,
        };
        (account, &mut self.sweep, &mut self.volumes)
    }

    /// The stack, the budget and the counters of a walk over one tree.
    pub fn traversal(&mut self) -> Traversal<'_> {
        Traversal {
            stack: &mut self.node_stack,
            meter: &mut self.meter,
            counters: &mut self.counters,
        }
    }
}

/// Runs `$same` with the two trees and their cache if both models' trees are of the same kind of
/// volume, and `$other` if they are not.
macro_rules! with_same_kind {
    ($first:expr, $second:expr, $caches:expr, |$a:ident, $b:ident, $cache:ident| $same:expr, $other:expr) => {
        match (&$first.tree, &$second.tree) {
            (AnyTree::Sphere($a), AnyTree::Sphere($b)) => {
                let $cache = &mut $caches.sphere;
                $same
            }
            (AnyTree::Aabb($a), AnyTree::Aabb($b)) => {
                let $cache = &mut $caches.aabb;
                $same
            }
            (AnyTree::Kdop6($a), AnyTree::Kdop6($b)) => {
                let $cache = &mut $caches.kdop6;
                $same
            }
            (AnyTree::Kdop14($a), AnyTree::Kdop14($b)) => {
                let $cache = &mut $caches.kdop14;
                $same
            }
            (AnyTree::Kdop18($a), AnyTree::Kdop18($b)) => {
                let $cache = &mut $caches.kdop18;
                $same
            }
            (AnyTree::Kdop26($a), AnyTree::Kdop26($b)) => {
                let $cache = &mut $caches.kdop26;
                $same
            }
            _ => $other,
        }
    };
}
pub(crate) use with_same_kind;

//! The search for the first contact of two moving trees in a span of time.
//!
//! A mesh is a tree of pieces, a convex solid a tree of one leaf. The sweep is divided into time
//! intervals. For each interval every pair of leaves has to be proved disjoint: both trees are
//! descended once, and a pair of nodes is discarded when a direction separates it throughout (see
//! `time_interval.rs`), or when a node is outside the volume that a solid sweeps (`solid_tree.rs`).
//! Two leaves go to a [`LeafTest`]: two pieces (`advancement.rs`), or a piece and a solid
//! (`solid_leaf.rs`). Deeper overlaps come first, so that triangles in contact are found early: the
//! rest only has to be disjoint until that time, which the gaps at the ends of the interval prove for
//! most. The interval is rebuilt with that time as its end only if many leaves still have to be tested.
//! An interval that costs too much is halved, and a longer one follows a cheap one.
//!
//! Classic conservative advancement (and C2A: Tang, Kim, Manocha 2009) bounds the time for which
//! everything is safe from one instant on, by bounds of all velocities; near an impact its steps become
//! ever shorter.

use glam::DVec3;

use crate::math::Motion;
use crate::params;
use crate::params::RESERVED_PAIRS_OF_NODES;
use crate::piece::PieceBlock;
use crate::query::account::Account;
use crate::query::outcome::Decided;
use crate::query::pair_cache::TriangleWitness;
use crate::query::stage::{Stage, Stages};
use crate::query::toi::active_interval::ActiveInterval;
use crate::query::toi::convex::SearchStart;
use crate::query::toi::motion_pair::MotionPair;
use crate::query::toi::node_pair::{NodeBorder, NodeContent, TreePair};
use crate::query::toi::piece_pair::{LeafHull, separating_direction_over};
use crate::query::toi::pose_rounding::PoseRounding;
use crate::query::toi::scratch::{StackEntry, SweepScratch};
use crate::query::toi::time_interval::{PairExtent, TimeInterval};
use crate::query::toi::triangle_pair::TriangleImpact;
use crate::query::toi::{DistanceThresholds, Sweep, round_time_down};
use crate::query::trace::NodeVisit;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SearchResult {
    Clear,
    /// This is the first impact.
    Impact(TriangleImpact),
    /// The pair is nearer than the target at time 0; other parts have not been tested.
    NearAtStart(TriangleImpact),
    /// The budget was spent: disjoint until `safe` (s). The border is that of the volume at which the
    /// search stopped, in the frame of its body, if it got to the trees.
    Cut {
        safe: f64,
        border: Option<NodeBorder>,
    },
}

impl SearchResult {
    /// The answer, for the motions of both bodies, if `deepest` is the deepest stage that was needed. `whole` is
    /// the border of the smaller body, for a search that was cut before it came to the nodes.
    pub(super) fn answer(
        self,
        deepest: Stage,
        motions: [&Motion; 2],
        whole: impl FnOnce() -> NodeBorder,
    ) -> Decided<Sweep> {
        match self {
            SearchResult::Clear => Decided::by(deepest, Sweep::Clear),
            SearchResult::Impact(impact) => {
                let placement = motions[0].placement_at(impact.time);
                let impact = Sweep::Impact {
                    time: round_time_down(impact.time),
                    point_a: placement.point(impact.point_a).as_vec3(),
                    point_b: placement.point(impact.point_b).as_vec3(),
                    normal: (placement.rotation * impact.normal).as_vec3(),
                };
                Decided::by(Stage::Triangles, impact)
            }
            SearchResult::NearAtStart(impact) => {
                let placement = motions[0].placement_at(0.0);
                let point = placement.point(0.5 * (impact.point_a + impact.point_b));
                let point = point.as_vec3();
                Decided::by(Stage::Triangles, Sweep::Overlapping { point })
            }
            SearchResult::Cut { safe, border } => {
                let NodeBorder { body, points } = border.unwrap_or_else(whole);
                let placement = motions[body].placement_at(safe);
                let cut = Sweep::Cut {
                    safe_time: round_time_down(safe),
                    points: points.map(|point| placement.point(point.as_dvec3()).as_vec3()),
                };
                Decided::by(deepest, cut)
            }
        }
    }
}

/// Searches for the time at which two bodies come within `target` metres. While the search finds them nearer than
/// that at the start, it is repeated with half of their distance there.
pub(super) fn with_lower_targets<R>(
    target: f64,
    mut search: impl FnMut(DistanceThresholds) -> (SearchResult, R),
) -> (SearchResult, R) {
    let mut thresholds = DistanceThresholds::new(target);
    loop {
        let found = search(thresholds);
        match found.0 {
            SearchResult::NearAtStart(impact)
                if impact.distance > impact.unresolved
                    && 0.5 * impact.distance < thresholds.target =>
            {
                thresholds = DistanceThresholds::new(0.5 * impact.distance);
            }
            _ => return found,
        }
    }
}

/// Two bodies on their motions.
#[derive(Clone, Copy)]
pub(super) struct MovingPair<'q> {
    pub motions: &'q MotionPair,
    pub extent: PairExtent,
    pub thresholds: DistanceThresholds,
}

/// The test of two leaves of two trees.
pub(super) trait LeafTest: Sized {
    /// The cost of an interval, in tests of two volumes, above which it is halved.
    const INTERVAL_COST_LIMIT: f64;

    /// Proves that two leaves, given by their numbers, are disjoint over an interval, or lowers the end of the
    /// search to their impact. If it does neither, the budget or the interval's cost limit is used up.
    fn test_leaves(search: &mut TreeSearch<'_, Self>, leaves: (u32, u32), interval: &TimeInterval);

    /// True if the plane across the nearest direction separates the whole bodies from the time `begin` (s) to the
    /// end of the search. A quick test: false only means that the search goes on.
    fn plane_separates_rest(
        _search: &mut TreeSearch<'_, Self>,
        _begin: f64,
        _memory: &mut SweepScratch,
    ) -> bool {
        false
    }
}

/// The bodies of a search and its state.
pub(super) struct TreeSearch<'q, L> {
    /// The leaves of both trees.
    pub leaves: L,
    pub pair: MovingPair<'q>,
    /// Later times (s) do not matter: the end of the sweep, or the first impact so far.
    pub end: f64,
    pub(super) result: SearchResult,
    pub account: Account<'q>,
    /// The direction of the world (of length 1) that separates the nearest leaves so far, tried
    /// first on other leaves; `nearest_gap` is the gap along it at the interval's end (m).
    pub(super) nearest_direction: DVec3,
    pub(super) nearest_gap: f32,
    /// The triangles of the first impact so far.
    pub(super) witness: Option<TriangleWitness>,
    /// The nodes at which the budget ended.
    stopped_at: Option<(u32, u32)>,
    /// The stages that may prove pairs disjoint.
    pub(super) stages: Stages,
    /// The deepest stage that was needed so far.
    pub(super) deepest: Stage,
    /// Cost of the current interval so far, in tests of two volumes.
    pub(super) cost: f64,
    /// Cost at which the interval is given up.
    pub(super) cost_limit: f64,
}

/// The result of one interval.
enum IntervalResult {
    /// The pair is disjoint until then (s).
    Disjoint { until: f64, cost: f64 },
    /// The cost limit was reached.
    TooExpensive,
    /// The budget is spent, or the pair is too near at the start.
    Stopped,
}

impl<'q, L: LeafTest> TreeSearch<'q, L> {
    /// A search that ends at `end` (s).
    pub(super) fn new(
        leaves: L,
        pair: MovingPair<'q>,
        end: f64,
        stages: Stages,
        account: Account<'q>,
    ) -> Self {
        TreeSearch {
            leaves,
            pair,
            end,
            result: SearchResult::Clear,
            account,
            nearest_direction: DVec3::Y,
            nearest_gap: f32::INFINITY,
            witness: None,
            stopped_at: None,
            stages,
            deepest: Stage::Bounds,
            cost: 0.0,
            cost_limit: f64::INFINITY,
        }
    }

    /// Searches from the time at which no plane separates the bodies any more.
    pub(super) fn run(
        &mut self,
        start: SearchStart,
        pairs: &mut impl TreePair,
        memory: &mut SweepScratch,
    ) -> SearchResult {
        self.deepest = self.deepest.max(Stage::Tree);
        let rotation_rate = self.pair.motions.rotation_rate();
        let least = (params::MIN_INTERVAL_SHARE * (self.end - start.safe))
            .min(params::MIN_INTERVAL_ROTATION / rotation_rate);
        let mut time = start.safe;
        let ahead = (start.closed - start.safe)
            .clamp(0.0, params::FIRST_INTERVAL_LOOKAHEAD / rotation_rate);
        let [velocity, other] = self.pair.motions.velocities();
        let closing = (velocity - other).dot(start.toward).max(0.0);
        let [reach_a, reach_b] = self.pair.extent.reach;
        let depth = params::FIRST_INTERVAL_DEPTH * (reach_a + reach_b);
        let mut step =
            (params::FIRST_INTERVAL_ROTATION / rotation_rate).min(depth / closing) + ahead;
        let mut cost_limit = L::INTERVAL_COST_LIMIT;
        if matches!(self.result, SearchResult::Clear) {
            self.nearest_direction = start.toward;
        } else if (self.end - time) * rotation_rate < params::WITNESS_INTERVAL_ROTATION {
            // This search probably ends at the impact of the remembered triangles.
            (step, cost_limit) = (
                self.end - time,
                params::IMPACT_COST_FACTOR * L::INTERVAL_COST_LIMIT,
            );
        }
        while time < self.end {
            let until = (time + step).min(self.end);
            let interval = self.interval(time, until);
            let is_short = until - time <= least;
            self.cost_limit = if is_short { f64::INFINITY } else { cost_limit };
            match self.test_interval(interval, pairs, memory) {
                IntervalResult::Disjoint { until, cost } => {
                    time = until;
                    if cost < params::CHEAP_INTERVAL_SHARE * cost_limit {
                        step *= params::INTERVAL_GROWTH;
                    }
                    cost_limit = L::INTERVAL_COST_LIMIT.max(params::INTERVAL_COST_GROWTH * cost);
                }
                IntervalResult::TooExpensive => {
                    step = 0.5 * (until.min(self.end) - time);
                    cost_limit *= params::INTERVAL_COST_GROWTH;
                }
                IntervalResult::Stopped if matches!(self.result, SearchResult::NearAtStart(_)) => {
                    return self.result;
                }
                IntervalResult::Stopped => {
                    let border = self.stopped_at.map(|(a, b)| pairs.border(a, b));
                    return SearchResult::Cut { safe: time, border };
                }
            }
        }
        self.result
    }

    /// The rounding of the poses, if it may be more than the smallest gap.
    pub(super) fn rounding(&self) -> Option<&'q PoseRounding> {
        let matters = self.pair.extent.min_gap > self.pair.thresholds.min_gap;
        matters.then_some(&self.pair.motions.rounding)
    }

    /// An interval (s) of the search, which is counted.
    fn interval(&mut self, begin: f64, end: f64) -> TimeInterval {
        self.account.trace.note_instant(Stage::Tree, begin);
        self.account.trace.note_instant(Stage::Tree, end);
        self.account.counters.advancement_steps += 1;
        self.part(begin, end)
    }

    /// A part of an interval (s).
    pub(super) fn part(&self, begin: f64, end: f64) -> TimeInterval {
        TimeInterval::new(self.pair.motions, &self.pair.extent, begin, end)
    }

    /// Proves that the pair is disjoint over an interval, or until the first impact in it.
    fn test_interval(
        &mut self,
        interval: TimeInterval,
        pairs: &mut impl TreePair,
        memory: &mut SweepScratch,
    ) -> IntervalResult {
        memory.stack.clear();
        memory.stack.reserve(RESERVED_PAIRS_OF_NODES);
        self.cost = 0.0;
        self.nearest_gap = f32::INFINITY;
        pairs.begin_interval(&interval);
        let mut active = ActiveInterval::new(interval);
        let roots = self.visit_nodes((0, 0), &active, pairs);
        if roots.is_some() {
            memory.stack.push(StackEntry {
                nodes: (0, 0),
                interval: 0,
            });
        }
        while let Some(pair) = memory.stack.pop() {
            if pair.interval != active.number
                && (self.visit_nodes(pair.nodes, &active, pairs)).is_none()
            {
                continue;
            }
            if self.account.meter.is_spent() {
                return IntervalResult::Stopped;
            }
            if self.cost > self.cost_limit {
                return IntervalResult::TooExpensive;
            }
            let (a, b) = pair.nodes;
            let children = match (pairs.content_a(a), pairs.content_b(b)) {
                (NodeContent::Piece(piece_a), NodeContent::Piece(piece_b)) => {
                    let before = self.end;
                    L::test_leaves(self, (piece_a, piece_b), active.for_leaves());
                    self.turn_to_impact(before);
                    if matches!(self.result, SearchResult::NearAtStart(_))
                        || self.account.meter.is_spent()
                    {
                        self.stopped_at = Some((a, b));
                        return IntervalResult::Stopped;
                    }
                    if self.cost > self.cost_limit {
                        return IntervalResult::TooExpensive;
                    }
                    active.leaves += 1;
                    if self.end < before {
                        if active.is_unchanged() {
                            self.cost_limit *= params::IMPACT_COST_FACTOR;
                        }
                        let begin = active.interval.begin;
                        active.shorten(self.part(begin, self.end));
                        // Most bodies touch at the place where their hulls do: then the plane at the impact
                        // separates all the rest.
                        if L::plane_separates_rest(self, begin, memory) {
                            break;
                        }
                    }
                    if f64::from(active.leaves) * active.saved() > params::INTERVAL_REBUILD_LEAVES {
                        let interval = self.interval(active.interval.begin, self.end);
                        pairs.begin_interval(&interval);
                        active = active.rebuilt(interval);
                    }
                    continue;
                }
                (NodeContent::Children(child), content_b)
                    if content_b.is_piece() || pairs.first_is_larger(a, b) =>
                {
                    [(child, b), (child + 1, b)]
                }
                (_, NodeContent::Children(child)) => [(a, child), (a, child + 1)],
                // Not reached: the case above divides the first of two nodes that are not both
                // leaves.
                (NodeContent::Children(child), NodeContent::Piece(_)) => {
                    [(child, b), (child + 1, b)]
                }
            };
            let [first, second] = children;
            let gaps = [first, second].map(|child| self.visit_nodes(child, &active, pairs));
            // Deeper overlaps come first.
            let order = if gaps[0] < gaps[1] { [1, 0] } else { [0, 1] };
            for child_pair in order {
                if gaps[child_pair].is_some() {
                    memory.stack.push(StackEntry {
                        nodes: children[child_pair],
                        interval: active.number,
                    });
                }
            }
        }
        IntervalResult::Disjoint {
            until: active.interval.end.min(self.end),
            cost: self.cost,
        }
    }

    /// [`TreeSearch::test_nodes`] that also notes the visit if visits are recorded.
    #[inline]
    fn visit_nodes(
        &mut self,
        (a, b): (u32, u32),
        active: &ActiveInterval,
        pairs: &mut impl TreePair,
    ) -> Option<f32> {
        let found = self.test_nodes((a, b), active, pairs);
        self.account.trace.note(|record| {
            let separation = pairs.separation(a, b, &active.interval);
            record
                .visits
                .extend(separation.map(|(direction, gap)| NodeVisit {
                    nodes: [a, b],
                    apart: found.is_none(),
                    direction,
                    gap,
                    interval: [active.interval.begin, active.interval.end],
                }));
        });
        found
    }

    /// Tests the volumes of two nodes: `None` if they are disjoint for the required share of the
    /// interval, else their gap at its end (m). With a spent budget nothing is proved.
    #[inline]
    fn test_nodes(
        &mut self,
        (a, b): (u32, u32),
        active: &ActiveInterval,
        pairs: &mut impl TreePair,
    ) -> Option<f32> {
        self.cost += 1.0;
        if !self.account.meter.take() {
            self.stopped_at = Some((a, b));
            return Some(0.0);
        }
        self.account.counters.volume_tests += 1;
        let gap = pairs.interval_gap(a, b, &active.interval, active.share);
        self.account.counters.volume_overlaps += u64::from(gap.is_some_and(|gap| gap <= 0.0));
        gap
    }

    /// True if a direction separates the hulls of two leaves over an interval, or if the budget is spent.
    pub(super) fn hulls_stay_separated<H: LeafHull + ?Sized>(
        &mut self,
        a: &[PieceBlock],
        b: &H,
        interval: &TimeInterval,
    ) -> bool {
        self.cost += params::PIECE_TEST_COST;
        if !self.account.meter.take() {
            return true;
        }
        self.deepest = self.deepest.max(Stage::Pieces);
        self.account.counters.primitive_tests += 1;
        self.account.counters.piece_tests += 1;
        let toward = interval.in_first_frame(self.nearest_direction);
        let Some((direction, gap)) = separating_direction_over(a, b, interval, toward) else {
            return false;
        };
        if gap < self.nearest_gap {
            (self.nearest_direction, self.nearest_gap) =
                (interval.in_world(direction.as_dvec3()), gap);
        }
        true
    }

    /// After an impact before `before` (s) its normal is the direction to try first on other leaves.
    fn turn_to_impact(&mut self, before: f64) {
        if let SearchResult::Impact(impact) = self.result
            && self.end < before
        {
            let rotation = self.pair.motions.frames(impact.time)[0].rotation;
            (self.nearest_direction, self.nearest_gap) = (rotation * impact.normal, 0.0);
        }
    }
}

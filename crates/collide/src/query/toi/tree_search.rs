//! The search for the first contact of two moving trees.
//!
//! The sweep is divided into time intervals. For each interval every pair of triangles has to be
//! proved disjoint: both trees are descended once, and a pair of nodes is discarded when a
//! direction separates it throughout (see `time_interval.rs`). Two leaves are tested by the hulls
//! of their pieces and then, exactly, by their triangles. Deeper overlaps come first, so that
//! triangles in contact are found early: the rest only has to be disjoint until that time, which
//! the gaps at the ends of the interval prove for most. The interval is rebuilt with that time as
//! its end only if many leaves still have to be tested. An interval that costs too much is halved,
//! and a longer one follows a cheap one.
//!
//! Classic conservative advancement (and C2A: Tang, Kim, Manocha 2009) asks how long everything is
//! safe from one instant on, with bounds of all velocities; near an impact its steps become ever
//! shorter.

use glam::{DVec3, Vec3};

use crate::budget::Meter;
use crate::counters::Counters;
use crate::model::Model;
use crate::params;
use crate::query::pair_cache::TriangleWitness;
use crate::query::stage::{Stage, Stages};
use crate::query::toi::DistanceThresholds;
use crate::query::toi::active_interval::ActiveInterval;
use crate::query::toi::convex::{ConvexStage, SearchStart};
use crate::query::toi::motion_pair::MotionPair;
use crate::query::toi::node_pair::{NodeBorder, NodeContent, TreePair};
use crate::query::toi::piece_pair::separating_direction_over;
use crate::query::toi::pose_rounding::PoseRounding;
use crate::query::toi::time_interval::{PairExtent, TimeInterval};
use crate::query::toi::triangle_pair::TriangleImpact;

/// A pair of nodes that is not proved disjoint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackEntry {
    nodes: (u32, u32),
    /// The number of the interval in which it was tested.
    interval: u32,
}

/// Reserved stack entries: enough for the depths of two trees, so that searches do not allocate.
const STACK_CAPACITY: usize = 128;

/// Memory that searches use again.
#[derive(Clone, Debug, Default)]
pub(crate) struct TreeSearchScratch {
    stack: Vec<StackEntry>,
    supports: Vec<(u32, f32)>,
    /// The instants that searches use, recorded if it is not `None`.
    pub(super) trace: Option<Vec<f64>>,
    /// The pairs of nodes that searches visit, recorded if it is not `None`.
    pub(super) visits: Option<Vec<NodeVisit>>,
}

/// Two nodes that a search tested, for views: the volumes of two trees over an interval of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeVisit {
    /// The numbers of the nodes in the trees of both models; 0 is the root.
    pub nodes: [u32; 2],
    /// Whether they are proved disjoint over the interval: then nothing below them is tested.
    pub apart: bool,
    /// The direction from the first to the second with the widest gap between the two volumes at the
    /// interval's end, of length 1, in the frame of the first body.
    pub direction: Vec3,
    /// That gap in metres: how deep they overlap if it is below 0.
    pub gap: f32,
}

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

/// The bodies of a search and its state.
pub(super) struct TreeSearch<'q> {
    pub a: &'q Model,
    pub b: &'q Model,
    pub motions: &'q MotionPair,
    pub thresholds: DistanceThresholds,
    pub extent: PairExtent,
    /// Later times (s) do not matter: the end of the sweep, or the first impact so far.
    pub end: f64,
    pub(super) result: SearchResult,
    pub meter: &'q mut Meter,
    pub counters: &'q mut Counters,
    /// The direction of the world (of length 1) that separates the nearest pieces so far, tried
    /// first on other pieces; `nearest_gap` is the gap along it at the interval's end (m).
    pub(super) nearest_direction: DVec3,
    /// The triangles of the first impact so far.
    pub(super) witness: Option<TriangleWitness>,
    nearest_gap: f32,
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

impl<'q> TreeSearch<'q> {
    /// A search that ends at `end` (s).
    pub(super) fn new(
        [a, b]: [&'q Model; 2],
        motions: &'q MotionPair,
        thresholds: DistanceThresholds,
        extent: PairExtent,
        end: f64,
        meter: &'q mut Meter,
        counters: &'q mut Counters,
    ) -> Self {
        TreeSearch {
            a,
            b,
            motions,
            thresholds,
            extent,
            end,
            result: SearchResult::Clear,
            meter,
            counters,
            nearest_direction: DVec3::Y,
            witness: None,
            nearest_gap: f32::INFINITY,
            stopped_at: None,
            stages: Stages::ALL,
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
        memory: &mut TreeSearchScratch,
    ) -> SearchResult {
        self.deepest = self.deepest.max(Stage::Tree);
        let rotation_rate = self.motions.rotation_rate();
        let least = (params::MIN_INTERVAL_SHARE * (self.end - start.safe))
            .min(params::MIN_INTERVAL_ROTATION / rotation_rate);
        let mut time = start.safe;
        let ahead = (start.closed - start.safe)
            .clamp(0.0, params::FIRST_INTERVAL_LOOKAHEAD / rotation_rate);
        let [velocity, other] = self.motions.velocities();
        let closing = (velocity - other).dot(start.toward).max(0.0);
        let depth = params::FIRST_INTERVAL_DEPTH * (self.extent.reach[0] + self.extent.reach[1]);
        let mut step =
            (params::FIRST_INTERVAL_ROTATION / rotation_rate).min(depth / closing) + ahead;
        let mut cost_limit = params::INTERVAL_COST_LIMIT;
        if matches!(self.result, SearchResult::Clear) {
            self.nearest_direction = start.toward;
        } else if (self.end - time) * rotation_rate < params::WITNESS_INTERVAL_ROTATION {
            // The impact of the remembered triangles tells when this search probably ends.
            (step, cost_limit) = (
                self.end - time,
                params::IMPACT_COST_FACTOR * params::INTERVAL_COST_LIMIT,
            );
        }
        while time < self.end {
            let until = (time + step).min(self.end);
            let interval = self.interval(time, until, &mut memory.trace);
            let is_short = until - time <= least;
            self.cost_limit = if is_short { f64::INFINITY } else { cost_limit };
            match self.test_interval(interval, pairs, memory) {
                IntervalResult::Disjoint { until, cost } => {
                    time = until;
                    if cost < params::CHEAP_INTERVAL_SHARE * cost_limit {
                        step *= params::INTERVAL_GROWTH;
                    }
                    cost_limit =
                        params::INTERVAL_COST_LIMIT.max(params::INTERVAL_COST_GROWTH * cost);
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

    /// The same two bodies by their hulls.
    pub(super) fn convex_stage<'s>(
        &'s mut self,
        memory: &'s mut TreeSearchScratch,
    ) -> ConvexStage<'s> {
        let rounding = 16.0 * f32::EPSILON * self.extent.coordinates;
        ConvexStage {
            models: [self.a, self.b],
            motions: self.motions,
            reach: self.extent.reach,
            min_gap: self.extent.min_gap + f64::from(rounding),
            trace: &mut memory.trace,
            stack: &mut memory.supports,
            meter: self.meter,
            counters: self.counters,
        }
    }

    /// What rounds the poses, if it may be more than the smallest gap.
    pub(super) fn rounding(&self) -> Option<&'q PoseRounding> {
        let matters = self.extent.min_gap > self.thresholds.min_gap;
        matters.then_some(&self.motions.rounding)
    }

    fn interval(&mut self, begin: f64, end: f64, trace: &mut Option<Vec<f64>>) -> TimeInterval {
        if let Some(instants) = trace {
            instants.extend([begin, end]);
        }
        self.counters.advancement_steps += 1;
        TimeInterval::new(self.motions, &self.extent, begin, end)
    }

    /// Proves that the pair is disjoint over an interval, or until the first impact in it.
    fn test_interval(
        &mut self,
        interval: TimeInterval,
        pairs: &mut impl TreePair,
        memory: &mut TreeSearchScratch,
    ) -> IntervalResult {
        memory.stack.clear();
        memory.stack.reserve(STACK_CAPACITY);
        self.cost = 0.0;
        self.nearest_gap = f32::INFINITY;
        pairs.begin_interval(&interval);
        let mut active = ActiveInterval::new(interval);
        let roots = self.visit_nodes((0, 0), &active, pairs, &mut memory.visits);
        if roots.is_some() {
            memory.stack.push(StackEntry {
                nodes: (0, 0),
                interval: 0,
            });
        }
        while let Some(pair) = memory.stack.pop() {
            if pair.interval != active.number
                && (self.visit_nodes(pair.nodes, &active, pairs, &mut memory.visits)).is_none()
            {
                continue;
            }
            if self.meter.is_spent() {
                return IntervalResult::Stopped;
            }
            if self.cost > self.cost_limit {
                return IntervalResult::TooExpensive;
            }
            let (a, b) = pair.nodes;
            let children = match (pairs.content_a(a), pairs.content_b(b)) {
                (NodeContent::Piece(piece_a), NodeContent::Piece(piece_b)) => {
                    let before = self.end;
                    self.test_pieces((piece_a, piece_b), active.for_leaves());
                    if matches!(self.result, SearchResult::NearAtStart(_)) || self.meter.is_spent()
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
                        active.shorten(TimeInterval::new(
                            self.motions,
                            &self.extent,
                            active.interval.begin,
                            self.end,
                        ));
                        // Most bodies touch where their hulls do: then the plane at the impact
                        // separates all the rest.
                        let span = [active.interval.begin, self.end];
                        let toward = self.nearest_direction;
                        if self.stages.has(Stage::Convex)
                            && self.convex_stage(memory).stay_separated_along(toward, span)
                        {
                            break;
                        }
                    }
                    if f64::from(active.leaves) * active.saved() > params::INTERVAL_REBUILD_LEAVES {
                        let interval =
                            self.interval(active.interval.begin, self.end, &mut memory.trace);
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
            let gaps = [first, second]
                .map(|child| self.visit_nodes(child, &active, pairs, &mut memory.visits));
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

    /// As [`TreeSearch::test_nodes`]; notes it if visits are recorded.
    #[inline]
    fn visit_nodes(
        &mut self,
        (a, b): (u32, u32),
        active: &ActiveInterval,
        pairs: &mut impl TreePair,
        visits: &mut Option<Vec<NodeVisit>>,
    ) -> Option<f32> {
        let found = self.test_nodes((a, b), active, pairs);
        if let Some(visits) = visits {
            let (direction, gap) = pairs.separation(a, b, &active.interval);
            visits.push(NodeVisit {
                nodes: [a, b],
                apart: found.is_none(),
                direction,
                gap,
            });
        }
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
        if !self.meter.take() {
            self.stopped_at = Some((a, b));
            return Some(0.0);
        }
        self.counters.volume_tests += 1;
        let gap = pairs.interval_gap(a, b, &active.interval, active.share);
        self.counters.volume_overlaps += u64::from(gap.is_some_and(|gap| gap <= 0.0));
        gap
    }

    /// Proves that two pieces are disjoint over an interval, or finds their impact.
    fn test_pieces(&mut self, pieces: (u32, u32), interval: &TimeInterval) {
        let before = self.end;
        if self.stages.has(Stage::Pieces) {
            if self.hulls_stay_separated(pieces, interval) {
                return;
            }
            let toward = interval.in_first_frame(self.nearest_direction);
            self.advance_pieces(pieces, toward, interval);
        } else {
            self.advance_triangles(pieces, interval, &interval.at_begin, None);
        }
        if let SearchResult::Impact(impact) = self.result
            && self.end < before
        {
            let rotation = self.motions.frames(impact.time)[0].rotation;
            (self.nearest_direction, self.nearest_gap) = (rotation * impact.normal, 0.0);
        }
    }

    /// Whether a direction separates the hulls of two pieces over an interval. True as well if the
    /// budget is spent.
    fn hulls_stay_separated(&mut self, pieces: (u32, u32), interval: &TimeInterval) -> bool {
        self.cost += params::PIECE_TEST_COST;
        if !self.meter.take() {
            return true;
        }
        self.deepest = self.deepest.max(Stage::Pieces);
        self.counters.primitive_tests += 1;
        self.counters.piece_tests += 1;
        let (store_a, store_b) = (&self.a.store, &self.b.store);
        let (a, b) = (pieces.0 as usize, pieces.1 as usize);
        let (a, b) = ((store_a, &store_a.pieces[a]), (store_b, &store_b.pieces[b]));
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
}

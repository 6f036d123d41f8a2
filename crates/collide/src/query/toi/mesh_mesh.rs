//! The time of impact of two meshes that translate and rotate.

use glam::DVec3;

use crate::bounding::{BoundingSphere, Kdop6, Kdop14, Kdop18, Kdop26, Volume};
use crate::math::Aabb;
use crate::model::{AnyTree, Model, with_tree};
use crate::query::Moving;
use crate::query::context::QueryContext;
use crate::query::outcome::Decided;
use crate::query::pair_cache::SweepMemory;
use crate::query::stage::Stage;
use crate::query::toi::bounding_spheres::radius_about_center;
use crate::query::toi::closed_form::point_sphere;
use crate::query::toi::convex::{PlaneResult, SearchStart};
use crate::query::toi::motion_pair::MotionPair;
use crate::query::toi::node_pair::{NodeBorder, SameVolumeTrees, SphereBoundTrees, TreePairCache};
use crate::query::toi::time_interval::PairExtent;
use crate::query::toi::tree_search::{NodeVisit, SearchResult, TreeSearch, TreeSearchScratch};
use crate::query::toi::triangle_pair::TriangleImpact;
use crate::query::toi::{DistanceThresholds, HullsApart, Sweep, SweepRequest, round_time_down};

/// Memory that sweeps use again.
#[derive(Clone, Debug, Default)]
pub(crate) struct SweepScratch {
    pub(super) search: TreeSearchScratch,
    sphere: TreePairCache<BoundingSphere>,
    aabb: TreePairCache<Aabb>,
    kdop6: TreePairCache<Kdop6>,
    kdop14: TreePairCache<Kdop14>,
    kdop18: TreePairCache<Kdop18>,
    kdop26: TreePairCache<Kdop26>,
}

impl SweepScratch {
    /// The instants (s) at which sweeps look at the two, recorded if it is not `None`.
    pub(crate) fn trace(&mut self) -> &mut Option<Vec<f64>> {
        &mut self.search.trace
    }

    /// The pairs of nodes that searches visit, recorded if it is not `None`.
    pub(crate) fn visits(&mut self) -> &mut Option<Vec<NodeVisit>> {
        &mut self.search.visits
    }
}

/// The time of impact of two models that translate and rotate.
///
/// Considers the times from 0 to the duration of both motions. Models are surfaces, not solids: a
/// body inside a closed mesh touches it when it reaches its surface. The promise of [`Sweep`] holds
/// for the motions' poses as [`Motion::pose_at`](crate::math::Motion::pose_at) rounds them. The
/// times of (a, b) and (b, a) differ by less than the target distance takes to cross.
///
/// Method: conservative advancement (Mirtich 1996) on two trees of bounding volumes, as described
/// in the source file `tree_search.rs`.
///
/// The search starts from the result of the last sweep of these two bodies in the memory, and stores its own:
/// it is faster where the paths have changed little. Times differ by less than the target distance takes to
/// cross. Where the hulls were followed already, the search begins there.
pub(crate) fn time_of_impact(
    a: Moving<'_, Model>,
    b: Moving<'_, Model>,
    request: &SweepRequest,
    memory: &mut SweepMemory,
    context: &mut QueryContext,
) -> Decided<Sweep> {
    MovingMeshPair { a, b }.sweep(request, memory, context)
}

/// Searches with the kind of volume that the two trees have in common.
fn run(
    search: &mut TreeSearch<'_>,
    start: SearchStart,
    scratch: &mut SweepScratch,
) -> SearchResult {
    let memory = &mut scratch.search;
    macro_rules! same_kind {
        ($a:expr, $b:expr, $cache:ident) => {{
            let mut pairs = SameVolumeTrees::new($a, $b, &mut scratch.$cache);
            search.run(start, &mut pairs, memory)
        }};
    }
    match (&search.a.tree, &search.b.tree) {
        (AnyTree::Sphere(a), AnyTree::Sphere(b)) => same_kind!(a, b, sphere),
        (AnyTree::Aabb(a), AnyTree::Aabb(b)) => same_kind!(a, b, aabb),
        (AnyTree::Kdop6(a), AnyTree::Kdop6(b)) => same_kind!(a, b, kdop6),
        (AnyTree::Kdop14(a), AnyTree::Kdop14(b)) => same_kind!(a, b, kdop14),
        (AnyTree::Kdop18(a), AnyTree::Kdop18(b)) => same_kind!(a, b, kdop18),
        (AnyTree::Kdop26(a), AnyTree::Kdop26(b)) => same_kind!(a, b, kdop26),
        (a, b) => with_tree!(a, a => with_tree!(b, b => {
            search.run(start, &mut SphereBoundTrees::new(a, b), memory)
        })),
    }
}

/// The two models and their motions.
struct MovingMeshPair<'q> {
    a: Moving<'q, Model>,
    b: Moving<'q, Model>,
}

impl MovingMeshPair<'_> {
    fn sweep(
        &self,
        request: &SweepRequest,
        known: &mut SweepMemory,
        context: &mut QueryContext,
    ) -> Decided<Sweep> {
        let stages = context.stages;
        let duration = f64::from(request.duration.max(0.0));
        let motions = MotionPair::new(self.a.motion, self.b.motion);
        let target = f64::from(request.target.max(0.0));
        let reach = [self.a, self.b].map(|body| radius_about_center(body.shape, body.motion));
        let bounds = stages.has(Stage::Bounds) || duration.is_infinite();
        let near = self.near_times(&motions, reach, target, duration, bounds);
        let Some(([begin, end], rounding)) = near else {
            return context.decided_by_bounds(Sweep::Clear);
        };
        let mut thresholds = DistanceThresholds::new(target);
        let hulls = request.hulls_apart;
        let begin = hulls.map_or(begin, |hulls| begin.max(hulls.until.min(end)));
        loop {
            let extent = PairExtent {
                reach,
                coordinates: self.a.shape.reach + self.b.shape.reach,
                min_gap: thresholds.min_gap.max(rounding),
            };
            let models = [self.a.shape, self.b.shape];
            let (meter, counters) = (&mut context.meter, &mut context.counters);
            let mut search =
                TreeSearch::new(models, &motions, thresholds, extent, end, meter, counters);
            search.stages = stages;
            let memory = &mut context.sweep.search;
            let witness = known.witness.take();
            let shows_all =
                witness.is_some_and(|witness| search.recall_witness(witness, begin, memory));
            let found = if shows_all || matches!(search.result, SearchResult::NearAtStart(_)) {
                search.result
            } else {
                let end = search.end;
                let planes = if let Some(HullsApart { direction, .. }) = hulls {
                    search.deepest = search.deepest.max(Stage::Convex);
                    PlaneResult::Undecided(self.search_start(&motions, begin, Some(direction)))
                } else if stages.has(Stage::Convex) {
                    search.deepest = search.deepest.max(Stage::Convex);
                    let mut stage = search.convex_stage(memory);
                    stage.advance(begin, end, known.toward)
                } else {
                    PlaneResult::Undecided(self.search_start(&motions, begin, known.toward))
                };
                match planes {
                    PlaneResult::Separated(toward) => {
                        known.toward = Some(toward);
                        search.result
                    }
                    PlaneResult::Cut { safe } => SearchResult::Cut { safe, border: None },
                    PlaneResult::Undecided(start) => {
                        known.toward = Some(start.toward);
                        run(&mut search, start, &mut context.sweep)
                    }
                }
            };
            let deepest = search.deepest;
            known.witness = match found {
                SearchResult::NearAtStart(_) => witness,
                _ => search.witness,
            };
            let (found, stage) = match found {
                SearchResult::Clear => (Sweep::Clear, deepest),
                SearchResult::Cut { safe, border } => (self.cut(safe, border), deepest),
                SearchResult::Impact(impact) => (self.impact(&impact), Stage::Triangles),
                // Nearer than the target at the start: the target is lowered.
                SearchResult::NearAtStart(impact)
                    if impact.distance > impact.unresolved
                        && 0.5 * impact.distance < thresholds.target =>
                {
                    thresholds = DistanceThresholds::new(0.5 * impact.distance);
                    continue;
                }
                SearchResult::NearAtStart(impact) => {
                    let placement = self.a.motion.placement_at(0.0);
                    let point = placement.point(0.5 * (impact.point_a + impact.point_b));
                    let point = point.as_vec3();
                    (Sweep::Overlapping { point }, Stage::Triangles)
                }
            };
            return Decided::by(stage, found);
        }
    }

    /// Where a search of the trees starts that no plane has preceded. `toward` is a direction of the
    /// world that is tried first; between the centres if none is known.
    fn search_start(&self, motions: &MotionPair, begin: f64, toward: Option<DVec3>) -> SearchStart {
        let [a, b] = motions.frames(begin).map(|frame| frame.center);
        SearchStart {
            safe: begin,
            closed: begin,
            toward: toward.unwrap_or_else(|| (b - a).normalize_or(DVec3::Y)),
        }
    }

    /// The times (s) at which the two may come within `target` metres of each other, up to
    /// `duration`, or so near that rounding may close the gap; and how much it closes then at most
    /// (m). `None` if they never do. Without `bounds` the spheres around them are not asked.
    fn near_times(
        &self,
        motions: &MotionPair,
        reach: [f64; 2],
        target: f64,
        duration: f64,
        bounds: bool,
    ) -> Option<([f64; 2], f64)> {
        let corners = [self.a, self.b].map(|body| 3.0f64.sqrt() * f64::from(body.shape.reach));
        let rounding = motions.rounding.over([0.0, duration], corners);
        let overlap = |distance: f64| match bounds {
            true => self.overlap_times(reach, distance, duration),
            false => Some([0.0, duration]),
        };
        if rounding <= 0.5 * target {
            return Some((overlap(target)?, rounding));
        }
        // Long paths: what comes after the two have passed each other does not matter. Where
        // rounding moves bodies by more than their size there is nothing to tell.
        let distance = target.max(rounding.min(reach[0] + reach[1]));
        let times = overlap(distance)?;
        Some((times, motions.rounding.over(times, corners)))
    }

    /// The times (s) at which the spheres around the centres of rotation are within `distance`
    /// metres of each other, up to `duration`. A rotation maps such a sphere to itself, so only the
    /// straight motion of the centres counts. `None` if they never are.
    fn overlap_times(&self, reach: [f64; 2], distance: f64, duration: f64) -> Option<[f64; 2]> {
        let center = |Moving { motion, .. }: Moving<Model>| {
            motion.start().rotation().as_dquat().normalize() * motion.local_center().as_dvec3()
                + motion.start().translation().as_dvec3()
        };
        let between = center(self.b) - center(self.a);
        let velocity =
            self.b.motion.linear_velocity().as_dvec3() - self.a.motion.linear_velocity().as_dvec3();
        let within = (reach[0] + reach[1]) * (1.0 + 1e-9) + distance;
        let [first, last] = point_sphere(between, velocity, within)?;
        // A little early and late, for rounding.
        let [first, last] = [first * (1.0 - 1e-9), last * (1.0 + 1e-9)];
        (first <= duration).then_some([first, last.min(duration)])
    }

    /// The answer of a sweep that its budget ended, at a time (s).
    fn cut(&self, safe: f64, border: Option<NodeBorder>) -> Sweep {
        let [a, b] = [self.a, self.b].map(|body| body.shape.local_aabb());
        let border = border.unwrap_or_else(|| {
            let (body, bounds) = if a.size() >= b.size() { (1, b) } else { (0, a) };
            let points = bounds.border_points();
            NodeBorder { body, points }
        });
        let placement = [self.a, self.b][border.body].motion.placement_at(safe);
        Sweep::Cut {
            safe_time: round_time_down(safe),
            points: border
                .points
                .map(|point| placement.point(point.as_dvec3()).as_vec3()),
        }
    }

    fn impact(&self, impact: &TriangleImpact) -> Sweep {
        let placement = self.a.motion.placement_at(impact.time);
        Sweep::Impact {
            time: round_time_down(impact.time),
            point_a: placement.point(impact.point_a).as_vec3(),
            point_b: placement.point(impact.point_b).as_vec3(),
            normal: (placement.rotation * impact.normal).as_vec3(),
        }
    }
}

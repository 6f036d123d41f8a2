//! The time of impact of two meshes that translate and rotate.

use crate::bounding::Volume;
use crate::model::{AnyTree, Model, with_tree};
use crate::query::Moving;
use crate::query::context::{QueryContext, VolumeCaches, with_same_kind};
use crate::query::outcome::Decided;
use crate::query::pair_cache::SweepMemory;
use crate::query::stage::Stage;
use crate::query::toi::advancement::MeshLeaves;
use crate::query::toi::bounding_spheres::{MovingSphere, overlap_times, radius_about_center};
use crate::query::toi::convex::{PlaneResult, SearchStart};
use crate::query::toi::earliest::{MovingPair, SearchResult, TreeSearch, with_lower_targets};
use crate::query::toi::motion_pair::MotionPair;
use crate::query::toi::node_pair::{NodeBorder, SameVolumeTrees, SphereBoundTrees};
use crate::query::toi::scratch::SweepScratch;
use crate::query::toi::time_interval::PairExtent;
use crate::query::toi::{HullsApart, Sweep, SweepRequest};
use crate::query::trace::Finding;

/// The time of impact of two models that translate and rotate.
///
/// Considers the times from 0 to the duration of both motions. Models are surfaces, not solids: a
/// body inside a closed mesh touches it when it reaches its surface. The promise of [`Sweep`] holds
/// for the motions' poses as [`Motion::pose_at`](crate::math::Motion::pose_at) rounds them. The
/// times of (a, b) and (b, a) differ by less than the target distance takes to cross.
///
/// Method: conservative advancement (Mirtich 1996) on two trees of bounding volumes, as described
/// in the source file `earliest.rs`.
///
/// The search starts from the result of the last sweep of these two bodies in the memory, and stores its own:
/// it is faster if the paths have changed little. Times differ by less than the target distance takes to
/// cross. If the hulls are known to be apart until a time, the search begins there.
pub(crate) fn time_of_impact(
    a: Moving<'_, Model>,
    b: Moving<'_, Model>,
    request: &SweepRequest,
    memory: &mut SweepMemory,
    context: &mut QueryContext,
) -> Decided<Sweep> {
    MovingMeshPair { a, b }.sweep(request, memory, context)
}

/// Searches with the kind of volume that the two trees have in common, or with spheres around their nodes.
fn run(
    search: &mut TreeSearch<'_, MeshLeaves<'_>>,
    start: SearchStart,
    memory: &mut SweepScratch,
    volumes: &mut VolumeCaches,
) -> SearchResult {
    let MeshLeaves { a, b } = search.leaves;
    with_same_kind!(
        a,
        b,
        volumes,
        |a, b, moved| {
            let mut pairs = SameVolumeTrees::new(a, b, moved);
            search.run(start, &mut pairs, memory)
        },
        with_tree!(&a.tree, a => with_tree!(&b.tree, b => {
            search.run(start, &mut SphereBoundTrees::new(a, b), memory)
        }))
    )
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
        let target = request.options.target.max(0.0);
        let reach = [self.a, self.b].map(|body| radius_about_center(body.shape, body.motion));
        let bounds = stages.has(Stage::Bounds) || duration.is_infinite();
        let near = self.near_times(&motions, reach, target, duration, bounds);
        let Some(([begin, end], rounding)) = near else {
            return context.decided_by_bounds(Sweep::Clear);
        };
        let finding = match begin > 0.0 {
            true => Finding::ApartUntil,
            false => Finding::Unknown,
        };
        (context.trace).note_finding(Stage::Bounds, finding, begin);
        let hulls = request.hulls_apart;
        let begin = hulls.map_or(begin, |hulls| begin.max(hulls.until.min(end)));
        let leaves = MeshLeaves {
            a: self.a.shape,
            b: self.b.shape,
        };
        let (found, deepest) = with_lower_targets(target, |thresholds| {
            let extent = PairExtent {
                reach,
                coordinates: self.a.shape.reach + self.b.shape.reach,
                min_gap: thresholds.min_gap.max(rounding),
            };
            let pair = MovingPair {
                motions: &motions,
                extent,
                thresholds,
            };
            let (account, memory, volumes) = context.for_sweep();
            let mut search = TreeSearch::new(leaves, pair, end, stages, account);
            let witness = known.witness.take();
            let shows_all =
                witness.is_some_and(|witness| search.recall_witness(witness, begin, memory));
            if let SearchResult::Impact(impact) = search.result {
                let trace = &mut search.account.trace;
                trace.note_finding(Stage::Triangles, Finding::MeetAgain, impact.time);
            }
            let found = if shows_all || matches!(search.result, SearchResult::NearAtStart(_)) {
                search.result
            } else {
                let planes = if let Some(HullsApart { direction, .. }) = hulls {
                    search.deepest = search.deepest.max(Stage::Convex);
                    PlaneResult::Undecided(SearchStart::at(&motions, begin, Some(direction)))
                } else if stages.has(Stage::Convex) && search.end.is_finite() {
                    search.deepest = search.deepest.max(Stage::Convex);
                    search.convex_stage(memory).advance(begin, known.toward)
                } else {
                    PlaneResult::Undecided(SearchStart::at(&motions, begin, known.toward))
                };
                match planes {
                    PlaneResult::Separated(toward) => {
                        known.toward = Some(toward);
                        search.result
                    }
                    PlaneResult::Cut { safe } => SearchResult::Cut { safe, border: None },
                    PlaneResult::Undecided(start) => {
                        known.toward = Some(start.toward);
                        run(&mut search, start, memory, volumes)
                    }
                }
            };
            known.witness = match found {
                SearchResult::NearAtStart(_) => witness,
                _ => search.witness,
            };
            (found, search.deepest)
        });
        let whole = || {
            let [a, b] = [self.a, self.b].map(|body| body.shape.local_aabb());
            let (body, bounds) = if a.size() >= b.size() { (1, b) } else { (0, a) };
            let points = bounds.border_points();
            NodeBorder { body, points }
        };
        found.answer(deepest, [self.a.motion, self.b.motion], whole)
    }

    /// The times (s) at which the two may come within `target` metres of each other, up to
    /// `duration`, or so near that rounding may close the gap; and the bound of that rounding (m).
    /// `None` if they never do. Without `bounds` the spheres around them are not used.
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
        let spheres = [(self.a.motion, reach[0]), (self.b.motion, reach[1])]
            .map(|(motion, radius)| MovingSphere::with_radius(motion, radius));
        let overlap = |distance: f64| {
            if !bounds {
                return Some([0.0, duration]);
            }
            let [first, last] = overlap_times(&spheres, distance)?;
            (first <= duration).then_some([first, last.min(duration)])
        };
        if rounding <= 0.5 * target {
            return Some((overlap(target)?, rounding));
        }
        // Long paths: the times after the two have passed each other do not matter. The distance is limited
        // to the bodies' size because a larger rounding leaves nothing to decide.
        let distance = target.max(rounding.min(reach[0] + reach[1]));
        let times = overlap(distance)?;
        Some((times, motions.rounding.over(times, corners)))
    }
}

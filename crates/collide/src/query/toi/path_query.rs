//! Two colliders on their paths: do they meet, and when? Its stages go from cheap to dear, and each has a
//! file: the plane of the last query, half-spaces (`half_spaces/`), planes that stand still and planes that
//! turn (`separating_plane/`), hulls (`hulls/`), and what the shapes are made of (the rows of `query/table`).

use glam::DVec3;

use crate::budget::Budget;
use crate::counters::Counters;
use crate::math::{CenterFrame, Motion};
use crate::query::context::QueryContext;
use crate::query::outcome::Decided;
use crate::query::placed::shared_origin;
use crate::query::table::with_pair;
use crate::query::toi::half_spaces::HalfSpaceClearance;
use crate::query::toi::path_pair::PathPair;
use crate::query::toi::path_sweep::{PathImpact, PathSweep};
use crate::query::toi::separating_plane::PlaneSearchResult;
use crate::query::toi::sweep_record::SweepRecord;
use crate::query::toi::{HullsApart, SweepOptions, SweepRequest, half_spaces, hulls};
use crate::query::{
    DistanceOptions, MovingCollider, PairCache, PlacedCollider, SeparatingPlane, Stage,
};

/// When two paths end, and how near to each other they may lead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathLimits {
    /// The end, in seconds on the clock of the paths.
    pub end: f64,
    /// A gap with which two colliders count as apart, in metres: far above the rounding of f32
    /// coordinates relative to one of them. A pair that begins nearer has to keep most of its gap.
    pub min_gap: f64,
    /// The distance at which a sweep is to report impacts, in metres; larger than the gap.
    pub target: f64,
}

/// Asks about two colliders on their paths: see [`Query::on_paths`](crate::Query::on_paths).
///
/// [`PathQuery::keeps_plane`] compares what is remembered, which takes no work units, and
/// [`PathQuery::is_separated`] takes few: one for each gap across a plane. They answer for most pairs of a
/// simulation; [`PathQuery::time_of_impact`] answers for all, as far as its budget goes.
///
/// ```
/// use dodgem_collide::glam::{DQuat, DVec3, Vec3};
/// use dodgem_collide::math::{CenterFrame, Path};
/// use dodgem_collide::query::toi::{PathLimits, PathSweep, SweepOptions};
/// use dodgem_collide::query::{MovingCollider, PairCache};
/// use dodgem_collide::shape::{Collider, Cuboid};
/// use dodgem_collide::{Budget, Query, Shape};
///
/// // A box of 1 m that falls on another one, 1 m below it, and turns.
/// let cuboid = Cuboid::new(Vec3::splat(0.5))?;
/// let collider = Collider::new(Shape::Cuboid(cuboid), Vec3::ZERO);
/// let at = |y: f64| CenterFrame::new(DVec3::Y * y, DQuat::IDENTITY);
/// let lower = MovingCollider::new(&collider, Path::resting(at(0.0), 0.0));
/// let falling = Path::new(at(2.0), 0.0, DVec3::Y * -10.0, DVec3::Y * 3.0);
/// let upper = MovingCollider::new(&collider, falling);
///
/// // Kept of the two from one query to the next, and memory that all queries share.
/// let (mut cache, mut ask) = (PairCache::default(), Query::default());
/// let step = |end| PathLimits { end, min_gap: 2e-5, target: 1e-4 };
///
/// // In the next 1/120 s a plane keeps them apart.
/// let both = [lower, upper];
/// let mut query = ask.on_paths(&both, step(1.0 / 120.0), &mut cache);
/// assert!(query.is_separated(Budget::Unlimited));
///
/// // In the next second they meet after a tenth of it.
/// let mut query = ask.on_paths(&both, step(1.0), &mut cache);
/// assert!(!query.is_separated(Budget::Unlimited));
/// let options = SweepOptions { target: 1e-4 };
/// match query.time_of_impact(0.0, &options, Budget::Unlimited) {
///     PathSweep::Impact(impact) => assert!((impact.time - 0.1).abs() < 1e-4),
///     other => panic!("they meet, not {other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PathQuery<'q> {
    pub(super) both: &'q [MovingCollider<'q>; 2],
    pub(super) limits: PathLimits,
    pub(super) cache: &'q mut PairCache,
    pub(super) context: &'q mut QueryContext,
}

impl<'q> PathQuery<'q> {
    /// A query about two colliders, in the order of their cache. Both paths are on one clock, on which they
    /// may start at different times.
    pub(crate) fn new(
        both: &'q [MovingCollider<'q>; 2],
        limits: PathLimits,
        cache: &'q mut PairCache,
        context: &'q mut QueryContext,
    ) -> Self {
        PathQuery {
            both,
            limits,
            cache,
            context,
        }
    }

    /// The time from which both are on their paths, in seconds.
    pub fn start(&self) -> f64 {
        let [a, b] = self.both;
        a.path.start_time().max(b.path.start_time())
    }

    /// The work units of the last question. A sweep costs at least one unit, so that no budget lasts for ever.
    pub fn work(&self) -> u64 {
        self.context.counters.work() + self.context.counters.queries
    }

    /// The work of the last question, by kind.
    pub fn counters(&self) -> &Counters {
        &self.context.counters
    }

    /// The stage that decided the last sweep; `None` if it was cut.
    pub fn decided_by(&self) -> Option<Stage> {
        self.context.decided_by
    }

    /// The numbers of the children of compounds that the last sweep found or was cut at; 0 of a shape that is
    /// no compound.
    pub fn children(&self) -> [u32; 2] {
        self.context.children
    }

    /// Whether a stage of planes or hulls may decide: half-spaces have neither a hull nor a bounding radius.
    pub(super) fn may(&self, stage: Stage) -> bool {
        let have_hulls = (self.both.iter()).all(|moving| moving.collider.is_bounded());
        have_hulls && self.context.stages.has(stage)
    }

    /// Whether two colliders that are `gap` metres apart along a direction of length 1 at time 0 stay
    /// apart along it until the end: no point moves faster along it than its centre and its turning together.
    /// False for paths that do not both start then.
    pub fn keeps_gap(&self, n: DVec3, gap: f64) -> bool {
        let PathLimits { end, min_gap, .. } = self.limits;
        let starts_then = |moving: &MovingCollider| moving.path.start_time() == 0.0;
        if !self.may(Stage::Plane) || gap < min_gap || !self.both.iter().all(starts_then) {
            return false;
        }
        let moved = |i: usize| {
            let path = &self.both[i].path;
            path.frame_at(end).center - path.start().center
        };
        let mut gap = gap + (moved(1) - moved(0)).dot(n).min(0.0);
        for moving in self.both {
            gap -= n.cross(moving.turning()).length() * moving.reach() * end;
        }
        gap >= min_gap
    }

    /// Whether the plane of an earlier query, with the gap that the cache knows, keeps the two apart until
    /// the end.
    pub fn keeps_plane(&self) -> bool {
        let plane = &self.cache.plane;
        self.keeps_gap(plane.normal, plane.gap)
    }

    /// Whether half-spaces or a separating plane show that the two stay apart until the end; not if the
    /// budget ends before.
    pub fn is_separated(&mut self, budget: Budget) -> bool {
        self.context.begin(budget);
        let is_separated = self.planes_separate();
        if is_separated {
            self.context.decided_by = Some(Stage::Plane);
        }
        is_separated
    }

    pub(crate) fn planes_separate(&mut self) -> bool {
        if !self.may(Stage::Plane) {
            return false;
        }
        let PathLimits {
            end,
            min_gap,
            target,
        } = self.limits;
        let times = [self.start(), end];
        let QueryContext { meter, sweep, .. } = &mut *self.context;
        let mut pair = PathPair::new(self.both, self.cache.gjk, meter, sweep.trace());
        let known = &mut self.cache.half_spaces;
        let clearance = half_spaces::clearance(&mut pair, times, target, known);
        let is_separated = match clearance {
            HalfSpaceClearance::Clear => true,
            HalfSpaceClearance::Near => false,
            HalfSpaceClearance::Unknown => find_plane(&mut pair, times, min_gap, self.cache)
                .unwrap_or_else(|| {
                    let toward = first_direction(self.both, self.cache.axis);
                    pair.turning_planes_separate(times, min_gap, toward)
                }),
        };
        self.cache.gjk = pair.gjk;
        self.count_planes();
        is_separated
    }

    /// Counts the gaps and heights that were measured across planes: all work of the question that no other
    /// counter has.
    pub(super) fn count_planes(&mut self) {
        let counters = &mut self.context.counters;
        counters.plane_tests += self.context.meter.taken() - counters.work();
    }

    /// The time of impact on the paths from `start` (s) to the end, at the options' target distance.
    pub fn time_of_impact(
        &mut self,
        start: f64,
        options: &SweepOptions,
        budget: Budget,
    ) -> PathSweep {
        self.context.begin(budget);
        let found = self.impact(start, options);
        self.context.end(found)
    }

    pub(crate) fn impact(&mut self, start: f64, options: &SweepOptions) -> Decided<PathSweep> {
        let found = match self.impact_of_proxies(start, f64::from(options.target)) {
            Ok(found) => found,
            Err(hulls_apart) => self.impact_of_shapes(start, hulls_apart, options),
        };
        if let PathSweep::Impact(PathImpact { normal, .. }) = found.answer {
            self.cache.axis = normal.as_dvec3();
        }
        found
    }

    /// [`PathQuery::time_of_impact`] with what it takes to ask it again.
    pub fn recorded_time_of_impact(
        &mut self,
        start: f64,
        options: &SweepOptions,
        budget: Budget,
    ) -> SweepRecord {
        let cache = *self.cache;
        let answer = self.time_of_impact(start, options, budget);
        SweepRecord {
            paths: [0, 1].map(|i: usize| self.both[i].path),
            limits: self.limits,
            start,
            options: *options,
            budget,
            stages: self.context.stages,
            cache,
            answer,
            decided_by: self.context.decided_by,
            counters: self.context.counters,
            work: self.work(),
        }
    }

    /// The time of impact by half-spaces or by the hulls, if these tell. Else how far the hulls came.
    fn impact_of_proxies(
        &mut self,
        start: f64,
        target: f64,
    ) -> Result<Decided<PathSweep>, Option<HullsApart>> {
        let times = [start, self.limits.end];
        let (may_plane, may_convex) = (self.may(Stage::Plane), self.may(Stage::Convex));
        let QueryContext {
            meter,
            sweep,
            hulls,
            ..
        } = &mut *self.context;
        let mut pair = PathPair::new(self.both, self.cache.gjk, meter, sweep.trace());
        let mut found = None;
        let mut stage = Stage::Plane;
        // Planes do not tell which child of a compound meets them.
        let is_compound = |moving: &MovingCollider| moving.collider.is_compound();
        if may_plane && !self.both.iter().any(is_compound) {
            let known = &mut self.cache.half_spaces;
            found = half_spaces::time_of_impact(&mut pair, times, target, known);
        }
        if found.is_none() && may_convex {
            stage = Stage::Convex;
            pair.gjk = self.cache.gjk;
            let toward = first_direction(self.both, self.cache.axis);
            found = hulls::time_of_impact(&mut pair, times, target, toward, hulls);
        }
        let (gjk, hulls_apart) = (pair.gjk, pair.hulls_apart);
        self.count_planes();
        let answer = found.ok_or(hulls_apart)?;
        self.cache.gjk = gjk;
        Ok(Decided::by(stage, answer))
    }

    /// The time of impact by closed forms, advancement of solids, or a search of the triangles.
    fn impact_of_shapes(
        &mut self,
        start: f64,
        hulls_apart: Option<HullsApart>,
        options: &SweepOptions,
    ) -> Decided<PathSweep> {
        let request = SweepRequest {
            hulls_apart: hulls_apart.map(|hulls| HullsApart {
                until: hulls.until - start,
                ..hulls
            }),
            ..SweepRequest::new((self.limits.end - start) as f32, options)
        };
        let motions = self.motions_from(start);
        let shapes = self.both.map(|moving| moving.collider.shape().borrowed());
        let origin = self.origin();
        let context = &mut *self.context;
        let traced = context.trace().as_ref().map_or(0, Vec::len);
        let found = context.part(|context| {
            with_pair(shapes, |row| {
                let memory = &mut PairCache::default();
                row.time_of_impact(motions.each_ref(), &request, memory, context)
            })
        });
        if let Some(instants) = context.trace() {
            // Motions begin at the start.
            instants[traced..]
                .iter_mut()
                .for_each(|time| *time += start);
        }
        found.map(|found| PathSweep::of_sweep(found, origin))
    }

    /// The distance of the two `time` seconds after `start` on their paths, in metres; 0 if they overlap.
    /// None if the budget ends before it is known.
    pub fn gap_at(&mut self, start: f64, time: f32, budget: Budget) -> Option<f64> {
        self.context.begin(budget);
        self.distance_at(start, time)
    }

    /// [`PathQuery::gap_at`] within the budget of the current question.
    pub(super) fn distance_at(&mut self, start: f64, time: f32) -> Option<f64> {
        let motions = self.motions_from(start);
        let both = [0, 1].map(|i: usize| {
            let collider = self.both[i].collider;
            let at = motions[i].placement_at(f64::from(time));
            let frame = CenterFrame::of_placement(&at, collider.local_center());
            PlacedCollider::new(collider, frame)
        });
        let (may_plane, may_convex) = (self.may(Stage::Plane), self.may(Stage::Convex));
        let QueryContext { meter, hulls, .. } = &mut *self.context;
        let mut known = None;
        if may_plane {
            known = half_spaces::gap(both, self.cache, meter);
        }
        if known.is_none() && may_convex {
            let toward = first_direction(self.both, self.cache.axis);
            known = hulls::gap(both, toward, &mut self.cache.gjk, meter, hulls);
        }
        self.count_planes();
        if known.is_some() {
            return known;
        }
        let poses = motions.map(|motion| motion.pose_at(time));
        let shapes = both.map(|placed| placed.collider.shape().borrowed());
        let exact = &DistanceOptions::EXACT;
        let context = &mut *self.context;
        let found = context.part(|context| {
            with_pair(shapes, |row| {
                row.distance(poses.each_ref(), exact, None, context)
            })
        });
        found.answer.distance().map(f64::from)
    }

    /// A point of the world relative to which f32 is fine: see [`shared_origin`].
    fn origin(&self) -> DVec3 {
        let [a, b] = self.both;
        shared_origin(
            &[a, b].map(|moving| PlacedCollider::new(moving.collider, *moving.path.start())),
        )
    }

    /// The paths from `start` (s) on, relative to the origin.
    fn motions_from(&self, start: f64) -> [Motion; 2] {
        let origin = self.origin();
        let [a, b] = self.both;
        [a, b].map(|moving| {
            let center = moving.collider.local_center();
            moving.path.motion_from(start, origin, center)
        })
    }
}

/// Whether a plane that stands still keeps the two apart; it is kept in the cache. None if such planes do
/// not tell.
fn find_plane(
    pair: &mut PathPair,
    times: [f64; 2],
    min_gap: f64,
    cache: &mut PairCache,
) -> Option<bool> {
    let centers = between_starts(pair.both).normalize_or_zero();
    let directions = [cache.plane.normal, cache.axis, centers];
    match pair.find_plane(times, min_gap, &directions) {
        PlaneSearchResult::Separating(plane) => {
            if times[0] == 0.0 {
                cache.plane = plane;
            } else if cache.plane.normal != plane.normal {
                cache.plane = SeparatingPlane::across(plane.normal);
            }
            Some(true)
        }
        PlaneSearchResult::TooClose => Some(false),
        PlaneSearchResult::Unknown => None,
    }
}

/// A first direction for GJK, from the first one to the second: the known axis, or that between the centres.
pub(super) fn first_direction(both: &[MovingCollider; 2], axis: DVec3) -> DVec3 {
    if axis == DVec3::ZERO {
        between_starts(both)
    } else {
        axis
    }
}

/// From the first one's centre to the second one's where their paths begin, in metres.
fn between_starts([a, b]: &[MovingCollider; 2]) -> DVec3 {
    b.path.start().center - a.path.start().center
}

//! Sweeps of two moving colliders: the time of impact, if they meet.
//!
//! The stages go from cheap to expensive, and each has a file: the plane of the last query, half-spaces
//! (`half_spaces/`), planes that stand still and planes that turn (`separating_plane.rs`), hulls (`hulls/`), and
//! the shapes themselves (the rows of `query/table`).

use glam::DVec3;

use crate::math::{CenterFrame, Motion};
use crate::query::context::QueryContext;
use crate::query::outcome::Decided;
use crate::query::placed::shared_origin;
use crate::query::table::with_pair;
use crate::query::toi::half_spaces::HalfSpaceClearance;
use crate::query::toi::proxy_pair::ProxyPair;
use crate::query::toi::separating_plane::PlaneSearchResult;
use crate::query::toi::{HullsApart, Sweep, SweepOptions, SweepRequest, half_spaces, hulls};
use crate::query::trace::Finding;
use crate::query::{
    DistanceOptions, MovingCollider, PairCache, PlacedCollider, SeparatingPlane, Stage,
};

/// The span of a sweep of two moving colliders, and its distance thresholds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepLimits {
    /// The start, in seconds on the clock of the motions: not before the start of either.
    pub start: f64,
    /// The end, in seconds on the clock of the motions.
    pub end: f64,
    /// A gap with which two colliders count as apart, in metres: far above the rounding of f32
    /// coordinates relative to one of them. A pair that begins nearer has to keep most of its gap.
    pub min_gap: f64,
    /// The distance at which the sweep reports an impact; not smaller than the gap.
    pub options: SweepOptions,
}

/// True if both have a hull and a bounding radius: half-spaces have neither.
pub(crate) fn have_hulls(both: &[MovingCollider; 2]) -> bool {
    (both.iter()).all(|moving| moving.collider.is_bounded())
}

/// A running sweep with its inputs.
pub(crate) struct ColliderSweep<'q> {
    pub both: &'q [MovingCollider<'q>; 2],
    pub limits: SweepLimits,
    pub cache: &'q mut PairCache,
    pub context: &'q mut QueryContext,
}

impl ColliderSweep<'_> {
    /// True if a stage of planes or hulls may decide.
    pub fn may(&self, stage: Stage) -> bool {
        have_hulls(self.both) && self.context.stages.has(stage)
    }

    /// Runs the stages in their order.
    pub fn run(&mut self) -> Decided<Sweep<DVec3>> {
        let asks_planes = self.context.asks(Stage::Plane) && self.may(Stage::Plane);
        if asks_planes && self.planes_separate() {
            return Decided::by(Stage::Plane, Sweep::Clear);
        }
        if self.context.range.ends_before(Stage::Triangles) {
            let points =
                [0, 1].map(|i: usize| self.both[i].motion.frame_at(self.limits.start).center);
            let safe_time = 0.0;
            return Decided::by(Stage::Plane, Sweep::Cut { safe_time, points });
        }
        let found = match self.impact_of_proxies() {
            Ok(found) => found,
            Err(hulls_apart) => self.impact_of_shapes(hulls_apart),
        };
        if let Sweep::Impact { normal, .. } = found.answer {
            self.cache.axis = normal.as_dvec3();
        }
        found
    }

    /// True if half-spaces or a separating plane show that the two stay apart until the end; false if the
    /// budget ends before.
    fn planes_separate(&mut self) -> bool {
        let SweepLimits {
            start,
            end,
            min_gap,
            options: SweepOptions { target },
        } = self.limits;
        let times = [start, end];
        let QueryContext { meter, trace, .. } = &mut *self.context;
        let mut pair = ProxyPair::new(self.both, self.cache.gjk, meter, trace);
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
        let finding = match is_separated {
            true => Finding::Apart,
            false => Finding::Unknown,
        };
        pair.trace.note_finding(Stage::Plane, finding, end);
        self.cache.gjk = pair.gjk;
        self.count_planes();
        is_separated
    }

    /// Counts the gaps and heights that were measured across planes: all work of the query that no other
    /// counter has.
    pub fn count_planes(&mut self) {
        let counters = &mut self.context.counters;
        counters.plane_tests += self.context.meter.taken() - counters.work();
    }

    /// The time of impact by half-spaces or by the hulls, if these decide. Else the time until which the hulls
    /// are known to be apart.
    fn impact_of_proxies(&mut self) -> Result<Decided<Sweep<DVec3>>, Option<HullsApart>> {
        let SweepLimits {
            start,
            end,
            options: SweepOptions { target },
            ..
        } = self.limits;
        let times = [start, end];
        let (may_plane, may_convex) = (self.may(Stage::Plane), self.may(Stage::Convex));
        let QueryContext {
            meter,
            trace,
            hulls,
            ..
        } = &mut *self.context;
        let mut pair = ProxyPair::new(self.both, self.cache.gjk, meter, trace);
        let mut found = None;
        let mut stage = Stage::Plane;
        // Planes do not identify the child of a compound that meets them.
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
        if let Some(Sweep::Clear) = found {
            pair.trace.note_finding(stage, Finding::Apart, end);
        }
        self.count_planes();
        let answer = found.ok_or(hulls_apart)?;
        self.cache.gjk = gjk;
        Ok(Decided::by(stage, answer))
    }

    /// The time of impact by closed forms, advancement of solids, or a search of the triangles.
    fn impact_of_shapes(&mut self, hulls_apart: Option<HullsApart>) -> Decided<Sweep<DVec3>> {
        let SweepLimits { start, end, .. } = self.limits;
        let request = SweepRequest {
            hulls_apart: hulls_apart.map(|hulls| HullsApart {
                until: hulls.until - start,
                ..hulls
            }),
            duration: (end - start) as f32,
            options: self.limits.options,
        };
        let motions = self.motions();
        let shapes = self.both.map(|moving| moving.collider.shape().borrowed());
        let origin = self.origin();
        let (context, cache) = (&mut *self.context, &mut *self.cache);
        let traced = context.trace.mark();
        let found = context.part(|context| {
            with_pair(shapes, |row| {
                row.time_of_impact(motions.each_ref(), &request, cache, context)
            })
        });
        // The clock of the motions begins at the start of the sweep.
        context.trace.delay(traced, start);
        found.map(|found| found.map_points(|point| origin + point.as_dvec3()))
    }

    /// The distance of the two `time` seconds after the start, in metres; 0 if they overlap. None if the
    /// budget ends before it is known.
    pub fn distance_at(&mut self, time: f32) -> Decided<Option<f64>> {
        let motions = self.motions();
        let both = [0, 1].map(|i: usize| {
            let collider = self.both[i].collider;
            let at = motions[i].placement_at(f64::from(time));
            let frame = CenterFrame::of_placement(&at, collider.local_center());
            PlacedCollider::new(collider, frame)
        });
        let (may_plane, may_convex) = (self.may(Stage::Plane), self.may(Stage::Convex));
        let QueryContext { meter, hulls, .. } = &mut *self.context;
        let (mut known, mut stage) = (None, Stage::Plane);
        if may_plane {
            known = half_spaces::gap(both, self.cache, meter);
        }
        if known.is_none() && may_convex {
            stage = Stage::Convex;
            let toward = first_direction(self.both, self.cache.axis);
            known = hulls::gap(both, toward, &mut self.cache.gjk, meter, hulls);
        }
        self.count_planes();
        if known.is_some() {
            return Decided::by(stage, known);
        }
        let poses = motions.map(|motion| motion.pose_at(time));
        let shapes = both.map(|placed| placed.collider.shape().borrowed());
        let exact = &DistanceOptions::EXACT;
        let (context, cache) = (&mut *self.context, &mut *self.cache);
        let found = context.part(|context| {
            with_pair(shapes, |row| {
                row.distance(poses.each_ref(), exact, Some(cache), context)
            })
        });
        found.map(|found| found.distance().map(f64::from))
    }

    /// A point of the world near the two, for coordinates that are accurate in f32: see [`shared_origin`].
    fn origin(&self) -> DVec3 {
        let [a, b] = self.both;
        shared_origin(
            &[a, b].map(|moving| PlacedCollider::new(moving.collider, *moving.motion.start())),
        )
    }

    /// The motions from the start on, relative to the origin.
    fn motions(&self) -> [Motion; 2] {
        let (origin, start) = (self.origin(), self.limits.start);
        let [a, b] = self.both;
        [a, b].map(|moving| moving.motion.relative_to(origin, start))
    }
}

/// True if a plane that stands still keeps the two apart; the cache keeps it. None if such planes do not
/// decide.
fn find_plane(
    pair: &mut ProxyPair,
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

/// The vector from the first one's centre to the second one's at the start of their motions, in metres.
fn between_starts([a, b]: &[MovingCollider; 2]) -> DVec3 {
    b.motion.start().center - a.motion.start().center
}

//! The sweep of one pair of bodies on their paths.
//!
//! It reads the world and writes only the cached state of the pair, so that pairs may be swept in
//! any order: see [`PairSweep::run`].
//!
//! Bodies that start a path very near each other need care, as a sweep brings them nearer still:
//! see [`PairSweep::time_before_too_close`].

use crate::bodies::Bodies;
use crate::body::Body;
use crate::ccd::event_queue::EventKind;
use crate::ccd::world_view::WorldView;
use crate::manifold::contact_point::ContactPoint;
use crate::pair_cache::{OverlappingPairs, PairState};
use crate::params::{EARLIER_SHARES, MIN_GAP_GROWTH};
use crate::report::PairEnd;
use crate::shape_queries::ShapeQueries;
use crate::step_context::StepContext;
use dodgem_collide::Query;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::query::toi::Sweep;
use dodgem_collide::query::{Answer, Crossing, MovingCollider, PairCache, Stage, SweepLimits};
use glam::DVec3;

/// The sweep of two bodies: the world, the pair's cached state, and the queries.
pub(crate) struct PairSweep<'s> {
    pub view: WorldView<'s>,
    pub state: &'s mut PairState,
    pub(super) shape_queries: &'s mut ShapeQueries,
    pub(super) both: [MovingCollider<'s>; 2],
    /// Searches made, and the work units that they cost.
    pub searches: u64,
    pub work: u64,
    /// The stage that decided the last query.
    pub decided_by: Option<Stage>,
}

/// The result of a pair's sweep, and its cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptPair {
    pub pair: Pair,
    pub end: PairEnd,
    /// The event that follows, and its time in seconds from the start of the step.
    pub event: Option<(f64, EventKind)>,
    /// The stage that decided it; `None` if it was cut.
    pub decided_by: Option<Stage>,
    /// The index of the sweep as it was asked, if it has an event: see [`ShapeQueries::sweep_records`].
    pub sweep: Option<u32>,
    /// The place of the hit, in metres, if one test found it.
    pub point: Option<DVec3>,
    /// The two bodies overlap.
    pub overlaps: bool,
    /// Work units that the search was allowed.
    pub allowed: u64,
    /// Searches made, and the work units that they cost.
    pub searches: u64,
    pub work: u64,
}

/// The state of a pair after the start of a step: skipped, swept or waiting.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SweepStart {
    /// It needs no sweep.
    NotNeeded,
    /// It was swept.
    Swept(SweptPair),
    /// It needs a search and waits for its turn.
    Waits {
        /// Work units that planes cost.
        work: u64,
    },
}

/// Runs a query on the sweep of a pair, with its cached state if `known` is its index in the cache.
pub(crate) fn ask_about<R>(
    pair: Pair,
    known: Option<usize>,
    context: &mut StepContext,
    bodies: &Bodies,
    cache: &mut OverlappingPairs,
    ask: impl FnOnce(&mut PairSweep) -> R,
) -> R {
    let mut unknown;
    let OverlappingPairs {
        pairs, contacts, ..
    } = cache;
    let view = WorldView::new(context.settings, bodies, contacts);
    let state = match known {
        Some(at) => &mut pairs[at],
        None => {
            unknown = PairState::new(pair);
            &mut unknown
        }
    };
    let mut sweep = PairSweep::new(view, state, context.queries);
    ask(&mut sweep)
}

impl<'s> PairSweep<'s> {
    /// A sweep that has not cost anything yet.
    #[inline]
    pub fn new(
        view: WorldView<'s>,
        state: &'s mut PairState,
        shape_queries: &'s mut ShapeQueries,
    ) -> Self {
        PairSweep {
            both: view.moving(state.pair),
            view,
            state,
            shape_queries,
            searches: 0,
            work: 0,
            decided_by: None,
        }
    }

    /// The span of the sweep, and its least and target gaps.
    pub(super) fn limits(&self) -> SweepLimits {
        self.view.limits(self.state.pair)
    }

    /// Asks about the two on their paths, with at most `allowed` work units, and books the cost.
    pub(super) fn ask<R>(
        &mut self,
        allowed: u64,
        ask: impl FnOnce(&mut Query, &[MovingCollider; 2], &mut PairCache) -> Answer<R>,
    ) -> R {
        let query = self.shape_queries.for_sweep(allowed);
        let found = ask(query, &self.both, &mut self.state.cache);
        self.work += self.shape_queries.book_sweep(&found);
        found.value
    }

    /// Sweeps two whose paths cross at the start of the step, if they may meet. If work is scarce, only
    /// planes are tried; a search has to wait for its turn.
    pub fn begin(&mut self) -> SweepStart {
        let (pair, gap) = (self.state.pair, self.state.remaining_gap());
        if let Some(separated) = self.stays_separated() {
            return SweepStart::Swept(separated);
        }
        if self.view.stays_apart(pair, gap) {
            return SweepStart::NotNeeded;
        }
        if let Some(separated) = self.is_separated() {
            return SweepStart::Swept(separated);
        }
        match self.shape_queries.without_turn() {
            None => SweepStart::Waits { work: self.work },
            Some(allowed) => SweepStart::Swept(self.search(allowed)),
        }
    }

    /// The two bodies.
    pub fn bodies(&self) -> [&'s Body; 2] {
        let Pair { a, b } = self.state.pair;
        [a, b].map(|i| &self.view.bodies[i as usize])
    }

    /// Sweeps two whose paths cross from the later one's time to the step's end, for no more than a
    /// budget of work units. None if there is nothing to sweep.
    pub fn run(&mut self, budget: u64) -> Option<SweptPair> {
        if self.limits().start >= self.view.settings.step {
            return None;
        }
        if self
            .view
            .stays_apart(self.state.pair, self.state.remaining_gap())
        {
            return None;
        }
        let separated = self.stays_separated().or_else(|| self.is_separated());
        Some(separated.unwrap_or_else(|| self.search(budget)))
    }

    /// A clear sweep, if cached values alone show that the two stay apart for all of the step: the
    /// heights of one over a face of the other, or the gap along a plane of earlier steps.
    fn stays_separated(&mut self) -> Option<SweptPair> {
        let keeps_plane = |sweep: &Self| {
            let (query, limits) = (&sweep.shape_queries.query, sweep.limits());
            query.keeps_plane(&sweep.both, &limits, &sweep.state.cache)
        };
        let separated = self.clears_face() || keeps_plane(self);
        separated.then(|| self.separated_by_plane())
    }

    /// The outcome for a pair that a plane keeps apart.
    fn separated_by_plane(&mut self) -> SweptPair {
        self.decided_by = Some(Stage::Plane);
        self.swept(PairEnd::Clear, None, u64::MAX)
    }

    /// True if the heights above a face show that the two stay apart for all of the step.
    pub(crate) fn clears_face(&mut self) -> bool {
        let state = &*self.state;
        // Only heights of this step's contact update are heights above the face as it is now.
        let Some(face) = state.cache.face.filter(|_| state.moved == 0.0) else {
            return false;
        };
        let gap = state.gap;
        let floor = self.bodies()[usize::from(face.second)];
        let side = if face.second { -face.side } else { face.side };
        let normal = floor.rotation * (DVec3::AXES[usize::from(face.axis)] * side);
        let (query, limits) = (&self.shape_queries.query, self.limits());
        query.keeps_gap(&self.both, &limits, normal, gap)
    }

    /// A clear sweep, if half-spaces or a separating plane keep the two apart on all of their paths.
    fn is_separated(&mut self) -> Option<SweptPair> {
        let limits = self.limits();
        let found = self.ask(u64::MAX, |query, both, cache| {
            query.up_to(Stage::Plane).sweep(both, &limits, cache)
        });
        (found == Sweep::Clear).then(|| self.separated_by_plane())
    }

    /// True if the paths bring the two together, as far as planes and hulls can tell.
    pub fn crossing(&mut self) -> Crossing {
        let limits = self.limits();
        self.ask(u64::MAX, |query, both, cache| {
            query.crossing(both, &limits, cache)
        })
    }

    /// Searches for the time at which the two meet.
    pub fn search(&mut self, budget: u64) -> SweptPair {
        if self.shape_queries.left == 0 {
            // Without work no sweep runs, and none is recorded, because that may concern many pairs.
            let cut = Some((self.limits().start, EventKind::Cut));
            return self.swept(PairEnd::Cut, cut, 0);
        }
        if self.view.is_tested_once(self.state.pair) {
            return self.test_once(budget);
        }
        let known = self.shape_queries.sweep_records.len();
        let mut start = self.limits().start;
        let span = self.view.settings.step - start;
        let mut found = self.time_of_impact(start, budget);
        if matches!(found, Sweep::Overlapping { .. })
            && let Some(later) = self.time_when_opened(start, span as f32)
        {
            start += f64::from(later);
            found = self.time_of_impact(start, budget);
        }
        // Rounded to f32, the end of the paths may be beyond the step's.
        let step = self.view.settings.step;
        let until = |time: f32| (start + f64::from(time)).min(step);
        let mut overlaps = false;
        let (end, event) = match found {
            Sweep::Clear => (PairEnd::Clear, None),
            Sweep::Impact {
                time,
                point_a,
                point_b,
                ..
            } => {
                let min_gap = self.view.least_gap(self.state.pair);
                let time = if point_a.distance(point_b) < min_gap {
                    self.time_before_too_close(start, time, min_gap)
                } else {
                    time
                };
                (PairEnd::Meets, Some((until(time), EventKind::Impact)))
            }
            Sweep::Cut { safe_time, .. } => {
                (PairEnd::Cut, Some((until(safe_time), EventKind::Cut)))
            }
            // Bodies that were placed into each other: the solver parts them.
            Sweep::Overlapping { .. } if start == 0.0 && self.solver_parts_them() => {
                self.shape_queries.sweep_records.truncate(known);
                let swept = self.swept(PairEnd::Meets, None, budget);
                return SweptPair {
                    overlaps: true,
                    ..swept
                };
            }
            Sweep::Overlapping { .. } => {
                overlaps = start == 0.0 && self.gap_at(start, 0.0) == Some(0.0);
                (PairEnd::Meets, Some((start, EventKind::Wait)))
            }
        };
        let records = &mut self.shape_queries.sweep_records;
        let sweep = event.map(|_| records.len() as u32 - 1);
        if sweep.is_none() {
            records.truncate(known);
        }
        SweptPair {
            sweep,
            overlaps,
            ..self.swept(end, event, budget)
        }
    }

    /// An outcome with the cost of the sweep so far.
    pub(super) fn swept(
        &self,
        end: PairEnd,
        event: Option<(f64, EventKind)>,
        allowed: u64,
    ) -> SweptPair {
        SweptPair {
            pair: self.state.pair,
            end,
            event,
            decided_by: self.decided_by,
            sweep: None,
            point: None,
            overlaps: false,
            allowed,
            searches: self.searches,
            work: self.work,
        }
    }

    /// The time of impact on the paths from `start` (s) on.
    fn time_of_impact(&mut self, start: f64, budget: u64) -> Sweep<DVec3> {
        let mut limits = SweepLimits {
            start,
            ..self.limits()
        };
        if start == 0.0 {
            // For a pair that starts closer than twice the target distance, the sweep returns when its
            // distance is halved.
            let target = &mut limits.options.target;
            *target = target.min(0.5 * self.nearest());
        }
        let query = self.shape_queries.for_sweep(budget).after(Stage::Plane);
        let record = query.recorded_sweep(&self.both, &limits, &mut self.state.cache);
        self.work += self.shape_queries.book_sweep(&record.answer);
        self.decided_by = record.answer.decided_by;
        self.shape_queries.sweep_records.push(record);
        self.searches += 1;
        record.answer.value
    }

    /// The gap of the two at the start of the step, in metres; infinite if they have no contact or overlap.
    pub(super) fn nearest(&self) -> f64 {
        let distances = self.contacts().iter().map(|c| c.distance);
        let min_gap = distances.fold(f64::INFINITY, f64::min);
        // For a pair that overlaps, or seems to, the sweep decides.
        if min_gap > 0.0 {
            min_gap
        } else {
            f64::INFINITY
        }
    }

    fn contacts(&self) -> &'s [ContactPoint] {
        &self.view.contacts[self.state.range()]
    }

    /// The distance of the two `time` seconds after `start` on their paths, in metres; 0 if they overlap.
    /// None if too little work is left.
    pub(super) fn gap_at(&mut self, start: f64, time: f32) -> Option<f64> {
        let limits = SweepLimits {
            start,
            ..self.limits()
        };
        self.ask(u64::MAX, |query, both, cache| {
            query.gap_at(both, &limits, time, cache)
        })
    }

    /// The time at which a pair stops that would meet nearer than `min_gap` metres at `time`, both in
    /// seconds after `start`.
    ///
    /// For bodies that start very near each other the sweep reports an impact nearer still, each
    /// time by half. That has to end while numbers can still tell the bodies apart. So if they are
    /// too near, they move only as far as they are no nearer than at the start. All of the path
    /// until `time` is free, so any point of it will do.
    fn time_before_too_close(&mut self, start: f64, time: f32, min_gap: f64) -> f32 {
        let Some(first) = self.gap_at(start, 0.0) else {
            return 0.0;
        };
        let min_gap = (first * (1.0 + MIN_GAP_GROWTH)).min(min_gap);
        let earlier = EARLIER_SHARES.map(|share| share * time);
        let mut is_enough = |t: &f32| self.gap_at(start, *t).is_some_and(|gap| gap >= min_gap);
        earlier.into_iter().find(|t| is_enough(t)).unwrap_or(0.0)
    }

    /// True if the two overlap at the start of the step and the solver has a contact there.
    fn solver_parts_them(&self) -> bool {
        self.contacts().iter().any(|c| c.distance <= 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Parts;
    use crate::{BodyDesc, Settings, World};
    use dodgem_collide::math::Pose;
    use dodgem_collide::shape::{ConvexHull, Sphere};
    use dodgem_collide::{BuildOptions, Model, Shape};
    use glam::Vec3;

    /// A box of 0.2 m as a mesh.
    fn cube() -> Shape {
        let corners =
            (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32));
        let corners: Vec<Vec3> = corners.map(|corner| 0.2 * (corner - 0.5)).collect();
        let mesh = ConvexHull::from_points(&corners).unwrap().to_mesh();
        Shape::Mesh(
            Model::build(&mesh.unwrap(), &BuildOptions::default())
                .unwrap()
                .into(),
        )
    }

    /// The time at which a box that flies at a speed (m/s) meets a ball, in seconds from the start of the step.
    fn event_at(cube: &Shape, gap: f32, speed: f64) -> Option<f64> {
        let mut world = World::new(Settings::default()).unwrap();
        let ball = Shape::Sphere(Sphere::new(0.1).unwrap());
        for (shape, place) in [(cube.clone(), Vec3::ZERO), (ball, Vec3::X * (0.2 + gap))] {
            let pose = Pose::from_translation(place).unwrap();
            world.add(BodyDesc::dynamic(shape, pose)).unwrap();
        }
        let mut parts = Parts::of(&mut world);
        parts.bodies.list[0].velocity = DVec3::X * speed;
        parts.find_pairs();
        let end = parts.context.settings.step;
        for (body, motion) in parts.bodies.iter_mut() {
            motion.plan(body, end);
        }
        let pair = Pair { a: 0, b: 1 };
        let found = parts.ask_about(pair, |sweep| sweep.search(u64::MAX));
        found.event.map(|(time, _)| time)
    }

    /// A step of 1/120 s is longer in f32. A meeting at its very end must not be reported after it.
    #[test]
    fn no_event_is_later_than_the_step() {
        let end = Settings::default().step;
        let (cube, mut at_the_end) = (cube(), 0);
        for case in 0..20 {
            let gap = 0.01 + 1e-3 * case as f32;
            let [mut clear, mut meets] = [0.9, 1.1].map(|share| share * f64::from(gap) / end);
            assert!(event_at(&cube, gap, clear).is_none());
            // To the slowest speed, in f32, at which they meet.
            for _ in 0..40 {
                let middle = 0.5 * (clear + meets);
                if event_at(&cube, gap, middle).is_some() {
                    meets = middle;
                } else {
                    clear = middle;
                }
            }
            let time = event_at(&cube, gap, meets).expect("they meet");
            assert!(time <= end, "{case}: {:e} s after the step", time - end);
            // Times are rounded down to f32.
            at_the_end += usize::from(end - time < 1e-6);
        }
        assert!(at_the_end > 10, "{at_the_end}");
    }
}

//! The sweep of one pair of bodies on their paths.
//!
//! It reads the world and writes only the cached state of the pair, so that pairs may be swept in
//! any order: see [`PairSweep::run`].
//!
//! Bodies that start a path very near each other need care, as a sweep brings them nearer still:
//! see [`PairSweep::time_before_too_close`].

use crate::body::Body;
use crate::ccd::event_queue::EventKind;
use crate::ccd::half_spaces::HalfSpaceClearance;
use crate::ccd::separating_plane::PlaneSearchResult;
use crate::ccd::world_view::WorldView;
use crate::manifold::point::ManifoldPoint;
use crate::pair_cache::PairState;
use crate::params::{EARLIER_SHARES, MIN_GAP_GROWTH, OPENED_GAP_FACTOR, OPENING_SHARES};
use crate::report::PairEnd;
use crate::shape_queries::ShapeQueries;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::math::Motion;
use dodgem_collide::query::toi::Sweep;
use glam::DVec3;

/// The sweep of two bodies: the world, the pair's cached state, and the queries.
pub(crate) struct PairSweep<'s> {
    pub view: WorldView<'s>,
    pub state: &'s mut PairState,
    pub shape_queries: &'s mut ShapeQueries,
    /// Searches made, and the work units that they cost.
    pub searches: u64,
    pub work: u64,
}

/// What the sweep of a pair found, and what it cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepOutcome {
    pub pair: Pair,
    pub end: PairEnd,
    /// The event that follows, and its time in seconds from the start of the step.
    pub event: Option<(f64, EventKind)>,
    /// The two bodies overlap.
    pub overlaps: bool,
    /// Work units that the search was allowed.
    pub allowed: u64,
    /// Searches made, and the work units that they cost.
    pub searches: u64,
    pub work: u64,
}

/// What becomes of a pair at the start of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SweepStart {
    /// It needs no sweep.
    NotNeeded,
    /// It was swept.
    SweepOutcome(SweepOutcome),
    /// It needs a search and waits for its turn.
    Waits,
}

impl<'s> PairSweep<'s> {
    /// A sweep that has not cost anything yet.
    pub fn new(
        view: WorldView<'s>,
        state: &'s mut PairState,
        shape_queries: &'s mut ShapeQueries,
    ) -> Self {
        PairSweep {
            view,
            state,
            shape_queries,
            searches: 0,
            work: 0,
        }
    }

    /// Sweeps the two at the start of the step, if they may meet. With limited work only planes are
    /// tried; a search has to wait for its turn.
    pub fn begin(&mut self, limited: bool) -> SweepStart {
        let (pair, gap) = (self.state.pair, self.state.remaining_gap());
        if !self.view.paths_cross(pair) {
            return SweepStart::NotNeeded;
        }
        if let Some(separated) = self.stays_separated() {
            return SweepStart::SweepOutcome(separated);
        }
        if self.view.stays_apart(pair, gap) {
            return SweepStart::NotNeeded;
        }
        match self.is_separated() {
            Some(separated) => SweepStart::SweepOutcome(separated),
            None if limited => SweepStart::Waits,
            None => SweepStart::SweepOutcome(self.search(u64::MAX)),
        }
    }

    /// The two bodies.
    pub fn bodies(&self) -> [&'s Body; 2] {
        let Pair { a, b } = self.state.pair;
        [a, b].map(|i| &self.view.bodies[i as usize])
    }

    /// The time from which both are on their paths, in seconds from the start of the step.
    pub(crate) fn start(&self) -> f64 {
        let Pair { a, b } = self.state.pair;
        let [a, b] = [a, b].map(|i| self.view.motions[i as usize].time);
        a.max(b)
    }

    /// Sweeps the two from the later one's time to the step's end, for no more than a budget of
    /// work units. None if there is nothing to sweep.
    pub fn run(&mut self, budget: u64) -> Option<SweepOutcome> {
        if !self.view.paths_cross(self.state.pair) || self.start() >= self.view.settings.step {
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
    fn stays_separated(&self) -> Option<SweepOutcome> {
        let plane = &self.state.plane;
        let separated = self.clears_face() || self.stays_separated_along(plane.normal, plane.gap);
        separated.then(|| self.swept(PairEnd::Clear, None, u64::MAX))
    }

    /// Whether the heights above a face show that the two stay apart for all of the step: no point
    /// comes down faster than its body's centre and its turning together.
    pub(crate) fn clears_face(&self) -> bool {
        let state = &*self.state;
        // Only heights of this step's contact update are heights above the face as it is now.
        let Some(face_manifold) = state.face_manifold.filter(|_| state.moved == 0.0) else {
            return false;
        };
        let floor = self.bodies()[usize::from(face_manifold.second)];
        let side = if face_manifold.second {
            -face_manifold.side
        } else {
            face_manifold.side
        };
        let normal = floor.rotation * (DVec3::AXES[usize::from(face_manifold.axis)] * side);
        self.stays_separated_along(normal, state.gap)
    }

    /// Whether two bodies that are `gap` metres apart along a direction as the step begins stay
    /// apart along it. No point moves faster along it than its body's centre and turning together.
    pub fn stays_separated_along(&self, n: DVec3, gap: f64) -> bool {
        let min_gap = self.view.settings.least_gap();
        let Pair { a, b } = self.state.pair;
        let motions = [a, b].map(|i| &self.view.motions[i as usize]);
        if gap < min_gap || motions.iter().any(|motion| motion.time > 0.0) {
            return false;
        }
        let bodies = self.bodies();
        let step = self.view.settings.step;
        let moved = |i: usize| motions[i].place(bodies[i], step).0 - bodies[i].center;
        let mut gap = gap + (moved(1) - moved(0)).dot(n).min(0.0);
        for (body, motion) in bodies.iter().zip(motions) {
            if motion.moves() {
                gap -= n.cross(motion.turning).length() * f64::from(body.reach) * step;
            }
        }
        gap >= min_gap
    }

    /// A clear sweep, if half-spaces or a separating plane keep the two apart on all of their paths.
    /// Takes no work units.
    pub fn is_separated(&mut self) -> Option<SweepOutcome> {
        match self.clears_half_spaces() {
            HalfSpaceClearance::Clear => return Some(self.swept(PairEnd::Clear, None, u64::MAX)),
            HalfSpaceClearance::Near => return None,
            HalfSpaceClearance::Unknown => {}
        }
        let [a, b] = self.bodies();
        let centers = (b.center - a.center).normalize_or_zero();
        let directions = [self.state.plane.normal, self.state.axis, centers];
        let min_gap = self.view.settings.least_gap();
        match self.find_plane(self.start(), min_gap, &directions) {
            PlaneSearchResult::Separating(_) => {}
            PlaneSearchResult::TooClose => return None,
            PlaneSearchResult::Unknown => self.find_turning_plane(min_gap)?,
        }
        Some(self.swept(PairEnd::Clear, None, u64::MAX))
    }

    /// Whether turning planes keep the two apart on all of their paths.
    fn find_turning_plane(&mut self, min_gap: f64) -> Option<()> {
        let mut context = self.view.context(self.state);
        let end = self.view.settings.step;
        let [a, b] = self.bodies();
        let toward = if self.state.axis == DVec3::ZERO {
            b.center - a.center
        } else {
            self.state.axis
        };
        let found = context.turning_planes_separate([self.start(), end], min_gap, toward);
        self.state.gjk_cache = context.gjk_cache;
        found.then_some(())
    }

    /// Searches for the time at which the two meet.
    pub fn search(&mut self, budget: u64) -> SweepOutcome {
        let pair = self.state.pair;
        let mut start = self.start();
        let span = self.view.settings.step - start;
        let mut paths = self.view.paths_from(pair, start);
        let mut found = self.time_of_impact(&paths, start, budget);
        if matches!(found, Sweep::Overlapping { .. })
            && let Some(later) = self.time_when_opened(&paths, span as f32)
        {
            start += f64::from(later);
            paths = self.view.paths_from(pair, start);
            found = self.time_of_impact(&paths, start, budget);
        }
        let (end, event) = match found {
            Sweep::Clear => (PairEnd::Clear, None),
            Sweep::Impact {
                time,
                point_a,
                point_b,
                normal,
            } => {
                self.state.axis = normal.as_dvec3();
                let gap = f64::from(point_a.distance(point_b));
                let min_gap = self.view.least_gap(pair);
                let time = if gap < min_gap {
                    self.time_before_too_close(&paths, time, min_gap)
                } else {
                    time
                };
                let time = start + f64::from(time);
                (PairEnd::Meets, Some((time, EventKind::Impact)))
            }
            Sweep::Cut { safe_time } => {
                let time = start + f64::from(safe_time);
                (PairEnd::Cut, Some((time, EventKind::Wait)))
            }
            // Bodies that were placed into each other: the solver parts them.
            Sweep::Overlapping { .. } if start == 0.0 && self.overlaps_at_start() => {
                let swept = self.swept(PairEnd::Meets, None, budget);
                return SweepOutcome {
                    overlaps: true,
                    ..swept
                };
            }
            Sweep::Overlapping { .. } => (PairEnd::Meets, Some((start, EventKind::Wait))),
        };
        self.swept(end, event, budget)
    }

    /// An outcome with what the sweep cost so far.
    fn swept(&self, end: PairEnd, event: Option<(f64, EventKind)>, allowed: u64) -> SweepOutcome {
        SweepOutcome {
            pair: self.state.pair,
            end,
            event,
            overlaps: false,
            allowed,
            searches: self.searches,
            work: self.work,
        }
    }

    /// The time of impact on two paths that begin at `start` (s).
    fn time_of_impact(&mut self, paths: &[Motion; 2], start: f64, budget: u64) -> Sweep {
        let span = (self.view.settings.step - start) as f32;
        let mut target = self.view.settings.target() as f32;
        if start == 0.0 {
            target = target.min(0.5 * self.nearest() as f32);
        }
        let budget = budget.min(self.shape_queries.left);
        let toi_by_half_spaces = self.toi_by_half_spaces(start, f64::from(target), budget);
        if let Some(found) =
            toi_by_half_spaces.or_else(|| self.toi_by_hulls(start, f64::from(target), budget))
        {
            return found;
        }
        let [a, b] = self.bodies().map(|body| &body.shape);
        // For a pair that starts closer than twice the target distance, the sweep returns when its
        // distance is halved.
        let shape_queries = &mut self.shape_queries;
        let found = shape_queries.sweep((a, &paths[0]), (b, &paths[1]), span, target, budget);
        self.count_search();
        found
    }

    /// Counts a search.
    pub fn count_search(&mut self) {
        self.searches += 1;
        self.work += self.shape_queries.used;
    }

    /// How far the two are apart at the start of the step, in metres, if they have a contact.
    fn nearest(&self) -> f64 {
        let distances = self.contacts().iter().map(|c| c.distance);
        let min_gap = distances.fold(f64::INFINITY, f64::min);
        // For a pair that overlaps, or seems to, the sweep decides.
        if min_gap > 0.0 {
            min_gap
        } else {
            f64::INFINITY
        }
    }

    fn contacts(&self) -> &'s [ManifoldPoint] {
        &self.view.contacts[self.state.range()]
    }

    /// The distance of the two `time` seconds into their paths, in metres; 0 if they overlap. None if
    /// too little work is left.
    fn gap_at(&mut self, paths: &[Motion; 2], time: f32) -> Option<f64> {
        let toi_by_half_spaces = self.gap_by_half_spaces(paths, time);
        let mut found = toi_by_half_spaces.or_else(|| self.gap_by_hulls(paths, time));
        if found.is_none() {
            let [a, b] = self.bodies().map(|body| &body.shape);
            let [pose_a, pose_b] = [&paths[0], &paths[1]].map(|m| m.pose_at(time));
            found = (self.shape_queries).distance((a, &pose_a), (b, &pose_b), u64::MAX);
        }
        self.work += self.shape_queries.used;
        found
    }

    /// For a pair so near that a sweep cannot tell it from touching: the time, a small part of the
    /// path, after which it is well apart. None if the gap does not grow all the time until then.
    fn time_when_opened(&mut self, paths: &[Motion; 2], span: f32) -> Option<f32> {
        let first = self.gap_at(paths, 0.0)?;
        let mut gap = first;
        for share in OPENING_SHARES {
            let now = self.gap_at(paths, share * span)?;
            if now <= gap {
                return None;
            }
            if now >= OPENED_GAP_FACTOR * first {
                return Some(share * span);
            }
            gap = now;
        }
        None
    }

    /// The time at which a pair stops that would meet nearer than `min_gap` metres at `time` (seconds
    /// from the start of the paths).
    ///
    /// For bodies that start very near each other the sweep reports an impact nearer still, each
    /// time by half. That has to end while numbers can still tell the bodies apart. So if they are
    /// too near, they move only as far as they are no nearer than at the start. All of the path
    /// until `time` is free, so any point of it will do.
    fn time_before_too_close(&mut self, paths: &[Motion; 2], time: f32, min_gap: f64) -> f32 {
        let Some(first) = self.gap_at(paths, 0.0) else {
            return 0.0;
        };
        let min_gap = (first * (1.0 + MIN_GAP_GROWTH)).min(min_gap);
        let earlier = EARLIER_SHARES.map(|share| share * time);
        let mut is_enough = |t: &f32| self.gap_at(paths, *t).is_some_and(|gap| gap >= min_gap);
        earlier.into_iter().find(|t| is_enough(t)).unwrap_or(0.0)
    }

    /// Whether the two overlap at the start of the step.
    fn overlaps_at_start(&self) -> bool {
        self.contacts().iter().any(|c| c.distance <= 0.0)
    }
}

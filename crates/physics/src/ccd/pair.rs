//! The sweep of one pair of bodies on their paths.
//!
//! It reads the world and writes only what the world remembers of the pair, so that pairs may be
//! swept in any order: see [`PairSweep::run`].
//!
//! Bodies that begin a path very near each other need care, as a sweep brings them nearer still:
//! see [`PairSweep::time_before_too_close`].

use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::ccd::event_queue::EventKind;
use crate::ccd::half_spaces::HalfSpaceClearance;
use crate::ccd::separating_plane::PlaneSearchResult;
use crate::pair_cache::{Displacement, ManifoldPoint, PairState, approach_in_larger_frame};
use crate::report::PairEnd;
use crate::settings::Settings;
use crate::shape_queries::ShapeQueries;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::math::Motion;
use dodgem_collide::query::toi::Sweep;
use glam::DVec3;

/// Shares of the way to an impact that would be too near at which to look for room.
const EARLIER_SHARES: [f32; 4] = [0.95, 0.8, 0.5, 0.2];

/// Where on their ways to look whether bodies have parted, and by how much their gap has to grow.
const OPENING_SHARES: [f32; 4] = [0.005, 0.01, 0.02, 0.05];
const OPENED_FACTOR: f64 = 4.0;

/// Bodies nearer than they should be go on where their gap has grown by this share: rounding
/// cannot close it bit by bit.
const MIN_OPENING: f64 = 0.1;

/// The world while nothing in it moves.
#[derive(Clone, Copy)]
pub(crate) struct WorldView<'s> {
    pub settings: &'s Settings,
    pub bodies: &'s [Body],
    pub motions: &'s [BodyMotion],
    pub contacts: &'s [ManifoldPoint],
}

/// Two bodies on their paths, what is remembered of them, and the tools to ask.
pub(crate) struct PairSweep<'s> {
    pub view: WorldView<'s>,
    pub state: &'s mut PairState,
    pub shape_queries: &'s mut ShapeQueries,
    /// Searches made, and what they cost.
    pub searches: u64,
    pub work: u64,
}

/// What the sweep of a pair has found, and what that took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepOutcome {
    pub pair: Pair,
    pub end: PairEnd,
    /// What happens then, in seconds from the start of the step.
    pub event: Option<(f64, EventKind)>,
    /// The two are in each other.
    pub overlaps: bool,
    /// What the search was allowed to cost.
    pub allowed: u64,
    /// Searches made, and what they cost.
    pub searches: u64,
    pub work: u64,
}

impl<'s> WorldView<'s> {
    /// Whether one of two bodies moves and their ways have a place in common.
    pub fn paths_cross(&self, pair: Pair) -> bool {
        let (a, b) = (
            &self.motions[pair.a as usize],
            &self.motions[pair.b as usize],
        );
        (a.moves() || b.moves()) && a.bounds.overlaps(&b.bounds)
    }

    /// Whether two bodies that were `gap` metres apart at the start of the step are still so, and
    /// are so at its end.
    pub fn stays_apart(&self, pair: Pair, gap: f64) -> bool {
        if gap <= 0.0 {
            return false;
        }
        let both = [pair.a as usize, pair.b as usize];
        let motions = both.map(|i| &self.motions[i]);
        let start = motions[0].time.max(motions[1].time);
        let mut approach = 0.0;
        if start > 0.0 {
            let from = motions.map(|motion| motion.start);
            let now = both.map(|i| self.motions[i].place(&self.bodies[i], start));
            let reach = both.map(|i| self.bodies[i].reach);
            let moved = [0, 1].map(|i| Displacement::new(from[i], now[i], reach[i]));
            approach =
                (moved[0].approach(&moved[1])).min(approach_in_larger_frame(from, now, reach));
        }
        let left = gap - approach * (1.0 + 1e-6) - self.settings.least_gap();
        left > 0.0 && self.approaches_less_than(both, start, left * (1.0 - 1e-6))
    }

    /// Whether two bodies come nearer by less than `left` metres on their paths from `start` on.
    fn approaches_less_than(&self, both: [usize; 2], start: f64, left: f64) -> bool {
        let span = self.settings.step - start;
        let motions = both.map(|i| &self.motions[i]);
        let reach = both.map(|i| f64::from(self.bodies[i].reach));
        let [velocity, turning] = [0, 1].map(|kind| {
            motions.map(|motion| match (motion.moves(), kind) {
                (false, _) => DVec3::ZERO,
                (true, 0) => motion.velocity,
                (true, _) => motion.turning,
            })
        });
        let chord = |rate: f64, reach: f64| (rate * span).min(2.0) * reach;
        let along = velocity[1] - velocity[0];
        let chords = [0, 1].map(|i| chord(turning[i].length(), reach[i]));
        let slide = along.length() * span;
        if slide + chords[0] + chords[1] < left {
            return true;
        }
        // As seen from the larger one: where the other's centre goes, by how much its way is bent,
        // and how far it turns. That helps if the larger one's turn moves its matter far.
        let large = usize::from(reach[1] > reach[0]);
        let small = 1 - large;
        let frame = turning[large];
        if chords[large] <= slide + chords[small] {
            return false;
        }
        let seen = [start, self.settings.step].map(|time| {
            let [at, center] =
                [large, small].map(|i| motions[i].place(&self.bodies[both[i]], time));
            at.1.conjugate() * (center.0 - at.0)
        });
        let rate = frame.length();
        let bend = rate * (2.0 * along.length() + rate * seen[0].length().max(seen[1].length()));
        let way = seen[1].distance(seen[0]) + 0.125 * bend * span * span;
        way + chord((turning[small] - frame).length(), reach[small]) < left
    }

    /// The least distance to which two bodies come near, in metres: far above what f32 coordinates
    /// tell apart, as seen from one of them.
    pub fn least_gap(&self, pair: Pair) -> f64 {
        let [a, b] = [pair.a, pair.b].map(|i| {
            let moves = self.motions[i as usize].moves();
            f64::from(self.bodies[i as usize].reach) * f64::from(u8::from(moves))
        });
        let rounding = 16.0 * f64::from(f32::EPSILON) * (a + b);
        self.settings.least_gap().max(rounding)
    }

    /// The ways of two bodies from `start`, as seen from the first one, where numbers are finest.
    pub fn paths_from(&self, pair: Pair, start: f64) -> [Motion; 2] {
        let origin = self.bodies[pair.a as usize].center;
        [pair.a, pair.b].map(|i| {
            let (body, motion) = (&self.bodies[i as usize], &self.motions[i as usize]);
            motion.path_from(body, start, origin)
        })
    }
}

/// What became of a pair at the start of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SweepStart {
    /// It need not be swept.
    NotNeeded,
    /// It was.
    SweepOutcome(SweepOutcome),
    /// It waits for its turn.
    Waits,
}

impl<'s> PairSweep<'s> {
    /// Nothing asked so far.
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
    /// tried: a search has to wait for its turn.
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

    /// Since when both are on their paths, in seconds from the start of the step.
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

    /// What is known without a look at the two if that shows that they stay apart for all of the step:
    /// the heights of one over a face of the other, or what the last steps have left of the gap
    /// along a plane.
    fn stays_separated(&self) -> Option<SweepOutcome> {
        let plane = &self.state.plane;
        let separated = self.clears_face() || self.stays_separated_along(plane.normal, plane.gap);
        separated.then(|| self.swept(PairEnd::Clear, None, u64::MAX))
    }

    /// Whether two bodies that are `gap` metres apart along a direction as the step begins stay
    /// apart along it: nothing of them is faster there than their centres and their turning take it.
    pub fn stays_separated_along(&self, n: DVec3, gap: f64) -> bool {
        let least = self.view.settings.least_gap();
        let Pair { a, b } = self.state.pair;
        let motions = [a, b].map(|i| &self.view.motions[i as usize]);
        if gap < least || motions.iter().any(|motion| motion.time > 0.0) {
            return false;
        }
        let bodies = self.bodies();
        let step = self.view.settings.step;
        let way = |i: usize| motions[i].place(bodies[i], step).0 - bodies[i].center;
        let mut gap = gap + (way(1) - way(0)).dot(n).min(0.0);
        for (body, motion) in bodies.iter().zip(motions) {
            if motion.moves() {
                gap -= n.cross(motion.turning).length() * f64::from(body.reach) * step;
            }
        }
        gap >= least
    }

    /// What a plane tells that keeps the two apart on all of their paths; none if no plane does.
    /// That takes no work units.
    pub fn is_separated(&mut self) -> Option<SweepOutcome> {
        match self.clears_half_spaces() {
            HalfSpaceClearance::Clear => return Some(self.swept(PairEnd::Clear, None, u64::MAX)),
            HalfSpaceClearance::Near => return None,
            HalfSpaceClearance::Unknown => {}
        }
        let [a, b] = self.bodies();
        let centers = (b.center - a.center).normalize_or_zero();
        let directions = [self.state.plane.normal, self.state.axis, centers];
        let least = self.view.settings.least_gap();
        match self.find_plane(self.start(), least, &directions) {
            PlaneSearchResult::Separating(_) => {}
            PlaneSearchResult::TooClose => return None,
            PlaneSearchResult::Unknown => self.find_turning_plane(least)?,
        }
        Some(self.swept(PairEnd::Clear, None, u64::MAX))
    }

    /// Whether planes that turn keep the two apart on all of their paths.
    fn find_turning_plane(&mut self, least: f64) -> Option<()> {
        let mut context = self.view.context(self.state);
        let end = self.view.settings.step;
        let [a, b] = self.bodies();
        let toward = if self.state.axis == DVec3::ZERO {
            b.center - a.center
        } else {
            self.state.axis
        };
        let found = context.stay_apart([self.start(), end], least, toward);
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
            && let Some(later) = self.opening(&paths, span as f32)
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
                let least = self.view.least_gap(pair);
                let time = if gap < least {
                    self.time_before_too_close(&paths, time, least)
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
            // Bodies that were put into each other: they part as the solver says.
            Sweep::Overlapping { .. } if start == 0.0 && self.is_inside() => {
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

    /// Asks for the time of impact on two ways that begin at `start`.
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
        // Of who begins nearly as near as the target, or nearer, it tells when they come half as
        // near.
        let shape_queries = &mut self.shape_queries;
        let found = shape_queries.sweep((a, &paths[0]), (b, &paths[1]), span, target, budget);
        self.note();
        found
    }

    /// Counts a search.
    pub fn note(&mut self) {
        self.searches += 1;
        self.work += self.shape_queries.used;
    }

    /// How far the two are apart at the start of the step, in metres, if they have a contact.
    fn nearest(&self) -> f64 {
        let distances = self.contacts().iter().map(|c| c.distance);
        let least = distances.fold(f64::INFINITY, f64::min);
        // What overlaps or cannot be told from it is the sweep's own to say.
        if least > 0.0 { least } else { f64::INFINITY }
    }

    fn contacts(&self) -> &'s [ManifoldPoint] {
        &self.view.contacts[self.state.range()]
    }

    /// How far the two are apart at a time of their ways, in metres; 0 if they meet. None if there is
    /// too little work left to tell.
    fn gap_at(&mut self, paths: &[Motion; 2], time: f32) -> Option<f64> {
        let toi_by_half_spaces = self.gap_by_half_spaces(paths, time);
        let mut found = toi_by_half_spaces.or_else(|| self.gap_by_hulls(paths, time));
        if found.is_none() {
            let [a, b] = self.bodies().map(|body| &body.shape);
            let [pose_a, pose_b] = [&paths[0], &paths[1]].map(|m| m.pose_at(time));
            found = self.shape_queries.distance((a, &pose_a), (b, &pose_b));
        }
        self.work += self.shape_queries.used;
        found
    }

    /// When the two, so near that a sweep cannot tell it from touching, are well apart from each
    /// other, if they do not meet and only part until then: a small part of the step later.
    fn opening(&mut self, paths: &[Motion; 2], span: f32) -> Option<f32> {
        let first = self.gap_at(paths, 0.0)?;
        let mut gap = first;
        for share in OPENING_SHARES {
            let now = self.gap_at(paths, share * span)?;
            if now <= gap {
                return None;
            }
            if now >= OPENED_FACTOR * first {
                return Some(share * span);
            }
            gap = now;
        }
        None
    }

    /// When the two stop that would meet at `time` (s from the start of their motions) nearer
    /// than `least` metres.
    ///
    /// Of bodies that begin very near each other the sweep reports impacts nearer still, and so
    /// on by half each time. There has to be an end to that while numbers can still tell them
    /// apart: they go only so far that they are no nearer than they were, if that is too near. As
    /// all of their way until `time` is free, any place on it will do.
    fn time_before_too_close(&mut self, paths: &[Motion; 2], time: f32, least: f64) -> f32 {
        let Some(first) = self.gap_at(paths, 0.0) else {
            return 0.0;
        };
        let least = (first * (1.0 + MIN_OPENING)).min(least);
        let earlier = EARLIER_SHARES.map(|share| share * time);
        let mut is_enough = |t: &f32| self.gap_at(paths, *t).is_some_and(|gap| gap >= least);
        earlier.into_iter().find(|t| is_enough(t)).unwrap_or(0.0)
    }

    /// Whether the two are in each other at the start of the step.
    fn is_inside(&self) -> bool {
        self.contacts().iter().any(|c| c.distance <= 0.0)
    }
}

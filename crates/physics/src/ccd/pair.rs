//! The sweep of one pair of bodies on their paths.
//!
//! It reads the world and writes only what the world remembers of the pair, so that pairs may be
//! swept in any order: see [`PairSweep::run`].
//!
//! Bodies that begin a path very near each other need care, as a sweep brings them nearer still:
//! see [`PairSweep::before_crowding`].

use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::ccd::event_queue::EventKind;
use crate::ccd::half_spaces::Walled;
use crate::ccd::separating_plane::Between;
use crate::pair_cache::{Contact, Moved, PairState, approach_as_seen};
use crate::report::PairEnd;
use crate::settings::Settings;
use crate::shape_queries::ShapeQueries;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::math::Motion;
use dodgem_collide::query::toi::Sweep;
use glam::DVec3;

/// Shares of the way to an impact that would be too near at which to look for room.
const EARLIER: [f32; 4] = [0.95, 0.8, 0.5, 0.2];

/// Where on their ways to look whether bodies have parted, and by how much their gap has to grow.
const OPENING_LOOKS: [f32; 4] = [0.005, 0.01, 0.02, 0.05];
const OPENED: f64 = 4.0;

/// Bodies nearer than they should be go on where their gap has grown by this share: rounding
/// cannot close it bit by bit.
const LEAST_OPENING: f64 = 0.1;

/// The world while nothing in it moves.
#[derive(Clone, Copy)]
pub(crate) struct Still<'s> {
    pub settings: &'s Settings,
    pub bodies: &'s [Body],
    pub flights: &'s [BodyMotion],
    pub contacts: &'s [Contact],
}

/// Two bodies on their paths, what is remembered of them, and the tools to ask.
pub(crate) struct PairSweep<'s> {
    pub still: Still<'s>,
    pub near: &'s mut PairState,
    pub narrow: &'s mut ShapeQueries,
    /// Searches made, and what they cost.
    pub searches: u64,
    pub work: u64,
}

/// What the sweep of a pair has found, and what that took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swept {
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

impl<'s> Still<'s> {
    /// Whether one of two bodies moves and their ways have a place in common.
    pub fn paths_cross(&self, pair: Pair) -> bool {
        let (a, b) = (
            &self.flights[pair.a as usize],
            &self.flights[pair.b as usize],
        );
        (a.moves() || b.moves()) && a.bounds.overlaps(&b.bounds)
    }

    /// Whether two bodies that were `room` metres apart at the start of the step are still so, and
    /// are so at its end.
    pub fn stays_clear(&self, pair: Pair, room: f64) -> bool {
        if room <= 0.0 {
            return false;
        }
        let both = [pair.a as usize, pair.b as usize];
        let flights = both.map(|i| &self.flights[i]);
        let start = flights[0].time.max(flights[1].time);
        let mut come = 0.0;
        if start > 0.0 {
            let from = flights.map(|flight| flight.start);
            let now = both.map(|i| self.flights[i].place(&self.bodies[i], start));
            let reach = both.map(|i| self.bodies[i].reach);
            let moved = [0, 1].map(|i| Moved::new(from[i], now[i], reach[i]));
            come = (moved[0].approach(&moved[1])).min(approach_as_seen(from, now, reach));
        }
        let left = room - come * (1.0 + 1e-6) - self.settings.least_gap();
        left > 0.0 && self.come_by_less(both, start, left * (1.0 - 1e-6))
    }

    /// Whether two bodies come nearer by less than `left` metres on their paths from `start` on.
    fn come_by_less(&self, both: [usize; 2], start: f64, left: f64) -> bool {
        let span = self.settings.step - start;
        let flights = both.map(|i| &self.flights[i]);
        let reach = both.map(|i| f64::from(self.bodies[i].reach));
        let [velocity, turning] = [0, 1].map(|kind| {
            flights.map(|flight| match (flight.moves(), kind) {
                (false, _) => DVec3::ZERO,
                (true, 0) => flight.velocity,
                (true, _) => flight.turning,
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
                [large, small].map(|i| flights[i].place(&self.bodies[both[i]], time));
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
            let moves = self.flights[i as usize].moves();
            f64::from(self.bodies[i as usize].reach) * f64::from(u8::from(moves))
        });
        let rounding = 16.0 * f64::from(f32::EPSILON) * (a + b);
        self.settings.least_gap().max(rounding)
    }

    /// The ways of two bodies from `start`, as seen from the first one, where numbers are finest.
    pub fn ways(&self, pair: Pair, start: f64) -> [Motion; 2] {
        let origin = self.bodies[pair.a as usize].center;
        [pair.a, pair.b].map(|i| {
            let (body, flight) = (&self.bodies[i as usize], &self.flights[i as usize]);
            flight.motion(body, start, origin)
        })
    }
}

/// What became of a pair at the start of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Begun {
    /// It need not be swept.
    Nothing,
    /// It was.
    Swept(Swept),
    /// It waits for its turn.
    Waits,
}

impl<'s> PairSweep<'s> {
    /// Nothing asked so far.
    pub fn new(still: Still<'s>, near: &'s mut PairState, narrow: &'s mut ShapeQueries) -> Self {
        PairSweep {
            still,
            near,
            narrow,
            searches: 0,
            work: 0,
        }
    }

    /// Sweeps the two at the start of the step, if they may meet. With limited work only planes are
    /// tried: a search has to wait for its turn.
    pub fn begin(&mut self, limited: bool) -> Begun {
        let (pair, room) = (self.near.pair, self.near.room());
        if !self.still.paths_cross(pair) {
            return Begun::Nothing;
        }
        if let Some(parted) = self.stays_parted() {
            return Begun::Swept(parted);
        }
        if self.still.stays_clear(pair, room) {
            return Begun::Nothing;
        }
        match self.is_parted() {
            Some(parted) => Begun::Swept(parted),
            None if limited => Begun::Waits,
            None => Begun::Swept(self.search(u64::MAX)),
        }
    }

    /// The two bodies.
    pub fn bodies(&self) -> [&'s Body; 2] {
        let Pair { a, b } = self.near.pair;
        [a, b].map(|i| &self.still.bodies[i as usize])
    }

    /// Since when both are on their paths, in seconds from the start of the step.
    pub(crate) fn start(&self) -> f64 {
        let Pair { a, b } = self.near.pair;
        let [a, b] = [a, b].map(|i| self.still.flights[i as usize].time);
        a.max(b)
    }

    /// Sweeps the two from the later one's time to the step's end, for no more than a budget of
    /// work units. None if there is nothing to sweep.
    pub fn run(&mut self, budget: u64) -> Option<Swept> {
        if !self.still.paths_cross(self.near.pair) || self.start() >= self.still.settings.step {
            return None;
        }
        if self.still.stays_clear(self.near.pair, self.near.room()) {
            return None;
        }
        let parted = self.stays_parted().or_else(|| self.is_parted());
        Some(parted.unwrap_or_else(|| self.search(budget)))
    }

    /// What is known without a look at the two if that shows that they stay apart for all of the step:
    /// the heights of one over a face of the other, or what the last steps have left of the gap
    /// along a plane.
    fn stays_parted(&self) -> Option<Swept> {
        let plane = &self.near.plane;
        let parted = self.stands_clear() || self.stays_along(plane.normal, plane.gap);
        parted.then(|| self.swept(PairEnd::Clear, None, u64::MAX))
    }

    /// Whether two bodies that are `gap` metres apart along a direction as the step begins stay
    /// apart along it: nothing of them is faster there than their centres and their turning take it.
    pub fn stays_along(&self, n: DVec3, gap: f64) -> bool {
        let least = self.still.settings.least_gap();
        let Pair { a, b } = self.near.pair;
        let flights = [a, b].map(|i| &self.still.flights[i as usize]);
        if gap < least || flights.iter().any(|flight| flight.time > 0.0) {
            return false;
        }
        let bodies = self.bodies();
        let step = self.still.settings.step;
        let way = |i: usize| flights[i].place(bodies[i], step).0 - bodies[i].center;
        let mut room = gap + (way(1) - way(0)).dot(n).min(0.0);
        for (body, flight) in bodies.iter().zip(flights) {
            if flight.moves() {
                room -= n.cross(flight.turning).length() * f64::from(body.reach) * step;
            }
        }
        room >= least
    }

    /// What a plane tells that keeps the two apart on all of their paths; none if no plane does.
    /// That takes no work units.
    pub fn is_parted(&mut self) -> Option<Swept> {
        match self.clear_of_walls() {
            Walled::Clear => return Some(self.swept(PairEnd::Clear, None, u64::MAX)),
            Walled::PairState => return None,
            Walled::Unknown => {}
        }
        let [a, b] = self.bodies();
        let centers = (b.center - a.center).normalize_or_zero();
        let directions = [self.near.plane.normal, self.near.axis, centers];
        let least = self.still.settings.least_gap();
        match self.plane_between(self.start(), least, &directions) {
            Between::Plane(_) => {}
            Between::Meet => return None,
            Between::Unknown => self.turning_plane_between(least)?,
        }
        Some(self.swept(PairEnd::Clear, None, u64::MAX))
    }

    /// Whether planes that turn keep the two apart on all of their paths.
    fn turning_plane_between(&mut self, least: f64) -> Option<()> {
        let mut travellers = self.still.travellers(self.near);
        let end = self.still.settings.step;
        let [a, b] = self.bodies();
        let toward = if self.near.axis == DVec3::ZERO {
            b.center - a.center
        } else {
            self.near.axis
        };
        let found = travellers.stay_apart([self.start(), end], least, toward);
        self.near.warm = travellers.warm;
        found.then_some(())
    }

    /// Searches for the time at which the two meet.
    pub fn search(&mut self, budget: u64) -> Swept {
        let pair = self.near.pair;
        let mut start = self.start();
        let span = self.still.settings.step - start;
        let mut ways = self.still.ways(pair, start);
        let mut found = self.impact_on(&ways, start, budget);
        if matches!(found, Sweep::Overlapping { .. })
            && let Some(later) = self.opening(&ways, span as f32)
        {
            start += f64::from(later);
            ways = self.still.ways(pair, start);
            found = self.impact_on(&ways, start, budget);
        }
        let (end, event) = match found {
            Sweep::Clear => (PairEnd::Clear, None),
            Sweep::Impact {
                time,
                point_a,
                point_b,
                normal,
            } => {
                self.near.axis = normal.as_dvec3();
                let gap = f64::from(point_a.distance(point_b));
                let least = self.still.least_gap(pair);
                let time = if gap < least {
                    self.before_crowding(&ways, time, least)
                } else {
                    time
                };
                let time = start + f64::from(time);
                (PairEnd::Meets, Some((time, EventKind::Meet)))
            }
            Sweep::Cut { safe_time } => {
                let time = start + f64::from(safe_time);
                (PairEnd::Cut, Some((time, EventKind::Wait)))
            }
            // Bodies that were put into each other: they part as the solver says.
            Sweep::Overlapping { .. } if start == 0.0 && self.is_inside() => {
                let swept = self.swept(PairEnd::Meets, None, budget);
                return Swept {
                    overlaps: true,
                    ..swept
                };
            }
            Sweep::Overlapping { .. } => (PairEnd::Meets, Some((start, EventKind::Wait))),
        };
        self.swept(end, event, budget)
    }

    fn swept(&self, end: PairEnd, event: Option<(f64, EventKind)>, allowed: u64) -> Swept {
        Swept {
            pair: self.near.pair,
            end,
            event,
            overlaps: false,
            allowed,
            searches: self.searches,
            work: self.work,
        }
    }

    /// Asks for the time of impact on two ways that begin at `start`.
    fn impact_on(&mut self, ways: &[Motion; 2], start: f64, budget: u64) -> Sweep {
        let span = (self.still.settings.step - start) as f32;
        let mut target = self.still.settings.target() as f32;
        if start == 0.0 {
            target = target.min(0.5 * self.nearest() as f32);
        }
        let budget = budget.min(self.narrow.left);
        let by_walls = self.by_walls(start, f64::from(target), budget);
        if let Some(found) = by_walls.or_else(|| self.by_hulls(start, f64::from(target), budget)) {
            return found;
        }
        let [a, b] = self.bodies().map(|body| &body.shape);
        // Of who begins nearly as near as the target, or nearer, it tells when they come half as
        // near.
        let narrow = &mut self.narrow;
        let found = narrow.sweep((a, &ways[0]), (b, &ways[1]), span, target, budget);
        self.note();
        found
    }

    /// Counts a search.
    pub fn note(&mut self) {
        self.searches += 1;
        self.work += self.narrow.used;
    }

    /// How far the two are apart at the start of the step, in metres, if they have a contact.
    fn nearest(&self) -> f64 {
        let distances = self.contacts().iter().map(|c| c.distance);
        let least = distances.fold(f64::INFINITY, f64::min);
        // What overlaps or cannot be told from it is the sweep's own to say.
        if least > 0.0 { least } else { f64::INFINITY }
    }

    fn contacts(&self) -> &'s [Contact] {
        &self.still.contacts[self.near.range()]
    }

    /// How far the two are apart at a time of their ways, in metres; 0 if they meet. None if there is
    /// too little work left to tell.
    fn gap_at(&mut self, ways: &[Motion; 2], time: f32) -> Option<f64> {
        let by_walls = self.gap_by_walls(ways, time);
        let mut found = by_walls.or_else(|| self.gap_by_hulls(ways, time));
        if found.is_none() {
            let [a, b] = self.bodies().map(|body| &body.shape);
            let [pose_a, pose_b] = [&ways[0], &ways[1]].map(|m| m.pose_at(time));
            found = self.narrow.distance((a, &pose_a), (b, &pose_b));
        }
        self.work += self.narrow.used;
        found
    }

    /// When the two, so near that a sweep cannot tell it from touching, are well apart from each
    /// other, if they do not meet and only part until then: a small part of the step later.
    fn opening(&mut self, ways: &[Motion; 2], span: f32) -> Option<f32> {
        let first = self.gap_at(ways, 0.0)?;
        let mut gap = first;
        for share in OPENING_LOOKS {
            let now = self.gap_at(ways, share * span)?;
            if now <= gap {
                return None;
            }
            if now >= OPENED * first {
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
    fn before_crowding(&mut self, ways: &[Motion; 2], time: f32, least: f64) -> f32 {
        let Some(first) = self.gap_at(ways, 0.0) else {
            return 0.0;
        };
        let least = (first * (1.0 + LEAST_OPENING)).min(least);
        let earlier = EARLIER.map(|share| share * time);
        let mut is_enough = |t: &f32| self.gap_at(ways, *t).is_some_and(|gap| gap >= least);
        earlier.into_iter().find(|t| is_enough(t)).unwrap_or(0.0)
    }

    /// Whether the two are in each other at the start of the step.
    fn is_inside(&self) -> bool {
        self.contacts().iter().any(|c| c.distance <= 0.0)
    }
}

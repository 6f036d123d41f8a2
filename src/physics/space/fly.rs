//! Through the step from impact to impact.
//!
//! Every body has a path: from where it is, straight on and turning evenly until the step's end or
//! the next thing that happens to it. Every pair that moves and whose boxes of paths overlap is
//! swept; the queue holds what the sweeps have found. The earliest event happens: its two bodies
//! go to that time (nobody else does: bodies have times of their own), get new velocities and
//! paths, and are swept against their neighbours again. A path that has changed makes the events
//! foreseen for the old one void.

use glam::DVec3;

use super::Space;
use super::body::{Body, Kind};
use super::impact::Meeting;
use super::narrow::NearPoint;
use super::queue::{Event, What};
use super::report::{Impact, PairEnd, PairTurn};
use super::touch::contact;
use super::{BodyId, Flight};
use crate::collision::broad::Pair;
use crate::collision::schedule::{Perception, Test};
use crate::collision::sweep::Sweep;
use crate::geometry::{Aabb, Motion};

/// Paths that bring bodies together more slowly than this, in m/s, cannot make them meet before
/// the solver parts them in the next step.
const CREEP: f64 = 3e-4;

/// The part of a step in which bodies that met get as far apart again as they should be.
const OPENING: f64 = 0.25;

/// That is done from this event of a body on.
const EVENTS_BEFORE_OPENING: u32 = 3;

/// Shares of the way to an impact that would be too near at which to look for room.
const EARLIER: [f32; 4] = [0.95, 0.8, 0.5, 0.2];

/// No body: the second one of a turn.
const NOBODY: u32 = u32::MAX;

impl Space {
    /// Takes every body to the end of the step, or as far as it can safely go.
    pub(super) fn fly(&mut self) {
        let end = self.settings.step;
        self.tools.queue.clear();
        self.tools.strangers = false;
        for index in 0..self.bodies.len() as u32 {
            if !self.flights[index as usize].fixed {
                self.flights[index as usize].plan(&self.bodies[index as usize], end);
                self.follow_path(index);
            }
        }
        self.first_sweeps();
        while let Some(event) = self.tools.queue.pop() {
            if self.is_void(&event) {
                continue;
            }
            self.report.events += 1;
            match event.what {
                What::Turn => {
                    let (body, flight) = self.on_the_way(event.a);
                    flight.advance(body, event.time);
                    flight.plan_turn(body, end);
                    self.follow_path(event.a);
                    self.sweep_neighbours(event.a, NOBODY);
                }
                What::Meet => self.meet(event.a, event.b, event.time),
                What::Wait => {
                    for index in [event.a, event.b] {
                        let (body, flight) = self.on_the_way(index);
                        flight.advance(body, event.time);
                    }
                    self.wait([event.a, event.b]);
                }
            }
        }
        for (body, flight) in self.bodies.iter_mut().zip(&mut self.flights) {
            flight.advance(body, end);
        }
        self.report
            .impacts
            .sort_by(|p, q| p.time.total_cmp(&q.time));
    }

    fn on_the_way(&mut self, index: u32) -> (&mut Body, &mut Flight) {
        let index = index as usize;
        (&mut self.bodies[index], &mut self.flights[index])
    }

    fn is_void(&self, event: &Event) -> bool {
        let current = |body: u32, generation: u32| {
            body == NOBODY || self.flights[body as usize].generation == generation
        };
        !(current(event.a, event.generations[0]) && current(event.b, event.generations[1]))
    }

    /// Notes what follows from a new path.
    fn follow_path(&mut self, index: u32) {
        let (end, skin) = (self.settings.step, self.settings.skin as f32);
        let (body, flight) = self.on_the_way(index);
        flight.bound(body, end);
        flight.bounds = flight.bounds.expanded(skin);
        let (bounds, turn_end, generation) = (flight.bounds, flight.turn_end, flight.generation);
        let listed = &self.tools.broad_bodies[index as usize].bounds;
        self.flights[index as usize].listed = encloses(listed, &bounds);
        if turn_end < end {
            self.tools.queue.push(Event {
                time: turn_end,
                what: What::Turn,
                a: index,
                b: NOBODY,
                generations: [generation, 0],
            });
        }
    }

    /// Sweeps all pairs whose paths may cross: in their order if there is work for all, else in
    /// that of the schedule, and those without a turn stay where they are.
    fn first_sweeps(&mut self) {
        let limited = self.tools.work_left != u64::MAX;
        self.tools.tests.clear();
        self.tools.tested.clear();
        for index in 0..self.pairs.pairs.len() {
            let near = &self.pairs.pairs[index];
            let pair = near.pair;
            if !self.paths_cross(pair) || self.stays_clear(pair, near.room()) {
                continue;
            }
            if limited {
                self.tools.tested.push(index as u32);
                let test = self.test(pair);
                self.tools.tests.push(test);
            } else {
                self.sweep(pair, u64::MAX);
            }
        }
        for index in 0..self.bodies.len() as u32 {
            if !self.flights[index as usize].listed {
                self.sweep_strangers(index);
            }
        }
        if !limited {
            return;
        }
        let tools = &mut self.tools;
        let total = tools.work_left;
        tools
            .schedule
            .begin(total, &tools.broad_bodies, &tools.tests);
        while let Some(turn) = self.tools.schedule.next_turn() {
            let at = self.tools.tested[turn.test];
            self.tools.tested[turn.test] = NOBODY;
            let pair = self.pairs.pairs[at as usize].pair;
            let before = self.report.work;
            self.sweep(pair, turn.budget);
            self.tools.schedule.used(self.report.work - before);
        }
        for index in 0..self.tools.tested.len() {
            let at = self.tools.tested[index];
            if at != NOBODY {
                let pair = self.pairs.pairs[at as usize].pair;
                self.report.cuts += 1;
                self.note_turn(pair, PairEnd::Cut, 0, 0);
                self.wait([pair.a, pair.b]);
            }
        }
    }

    fn test(&self, pair: Pair) -> Test {
        let [a, b] = [pair.a, pair.b].map(|i| i as usize);
        let speed = (self.bodies[a].velocity - self.bodies[b].velocity).length() as f32;
        let bounds = [a, b].map(|i| self.tools.broad_bodies[i].bounds);
        let perception = Perception::default();
        Test {
            pair,
            priority: perception.priority(&bounds[0], &bounds[1], speed, &self.viewers),
            collided: self.flights[a].touching && self.flights[b].touching,
        }
    }

    /// Whether one of two bodies moves and their ways have a place in common.
    fn paths_cross(&self, pair: Pair) -> bool {
        let (a, b) = (
            &self.flights[pair.a as usize],
            &self.flights[pair.b as usize],
        );
        (a.moves() || b.moves()) && a.bounds.overlaps(&b.bounds)
    }

    /// Whether two bodies that are `room` metres apart at the start of the step are so at its end.
    fn stays_clear(&self, pair: Pair, room: f64) -> bool {
        let [a, b] = [pair.a as usize, pair.b as usize];
        if room <= 0.0 || self.flights[a].time > 0.0 || self.flights[b].time > 0.0 {
            return false;
        }
        let step = self.settings.step;
        let offset = (self.flights[a].velocity - self.flights[b].velocity).length() * step;
        let chord = |i: usize| {
            let angle = self.flights[i].turning.length() * step;
            angle.min(2.0) * f64::from(self.bodies[i].reach)
        };
        room - (offset + chord(a) + chord(b)) * (1.0 + 1e-6) > self.settings.least_gap()
    }

    /// Sweeps two bodies from the later one's time to the step's end and notes what it finds.
    fn sweep(&mut self, pair: Pair, budget: u64) {
        if !self.paths_cross(pair) {
            return;
        }
        let (a, b) = (pair.a as usize, pair.b as usize);
        let (flight_a, flight_b) = (&self.flights[a], &self.flights[b]);
        let start = flight_a.time.max(flight_b.time);
        let span = self.settings.step - start;
        if span <= 0.0 {
            return;
        }
        let (body_a, body_b) = (&self.bodies[a], &self.bodies[b]);
        let known = self.pairs.find(pair);
        let axis = known.map_or(DVec3::ZERO, |at| self.pairs.pairs[at].axis);
        let centers = (body_b.center - body_a.center).normalize_or_zero();
        if self.plane_keeps_apart(pair, start, self.settings.least_gap(), &[axis, centers]) {
            return self.note_turn(pair, PairEnd::Clear, budget, 0);
        }
        let motion_a = flight_a.motion(body_a, start);
        let motion_b = flight_b.motion(body_b, start);
        let narrow = &mut self.tools.narrow;
        let found = narrow.sweep(
            (&body_a.shape, &motion_a),
            (&body_b.shape, &motion_b),
            span as f32,
            self.settings.target() as f32,
            budget.min(self.tools.work_left),
        );
        let used = narrow.used;
        self.report.sweeps += 1;
        self.report.work += used;
        if self.tools.work_left != u64::MAX {
            self.tools.work_left = self.tools.work_left.saturating_sub(used);
        }
        let end = match found {
            Sweep::Clear => PairEnd::Clear,
            Sweep::Impact { .. } | Sweep::Overlapping { .. } => PairEnd::Meets,
            Sweep::Cut { .. } => PairEnd::Cut,
        };
        self.note_turn(pair, end, budget, used);
        let (time, what) = match found {
            Sweep::Clear => return,
            Sweep::Impact {
                time,
                point_a,
                point_b,
                normal,
            } => {
                if let Some(at) = known {
                    self.pairs.pairs[at].axis = normal.as_dvec3();
                }
                let gap = f64::from(point_a.distance(point_b));
                let least = self.least_gap(pair, point_a.as_dvec3());
                let time = if gap < least {
                    self.before_crowding(pair, [&motion_a, &motion_b], time, least)
                } else {
                    time
                };
                let time = start + f64::from(time);
                (time, What::Meet)
            }
            Sweep::Cut { safe_time } => {
                self.report.cuts += 1;
                (start + f64::from(safe_time), What::Wait)
            }
            // Bodies that were put into each other: they part as the solver says.
            Sweep::Overlapping { .. } if start == 0.0 && self.is_inside(pair) => {
                self.report.overlapping += 1;
                return;
            }
            Sweep::Overlapping { .. } => (start, What::Wait),
        };
        let generations = [a, b].map(|i| self.flights[i].generation);
        self.tools.queue.push(Event {
            time,
            what,
            a: pair.a,
            b: pair.b,
            generations,
        });
    }

    fn note_turn(&mut self, pair: Pair, end: PairEnd, allowed: u64, used: u64) {
        self.report.turns.push(PairTurn {
            a: BodyId(pair.a),
            b: BodyId(pair.b),
            end,
            allowed,
            used,
        });
    }

    /// Sweeps a body on its new path against all that are near.
    fn sweep_neighbours(&mut self, index: u32, but: u32) {
        if !self.flights[index as usize].listed {
            return self.sweep_strangers(index);
        }
        for n in 0..self.pairs.neighbour_count(index) {
            let (other, _) = self.pairs.neighbour(index, n);
            if other != but {
                self.sweep(Pair::new(index, other), u64::MAX);
            }
        }
        if self.tools.strangers {
            self.sweep_unlisted(index, but);
        }
    }

    /// Sweeps a body against those whose ways lead where the broad phase did not expect them.
    fn sweep_unlisted(&mut self, index: u32, but: u32) {
        for other in 0..self.bodies.len() as u32 {
            let unlisted = !self.flights[other as usize].listed;
            if unlisted && other != index && other != but {
                let pair = Pair::new(index, other);
                if self.pairs.find(pair).is_none() {
                    self.sweep_if_any_is_dynamic(pair);
                }
            }
        }
    }

    /// Sweeps a body whose way leads where the broad phase did not expect it against everybody.
    fn sweep_strangers(&mut self, index: u32) {
        self.tools.strangers = true;
        for other in 0..self.bodies.len() as u32 {
            if other != index {
                self.sweep_if_any_is_dynamic(Pair::new(index, other));
            }
        }
    }

    fn sweep_if_any_is_dynamic(&mut self, pair: Pair) {
        let dynamic = |i: u32| self.bodies[i as usize].kind == Kind::Dynamic;
        if dynamic(pair.a) || dynamic(pair.b) {
            self.sweep(pair, u64::MAX);
        }
    }

    /// Stops the bodies of a pair that move where they are for the rest of the step.
    fn wait(&mut self, pair: [u32; 2]) {
        for index in pair {
            let flight = &mut self.flights[index as usize];
            if flight.moves() {
                flight.wait(&mut self.bodies[index as usize], self.settings.step);
                self.follow_path(index);
                self.sweep_neighbours(index, NOBODY);
            }
        }
    }

    /// Two bodies meet: they get the velocities that the impact gives them, and new paths.
    fn meet(&mut self, a: u32, b: u32, time: f64) {
        let step = self.settings.step;
        let since = [a, b].map(|i| self.flights[i as usize].time);
        let since = since[0].max(since[1]);
        let ways = [a, b].map(|i| self.flights[i as usize].motion(&self.bodies[i as usize], since));
        for index in [a, b] {
            let (body, flight) = self.on_the_way(index);
            flight.advance(body, time);
        }
        self.forget_pair(Pair { a, b });
        let impacts = self.report.impacts.len();
        let Some(answer) = self.answer(a, b, time) else {
            return self.wait([a, b]);
        };
        if let Some(impact) = self.report.impacts.get_mut(impacts) {
            (impact.ways, impact.since) = (ways, since as f32);
        }
        let settings = self.settings;
        let too_near = answer.gap < self.least_gap(Pair { a, b }, answer.point.point);
        let mut too_much = false;
        for index in [a, b] {
            let (body, flight) = self.on_the_way(index);
            if body.is_dynamic() {
                flight.events += 1;
                too_much |= flight.events >= settings.events_per_body;
            }
        }
        if too_much {
            return self.wait([a, b]);
        }
        let held = |flight: &Flight| flight.fixed || flight.waiting;
        let free = [a, b].map(|i| {
            let (body, flight) = (&self.bodies[i as usize], &self.flights[i as usize]);
            body.is_dynamic() && !held(flight)
        });
        let pushes = self.push_apart([a, b], free, &answer.point);
        for straight in [false, true] {
            for (index, _) in [a, b].into_iter().zip(free).filter(|(_, free)| *free) {
                let (body, flight) = self.on_the_way(index);
                if straight {
                    flight.fold(body, step - time);
                }
                flight.opening = pushes[usize::from(index == b)];
                flight.push = (flight.opening, DVec3::ZERO);
                flight.direct = straight;
                flight.plan(body, step);
            }
            // A path curves towards the other body, though its beginning leads away: then straight.
            if !self.path_closes(a, b, &answer.point) {
                break;
            }
        }
        let stuck = |i: u32| {
            let (body, flight) = (&self.bodies[i as usize], &self.flights[i as usize]);
            body.is_dynamic() && held(flight)
        };
        if (too_near || stuck(a) || stuck(b)) && self.path_closes(a, b, &answer.point) {
            return self.wait([a, b]);
        }
        let changed = free;
        for (index, changed) in [a, b].into_iter().zip(changed) {
            if changed {
                self.follow_path(index);
            }
        }
        if changed[0] {
            self.sweep_neighbours(a, NOBODY);
        }
        if changed[1] {
            // The two have been swept against each other already.
            let done = if changed[0] { a } else { NOBODY };
            self.sweep_neighbours(b, done);
        }
    }

    /// Lets two bodies answer their impact. None if no contact can be found where there must be
    /// one.
    fn answer(&mut self, a: u32, b: u32, time: f64) -> Option<Answer> {
        let settings = self.settings;
        let left = settings.step - time;
        let pair = Pair { a, b };
        let [body_a, body_b] = two(&mut self.bodies, a, b);
        let tools = &mut self.tools;
        let tolerance = settings.skin + settings.target();
        let (points, _) = tools.narrow.near(body_a, body_b, tolerance);
        let nearest = *points
            .iter()
            .min_by(|p, q| p.distance.total_cmp(&q.distance))?;
        let material = self.materials.pair(body_a.material, body_b.material);
        tools.meeting.clear();
        for point in points {
            let mut contact = contact(pair, [body_a, body_b], point);
            contact.material = material;
            tools.meeting.push(contact);
        }
        let [flight_a, flight_b] = two(&mut self.flights, a, b);
        let mut meeting = Meeting {
            a: body_a,
            b: body_b,
            contacts: &tools.meeting,
            memory: &mut tools.impact,
        };
        let mut fold = |meeting: &mut Meeting| {
            flight_a.fold(meeting.a, left);
            flight_b.fold(meeting.b, left);
        };
        let closing = meeting.closing_speed();
        if closing <= settings.rest_speed {
            // A touch: what presses them together until the step's end is answered as well.
            fold(&mut meeting);
        }
        let before = [&meeting.a, &meeting.b].map(|body| body.kinetic_energy());
        let outcome = meeting.respond(settings.rule, settings.rest_speed);
        if outcome.closing_speed > settings.rest_speed {
            if outcome.parting_speed < settings.rest_speed {
                fold(&mut meeting);
                meeting.respond(settings.rule, f64::INFINITY);
            }
            self.report.impacts.push(Impact {
                time: time as f32,
                point: nearest.point.as_vec3(),
                normal: nearest.normal.as_vec3(),
                a: BodyId(a),
                b: BodyId(b),
                impulse: outcome.impulse.length() as f32,
                relative_speed: outcome.closing_speed as f32,
                // The caller knows better.
                ways: [
                    Motion::resting(body_a.pose()),
                    Motion::resting(body_b.pose()),
                ],
                since: 0.0,
            });
        }
        for (flight, (body, before)) in [
            (&mut *flight_a, (&*body_a, before[0])),
            (&mut *flight_b, (&*body_b, before[1])),
        ] {
            flight.energy += body.kinetic_energy() - before;
        }
        if outcome.closing_speed > 0.0 {
            body_a.wake();
            body_b.wake();
        }
        Some(Answer {
            gap: nearest.distance,
            point: nearest,
        })
    }

    /// What to add to the velocities of the paths of two bodies that meet again and again, so that
    /// they get as far apart as they should be: room for what the sweep sees and their contact does
    /// not, such as a rim that rolls. It is no part of their own velocities, and adds no energy.
    fn push_apart(&self, pair: [u32; 2], free: [bool; 2], at: &NearPoint) -> [DVec3; 2] {
        let settings = &self.settings;
        let lacks = settings.target() - at.distance;
        let again = |i: u32| self.flights[i as usize].events >= EVENTS_BEFORE_OPENING;
        if lacks <= 0.0 || !pair.into_iter().any(again) {
            return [DVec3::ZERO; 2];
        }
        let speed = (lacks / (settings.step * OPENING)).min(settings.push_speed);
        let give: [f64; 2] = std::array::from_fn(|i| {
            f64::from(u8::from(free[i])) * self.bodies[pair[i] as usize].inverse_mass
        });
        let both = give[0] + give[1];
        let share = |i: usize| if both > 0.0 { give[i] / both } else { 0.0 };
        [
            at.normal * (-speed * share(0)),
            at.normal * (speed * share(1)),
        ]
    }

    /// Whether the paths of two bodies bring the matter at a point together.
    fn path_closes(&self, a: u32, b: u32, at: &NearPoint) -> bool {
        let velocity = |i: u32| {
            let (body, flight) = (&self.bodies[i as usize], &self.flights[i as usize]);
            if !flight.moves() {
                return Default::default();
            }
            flight.velocity + flight.turning.cross(at.point - body.center)
        };
        at.normal.dot(velocity(b) - velocity(a)) < -CREEP
    }

    /// When two bodies stop that would meet at `time` (s from the start of their motions) nearer
    /// than `least` metres.
    ///
    /// Of bodies that begin very near each other the sweep reports impacts nearer still, and so
    /// on by half each time. There has to be an end to that while numbers can still tell them
    /// apart: they go only so far that they are no nearer than they were, if that is too near. As
    /// all of their way until `time` is free, any place on it will do.
    fn before_crowding(
        &mut self,
        pair: Pair,
        [motion_a, motion_b]: [&Motion; 2],
        time: f32,
        least: f64,
    ) -> f32 {
        let [a, b] = [pair.a, pair.b].map(|i| &self.bodies[i as usize].shape);
        let narrow = &mut self.tools.narrow;
        let mut gap_at = |t: f32| {
            let [pose_a, pose_b] = [motion_a, motion_b].map(|m| m.pose_at(t));
            narrow.distance((a, &pose_a), (b, &pose_b))
        };
        let least = gap_at(0.0).min(least);
        let earlier = EARLIER.map(|share| share * time);
        let enough = earlier.into_iter().find(|t| gap_at(*t) >= least);
        enough.unwrap_or(0.0)
    }

    /// The least distance to which two bodies come near a place, in metres: far above what f32
    /// coordinates can tell apart.
    fn least_gap(&self, pair: Pair, at: DVec3) -> f64 {
        let arm = |i: u32| {
            let moves = self.flights[i as usize].moves();
            f64::from(self.bodies[i as usize].reach) * f64::from(u8::from(moves))
        };
        let size = at.abs().max_element() + arm(pair.a) + arm(pair.b);
        let rounding = 16.0 * f64::from(f32::EPSILON) * size;
        self.settings.least_gap().max(rounding)
    }

    /// Whether two bodies are in each other at the start of the step.
    fn is_inside(&self, pair: Pair) -> bool {
        let near = self.pairs.find(pair).map(|at| &self.pairs.pairs[at]);
        near.is_some_and(|near| {
            let contacts = &self.pairs.contacts[near.range()];
            contacts.iter().any(|c| c.distance <= 0.0)
        })
    }

    fn forget_pair(&mut self, pair: Pair) {
        if let Some(index) = self.pairs.find(pair) {
            self.pairs.pairs[index].forget();
        }
    }
}

/// What an impact leaves behind.
struct Answer {
    /// How far the bodies are apart, in metres.
    gap: f64,
    /// Where they are nearest.
    point: NearPoint,
}

impl Flight {
    /// Gives the body at once what it would gain until the step's end, `left` seconds later.
    fn fold(&mut self, body: &mut Body, left: f64) {
        if !self.fixed && !self.waiting {
            body.velocity += self.acceleration * left;
            self.acceleration = Default::default();
        }
    }
}

/// Whether a box lies in another.
fn encloses(outer: &Aabb, inner: &Aabb) -> bool {
    outer.contains(inner.min) && outer.contains(inner.max)
}

/// Two different items at once; `a < b`.
pub(super) fn two<T>(items: &mut [T], a: u32, b: u32) -> [&mut T; 2] {
    let (low, high) = items.split_at_mut(b as usize);
    [&mut low[a as usize], &mut high[0]]
}

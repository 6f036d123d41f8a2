//! What happens when two bodies meet within a step: velocities, and paths from there.

use glam::DVec3;

use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::ccd::impact::Meeting;
use crate::ccd::step::{NOBODY, two};
use crate::manifold::contact_update::{CROWD, contact};
use crate::pair_cache::PairState;
use crate::report::Impact;
use crate::shape_queries::NearPoint;
use crate::{BodyId, World};
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::math::Motion;

/// Paths that bring bodies together more slowly than this, in m/s, cannot make them meet before
/// the solver parts them in the next step.
const CREEP: f64 = 3e-4;

/// The part of a step in which bodies that met get as far apart again as they should be.
const OPENING: f64 = 0.25;

/// That is done from this event of a body on.
const EVENTS_BEFORE_OPENING: u32 = 3;

/// From this event of a body in a crowd on it goes on with whom it meets.
const EVENTS_BEFORE_BOND: u32 = 2;

/// The other end of what topples about one of its ends is faster than what falls: a rod's by half.
const TOPPLING: f64 = 1.5;

impl World {
    /// Two bodies meet: they get the velocities that the impact gives them, and new paths.
    pub(crate) fn meet(&mut self, a: u32, b: u32, time: f64) {
        let step = self.settings.step;
        let since = [a, b].map(|i| self.flights[i as usize].time);
        let since = since[0].max(since[1]);
        let ways = [a, b].map(|i| {
            let (body, flight) = (&self.bodies[i as usize], &self.flights[i as usize]);
            flight.motion(body, since, DVec3::ZERO)
        });
        for index in [a, b] {
            let (body, flight) = self.on_the_way(index);
            flight.advance(body, time);
        }
        let impacts = self.report.impacts.len();
        let Some(answer) = self.answer(a, b, time) else {
            return self.wait([a, b]);
        };
        if let Some(impact) = self.report.impacts.get_mut(impacts) {
            (impact.ways, impact.since) = (ways, since as f32);
        }
        let settings = self.settings;
        let too_near = answer.gap < self.least_gap(Pair { a, b });
        let mut too_much = false;
        for index in [a, b] {
            let (body, flight) = self.on_the_way(index);
            if body.is_dynamic() {
                flight.events += 1;
                too_much |= flight.events >= settings.events_per_body;
            }
        }
        let [flight_a, flight_b] = [a, b].map(|i| &self.flights[i as usize]);
        let crowded = flight_a.company.max(flight_b.company) >= CROWD;
        too_much |= crowded && flight_a.events.max(flight_b.events) >= EVENTS_BEFORE_BOND;
        if too_much || flight_a.bound_on || flight_b.bound_on {
            return self.bond([a, b], time, answer.point.normal);
        }
        if crowded {
            return self.give_way([a, b], &answer.point);
        }
        let held = |flight: &BodyMotion| flight.fixed || flight.waiting;
        let free = [a, b].map(|i| {
            let (body, flight) = (&self.bodies[i as usize], &self.flights[i as usize]);
            body.is_dynamic() && !held(flight)
        });
        let pushes = self.push_apart([a, b], free, &answer.point);
        for way in [Way::Free, Way::Straight, Way::Slowed] {
            let straight = way != Way::Free;
            for (index, _) in [a, b].into_iter().zip(free).filter(|(_, free)| *free) {
                let (body, flight) = self.on_the_way(index);
                if straight {
                    flight.fold(body, step - time);
                }
                flight.opening = pushes[usize::from(index == b)];
                flight.push = (flight.opening, DVec3::ZERO);
                flight.direct = straight;
                flight.lever = match way {
                    Way::Slowed => DVec3::ZERO,
                    _ => (answer.point.point - body.center).cross(answer.point.normal),
                };
                flight.plan(body, step);
            }
            // A path curves towards the other body, though its beginning leads away.
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

    /// Two bodies of a crowd meet: the one that runs into the other goes on no faster than that
    /// one for the rest of the step. What the impact has done to their velocities shows in the next
    /// step, when the solver sees to all of the crowd at once; else each blow would go to and fro
    /// through the crowd, body by body, and everybody be swept again each time.
    fn give_way(&mut self, pair: [u32; 2], at: &NearPoint) {
        let [a, b] = pair;
        let velocity = |i: u32| {
            let (body, flight) = (&self.bodies[i as usize], &self.flights[i as usize]);
            flight.velocity_at(body, at.point)
        };
        let towards = [at.normal.dot(velocity(a)), -at.normal.dot(velocity(b))];
        let free = pair.map(|i| {
            let (body, flight) = (&self.bodies[i as usize], &self.flights[i as usize]);
            body.is_dynamic() && !flight.fixed && !flight.waiting
        });
        let first = free[0] && (!free[1] || towards[0] >= towards[1]);
        let (index, away) = if first {
            (a, -at.normal)
        } else {
            (b, at.normal)
        };
        let settings = &self.settings;
        let opening = (settings.target() - at.distance).max(0.0) / settings.step;
        let change = towards[0] + towards[1] + opening;
        if !(free[0] || free[1]) || change <= 0.0 {
            return self.wait(pair);
        }
        let flight = &mut self.flights[index as usize];
        flight.velocity += away * change;
        flight.generation += 1;
        self.follow_path(index);
        self.sweep_neighbours(index, NOBODY);
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
        let known = self.pairs.find(pair).map(|at| &self.pairs.pairs[at]);
        let mut near = known.map_or(PairState::new(pair), |near| *near);
        let memory = (&mut near.warm, &mut near.walls);
        let (points, _) = (tools.narrow).near_toward(body_a, body_b, tolerance, near.axis, memory);
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
            ahead: [&*flight_a, &*flight_b].map(|flight| flight.ahead(left)),
            most_ahead: TOPPLING * left * (flight_a.pull.length() + flight_b.pull.length()),
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
            flight.velocity_at(body, at.point)
        };
        at.normal.dot(velocity(b) - velocity(a)) < -CREEP
    }
}

/// How bodies that have met go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// They turn as they freely do.
    Free,
    /// They turn on as they do now, changed so that it gains no energy.
    Straight,
    /// They turn on as they do now, and lose of their spin what it gains.
    Slowed,
}

/// What an impact leaves behind.
struct Answer {
    /// How far the bodies are apart, in metres.
    gap: f64,
    /// Where they are nearest.
    point: NearPoint,
}

impl BodyMotion {
    /// What the body's velocities have been given already for the `left` seconds to come.
    fn ahead(&self, left: f64) -> (DVec3, DVec3) {
        (self.given.0 * left, self.given.1 * left)
    }

    /// Gives the body at once what it would gain until the step's end, `left` seconds later.
    fn fold(&mut self, body: &mut Body, left: f64) {
        if !self.fixed && !self.waiting {
            body.velocity += self.acceleration * left;
            self.given.0 += self.acceleration;
            self.acceleration = Default::default();
        }
    }
}

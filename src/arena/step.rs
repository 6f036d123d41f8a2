//! One step of a world: controls in, a step of the space, and what it tells in the world's words.

use glam::{DVec3, Vec3};

use crate::arena::toi_trace::{MOST_SIGHTS, ToiTrace};
use crate::arena::{
    Actor, ActorId, ActorImpact, ActorKind, Arena, CEILING, HallPart, Met, PairTest,
};
use dodgem_collide::math::Pose;
use dodgem_collide::schedule::Viewer;
use dodgem_physics::{Controls, STEP_SECONDS};
use dodgem_physics::{Kind, PairTurn};

/// No body moves faster, in m/s: the momentum rule can give a light car any speed.
const SPEED_LIMIT: f32 = 25.0;

/// So many of a body's pairs are swept or searched in a step, seldom more.
const TURNS_PER_BODY: usize = 16;

/// No body turns faster, in rad/s.
const TURN_LIMIT: f32 = 15.0;

/// What is left of the velocities of a body after a step in which the budget held it.
const CUT_KEEPS: f64 = 0.8;

/// Whoever is so far outside the hall, in metres, is put back.
const FAR_OUTSIDE: f32 = 1.0;

/// A watcher's eye is so far behind and above its car, in metres.
const EYE: (f32, f32) = (4.6, 2.5);

impl Arena {
    /// Advances the world by [`STEP_SECONDS`]. `controls[i]` drives body `i`; fixed bodies ignore
    /// theirs, and bodies without one roll.
    pub fn step(&mut self, controls: &[Controls]) {
        let begin = self.world.time();
        self.take_controls(controls);
        let viewers: [Viewer; 4] = std::array::from_fn(|i| {
            let body = self.watchers.get(i).or(self.watchers.first());
            viewer(body.map(|id| self.body(*id)))
        });
        let watchers = self.watchers.len().min(viewers.len());
        self.world.set_viewers(&viewers[..watchers]);
        self.world.step();
        self.tell_events(begin);
        self.tell_stats();
        for index in 0..self.bodies.len() {
            let body = &mut self.bodies[index];
            body.previous_pose = body.pose;
            if !body.is_fixed() {
                self.calm_if_cut(index);
                self.limit(index);
                self.take_over(index);
                self.put_back_if_outside(index);
            }
        }
    }

    fn take_controls(&mut self, controls: &[Controls]) {
        for (index, body) in self.bodies.iter_mut().enumerate() {
            let control = controls.get(index).copied().unwrap_or_default();
            if let ActorKind::Car(vehicle) = &mut body.kind {
                self.world.drive(vehicle.id, control);
                vehicle.control = control;
            }
        }
    }

    /// The name that a body has in the space.
    pub(super) fn id_in_world(&self, id: ActorId) -> dodgem_physics::BodyId {
        self.world.id(self.hall.len() + id.index())
    }

    /// A body of the space in the world's words.
    pub(super) fn met(&self, id: dodgem_physics::BodyId) -> Met {
        match self.hall.get(id.index()) {
            Some(part) => Met::Hall(*part),
            None => Met::Actor(ActorId((id.index() - self.hall.len()) as u32)),
        }
    }

    /// Two bodies of the space in the world's words, a body of the world first; None if both are
    /// parts of the hall. True if they have changed places.
    pub(super) fn met_by(
        &self,
        a: dodgem_physics::BodyId,
        b: dodgem_physics::BodyId,
    ) -> Option<(ActorId, Met, bool)> {
        match (self.met(a), self.met(b)) {
            (Met::Actor(a), b) => Some((a, b, false)),
            (a, Met::Actor(b)) => Some((b, a, true)),
            _ => None,
        }
    }

    fn tell_events(&mut self, begin: f64) {
        self.events.clear();
        for index in 0..self.world.report().impacts.len() {
            let impact = self.world.report().impacts[index];
            let Some((a, met, _)) = self.met_by(impact.a, impact.b) else {
                continue;
            };
            // The hall comes first in the space, so the normal leads inwards there, as it should.
            self.events.push(ActorImpact {
                time: begin + f64::from(impact.time),
                point: impact.point,
                normal: impact.normal,
                a,
                met,
                impulse: impact.impulse,
                relative_speed: impact.relative_speed,
            });
            if matches!(met, Met::Actor(_) | Met::Hall(HallPart::Wall)) {
                if self.sights.len() == MOST_SIGHTS {
                    self.sights.pop_front();
                }
                self.sights.push_back(ToiTrace {
                    step: self.world.steps(),
                    bodies: [impact.a, impact.b],
                    ways: impact.ways,
                    left: impact.time - impact.since,
                    speed: impact.relative_speed,
                });
            }
        }
    }

    fn tell_stats(&mut self) {
        let mut tests = std::mem::take(&mut self.stats.tests);
        let mut searches = std::mem::take(&mut self.stats.searches);
        tests.clear();
        searches.clear();
        // Room for a crowd from the first step on.
        let room = TURNS_PER_BODY * (self.bodies.len() + 1);
        tests.reserve(room);
        searches.reserve(room);
        let report = self.world.report();
        let test = |turn: &PairTurn| {
            let (a, b, _) = self.met_by(turn.a, turn.b)?;
            Some(PairTest {
                a,
                b,
                end: turn.end,
                allowed: turn.allowed,
                used: turn.used,
            })
        };
        tests.extend(report.turns.iter().filter_map(test));
        searches.extend(report.searches.iter().filter_map(test));
        self.totals += report.queries;
        let stats = &mut self.stats;
        stats.tests = tests;
        stats.searches = searches;
        stats.queries = report.queries;
        stats.budget = self.settings.budget;
        stats.used = report.work + report.queries.contacts.work();
        stats.pairs = report.pairs;
        stats.contacts = report.contacts;
        stats.cuts = report.cuts;
        stats.search_cuts = report.queries.contacts.cuts;
        stats.waiting = report.waiting;
        stats.debt = report.debt;
        stats.times = report.times;
        stats.put_back.clear();
    }

    /// Copies a body's state from the space.
    pub(super) fn take_over(&mut self, index: usize) {
        let there = &self.world.bodies()[self.hall.len() + index];
        let body = &mut self.bodies[index];
        body.pose = there.pose();
        body.debt = there.debt();
        body.velocity = there.velocity().as_vec3();
        body.angular_velocity = there.angular_velocity().as_vec3();
        if let ActorKind::Car(vehicle) = &mut body.kind {
            let driven = self.world.vehicle(vehicle.id);
            vehicle.boosting = driven.is_boosting();
            vehicle.boost_left = driven.boost_share() * vehicle.settings.boost.seconds;
            vehicle.wheels_down = driven.wheels_down();
        }
    }

    /// Takes speed from a body that the budget did not let move: what does not move must not gather
    /// speed, or it can no longer turn back, and shoots off when it comes free.
    fn calm_if_cut(&mut self, index: usize) {
        let there = &self.world.bodies()[self.hall.len() + index];
        let waited = there.debt() - self.bodies[index].debt;
        if self.stats.cuts > 0 && waited > 0.5 * f64::from(STEP_SECONDS) {
            let keeps = |v: DVec3| (v * CUT_KEEPS).as_vec3();
            let (velocity, turning) = (keeps(there.velocity()), keeps(there.angular_velocity()));
            let name = self.id_in_world(ActorId(index as u32));
            self.world.set_velocity(name, velocity, turning);
        }
    }

    /// Slows down what has become faster than anything in the game should be.
    fn limit(&mut self, index: usize) {
        let body = &self.world.bodies()[self.hall.len() + index];
        let (velocity, turning) = (body.velocity().as_vec3(), body.angular_velocity().as_vec3());
        let slower = velocity.clamp_length_max(SPEED_LIMIT);
        let calmer = turning.clamp_length_max(TURN_LIMIT);
        if body.kind() == Kind::Dynamic && (slower, calmer) != (velocity, turning) {
            let name = self.id_in_world(ActorId(index as u32));
            self.world.set_velocity(name, slower, calmer);
        }
    }

    /// Nothing can leave the hall; should it happen all the same, the body starts again.
    fn put_back_if_outside(&mut self, index: usize) {
        let body = &self.bodies[index];
        let place = body.pose.translation();
        let inside = (-FAR_OUTSIDE..CEILING + FAR_OUTSIDE).contains(&place.y)
            && self.settings.border.clearance(place) > -FAR_OUTSIDE;
        if !inside {
            self.put_back(ActorId(index as u32));
        }
    }

    /// Puts a car to where it started, at rest, or above that place if somebody is there.
    pub fn put_back(&mut self, id: ActorId) {
        let name = self.id_in_world(id);
        let start = self.body(id).start;
        let shape = self.world.body(name).shape().clone();
        let mut pose = start;
        for floor in 0..3 {
            let up = Vec3::Y * (2.5 * floor as f32);
            // A start within the hall stays within the range of f32.
            pose = Pose::new(start.rotation(), start.translation() + up).unwrap_or(start);
            if self.overlapped(&shape, &pose, Some(id)).is_none() {
                break;
            }
        }
        self.world.set_pose(name, &pose);
        self.world.set_velocity(name, Vec3::ZERO, Vec3::ZERO);
        self.take_over(id.index());
        self.bodies[id.index()].previous_pose = pose;
        self.stats.put_back.push(id);
    }
}

/// The eye of who follows a body; of nobody in particular if there is none.
fn viewer(body: Option<&Actor>) -> Viewer {
    let Some(body) = body else {
        return Viewer {
            eye: Vec3::ZERO,
            forward: Vec3::NEG_Z,
        };
    };
    let forward = body.forward();
    let flat = Vec3::new(forward.x, 0.0, forward.z).normalize_or_zero();
    Viewer {
        eye: body.pose.translation() - flat * EYE.0 + Vec3::Y * EYE.1,
        forward: flat,
    }
}

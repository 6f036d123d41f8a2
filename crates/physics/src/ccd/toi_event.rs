//! Time-of-impact events: new velocities and new paths for two bodies that meet within a step.

use glam::DVec3;

use crate::bodies::two_mut;
use crate::body::Body;
use crate::body_motion::{BodyMotion, PathPush};
use crate::ccd::event_queue::Event;
use crate::ccd::impact::PairImpact;
use crate::ccd::step::{ContinuousCollision, NO_BODY};
use crate::manifold::contact_point::ContactPoint;
use crate::pair_cache::PairState;
use crate::params::{
    CROWD_CONTACTS, EVENTS_BEFORE_OPENING, MIN_CLOSING_SPEED, OPENING_STEP_SHARE, TOPPLING_FACTOR,
};
use crate::report::{Impact, ImpactState};
use crate::settings::{ImpactRule, OnCut};
use dodgem_collide as collide;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::query::Stage;
use dodgem_collide::query::toi::Sweep;

impl ContinuousCollision<'_, '_> {
    /// Handles the impact of two bodies: gives them new velocities, and new paths on which they do not
    /// close.
    pub(super) fn handle_toi_event(&mut self, event: &Event) {
        let Event { a, b, time, .. } = *event;
        let step = self.context.settings.step;
        for index in [a, b] {
            let (body, motion) = self.bodies.both_mut(index);
            motion.advance(body, time);
            motion.settle_speed(body);
        }
        let Some(answer) = self.resolve_impact(event) else {
            return self.wait([a, b]);
        };
        let settings = self.context.settings;
        let too_near = answer.gap < self.least_gap(Pair { a, b });
        let mut too_much = false;
        for index in [a, b] {
            let (body, motion) = self.bodies.both_mut(index);
            if body.is_dynamic() {
                motion.events += 1;
                too_much |= motion.events >= settings.events_per_body;
            }
        }
        let [motion_a, motion_b] = [a, b].map(|i| &self.bodies.motions[i as usize]);
        let crowded = motion_a.contact.crowd.max(motion_b.contact.crowd) >= CROWD_CONTACTS;
        if crowded || too_much || motion_a.joined_cluster() || motion_b.joined_cluster() {
            return self.join_clusters([a, b], time, answer.point.normal);
        }
        let held = |motion: &BodyMotion| !motion.is_under_way();
        let free = [a, b].map(|i| {
            let (body, motion) = (
                &self.bodies.list[i as usize],
                &self.bodies.motions[i as usize],
            );
            body.is_dynamic() && !held(motion)
        });
        let pushes = self.opening_velocities([a, b], free, &answer.point);
        for rule in [TurnRule::Free, TurnRule::KeepSpin, TurnRule::SlowSpin] {
            let straight = rule != TurnRule::Free;
            for (index, _) in [a, b].into_iter().zip(free).filter(|(_, free)| *free) {
                let (body, motion) = self.bodies.both_mut(index);
                if straight {
                    motion.apply_remaining_acceleration(body, step - time);
                }
                let opening = body.free * pushes[usize::from(index == b)];
                motion.push = PathPush {
                    velocities: (opening, DVec3::ZERO),
                    opening,
                };
                motion.turn.keeps_spin = straight;
                motion.turn.follows_joints = false;
                motion.turn.contact_lever = match rule {
                    TurnRule::SlowSpin => DVec3::ZERO,
                    _ => (answer.point.point - body.center).cross(answer.point.normal),
                };
                motion.plan(body, step);
            }
            // The next rule is for a path that starts away from the other body and curves towards it.
            if !self.paths_close(a, b, &answer.point) {
                break;
            }
        }
        let stuck = |i: u32| {
            let (body, motion) = (
                &self.bodies.list[i as usize],
                &self.bodies.motions[i as usize],
            );
            body.is_dynamic() && held(motion)
        };
        if (too_near || stuck(a) || stuck(b)) && self.paths_close(a, b, &answer.point) {
            return self.wait([a, b]);
        }
        let changed = free;
        for (index, changed) in [a, b].into_iter().zip(changed) {
            if changed {
                self.update_path(index);
            }
        }
        if changed[0] {
            self.sweep_neighbours(a, NO_BODY);
        }
        if changed[1] {
            // The two have been swept against each other already.
            let done = if changed[0] { a } else { NO_BODY };
            self.sweep_neighbours(b, done);
        }
    }

    /// Applies the impulses of an impact and records it. None if no contact is found where there
    /// must be one.
    fn resolve_impact(&mut self, event: &Event) -> Option<ResolvedImpact> {
        let Event { a, b, .. } = *event;
        let settings = self.context.settings;
        let pair = Pair { a, b };
        let [body_a, body_b] = two_mut(&mut self.bodies.list, a, b);
        let tolerance = settings.skin + settings.target();
        let known = self.pairs.find(pair).map(|at| &self.pairs.pairs[at]);
        let mut state = known.map_or(PairState::new(pair), |state| *state);
        let queries = &mut *self.context.queries;
        let points = queries.contacts([body_a, body_b], tolerance, &mut state.cache);
        let nearest = *points
            .iter()
            .min_by(|p, q| p.distance.total_cmp(&q.distance))?;
        let contacts = &mut self.memory.impact_contacts;
        contacts.clear();
        for point in points {
            let mut contact = ContactPoint::new([body_a, body_b], point);
            let materials = Body::materials_at([body_a, body_b], point.children);
            contact.set_materials(materials, self.context.materials);
            contacts.push(contact);
        }
        let record = event.sweep;
        let record =
            record.and_then(|index| self.context.queries.sweep_records.get(index as usize));
        let decided_by = record.and_then(|record| record.answer.decided_by);
        self.apply_impact(event, &nearest, decided_by);
        Some(ResolvedImpact {
            gap: nearest.distance,
            point: nearest,
        })
    }

    /// Handles a pair whose sweep the budget cut: both stay where they are until the step's end. If cuts
    /// count as hits, they get the velocities of an impact before.
    pub(super) fn handle_cut(&mut self, event: &Event) {
        if !self.context.settings.continuous {
            return;
        }
        let Event { a, b, time, .. } = *event;
        for index in [a, b] {
            let (body, motion) = self.bodies.both_mut(index);
            motion.advance(body, time);
        }
        if self.context.settings.on_cut == OnCut::Hit {
            self.hit_where_cut(event);
        }
        self.wait([a, b]);
    }

    /// The impact of two bodies whose sweep was cut: at a point of the volume at which the sweep stopped, or
    /// where their paths' boxes overlap if there was no work for any sweep.
    fn hit_where_cut(&mut self, event: &Event) {
        let Event { a, b, sweep, .. } = *event;
        let record = sweep.and_then(|index| self.context.queries.sweep_records.get(index as usize));
        let point = match record.map(|record| record.answer.value) {
            Some(Sweep::Cut { points: [p, q], .. }) => (p + q) * 0.5,
            _ => {
                let [p, q] = [a, b].map(|index| self.bodies.motions[index as usize].bounds);
                (p.min.max(q.min) + p.max.min(q.max)).as_dvec3() * 0.5
            }
        };
        self.hit_at(
            event,
            point,
            record.and_then(|record| record.answer.decided_by),
        );
    }

    /// The impact of two bodies at a point (m) that no contact gives, along the line of their centres. Returns true if
    /// they close there fast enough for one.
    pub(super) fn hit_at(
        &mut self,
        event: &Event,
        point: DVec3,
        decided_by: Option<Stage>,
    ) -> bool {
        let Event { a, b, .. } = *event;
        let [body_a, body_b] = two_mut(&mut self.bodies.list, a, b);
        let normal = (body_b.center - body_a.center).normalize_or(DVec3::Y);
        let nearest = collide::ContactPoint::at(point, normal, 0.0);
        let mut contact = ContactPoint::new([body_a, body_b], &nearest);
        let materials = [body_a.material, body_b.material];
        contact.set_materials(materials, self.context.materials);
        self.memory.impact_contacts.clear();
        self.memory.impact_contacts.push(contact);
        let velocity = |index: u32| {
            let (body, motion) = (
                &self.bodies.list[index as usize],
                &self.bodies.motions[index as usize],
            );
            motion.velocity_at(body, point)
        };
        let closing = nearest.normal.dot(velocity(a) - velocity(b));
        let hits = closing > self.context.settings.rest_speed;
        if hits {
            self.apply_impact(event, &nearest, decided_by);
        }
        hits
    }

    /// Gives two bodies the impulses of an impact at the points at hand, and records it.
    fn apply_impact(
        &mut self,
        event: &Event,
        nearest: &collide::ContactPoint,
        decided_by: Option<Stage>,
    ) {
        let Event {
            a, b, time, sweep, ..
        } = *event;
        let settings = self.context.settings;
        let left = settings.step - time;
        let [body_a, body_b] = two_mut(&mut self.bodies.list, a, b);
        let [motion_a, motion_b] = two_mut(&mut self.bodies.motions, a, b);
        let mut impact = PairImpact {
            a: body_a,
            b: body_b,
            contacts: &self.memory.impact_contacts,
            max_speed: motion_a.max_speed.min(motion_b.max_speed),
            given: [&*motion_a, &*motion_b].map(|motion| motion.given_for(left)),
            most_given: TOPPLING_FACTOR
                * left
                * (motion_a.forces.all.length() + motion_b.forces.all.length()),
            scratch: &mut self.memory.impact,
        };
        let mut fold = |impact: &mut PairImpact| {
            motion_a.apply_remaining_acceleration(impact.a, left);
            motion_b.apply_remaining_acceleration(impact.b, left);
        };
        let closing = impact.closing_speed();
        if closing <= settings.rest_speed {
            // A mere touch: the impulses also cancel the acceleration of the bodies towards each other
            // until the step's end.
            fold(&mut impact);
        }
        let before = [&impact.a, &impact.b].map(|body| body.kinetic_energy());
        let by_impulse = impact.a.by_impulse || impact.b.by_impulse;
        let rule = match settings.rule {
            ImpactRule::Custom(_) if by_impulse => ImpactRule::Impulse,
            rule => rule,
        };
        let states = |impact: &PairImpact| [&*impact.a, &*impact.b].map(ImpactState::of);
        let momenta = |impact: &PairImpact| [&*impact.a, &*impact.b].map(|b| b.velocity * b.mass);
        let states_before = states(&impact);
        let (outcome, rule) = impact.resolve(rule, settings.rest_speed);
        if outcome.closing_speed > settings.rest_speed {
            let mut given = [DVec3::ZERO; 2];
            if outcome.parting_speed < settings.rest_speed {
                let from = momenta(&impact);
                fold(&mut impact);
                let to = momenta(&impact);
                given = [to[0] - from[0], to[1] - from[1]];
                impact.resolve(rule, f64::INFINITY);
            }
            let effect = impact.effect(rule, states_before, given);
            self.context.report.impacts.push(Impact {
                time: time as f32,
                point: nearest.point.as_vec3(),
                normal: nearest.normal.as_vec3(),
                a: body_a.id,
                b: body_b.id,
                impulse: outcome.impulse.length() as f32,
                relative_speed: outcome.closing_speed as f32,
                sweep,
                decided_by,
                effect,
            });
        }
        for (motion, (body, before)) in [
            (&mut *motion_a, (&*body_a, before[0])),
            (&mut *motion_b, (&*body_b, before[1])),
        ] {
            motion.energy.own += body.kinetic_energy() - before;
        }
        if outcome.closing_speed > 0.0 {
            self.contact_events.collided.push(Pair { a, b });
            // A slower touch leaves resting bodies at rest: bodies that are jammed touch in every step.
            for body in [body_a, body_b] {
                if body.asleep || outcome.closing_speed > settings.rest_speed {
                    body.wake();
                }
            }
        }
    }

    /// Velocities to add to the paths of two bodies that meet again and again, so that they regain
    /// the target distance: the sweep then has a gap for motion that the contact points do not show, such
    /// as that of a rolling rim. They are no part of the bodies' own velocities and add no energy.
    fn opening_velocities(
        &self,
        pair: [u32; 2],
        free: [bool; 2],
        at: &collide::ContactPoint,
    ) -> [DVec3; 2] {
        let settings = self.context.settings;
        let lacks = settings.target() - at.distance;
        let again = |i: u32| self.bodies.motions[i as usize].events >= EVENTS_BEFORE_OPENING;
        if lacks <= 0.0 || !pair.into_iter().any(again) {
            return [DVec3::ZERO; 2];
        }
        let speed = (lacks / (settings.step * OPENING_STEP_SHARE)).min(settings.push_speed);
        let give: [f64; 2] = std::array::from_fn(|i| {
            f64::from(u8::from(free[i])) * self.bodies.list[pair[i] as usize].inverse_mass
        });
        let both = give[0] + give[1];
        let share = |i: usize| if both > 0.0 { give[i] / both } else { 0.0 };
        [
            at.normal * (-speed * share(0)),
            at.normal * (speed * share(1)),
        ]
    }

    /// True if the paths of two bodies close at a point faster than [`MIN_CLOSING_SPEED`].
    fn paths_close(&self, a: u32, b: u32, at: &collide::ContactPoint) -> bool {
        let velocity = |i: u32| {
            let (body, motion) = (
                &self.bodies.list[i as usize],
                &self.bodies.motions[i as usize],
            );
            motion.velocity_at(body, at.point)
        };
        at.normal.dot(velocity(b) - velocity(a)) < -MIN_CLOSING_SPEED
    }
}

/// The rule by which a body turns after an impact; the rules are tried in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnRule {
    /// Like a free body: its path has the mean angular velocity of the time to come.
    Free,
    /// At its present angular velocity, changed so that it gains no energy.
    KeepSpin,
    /// At its present angular velocity; its spin loses the energy that this gains.
    SlowSpin,
}

/// The result of an impact.
struct ResolvedImpact {
    /// Distance of the bodies, in metres.
    gap: f64,
    /// Their nearest contact point.
    point: collide::ContactPoint,
}

impl BodyMotion {
    /// Velocity and angular velocity that the body has been given ahead for the `left` seconds to
    /// come, in m/s and rad/s.
    fn given_for(&self, left: f64) -> (DVec3, DVec3) {
        let (linear, angular) = self.forces.given;
        (linear * left, angular * left)
    }

    /// Gives the body at once the velocity that it would gain until the step's end, `left` seconds
    /// later.
    fn apply_remaining_acceleration(&mut self, body: &mut Body, left: f64) {
        if self.is_under_way() {
            let forces = &mut self.forces;
            body.velocity += forces.acting * left;
            forces.given.0 += forces.acting;
            forces.acting = DVec3::ZERO;
        }
    }
}

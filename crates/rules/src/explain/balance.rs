//! The last stages of an explanation: velocities, momentum and energy before and after, and the bodies and forces that gave the rest.

use dodgem_physics::{BodyId, Impact, ImpactRule};
use glam::DVec3;
use serde::Serialize;

use crate::explain::givers::{GivenBy, Giver};
use crate::explain::moment::{Moment, momentum_of};
use crate::explain::named::NamedBody;

/// A body just before and after an impact.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Change {
    /// Velocity of the centre before, in m/s.
    pub velocity_before: DVec3,
    /// Velocity of the centre after, in m/s.
    pub velocity_after: DVec3,
    /// Angular velocity before, in rad/s.
    pub spin_before: DVec3,
    /// Angular velocity after, in rad/s.
    pub spin_after: DVec3,
    /// Momentum before, in kg m/s; 0 for a body that no impulse moves.
    pub momentum_before: DVec3,
    /// Momentum after, in kg m/s.
    pub momentum_after: DVec3,
    /// Kinetic energy before, in joules.
    pub energy_before: f64,
    /// Kinetic energy after, in joules.
    pub energy_after: f64,
}

/// The balance of an impact: of its instant alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImpactBalance {
    /// Both bodies before and after.
    pub bodies: [Change; 2],
    /// The rule of the impact.
    pub rule: &'static str,
    /// True if the rule conserves the momentum of the two.
    pub conserves: bool,
    /// Restitution of the pair: parting over closing speed.
    pub restitution: f32,
    /// Coefficient of friction of the pair.
    pub friction: f32,
    /// The number of places at which the two touched.
    pub contacts: u32,
    /// The sources of momentum for the two: an immovable body, and forces that act until the end of the step and
    /// were given at once.
    pub givers: Vec<Giver>,
    /// The momentum after, less that before and all that was given, in kg m/s: 0 up to rounding if the rule
    /// conserves it, else the amount that the rule makes or loses.
    pub missing: DVec3,
    /// The kinetic energy of both after, less that before, in joules.
    pub energy: f64,
}

/// The name of the rule by which an impact stops both bodies.
pub(super) const RULE_OF_STOP: &str = "the rule of stop on contact";

impl ImpactBalance {
    /// Describes an impact.
    pub(super) fn of(moment: &Moment, impact: &Impact) -> ImpactBalance {
        let effect = &impact.effect;
        let ids = [impact.a, impact.b];
        let mass = ids.map(|id| moment.world().body(id).filter(|body| body.is_dynamic()));
        let mass = mass.map(|body| body.map_or(0.0, |body| body.mass()));
        let bodies = [0, 1].map(|i: usize| {
            let (before, after) = (&effect.before[i], &effect.after[i]);
            Change {
                velocity_before: before.velocity,
                velocity_after: after.velocity,
                spin_before: before.angular_velocity,
                spin_after: after.angular_velocity,
                momentum_before: before.velocity * mass[i],
                momentum_after: after.velocity * mass[i],
                energy_before: before.energy,
                energy_after: after.energy,
            }
        });
        let mut givers = Vec::new();
        let ahead = effect.given[0] + effect.given[1];
        if ahead != DVec3::ZERO {
            givers.push(Giver::new(GivenBy::Ahead, ahead));
        }
        let gained = bodies[0].momentum_after + bodies[1].momentum_after
            - bodies[0].momentum_before
            - bodies[1].momentum_before;
        let mut missing = gained - ahead;
        let conserves = effect.rule == ImpactRule::Impulse;
        if let Some(fixed) = mass.iter().position(|mass| *mass == 0.0) {
            // A body that no impulse moves takes or gives any momentum.
            let body = NamedBody::of(moment.arena, ids[fixed]);
            givers.push(Giver::new(GivenBy::Body(body.name), missing));
            missing = DVec3::ZERO;
        }
        let is_locked = |id: &BodyId| {
            let body = moment.world().body(*id);
            body.is_some_and(|body| body.locked().translation.contains(&true))
        };
        if conserves && ids.iter().any(is_locked) {
            givers.push(Giver::new(GivenBy::LockedAxes, missing));
            missing = DVec3::ZERO;
        }
        let energy = |of: fn(&Change) -> f64| bodies.iter().map(of).sum::<f64>();
        ImpactBalance {
            bodies,
            rule: match effect.rule {
                ImpactRule::Impulse => "impulses with restitution and friction",
                ImpactRule::Custom(hook) => hook.name,
                ImpactRule::Stop => RULE_OF_STOP,
            },
            conserves,
            restitution: effect.restitution,
            friction: effect.friction,
            contacts: effect.contacts,
            givers,
            missing,
            energy: energy(|one| one.energy_after) - energy(|one| one.energy_before),
        }
    }
}

/// The balance of two bodies over a whole step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepBalance {
    /// The momentum of the two before and after the step, in kg m/s.
    pub momentum: [DVec3; 2],
    /// Their kinetic energy before and after the step, in joules.
    pub energy: [f64; 2],
    /// The momentum that others gave them, as far as the step recorded it. Contacts, wheels and joints are by
    /// their loads at the end of the step, contacts without friction.
    pub givers: Vec<Giver>,
    /// The rest: the grip of wheels, friction, drag, and loads that changed within the step, in kg m/s.
    pub rest: DVec3,
}

impl StepBalance {
    /// Describes two bodies over a step. None if one of them was not there.
    pub(super) fn of(moment: &Moment, ids: [BodyId; 2]) -> Option<StepBalance> {
        let world = moment.world();
        let step = world.settings().step;
        let gravity = world.settings().gravity.as_dvec3();
        let mut momentum = [DVec3::ZERO; 2];
        let mut energy = [0.0; 2];
        let mut given: Vec<Giver> = Vec::new();
        for id in ids {
            let (before, after) = (moment.start.body(id)?, world.body(id)?);
            momentum[0] += before.momentum;
            momentum[1] += momentum_of(after);
            energy[0] += before.energy;
            energy[1] += after.kinetic_energy();
            if after.is_dynamic() && !after.is_asleep() {
                add(
                    &mut given,
                    GivenBy::Gravity,
                    gravity * (after.mass() * step),
                );
            }
        }
        let side_of = |pair: [BodyId; 2]| pair.iter().position(|id| ids.contains(id));
        let is_own = |pair: [BodyId; 2]| pair.iter().all(|id| ids.contains(id));
        let is_dynamic = |id: BodyId| world.body(id).is_some_and(|body| body.is_dynamic());
        for impact in &world.report().impacts {
            let pair = [impact.a, impact.b];
            let by = match side_of(pair) {
                Some(_) if is_own(pair) => GivenBy::OwnImpact,
                Some(side) => GivenBy::Impact(NamedBody::of(moment.arena, pair[1 - side]).name),
                None => continue,
            };
            let mine = (0..2).filter(|side| ids.contains(&pair[*side]) && is_dynamic(pair[*side]));
            let effect = &impact.effect;
            let all = mine.map(|side| {
                let change = effect.after[side].velocity - effect.before[side].velocity;
                world
                    .body(pair[side])
                    .map_or(DVec3::ZERO, |body| change * body.mass())
            });
            add(&mut given, by, all.sum());
        }
        for contact in world.contacts().filter(|contact| contact.active) {
            let pair = [contact.a, contact.b];
            let Some(side) = side_of(pair).filter(|_| !is_own(pair)) else {
                continue;
            };
            let other = NamedBody::of(moment.arena, pair[1 - side]);
            let toward = if side == 0 { -1.0 } else { 1.0 };
            let push = contact.normal * (toward * f64::from(contact.normal_impulse));
            if is_dynamic(pair[side]) {
                add(&mut given, GivenBy::Contact(other.name), push);
            }
        }
        for joint in world.joints() {
            let (own, other) = joint.bodies();
            let force = joint.force().as_dvec3() * step;
            for (id, force) in [(Some(own), force), (other, -force)] {
                let is_inner = other.is_some_and(|other| is_own([own, other]));
                if id.is_some_and(|id| ids.contains(&id) && is_dynamic(id)) && !is_inner {
                    add(&mut given, GivenBy::Joints, force);
                }
            }
        }
        for actor in moment.arena.actors() {
            let Some(car) = actor.car().filter(|_| ids.contains(&actor.body)) else {
                continue;
            };
            let Some(body) = world.body(actor.body) else {
                continue;
            };
            let wheels = car.vehicle().wheels().iter();
            let load: f32 = wheels.map(|wheel| wheel.load).sum();
            let up = body.frame().rotation * DVec3::Y;
            add(&mut given, GivenBy::Springs, up * (f64::from(load) * step));
        }
        given.retain(|giver| giver.momentum != DVec3::ZERO);
        let known: DVec3 = given.iter().map(|giver| giver.momentum).sum();
        Some(StepBalance {
            momentum,
            energy,
            givers: given,
            rest: momentum[1] - momentum[0] - known,
        })
    }
}

fn add(givers: &mut Vec<Giver>, by: GivenBy, momentum: DVec3) {
    match givers.iter_mut().find(|giver| giver.by == by) {
        Some(giver) => giver.momentum += momentum,
        None => givers.push(Giver::new(by, momentum)),
    }
}

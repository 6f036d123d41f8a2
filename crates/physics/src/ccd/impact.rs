//! What an impact does to the velocities of two bodies.
//!
//! All points where the two touch at that moment are answered together: each that closes gets the
//! restitution of the pair, friction stays in its circle. Newton's restitution with friction can
//! make energy out of nothing when the one undoes the other's work; then the answer is moved
//! towards the one without restitution until the energy is as before. (The energy is a convex
//! function of the impulses, and both answers part the bodies, so all between do.)

use glam::{DMat3, DVec3};

use crate::body::Body;
use crate::pair_cache::Contact;
use crate::reserve::reserve;
use crate::settings::ImpactRule;

/// How fast touching points at least part after an impact, in m/s, so that a gap opens.
const LEAST_PARTING: f64 = 0.02;

/// No point parts faster than this share of its closing speed only to open a gap.
const PARTING_SHARE: f64 = 0.1;

/// Passes over the points of one impact at most.
const PASSES: usize = 60;

/// The share of the closing speed by which the passes may still change something in the end.
const EXACT: f64 = 1e-8;

/// What an impact did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    /// The sum of the impulses on the second body, in N s.
    pub impulse: DVec3,
    /// The greatest closing speed of a point before, in m/s; not positive if none closed.
    pub closing_speed: f64,
    /// How fast the fastest closing point may part, in m/s.
    pub parting_speed: f64,
}

/// Points where two bodies touch; `a` and `b` of every contact are theirs in this order.
pub(crate) struct Meeting<'m> {
    pub a: &'m mut Body,
    pub b: &'m mut Body,
    pub contacts: &'m [Contact],
    /// What each body has been given ahead of time for what is left of the step, in m/s and rad/s:
    /// the solver lets forces act on what touches something before anybody flies.
    pub ahead: [(DVec3, DVec3); 2],
    /// No place of them can have been given more by forces alone, in m/s.
    pub most_ahead: f64,
    pub memory: &'m mut ImpactMemory,
}

/// What an answer needs, kept from one to the next so that none allocates.
#[derive(Clone, Debug, Default)]
pub(crate) struct ImpactMemory {
    /// How fast each point is to part, in m/s.
    targets: Vec<f64>,
    /// How the relative velocity of each point answers an impulse there.
    answers: Vec<DMat3>,
    /// The impulses along the normal and across it.
    pushes: Vec<f64>,
    rubs: Vec<DVec3>,
    /// Whole impulses: with restitution, and without.
    with: Vec<DVec3>,
    without: Vec<DVec3>,
}

impl ImpactMemory {
    /// Makes room for so many points.
    pub fn reserve(&mut self, points: usize) {
        reserve(&mut self.targets, points);
        reserve(&mut self.answers, points);
        reserve(&mut self.pushes, points);
        for impulses in [&mut self.rubs, &mut self.with, &mut self.without] {
            reserve(impulses, points);
        }
    }
}

impl Meeting<'_> {
    /// The greatest closing speed of a point, in m/s.
    pub fn closing_speed(&self) -> f64 {
        let (a, b) = (Trial::new(self.a), Trial::new(self.b));
        let speeds = self.contacts.iter();
        let speeds = speeds.map(|c| -c.normal.dot(relative_velocity(c, &a, &b)));
        speeds.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Answers the impact. Points that close more slowly than `rest_speed` do not bounce.
    pub fn respond(&mut self, rule: ImpactRule, rest_speed: f64) -> Outcome {
        let closing_speed = self.closing_speed();
        if closing_speed <= 0.0 {
            return Outcome {
                closing_speed,
                ..Outcome::default()
            };
        }
        let both_move = self.a.is_dynamic() && self.b.is_dynamic();
        if rule == ImpactRule::Classic && both_move && closing_speed > rest_speed {
            return self.classic(closing_speed);
        }
        let mut with = std::mem::take(&mut self.memory.with);
        let mut without = std::mem::take(&mut self.memory.without);
        self.impulses(rest_speed, &mut with);
        let mut liveliness = 1.0;
        // Without need for a calmer answer, any will do.
        without.clone_from(&with);
        if self.energy_change(&without, &with, 1.0) > 0.0 {
            self.impulses(f64::INFINITY, &mut without);
            liveliness = self.as_lively_as_energy_allows(&without, &with);
        }
        let mut total = DVec3::ZERO;
        let both = without.iter().zip(&with);
        for (contact, (calm, lively)) in self.contacts.iter().zip(both) {
            let impulse = calm.lerp(*lively, liveliness);
            self.b.apply_impulse(impulse, contact.point);
            self.a.apply_impulse(-impulse, contact.point);
            total += impulse;
        }
        (self.memory.with, self.memory.without) = (with, without);
        Outcome {
            impulse: total,
            closing_speed,
            parting_speed: -self.closing_speed(),
        }
    }

    /// The impulses on b that answer all points together.
    fn impulses(&mut self, rest_speed: f64, found: &mut Vec<DVec3>) {
        let (mut a, mut b) = (Trial::new(self.a), Trial::new(self.b));
        let exact = EXACT * self.closing_speed().abs();
        let ImpactMemory {
            targets,
            answers,
            pushes,
            rubs,
            ..
        } = &mut *self.memory;
        let [ahead_a, ahead_b] = self.ahead;
        targets.clear();
        targets.extend(self.contacts.iter().map(|c| {
            let closing = -c.normal.dot(relative_velocity(c, &a, &b));
            // They meet without what they will only be given until the step's end, and have lost
            // that again by then. Else what lies at a wall would bounce on the floor for ever.
            let of = |(velocity, turning): (DVec3, DVec3), center: DVec3| {
                velocity + turning.cross(c.point - center)
            };
            let ahead = of(ahead_b, b.center) - of(ahead_a, a.center);
            let to_come = (-c.normal.dot(ahead)).clamp(0.0, self.most_ahead);
            let bounce = if closing - to_come > rest_speed {
                (closing - to_come) * f64::from(c.material.restitution) - to_come
            } else {
                0.0
            };
            bounce.max((closing * PARTING_SHARE).clamp(0.0, LEAST_PARTING))
        }));
        answers.clear();
        answers.extend(
            self.contacts
                .iter()
                .map(|c| a.answer(c.point) + b.answer(c.point)),
        );
        pushes.clear();
        pushes.resize(self.contacts.len(), 0.0);
        rubs.clear();
        rubs.resize(self.contacts.len(), DVec3::ZERO);
        for _ in 0..PASSES {
            let mut most = 0.0_f64;
            for (i, contact) in self.contacts.iter().enumerate() {
                let n = contact.normal;
                let give = |direction: DVec3| direction.dot(answers[i] * direction);
                let give_n = give(n);
                let closing = -n.dot(relative_velocity(contact, &a, &b));
                let push = (pushes[i] + (closing + targets[i]) / give_n).max(0.0);
                let change = push - pushes[i];
                pushes[i] = push;
                apply(contact, n * change, &mut a, &mut b);
                most = most.max(change.abs() * give_n);

                let velocity = relative_velocity(contact, &a, &b);
                let sliding = velocity - n * n.dot(velocity);
                let limit = push * f64::from(contact.material.friction);
                let speed = sliding.length();
                let wanted = if speed > 1e-12 {
                    rubs[i] - sliding / give(sliding / speed)
                } else {
                    rubs[i]
                };
                let rub = wanted.clamp_length_max(limit);
                let change = rub - rubs[i];
                rubs[i] = rub;
                apply(contact, change, &mut a, &mut b);
                most = most.max(change.length() * give_n);
            }
            if most <= exact {
                break;
            }
        }
        let parts = self.contacts.iter().zip(pushes.iter().zip(&*rubs));
        found.clear();
        found.extend(parts.map(|(c, (push, rub))| c.normal * *push + *rub));
    }

    /// What the impulses at a share of the way between two answers do to the kinetic energy, in
    /// joules: each does work at the mean of the relative velocities before and after.
    fn energy_change(&self, from: &[DVec3], to: &[DVec3], share: f64) -> f64 {
        let (a, b) = (Trial::new(self.a), Trial::new(self.b));
        let (mut after_a, mut after_b) = (a, b);
        let impulses = || from.iter().zip(to).map(|(from, to)| from.lerp(*to, share));
        for (contact, impulse) in self.contacts.iter().zip(impulses()) {
            apply(contact, impulse, &mut after_a, &mut after_b);
        }
        let work = self.contacts.iter().zip(impulses()).map(|(c, impulse)| {
            let before = relative_velocity(c, &a, &b);
            let after = relative_velocity(c, &after_a, &after_b);
            0.5 * impulse.dot(before + after)
        });
        work.sum()
    }

    /// The greatest share of the way from `without` to `with` that adds no energy.
    fn as_lively_as_energy_allows(&self, without: &[DVec3], with: &[DVec3]) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            if self.energy_change(without, with, middle) > 0.0 {
                high = middle;
            } else {
                low = middle;
            }
        }
        low
    }

    /// Source 1's rule, and then what is missing to part the bodies.
    fn classic(&mut self, closing_speed: f64) -> Outcome {
        let before = self.b.velocity;
        let count = self.contacts.len() as f64;
        let middle = self.contacts.iter().map(|c| c.point).sum::<DVec3>() / count;
        let normal = self.contacts.iter().map(|c| c.normal).sum::<DVec3>();
        let normal = normal.try_normalize().unwrap_or(self.contacts[0].normal);
        let way = |body: &Body, otherwise: DVec3| {
            let way = body.center - middle;
            way.try_normalize().unwrap_or(otherwise)
        };
        let (way_a, way_b) = (way(self.a, -normal), way(self.b, normal));
        let momentum_a = self.a.velocity.length() * self.a.mass;
        let momentum_b = self.b.velocity.length() * self.b.mass;
        self.a.velocity = way_a * (momentum_b / self.a.mass);
        self.b.velocity = way_b * (momentum_a / self.b.mass);
        let closing = self.closing_speed();
        if closing > -LEAST_PARTING {
            let give = self.a.inverse_mass + self.b.inverse_mass;
            let push = normal * ((closing + LEAST_PARTING) / give);
            self.b.velocity += push * self.b.inverse_mass;
            self.a.velocity -= push * self.a.inverse_mass;
        }
        Outcome {
            impulse: (self.b.velocity - before) * self.b.mass,
            closing_speed,
            parting_speed: -self.closing_speed(),
        }
    }
}

/// A body whose velocities an answer tries out.
#[derive(Clone, Copy, Debug)]
struct Trial {
    velocity: DVec3,
    turning: DVec3,
    inverse_mass: f64,
    inverse_inertia: DMat3,
    center: DVec3,
}

impl Trial {
    /// A body as it is now.
    fn new(body: &Body) -> Trial {
        Trial {
            velocity: body.velocity,
            turning: body.angular_velocity(),
            inverse_mass: body.inverse_mass,
            inverse_inertia: body.inertia.inverse_in_world(body.rotation),
            center: body.center,
        }
    }

    /// The velocity of its matter at a place of the world.
    fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.turning.cross(point - self.center)
    }

    /// The matrix that tells how its matter's velocity at a place answers an impulse there, in 1/kg.
    fn answer(&self, point: DVec3) -> DMat3 {
        let DVec3 { x, y, z } = point - self.center;
        let lever = DMat3::from_cols(
            DVec3::new(0.0, z, -y),
            DVec3::new(-z, 0.0, x),
            DVec3::new(y, -x, 0.0),
        );
        DMat3::from_diagonal(DVec3::splat(self.inverse_mass))
            + lever.transpose() * (self.inverse_inertia * lever)
    }
}

/// The relative velocity of b's matter to a's at a contact.
fn relative_velocity(contact: &Contact, a: &Trial, b: &Trial) -> DVec3 {
    b.velocity_at(contact.point) - a.velocity_at(contact.point)
}

fn apply(contact: &Contact, impulse: DVec3, a: &mut Trial, b: &mut Trial) {
    let lever = |m: &Trial| (contact.point - m.center).cross(impulse);
    let (turn_a, turn_b) = (lever(a), lever(b));
    a.velocity -= impulse * a.inverse_mass;
    a.turning -= a.inverse_inertia * turn_a;
    b.velocity += impulse * b.inverse_mass;
    b.turning += b.inverse_inertia * turn_b;
}

//! The impulses of one impact of two bodies.
//!
//! All points where the two touch at that moment are solved together: each closing point gets the
//! restitution of the pair, and friction stays in its circle. Newton's restitution together with
//! friction can create energy, when one undoes the other's work. Then the impulses are moved
//! towards the ones without restitution until the energy is not above what it was. (The energy is a
//! convex function of the impulses, and both sets of impulses part the bodies, so everything
//! between them does.)

use dodgem_collide::math::between;
use glam::{DMat3, DVec3};

use crate::body::Body;
use crate::ccd::impact_hook::{CustomImpact, ImpactHook, closing_speed};
use crate::manifold::contact_point::ContactPoint;
use crate::params::{
    ENERGY_BISECTIONS, IMPACT_TOLERANCE, MAX_IMPACT_ITERATIONS, MIN_PARTING_SPEED,
    PARTING_SPEED_SHARE,
};
use crate::report::{ImpactEffect, ImpactState};
use crate::reserve::reserve;
use crate::settings::ImpactRule;

/// The result of an impact.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ImpactOutcome {
    /// The sum of the impulses on the second body, in N s.
    pub impulse: DVec3,
    /// The greatest closing speed of a point before the impact, in m/s; not positive if none closed.
    pub closing_speed: f64,
    /// The least parting speed of a point after the impact, in m/s.
    pub parting_speed: f64,
}

/// An impact of two bodies at some contact points; `a` and `b` of every point are these bodies.
pub(crate) struct PairImpact<'m> {
    pub a: &'m mut Body,
    pub b: &'m mut Body,
    pub contacts: &'m [ContactPoint],
    /// The greatest speed that either may have after it, in m/s.
    pub max_speed: f64,
    /// Velocity and angular velocity that each body has been given ahead of time for the rest of the
    /// step, in m/s and rad/s: the solver lets forces act on touching bodies before any body moves.
    pub given: [(DVec3, DVec3); 2],
    /// Forces alone can have given no point of them more than this, in m/s.
    pub most_given: f64,
    pub scratch: &'m mut ImpactScratch,
}

/// Memory for the iterations, kept from impact to impact so that none allocates.
#[derive(Clone, Debug, Default)]
pub(crate) struct ImpactScratch {
    /// The parting speed that each point is to get, in m/s.
    target_speeds: Vec<f64>,
    /// By point: the change of the relative velocity for an impulse of 1 N s there, in 1/kg.
    responses: Vec<DMat3>,
    /// By point: the impulses along the normal and across it, in N s.
    normal_impulses: Vec<f64>,
    tangent_impulses: Vec<DVec3>,
    /// By point: the whole impulse, with restitution and without, in N s.
    elastic_impulses: Vec<DVec3>,
    inelastic_impulses: Vec<DVec3>,
    /// By point: the difference of the belts' velocities across the normal, in m/s; empty without belts.
    belts: Vec<DVec3>,
}

impl ImpactScratch {
    /// Reserves memory for this many points.
    pub fn reserve(&mut self, points: usize) {
        reserve(&mut self.target_speeds, points);
        reserve(&mut self.responses, points);
        reserve(&mut self.normal_impulses, points);
        for impulses in [
            &mut self.belts,
            &mut self.tangent_impulses,
            &mut self.elastic_impulses,
            &mut self.inelastic_impulses,
        ] {
            reserve(impulses, points);
        }
    }
}

impl PairImpact<'_> {
    /// The greatest closing speed of a point, in m/s.
    pub fn closing_speed(&self) -> f64 {
        closing_speed([self.a, self.b], self.contacts)
    }

    /// Gives both bodies the velocities after the impact. Points that close more slowly than
    /// `rest_speed` (m/s) do not bounce, and no other rule than that of impulses applies to them. Returns the
    /// rule that applied, too.
    pub fn resolve(&mut self, rule: ImpactRule, rest_speed: f64) -> (ImpactOutcome, ImpactRule) {
        let closing_speed = self.closing_speed();
        let by_rule = match rule {
            _ if closing_speed <= rest_speed => None,
            ImpactRule::Impulse => None,
            ImpactRule::Stop => Some(self.stop(closing_speed)),
            ImpactRule::Custom(hook) => self.by_hook(hook, closing_speed),
        };
        match by_rule {
            Some(outcome) => (outcome, rule),
            None => (self.by_impulses(rest_speed), ImpactRule::Impulse),
        }
    }

    /// Applies the impulses of restitution and friction.
    fn by_impulses(&mut self, rest_speed: f64) -> ImpactOutcome {
        let closing_speed = self.closing_speed();
        if closing_speed <= 0.0 {
            return ImpactOutcome {
                closing_speed,
                ..ImpactOutcome::default()
            };
        }
        self.find_belts();
        let mut elastic_impulses = std::mem::take(&mut self.scratch.elastic_impulses);
        let mut inelastic_impulses = std::mem::take(&mut self.scratch.inelastic_impulses);
        self.impulses(rest_speed, &mut elastic_impulses);
        let mut elasticity = 1.0;
        // If restitution adds no energy, the elastic impulses serve as both.
        inelastic_impulses.clone_from(&elastic_impulses);
        if self.energy_change(&inelastic_impulses, &elastic_impulses, 1.0) > 0.0 {
            self.impulses(f64::INFINITY, &mut inelastic_impulses);
            elasticity =
                self.greatest_elasticity_without_gain(&inelastic_impulses, &elastic_impulses);
        }
        let mut total = DVec3::ZERO;
        let both = inelastic_impulses.iter().zip(&elastic_impulses);
        for (contact, (inelastic, elastic)) in self.contacts.iter().zip(both) {
            let impulse = between(*inelastic, *elastic, elasticity);
            self.b.apply_impulse(impulse, contact.point);
            self.a.apply_impulse(-impulse, contact.point);
            total += impulse;
        }
        (
            self.scratch.elastic_impulses,
            self.scratch.inelastic_impulses,
        ) = (elastic_impulses, inelastic_impulses);
        ImpactOutcome {
            impulse: total,
            closing_speed,
            parting_speed: -self.closing_speed(),
        }
    }

    /// The effect of the impact, now that it is resolved by `rule`. `before` are both bodies before it, `given` is
    /// the momentum that they were given ahead, in kg m/s.
    pub fn effect(
        &self,
        rule: ImpactRule,
        before: [ImpactState; 2],
        given: [DVec3; 2],
    ) -> ImpactEffect {
        let nearest = self.contacts.iter();
        let nearest = nearest.min_by(|p, q| p.distance.total_cmp(&q.distance));
        let material = nearest.map(|contact| contact.material);
        ImpactEffect {
            before,
            after: [&*self.a, &*self.b].map(ImpactState::of),
            given,
            rule,
            restitution: material.map_or(0.0, |material| material.restitution),
            friction: material.map_or(0.0, |material| material.friction),
            contacts: self.contacts.len() as u32,
        }
    }

    /// Works out how the surfaces move over their matter.
    fn find_belts(&mut self) {
        let (a, b) = (&*self.a, &*self.b);
        let belts = &mut self.scratch.belts;
        belts.clear();
        if a.has_belt() || b.has_belt() {
            let points = self.contacts.iter();
            belts.extend(points.map(|c| Body::belt_between([a, b], c.point, c.normal)));
        }
    }

    /// Solves for the impulses on b at all points together (projected Gauss-Seidel).
    fn impulses(&mut self, rest_speed: f64, found: &mut Vec<DVec3>) {
        let (mut a, mut b) = (TrialBody::new(self.a), TrialBody::new(self.b));
        let exact = IMPACT_TOLERANCE * self.closing_speed().abs();
        let ImpactScratch {
            target_speeds,
            responses,
            normal_impulses,
            tangent_impulses,
            belts,
            ..
        } = &mut *self.scratch;
        let [ahead_a, ahead_b] = self.given;
        target_speeds.clear();
        target_speeds.extend(self.contacts.iter().map(|c| {
            let closing = -c.normal.dot(relative_velocity(c, &a, &b));
            // The velocity given ahead of time does not count for the impact, and is gone again at
            // the step's end. Otherwise a body beside a wall would bounce on the floor for ever.
            let of = |(velocity, turning): (DVec3, DVec3), center: DVec3| {
                velocity + turning.cross(c.point - center)
            };
            let ahead = of(ahead_b, b.center) - of(ahead_a, a.center);
            let to_come = (-c.normal.dot(ahead)).clamp(0.0, self.most_given);
            let bounce = if closing - to_come > rest_speed {
                (closing - to_come) * f64::from(c.material.restitution) - to_come
            } else {
                0.0
            };
            bounce.max((closing * PARTING_SPEED_SHARE).clamp(0.0, MIN_PARTING_SPEED))
        }));
        responses.clear();
        responses.extend(
            self.contacts
                .iter()
                .map(|c| a.response(c.point) + b.response(c.point)),
        );
        normal_impulses.clear();
        normal_impulses.resize(self.contacts.len(), 0.0);
        tangent_impulses.clear();
        tangent_impulses.resize(self.contacts.len(), DVec3::ZERO);
        for _ in 0..MAX_IMPACT_ITERATIONS {
            let mut largest_change = 0.0_f64;
            for (i, contact) in self.contacts.iter().enumerate() {
                let n = contact.normal;
                let give = |direction: DVec3| direction.dot(responses[i] * direction);
                let give_n = give(n);
                let closing = -n.dot(relative_velocity(contact, &a, &b));
                let normal_impulse =
                    (normal_impulses[i] + (closing + target_speeds[i]) / give_n).max(0.0);
                let change = normal_impulse - normal_impulses[i];
                normal_impulses[i] = normal_impulse;
                apply(contact, n * change, &mut a, &mut b);
                largest_change = largest_change.max(change.abs() * give_n);

                let velocity = relative_velocity(contact, &a, &b);
                let mut sliding = velocity - n * n.dot(velocity);
                if let Some(belt) = belts.get(i) {
                    sliding += *belt;
                }
                let limit = normal_impulse * f64::from(contact.material.friction);
                let speed = sliding.length();
                let wanted = if speed > 1e-12 {
                    tangent_impulses[i] - sliding / give(sliding / speed)
                } else {
                    tangent_impulses[i]
                };
                let tangent_impulse = wanted.clamp_length_max(limit);
                let change = tangent_impulse - tangent_impulses[i];
                tangent_impulses[i] = tangent_impulse;
                apply(contact, change, &mut a, &mut b);
                largest_change = largest_change.max(change.length() * give_n);
            }
            if largest_change <= exact {
                break;
            }
        }
        let parts = self
            .contacts
            .iter()
            .zip(normal_impulses.iter().zip(&*tangent_impulses));
        found.clear();
        found.extend(parts.map(|(c, (normal_impulse, tangent_impulse))| {
            c.normal * *normal_impulse + *tangent_impulse
        }));
    }

    /// The change of kinetic energy, in joules, by impulses that are interpolated between two sets, without the
    /// work of belts: each impulse does work at the mean of the relative velocities of the surfaces before and
    /// after.
    fn energy_change(&self, from: &[DVec3], to: &[DVec3], share: f64) -> f64 {
        let (a, b) = (TrialBody::new(self.a), TrialBody::new(self.b));
        let (mut after_a, mut after_b) = (a, b);
        let impulses = || {
            from.iter()
                .zip(to)
                .map(|(from, to)| between(*from, *to, share))
        };
        for (contact, impulse) in self.contacts.iter().zip(impulses()) {
            apply(contact, impulse, &mut after_a, &mut after_b);
        }
        let belts = &self.scratch.belts;
        let all = self.contacts.iter().zip(impulses()).enumerate();
        let work = all.map(|(i, (c, impulse))| {
            let before = relative_velocity(c, &a, &b);
            let after = relative_velocity(c, &after_a, &after_b);
            let twice = match belts.get(i) {
                Some(belt) => before + after + 2.0 * *belt,
                None => before + after,
            };
            0.5 * impulse.dot(twice)
        });
        work.sum()
    }

    /// The greatest share of the way from the inelastic impulses to the elastic ones that adds no
    /// energy, by bisection.
    fn greatest_elasticity_without_gain(
        &self,
        inelastic_impulses: &[DVec3],
        elastic_impulses: &[DVec3],
    ) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..ENERGY_BISECTIONS {
            let middle = 0.5 * (low + high);
            if self.energy_change(inelastic_impulses, elastic_impulses, middle) > 0.0 {
                high = middle;
            } else {
                low = middle;
            }
        }
        low
    }

    /// Lets a hook give the velocities. None if it leaves the impact to impulses.
    fn by_hook(&mut self, hook: ImpactHook, closing_speed: f64) -> Option<ImpactOutcome> {
        let before = [&*self.a, &*self.b].map(|body| (body.velocity, body.angular_momentum));
        let decided = (hook.resolve)(&mut CustomImpact {
            a: self.a,
            b: self.b,
            contacts: self.contacts,
            max_speed: self.max_speed,
        });
        for (body, before) in [&mut *self.a, &mut *self.b].into_iter().zip(before) {
            if !decided {
                (body.velocity, body.angular_momentum) = before;
            } else if body.is_dynamic() {
                body.velocity *= body.free;
            }
        }
        let change = |body: &Body, at: usize| (body.velocity - before[at].0) * body.mass;
        let impulse = match self.b.is_dynamic() {
            true => change(self.b, 1),
            false => -change(self.a, 0),
        };
        decided.then(|| ImpactOutcome {
            impulse,
            closing_speed,
            parting_speed: -self.closing_speed(),
        })
    }

    /// Stop on contact: each dynamic body takes the velocity of the other's matter at the contact if the other one is
    /// immovable, else none, and turns no more.
    fn stop(&mut self, closing_speed: f64) -> ImpactOutcome {
        let before = [self.a.velocity * self.a.mass, self.b.velocity * self.b.mass];
        let point = self.contacts[0].point;
        let carried = |other: &Body| match other.is_dynamic() {
            true => DVec3::ZERO,
            false => TrialBody::new(other).velocity_at(point),
        };
        let velocities = [carried(self.b), carried(self.a)];
        for (body, velocity) in [&mut *self.a, &mut *self.b].into_iter().zip(velocities) {
            if body.is_dynamic() {
                body.velocity = velocity * body.free + body.velocity * (DVec3::ONE - body.free);
                body.angular_momentum = DVec3::ZERO;
            }
        }
        // Both may lose momentum, which no impulse on both explains: the greater loss counts.
        let changes = [
            before[0] - self.a.velocity * self.a.mass,
            self.b.velocity * self.b.mass - before[1],
        ];
        let impulse = match [self.a.is_dynamic(), self.b.is_dynamic()] {
            [true, true] if changes[0].length() > changes[1].length() => changes[0],
            [_, true] => changes[1],
            [_, false] => changes[0],
        };
        ImpactOutcome {
            impulse,
            closing_speed,
            parting_speed: -self.closing_speed(),
        }
    }
}

/// A body's velocities while impulses are tried out.
#[derive(Clone, Copy, Debug)]
struct TrialBody {
    velocity: DVec3,
    turning: DVec3,
    /// By axis of the world.
    inverse_mass: DVec3,
    inverse_inertia: DMat3,
    center: DVec3,
}

impl TrialBody {
    /// The body as it is now.
    fn new(body: &Body) -> TrialBody {
        TrialBody {
            velocity: body.velocity,
            turning: body.angular_velocity(),
            inverse_mass: body.free * body.inverse_mass,
            inverse_inertia: body.inertia.inverse_in_world(body.rotation),
            center: body.center,
        }
    }

    /// The velocity of its matter at a point of the world, in m/s.
    fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.turning.cross(point - self.center)
    }

    /// The matrix from an impulse at a point to the change of the matter's velocity there, in 1/kg.
    fn response(&self, point: DVec3) -> DMat3 {
        let DVec3 { x, y, z } = point - self.center;
        let lever = DMat3::from_cols(
            DVec3::new(0.0, z, -y),
            DVec3::new(-z, 0.0, x),
            DVec3::new(y, -x, 0.0),
        );
        DMat3::from_diagonal(self.inverse_mass) + lever.transpose() * (self.inverse_inertia * lever)
    }
}

/// The relative velocity of b's matter to a's at a contact.
fn relative_velocity(contact: &ContactPoint, a: &TrialBody, b: &TrialBody) -> DVec3 {
    b.velocity_at(contact.point) - a.velocity_at(contact.point)
}

/// Applies an impulse on `b`, and its opposite on `a`, at a contact point.
fn apply(contact: &ContactPoint, impulse: DVec3, a: &mut TrialBody, b: &mut TrialBody) {
    let lever = |m: &TrialBody| (contact.point - m.center).cross(impulse);
    let (turn_a, turn_b) = (lever(a), lever(b));
    a.velocity -= impulse * a.inverse_mass;
    a.turning -= a.inverse_inertia * turn_a;
    b.velocity += impulse * b.inverse_mass;
    b.turning += b.inverse_inertia * turn_b;
}

//! Contacts of bodies that are near each other at the start of a step, and what they do to the
//! velocities.

use glam::DVec3;

use super::Space;
use super::body::Body;
use super::impact::mover;
use super::narrow::NearPoint;
use super::pairs::{Contact, Near};
use super::solver::{Mover, Task, relative_velocity};
use crate::collision::broad::Pair;
use crate::geometry::Aabb;

/// Contacts are made anew when the bodies may have come nearer by this share of the skin.
const FOLLOWED: f64 = 0.25;

/// A new contact takes over the impulses of an old one at most this far away, in metres; failing
/// that, of the one between the same features.
const SAME_PLACE: f64 = 0.02;

impl Space {
    /// Brings the contacts of all pairs up to date.
    pub(super) fn find_contacts(&mut self) {
        let margin = self.settings.margin();
        let asked = 1.5 * margin;
        let skin = self.settings.skin;
        let (bodies, flights) = (&self.bodies, &self.flights);
        let store = &mut self.pairs;
        let narrow = &mut self.tools.narrow;
        for near in &mut store.pairs {
            let old = near.range();
            near.first = store.contacts.len() as u32;
            near.count = 0;
            let Pair { a, b } = near.pair;
            let (body_a, body_b) = (&bodies[a as usize], &bodies[b as usize]);
            let both_fixed = flights[a as usize].fixed && flights[b as usize].fixed;
            if !both_fixed && near.gap < 0.0 {
                // Never asked, or not apart: boxes are cheaper than shapes.
                let apart = boxes_apart(
                    &body_a.shape.aabb(&body_a.pose()),
                    &body_b.shape.aabb(&body_b.pose()),
                );
                if apart > asked {
                    (near.gap, near.moved) = (apart, 0.0);
                }
            }
            let known = near.gap > 0.0;
            let follow = known && near.moved <= FOLLOWED * skin && !old.is_empty();
            if both_fixed || follow {
                for contact in &store.contacts_before[old] {
                    let mut contact = *contact;
                    contact.follow(body_a, body_b);
                    contact.active = !both_fixed;
                    store.contacts.push(contact);
                }
            } else if !known || near.room() <= margin {
                let material = self.materials.pair(body_a.material, body_b.material);
                let (points, least) = narrow.near(body_a, body_b, asked);
                near.gap = least;
                near.moved = 0.0;
                let nearest = points
                    .iter()
                    .min_by(|p, q| p.distance.total_cmp(&q.distance));
                near.axis = nearest.map_or(near.axis, |p| p.normal);
                let old = &store.contacts_before[old];
                for point in points {
                    let mut contact = contact(near.pair, [body_a, body_b], point);
                    contact.material = material;
                    inherit(&mut contact, old);
                    store.contacts.push(contact);
                }
            }
            near.count = store.contacts.len() as u32 - near.first;
        }
    }

    /// Lets contacts and forces change the velocities of the bodies that touch something. The
    /// others keep theirs, and their acceleration.
    pub(super) fn solve(&mut self) {
        let settings = &self.settings;
        let (step, margin) = (settings.step, settings.margin());
        let movers = &mut self.tools.movers;
        let store = &mut self.pairs;
        movers.clear();
        for (body, flight) in self.bodies.iter().zip(&self.flights) {
            let mut mover = if flight.fixed && body.is_dynamic() {
                Mover::resting(body.center)
            } else {
                mover(body)
            };
            mover.acceleration = flight.acceleration;
            movers.push(mover);
        }
        let mut active = 0;
        for contact in &mut store.contacts {
            let (a, b) = (contact.a as usize, contact.b as usize);
            let both_fixed = self.flights[a].fixed && self.flights[b].fixed;
            let closing = -contact
                .normal
                .dot(relative_velocity(contact, &movers[a], &movers[b]));
            // What closes fast is an impact: the sweep finds its time, unless it is too late.
            let slow = closing <= settings.rest_speed || contact.distance <= settings.target();
            contact.active = !both_fixed && slow && contact.distance <= margin;
            if !contact.active && !both_fixed {
                (contact.push, contact.rub, contact.roll) = (0.0, DVec3::ZERO, DVec3::ZERO);
            }
            if contact.active {
                active += 1;
                self.flights[a].touching = true;
                self.flights[b].touching = true;
                self.flights[a].grounded |= movers[b].inverse_mass == 0.0;
                self.flights[b].grounded |= movers[a].inverse_mass == 0.0;
            }
        }
        self.report.contacts = active;
        let task = Task {
            step,
            skin: settings.skin,
            slop: settings.slop(),
            hard: settings.skin - settings.target(),
            push_speed: settings.push_speed,
            substeps: settings.substeps,
        };
        let paths = self.tools.solver.solve(movers, &mut store.contacts, &task);
        let bodies = self.bodies.iter_mut().zip(&mut self.flights);
        for ((body, flight), (mover, path)) in bodies.zip(movers.iter().zip(paths)) {
            if !flight.touching || flight.fixed || !body.is_dynamic() {
                continue;
            }
            body.velocity = mover.velocity;
            body.angular_momentum = body.inertia.times(body.rotation, mover.turning);
            flight.acceleration = DVec3::ZERO;
            flight.gain = body.kinetic_energy() - flight.energy;
            flight.direct = true;
            flight.push = (path.0 - mover.velocity, path.1 - mover.turning);
        }
    }
}

/// How far two boxes are apart at least, in metres.
fn boxes_apart(a: &Aabb, b: &Aabb) -> f64 {
    let between = (a.min - b.max).max(b.min - a.max);
    f64::from(between.max(glam::Vec3::ZERO).length())
}

/// A contact at a place that was found.
pub(super) fn contact(pair: Pair, [a, b]: [&Body; 2], found: &NearPoint) -> Contact {
    let half = found.normal * (found.distance * 0.5);
    let to_a = a.rotation.conjugate();
    Contact {
        a: pair.a,
        b: pair.b,
        feature: found.feature,
        normal: found.normal,
        point: found.point,
        distance: found.distance,
        local_a: to_a * (found.point - half - a.center),
        local_b: b.rotation.conjugate() * (found.point + half - b.center),
        local_normal: to_a * found.normal,
        material: Default::default(),
        active: true,
        push: 0.0,
        rub: DVec3::ZERO,
        roll: DVec3::ZERO,
    }
}

/// Takes over the impulses of the contact of the last step at the same place: the same for one of
/// the bodies, for what slides changes its place on the other.
fn inherit(contact: &mut Contact, old: &[Contact]) {
    let apart = |o: &Contact| {
        let on_a = o.local_a.distance_squared(contact.local_a);
        on_a.min(o.local_b.distance_squared(contact.local_b))
    };
    let nearest = old.iter().min_by(|p, q| apart(p).total_cmp(&apart(q)));
    let near = nearest.filter(|o| apart(o) <= SAME_PLACE * SAME_PLACE);
    let same = || old.iter().find(|o| o.feature == contact.feature);
    if let Some(same) = near.or_else(same) {
        (contact.push, contact.rub, contact.roll) = (same.push, same.rub, same.roll);
    }
}

impl Near {
    /// Nothing is known of the pair any more.
    pub(super) fn forget(&mut self) {
        self.gap = -1.0;
    }
}

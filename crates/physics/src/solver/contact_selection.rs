//! The choice of the contacts that the solver treats, and of the bodies that are in a crowd.

use glam::{DVec3, Vec3};

use crate::body::Body;
use crate::manifold::contact_point::{ContactPoint, SPECULATIVE};
use crate::params::{CROWD_CONTACTS, LEAST_CARRIED_CREEP, SUPPORT_COSINE};
use crate::solver::SolverBody;
use crate::solver::contact_constraints::PackedContact;
use crate::solver::graph_coloring::PairTraits;
use crate::solver::step::StepSolution;
use crate::turning_ground::carrying_acceleration;

impl StepSolution<'_, '_> {
    /// Counts the movable bodies that each body touches or soon will touch.
    pub(super) fn count_neighbours(&mut self) {
        let settings = self.context.settings;
        let (step, margin, skin) = (settings.step, settings.margin(), settings.skin);
        for near in &self.pairs.pairs {
            let indices = [near.pair.a as usize, near.pair.b as usize];
            let are_free = indices.map(|i| self.bodies.list[i].is_dynamic()) == [true; 2];
            if near.count == 0
                || !are_free
                || indices.iter().all(|i| self.bodies.motions[*i].is_resting())
            {
                continue;
            }
            let both = indices.map(|i| &self.memory.bodies[i]);
            let is_close = |contact: &ContactPoint| {
                let closing = || -contact.normal.dot(relative_velocity(both, contact.point));
                contact.distance <= margin || contact.distance <= skin + closing() * step
            };
            if self.pairs.contacts[near.range()].iter().any(is_close) {
                indices
                    .into_iter()
                    .for_each(|i| self.bodies.motions[i].contact.crowd += 1);
            }
        }
    }

    /// Finds the planes on which movable bodies lie.
    fn find_resting_planes(&mut self) {
        let margin = self.context.settings.margin();
        let planes = &mut self.memory.planes;
        planes.clear(self.bodies.len());
        for near in self.pairs.pairs.iter().filter(|near| near.count > 0) {
            let bodies = [near.pair.a, near.pair.b];
            let Some(lying) = lying_on_still(bodies.map(|i| &self.memory.bodies[i as usize]))
            else {
                continue;
            };
            for contact in &self.pairs.contacts[near.range()] {
                if contact.distance <= margin {
                    planes.note(bodies[lying.index], lying.sign, contact);
                }
            }
        }
    }

    /// Selects the contacts that the solver treats: those that close slowly, and in a crowd all that
    /// may touch in the step. The others are left to continuous collision.
    pub(super) fn select_contacts(&mut self) {
        let settings = self.context.settings;
        let (step, margin, skin) = (settings.step, settings.margin(), settings.skin);
        let (rest_speed, least_gap) = (settings.rest_speed, settings.least_gap());
        let is_discrete = !settings.continuous;
        self.find_resting_planes();
        let selected = &mut self.memory.selected;
        selected.clear();
        let groups = &mut self.memory.groups;
        groups.clear(self.bodies.len());
        for near in &self.pairs.pairs {
            let range = near.range();
            let bodies = [near.pair.a, near.pair.b];
            let [a, b] = bodies.map(|i| i as usize);
            let contacts = &mut self.pairs.contacts[range.clone()];
            if range.is_empty()
                || (self.bodies.motions[a].is_resting() && self.bodies.motions[b].is_resting())
            {
                contacts.iter_mut().for_each(|c| c.active = false);
                continue;
            }
            // In a crowd there are impacts everywhere at once: the solver treats them all together. And other
            // bodies that hang on a body share its impacts: these are solved with the joints, so that they do
            // not open.
            let crowds = [a, b].map(|i| self.bodies.motions[i].contact.crowd);
            let crowded = crowds[0].max(crowds[1]) >= CROWD_CONTACTS;
            let [one, other] = [a, b].map(|i| (&self.bodies.list[i], &self.bodies.motions[i]));
            let joined = one.1.meets_with_joints(other.0) || other.1.meets_with_joints(one.0);
            // The solver treats a sleeping body as fixed: the sweep lets fast bodies meet it, and wakes it.
            let sleeps = one.0.asleep || other.0.asleep;
            let crowded = (crowded || joined) && !sleeps;
            let hangs = (one.1.contact.held || other.1.contact.held) && !sleeps;
            let (mut touching, mut bounces, mut rolls) = (false, false, false);
            // The distance and the index of the nearest active contact.
            let mut nearest = (f64::INFINITY, range.start);
            let both = bodies.map(|i| &self.memory.bodies[i as usize]);
            let is_movable = both.map(SolverBody::is_movable);
            let swapped = is_movable == [true, false];
            let mut supports = [-1.0_f64; 2];
            // The contacts of overlapping bodies point against one another, and a contact that vanishes in
            // the next step leaves the impulses of the others unbalanced: they are not kept.
            let entangled = near.gap <= 0.0;
            let surfaces = [&self.bodies.list[a], &self.bodies.list[b]];
            let has_belt = surfaces.iter().any(|body| body.has_belt());
            let lying = lying_on_still(both);
            let is_hidden = |contact: &ContactPoint| {
                let hides =
                    |l: Lying| (self.memory.planes).hides(bodies[l.index], l.sign, contact, skin);
                lying.is_some_and(hides)
            };
            for (index, contact) in range.zip(contacts) {
                let velocity = relative_velocity(both, contact.point);
                let closing = -contact.normal.dot(velocity);
                // A fast closing contact is an impact: the sweep finds its time, unless it is too near
                // already, or unless no sweep stops anything.
                let slow = closing <= rest_speed || contact.distance <= least_gap || is_discrete;
                // A body that hangs only on rods or ropes of the world bounces separately, if it bounces at
                // all.
                let bounce = closing * f64::from(contact.material.restitution);
                let crowded = crowded || (hangs && bounce <= rest_speed);
                let reach = if crowded { skin + closing * step } else { 0.0 };
                let is_speculative = contact.feature == SPECULATIVE;
                let near = is_speculative || contact.distance <= margin.max(reach);
                contact.active = (slow || crowded) && near && !is_hidden(contact);
                if !contact.active || entangled {
                    // There is no warm start from impulses that no longer act.
                    (
                        contact.normal_impulse,
                        contact.tangent_impulse,
                        contact.rolling_impulse,
                    ) = (0.0, Vec3::ZERO, Vec3::ZERO);
                }
                if !contact.active {
                    continue;
                }
                touching = true;
                if contact.distance < nearest.0 {
                    nearest = (contact.distance, index);
                }
                // A contact that is farther off does not press yet, like a plate above a gap.
                if contact.distance <= skin + (closing * step).max(skin) {
                    supports[0] = supports[0].max(-contact.normal.dot(both[0].up));
                    supports[1] = supports[1].max(contact.normal.dot(both[1].up));
                }
                contact.bounce = if closing > rest_speed {
                    closing as f32 * contact.material.restitution
                } else {
                    0.0
                };
                bounces |= contact.bounce > 0.0;
                rolls |= contact.material.rolling > 0.0;
                selected.active.push(index as u32);
                let velocity = match has_belt {
                    true => velocity + Body::belt_between(surfaces, contact.point, contact.normal),
                    false => velocity,
                };
                if contact.normal_impulse > 0.0 {
                    for (i, sign) in [(0, -1.0), (1, 1.0)] {
                        let (push, twist) = contact.impulse_about(both[i].center, sign);
                        groups
                            .loads
                            .add_impulse(bodies[i], push, twist, velocity.length());
                    }
                }
                let ready = PackedContact::new(contact, both, velocity, swapped, skin);
                selected.packed.push(ready);
            }
            if touching {
                let traits = PairTraits {
                    bounces,
                    rolls,
                    carrying: carrying(both, surfaces, step),
                };
                selected.end_pair(bodies, traits);
                for (one, other) in [(0, 1), (1, 0)] {
                    if is_movable[one] && supports[one] > SUPPORT_COSINE {
                        groups
                            .loads
                            .add_support(bodies[one], bodies[other], is_movable[other]);
                    }
                }
                if entangled {
                    // The contacts of overlapping bodies are no column's.
                    groups.add_tie(bodies[usize::from(!is_movable[0])]);
                }
                match is_movable {
                    [true, true] => groups.join(bodies[0], bodies[1]),
                    [true, false] => groups.add_tie(bodies[0]),
                    [false, true] => groups.add_tie(bodies[1]),
                    [false, false] => {}
                }
                for (one, other) in [(a, 1), (b, 0)] {
                    let grounded = !is_movable[other];
                    let motion = &mut self.bodies.motions[one];
                    let alone = !motion.contact.touching && !grounded;
                    motion.contact.touching = true;
                    motion.turn.contact_lever = if alone {
                        let contact = &self.pairs.contacts[nearest.1];
                        (contact.point - self.bodies.list[one].center).cross(contact.normal)
                    } else {
                        DVec3::ZERO
                    };
                }
            }
        }
    }
}

/// The one of two bodies that may lie on the other one.
#[derive(Clone, Copy, Debug)]
struct Lying {
    /// 0 for the first, 1 for the second.
    index: usize,
    /// The sign by which the contacts' normal points to that body.
    sign: f64,
}

/// The one of two bodies that can move, if the other one stands still.
fn lying_on_still(both: [&SolverBody; 2]) -> Option<Lying> {
    let stands_still = |body: &SolverBody| !body.is_movable() && body.is_still();
    match both.map(SolverBody::is_movable) {
        [true, false] if stands_still(both[1]) => Some(Lying {
            index: 0,
            sign: -1.0,
        }),
        [false, true] if stands_still(both[0]) => Some(Lying {
            index: 1,
            sign: 1.0,
        }),
        _ => None,
    }
}

/// The velocity of the second body's matter at a point, relative to the first one's.
#[inline]
fn relative_velocity([a, b]: [&SolverBody; 2], point: DVec3) -> DVec3 {
    let velocity = b.velocity_at(point);
    if a.is_still() {
        velocity
    } else {
        velocity - a.velocity_at(point)
    }
}

/// The value of [`PairTraits::carrying`]: the body that turns more slowly carries the other one, which may
/// roll on it.
fn carrying([a, b]: [&SolverBody; 2], surfaces: [&Body; 2], step: f64) -> Vec3 {
    let spin = |solved: &SolverBody, body: &Body| match body.belt_spin() {
        Some(belt) => solved.angular_velocity + belt,
        None => solved.angular_velocity,
    };
    let spins = [spin(a, surfaces[0]), spin(b, surfaces[1])];
    let [slow_a, slow_b] = spins.map(DVec3::length_squared);
    if slow_a == 0.0 || slow_b == 0.0 {
        return Vec3::ZERO;
    }
    let spin = if slow_a <= slow_b { spins[0] } else { spins[1] };
    // The gain is that of the first one's surface as seen by the second body, and its opposite the other way
    // round.
    let gain = carrying_acceleration(spin, b.velocity - a.velocity, step);
    match 0.5 * gain.length() * step > LEAST_CARRIED_CREEP {
        true => -gain.as_vec3(),
        false => Vec3::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use crate::world::Parts;
    use crate::{BodyDesc, Mass, Settings, World};
    use dodgem_collide::Shape;
    use dodgem_collide::math::Pose;
    use dodgem_collide::shape::Cuboid;
    use glam::Vec3;

    /// The forces on a stack of boxes of 2 kg, half a metre high, on a floor, from each lower to the next
    /// upper body, beginning with the floor.
    fn forces(boxes: usize) -> (Vec<f32>, bool) {
        let mut world = World::new(Settings::default()).unwrap();
        let cuboid = |x: f32, y: f32| Shape::Cuboid(Cuboid::new(Vec3::new(x, y, x)).unwrap());
        let at = |y: f32| Pose::from_translation(Vec3::Y * y).unwrap();
        world
            .add(BodyDesc::fixed(cuboid(5.0, 0.5), at(-0.5)))
            .unwrap();
        for n in 0..boxes {
            let body = BodyDesc {
                mass: Mass::Kilograms(2.0),
                ..BodyDesc::dynamic(cuboid(0.3, 0.25), at(0.251 + 0.501 * n as f32))
            };
            let body = world.add(body).unwrap();
            world.set_sleep(body, false).unwrap();
        }
        for _ in 0..240 {
            world.step();
        }
        let between = |lower: u32| {
            let contacts = world.contacts();
            let these = contacts.filter(|t| (t.a.index, t.b.index) == (lower, lower + 1));
            these
                .map(|contact| contact.force(world.settings().step))
                .sum::<f32>()
        };
        let forces = (0..boxes as u32).map(between).collect();
        (forces, Parts::of(&mut world).solver.groups.is_pile())
    }

    #[test]
    fn what_rests_presses_with_its_weight_into_however_many_parts_a_step_is_cut() {
        let weight = 2.0 * 9.81;
        for boxes in 1..4 {
            let (found, is_pile) = forces(boxes);
            assert_eq!(is_pile, boxes > 1);
            for (n, force) in found.into_iter().enumerate() {
                let above = (boxes - n) as f32 * weight;
                assert!(
                    (force - above).abs() < 0.02 * above,
                    "{force} for {above} N"
                );
            }
        }
    }
}

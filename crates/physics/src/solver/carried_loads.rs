//! The loads that bodies carry, and the distance by which they sink under them.
//!
//! A pass over the contacts lets a contact take up only as much momentum as its lighter body has. Meanwhile a
//! body on a light body sinks, and the impulse of the contact grows from substep to substep: in one of length
//! `h` by the mass `m` of the body below times the speed of sinking. That is a spring of stiffness `m / h^2`,
//! and it yields by `F h^2 / m` under the load `F`. In a pile these springs are in series: the top sinks by
//! `A h^2`, where `A` is the sum of `F / m` along the way down to the ground. `A` grows with the square of
//! the height of a tower of equal boxes, and with the ratio of masses for a heavy body on a light one.
//!
//! Only a load that is not carried yet counts: the impulses of the last step already hold a pile that stands.
//! In the step in which it is set up there are none, so the whole weight counts. A body shares its load equally
//! among the bodies on which it rests. A body that moves visibly does not show by how much those below it sink:
//! only its own contacts count.

use glam::DVec3;

use crate::by_body::ByBody;
use crate::disjoint_sets::DisjointSets;
use crate::params::{CONTACT_SPEED_WEIGHT, MOVING_LOAD_SPEED, UNBALANCED_WEIGHT};
use crate::reserve::reserve;
use crate::solver::solver_body::SolverBody;

/// A movable body that rests on another one.
#[derive(Clone, Copy, Debug)]
struct Support {
    upper: u32,
    /// The body below; `None` for a body that nothing moves.
    lower: Option<u32>,
}

/// The load of a body, and its supports.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    /// The part of its own weight that the impulses of the last step do not balance, and its share of the loads on it, in N.
    force: f64,
    /// The number of bodies on which it rests.
    supports: u32,
    /// True if it rests on a body that nothing moves.
    on_fixed: bool,
    /// The number of bodies on it whose loads are not known yet.
    waiting: u32,
    /// The last one of them.
    below: u32,
    /// The number of bodies that it touches and of its joints, each counted at one of the two bodies.
    ties: u32,
    in_column: bool,
    /// The impulses of the last step on it, in N s and N m s.
    push: DVec3,
    twist: DVec3,
    /// The greatest speed of its contacts, in m/s.
    speed: f64,
    /// The sum of load over mass along the way to the ground, in m/s^2; 0 without a way to the ground.
    sag: f64,
}

/// An island, as far as it may be a column.
#[derive(Clone, Copy, Debug, Default)]
struct Island {
    /// The number of its ties that are no support of a body with one support only.
    other_ties: i32,
    /// True if any body rests on one movable body only.
    is_pile: bool,
    /// The number of its bodies that rest on others, less those of which all that rests on them is known: bodies
    /// that rest on each other in a ring are left.
    in_rings: i32,
}

/// The loads of all bodies in a step.
#[derive(Clone, Debug, Default)]
pub(super) struct CarriedLoads {
    supports: Vec<Support>,
    loads: Vec<Load>,
    /// For each upper body, the movable bodies on which it rests.
    below: ByBody<u32>,
    /// Bodies from the top down, each after all that rest on it.
    order: Vec<u32>,
    /// For each root of an island, the island.
    islands: Vec<Island>,
    /// The bodies of columns, in that order.
    columns: Vec<u32>,
}

impl CarriedLoads {
    /// Reserves memory for these numbers of bodies and pairs.
    pub fn reserve(&mut self, bodies: usize, pairs: usize) {
        reserve(&mut self.supports, pairs);
        reserve(&mut self.loads, bodies);
        self.below.reserve(bodies, pairs);
        reserve(&mut self.order, bodies);
        reserve(&mut self.islands, bodies);
        reserve(&mut self.columns, bodies);
    }

    /// Clears everything for this number of bodies.
    pub fn clear(&mut self, bodies: usize) {
        self.supports.clear();
        self.columns.clear();
        self.loads.clear();
        self.loads.resize(bodies, Load::default());
    }

    /// Records that a body rests on another one, which may be one that nothing moves.
    pub fn add_support(&mut self, upper: u32, lower: u32, moves: bool) {
        let load = &mut self.loads[upper as usize];
        load.supports += 1;
        load.on_fixed |= !moves;
        load.below = lower;
        let lower = moves.then_some(lower);
        if let Some(lower) = lower {
            self.loads[lower as usize].waiting += 1;
        }
        self.supports.push(Support { upper, lower });
    }

    /// Records that a body touches another one or that a joint holds it.
    pub fn add_tie(&mut self, body: u32) {
        self.loads[body as usize].ties += 1;
    }

    /// The bodies of columns, each after those that rest on it; valid after [`CarriedLoads::find_columns`].
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// True if a body rests on another one only.
    pub fn stands_on(&self, upper: u32, lower: u32) -> bool {
        let load = &self.loads[upper as usize];
        load.supports == 1 && load.below == lower
    }

    /// Finds the islands that are columns: each of their bodies rests on one other body at most, some on
    /// movable ones, and nothing else ties them. Requires [`CarriedLoads::find`].
    pub fn find_columns(&mut self, islands: &mut DisjointSets) {
        self.columns.clear();
        self.islands.clear();
        self.islands.resize(self.loads.len(), Island::default());
        for (body, load) in (0..).zip(&self.loads) {
            let is_link = load.supports == 1;
            let island = &mut self.islands[islands.root(body) as usize];
            island.other_ties += load.ties as i32 - i32::from(is_link);
            island.is_pile |= is_link && !load.on_fixed;
            island.in_rings += i32::from(load.supports > 0);
        }
        for body in &self.order {
            let rests = self.loads[*body as usize].supports > 0;
            self.islands[islands.root(*body) as usize].in_rings -= i32::from(rests);
        }
        for body in &self.order {
            let island = self.islands[islands.root(*body) as usize];
            if island.is_pile && island.other_ties == 0 && island.in_rings == 0 {
                self.loads[*body as usize].in_column = true;
                self.columns.push(*body);
            }
        }
    }

    /// Records the impulses of the last step on a body, in N s and N m s, and the speed of its contact, in m/s.
    pub fn add_impulse(&mut self, body: u32, push: DVec3, twist: DVec3, speed: f64) {
        let load = &mut self.loads[body as usize];
        load.push += push;
        load.twist += twist;
        load.speed = load.speed.max(speed);
    }

    /// True if any body rests on movable bodies only.
    pub fn is_pile(&self) -> bool {
        self.loads.iter().any(Load::is_on_movable)
    }

    /// The bodies that rest on movable ones only, each with the `A` by which it sinks, in m/s^2; valid after
    /// [`CarriedLoads::find`].
    pub fn piled(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        let piled = (0..).zip(&self.loads);
        let piled = piled.filter(|(_, load)| load.is_on_movable() && !load.in_column);
        piled.map(|(body, load)| (body, load.sag))
    }

    /// Finds the load of each body in a step of `step` seconds, from the top down, and its sag, from the ground up.
    pub fn find(&mut self, bodies: &[SolverBody], step: f64) {
        let movable = self.supports.iter();
        let movable = movable.filter_map(|s| s.lower.map(|lower| (s.upper, lower)));
        self.below.sort(bodies.len(), movable);
        self.order.clear();
        for (index, (load, body)) in (0..).zip(self.loads.iter_mut().zip(bodies)) {
            if body.is_movable() {
                let missing = body.unbalanced(load.push / step, load.twist / step);
                let moving = CONTACT_SPEED_WEIGHT * load.speed / step;
                let unbalanced = UNBALANCED_WEIGHT * missing + moving;
                load.force = body.acceleration.length().min(unbalanced) / body.inverse_mass;
            }
            if load.waiting == 0 && load.supports > 0 {
                self.order.push(index);
            }
        }
        let mut next = 0;
        while let Some(&upper) = self.order.get(next) {
            next += 1;
            let share = self.loads[upper as usize].share();
            for lower in self.below.of(upper) {
                let load = &mut self.loads[*lower as usize];
                load.force += share;
                load.waiting -= 1;
                if load.waiting == 0 {
                    self.order.push(*lower);
                }
            }
        }
        for upper in self.order.iter().rev() {
            let load = self.loads[*upper as usize];
            let share = load.share();
            let below = self.below.of(*upper);
            let on_fixed = f64::from(load.supports) - below.len() as f64;
            let mut sag = on_fixed * share * bodies[*upper as usize].inverse_mass;
            let rests = bodies[*upper as usize].velocity.length() < MOVING_LOAD_SPEED;
            for lower in below {
                sag += share * bodies[*lower as usize].inverse_mass;
                if rests {
                    sag += self.loads[*lower as usize].sag;
                }
            }
            self.loads[*upper as usize].sag = sag / f64::from(load.supports.max(1));
        }
    }
}

impl Load {
    fn is_on_movable(&self) -> bool {
        self.supports > 0 && !self.on_fixed
    }

    /// The load on each body on which it rests, in N.
    fn share(&self) -> f64 {
        self.force / f64::from(self.supports.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    const STEP: f64 = 1.0 / 120.0;

    fn heavy(mass: f64) -> SolverBody {
        let mut body = SolverBody::immovable(DVec3::ZERO);
        body.inverse_mass = 1.0 / mass;
        body.acceleration = DVec3::NEG_Y * 10.0;
        body
    }

    fn forces_and_sags(loads: &CarriedLoads) -> (Vec<f64>, Vec<f64>) {
        let of = |what: fn(&Load) -> f64| loads.loads.iter().map(what).collect();
        (of(|load| load.force), of(|load| load.sag))
    }

    #[test]
    fn loads_add_up_from_the_top_and_sags_from_the_ground() {
        let mut loads = CarriedLoads::default();
        loads.clear(3);
        loads.add_support(0, 3, false);
        loads.add_support(1, 0, true);
        loads.add_support(2, 1, true);
        loads.find(&[1.0, 2.0, 4.0].map(heavy), STEP);
        // The ground carries the first body: 70 N on 1 kg; then 60 N on 1 kg, and 40 N on 2 kg.
        let sags = vec![70.0, 130.0, 150.0];
        assert_eq!(forces_and_sags(&loads), (vec![70.0, 60.0, 40.0], sags));
        assert_eq!(loads.piled().collect::<Vec<_>>(), [(1, 130.0), (2, 150.0)]);
    }

    #[test]
    fn a_moving_body_sinks_by_its_own_contacts_alone() {
        let sag_at = |speed: f64| {
            let mut loads = CarriedLoads::default();
            loads.clear(3);
            loads.add_support(0, 3, false);
            loads.add_support(1, 0, true);
            loads.add_support(2, 1, true);
            let mut bodies = [1.0, 2.0, 4.0].map(heavy);
            bodies[2].velocity = DVec3::X * speed;
            loads.find(&bodies, STEP);
            forces_and_sags(&loads).1
        };
        assert_eq!(sag_at(0.5 * MOVING_LOAD_SPEED), [70.0, 130.0, 150.0]);
        assert_eq!(sag_at(MOVING_LOAD_SPEED), [70.0, 130.0, 20.0]);
    }

    #[test]
    fn a_body_on_two_gives_half_of_its_load_to_each() {
        let mut loads = CarriedLoads::default();
        loads.clear(3);
        for lower in [0, 1] {
            loads.add_support(lower, 3, false);
            loads.add_support(2, lower, true);
        }
        loads.find(&[1.0, 1.0, 3.0].map(heavy), STEP);
        let (forces, sags) = forces_and_sags(&loads);
        assert_eq!(forces, [25.0, 25.0, 30.0]);
        assert_eq!(sags[2], 25.0 + 15.0);
    }

    #[test]
    fn bodies_that_rest_on_each_other_in_a_ring_have_no_way_to_the_ground() {
        let mut loads = CarriedLoads::default();
        loads.clear(3);
        for (upper, lower) in [(0, 1), (1, 2), (2, 0)] {
            loads.add_support(upper, lower, true);
        }
        loads.find(&[heavy(1.0); 3], STEP);
        assert_eq!(forces_and_sags(&loads).1, [0.0; 3]);
    }

    #[test]
    fn what_the_last_step_carried_is_no_load() {
        let load_of = |push: f64, speed: f64| {
            let mut loads = CarriedLoads::default();
            loads.clear(1);
            loads.add_support(0, 1, false);
            loads.add_impulse(0, DVec3::Y * push, DVec3::ZERO, speed);
            loads.find(&[heavy(2.0)], STEP);
            loads.loads[0].force
        };
        let weight = 20.0;
        assert_eq!(load_of(0.0, 0.0), weight);
        assert!(load_of(weight * STEP, 0.0) < 1e-9);
        let almost = load_of(0.999 * weight * STEP, 0.0);
        assert!((almost - 0.1 * weight).abs() < 1e-9, "{almost}");
        assert_eq!(load_of(weight * STEP, 1e-2), weight);
        assert!(load_of(weight * STEP, 1e-5) > 0.03 * weight);
    }

    /// The bodies of columns among three boxes on each other, of which the last one touches `others`.
    fn columns(others: u32) -> Vec<u32> {
        let mut loads = CarriedLoads::default();
        let mut islands = DisjointSets::default();
        loads.clear(4);
        islands.reset(4);
        for upper in 0..3 {
            loads.add_support(upper, if upper == 0 { 4 } else { upper - 1 }, upper > 0);
            loads.add_tie(upper);
            islands.join(upper, upper.saturating_sub(1));
        }
        for _ in 0..others {
            loads.add_tie(2);
        }
        // A body on the ground beside it is no column.
        loads.add_support(3, 4, false);
        loads.add_tie(3);
        loads.find(&[heavy(1.0); 4], STEP);
        loads.find_columns(&mut islands);
        assert_eq!(loads.piled().count(), if others > 0 { 2 } else { 0 });
        loads.columns().to_vec()
    }

    /// Two bodies that rest on each other, and a third one on them: one tie fewer than supports, until the third
    /// one also touches a wall.
    #[test]
    fn bodies_that_rest_on_each_other_are_no_column() {
        let mut loads = CarriedLoads::default();
        let mut islands = DisjointSets::default();
        loads.clear(3);
        islands.reset(3);
        for (upper, lower) in [(0, 1), (1, 0), (2, 0)] {
            loads.add_support(upper, lower, true);
            islands.join(upper, lower);
        }
        for body in [0, 2, 2] {
            loads.add_tie(body);
        }
        loads.find(&[heavy(1.0); 3], STEP);
        loads.find_columns(&mut islands);
        assert!(loads.columns().is_empty());
    }

    #[test]
    fn a_pile_whose_bodies_touch_nothing_else_is_a_column() {
        assert_eq!(columns(0), [2, 1, 0]);
        assert!(columns(1).is_empty());
    }
}

//! The loads that bodies carry, and the distance by which they sink under them.
//!
//! A pass over the contacts lets a contact take up only as much momentum as its lighter body has. Meanwhile a
//! body on a light body sinks, and the impulse of the contact grows from substep to substep: in one of length
//! `h` by the mass `m` of the body below times the speed of sinking. That is a spring of stiffness `m / h^2`,
//! and it yields by `F h^2 / m` under the load `F`. In a pile these springs are in series: the top sinks by
//! `A h^2`, where `A` is the sum of `F / m` along the way down to the ground. `A` grows with the square of
//! the height of a tower of equal boxes, and with the ratio of masses for a heavy body on a light one.
//!
//! Loads follow from masses and from the list of supports, not from impulses: a pile needs its substeps in
//! the very step in which it is set up. A body shares its load equally among the bodies on which it rests.

use crate::by_body::ByBody;
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
    /// Its own weight and its share of the loads on it, in N.
    force: f64,
    /// The number of bodies on which it rests.
    supports: u32,
    /// True if it rests on a body that nothing moves.
    on_fixed: bool,
    /// The number of bodies on it whose loads are not known yet.
    waiting: u32,
    /// The sum of load over mass along the way to the ground, in m/s^2; 0 without a way to the ground.
    sag: f64,
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
}

impl CarriedLoads {
    /// Reserves memory for these numbers of bodies and pairs.
    pub fn reserve(&mut self, bodies: usize, pairs: usize) {
        reserve(&mut self.supports, pairs);
        reserve(&mut self.loads, bodies);
        self.below.reserve(bodies, pairs);
        reserve(&mut self.order, bodies);
    }

    /// Clears everything for this number of bodies.
    pub fn clear(&mut self, bodies: usize) {
        self.supports.clear();
        self.loads.clear();
        self.loads.resize(bodies, Load::default());
    }

    /// Records that a body rests on another one; `None` for a body that nothing moves.
    pub fn add_support(&mut self, upper: u32, lower: Option<u32>) {
        let load = &mut self.loads[upper as usize];
        load.supports += 1;
        load.on_fixed |= lower.is_none();
        if let Some(lower) = lower {
            self.loads[lower as usize].waiting += 1;
        }
        self.supports.push(Support { upper, lower });
    }

    /// True if any body rests on movable bodies only.
    pub fn is_pile(&self) -> bool {
        self.loads.iter().any(Load::is_on_movable)
    }

    /// The bodies that rest on movable ones only, each with the `A` by which it sinks, in m/s^2; valid after
    /// [`CarriedLoads::find`].
    pub fn piled(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        let piled = (0..).zip(&self.loads);
        let piled = piled.filter(|(_, load)| load.is_on_movable());
        piled.map(|(body, load)| (body, load.sag))
    }

    /// Finds the load of each body, from the top down, and its sag, from the ground up.
    pub fn find(&mut self, bodies: &[SolverBody]) {
        let movable = self.supports.iter();
        let movable = movable.filter_map(|s| s.lower.map(|lower| (s.upper, lower)));
        self.below.sort(bodies.len(), movable);
        self.order.clear();
        for (index, (load, body)) in (0..).zip(self.loads.iter_mut().zip(bodies)) {
            if body.is_movable() {
                load.force = body.acceleration.length() / body.inverse_mass;
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
            for lower in below {
                sag +=
                    self.loads[*lower as usize].sag + share * bodies[*lower as usize].inverse_mass;
            }
            self.loads[*upper as usize].sag = sag / f64::from(load.supports);
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
        loads.add_support(0, None);
        loads.add_support(1, Some(0));
        loads.add_support(2, Some(1));
        loads.find(&[1.0, 2.0, 4.0].map(heavy));
        // The ground carries the first body: 70 N on 1 kg; then 60 N on 1 kg, and 40 N on 2 kg.
        let sags = vec![70.0, 130.0, 150.0];
        assert_eq!(forces_and_sags(&loads), (vec![70.0, 60.0, 40.0], sags));
        assert_eq!(loads.piled().collect::<Vec<_>>(), [(1, 130.0), (2, 150.0)]);
    }

    #[test]
    fn a_body_on_two_gives_half_of_its_load_to_each() {
        let mut loads = CarriedLoads::default();
        loads.clear(3);
        for lower in [0, 1] {
            loads.add_support(lower, None);
            loads.add_support(2, Some(lower));
        }
        loads.find(&[1.0, 1.0, 3.0].map(heavy));
        let (forces, sags) = forces_and_sags(&loads);
        assert_eq!(forces, [25.0, 25.0, 30.0]);
        assert_eq!(sags[2], 25.0 + 15.0);
    }

    #[test]
    fn bodies_that_rest_on_each_other_in_a_ring_have_no_way_to_the_ground() {
        let mut loads = CarriedLoads::default();
        loads.clear(3);
        for (upper, lower) in [(0, 1), (1, 2), (2, 0)] {
            loads.add_support(upper, Some(lower));
        }
        loads.find(&[heavy(1.0); 3]);
        assert_eq!(forces_and_sags(&loads).1, [0.0; 3]);
    }
}

//! Diagnostics over all bodies: the state's hash, energy, momentum.

use glam::DVec3;

use crate::StateHasher;
use crate::{Body, World};

impl World {
    /// A hash of the state: equal for equal histories, on every machine.
    pub fn state_hash(&self) -> u64 {
        let mut hasher = StateHasher::default();
        hasher.integer(self.steps);
        let mut numbers = |values: &[f64]| {
            for value in values {
                hasher.integer(value.to_bits());
            }
        };
        for body in &self.bodies {
            numbers(&body.center.to_array());
            numbers(&body.rotation.to_array());
            numbers(&body.velocity.to_array());
            numbers(&body.angular_momentum.to_array());
            numbers(&[f64::from(u8::from(body.asleep)), body.debt]);
        }
        for vehicle in &self.vehicles {
            vehicle.hash(&mut hasher);
        }
        self.joints.hash(&mut hasher);
        hasher.finish()
    }

    /// The kinetic and potential energy of all bodies, in joules; at the origin's height the latter is 0.
    pub fn energy(&self) -> f64 {
        let gravity = self.settings.gravity.as_dvec3();
        let of = |body: &Body| body.kinetic_energy() - body.mass * gravity.dot(body.center);
        self.bodies.iter().map(of).sum()
    }

    /// The momentum of all dynamic bodies, in kg m/s.
    pub fn momentum(&self) -> DVec3 {
        self.bodies.iter().map(|b| b.velocity * b.mass).sum()
    }
}

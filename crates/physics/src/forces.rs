//! Gravity, air, and what pulls at bodies from outside.

use glam::DVec3;

use crate::World;

impl World {
    /// Lets air and torques change the velocities, and says how fast the rest will in this step.
    pub(super) fn apply_forces(&mut self) {
        let step = self.settings.step;
        let gravity = self.settings.gravity.as_dvec3();
        let density = f64::from(self.settings.air_density.max(0.0));
        let slowing = 1.0 / (1.0 + f64::from(self.settings.spin_drag.max(0.0)) * step);
        for (body, flight) in self.bodies.iter_mut().zip(&mut self.motions) {
            flight.acceleration = DVec3::ZERO;
            if body.is_dynamic() && !body.asleep {
                // F = rho/2 c A v^2, implicitly: no step is so long that air turns a body round.
                let drag = 0.5 * density * body.drag_area * body.inverse_mass;
                body.velocity /= 1.0 + drag * body.velocity.length() * step;
                body.angular_momentum = (body.angular_momentum + body.torque * step) * slowing;
                flight.acceleration = gravity + body.force * body.inverse_mass;
            }
            body.force = DVec3::ZERO;
            body.torque = DVec3::ZERO;
        }
    }
}

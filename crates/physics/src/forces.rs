//! Gravity, drag, and the forces and torques that were added to bodies.

use glam::DVec3;

use crate::bodies::Bodies;
use crate::settings::Settings;

/// Lets drag and torques change the velocities, and sets the acceleration with which forces change
/// them in this step. Clears the forces that were added.
pub(super) fn apply_gravity_and_drag(settings: &Settings, bodies: &mut Bodies) {
    let step = settings.step;
    let gravity = settings.gravity.as_dvec3();
    let density = f64::from(settings.air_density.max(0.0));
    let spin_drag = f64::from(settings.spin_drag.max(0.0));
    let wind = settings.wind.as_dvec3();
    for (body, motion) in bodies.iter_mut() {
        motion.forces.acting = DVec3::ZERO;
        if body.is_dynamic() && !body.asleep {
            // F = rho/2 c A v^2, implicitly: no step is so long that drag turns a body round.
            let drag = 0.5 * density * body.drag_area * body.inverse_mass;
            let [damping, spin_damping] = body.damping;
            let against = drag * (body.velocity - wind).length();
            // Without wind nothing is added, not even 0: -0 would become 0.
            if wind != DVec3::ZERO {
                body.velocity += wind * (against * step);
            }
            body.velocity /= 1.0 + (against + damping) * step;
            let spin_factor = 1.0 / (1.0 + (spin_drag + spin_damping) * step);
            body.angular_momentum = (body.angular_momentum + body.torque * step) * spin_factor;
            motion.forces.acting = gravity * body.gravity_scale + body.force * body.inverse_mass;
        }
        body.force = DVec3::ZERO;
        body.torque = DVec3::ZERO;
    }
}

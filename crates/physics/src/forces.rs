//! Gravity, drag, and the forces and torques that were added to bodies.

use glam::DVec3;

use crate::aside::Aside;
use crate::bodies::Bodies;
use crate::body::Body;
use crate::settings::Settings;

/// Applies drag and torques to the velocities, and sets the acceleration by which forces change them in this
/// step. Clears the added forces. Bodies that are set aside have none.
pub(super) fn apply_gravity_and_drag(settings: &Settings, aside: &Aside, bodies: &mut Bodies) {
    let step = settings.step;
    let gravity = settings.gravity.as_dvec3();
    let spin_drag = f64::from(settings.spin_drag.max(0.0));
    for place in aside.present() {
        let (body, motion) = bodies.both_mut(*place);
        motion.forces.acting = DVec3::ZERO;
        if body.is_dynamic() && !body.asleep {
            body.velocity = velocity_after_drag(settings, body);
            let [_, spin_damping] = body.damping;
            let spin_factor = 1.0 / (1.0 + (spin_drag + spin_damping) * step);
            body.angular_momentum = (body.angular_momentum + body.torque * step) * spin_factor;
            let acceleration = gravity * body.gravity_scale + body.force * body.inverse_mass;
            motion.forces.acting = acceleration;
            if body.is_held() {
                motion.forces.acting *= body.free;
                body.velocity *= body.free;
            }
            body.hold_rotation();
        }
        body.force = DVec3::ZERO;
        body.torque = DVec3::ZERO;
    }
}

/// The velocity of a body after a step of drag and damping, in m/s.
pub(super) fn velocity_after_drag(settings: &Settings, body: &Body) -> DVec3 {
    let density = f64::from(settings.air_density.max(0.0));
    let wind = settings.wind.as_dvec3();
    let mut velocity = body.velocity;
    // F = rho/2 c A v^2, implicitly, so that drag cannot reverse the velocity however long the step is.
    let drag = 0.5 * density * body.drag_area * body.inverse_mass;
    let against = drag * (velocity - wind).length();
    // Without wind nothing is added, not even 0: -0 would become 0.
    if wind != DVec3::ZERO {
        velocity += wind * (against * settings.step);
    }
    velocity / (1.0 + (against + body.damping[0]) * settings.step)
}

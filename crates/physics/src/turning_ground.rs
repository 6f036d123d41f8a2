//! Ground that turns, and carries along the bodies on it.
//!
//! The matter of a turntable moves on circles. Friction that only uses the velocities at the start of a step
//! lets a body on it go straight for the whole step, so that it drifts outwards by `r w^2 dt / 2` in every
//! second. So the target velocity of friction changes within the step, as that of the ground under the body
//! does.
//!
//! Seen from the ground's centre a body at `r` is carried to `exp(W t) r`, with the matrix `W` of the cross
//! product with the ground's spin `w`. With its velocity `v = w x r` at the start of the step, the
//! acceleration `w x v + w x (w x v) dt / 3` leads to that place, except for an error of `r w^4 dt^4 / 24` a
//! step.

use glam::DVec3;

use crate::body::Body;

/// The constant acceleration, in m/s^2, that carries a body along with ground that turns at `spin` (rad/s),
/// if it moves at `velocity` (m/s) relative to the ground's centre of mass at the start of a step of `step`
/// seconds.
pub(crate) fn carrying_acceleration(spin: DVec3, velocity: DVec3, step: f64) -> DVec3 {
    let first = spin.cross(velocity);
    first + spin.cross(first) * (step / 3.0)
}

impl Body {
    /// The spin of its surface, in rad/s: that of its matter plus that of a turntable.
    pub fn surface_spin(&self) -> DVec3 {
        self.angular_velocity() + self.belt_spin().unwrap_or_default()
    }

    /// The spin of its surface over its matter, in rad/s; `None` if the surface does not move.
    pub(crate) fn belt_spin(&self) -> Option<DVec3> {
        let [_, spin] = self.surface?;
        Some(self.rotation * spin.as_dvec3())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_carried_ends_on_its_circle() {
        let step = 1.0 / 120.0;
        for rate in [0.5_f64, 2.0, 6.0] {
            let (spin, arm) = (DVec3::Y * rate, DVec3::new(1.5, 0.0, 0.0));
            let velocity = spin.cross(arm);
            let gain = carrying_acceleration(spin, velocity, step);
            let end = arm + velocity * step + gain * (0.5 * step * step);
            let (sine, cosine) = libm::sincos(rate * step);
            let circle = DVec3::new(cosine, 0.0, -sine) * 1.5;
            let most = 1.5 * (rate * step).powi(4) / 24.0;
            assert!(end.distance(circle) <= 1.01 * most, "{rate} rad/s: {end}");
        }
    }
}

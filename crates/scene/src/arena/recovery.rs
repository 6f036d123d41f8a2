//! Help for stuck cars: a car on its side or roof is turned upright, a car that hangs on an edge is lifted
//! over it.

use glam::Vec3;

use dodgem_physics::{BodyError, BodyId, Forces, StateHasher};

use crate::arena::Controls;
use crate::params::{
    HANGING_SPEED, LIFT_SECONDS, LIFT_WEIGHTS, LYING_COSINE, LYING_SPEED, RECOVERY_SECONDS,
    RIGHTED_COSINE, RIGHTING_RATE, RIGHTING_RESPONSE, RIGHTING_SECONDS, RIGHTING_WEIGHTS,
    ROLL_AXIS_SINE, SHOVE_WEIGHTS,
};
use crate::vehicle::Vehicle;

/// Times for which a car has needed help.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Recovery {
    /// Time on its side or roof, in seconds.
    lying_time: f32,
    /// Time on an edge, in seconds.
    hanging_time: f32,
}

impl Recovery {
    /// Helps a car that has needed help for long enough.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if the vehicle's body is gone.
    pub fn help(
        &mut self,
        forces: &mut Forces,
        vehicle: &Vehicle,
        controls: &Controls,
    ) -> Result<(), BodyError> {
        let body = forces.body(vehicle.body())?;
        let is_parked = body.is_asleep() && controls.throttle == 0.0;
        if !is_parked {
            self.lift_off_edge(forces, vehicle, controls)?;
        }
        self.turn_upright(forces, vehicle)
    }

    /// Adds the state that the next step depends on to a hash.
    pub fn hash(&self, hasher: &mut StateHasher) {
        hasher.number(self.lying_time);
        hasher.number(self.hanging_time);
    }

    /// Lifts a car over the edge that its underside rests on.
    fn lift_off_edge(
        &mut self,
        forces: &mut Forces,
        vehicle: &Vehicle,
        controls: &Controls,
    ) -> Result<(), BodyError> {
        let body = forces.body(vehicle.body())?;
        let driven = controls.throttle != 0.0 && !controls.brake;
        let hangs = vehicle.wheels_down() < 4 && body.velocity().length() < HANGING_SPEED;
        let lifts = self.hanging_time >= RECOVERY_SECONDS;
        if !(driven && (hangs || lifts)) || self.hanging_time > RECOVERY_SECONDS + LIFT_SECONDS {
            self.hanging_time = 0.0;
            return Ok(());
        }
        self.hanging_time += forces.settings().step as f32;
        if lifts {
            let weight = forces.settings().gravity.as_dvec3() * body.mass();
            let ahead = body.pose().transform_vector(Vec3::NEG_Z).as_dvec3();
            let shove = ahead * (f64::from(controls.throttle) * SHOVE_WEIGHTS * weight.length());
            forces.add_force(vehicle.body(), shove - weight * LIFT_WEIGHTS)?;
        }
        Ok(())
    }

    /// Turns a car on its side or roof upright.
    fn turn_upright(&mut self, forces: &mut Forces, vehicle: &Vehicle) -> Result<(), BodyError> {
        let body = forces.body(vehicle.body())?;
        let up = body.pose().transform_vector(Vec3::Y).as_dvec3();
        let against = -forces.settings().gravity.as_dvec3();
        let Some(upwards) = against.try_normalize() else {
            return Ok(());
        };
        let slow = body.velocity().length() < LYING_SPEED;
        let lies = up.dot(upwards) < LYING_COSINE && vehicle.wheels_down() < 3;
        let rights = self.lying_time >= RECOVERY_SECONDS && up.dot(upwards) < RIGHTED_COSINE;
        if !(rights || lies && slow) {
            self.lying_time = 0.0;
            return Ok(());
        }
        self.lying_time += forces.settings().step as f32;
        if self.lying_time < RECOVERY_SECONDS {
            return Ok(());
        }
        if self.lying_time > RECOVERY_SECONDS + RIGHTING_SECONDS {
            // The help failed: pause, then try again.
            self.lying_time = 0.0;
            return Ok(());
        }
        right(forces, vehicle.body(), up.cross(upwards), against.length())
    }
}

/// Turns a body about an axis (of any length, near 0 if it lies on its roof) against gravity, in m/s^2.
fn right(
    forces: &mut Forces,
    id: BodyId,
    axis: glam::DVec3,
    gravity: f64,
) -> Result<(), BodyError> {
    let body = forces.body(id)?;
    let ahead = body.pose().transform_vector(Vec3::NEG_Z).as_dvec3();
    // For a car on its roof the axis is undefined, so it rolls about its long axis.
    let axis = if axis.length() > ROLL_AXIS_SINE {
        axis.normalize()
    } else {
        ahead
    };
    let missing = axis * RIGHTING_RATE - body.angular_velocity();
    let turn = body.angular_momentum_at(missing * RIGHTING_RESPONSE);
    // Compensates the weight, which resists the turn about the edge on the floor.
    let arm = f64::from(body.reach());
    let lift = body.mass() * gravity * arm * axis;
    let upwards = (-forces.settings().gravity.as_dvec3()).normalize();
    let force = upwards * body.mass() * gravity * RIGHTING_WEIGHTS;
    forces.add_torque(id, turn + lift * RIGHTING_WEIGHTS)?;
    forces.add_force(id, force)
}

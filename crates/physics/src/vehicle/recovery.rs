//! Help for cars that cannot go on: those on their side or roof turn upright, those that hang on an edge
//! are lifted over it.

use glam::Vec3;

use crate::params::{
    HANGING_SPEED, LIFT_SECONDS, LIFT_WEIGHTS, LYING_COSINE, LYING_SPEED, RIGHTED_COSINE,
    RIGHTING_RATE, RIGHTING_RESPONSE, RIGHTING_SECONDS, RIGHTING_WEIGHTS, ROLL_AXIS_SINE,
    SHOVE_WEIGHTS,
};
use crate::{Vehicle, World};

impl World {
    /// Lifts a car over the edge on which its belly hangs.
    pub(crate) fn lift_off_edge(&mut self, vehicle: &mut Vehicle) {
        let (controls, patience) = (vehicle.controls, vehicle.settings.patience);
        let body = self.body(vehicle.body);
        let driven = controls.throttle != 0.0 && !controls.brake;
        let hangs = vehicle.wheels_down() < 4 && body.velocity().length() < HANGING_SPEED;
        let lifts = vehicle.hanging_time >= patience;
        if !(driven && (hangs || lifts)) || vehicle.hanging_time > patience + LIFT_SECONDS {
            vehicle.hanging_time = 0.0;
            return;
        }
        vehicle.hanging_time += self.settings.step as f32;
        if lifts {
            let weight = self.settings.gravity.as_dvec3() * body.mass();
            let ahead = body.pose().transform_vector(Vec3::NEG_Z).as_dvec3();
            let shove = ahead * (f64::from(controls.throttle) * SHOVE_WEIGHTS * weight.length());
            self.add_force(vehicle.body, shove - weight * LIFT_WEIGHTS);
        }
    }

    /// Turns a car upright that lies on its side or roof.
    pub(crate) fn turn_upright(&mut self, vehicle: &mut Vehicle) {
        let step = self.settings.step;
        let body = self.body(vehicle.body);
        let up = body.pose().transform_vector(Vec3::Y).as_dvec3();
        let against = -self.settings.gravity.as_dvec3();
        let Some(upwards) = against.try_normalize() else {
            return;
        };
        let slow = body.velocity().length() < LYING_SPEED;
        let lies = up.dot(upwards) < LYING_COSINE && vehicle.wheels_down() < 3;
        let rights =
            vehicle.lying_time >= vehicle.settings.patience && up.dot(upwards) < RIGHTED_COSINE;
        if !(rights || lies && slow) {
            vehicle.lying_time = 0.0;
            return;
        }
        vehicle.lying_time += step as f32;
        if vehicle.lying_time < vehicle.settings.patience {
            return;
        }
        if vehicle.lying_time > vehicle.settings.patience + RIGHTING_SECONDS {
            // It did not help: rest, and try again.
            vehicle.lying_time = 0.0;
            return;
        }
        // On its roof the axis is undefined: turn over the side.
        let ahead = body.pose().transform_vector(Vec3::NEG_Z).as_dvec3();
        let axis = up.cross(upwards);
        let axis = if axis.length() > ROLL_AXIS_SINE {
            axis.normalize()
        } else {
            ahead
        };
        let missing = axis * RIGHTING_RATE - body.angular_velocity();
        let turn = body
            .inertia
            .times(body.rotation, missing * RIGHTING_RESPONSE);
        // Against its weight, which holds it down at the edge that it turns about.
        let arm = f64::from(body.reach());
        let lift = body.mass() * against.length() * arm * axis;
        let (force, id) = (
            upwards * body.mass() * against.length() * RIGHTING_WEIGHTS,
            vehicle.body,
        );
        self.add_torque(id, turn + lift * RIGHTING_WEIGHTS);
        self.add_force(id, force);
    }
}

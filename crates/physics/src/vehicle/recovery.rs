//! Help for cars that cannot go on: those that lie are turned upright, those that hang on an edge are
//! lifted over it.

use glam::Vec3;

use crate::{Vehicle, World};

/// A car whose up axis points up by less than this lies.
const LYING: f64 = 0.75;

/// How fast a lying car turns upright, in rad/s, and how quickly it gets to that, in 1/s.
const RIGHTING_RATE: f64 = 2.5;
const RIGHTING_RESPONSE: f64 = 15.0;

/// A car that is driven and yet slower than this, in m/s, with a wheel in the air, hangs somewhere.
const HANGING: f64 = 0.6;

/// A hanging car is lifted with so many times its weight and pushed to where it is driven with so
/// many times, for so long, in seconds.
const LIFT: f64 = 1.25;
const SHOVE: f64 = 0.4;
const LIFT_SECONDS: f32 = 0.6;

impl World {
    /// Lifts a car over the edge on which it hangs with its belly.
    pub(crate) fn lift(&mut self, vehicle: &mut Vehicle) {
        let (control, patience) = (vehicle.control, vehicle.settings.patience);
        let body = self.body(vehicle.body);
        let driven = control.throttle != 0.0 && !control.brake;
        let hangs = vehicle.wheels_down() < 4 && body.velocity().length() < HANGING;
        let lifted = vehicle.hanging >= patience;
        if !(driven && (hangs || lifted)) || vehicle.hanging > patience + LIFT_SECONDS {
            vehicle.hanging = 0.0;
            return;
        }
        vehicle.hanging += self.settings.step as f32;
        if lifted {
            let weight = self.settings.gravity.as_dvec3() * body.mass();
            let ahead = body.pose().transform_vector(Vec3::NEG_Z).as_dvec3();
            let shove = ahead * (f64::from(control.throttle) * SHOVE * weight.length());
            self.add_force(vehicle.body, shove - weight * LIFT);
        }
    }

    /// Turns a car upright that lies somewhere.
    pub(crate) fn right(&mut self, vehicle: &mut Vehicle) {
        let step = self.settings.step;
        let body = self.body(vehicle.body);
        let up = body.pose().transform_vector(Vec3::Y).as_dvec3();
        let against = -self.settings.gravity.as_dvec3();
        let Some(skyward) = against.try_normalize() else {
            return;
        };
        let slow = body.velocity().length() < 1.5;
        let lies = up.dot(skyward) < LYING && vehicle.wheels_down() < 3;
        let rights = vehicle.lying >= vehicle.settings.patience && up.dot(skyward) < 0.9;
        if !(rights || lies && slow) {
            vehicle.lying = 0.0;
            return;
        }
        vehicle.lying += step as f32;
        if vehicle.lying < vehicle.settings.patience {
            return;
        }
        if vehicle.lying > vehicle.settings.patience + 4.0 {
            // It did not help; rest, and try again.
            vehicle.lying = 0.0;
            return;
        }
        // On its roof every axis is as good: over the side.
        let ahead = body.pose().transform_vector(Vec3::NEG_Z).as_dvec3();
        let axis = up.cross(skyward);
        let axis = if axis.length() > 0.1 {
            axis.normalize()
        } else {
            ahead
        };
        let missing = axis * RIGHTING_RATE - body.angular_velocity();
        let turn = body
            .inertia
            .times(body.rotation, missing * RIGHTING_RESPONSE);
        // Against its own weight, which holds it down at the edge that it turns about.
        let arm = f64::from(body.reach);
        let lift = body.mass() * against.length() * arm * axis;
        let (force, id) = (skyward * body.mass() * against.length() * 0.5, vehicle.body);
        self.add_torque(id, turn + lift * 0.5);
        self.add_force(id, force);
    }
}

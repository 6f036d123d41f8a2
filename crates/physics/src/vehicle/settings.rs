//! The numbers of a bumper car.

use glam::Vec3;

/// How a vehicle is built and drives. The body's frame has -Z ahead and Y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VehicleSettings {
    /// Half the distance between the wheels of an axle, in metres.
    pub half_track: f32,
    /// Half the distance between the axles, in metres.
    pub half_base: f32,
    /// Height of the mounts over the body's origin, in metres; may be negative.
    pub mount: f32,
    /// The length of an unloaded spring with its wheel, from the mount to the ground, in metres.
    pub spring_length: f32,
    /// How often the car bobs on its springs in a second.
    pub spring_hertz: f32,
    /// The share of critical damping.
    pub damping: f32,
    /// The tyres' grip: the coefficient of friction.
    pub grip: f32,
    /// In m/s.
    pub top_speed: f32,
    /// From rest, in m/s^2.
    pub acceleration: f32,
    /// Acceleration and top speed in reverse, as a share of those ahead.
    pub reverse: f32,
    /// Of the brake, in m/s^2.
    pub braking: f32,
    /// What slows a car that rolls, in m/s^2.
    pub rolling: f32,
    /// The radius of the tightest circle while it rolls, in metres.
    pub turn_radius: f32,
    /// The fastest turn, in rad/s.
    pub turn_rate: f32,
    /// Multiplies acceleration and top speed while boosting.
    pub boost: f32,
    /// How long a full store of boost lasts, in seconds.
    pub boost_seconds: f32,
    /// Seconds of boost that come back in a second without it.
    pub boost_refill: f32,
    /// How long the car lies before it turns itself upright, in seconds.
    pub patience: f32,
}

impl Default for VehicleSettings {
    /// A bumper car of 1.2 m by 1.8 m.
    fn default() -> Self {
        VehicleSettings {
            half_track: 0.5,
            half_base: 0.6,
            mount: 0.0,
            spring_length: 0.45,
            spring_hertz: 2.5,
            damping: 0.6,
            grip: 1.0,
            top_speed: 8.0,
            acceleration: 6.0,
            reverse: 0.7,
            braking: 9.0,
            rolling: 0.4,
            turn_radius: 1.6,
            turn_rate: 2.6,
            boost: 1.7,
            boost_seconds: 1.5,
            boost_refill: 0.25,
            patience: 1.0,
        }
    }
}

impl VehicleSettings {
    /// Where a wheel's spring is fixed, in the body's frame: the front ones first, left before right.
    pub(super) fn mount_of(&self, wheel: usize) -> Vec3 {
        let (front, left) = (wheel < 2, wheel.is_multiple_of(2));
        let side = |first: bool, size: f32| if first { -size } else { size };
        let (x, z) = (side(left, self.half_track), side(front, self.half_base));
        Vec3::new(x, self.mount, z)
    }
}

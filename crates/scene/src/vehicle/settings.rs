//! The settings of a bumper car.

use glam::Vec3;

/// The dimensions and the driving properties of a vehicle. The body's frame has -Z ahead and Y up.
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
    /// The frequency at which the car bobs on its springs, in Hz.
    pub spring_hertz: f32,
    /// The share of critical damping.
    pub damping: f32,
    /// The tyres' grip: the coefficient of friction.
    pub grip: f32,
    /// The top speed ahead, in m/s.
    pub top_speed: f32,
    /// The acceleration from rest, in m/s^2.
    pub acceleration: f32,
    /// Acceleration and top speed in reverse, as a share of those ahead.
    pub reverse: f32,
    /// The deceleration of the brake, in m/s^2.
    pub braking: f32,
    /// The deceleration of a rolling car, in m/s^2.
    pub rolling: f32,
    /// The radius of the tightest circle while it rolls, in metres.
    pub turn_radius: f32,
    /// The fastest rate of turn, in rad/s.
    pub turn_rate: f32,
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
        }
    }
}

/// The reason why a vehicle is refused: a number of [`VehicleSettings`] is out of range.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{setting} is {value}; it must be a finite number {wanted}")]
pub struct VehicleError {
    /// The name of the number.
    pub setting: &'static str,
    /// The value that was given.
    pub value: f32,
    /// The range that is required.
    pub wanted: &'static str,
}

impl VehicleSettings {
    /// Checks that a car can drive with these numbers.
    ///
    /// # Errors
    /// [`VehicleError`] for the first invalid number.
    pub fn check(&self) -> Result<(), VehicleError> {
        let above_zero = [
            ("half_track", self.half_track),
            ("half_base", self.half_base),
            ("spring_length", self.spring_length),
            ("spring_hertz", self.spring_hertz),
            ("top_speed", self.top_speed),
            ("reverse", self.reverse),
            ("turn_radius", self.turn_radius),
        ];
        let not_below_zero = [
            ("damping", self.damping),
            ("grip", self.grip),
            ("acceleration", self.acceleration),
            ("braking", self.braking),
            ("rolling", self.rolling),
            ("turn_rate", self.turn_rate),
        ];
        let refuse = |setting, value: f32, is_right: bool, wanted| {
            if is_right && value.is_finite() {
                Ok(())
            } else {
                Err(VehicleError {
                    setting,
                    value,
                    wanted,
                })
            }
        };
        refuse("mount", self.mount, true, "of any sign")?;
        for (setting, value) in above_zero {
            refuse(setting, value, value > 0.0, "above 0")?;
        }
        for (setting, value) in not_below_zero {
            refuse(setting, value, value >= 0.0, "of 0 or more")?;
        }
        Ok(())
    }

    /// The mount of a wheel's spring, in the body's frame: the front ones first, left before right.
    pub(super) fn mount_of(&self, wheel: usize) -> Vec3 {
        let (front, left) = (wheel < 2, wheel.is_multiple_of(2));
        let side = |first: bool, size: f32| if first { -size } else { size };
        let (x, z) = (side(left, self.half_track), side(front, self.half_base));
        Vec3::new(x, self.mount, z)
    }
}

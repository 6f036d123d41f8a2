//! Vehicle settings and mass properties of a car, derived from its description.

use glam::{Mat3, Vec3};

use dodgem_collide::math::{Aabb, MassProperties};

use crate::arena::{CarDesc, CarSettings, GroundSettings};
use crate::params::{
    CAR_DAMPING, CAR_SPRING_HERTZ, CAR_SPRING_LENGTH, CAR_TILT_INERTIA, CAR_WEIGHT_HEIGHT,
    WHEEL_BASE, WHEEL_TRACK,
};
use crate::vehicle::VehicleSettings;

/// Returns the vehicle of a car whose model has these bounds. The origin of a standing car is at floor
/// height.
pub(super) fn vehicle_settings(
    settings: &CarSettings,
    bounds: &Aabb,
    ground: &GroundSettings,
    gravity: f32,
) -> VehicleSettings {
    let half = bounds.half_extents();
    let omega = std::f32::consts::TAU * CAR_SPRING_HERTZ;
    // Without gravity the springs carry no weight, so they do not sag.
    let weight = gravity.max(0.0);
    let sag = weight / (omega * omega);
    VehicleSettings {
        half_track: half.x * WHEEL_TRACK,
        half_base: half.z * WHEEL_BASE,
        mount: CAR_SPRING_LENGTH - sag,
        spring_length: CAR_SPRING_LENGTH,
        spring_hertz: CAR_SPRING_HERTZ,
        damping: CAR_DAMPING,
        grip: settings.grip * ground.grip,
        top_speed: settings.top_speed,
        acceleration: settings.acceleration,
        reverse: settings.reverse,
        braking: settings.braking,
        rolling: ground.rolling_resistance * weight,
        turn_radius: settings.turn_radius,
        turn_rate: settings.turn_rate.to_radians(),
    }
}

/// Returns the mass properties of a car: a box as wide and long as the car, at the height of its ring, so
/// that a bump on the ring does not tip the car over; see [`CAR_TILT_INERTIA`].
pub(super) fn weight(car: &CarDesc, bounds: &Aabb) -> MassProperties {
    let size = bounds.extents();
    let (x, y, z) = (
        size.x * size.x,
        CAR_WEIGHT_HEIGHT * CAR_WEIGHT_HEIGHT,
        size.z * size.z,
    );
    let twelfth = car.mass / 12.0;
    let inertia = Vec3::new(
        (y + z) * CAR_TILT_INERTIA,
        x + z,
        (x + y) * CAR_TILT_INERTIA,
    ) * twelfth;
    let middle = bounds.center();
    MassProperties {
        mass: car.mass,
        center_of_mass: Vec3::new(middle.x, car.ring, middle.z),
        inertia: Mat3::from_diagonal(inertia),
    }
}

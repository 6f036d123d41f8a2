//! From what a level says of a car to wheels and weight.

use glam::{Mat3, Vec3};

use crate::arena::{CarDesc, GroundSettings};
use dodgem_collide::math::{Aabb, MassProperties};
use dodgem_physics::GRAVITY;
use dodgem_physics::VehicleSettings as Wheels;

/// The length of an unloaded spring from its mount down to the ground, in metres.
const SPRING_LENGTH: f32 = 0.45;

/// How often a car bobs on its springs in a second: stiff, as a bumper car has no springs to speak
/// of.
const SPRING_HERTZ: f32 = 3.2;

/// The share of critical damping.
const DAMPING: f32 = 0.7;

/// The wheels stand at these shares of the half width and the half length.
const TRACK: f32 = 0.8;
const BASE: f32 = 0.7;

/// The height of the part of a car that has weight, in metres.
const HEAVY_HEIGHT: f32 = 0.8;

/// Cars lean and nod so many times less easily than a box of their size: what has weight sits in the
/// ring, and an ordinary bump is not to topple anybody. They turn about the upright axis like the
/// box.
const STEADINESS: f32 = 2.5;

/// How long a car lies before it turns itself upright, in seconds.
const PATIENCE: f32 = 0.8;

/// The wheels of a car: its origin is at the height of the floor when it stands.
pub(super) fn wheels(car: &CarDesc, bounds: &Aabb, ground: &GroundSettings) -> Wheels {
    let settings = &car.settings;
    let half = bounds.half_extents();
    let omega = std::f32::consts::TAU * SPRING_HERTZ;
    let sag = GRAVITY / (omega * omega);
    Wheels {
        half_track: half.x * TRACK,
        half_base: half.z * BASE,
        mount: SPRING_LENGTH - sag,
        spring_length: SPRING_LENGTH,
        spring_hertz: SPRING_HERTZ,
        damping: DAMPING,
        grip: settings.grip * ground.grip,
        top_speed: settings.top_speed,
        acceleration: settings.acceleration,
        reverse: settings.reverse,
        braking: settings.braking,
        rolling: ground.rolling_resistance * GRAVITY,
        turn_radius: settings.turn_radius,
        turn_rate: settings.turn_rate.to_radians(),
        boost: settings.boost.strength,
        boost_seconds: settings.boost.seconds,
        boost_refill: settings.boost.refill,
        patience: PATIENCE,
    }
}

/// The weight of a car: a box as wide and long as the car, in the height of its ring, so that what
/// bumps the ring does not tip it over; see [`STEADINESS`].
pub(super) fn weight(car: &CarDesc, bounds: &Aabb) -> MassProperties {
    let size = bounds.extents();
    let (x, y, z) = (
        size.x * size.x,
        HEAVY_HEIGHT * HEAVY_HEIGHT,
        size.z * size.z,
    );
    let twelfth = car.mass / 12.0;
    let inertia = Vec3::new((y + z) * STEADINESS, x + z, (x + y) * STEADINESS) * twelfth;
    let middle = bounds.center();
    MassProperties {
        mass: car.mass,
        center_of_mass: Vec3::new(middle.x, car.ring, middle.z),
        inertia: Mat3::from_diagonal(inertia),
    }
}

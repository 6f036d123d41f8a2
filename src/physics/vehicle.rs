//! What a driver can make a bumper car do.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::{Body, BodyKind, Bound, GRAVITY, GroundSettings, STEP_SECONDS};

/// What a driver wants from a vehicle during one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Control {
    /// -1 full reverse .. 1 full ahead. Values outside are clamped, NaN counts as 0.
    pub throttle: f32,
    /// -1 left .. 1 right. Values outside are clamped, NaN counts as 0.
    pub steer: f32,
    /// Holds the wheels.
    pub brake: bool,
    /// Spends the boost store for more push.
    pub boost: bool,
}

/// How a vehicle drives.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VehicleSettings {
    /// The speed at which the motor no longer accelerates, in m/s.
    pub top_speed: f32,
    /// The acceleration from rest, in m/s2.
    pub acceleration: f32,
    /// Acceleration and top speed in reverse, as a share of those ahead.
    pub reverse: f32,
    /// The deceleration of the brake, in m/s2, as far as the ground holds.
    pub braking: f32,
    /// The grip of the tyres: multiplies that of the ground.
    pub grip: f32,
    /// The radius of the tightest circle while rolling, in metres.
    pub turn_radius: f32,
    /// The fastest turn, in degrees per second.
    pub turn_rate: f32,
    /// The boost.
    pub boost: BoostSettings,
}

/// The boost of a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BoostSettings {
    /// Multiplies acceleration and top speed while it lasts.
    pub strength: f32,
    /// How long a full store lasts, in seconds.
    pub seconds: f32,
    /// How many seconds of boost come back in a second without it.
    pub refill: f32,
}

impl Default for VehicleSettings {
    fn default() -> Self {
        VehicleSettings {
            top_speed: 6.0,
            acceleration: 5.0,
            reverse: 0.7,
            braking: 8.0,
            grip: 1.0,
            turn_radius: 1.6,
            turn_rate: 150.0,
            boost: BoostSettings::default(),
        }
    }
}

impl Default for BoostSettings {
    fn default() -> Self {
        BoostSettings {
            strength: 1.7,
            seconds: 1.5,
            refill: 0.25,
        }
    }
}

impl VehicleSettings {
    /// Every number with the range in which the simulation is meant to work.
    pub fn bounds(&self) -> Vec<Bound> {
        vec![
            Bound::new(&["top_speed"], self.top_speed, 0.5..=20.0),
            Bound::new(&["acceleration"], self.acceleration, 0.1..=40.0),
            Bound::new(&["reverse"], self.reverse, 0.1..=1.0),
            Bound::new(&["braking"], self.braking, 0.1..=60.0),
            Bound::new(&["grip"], self.grip, 0.01..=5.0),
            Bound::new(&["turn_radius"], self.turn_radius, 0.3..=50.0),
            Bound::new(&["turn_rate"], self.turn_rate, 10.0..=360.0),
            Bound::new(&["boost", "strength"], self.boost.strength, 1.0..=4.0),
            Bound::new(&["boost", "seconds"], self.boost.seconds, 0.0..=60.0),
            Bound::new(&["boost", "refill"], self.boost.refill, 0.0..=10.0),
        ]
    }
}

/// The part of a body that drives.
#[derive(Clone, Debug)]
pub struct Vehicle {
    /// How it drives.
    pub settings: VehicleSettings,
    /// What is left of the boost, in seconds.
    pub boost_left: f32,
    /// Whether it boosted in the last step.
    pub boosting: bool,
    /// What its driver wanted in the last step, after clamping.
    pub control: Control,
}

/// A boost that ran empty starts again only with this share of its store, so that a held key
/// gives bursts rather than a stutter.
const BOOST_RESTART_SHARE: f32 = 0.15;

/// The share of the turn radius's yaw rate that a standing car reaches by throttle alone: the
/// driven front wheel of a bumper car can pull its nose round.
const PIVOT_RATE_SHARE: f32 = 0.6;

/// How quickly the wheels bring the turn to what the driver wants, in 1/s, on ground of grip 1.
const YAW_RESPONSE: f32 = 9.0;

impl Vehicle {
    /// A vehicle with a full boost store.
    pub fn new(settings: VehicleSettings) -> Self {
        Vehicle {
            settings,
            boost_left: settings.boost.seconds,
            boosting: false,
            control: Control::default(),
        }
    }

    /// What is left of the boost, from 0 (empty) to 1 (full).
    pub fn boost_share(&self) -> f32 {
        if self.settings.boost.seconds > 0.0 {
            self.boost_left / self.settings.boost.seconds
        } else {
            0.0
        }
    }

    fn take_control(&mut self, control: Control) {
        let clamp = |v: f32| if v.is_nan() { 0.0 } else { v.clamp(-1.0, 1.0) };
        self.control = Control {
            throttle: clamp(control.throttle),
            steer: clamp(control.steer),
            ..control
        };
        let BoostSettings {
            seconds, refill, ..
        } = self.settings.boost;
        let wanted = control.boost && self.control.throttle > 0.0 && !control.brake;
        let enough = if self.boosting {
            self.boost_left > 0.0
        } else {
            self.boost_left > seconds * BOOST_RESTART_SHARE
        };
        self.boosting = wanted && enough;
        let change = if self.boosting { -1.0 } else { refill };
        self.boost_left = (self.boost_left + change * STEP_SECONDS).clamp(0.0, seconds);
    }

    /// The motor's acceleration along the car, in m/s2, at a speed ahead in m/s. It falls
    /// linearly to nothing at the top speed.
    fn motor(&self, speed: f32) -> f32 {
        let settings = &self.settings;
        let mut share = if self.boosting {
            settings.boost.strength
        } else {
            1.0
        };
        if self.control.throttle < 0.0 {
            share *= settings.reverse;
        }
        let top = settings.top_speed * share;
        let along = speed * self.control.throttle.signum();
        let left = (1.0 - along / top).clamp(0.0, 1.0);
        settings.acceleration * share * self.control.throttle * left
    }

    /// The yaw rate that the driver wants, in rad/s about +Y (left is positive).
    fn wanted_yaw_rate(&self, speed: f32) -> f32 {
        let settings = &self.settings;
        let limit = settings.turn_rate.to_radians();
        let rolling = speed / settings.turn_radius;
        // The pivot fades as the car gets under way, by the share of the rolling rate.
        let pivot = self.control.throttle * limit * PIVOT_RATE_SHARE;
        let rate = if rolling * pivot >= 0.0 && rolling.abs() < pivot.abs() {
            pivot
        } else {
            rolling
        };
        -self.control.steer * rate.clamp(-limit, limit)
    }
}

/// Turns a control into the body's new velocities after one step of driving.
///
/// The wheels hold the car along its own direction: what it slides sideways is taken away, what
/// the driver asks for is given, both together by no more than grip x g. Beyond that it slides.
pub(super) fn drive(body: &mut Body, control: Control, ground: &GroundSettings) {
    let forward = body.forward();
    let right = Vec3::new(-forward.z, 0.0, forward.x);
    let BodyKind::Vehicle(vehicle) = &mut body.kind else {
        return;
    };
    vehicle.take_control(control);
    let grip = ground.grip * vehicle.settings.grip;
    let speed = body.velocity.dot(forward);
    let sideways = body.velocity.dot(right);

    let along = if vehicle.control.brake {
        braked(speed, vehicle.settings.braking)
    } else {
        let rolling = braked(speed, ground.rolling_resistance * GRAVITY);
        vehicle.motor(speed) * STEP_SECONDS + rolling
    };
    // The friction circle: one limit for the change along and across together.
    let wanted = glam::Vec2::new(along, -sideways);
    let change = wanted.clamp_length_max(grip * GRAVITY * STEP_SECONDS);
    body.velocity += forward * change.x + right * change.y;

    let error = vehicle.wanted_yaw_rate(speed) - body.angular_velocity.y;
    let follow = (YAW_RESPONSE * grip.min(1.5) * STEP_SECONDS).min(1.0);
    body.angular_velocity.y += error * follow;
}

/// The change of speed in one step by a deceleration (m/s2) that stops but never turns round.
fn braked(speed: f32, deceleration: f32) -> f32 {
    let most = deceleration * STEP_SECONDS;
    -speed.clamp(-most, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::world::tests::box_body;

    const ASPHALT: GroundSettings = GroundSettings {
        grip: 1.0,
        rolling_resistance: 0.01,
    };

    fn car() -> Body {
        let mut body = box_body();
        body.kind = BodyKind::Vehicle(Vehicle::new(VehicleSettings::default()));
        body
    }

    fn drive_for(body: &mut Body, seconds: f32, control: Control, ground: &GroundSettings) {
        for _ in 0..(seconds / STEP_SECONDS) as usize {
            drive(body, control, ground);
        }
    }

    fn ahead() -> Control {
        Control {
            throttle: 1.0,
            ..Control::default()
        }
    }

    #[test]
    fn full_throttle_reaches_the_top_speed_along_minus_z_and_no_more() {
        let mut body = car();
        drive_for(&mut body, 20.0, ahead(), &ASPHALT);
        let speed = -body.velocity.z;
        let top = VehicleSettings::default().top_speed;
        assert!(speed > 0.9 * top && speed <= top, "{speed}");
        assert!(body.velocity.x.abs() < 1e-4);
    }

    #[test]
    fn the_first_step_gives_the_acceleration_of_the_settings() {
        let mut body = car();
        drive(&mut body, ahead(), &ASPHALT);
        let wanted = VehicleSettings::default().acceleration * STEP_SECONDS;
        assert!((-body.velocity.z - wanted).abs() < 1e-6);
    }

    #[test]
    fn a_brake_stops_the_car_and_leaves_it_standing() {
        let mut body = car();
        body.velocity = Vec3::new(0.0, 0.0, -4.0);
        let brake = Control {
            brake: true,
            ..ahead()
        };
        drive_for(&mut body, 1.0, brake, &ASPHALT);
        assert_eq!(body.velocity, Vec3::ZERO);
    }

    #[test]
    fn sideways_speed_fades_by_grip_times_g_and_slower_on_ice() {
        let ice = GroundSettings {
            grip: 0.1,
            ..ASPHALT
        };
        let mut on_asphalt = car();
        let mut on_ice = car();
        for body in [&mut on_asphalt, &mut on_ice] {
            body.velocity = Vec3::new(3.0, 0.0, 0.0);
        }
        drive_for(&mut on_asphalt, 0.1, Control::default(), &ASPHALT);
        drive_for(&mut on_ice, 0.1, Control::default(), &ice);
        assert!((on_asphalt.velocity.x - (3.0 - 0.1 * GRAVITY)).abs() < 0.02);
        assert!((on_ice.velocity.x - (3.0 - 0.01 * GRAVITY)).abs() < 0.002);
    }

    #[test]
    fn steering_right_turns_the_front_towards_plus_x_and_the_other_way_in_reverse() {
        let right = Control {
            steer: 1.0,
            ..ahead()
        };
        let mut body = car();
        body.velocity = Vec3::new(0.0, 0.0, -3.0);
        drive_for(&mut body, 0.2, right, &ASPHALT);
        assert!(body.angular_velocity.y < -0.5, "clockwise seen from above");
        let mut body = car();
        body.velocity = Vec3::new(0.0, 0.0, 2.0);
        let back = Control {
            throttle: -1.0,
            ..right
        };
        drive_for(&mut body, 0.2, back, &ASPHALT);
        assert!(body.angular_velocity.y > 0.3);
    }

    #[test]
    fn boost_is_faster_runs_empty_and_refills() {
        let boost = Control {
            boost: true,
            ..ahead()
        };
        let (mut plain, mut boosted) = (car(), car());
        drive_for(&mut plain, 1.0, ahead(), &ASPHALT);
        drive_for(&mut boosted, 1.0, boost, &ASPHALT);
        assert!(boosted.velocity.z < plain.velocity.z - 0.5);
        drive_for(&mut boosted, 0.6, boost, &ASPHALT);
        assert!(boosted.vehicle().unwrap().boost_share() < BOOST_RESTART_SHARE);
        drive_for(&mut boosted, 10.0, ahead(), &ASPHALT);
        assert_eq!(boosted.vehicle().unwrap().boost_share(), 1.0);
    }

    #[test]
    fn controls_that_are_no_numbers_count_as_none() {
        let mut body = car();
        let broken = Control {
            throttle: f32::NAN,
            steer: f32::INFINITY,
            ..Control::default()
        };
        drive(&mut body, broken, &ASPHALT);
        assert_eq!(body.velocity, Vec3::ZERO);
        assert_eq!(body.vehicle().unwrap().control.steer, 1.0);
    }
}

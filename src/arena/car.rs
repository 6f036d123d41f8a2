//! What a driver can make a bumper car do.

use serde::{Deserialize, Serialize};

use dodgem_physics::{Controls, VehicleId};

use crate::arena::Bound;

/// How a car drives.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CarSettings {
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

/// The boost of a car.
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

impl Default for CarSettings {
    fn default() -> Self {
        CarSettings {
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

impl CarSettings {
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

/// What a car has beside an obstacle, as of the end of the last step.
#[derive(Clone, Debug)]
pub struct Car {
    /// How it drives.
    pub settings: CarSettings,
    /// What is left of the boost, in seconds.
    pub boost_left: f32,
    /// Whether it boosted in the last step.
    pub boosting: bool,
    /// What its driver wanted in the last step.
    pub controls: Controls,
    /// How many wheels stand on something.
    pub wheels_down: usize,
    /// The world's vehicle that moves it.
    pub(super) vehicle: VehicleId,
}

impl Car {
    /// What is left of the boost, from 0 (empty) to 1 (full).
    pub fn boost_share(&self) -> f32 {
        if self.settings.boost.seconds > 0.0 {
            self.boost_left / self.settings.boost.seconds
        } else {
            0.0
        }
    }
}

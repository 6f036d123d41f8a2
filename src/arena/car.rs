//! What a driver can make a bumper car do.

use serde::{Deserialize, Serialize};

use dodgem_physics::{StateHasher, VehicleId};

use crate::arena::Bound;
use crate::arena::recovery::Recovery;
use crate::params::BOOST_RESTART_SHARE;

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
    pub(super) recovery: Recovery,
}

/// What a driver wants from a car during one step, whether a person or a program drives.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Controls {
    /// -1 full reverse .. 1 full ahead. Values outside are clamped, NaN counts as 0.
    pub throttle: f32,
    /// -1 left .. 1 right. Values outside are clamped, NaN counts as 0.
    pub steer: f32,
    /// Holds the wheels.
    pub brake: bool,
    /// Spends the boost store for more push.
    pub boost: bool,
}

impl Controls {
    /// The same with all numbers in their range.
    pub(super) fn clamped(self) -> Controls {
        let clamped = |x: f32| if x.is_nan() { 0.0 } else { x.clamp(-1.0, 1.0) };
        Controls {
            throttle: clamped(self.throttle),
            steer: clamped(self.steer),
            ..self
        }
    }
}

impl Car {
    /// Takes over what the driver wants in a step of some seconds: spends or refills the boost. Returns
    /// what the vehicle is to do.
    pub(super) fn drive(&mut self, controls: Controls, seconds: f32) -> dodgem_physics::Controls {
        let controls = controls.clamped();
        self.controls = controls;
        let store = &self.settings.boost;
        let wants = controls.boost && controls.throttle > 0.0 && !controls.brake;
        let may = self.boosting || self.boost_left >= BOOST_RESTART_SHARE * store.seconds;
        self.boosting = wants && may && self.boost_left > 0.0;
        self.boost_left = if self.boosting {
            (self.boost_left - seconds).max(0.0)
        } else {
            (self.boost_left + seconds * store.refill).min(store.seconds)
        };
        dodgem_physics::Controls {
            throttle: controls.throttle,
            steer: controls.steer,
            brake: controls.brake,
            power: if self.boosting { store.strength } else { 1.0 },
        }
    }

    /// Adds what the next step depends on to a state hash.
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.number(self.boost_left);
        hasher.bytes(&[u8::from(self.boosting)]);
        self.recovery.hash(hasher);
    }

    /// What is left of the boost, from 0 (empty) to 1 (full).
    pub fn boost_share(&self) -> f32 {
        if self.settings.boost.seconds > 0.0 {
            self.boost_left / self.settings.boost.seconds
        } else {
            0.0
        }
    }
}

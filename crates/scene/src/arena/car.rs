//! Bumper cars: their drive settings, the driver's controls, and the boost.

use serde::{Deserialize, Serialize};

use dodgem_physics::StateHasher;

use crate::arena::Bound;
use crate::arena::recovery::Recovery;
use crate::params::BOOST_RESTART_SHARE;
use crate::vehicle;

/// Drive settings of a car.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CarSettings {
    /// Speed at which the motor stops accelerating, in m/s.
    pub top_speed: f32,
    /// Acceleration from rest, in m/s2.
    pub acceleration: f32,
    /// Acceleration and top speed in reverse, as a fraction of the forward values.
    pub reverse: f32,
    /// Deceleration by the brake, in m/s2, limited by the grip of the ground.
    pub braking: f32,
    /// Grip of the tyres, a factor on the grip of the ground.
    pub grip: f32,
    /// Radius of the tightest circle while rolling, in metres.
    pub turn_radius: f32,
    /// Maximum turn rate, in degrees per second.
    pub turn_rate: f32,
    /// Settings of the boost.
    pub boost: BoostSettings,
}

/// The boost of a car.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BoostSettings {
    /// Factor on acceleration and top speed while the boost is on.
    pub strength: f32,
    /// Duration of a full store, in seconds.
    pub seconds: f32,
    /// Seconds of boost that the store regains per second without boost.
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
    /// Returns every number with the range for which the simulation is designed.
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

/// State of a car in addition to its body, at the end of the last step.
#[derive(Clone, Debug)]
pub struct Car {
    /// Drive settings.
    pub settings: CarSettings,
    /// Remaining boost, in seconds.
    pub boost_left: f32,
    /// True if it boosted in the last step.
    pub boosting: bool,
    /// The driver's controls in the last step.
    pub controls: Controls,
    /// Number of wheels on the ground.
    pub wheels_down: usize,
    /// Its wheels, and the forces that they give.
    pub(super) vehicle: vehicle::Vehicle,
    pub(super) recovery: Recovery,
}

impl Car {
    /// Returns its wheels.
    pub fn vehicle(&self) -> &vehicle::Vehicle {
        &self.vehicle
    }
}

/// A driver's controls for a car in one step; the driver is a person or a program.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Controls {
    /// Throttle from -1 (full reverse) to 1 (full ahead). Values outside are clamped, NaN counts as 0.
    pub throttle: f32,
    /// Steering from -1 (left) to 1 (right). Values outside are clamped, NaN counts as 0.
    pub steer: f32,
    /// True to block the wheels.
    pub brake: bool,
    /// True to spend the boost store for more power.
    pub boost: bool,
}

impl Controls {
    /// Returns the controls with all numbers clamped to their ranges.
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
    /// Applies the driver's controls for a step of `seconds`: spends or refills the boost. Returns the
    /// controls for the vehicle.
    pub(super) fn drive(&mut self, controls: Controls, seconds: f32) -> vehicle::Controls {
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
        vehicle::Controls {
            throttle: controls.throttle,
            steer: controls.steer,
            brake: controls.brake,
            power: if self.boosting { store.strength } else { 1.0 },
        }
    }

    /// Adds the state that the next step depends on to a hash.
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.number(self.boost_left);
        hasher.bytes(&[u8::from(self.boosting)]);
        self.recovery.hash(hasher);
    }

    /// Returns the remaining boost, from 0 (empty) to 1 (full).
    pub fn boost_share(&self) -> f32 {
        if self.settings.boost.seconds > 0.0 {
            self.boost_left / self.settings.boost.seconds
        } else {
            0.0
        }
    }
}

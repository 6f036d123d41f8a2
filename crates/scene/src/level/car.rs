//! Cars in a level.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::arena::{Bound, CarSettings};
use crate::level::Point;
use crate::level::defaults::is_default;
use crate::level::thing::{TriplePaths, triple};
use crate::params::CAR_MASS;
use crate::params::limits;

/// A car.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarSpec {
    /// Name on signs and in tables; "Car N" if empty.
    #[serde(default)]
    pub name: String,
    /// The model: an OBJ file in the folder of models.
    #[serde(default = "default_car_model")]
    pub model: String,
    /// Start position.
    pub position: Point,
    /// Start height above the floor, in metres.
    #[serde(default, skip_serializing_if = "is_default")]
    pub height: f32,
    /// Start direction: 0 is -Z (up in the top view), increasing to the left, in degrees.
    #[serde(default)]
    pub heading: f32,
    /// Upward tilt of its front, in degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tilt: f32,
    /// Lean to its right, in degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub roll: f32,
    /// Initial velocity along the axes of the scene, in m/s.
    #[serde(default, skip_serializing_if = "is_default")]
    pub velocity: Vec3,
    /// Initial spin about the axes of the scene, in degrees per second.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spin: Vec3,
    /// Its mass, in kg.
    #[serde(default = "default_mass")]
    pub mass: f32,
    /// Its driver: a player or the computer.
    pub driver: DriverSpec,
    /// Colour of its body, as `"#rrggbb"`; if empty, a colour by its place in the list.
    #[serde(default, skip_serializing_if = "is_default")]
    pub paint: String,
    /// Drive settings; None means those of the level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vehicle: Option<CarSettings>,
}

fn default_car_model() -> String {
    "bumper_car.obj".to_owned()
}

fn default_mass() -> f32 {
    250.0
}

/// The driver of a car.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DriverSpec {
    /// A player, if there are enough; otherwise the computer, as a [`Style::Chaser`].
    Player,
    /// The computer.
    Computer(Style),
}

/// Driving style of a computer driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Style {
    /// Picks a car, chases and bumps it, then picks another.
    Chaser,
    /// Chases the players' cars.
    Hunter,
    /// Cruises around, and hits cars that come near.
    Drifter,
    /// Dodges others, and hits cars that face away.
    Dodger,
    /// Attacks cars that hardly move, with full boost, and pushes on.
    Bully,
}

const VELOCITY: TriplePaths = [&["velocity", "0"], &["velocity", "1"], &["velocity", "2"]];
const SPIN: TriplePaths = [&["spin", "0"], &["spin", "1"], &["spin", "2"]];

impl CarSpec {
    /// Returns the car's numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = vec![
            Bound::new(&["mass"], self.mass, CAR_MASS),
            Bound::new(&["position", "0"], self.position.0, -1000.0..=1000.0),
            Bound::new(&["position", "1"], self.position.1, -1000.0..=1000.0),
            Bound::new(&["heading"], self.heading, -360.0..=360.0),
            Bound::new(&["tilt"], self.tilt, -180.0..=180.0),
            Bound::new(&["roll"], self.roll, -180.0..=180.0),
            // The origin of a car that lies or is pressed down may be below the floor.
            Bound::new(&["height"], self.height, -2.0..=200.0),
        ];
        // The game slows down faster cars.
        bounds.extend(triple(&VELOCITY, self.velocity, limits::CAR_SPEED));
        bounds.extend(triple(&SPIN, self.spin, limits::CAR_SPIN));
        bounds
    }
}

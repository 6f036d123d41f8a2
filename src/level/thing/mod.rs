//! What a level says of the things in it: bodies of any shape, how many there are of them, and what they
//! are made of.

mod copies;
mod material;
mod solid;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::arena::{Bound, Motion};
use crate::level::format::{is_default, limits};

pub(super) use crate::level::thing::copies::CopyPlace;
pub use crate::level::thing::copies::{Axis, Copies};
pub use crate::level::thing::material::MaterialSpec;
pub use crate::level::thing::solid::{Solid, SolidPart};

/// Something in the arena that is no car: one body, or as many as its copies or its part are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ThingSpec {
    /// What joints, zones and messages call it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// A form by its measures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solid: Option<Solid>,
    /// A model: an OBJ file in the folder of models.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub model: String,
    /// A part: see [`PartSpec`](crate::level::PartSpec).
    #[serde(skip_serializing_if = "String::is_empty")]
    pub part: String,
    /// Its place: the height of its lowest point, and the origin above that place of the floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec3>,
    /// Its place: that of its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub center: Option<Vec3>,
    /// Which way it is turned, in degrees, as for a car.
    #[serde(skip_serializing_if = "is_default")]
    pub heading: f32,
    /// How far its front is tilted up, in degrees.
    #[serde(skip_serializing_if = "is_default")]
    pub tilt: f32,
    /// How far it leans to its right, in degrees.
    #[serde(skip_serializing_if = "is_default")]
    pub roll: f32,
    /// Multiplies its size.
    #[serde(skip_serializing_if = "is_one")]
    pub scale: f32,
    /// What moves it; [`ThingKind::Dynamic`] if neither this nor a motion is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<ThingKind>,
    /// The way that it goes, whatever is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motion: Option<Motion>,
    /// How far on its way it is at the start, in seconds.
    #[serde(skip_serializing_if = "is_default")]
    pub phase: f32,
    /// Its velocity at the start, in m/s.
    #[serde(skip_serializing_if = "is_default")]
    pub velocity: Vec3,
    /// Its spin at the start, in degrees per second about the axes of the scene.
    #[serde(skip_serializing_if = "is_default")]
    pub spin: Vec3,
    /// Its mass, in kg.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f32>,
    /// Its density, in kg/m^3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f32>,
    /// One of the level's materials.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub material: String,
    /// Its colour, as `"#rrggbb"`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub paint: String,
    /// True if it sleeps until something meets it.
    #[serde(skip_serializing_if = "is_default")]
    pub asleep: bool,
    /// The velocity of its surface along its own axes, in m/s.
    #[serde(skip_serializing_if = "is_default")]
    pub belt: Vec3,
    /// Things of one group pass through each other.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub group: String,
    /// More of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copies: Option<Copies>,
}

/// What moves a thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThingKind {
    /// Whatever meets it, and gravity.
    #[default]
    Dynamic,
    /// Nothing.
    Fixed,
}

fn is_one(number: &f32) -> bool {
    *number == 1.0
}

impl Default for ThingSpec {
    fn default() -> Self {
        ThingSpec {
            name: String::new(),
            solid: None,
            model: String::new(),
            part: String::new(),
            at: None,
            center: None,
            heading: 0.0,
            tilt: 0.0,
            roll: 0.0,
            scale: 1.0,
            kind: None,
            motion: None,
            phase: 0.0,
            velocity: Vec3::ZERO,
            spin: Vec3::ZERO,
            mass: None,
            density: None,
            material: String::new(),
            paint: String::new(),
            asleep: false,
            belt: Vec3::ZERO,
            group: String::new(),
            copies: None,
        }
    }
}

impl ThingSpec {
    /// True if it moves by forces.
    pub fn is_dynamic(&self) -> bool {
        self.motion.is_none() && self.kind != Some(ThingKind::Fixed)
    }

    /// Its numbers with their ranges, but for those of lists.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = vec![
            Bound::new(&["scale"], self.scale, 0.01..=20.0),
            Bound::new(&["heading"], self.heading, -360.0..=360.0),
            Bound::new(&["tilt"], self.tilt, -180.0..=180.0),
            Bound::new(&["roll"], self.roll, -180.0..=180.0),
            Bound::new(&["phase"], self.phase, 0.0..=1e6),
        ];
        if let Some(at) = self.at {
            bounds.extend(triple(&AT, at, 1000.0));
        }
        if let Some(center) = self.center {
            bounds.extend(triple(&CENTER, center, 1000.0));
        }
        bounds.extend(triple(&VELOCITY, self.velocity, limits::SPEED));
        bounds.extend(triple(&SPIN, self.spin, limits::SPIN));
        bounds.extend(triple(&BELT, self.belt, 50.0));
        if let Some(mass) = self.mass {
            bounds.push(Bound::new(&["mass"], mass, 0.001..=1_000_000.0));
        }
        if let Some(density) = self.density {
            bounds.push(Bound::new(&["density"], density, 1.0..=30_000.0));
        }
        bounds
    }
}

/// The paths of a triple's three numbers.
pub(crate) type TriplePaths = [&'static [&'static str]; 3];

const AT: TriplePaths = [&["at", "0"], &["at", "1"], &["at", "2"]];
const CENTER: TriplePaths = [&["center", "0"], &["center", "1"], &["center", "2"]];
const VELOCITY: TriplePaths = [&["velocity", "0"], &["velocity", "1"], &["velocity", "2"]];
const SPIN: TriplePaths = [&["spin", "0"], &["spin", "1"], &["spin", "2"]];
const BELT: TriplePaths = [&["belt", "0"], &["belt", "1"], &["belt", "2"]];

/// Bounds of three numbers that may be so large either way.
pub(crate) fn triple(paths: &TriplePaths, value: Vec3, most: f32) -> [Bound; 3] {
    let values = value.to_array();
    std::array::from_fn(|axis| Bound::new(paths[axis], values[axis], -most..=most))
}

//! Things of a level: bodies of any shape, their copies and their materials.

mod copies;
mod material;
mod solid;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::arena::{Bound, Motion};
use crate::level::defaults::is_default;
use crate::params::limits;

pub(super) use crate::level::thing::copies::CopyPlace;
pub use crate::level::thing::copies::{Axis, Copies};
pub use crate::level::thing::material::MaterialSpec;
pub use crate::level::thing::solid::{Solid, SolidPart};

/// An object that is not a car: one body, or several by its copies or its part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ThingSpec {
    /// Name for joints, zones and messages.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Shape given by measures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solid: Option<Solid>,
    /// Model: an OBJ file in the folder of models.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub model: String,
    /// Part: see [`PartSpec`](crate::level::PartSpec).
    #[serde(skip_serializing_if = "String::is_empty")]
    pub part: String,
    /// Place, with the height of its lowest point: its origin is above that place of the floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec3>,
    /// Place of its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub center: Option<Vec3>,
    /// Heading, in degrees, like that of a car.
    #[serde(skip_serializing_if = "is_default")]
    pub heading: f32,
    /// Upward tilt of its front, in degrees.
    #[serde(skip_serializing_if = "is_default")]
    pub tilt: f32,
    /// Lean to its right, in degrees.
    #[serde(skip_serializing_if = "is_default")]
    pub roll: f32,
    /// Factor on its size.
    #[serde(skip_serializing_if = "is_one")]
    pub scale: f32,
    /// Cause of its movement; [`ThingKind::Dynamic`] if neither this nor a motion is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<ThingKind>,
    /// Prescribed motion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motion: Option<Motion>,
    /// Position along the motion at the start, in seconds.
    #[serde(skip_serializing_if = "is_default")]
    pub phase: f32,
    /// Initial velocity, in m/s.
    #[serde(skip_serializing_if = "is_default")]
    pub velocity: Vec3,
    /// Initial spin about the axes of the scene, in degrees per second.
    #[serde(skip_serializing_if = "is_default")]
    pub spin: Vec3,
    /// Its mass, in kg.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f32>,
    /// Its density, in kg/m^3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f32>,
    /// Name of one of the level's materials.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub material: String,
    /// Coefficient of friction in place of its material's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f32>,
    /// Restitution in place of its material's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f32>,
    /// Its colour, as `"#rrggbb"`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub paint: String,
    /// True if it sleeps until something touches it.
    #[serde(skip_serializing_if = "is_default")]
    pub asleep: bool,
    /// Velocity of its surface along its own axes, in m/s.
    #[serde(skip_serializing_if = "is_default")]
    pub belt: Vec3,
    /// Group name: things of one group pass through each other.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub group: String,
    /// Arrangement of copies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copies: Option<Copies>,
}

/// Cause of a thing's movement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThingKind {
    /// Forces, contacts and gravity move it.
    #[default]
    Dynamic,
    /// It stands still.
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
            friction: None,
            restitution: None,
            paint: String::new(),
            asleep: false,
            belt: Vec3::ZERO,
            group: String::new(),
            copies: None,
        }
    }
}

impl ThingSpec {
    /// True if forces move it.
    pub fn is_dynamic(&self) -> bool {
        self.motion.is_none() && self.kind != Some(ThingKind::Fixed)
    }

    /// Makes it larger or smaller by a factor; its density stays.
    pub fn resize(&mut self, factor: f32) {
        let measures = self.solid.as_ref().map_or_else(Vec::new, Solid::bounds);
        match &mut self.solid {
            // The height of a field is in a list.
            Some(solid) if !measures.is_empty() && !matches!(solid, Solid::Field { .. }) => {
                for bound in &measures {
                    if let Some(measure) = solid.measure_mut(&bound.field.join(".")) {
                        *measure *= factor;
                    }
                }
            }
            _ => self.scale *= factor,
        }
        if let Some(mass) = &mut self.mass {
            *mass *= factor.powi(3);
        }
    }

    /// Mirrors its shape across its own plane normal to X, and its motion across a plane of the scene. A model
    /// keeps its shape.
    pub fn mirror(&mut self, normal: Vec3) {
        self.solid.iter_mut().for_each(Solid::mirror);
        self.belt.x = -self.belt.x;
        let motion = self.motion.take();
        self.motion = motion.map(|motion| motion.mirrored(normal));
    }

    /// Returns its numbers with their ranges, except those in lists.
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
        if let Some(friction) = self.friction {
            bounds.push(Bound::new(&["friction"], friction, 0.0..=2.0));
        }
        if let Some(restitution) = self.restitution {
            bounds.push(Bound::new(&["restitution"], restitution, 0.0..=1.0));
        }
        bounds
    }
}

/// Paths of the three numbers of a vector.
pub type TriplePaths = [&'static [&'static str]; 3];

const AT: TriplePaths = [&["at", "0"], &["at", "1"], &["at", "2"]];
const CENTER: TriplePaths = [&["center", "0"], &["center", "1"], &["center", "2"]];
const VELOCITY: TriplePaths = [&["velocity", "0"], &["velocity", "1"], &["velocity", "2"]];
const SPIN: TriplePaths = [&["spin", "0"], &["spin", "1"], &["spin", "2"]];
const BELT: TriplePaths = [&["belt", "0"], &["belt", "1"], &["belt", "2"]];

/// Returns the bounds of three numbers between -`most` and `most`.
pub fn triple(paths: &TriplePaths, value: Vec3, most: f32) -> [Bound; 3] {
    let values = value.to_array();
    std::array::from_fn(|axis| Bound::new(paths[axis], values[axis], -most..=most))
}

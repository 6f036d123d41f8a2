//! Zones and floor patches of a level.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::arena::{Bound, ZoneEffect};
use crate::level::defaults::is_default;
use crate::level::thing::{TriplePaths, triple};
use crate::level::{Point, Solid};

/// A volume with an effect on the actors inside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneSpec {
    /// Name for messages and tasks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Shape.
    pub solid: Solid,
    /// Place, with the height of its lowest point: its origin is above that place of the floor.
    #[serde(default, skip_serializing_if = "is_default")]
    pub at: Vec3,
    /// Heading, in degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub heading: f32,
    /// Effect.
    pub effect: ZoneEffect,
    /// Its colour, as `"#rrggbb"`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub paint: String,
}

const AT: TriplePaths = [&["at", "0"], &["at", "1"], &["at", "2"]];
const LAUNCH: TriplePaths = [
    &["effect", "velocity", "0"],
    &["effect", "velocity", "1"],
    &["effect", "velocity", "2"],
];
const TELEPORT: TriplePaths = [
    &["effect", "to", "0"],
    &["effect", "to", "1"],
    &["effect", "to", "2"],
];
const PULL: TriplePaths = [
    &["effect", "pull", "0"],
    &["effect", "pull", "1"],
    &["effect", "pull", "2"],
];

impl ZoneSpec {
    /// Returns its numbers with their ranges, except those of its shape.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = vec![Bound::new(&["heading"], self.heading, -360.0..=360.0)];
        bounds.extend(triple(&AT, self.at, 1000.0));
        match self.effect {
            ZoneEffect::Boost { acceleration } => {
                let field = &["effect", "acceleration"];
                bounds.push(Bound::new(field, acceleration, -100.0..=100.0));
            }
            ZoneEffect::Launch { velocity } => bounds.extend(triple(&LAUNCH, velocity, 100.0)),
            ZoneEffect::Teleport { to } => bounds.extend(triple(&TELEPORT, to, 1000.0)),
            ZoneEffect::Gravity { pull } => bounds.extend(triple(&PULL, pull, 100.0)),
            ZoneEffect::Score { points } | ZoneEffect::Goal { points, .. } => {
                bounds.push(Bound::new(
                    &["effect", "points"],
                    points as f32,
                    0.0..=1000.0,
                ));
            }
            ZoneEffect::Out | ZoneEffect::Gate => {}
        }
        bounds
    }
}

/// A patch of the floor with its own grip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatchSpec {
    /// Place of its centre.
    pub position: Point,
    /// Extent from left to right, in metres.
    pub width: f32,
    /// Extent from front to back, in metres.
    pub length: f32,
    /// Heading, in degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub heading: f32,
    /// Coefficient of friction with tyres and things.
    pub grip: f32,
    /// The velocity of its surface along its own axes, in m/s.
    #[serde(default, skip_serializing_if = "is_default")]
    pub belt: Vec3,
    /// Its colour, as `"#rrggbb"`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub paint: String,
}

const BELT: TriplePaths = [&["belt", "0"], &["belt", "1"], &["belt", "2"]];

impl PatchSpec {
    /// Returns its numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = vec![
            Bound::new(&["position", "0"], self.position.0, -1000.0..=1000.0),
            Bound::new(&["position", "1"], self.position.1, -1000.0..=1000.0),
            Bound::new(&["width"], self.width, 0.1..=1000.0),
            Bound::new(&["length"], self.length, 0.1..=1000.0),
            Bound::new(&["heading"], self.heading, -360.0..=360.0),
            Bound::new(&["grip"], self.grip, 0.01..=5.0),
        ];
        bounds.extend(triple(&BELT, self.belt, 50.0));
        bounds
    }
}

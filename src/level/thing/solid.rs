//! Forms that a level describes by their measures.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::arena::Bound;
use crate::level::format::is_default;

/// A form that needs no model. Its origin is the middle of the box around it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Solid {
    /// A box.
    Box {
        /// Its extent from left to right, in metres.
        width: f32,
        /// Its extent upwards, in metres.
        height: f32,
        /// Its extent from front to back, in metres.
        length: f32,
    },
    /// A wedge that rises from the floor at its back to its front: cars drive up along its heading.
    Ramp {
        /// Its extent from left to right, in metres.
        width: f32,
        /// Its height at the front, in metres.
        height: f32,
        /// Its extent from front to back, in metres.
        length: f32,
    },
    /// A ball.
    Ball {
        /// Its radius, in metres.
        radius: f32,
    },
    /// An upright segment with a radius.
    Capsule {
        /// Its radius, in metres.
        radius: f32,
        /// Its height over all, in metres.
        height: f32,
    },
    /// An upright cylinder.
    Cylinder {
        /// Its radius, in metres.
        radius: f32,
        /// Its height, in metres.
        height: f32,
    },
    /// An upright cone, the tip above.
    Cone {
        /// The radius of its base, in metres.
        radius: f32,
        /// Its height, in metres.
        height: f32,
    },
    /// The convex hull of points.
    Hull {
        /// The points, in metres.
        points: Vec<Vec3>,
    },
    /// Ground by its heights over a grid.
    Field {
        /// Its extent from left to right, in metres.
        width: f32,
        /// Its extent from front to back, in metres.
        length: f32,
        /// How many heights make a row from left to right.
        columns: u32,
        /// The heights, in metres, row by row from the front to the back.
        heights: Vec<f32>,
    },
    /// Several forms as one body.
    Compound {
        /// The forms.
        of: Vec<SolidPart>,
    },
}

/// A form of a compound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolidPart {
    /// The form.
    pub solid: Solid,
    /// The place of its origin in the compound, in metres.
    #[serde(default, skip_serializing_if = "is_default")]
    pub center: Vec3,
    /// Which way it is turned, in degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub heading: f32,
    /// How far its front is tilted up, in degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tilt: f32,
    /// How far it leans to its right, in degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub roll: f32,
}

impl Solid {
    /// Its measures with their ranges, but for those of lists.
    pub fn bounds(&self) -> Vec<Bound> {
        let side = |field, value| Bound::new(field, value, 0.0001..=1000.0);
        match *self {
            Solid::Box {
                width,
                height,
                length,
            }
            | Solid::Ramp {
                width,
                height,
                length,
            } => vec![
                side(&["width"], width),
                side(&["height"], height),
                side(&["length"], length),
            ],
            Solid::Ball { radius } => vec![side(&["radius"], radius)],
            Solid::Capsule { radius, height }
            | Solid::Cylinder { radius, height }
            | Solid::Cone { radius, height } => {
                vec![side(&["radius"], radius), side(&["height"], height)]
            }
            Solid::Field { width, length, .. } => {
                vec![side(&["width"], width), side(&["length"], length)]
            }
            Solid::Hull { .. } | Solid::Compound { .. } => Vec::new(),
        }
    }

    /// One of the measures that [`Solid::bounds`] names.
    pub fn measure_mut(&mut self, name: &str) -> Option<&mut f32> {
        match (name, self) {
            (
                "width",
                Solid::Box { width, .. } | Solid::Ramp { width, .. } | Solid::Field { width, .. },
            ) => Some(width),
            (
                "length",
                Solid::Box { length, .. }
                | Solid::Ramp { length, .. }
                | Solid::Field { length, .. },
            ) => Some(length),
            (
                "height",
                Solid::Box { height, .. }
                | Solid::Ramp { height, .. }
                | Solid::Capsule { height, .. }
                | Solid::Cylinder { height, .. }
                | Solid::Cone { height, .. },
            ) => Some(height),
            (
                "radius",
                Solid::Ball { radius }
                | Solid::Capsule { radius, .. }
                | Solid::Cylinder { radius, .. }
                | Solid::Cone { radius, .. },
            ) => Some(radius),
            _ => None,
        }
    }

    /// What it is called if nobody says otherwise.
    pub fn word(&self) -> &'static str {
        match self {
            Solid::Box { .. } => "box",
            Solid::Ramp { .. } => "ramp",
            Solid::Ball { .. } => "ball",
            Solid::Capsule { .. } => "capsule",
            Solid::Cylinder { .. } => "cylinder",
            Solid::Cone { .. } => "cone",
            Solid::Hull { .. } => "hull",
            Solid::Field { .. } => "field",
            Solid::Compound { .. } => "compound",
        }
    }

    /// How wide the box around it is at most, upright, in metres.
    pub fn width(&self) -> f32 {
        match self {
            Solid::Box { width, length, .. }
            | Solid::Ramp { width, length, .. }
            | Solid::Field { width, length, .. } => width.max(*length),
            Solid::Ball { radius }
            | Solid::Capsule { radius, .. }
            | Solid::Cylinder { radius, .. }
            | Solid::Cone { radius, .. } => 2.0 * radius,
            Solid::Hull { points } => {
                let far = points.iter().map(|point| point.with_y(0.0).length());
                2.0 * far.fold(0.0, f32::max)
            }
            Solid::Compound { of } => {
                let far =
                    |part: &SolidPart| part.center.with_y(0.0).length() + 0.5 * part.solid.width();
                2.0 * of.iter().map(far).fold(0.0, f32::max)
            }
        }
    }

    /// True if it has an inside to carry mass.
    pub fn has_inside(&self) -> bool {
        match self {
            Solid::Field { .. } => false,
            Solid::Compound { of } => of.iter().all(|part| part.solid.has_inside()),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_that_has_a_range_can_be_set_by_its_name() {
        for text in [
            "Box(width: 1, height: 1, length: 1)",
            "Ramp(width: 1, height: 1, length: 1)",
            "Ball(radius: 1)",
            "Capsule(radius: 1, height: 1)",
            "Cylinder(radius: 1, height: 1)",
            "Cone(radius: 1, height: 1)",
            "Field(width: 1, length: 1, columns: 2, heights: [1, 1, 1, 1])",
        ] {
            let mut solid: Solid = ron::from_str(text).unwrap();
            for (index, bound) in solid.bounds().into_iter().enumerate() {
                let value = 2.0 + index as f32;
                *solid.measure_mut(&bound.field.join(".")).unwrap() = value;
                assert_eq!(solid.bounds()[index].value, value, "{text}");
            }
            assert!(solid.measure_mut("depth").is_none());
        }
    }
}

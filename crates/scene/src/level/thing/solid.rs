//! Solids: shapes that a level describes by measures.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::arena::Bound;
use crate::level::defaults::is_default;

/// A shape without a model file. Its origin is the centre of its bounding box.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Solid {
    /// A box.
    Box {
        /// Extent from left to right, in metres.
        width: f32,
        /// Extent upwards, in metres.
        height: f32,
        /// Extent from front to back, in metres.
        length: f32,
    },
    /// A wedge that rises from the floor at its back to its front, so that cars drive up along its heading.
    Ramp {
        /// Extent from left to right, in metres.
        width: f32,
        /// Height at the front, in metres.
        height: f32,
        /// Extent from front to back, in metres.
        length: f32,
    },
    /// A ball.
    Ball {
        /// Radius, in metres.
        radius: f32,
    },
    /// An upright segment with a radius.
    Capsule {
        /// Radius, in metres.
        radius: f32,
        /// Overall height, in metres.
        height: f32,
    },
    /// An upright cylinder.
    Cylinder {
        /// Radius, in metres.
        radius: f32,
        /// Height, in metres.
        height: f32,
    },
    /// An upright cone with its tip at the top.
    Cone {
        /// Radius of its base, in metres.
        radius: f32,
        /// Height, in metres.
        height: f32,
    },
    /// The convex hull of points.
    Hull {
        /// The points, in metres.
        points: Vec<Vec3>,
    },
    /// A height field over a grid.
    Field {
        /// Extent from left to right, in metres.
        width: f32,
        /// Extent from front to back, in metres.
        length: f32,
        /// Number of heights in a row from left to right.
        columns: u32,
        /// Heights in metres, row by row from front to back.
        heights: Vec<f32>,
    },
    /// Several solids as one body.
    Compound {
        /// The solids.
        of: Vec<SolidPart>,
    },
}

/// A solid of a compound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolidPart {
    /// The solid.
    pub solid: Solid,
    /// Place of its origin in the compound, in metres.
    #[serde(default, skip_serializing_if = "is_default")]
    pub center: Vec3,
    /// Heading, in degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub heading: f32,
    /// Upward tilt of its front, in degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tilt: f32,
    /// Lean to its right, in degrees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub roll: f32,
}

impl Solid {
    /// Returns its measures with their ranges, except those in lists.
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

    /// Returns one of the measures that [`Solid::bounds`] names.
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

    /// Mirrors it across the plane through its origin that is normal to its X.
    pub fn mirror(&mut self) {
        match self {
            Solid::Hull { points } => points.iter_mut().for_each(|point| point.x = -point.x),
            Solid::Field {
                columns, heights, ..
            } => {
                let rows = heights.chunks_mut((*columns).max(1) as usize);
                rows.for_each(<[f32]>::reverse);
            }
            Solid::Compound { of } => {
                for part in of {
                    part.solid.mirror();
                    part.center.x = -part.center.x;
                    (part.heading, part.roll) = (-part.heading, -part.roll);
                }
            }
            // The others are their own mirror image.
            _ => {}
        }
    }

    /// Returns its default name.
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

    /// Returns the largest horizontal extent of its bounding box when upright, in metres.
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

    /// True if it encloses a volume, so that it can have a mass.
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

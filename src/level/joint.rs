//! What a level says of joints.

use glam::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

use crate::arena::{Bound, DrivenBy};
use crate::level::format::is_default;

/// A joint between two things, or between a thing and the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointSpec {
    /// A name for messages.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What it leaves free.
    pub kind: JointKindSpec,
    /// The thing that it holds.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub a: String,
    /// What that is held to; the world if empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub b: String,
    /// In place of `a` and `b`: a thing with copies, each of which is joined to the next half way.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub chain: String,
    /// Where it holds, in the scene as it begins; the origin of `a` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec3>,
    /// The other end of ropes, rods and springs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Vec3>,
    /// The least and the greatest angle in degrees, or for sliders the way in metres, from where it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Vec2>,
    /// It breaks where it holds with more than this, in N.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaks: Option<f32>,
    /// True if the two may collide.
    #[serde(default, skip_serializing_if = "is_default")]
    pub collide: bool,
    /// What drives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motor: Option<MotorSpec>,
}

/// What a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum JointKindSpec {
    /// All turning.
    Ball,
    /// Turning about an axis.
    Hinge {
        /// The axis.
        axis: Vec3,
    },
    /// Sliding along an axis.
    Slider {
        /// The axis.
        axis: Vec3,
    },
    /// Nothing.
    Weld,
    /// All but a greater distance of the two ends.
    Rope {
        /// That distance, in metres; as it begins if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        length: Option<f32>,
    },
    /// All but another distance of the two ends.
    Rod {
        /// That distance, in metres; as it begins if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        length: Option<f32>,
    },
    /// Everything; it pulls and pushes.
    Spring {
        /// The distance at which it rests, in metres; as it begins if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        length: Option<f32>,
        /// How often it swings in a second.
        frequency: f32,
        /// The share of critical damping.
        #[serde(default)]
        damping: f32,
    },
}

/// What drives a joint: a speed, an angle or a place to go to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MotorSpec {
    /// Degrees per second; for a slider m/s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<f32>,
    /// Degrees; for a slider metres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angle: Option<f32>,
    /// The most that it pulls with, in N m; for a slider in N.
    pub force: f32,
    /// The first player's control that drives it: as far as that is held, and without it not at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<DrivenBy>,
}

impl JointSpec {
    /// True for kinds with two ends.
    pub fn has_length(&self) -> bool {
        matches!(
            self.kind,
            JointKindSpec::Rope { .. } | JointKindSpec::Rod { .. } | JointKindSpec::Spring { .. }
        )
    }

    /// True if a player's control drives it.
    pub fn is_driven(&self) -> bool {
        self.motor.is_some_and(|motor| motor.by.is_some())
    }

    /// The axis of hinges and sliders.
    pub fn axis(&self) -> Option<Vec3> {
        match self.kind {
            JointKindSpec::Hinge { axis } | JointKindSpec::Slider { axis } => Some(axis),
            _ => None,
        }
    }

    /// Its numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = Vec::new();
        let length = match self.kind {
            JointKindSpec::Rope { length } | JointKindSpec::Rod { length } => length,
            JointKindSpec::Spring {
                length,
                frequency,
                damping,
            } => {
                bounds.push(Bound::new(&["kind", "frequency"], frequency, 0.01..=60.0));
                bounds.push(Bound::new(&["kind", "damping"], damping, 0.0..=10.0));
                length
            }
            _ => None,
        };
        if let Some(length) = length {
            bounds.push(Bound::new(&["kind", "length"], length, 0.0..=1000.0));
        }
        if let Some(breaks) = self.breaks {
            bounds.push(Bound::new(&["breaks"], breaks, 0.0..=1e9));
        }
        if let Some(limits) = self.limits {
            bounds.push(Bound::new(&["limits", "0"], limits.x, -1000.0..=1000.0));
            bounds.push(Bound::new(&["limits", "1"], limits.y, -1000.0..=1000.0));
        }
        if let Some(motor) = &self.motor {
            bounds.push(Bound::new(&["motor", "force"], motor.force, 0.0..=1e9));
            if let Some(speed) = motor.speed {
                bounds.push(Bound::new(&["motor", "speed"], speed, -10_000.0..=10_000.0));
            }
            if let Some(angle) = motor.angle {
                bounds.push(Bound::new(&["motor", "angle"], angle, -1000.0..=1000.0));
            }
        }
        bounds
    }
}

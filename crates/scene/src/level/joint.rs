//! Joints in a level.

use glam::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

use crate::arena::{Bound, DrivenBy};
use crate::level::defaults::is_default;
use crate::params::limits;

/// A joint between two things, or between a thing and the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointSpec {
    /// Name for messages.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Kind: the motion that it leaves free.
    pub kind: JointKindSpec,
    /// Name of the joined thing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub a: String,
    /// Name of the thing that it is joined to; the world if empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub b: String,
    /// Name of a thing with copies, in place of `a` and `b`: each copy is joined to the next, midway between
    /// them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub chain: String,
    /// Anchor in the initial scene, in metres; by default the origin of `a`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec3>,
    /// The other end of ropes, rods and springs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Vec3>,
    /// Range of the angle in degrees, or of a slider's travel in metres, relative to the initial state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Vec2>,
    /// Force at which it breaks, in N.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaks: Option<f32>,
    /// True if the two may collide.
    #[serde(default, skip_serializing_if = "is_default")]
    pub collide: bool,
    /// Motor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motor: Option<MotorSpec>,
}

/// Kind of a joint: the motion that it leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum JointKindSpec {
    /// Free rotation about a point.
    Ball,
    /// Rotation about an axis.
    Hinge {
        /// The axis, in the axes of the scene.
        axis: Vec3,
    },
    /// Translation along an axis.
    Slider {
        /// The axis, in the axes of the scene.
        axis: Vec3,
    },
    /// No relative motion.
    Weld,
    /// All motion, with a maximum distance of the two ends.
    Rope {
        /// Maximum distance, in metres; by default the initial one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        length: Option<f32>,
    },
    /// All motion, with a constant distance of the two ends.
    Rod {
        /// The distance, in metres; by default the initial one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        length: Option<f32>,
    },
    /// All motion, with a force between the two ends.
    Spring {
        /// Rest length, in metres; by default the initial distance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        length: Option<f32>,
        /// Frequency, in Hz.
        frequency: f32,
        /// Damping ratio: 1 is critical.
        #[serde(default)]
        damping: f32,
    },
}

/// Motor of a joint, for a target speed or a target position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MotorSpec {
    /// Target speed in degrees per second; for a slider in m/s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<f32>,
    /// Target angle in degrees; for a slider the position in metres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angle: Option<f32>,
    /// Maximum torque in N m; for a slider the maximum force in N.
    pub force: f32,
    /// Control of the first player that drives it, in proportion to its deflection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<DrivenBy>,
}

impl JointKindSpec {
    /// Returns its length, the initial distance if that is None; None for kinds without one.
    pub fn length(mut self) -> Option<Option<f32>> {
        self.length_mut().copied()
    }

    /// Returns its length to be changed, as [`JointKindSpec::length`] does.
    pub fn length_mut(&mut self) -> Option<&mut Option<f32>> {
        match self {
            JointKindSpec::Rope { length }
            | JointKindSpec::Rod { length }
            | JointKindSpec::Spring { length, .. } => Some(length),
            JointKindSpec::Ball
            | JointKindSpec::Hinge { .. }
            | JointKindSpec::Slider { .. }
            | JointKindSpec::Weld => None,
        }
    }

    /// Returns the axis of a hinge or slider.
    pub fn axis(mut self) -> Option<Vec3> {
        self.axis_mut().copied()
    }

    /// Returns the axis of a hinge or slider to be changed.
    pub fn axis_mut(&mut self) -> Option<&mut Vec3> {
        match self {
            JointKindSpec::Hinge { axis } | JointKindSpec::Slider { axis } => Some(axis),
            JointKindSpec::Ball
            | JointKindSpec::Weld
            | JointKindSpec::Rope { .. }
            | JointKindSpec::Rod { .. }
            | JointKindSpec::Spring { .. } => None,
        }
    }
}

impl JointSpec {
    /// True for kinds with two ends.
    pub fn has_length(&self) -> bool {
        self.kind.length().is_some()
    }

    /// True if a player's control drives it.
    pub fn is_driven(&self) -> bool {
        self.motor.is_some_and(|motor| motor.by.is_some())
    }

    /// Returns the axis of a hinge or slider.
    pub fn axis(&self) -> Option<Vec3> {
        self.kind.axis()
    }

    /// Returns its numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = Vec::new();
        match self.kind {
            JointKindSpec::Spring {
                frequency, damping, ..
            } => {
                bounds.push(Bound::new(&["kind", "frequency"], frequency, 0.01..=60.0));
                bounds.push(Bound::new(&["kind", "damping"], damping, 0.0..=10.0));
            }
            JointKindSpec::Ball
            | JointKindSpec::Hinge { .. }
            | JointKindSpec::Slider { .. }
            | JointKindSpec::Weld
            | JointKindSpec::Rope { .. }
            | JointKindSpec::Rod { .. } => {}
        }
        if let Some(length) = self.kind.length().flatten() {
            bounds.push(Bound::new(&["kind", "length"], length, 0.0..=1000.0));
        }
        if let Some(breaks) = self.breaks {
            bounds.push(Bound::new(&["breaks"], breaks, 0.0..=1e9));
        }
        if let Some(Vec2 { x, y }) = self.limits {
            bounds.push(Bound::new(
                &["limits", "0"],
                x,
                -limits::JOINT..=limits::JOINT,
            ));
            bounds.push(Bound::new(
                &["limits", "1"],
                y,
                -limits::JOINT..=limits::JOINT,
            ));
        }
        if let Some(motor) = &self.motor {
            bounds.push(Bound::new(&["motor", "force"], motor.force, 0.0..=1e9));
            if let Some(speed) = motor.speed {
                bounds.push(Bound::new(&["motor", "speed"], speed, -10_000.0..=10_000.0));
            }
            if let Some(angle) = motor.angle {
                bounds.push(Bound::new(
                    &["motor", "angle"],
                    angle,
                    -limits::JOINT..=limits::JOINT,
                ));
            }
        }
        bounds
    }
}

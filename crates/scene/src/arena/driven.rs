//! Joints whose motors the player's controls drive: flippers, cranes, custom cars.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use dodgem_physics::{JointId, Motor};

use crate::arena::{Arena, Controls};

/// Control of the first player that drives a motor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DrivenBy {
    /// Throttle: full ahead is the whole range, full reverse the opposite.
    Throttle,
    /// Steering: full right is the whole range, full left the opposite.
    Steer,
    /// Brake: on while it is held.
    Brake,
    /// Boost: on while it is held.
    Boost,
}

impl DrivenBy {
    /// Returns the fraction of the motor's speed or range that the control asks for, from -1 to 1.
    fn share(self, controls: &Controls) -> f32 {
        match self {
            DrivenBy::Throttle => controls.throttle,
            DrivenBy::Steer => controls.steer,
            DrivenBy::Brake => f32::from(u8::from(controls.brake)),
            DrivenBy::Boost => f32::from(u8::from(controls.boost)),
        }
    }
}

/// A joint whose motor a control drives.
#[derive(Clone, Copy, Debug)]
pub(super) struct DrivenJoint {
    joint: JointId,
    by: DrivenBy,
    /// The motor at full deflection of the control.
    motor: Motor,
}

impl Arena {
    /// Lets a control drive the motor of a joint; the motor only holds until the first input.
    pub(super) fn drive_joint(&mut self, joint: JointId, by: DrivenBy, motor: Motor) {
        Arc::make_mut(&mut self.driven).push(DrivenJoint { joint, by, motor });
    }

    /// Sets the driven motors to the first player's controls, from the next step on.
    pub fn drive_joints(&mut self, controls: &Controls) {
        let controls = controls.clamped();
        for driven in &**self.driven {
            let share = driven.by.share(&controls);
            let motor = match driven.motor {
                Motor::Velocity { target, max_force } => Motor::Velocity {
                    target: target * share,
                    max_force,
                },
                Motor::Position {
                    mut spring,
                    max_force,
                } => {
                    spring.rest *= share;
                    Motor::Position { spring, max_force }
                }
            };
            // A joint that broke or was cut has no motor.
            let now = self.world.joint(driven.joint).map(|joint| joint.motor());
            if now.is_some_and(|now| now != Some(motor)) {
                let set = self.world.set_joint_motor(driven.joint, Some(motor));
                debug_assert!(set.is_ok(), "a share of what was in range is in range");
            }
        }
    }
}

//! Joints whose motors the player's controls drive: flippers, cranes, cars of one's own.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use dodgem_physics::{JointId, Motor};

use crate::arena::{Arena, Controls};

/// Which of the first player's controls drives a motor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DrivenBy {
    /// Ahead the whole way, back the other way.
    Throttle,
    /// Right the whole way, left the other way.
    Steer,
    /// While it is held.
    Brake,
    /// While it is held.
    Boost,
}

impl DrivenBy {
    /// How much of the motor's speed or way is wanted, from -1 to 1.
    fn share(self, controls: &Controls) -> f32 {
        match self {
            DrivenBy::Throttle => controls.throttle,
            DrivenBy::Steer => controls.steer,
            DrivenBy::Brake => f32::from(u8::from(controls.brake)),
            DrivenBy::Boost => f32::from(u8::from(controls.boost)),
        }
    }
}

/// A joint with a motor that a control drives.
#[derive(Clone, Copy, Debug)]
pub(super) struct DrivenJoint {
    joint: JointId,
    by: DrivenBy,
    /// What it does with the control held all the way.
    motor: Motor,
}

impl Arena {
    /// From now on a control drives the motor of a joint, which does nothing but hold until then.
    pub(super) fn drive_joint(&mut self, joint: JointId, by: DrivenBy, motor: Motor) {
        Arc::make_mut(&mut self.driven).push(DrivenJoint { joint, by, motor });
    }

    /// Sets the motors that controls drive to what the first player does, from the next step on.
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
            // One that broke or was cut has none.
            let now = self.world.joint(driven.joint).map(|joint| joint.motor());
            if now.is_some_and(|now| now != Some(motor)) {
                let set = self.world.set_joint_motor(driven.joint, Some(motor));
                debug_assert!(set.is_ok(), "a share of what was in range is in range");
            }
        }
    }
}

//! Joints whose motors the player's controls drive: flippers, cranes, custom cars.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use dodgem_physics::{JointId, Motor, World};

use crate::arena::Controls;

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
    /// Returns the fraction of the motor's speed or range that the control sets, from -1 to 1.
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
struct DrivenJoint {
    joint: JointId,
    by: DrivenBy,
    /// The motor at full deflection of the control.
    motor: Motor,
}

/// The joints of an arena that the player's controls drive, shared with the snapshots.
#[derive(Clone, Default)]
pub(super) struct DrivenJoints {
    list: Arc<Vec<DrivenJoint>>,
}

impl DrivenJoints {
    /// Lets a control drive the motor of a joint; the motor only holds until the first input.
    pub fn drive(&mut self, joint: JointId, by: DrivenBy, motor: Motor) {
        Arc::make_mut(&mut self.list).push(DrivenJoint { joint, by, motor });
    }

    /// Forgets a joint that was removed.
    pub fn forget(&mut self, joint: JointId) {
        if self.list.iter().any(|one| one.joint == joint) {
            Arc::make_mut(&mut self.list).retain(|one| one.joint != joint);
        }
    }

    /// True if a control drives a joint that holds.
    pub fn any_holds(&self, world: &World) -> bool {
        let mut driven = self.list.iter();
        driven.any(|one| world.joint(one.joint).is_some())
    }

    /// Sets the driven motors to these controls, from the next step on.
    pub fn set(&self, world: &mut World, controls: &Controls) {
        let controls = controls.clamped();
        for driven in &**self.list {
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
            let now = world.joint(driven.joint).map(|joint| joint.motor());
            if now.is_some_and(|now| now != Some(motor)) {
                let set = world.set_joint_motor(driven.joint, Some(motor));
                debug_assert!(set.is_ok(), "a share of what was in range is in range");
            }
        }
    }
}

//! Triggers of a scene: adds, changes and removes them, and applies their effects on joints.

use std::sync::Arc;

use dodgem_physics::{JointId, Motor};

use crate::arena::{Arena, HandError};
use crate::level::scene::{Scene, named};
use crate::level::{
    Clip, Drive, JointSpec, Level, Nameable, SceneJoint, ThingSpec, TriggerSpec, first_fault,
    motor_of,
};
use crate::params::limits;

impl Scene {
    /// Returns the triggers in the order in which they fire.
    pub fn triggers(&self) -> &Arc<Vec<TriggerSpec>> {
        &self.triggers
    }

    /// Adds a trigger as the last one.
    ///
    /// # Errors
    /// [`HandError`] if it is invalid or refers to something that is not there, or if there are too many.
    pub fn add_trigger(&mut self, arena: &Arena, trigger: &TriggerSpec) -> Result<(), HandError> {
        if self.triggers.len() >= limits::LIST {
            let most = limits::LIST;
            let full = format!("there are {most} triggers already, the most that is allowed");
            return Err(HandError::Refused(full));
        }
        let mut triggers = (*self.triggers).clone();
        triggers.push(trigger.clone());
        self.take_triggers(arena, triggers, trigger)
    }

    /// Replaces a trigger by its index.
    ///
    /// # Errors
    /// [`HandError`] as in [`Scene::add_trigger`], or if there is no such trigger.
    pub fn change_trigger(
        &mut self,
        arena: &Arena,
        index: usize,
        trigger: &TriggerSpec,
    ) -> Result<(), HandError> {
        let mut triggers = (*self.triggers).clone();
        *triggers.get_mut(index).ok_or(HandError::Gone)? = trigger.clone();
        self.take_triggers(arena, triggers, trigger)
    }

    /// Removes a trigger by its index.
    ///
    /// # Errors
    /// [`HandError::Gone`] if there is no such trigger.
    pub fn remove_trigger(&mut self, index: usize) -> Result<(), HandError> {
        if index >= self.triggers.len() {
            return Err(HandError::Gone);
        }
        Arc::make_mut(&mut self.triggers).remove(index);
        Ok(())
    }

    /// Replaces the list, of which one trigger is new.
    fn take_triggers(
        &mut self,
        arena: &Arena,
        triggers: Vec<TriggerSpec>,
        new: &TriggerSpec,
    ) -> Result<(), HandError> {
        let hall = Level {
            triggers: vec![new.clone()],
            ..(*self.frame).clone()
        };
        let names = Nameable::of(self, arena, &triggers);
        match first_fault(&hall, &self.models).or_else(|| names.fault(new)) {
            Some(fault) => Err(HandError::Refused(fault)),
            None => {
                self.triggers = Arc::new(triggers);
                Ok(())
            }
        }
    }

    /// Returns the reason why a thing cannot be added, without looking for its place.
    pub(crate) fn refusal_of(&self, thing: &ThingSpec) -> Option<String> {
        self.hall_of(&Clip::one(thing.clone()))
            .err()
            .map(|error| error.to_string())
    }

    /// Returns the names by which triggers call the joints.
    pub fn joint_names(&self) -> impl Iterator<Item = String> {
        self.named_joints().map(|(name, _)| name)
    }

    /// Returns the number of joints, including those that were removed.
    pub fn joint_count(&self) -> usize {
        self.joints.len()
    }

    /// Returns the joints with the names by which triggers call them.
    pub(crate) fn named_joints(&self) -> impl Iterator<Item = (String, &JointSpec)> {
        let joints = self.joints.iter().enumerate();
        joints.map(|(index, joint)| (joint_name(&joint.spec, index), &*joint.spec))
    }

    /// Returns the specifications of the joints that a trigger calls by a name.
    pub fn joint_specs(&self, name: &str) -> impl Iterator<Item = &JointSpec> {
        self.joints_called(name).map(|joint| &*joint.spec)
    }

    /// Returns the joints of a name: several for a chain, or if a part is used several times.
    pub fn joints_called(&self, name: &str) -> impl Iterator<Item = &SceneJoint> {
        let joints = self.joints.iter().enumerate();
        let called = joints.filter(move |(index, joint)| joint_name(&joint.spec, *index) == name);
        called.map(|(_, joint)| joint)
    }

    /// Changes the motors of all joints of a name that still hold.
    pub fn drive(&self, arena: &mut Arena, name: &str, drive: Drive) {
        for joint in self.joints_called(name) {
            let Some(own) = motor_of(&joint.spec) else {
                continue;
            };
            for id in &joint.ids {
                let now = arena.world().joint(*id).and_then(|joint| joint.motor());
                let motor = match drive {
                    Drive::On => Some(own),
                    Drive::Off => None,
                    Drive::OtherWay => Some(reversed(now.unwrap_or(own))),
                    Drive::Angle { to } => motor_of(&at_angle(&joint.spec, to)),
                };
                arena.set_motor(*id, motor);
            }
        }
    }

    /// Removes all joints of a name.
    ///
    /// # Errors
    /// [`HandError`] if only one of them lets two bodies be inside each other.
    pub fn let_go(&self, arena: &mut Arena, name: &str) -> Result<(), HandError> {
        let ids = self.joints_called(name).flat_map(|joint| &joint.ids);
        let ids: Vec<JointId> = ids.copied().collect();
        arena.refuse_parting(&ids)?;
        ids.iter().for_each(|id| arena.remove_joint(*id));
        Ok(())
    }

    /// Joins two things by name as they are now, unless the joint of that name holds.
    ///
    /// # Errors
    /// [`HandError`] if one is gone, or if the joint is impossible.
    pub fn join_by_name(&mut self, arena: &mut Arena, joint: &JointSpec) -> Result<(), HandError> {
        let mut own = self.joints.iter();
        let own = own.position(|one| one.by_hand && one.spec.name == joint.name);
        let held = |one: &SceneJoint| Scene::is_whole(one, arena);
        if self.joints_called(&joint.name).any(held) {
            return Ok(());
        }
        let a = named(arena, &joint.a).ok_or(HandError::Gone)?;
        let b = match joint.b.is_empty() {
            true => None,
            false => Some(named(arena, &joint.b).ok_or(HandError::Gone)?),
        };
        self.join(arena, a, b, joint)?;
        // A joint that was let go gives its place, so that the list does not grow.
        if let Some(own) = own {
            self.joints.swap_remove(own);
        }
        Ok(())
    }
}

/// Returns the name by which triggers call a joint: one without a name has its number in the list.
pub(crate) fn joint_name(joint: &JointSpec, index: usize) -> String {
    match joint.name.is_empty() {
        true => format!("joint {}", index + 1),
        false => joint.name.clone(),
    }
}

/// Returns a joint whose motor goes to a position.
fn at_angle(joint: &JointSpec, to: f32) -> JointSpec {
    let mut joint = joint.clone();
    if let Some(motor) = &mut joint.motor {
        (motor.speed, motor.angle) = (None, Some(to));
    }
    joint
}

/// Returns a motor that goes the other way.
fn reversed(motor: Motor) -> Motor {
    match motor {
        Motor::Velocity { target, max_force } => Motor::Velocity {
            target: -target,
            max_force,
        },
        Motor::Position {
            mut spring,
            max_force,
        } => {
            spring.rest = -spring.rest;
            Motor::Position { spring, max_force }
        }
    }
}

//! Triggers of a scene in the form of a level: they call things by their names in the level, and those that
//! refer to something that is gone are left out.

use crate::level::scene::save::Saving;
use crate::level::scene::triggers::joint_name;
use crate::level::{JointSpec, Nameable, Then, TriggerSpec, When, Who};

impl Saving<'_> {
    /// Returns the triggers.
    pub(super) fn triggers(&self, notes: &mut Vec<String>) -> Vec<TriggerSpec> {
        let triggers = self.scene.triggers();
        let names = Nameable::of(self.scene, self.arena, triggers);
        let mut kept = Vec::new();
        for (index, trigger) in triggers.iter().enumerate() {
            let gone = joints_of(trigger).find(|name| !self.holds(name));
            let gone = gone.map(|name| format!("the joint {name:?} is gone"));
            match names.fault(trigger).or(gone) {
                None => kept.push(self.renamed(trigger)),
                Some(why) => notes.push(match trigger.name.is_empty() {
                    true => format!("trigger {} is left out: {why}", index + 1),
                    false => format!("the trigger {} is left out: {why}", trigger.name),
                }),
            }
        }
        kept
    }

    /// True if a joint of this name holds, or a trigger can make it.
    fn holds(&self, name: &str) -> bool {
        let world = self.arena.world();
        let mut called = self.scene.joints_called(name);
        let holds = called.any(|joint| joint.ids.iter().any(|id| world.joint(*id).is_some()));
        let mut effects = self.scene.triggers().iter().flat_map(|one| &one.then);
        holds || effects.any(|one| matches!(one, Then::Join { joint } if joint.name == name))
    }

    /// Returns a trigger with the names that things have in the level.
    fn renamed(&self, trigger: &TriggerSpec) -> TriggerSpec {
        let mut trigger = trigger.clone();
        match &mut trigger.when {
            When::Enters { who, .. } | When::Leaves { who, .. } => {
                if let Who::Named { name } = who {
                    self.rename(name);
                }
            }
            When::Contact { a, b, .. } => {
                self.rename(a);
                self.rename(b);
            }
            _ => {}
        }
        for effect in &mut trigger.then {
            match effect {
                Then::Remove { thing } | Then::Push { thing, .. } => self.rename(thing),
                Then::Join { joint } => {
                    self.rename(&mut joint.a);
                    self.rename(&mut joint.b);
                }
                _ => {}
            }
        }
        trigger
    }

    fn rename(&self, name: &mut String) {
        let mut names = self.names.iter();
        let found = names.find(|(id, _)| *self.arena.actor(**id).name == **name);
        if let Some((_, now)) = found {
            name.clone_from(now);
        }
    }

    /// Returns a joint of the scene, by its index, with the name by which triggers call it.
    pub(super) fn called(&self, index: usize, joint: &JointSpec) -> JointSpec {
        let name = joint_name(joint, index);
        let mut joints = self.scene.triggers().iter().flat_map(joints_of);
        let name = match joints.any(|one| one == name) {
            true => name,
            false => joint.name.clone(),
        };
        JointSpec {
            name,
            ..joint.clone()
        }
    }
}

/// Returns the names of the joints that a trigger refers to.
fn joints_of(trigger: &TriggerSpec) -> impl Iterator<Item = &str> {
    let when = match &trigger.when {
        When::Breaks { joint } => Some(&joint[..]),
        _ => None,
    };
    let then = trigger.then.iter().filter_map(|effect| match effect {
        Then::Motor { joint, .. } | Then::LetGo { joint } => Some(&joint[..]),
        _ => None,
    });
    when.into_iter().chain(then)
}

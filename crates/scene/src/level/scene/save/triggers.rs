//! Triggers of a scene in the form of a level: they call things by their names in the level, and those that
//! refer to something that is gone are left out.

use crate::level::scene::save::Saving;
use crate::level::scene::triggers::joint_name;
use crate::level::{
    GraphSpec, JointSpec, Level, Nameable, Named, Role, Then, TriggerSpec, When, Who, is_meant,
};

impl Saving<'_> {
    /// Returns the names in a level that has the things, zones and joints of the scene already.
    pub(super) fn named<'n>(&'n self, level: &'n Level) -> Named<'n> {
        // Those that triggers refer to have a name.
        let joints = level.joints.iter().filter(|spec| !spec.name.is_empty());
        let joints = joints.map(|spec| (spec.name.clone(), spec));
        let inner = self.inner_joints().enumerate();
        let inner = inner.filter_map(|(now, (index, joint))| {
            // Its number may be another one in the level.
            let name = joint_name(&joint.spec, index);
            (name == joint_name(&joint.spec, now)).then_some((name, &*joint.spec))
        });
        Named {
            things: self.names.values().map(String::as_str).collect(),
            zones: level.zones.iter().map(|zone| &zone.name[..]).collect(),
            joints: joints.chain(inner).collect(),
        }
    }

    /// Returns the triggers that refer to nothing but these names and each other.
    pub(super) fn triggers(&self, named: Named<'_>, notes: &mut Vec<String>) -> Vec<TriggerSpec> {
        let triggers = self.scene.triggers().iter();
        let mut kept: Vec<TriggerSpec> = triggers.map(|one| self.renamed(one, &named)).collect();
        let mut numbers: Vec<usize> = (1..=kept.len()).collect();
        loop {
            let names = Nameable::among(self.scene, self.arena, named.clone(), &kept);
            let faults: Vec<Option<String>> = kept.iter().map(|one| names.fault(one)).collect();
            for ((number, trigger), fault) in numbers.iter().zip(&kept).zip(&faults) {
                let name = match trigger.name.is_empty() {
                    true => format!("trigger {number}"),
                    false => format!("the trigger {}", trigger.name),
                };
                notes.extend(fault.iter().map(|why| format!("{name} is left out: {why}")));
            }
            if faults.iter().all(Option::is_none) {
                return kept;
            }
            // Those that are left out may have had a counter or a joint of others.
            let mut stays = faults.iter().map(Option::is_none);
            kept.retain(|_| stays.next().unwrap_or(true));
            let mut stays = faults.iter().map(Option::is_none);
            numbers.retain(|_| stays.next().unwrap_or(true));
        }
    }

    /// Returns a trigger with the names that things have in the level.
    fn renamed(&self, trigger: &TriggerSpec, named: &Named<'_>) -> TriggerSpec {
        let mut trigger = trigger.clone();
        let rename = |name: &mut String| self.rename(name, named);
        match &mut trigger.when {
            When::Enters { who, .. } | When::Leaves { who, .. } => {
                if let Who::Named { name } = who {
                    rename(name);
                }
            }
            When::Contact { a, b, .. } => {
                rename(a);
                rename(b);
            }
            _ => {}
        }
        for effect in &mut trigger.then {
            match effect {
                Then::Remove { thing } | Then::Push { thing, .. } => rename(thing),
                Then::Join { joint } => {
                    rename(&mut joint.a);
                    rename(&mut joint.b);
                }
                _ => {}
            }
        }
        trigger
    }

    pub(super) fn rename(&self, name: &mut String, named: &Named<'_>) {
        let mut names = self.names.iter();
        let found = names.find(|(id, _)| *self.arena.actor(**id).name == **name);
        if let Some((_, now)) = found {
            name.clone_from(now);
            return;
        }
        // Copies within a part that is written one by one.
        let means = |name: &str| named.things.iter().any(|one| is_meant(name, one));
        let apart = name.replace('/', " ");
        if !means(name) && means(&apart) {
            *name = apart;
        }
    }

    /// Returns a joint of the scene, by its index, with the name by which triggers call it.
    pub(super) fn called(&self, index: usize, joint: &JointSpec) -> JointSpec {
        let name = joint_name(joint, index);
        let mut joints = self.scene.triggers().iter().flat_map(joints_of);
        let curves = self.scene.graphs().iter().flat_map(GraphSpec::quantities);
        let readouts = self.scene.card().readouts.iter();
        let mut quantities = curves.chain(readouts.map(|one| &one.quantity));
        let is_shown = quantities.any(|quantity| {
            let mut names = quantity.names().into_iter();
            names.any(|(_, role, one)| role == Role::Joint && one == name)
        });
        let name = match is_shown || joints.any(|one| one == name) {
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

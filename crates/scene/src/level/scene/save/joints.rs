//! Joints of a scene in the form of a level: unchanged joints keep their specification, the others get their
//! current anchors.

use std::collections::BTreeSet;

use dodgem_physics::JointId;

use crate::arena::ActorId;
use crate::level::scene::Scene;
use crate::level::scene::joints::joint_state;
use crate::level::scene::save::Saving;
use crate::level::scene::save::fate::Fate;
use crate::level::{JointSpec, SceneJoint};

impl Saving<'_> {
    /// Returns the current joints.
    pub(super) fn joints(&self) -> Vec<JointSpec> {
        let mut joints = Vec::new();
        for (index, joint) in self.scene.joints.iter().enumerate() {
            let spec = self.called(index, &joint.spec);
            match (joint.of, self.is_joint_as_written(joint)) {
                // The part already contains it.
                (Some(_), true) => {}
                (None, true) => joints.push(spec),
                (_, false) => {
                    let ids = joint.ids.iter();
                    joints.extend(ids.filter_map(|id| self.joint_now(*id, &spec)));
                }
            }
        }
        joints
    }

    /// Returns the joints that the parts of the level contain, with their numbers in the scene.
    pub(super) fn inner_joints(&self) -> impl Iterator<Item = (usize, &SceneJoint)> {
        let joints = self.scene.joints.iter().enumerate();
        joints.filter(|(_, joint)| joint.of.is_some() && self.is_joint_as_written(joint))
    }

    /// Returns the current joints between some actors, and between them and the world.
    pub(super) fn joints_among(&self, ids: &[ActorId]) -> Vec<JointSpec> {
        let among: BTreeSet<ActorId> = ids.iter().copied().collect();
        let is_one = |body| {
            self.arena
                .actor_of(body)
                .is_some_and(|id| among.contains(&id))
        };
        let all = self.scene.joints.iter();
        let all = all.flat_map(|joint| joint.ids.iter().map(move |id| (*id, &joint.spec)));
        let own = all.filter(|(id, _)| {
            let joint = self.arena.world().joint(*id).map(|joint| joint.bodies());
            joint.is_some_and(|(one, other)| is_one(one) && other.is_none_or(is_one))
        });
        let now = own.filter_map(|(id, spec)| self.joint_now(id, spec));
        let now = now.map(|joint| JointSpec {
            a: joint.a.replace('/', " "),
            b: joint.b.replace('/', " "),
            ..joint
        });
        now.collect()
    }

    /// True if a joint of the file and all things that it joins are written as they were; one in a part is
    /// written with the part.
    fn is_joint_as_written(&self, joint: &SceneJoint) -> bool {
        if joint.by_hand || !Scene::is_whole(joint, self.arena) {
            return false;
        }
        if let Some(of) = joint.of {
            return matches!(self.fates[of], Fate::Same | Fate::Moved(_));
        }
        let world = self.arena.world();
        let joined = joint.ids.iter().filter_map(|id| world.joint(*id));
        let mut bodies = joined.flat_map(|one| {
            let (body, other) = one.bodies();
            [Some(body), other].into_iter().flatten()
        });
        bodies.all(|body| {
            let actor = self.arena.actor_of(body);
            actor.is_none_or(|id| self.fate(id) == Fate::Same)
        })
    }

    /// Returns a joint in its current state; None if it is gone.
    fn joint_now(&self, id: JointId, written: &JointSpec) -> Option<JointSpec> {
        let joint = self.arena.world().joint(id)?;
        let name_of = |body| Some(self.names.get(&self.arena.actor_of(body)?)?.clone());
        let (body, other) = joint.bodies();
        Some(JointSpec {
            a: name_of(body)?,
            b: match other {
                Some(other) => name_of(other)?,
                None => String::new(),
            },
            ..joint_state(self.arena, id, written)?
        })
    }
}

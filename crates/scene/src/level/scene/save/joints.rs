//! Joints of a scene in the form of a level: unchanged joints keep their specification, the others get their
//! current anchors.

use std::collections::BTreeSet;

use glam::Vec3;

use dodgem_physics::{JointId, JointKind};

use crate::arena::ActorId;
use crate::level::scene::Scene;
use crate::level::scene::numbers::even;
use crate::level::scene::save::{Fate, Saving};
use crate::level::{JointKindSpec, JointSpec, SceneJoint};

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

    /// True if a joint of the file and all things that it joins are written as they were.
    fn is_joint_as_written(&self, joint: &SceneJoint) -> bool {
        let world = self.arena.world();
        let joined = joint.ids.iter().filter_map(|id| world.joint(*id));
        let mut bodies = joined.flat_map(|one| {
            let (body, other) = one.bodies();
            [Some(body), other].into_iter().flatten()
        });
        let is_same = |body| {
            let actor = self.arena.actor_of(body);
            actor.is_none_or(|id| self.fate(id) == Fate::Same)
        };
        !joint.by_hand && Scene::is_whole(joint, self.arena) && bodies.all(is_same)
    }

    /// Returns a joint in its current state; None if it is gone.
    fn joint_now(&self, id: JointId, written: &JointSpec) -> Option<JointSpec> {
        let arena = self.arena;
        let world = arena.world();
        let joint = world.joint(id)?;
        let name_of = |body| Some(self.names.get(&arena.actor_of(body)?)?.clone());
        let (body, other) = joint.bodies();
        let (on_body, on_other) = world.joint_anchors(id)?;
        let place = |v: Vec3| Vec3::from(v.to_array().map(|x| even(f64::from(x), 5)));
        let axis = world.joint_axis(id).map(place).unwrap_or(Vec3::Y);
        let length = joint.limits().map(|limits| even(f64::from(limits[1]), 4));
        let rest = joint.spring().map(|spring| even(f64::from(spring.rest), 4));
        let kind = match written.kind {
            JointKindSpec::Hinge { .. } => JointKindSpec::Hinge { axis },
            JointKindSpec::Slider { .. } => JointKindSpec::Slider { axis },
            JointKindSpec::Rope { .. } => JointKindSpec::Rope { length },
            JointKindSpec::Rod { .. } => JointKindSpec::Rod { length },
            JointKindSpec::Spring {
                frequency, damping, ..
            } => JointKindSpec::Spring {
                length: rest,
                frequency,
                damping,
            },
            kind => kind,
        };
        // Joint coordinates are relative to the initial state, which is now the current one.
        let gone = world.joint_position(id).unwrap_or(0.0);
        let unit = |value: f64| match joint.kind() {
            JointKind::Slider => even(value, 4),
            _ => even(value.to_degrees(), 3),
        };
        let turns = matches!(joint.kind(), JointKind::Hinge | JointKind::Slider);
        let limits = joint.limits().filter(|_| turns);
        let limits = limits.map(|two| two.map(|value| unit(f64::from(value) - gone)).into());
        let mut motor = written.motor;
        if let Some(angle) = motor.as_mut().and_then(|motor| motor.angle.as_mut()) {
            let places = if joint.kind() == JointKind::Slider {
                4
            } else {
                3
            };
            *angle = even(f64::from(*angle) - f64::from(unit(gone)), places);
        }
        let has_length = written.has_length();
        Some(JointSpec {
            kind,
            a: name_of(body)?,
            b: match other {
                Some(other) => name_of(other)?,
                None => String::new(),
            },
            chain: String::new(),
            at: Some(place(on_body)),
            to: has_length.then(|| place(on_other)),
            limits,
            motor,
            ..written.clone()
        })
    }
}

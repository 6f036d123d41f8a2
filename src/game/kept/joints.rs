//! Joints of a running scene in the form of a level: unchanged joints keep their specification, the others
//! get their current anchors.

use std::collections::BTreeMap;

use glam::Vec3;

use dodgem_physics::{JointId, JointKind};

use crate::game::kept::numbers::even;
use crate::game::kept::{Fate, Scene};
use crate::level::{JointKindSpec, JointSpec, PlacedJoint, body_chain};

impl Scene<'_> {
    /// Returns the joints of the level, each with its joints in the world.
    pub(super) fn said_joints(&self) -> Vec<(&PlacedJoint<'_>, &[JointId])> {
        let mut left = &self.round.joints[..];
        let mut all = Vec::new();
        for joint in &self.expanded.joints {
            let count = match joint.chain.is_empty() {
                true => 1,
                false => body_chain(&self.expanded, &joint.chain).saturating_sub(1),
            };
            let (these, others) = left.split_at(count.min(left.len()));
            all.push((joint, these));
            left = others;
        }
        all
    }

    /// Returns the current joints.
    pub(super) fn joints(&self, fates: &[Fate], names: &BTreeMap<u32, String>) -> Vec<JointSpec> {
        let mut joints = Vec::new();
        let called = |name: &str| self.now_called(name, names).is_none();
        for (joint, ids) in self.said_joints() {
            let world = self.round.arena.world();
            let bodies = ids
                .iter()
                .filter_map(|id| world.joint(*id))
                .flat_map(|one| {
                    let (body, other) = one.bodies();
                    [Some(body), other].into_iter().flatten()
                });
            let actors = bodies.filter_map(|body| self.round.arena.actor_of(body));
            let fates = actors.map(|id| {
                let placed = self.expanded.things.get(id.index());
                placed.map_or(Fate::Apart, |placed| fates[placed.of])
            });
            let whole = ids.iter().all(|id| world.joint(*id).is_some());
            let same = whole && fates.into_iter().all(|fate| fate == Fate::Same);
            match (joint.of, same && called(&joint.a) && called(&joint.b)) {
                // The part already contains it.
                (Some(_), true) => {}
                (None, true) => joints.push(joint.spec.clone()),
                (_, false) => {
                    joints.extend(
                        ids.iter()
                            .filter_map(|id| self.joint_now(*id, joint.spec, names)),
                    );
                }
            }
        }
        for (id, spec) in &self.round.edits.joints {
            joints.extend(self.joint_now(*id, spec, names));
        }
        joints
    }

    /// Returns a joint in its current state; None if it is gone.
    fn joint_now(
        &self,
        id: JointId,
        said: &JointSpec,
        names: &BTreeMap<u32, String>,
    ) -> Option<JointSpec> {
        let arena = &self.round.arena;
        let world = arena.world();
        let joint = world.joint(id)?;
        let name_of = |body| Some(names.get(&arena.actor_of(body)?.0)?.clone());
        let (body, other) = joint.bodies();
        let (on_body, on_other) = world.joint_anchors(id)?;
        let place = |v: Vec3| Vec3::from(v.to_array().map(|x| even(f64::from(x), 5)));
        let axis = world.joint_axis(id).map(place).unwrap_or(Vec3::Y);
        let length = joint.limits().map(|limits| even(f64::from(limits[1]), 4));
        let rest = joint.spring().map(|spring| even(f64::from(spring.rest), 4));
        let kind = match said.kind {
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
        let mut motor = said.motor;
        if let Some(angle) = motor.as_mut().and_then(|motor| motor.angle.as_mut()) {
            let places = if joint.kind() == JointKind::Slider {
                4
            } else {
                3
            };
            *angle = even(f64::from(*angle) - f64::from(unit(gone)), places);
        }
        let has_length = said.has_length();
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
            ..said.clone()
        })
    }
}

//! Adds the joints of a level, once its things are in the arena.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::Vec3;

use dodgem_physics::{Anchors, JointDesc, JointId, JointKind, Motor, Spring};

use crate::arena::{ActorId, Arena};
use crate::level::expand::{Expansion, SceneJoint, SceneThing};
use crate::level::suggest::closest;
use crate::level::{JointKindSpec, JointSpec, MotorSpec, SpecPlace};
use crate::params::{MOTOR_DAMPING, MOTOR_HERTZ};

/// Names of things that are joined and do not collide.
#[derive(Default)]
pub(crate) struct JoinedThings {
    pairs: BTreeMap<String, BTreeSet<String>>,
}

impl JoinedThings {
    pub fn of(expanded: &Expansion) -> JoinedThings {
        let mut joined = JoinedThings::default();
        for joint in expanded.joints.iter().filter(|joint| !joint.spec.collide) {
            if joint.chain.is_empty() {
                joined.note(&joint.a, &joint.b);
            } else {
                let links = chain_links(&expanded.things, &joint.chain);
                for pair in links.windows(2) {
                    joined.note(&pair[0].name, &pair[1].name);
                }
            }
        }
        joined
    }

    fn note(&mut self, a: &str, b: &str) {
        for (one, other) in [(a, b), (b, a)] {
            let list = self.pairs.entry(one.to_owned()).or_default();
            list.insert(other.to_owned());
        }
    }

    /// Returns the names of the things that a thing is joined to.
    pub fn of_thing(&self, name: &str) -> impl Iterator<Item = &String> {
        self.pairs.get(name).into_iter().flatten()
    }
}

/// Returns the copies of a thing, in order.
fn chain_links<'e>(things: &'e [SceneThing], chain: &str) -> Vec<&'e SceneThing> {
    let things = things.iter();
    things.filter(|thing| thing.chain == chain).collect()
}

/// Returns the number of joints that a joint or a chain creates.
pub(crate) fn joint_count(expanded: &Expansion, joint: &SceneJoint) -> usize {
    match joint.chain.is_empty() {
        true => 1,
        false => chain_links(&expanded.things, &joint.chain)
            .len()
            .saturating_sub(1),
    }
}

/// The things of an arena by name.
pub(crate) struct NamedThings<'a> {
    pub ids: &'a BTreeMap<String, ActorId>,
    /// False if faulty things were left out: then an unknown name is no error.
    pub is_whole: bool,
}

impl NamedThings<'_> {
    /// Returns a thing by its name.
    pub fn find(&self, name: &str) -> Result<ActorId, Option<String>> {
        if let Some(id) = self.ids.get(name) {
            return Ok(*id);
        }
        if !self.is_whole {
            return Err(None);
        }
        let first = format!("{name} 1");
        if self.ids.contains_key(&first) {
            return Err(Some(format!(
                "there are several of {name:?}; name one of them, such as {first:?}"
            )));
        }
        let near = closest(name, self.ids.keys().map(String::as_str));
        let near = near.map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
        Err(Some(format!("there is no thing {name:?}{near}")))
    }
}

/// Adds a joint, or all joints of a chain, and returns them.
///
/// # Errors
/// Reason why it is impossible; None if the fault is already reported for a thing.
pub(crate) fn add_joint(
    arena: &mut Arena,
    things: &[SceneThing],
    joint: &SceneJoint,
    names: &NamedThings<'_>,
) -> Result<Vec<JointId>, Option<String>> {
    if joint.chain.is_empty() {
        let a = names.find(&joint.a)?;
        let b = match joint.b.is_empty() {
            true => None,
            false => Some(names.find(&joint.b)?),
        };
        let origin = |id: ActorId| origin_of(arena, things, names, id);
        let at = joint.at.unwrap_or_else(|| origin(a));
        let to = match (joint.to, b) {
            (Some(to), _) => to,
            (None, Some(b)) if joint.spec.has_length() => origin(b),
            _ => at,
        };
        return Ok(vec![one(arena, joint, a, b, [at, to])?]);
    }
    let links = chain_links(things, &joint.chain);
    if links.len() < 2 {
        let known = names.is_whole.then(|| {
            format!(
                "a chain needs a thing with two copies at least; {:?} has none",
                joint.chain
            )
        });
        return Err(known);
    }
    let mut added = Vec::new();
    for pair in links.windows(2) {
        let ids = [names.find(&pair[0].name)?, names.find(&pair[1].name)?];
        let ends = [pair[0].origin(), pair[1].origin()];
        let middle = (ends[0] + ends[1]) * 0.5;
        let ends = if joint.spec.has_length() {
            ends
        } else {
            [middle; 2]
        };
        added.push(one(arena, joint, ids[0], Some(ids[1]), ends)?);
    }
    Ok(added)
}

/// Adds a joint between two actors in their current poses: at its anchor, or at their origins.
///
/// # Errors
/// Reason why it is impossible.
pub(crate) fn join(
    arena: &mut Arena,
    spec: &JointSpec,
    a: ActorId,
    b: Option<ActorId>,
) -> Result<SceneJoint, String> {
    let joint = SceneJoint {
        spec: Arc::new(spec.clone()),
        source: SpecPlace::FIRST,
        of: None,
        by_hand: true,
        ids: Vec::new(),
        a: String::new(),
        b: String::new(),
        chain: String::new(),
        at: spec.at,
        to: spec.to,
        axis: spec.axis(),
    };
    let origin = |id: ActorId| arena.actor(id).pose.translation();
    let at = spec.at.unwrap_or_else(|| origin(a));
    let to = match (spec.to, b) {
        (Some(to), _) => to,
        (None, Some(b)) if spec.has_length() => origin(b),
        _ => at,
    };
    let added = one(arena, &joint, a, b, [at, to]);
    let ids = vec![added.map_err(Option::unwrap_or_default)?];
    Ok(SceneJoint { ids, ..joint })
}

/// Returns the initial origin of a thing.
fn origin_of(arena: &Arena, things: &[SceneThing], names: &NamedThings<'_>, id: ActorId) -> Vec3 {
    let is_it = |thing: &&SceneThing| names.ids.get(&thing.name) == Some(&id);
    match things.iter().find(is_it) {
        Some(thing) => thing.origin(),
        None => arena.actor(id).pose.translation(),
    }
}

fn one(
    arena: &mut Arena,
    joint: &SceneJoint,
    a: ActorId,
    b: Option<ActorId>,
    [at, to]: [Vec3; 2],
) -> Result<JointId, Option<String>> {
    let desc = described(joint, arena, a, b, [at, to]);
    let added = arena.add_joint(&desc, joint.spec.motor.and_then(|motor| motor.by));
    added.map_err(|error| Some(error.to_string()))
}

/// Converts a joint into a description for the physics.
fn described(
    joint: &SceneJoint,
    arena: &Arena,
    a: ActorId,
    b: Option<ActorId>,
    [at, to]: [Vec3; 2],
) -> JointDesc {
    let spec: &JointSpec = &joint.spec;
    let far = (to - at).length();
    let kind = match spec.kind {
        JointKindSpec::Ball => JointKind::Ball,
        JointKindSpec::Hinge { .. } => JointKind::Hinge,
        JointKindSpec::Slider { .. } => JointKind::Slider,
        JointKindSpec::Weld => JointKind::Fixed,
        JointKindSpec::Rope { .. } | JointKindSpec::Rod { .. } | JointKindSpec::Spring { .. } => {
            JointKind::Distance
        }
    };
    let is_angle = kind != JointKind::Slider;
    let unit = |value: f32| if is_angle { value.to_radians() } else { value };
    let (limits, spring) = match spec.kind {
        JointKindSpec::Rope { length } => (Some([0.0, length.unwrap_or(far)]), None),
        JointKindSpec::Rod { length } => (Some([length.unwrap_or(far); 2]), None),
        JointKindSpec::Spring {
            length,
            frequency,
            damping,
        } => (
            None,
            Some(Spring {
                rest: length.unwrap_or(far),
                hertz: frequency,
                damping_ratio: damping,
            }),
        ),
        JointKindSpec::Ball
        | JointKindSpec::Hinge { .. }
        | JointKindSpec::Slider { .. }
        | JointKindSpec::Weld => (spec.limits.map(|two| [unit(two.x), unit(two.y)]), None),
    };
    JointDesc {
        anchors: Anchors::World {
            on_body: at,
            on_other: to,
        },
        axis: joint.axis.unwrap_or(Vec3::Y),
        limits,
        spring,
        motor: motor_of(spec),
        break_force: spec.breaks.unwrap_or(f32::INFINITY),
        collide: spec.collide,
        ..JointDesc::new(
            kind,
            arena.actor(a).body,
            b.map(|b| arena.actor(b).body),
            at,
        )
    }
}

/// Returns the motor of a joint for the physics.
pub(crate) fn motor_of(joint: &JointSpec) -> Option<Motor> {
    let is_slider = matches!(joint.kind, JointKindSpec::Slider { .. });
    let unit = |value: f32| if is_slider { value } else { value.to_radians() };
    joint.motor.as_ref().map(|motor| driven(motor, unit))
}

/// Converts a motor into one for the physics.
fn driven(motor: &MotorSpec, unit: impl Fn(f32) -> f32) -> Motor {
    let max_force = motor.force;
    match (motor.speed, motor.angle) {
        (None, Some(angle)) => Motor::Position {
            spring: Spring {
                rest: unit(angle),
                hertz: MOTOR_HERTZ,
                damping_ratio: MOTOR_DAMPING,
            },
            max_force,
        },
        (speed, _) => Motor::Velocity {
            target: unit(speed.unwrap_or(0.0)),
            max_force,
        },
    }
}

//! Adds the joints of a level, once its things are in the arena.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;

use dodgem_physics::{Anchors, JointDesc, JointId, JointKind, Motor, Spring};

use crate::arena::{ActorId, Arena};
use crate::level::expand::{Expansion, PlacedJoint, PlacedThing};
use crate::level::suggest::closest;
use crate::level::{JointKindSpec, JointSpec, MotorSpec, SpecPlace};
use crate::params::{MOTOR_DAMPING, MOTOR_HERTZ};

/// Names of things that are joined and do not collide.
#[derive(Default)]
pub(super) struct JoinedThings {
    pairs: BTreeMap<String, BTreeSet<String>>,
}

impl JoinedThings {
    pub fn of(expanded: &Expansion<'_>) -> JoinedThings {
        let mut joined = JoinedThings::default();
        for joint in expanded.joints.iter().filter(|joint| !joint.spec.collide) {
            if joint.chain.is_empty() {
                joined.note(&joint.a, &joint.b);
            } else {
                let links = chain_links(expanded, &joint.chain);
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
fn chain_links<'e, 'a>(expanded: &'e Expansion<'a>, chain: &str) -> Vec<&'e PlacedThing<'a>> {
    let things = expanded.things.iter();
    things.filter(|thing| thing.chain == chain).collect()
}

/// Returns the number of links of a chain.
pub(crate) fn body_chain(expanded: &Expansion<'_>, chain: &str) -> usize {
    chain_links(expanded, chain).len()
}

/// The things of an arena by name.
pub(super) struct NamedThings<'a> {
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
pub(super) fn add_joint(
    arena: &mut Arena,
    expanded: &Expansion<'_>,
    joint: &PlacedJoint<'_>,
    names: &NamedThings<'_>,
) -> Result<Vec<JointId>, Option<String>> {
    if joint.chain.is_empty() {
        let a = names.find(&joint.a)?;
        let b = match joint.b.is_empty() {
            true => None,
            false => Some(names.find(&joint.b)?),
        };
        let origin = |id: ActorId| origin_of(arena, expanded, names, id);
        let at = joint.at.unwrap_or_else(|| origin(a));
        let to = match (joint.to, b) {
            (Some(to), _) => to,
            (None, Some(b)) if joint.spec.has_length() => origin(b),
            _ => at,
        };
        return Ok(vec![one(arena, joint, a, b, [at, to])?]);
    }
    let links = chain_links(expanded, &joint.chain);
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

/// Adds the joints of an expanded level, with actors by name. Returns each with its specification.
///
/// # Errors
/// Reason why a joint is impossible; the joints before it have been added.
pub(crate) fn join_expanded(
    arena: &mut Arena,
    expanded: &Expansion<'_>,
    ids: &BTreeMap<String, ActorId>,
) -> Result<Vec<(JointId, JointSpec)>, String> {
    let names = NamedThings {
        ids,
        is_whole: true,
    };
    let mut all = Vec::new();
    for joint in &expanded.joints {
        let added = add_joint(arena, expanded, joint, &names).map_err(Option::unwrap_or_default)?;
        all.extend(added.into_iter().map(|id| (id, joint.spec.clone())));
    }
    Ok(all)
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
) -> Result<JointId, String> {
    let joint = PlacedJoint {
        spec,
        source: SpecPlace {
            part: None,
            index: 0,
        },
        of: None,
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
    added.map_err(Option::unwrap_or_default)
}

/// Returns the initial origin of a thing.
fn origin_of(
    arena: &Arena,
    expanded: &Expansion<'_>,
    names: &NamedThings<'_>,
    id: ActorId,
) -> Vec3 {
    let is_it = |thing: &&PlacedThing<'_>| names.ids.get(&thing.name) == Some(&id);
    match expanded.things.iter().find(is_it) {
        Some(thing) => thing.origin(),
        None => arena.actor(id).pose.translation(),
    }
}

fn one(
    arena: &mut Arena,
    joint: &PlacedJoint<'_>,
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
    joint: &PlacedJoint<'_>,
    arena: &Arena,
    a: ActorId,
    b: Option<ActorId>,
    [at, to]: [Vec3; 2],
) -> JointDesc {
    let spec: &JointSpec = joint.spec;
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
        _ => (spec.limits.map(|two| [unit(two.x), unit(two.y)]), None),
    };
    JointDesc {
        anchors: Anchors::World {
            on_body: at,
            on_other: to,
        },
        axis: joint.axis.unwrap_or(Vec3::Y),
        limits,
        spring,
        motor: spec.motor.as_ref().map(|motor| driven(motor, unit)),
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

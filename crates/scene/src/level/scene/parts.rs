//! Parts that a scene takes while it runs, and uses that follow a part that has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dodgem_collide::math::Pose;
use glam::Vec3;

use crate::arena::{ActorId, ActorKind, Arena, HandError};
use crate::level::scene::joints::Ends;
use crate::level::scene::names::Names;
use crate::level::scene::numbers::angles;
use crate::level::scene::triggers::joint_name;
use crate::level::scene::{Scene, named};
use crate::level::{
    Clip, JointSpec, Level, PartSpec, SceneJoint, ThingSpec, check_joint, first_fault, join,
};
use crate::params::limits;

impl Scene {
    /// Returns the parts that things can use: the level's, then those that acts took.
    pub fn parts(&self) -> &[PartSpec] {
        &self.parts
    }

    /// Takes parts, those with the names of known ones in place of these. Uses of a part that changes stay as
    /// they are, as things of their own.
    ///
    /// # Errors
    /// [`HandError`] if one is invalid here, or if there are too many; then nothing has changed.
    pub fn take_parts(&mut self, parts: &[PartSpec]) -> Result<(), HandError> {
        let mut all = (*self.parts).clone();
        let mut others = BTreeSet::new();
        for part in parts {
            // The scene's file contains it, so that it stays as it is until the player asks otherwise.
            let new = PartSpec {
                from_file: false,
                ..part.clone()
            };
            match all.iter_mut().find(|one| one.name == part.name) {
                Some(known) if is_same(known, part) => {}
                Some(known) => {
                    others.insert(&part.name[..]);
                    *known = new;
                }
                None => all.push(new),
            }
        }
        if all.len() > limits::LIST {
            return Err(HandError::Refused(format!(
                "there are {} parts already, the most that is allowed",
                limits::LIST
            )));
        }
        let mut hall = (*self.frame).clone();
        hall.parts.clone_from(&all);
        let uses = parts.iter().map(|part| ThingSpec {
            part: part.name.clone(),
            ..ThingSpec::default()
        });
        hall.things = uses.collect();
        if let Some(fault) = first_fault(&hall, &self.models) {
            return Err(HandError::Refused(fault));
        }
        hall.things.clear();
        let old = self.entries_of(&users_of(&all, &others));
        let bodies = self.bodies.iter_mut();
        for body in bodies.filter(|body| body.entry.is_some_and(|entry| old.contains(&entry))) {
            body.is_changed = true;
        }
        (self.frame, self.parts) = (Arc::new(hall), Arc::new(all));
        Ok(())
    }

    /// Takes parts, and makes all uses of them anew where they are now, at rest, also those of parts that use
    /// them. Joints to other things hold the new bodies of the same names. If it fails, the arena and the
    /// scene must be restored.
    ///
    /// # Errors
    /// [`HandError`] as in [`Scene::take_parts`], or if a new use has no room.
    pub fn follow_parts(&mut self, arena: &mut Arena, parts: &[PartSpec]) -> Result<(), HandError> {
        let names = parts.iter().map(|part| &part.name[..]).collect();
        let known = Arc::clone(&self.parts);
        let entries = self.entries_of(&users_of(&known, &names));
        let mut clip = Clip::default();
        let (mut gone, mut followed) = (BTreeMap::new(), Vec::new());
        for entry in entries {
            let of_entry = (0..).map(ActorId).zip(&self.bodies);
            let of_entry = of_entry.filter(|(_, body)| body.entry == Some(entry));
            let here = of_entry.filter(|(_, body)| !body.is_removed && body.kind.is_none());
            let here: Vec<ActorId> = here.map(|(id, _)| id).collect();
            if let Some(base) = self.base_of(arena, &here) {
                clip.things.push(self.use_now(arena, entry, base)?);
                followed.push(entry);
                gone.extend(here.into_iter().map(|id| (id, entry)));
            }
        }
        let joints = self.outer_joints(arena, &gone);
        self.take_parts(parts)?;
        let mut free = Names::of(arena);
        let mut old = BTreeMap::new();
        for (id, entry) in gone {
            let actor = arena.actor(id);
            free.give_back(&actor.name);
            old.insert(id, (entry, actor.name.to_string(), actor.pose));
            self.remove(arena, id)?;
        }
        if clip.things.is_empty() {
            return Ok(());
        }
        let first = self.entries.len();
        self.add_named(arena, &clip, &mut free)?;
        let new = Followed {
            old,
            followed,
            first,
        };
        joints
            .into_iter()
            .try_for_each(|joint| self.join_again(arena, joint, &new))
    }

    /// Returns the body by which a use is placed: one that stands still, else one that moves by itself, else
    /// the heaviest. A part may turn on its own hinge, which is no turn of the whole.
    fn base_of(&self, arena: &Arena, here: &[ActorId]) -> Option<ActorId> {
        let rank = |id: &ActorId| {
            let actor = arena.actor(*id);
            match actor.kind {
                ActorKind::Fixed => (2, 0.0),
                ActorKind::Moved { .. } => (1, 0.0),
                _ => (0, actor.mass),
            }
        };
        let order = |one: &&ActorId, other: &&ActorId| {
            let ((kind, mass), (other_kind, other_mass)) = (rank(one), rank(other));
            // Of equal ones it is the first.
            kind.cmp(&other_kind)
                .then(mass.total_cmp(&other_mass))
                .then(other.cmp(one))
        };
        here.iter().max_by(order).copied()
    }

    /// Returns the joints that hold bodies of uses to other things, to the world or to each other, as they are
    /// now.
    fn outer_joints(&self, arena: &Arena, gone: &BTreeMap<ActorId, usize>) -> Vec<OuterJoint> {
        let held = self
            .joints_at(arena, |id| gone.contains_key(&id))
            .into_iter();
        let held = held.filter(|(index, _)| {
            let joint = &self.joints[*index];
            joint.by_hand
                || !joint
                    .of
                    .is_some_and(|of| gone.values().any(|entry| *entry == of))
        });
        held.flat_map(|(index, links)| {
            let is_whole = links.len() == 1;
            let links = links.into_iter();
            links.map(move |(_, ends, now)| OuterJoint {
                index,
                is_whole,
                ends,
                now,
            })
        })
        .filter(|joint| {
            let (a, b) = joint.ends;
            gone.contains_key(&a) || b.is_some_and(|b| gone.contains_key(&b))
        })
        .collect()
    }

    /// Lets a joint hold the new bodies of uses. It goes if the part no longer has the thing.
    fn join_again(
        &mut self,
        arena: &mut Arena,
        joint: OuterJoint,
        new: &Followed,
    ) -> Result<(), HandError> {
        // The body of an end, with its old and its new pose if it is new.
        let end = |id: ActorId| match new.old.get(&id) {
            None => Some((id, None)),
            Some((entry, name, old)) => {
                let place = new.followed.iter().position(|one| one == entry)?;
                // Of several copies the number stays: "row 2/foot".
                let rest = name.strip_prefix(&use_name(&self.entries, *entry)[..])?;
                let name = format!("{}{rest}", self.entries.get(new.first + place)?.name);
                let id = named(arena, &name)?;
                Some((id, Some((*old, arena.actor(id).pose))))
            }
        };
        let Some((a, by_a)) = end(joint.ends.0) else {
            return Ok(());
        };
        let other = joint.ends.1.map(end);
        let Some(other) = other.map_or(Some(None), |found| found.map(Some)) else {
            return Ok(());
        };
        let mut spec = joint.now;
        let both = by_a.is_some() && other.is_some_and(|(_, by)| by.is_some());
        if spec.has_length() {
            spec.at = spec.at.map(|at| moved(at, by_a));
            let by_b = other.and_then(|(_, by)| by);
            spec.to = spec.to.map(|to| moved(to, by_b));
        } else if both {
            // A point that another thing or the world shares stays where that has it.
            spec.at = spec.at.map(|at| moved(at, by_a));
        }
        let b = other.map(|(b, _)| b);
        check_joint(&spec, b.is_none()).map_err(HandError::Refused)?;
        let name = joint_name(&self.joints[joint.index].spec, joint.index);
        let added = join(arena, &spec, a, b).map_err(HandError::Refused)?;
        match joint.is_whole {
            true => self.joints[joint.index] = added,
            // Each link of a chain has its own state.
            false => {
                let spec = JointSpec {
                    name,
                    ..(*added.spec).clone()
                };
                self.joints.push(SceneJoint {
                    spec: spec.into(),
                    ..added
                });
            }
        }
        Ok(())
    }

    /// Returns the parts that belong into the file of a scene with these things and triggers: the level's, and
    /// of the others those that are used.
    pub(super) fn kept_parts(&self, level: &Level) -> Vec<PartSpec> {
        let own = |part: &PartSpec| self.level.part_index(&part.name).is_some();
        let mut kept: Vec<&PartSpec> = self.parts.iter().filter(|part| own(part)).collect();
        loop {
            let inner = kept.iter().flat_map(|part| &part.things);
            let things = level.things.iter().chain(level.triggered()).chain(inner);
            let used: BTreeSet<&str> = things.map(|thing| &thing.part[..]).collect();
            let is_kept = |part: &&PartSpec| kept.iter().any(|one| one.name == part.name);
            let missing = self
                .parts
                .iter()
                .filter(|part| used.contains(&part.name[..]));
            let missing: Vec<&PartSpec> = missing.filter(|part| !is_kept(part)).collect();
            if missing.is_empty() {
                return kept.into_iter().cloned().collect();
            }
            kept.extend(missing);
        }
    }

    /// Returns the indices of the entries that use parts of these names.
    fn entries_of(&self, parts: &BTreeSet<&str>) -> BTreeSet<usize> {
        let entries = self.entries.iter().enumerate();
        let uses = entries.filter(|(_, entry)| parts.contains(&entry.part[..]));
        uses.map(|(index, _)| index).collect()
    }

    /// Returns an entry that is placed where one of its bodies is now.
    fn use_now(&self, arena: &Arena, entry: usize, of: ActorId) -> Result<ThingSpec, HandError> {
        let actor = arena.actor(of);
        let thing = self.bodies[of.index()].thing.as_ref();
        let begun = thing.and_then(|thing| thing.pose().ok());
        let pose = match (&actor.kind, begun) {
            // Its motion is not one of the use; where the hand places it, its motion begins anew.
            (ActorKind::Moved { .. }, Some(begun)) => {
                use_pose(&self.entries[entry], &begun, &actor.start)
            }
            _ => use_pose(&self.entries[entry], &actor.start, &actor.pose),
        };
        let mut spec = placed_use(&self.entries[entry], &pose.ok_or(HandError::Outside)?);
        spec.name = use_name(&self.entries, entry);
        Ok(spec)
    }
}

/// Returns the name by which the bodies of an entry begin; one without a name is called by its index.
fn use_name(entries: &[ThingSpec], entry: usize) -> String {
    match &entries[entry].name[..] {
        "" => format!("thing {}", entry + 1),
        name => name.to_owned(),
    }
}

/// A joint between a use of a part and something else, as it is before the use is made anew.
struct OuterJoint {
    index: usize,
    /// True if it is the only link of the joint.
    is_whole: bool,
    ends: Ends,
    now: JointSpec,
}

/// Returns a point of a body after it has gone from one pose to another, if it has.
fn moved(point: Vec3, by: Option<(Pose, Pose)>) -> Vec3 {
    by.map_or(point, |(old, new)| {
        new.transform_point(old.inverse_transform_point(point))
    })
}

/// Uses that were made anew.
struct Followed {
    /// The bodies that are gone: the entry, the name and the pose of each.
    old: BTreeMap<ActorId, (usize, String, Pose)>,
    /// The old entries, in the order of the new ones.
    followed: Vec<usize>,
    /// The index of the first new entry.
    first: usize,
}

/// Returns the names of parts with those of all parts that use them, directly or through others.
fn users_of<'a>(all: &'a [PartSpec], names: &BTreeSet<&'a str>) -> BTreeSet<&'a str> {
    let mut users = names.clone();
    loop {
        let before = users.len();
        let using = all.iter().filter(|part| {
            part.things
                .iter()
                .any(|thing| users.contains(&thing.part[..]))
        });
        let using: Vec<&str> = using.map(|part| &part.name[..]).collect();
        users.extend(using);
        if users.len() == before {
            return users;
        }
    }
}

/// True if two definitions of a part have the same content.
fn is_same(one: &PartSpec, other: &PartSpec) -> bool {
    (&one.things, &one.joints) == (&other.things, &other.joints)
}

/// Returns the pose of a use of a part, of which one body has moved from a start to a pose.
pub(super) fn use_pose(entry: &ThingSpec, start: &Pose, now: &Pose) -> Option<Pose> {
    let base = entry.at.or(entry.center).unwrap_or_default();
    let turn = super::rotation([entry.heading, entry.tilt, entry.roll]);
    let by = (now.rotation() * start.rotation().conjugate()).normalize();
    let place = now.translation() + by * (base - start.translation());
    Pose::new((by * turn).normalize(), place).ok()
}

/// Returns a use of a part at another pose.
pub(super) fn placed_use(entry: &ThingSpec, pose: &Pose) -> ThingSpec {
    let [heading, tilt, roll] = angles(pose.rotation());
    ThingSpec {
        at: None,
        center: Some(pose.translation()),
        heading,
        tilt,
        roll,
        ..entry.clone()
    }
}

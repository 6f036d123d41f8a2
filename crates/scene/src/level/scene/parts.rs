//! Parts that a scene takes while it runs, and uses that follow a part that has changed.

use std::collections::BTreeSet;
use std::sync::Arc;

use dodgem_collide::math::Pose;

use crate::arena::{ActorId, Arena, HandError};
use crate::level::scene::Scene;
use crate::level::scene::names::Names;
use crate::level::scene::numbers::angles;
use crate::level::{Clip, Level, PartSpec, ThingSpec, first_fault, limits};

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
        let old = self.entries_of(&others);
        let bodies = self.bodies.iter_mut();
        for body in bodies.filter(|body| body.entry.is_some_and(|entry| old.contains(&entry))) {
            body.is_changed = true;
        }
        (self.frame, self.parts) = (Arc::new(hall), Arc::new(all));
        Ok(())
    }

    /// Takes parts, and makes all uses of them anew where they are now, at rest. If it fails, the arena and
    /// the scene must be restored.
    ///
    /// # Errors
    /// [`HandError`] as in [`Scene::take_parts`], or if a new use has no room.
    pub fn follow_parts(&mut self, arena: &mut Arena, parts: &[PartSpec]) -> Result<(), HandError> {
        let names = parts.iter().map(|part| &part.name[..]).collect();
        let entries = self.entries_of(&names);
        let mut clip = Clip::default();
        let mut gone = Vec::new();
        for entry in entries {
            let of_entry = (0..).map(ActorId).zip(&self.bodies);
            let of_entry = of_entry.filter(|(_, body)| body.entry == Some(entry));
            let here = of_entry.filter(|(_, body)| !body.is_removed && body.kind.is_none());
            let here: Vec<ActorId> = here.map(|(id, _)| id).collect();
            if let Some(first) = here.first() {
                clip.things.push(self.use_now(arena, entry, *first)?);
                gone.extend(here);
            }
        }
        self.take_parts(parts)?;
        let mut free = Names::of(arena);
        for id in gone {
            free.give_back(&arena.actor(id).name);
            self.remove(arena, id)?;
        }
        match clip.things.is_empty() {
            true => Ok(()),
            false => self.add_named(arena, &clip, &mut free),
        }
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
        let pose = use_pose(&self.entries[entry], &actor.start, &actor.pose);
        let mut spec = placed_use(&self.entries[entry], &pose.ok_or(HandError::Outside)?);
        if spec.name.is_empty() {
            spec.name = format!("thing {}", entry + 1);
        }
        Ok(spec)
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

//! Changes and removes things of a scene.

use std::collections::BTreeSet;
use std::sync::Arc;

use dodgem_collide::math::Pose;
use glam::Vec3;

use crate::arena::{ActorId, ActorKind, Arena, HandError, Rearranged};
use crate::level::scene::names::free_name;
use crate::level::scene::{Scene, SceneBody};
use crate::level::{Clip, SceneThing, ThingKind, ThingSpec, thing_desc};

/// An actor, its new pose, and what it becomes, if these change.
pub type Arrangement<'a> = (ActorId, Option<Pose>, Option<&'a ThingSpec>);

impl Scene {
    /// Moves actors, and turns them into other things, together: all of it happens, or nothing. Place and
    /// motion values of a thing are ignored; without a pose an actor keeps its own and its velocity.
    ///
    /// # Errors
    /// [`HandError`] if an actor is gone or a car that would change, if a thing is invalid, or if there is no
    /// room for one.
    pub fn arrange(&mut self, arena: &mut Arena, all: Vec<Arrangement>) -> Result<(), HandError> {
        let mut groups = Arc::clone(&self.groups);
        let mut specs = Vec::new();
        for (id, _, thing) in &all {
            if !arena.is_present(*id) {
                return Err(HandError::Gone);
            }
            if let Some(thing) = thing {
                refuse_several(thing)?;
                groups = Self::groups_with(groups, &thing.group)?;
                specs.push((*thing).clone());
            }
        }
        let named: Vec<_> = all
            .iter()
            .filter_map(|(id, _, thing)| Some((*id, (*thing)?)))
            .collect();
        let names = named.iter().map(|(id, thing)| new_name(arena, *id, thing));
        let names: Vec<String> = names.collect();
        let mut changed = self.singles(specs, &names)?.into_iter();
        let mut bodies = Vec::new();
        let mut rearranged = Vec::new();
        for (id, pose, thing) in all {
            let mut desc = None;
            if thing.is_some() {
                let thing = changed.next().ok_or(HandError::Gone)?;
                let described = thing_desc(&thing, &self.materials, &groups);
                let (new, look) = described.map_err(HandError::Refused)?;
                desc = Some(new);
                bodies.push((id, thing, look));
            }
            rearranged.push(Rearranged { id, pose, desc });
        }
        arena.rearrange(rearranged)?;
        for (id, thing, look) in bodies {
            let body = &self.bodies[id.index()];
            let body = SceneBody {
                entry: body.entry,
                is_hidden: body.is_hidden,
                is_changed: true,
                ..SceneBody::thing(thing, self.known(look))
            };
            self.bodies[id.index()] = body;
        }
        self.groups = groups;
        Ok(())
    }

    /// Expands things that are single bodies, with these names.
    fn singles(
        &self,
        things: Vec<ThingSpec>,
        names: &[String],
    ) -> Result<Vec<SceneThing>, HandError> {
        if things.is_empty() {
            return Ok(Vec::new());
        }
        let numbered =
            |(index, thing): (usize, ThingSpec)| single(thing, &format!("thing {index}"));
        // One thing keeps its name in messages.
        let things = match (&things[..], names) {
            ([thing], [name]) => vec![single(thing.clone(), name)],
            _ => things.into_iter().enumerate().map(numbered).collect(),
        };
        let hall = self.hall_of(&Clip {
            things,
            joints: Vec::new(),
        })?;
        let things = self.expanded(&hall)?.things.into_iter().zip(names);
        let things = things.map(|(thing, name)| SceneThing {
            name: name.clone(),
            ..thing
        });
        Ok(things.collect())
    }

    /// Freezes movable things, or frees fixed ones; those that already are as wanted stay so.
    ///
    /// # Errors
    /// [`HandError`] if one is gone or a car; then nothing has changed.
    pub fn freeze_all(
        &mut self,
        arena: &mut Arena,
        ids: &[ActorId],
        frozen: bool,
    ) -> Result<(), HandError> {
        for id in ids {
            if !arena.is_present(*id) {
                return Err(HandError::Gone);
            }
            if arena.actor(*id).is_car() {
                return Err(HandError::Car(arena.actor(*id).name.to_string()));
            }
        }
        let others = |id: &&ActorId| arena.actor(**id).is_fixed() != frozen;
        let others: BTreeSet<ActorId> = ids.iter().filter(others).copied().collect();
        // One without a mass cannot be freed.
        let before = (!frozen && others.len() > 1).then(|| arena.snapshot());
        let done = others.iter().try_for_each(|id| arena.freeze(*id));
        if let (Err(_), Some(before)) = (&done, before) {
            let restored = arena.restore(&before);
            debug_assert!(restored.is_ok(), "the snapshot is of this arena");
        }
        done?;
        others.iter().for_each(|id| self.note_kind(arena, *id));
        Ok(())
    }

    /// Hides actors, or shows them again: hidden ones are drawn faintly, and the hand reaches through them.
    ///
    /// # Errors
    /// [`HandError`] if one is gone; then nothing has changed.
    pub fn hide(&mut self, arena: &Arena, ids: &[ActorId], hidden: bool) -> Result<(), HandError> {
        if !ids.iter().all(|id| arena.is_present(*id)) {
            return Err(HandError::Gone);
        }
        for id in ids {
            self.bodies[id.index()].is_hidden = hidden;
        }
        Ok(())
    }

    /// Freezes a movable thing or frees a fixed one: see [`Arena::freeze`].
    ///
    /// # Errors
    /// [`HandError`] as in [`Arena::freeze`].
    pub fn freeze(&mut self, arena: &mut Arena, id: ActorId) -> Result<(), HandError> {
        arena.freeze(id)?;
        self.note_kind(arena, id);
        Ok(())
    }

    /// Notes the cause of an actor's movement after it was frozen or freed.
    fn note_kind(&mut self, arena: &Arena, id: ActorId) {
        let now = match arena.actor(id).kind {
            ActorKind::Fixed => ThingKind::Fixed,
            _ => ThingKind::Dynamic,
        };
        let body = &mut self.bodies[id.index()];
        let own = body.thing.as_ref().and_then(|thing| thing.kind());
        body.kind = (own != Some(now)).then_some(now);
    }

    /// Removes an actor together with its joints.
    ///
    /// # Errors
    /// [`HandError`] if it is gone.
    pub fn remove(&mut self, arena: &mut Arena, id: ActorId) -> Result<(), HandError> {
        arena.remove(id)?;
        self.bodies[id.index()].is_removed = true;
        Ok(())
    }
}

/// Refuses a thing that is several bodies.
fn refuse_several(thing: &ThingSpec) -> Result<(), HandError> {
    let several = [
        ("part", !thing.part.is_empty()),
        ("copies", thing.copies.is_some()),
    ];
    match several.into_iter().find(|(_, said)| *said) {
        Some((name, _)) => Err(HandError::Refused(format!(
            "an existing thing cannot get `{name}`"
        ))),
        None => Ok(()),
    }
}

/// Returns the name of an actor that becomes a thing.
fn new_name(arena: &Arena, id: ActorId, thing: &ThingSpec) -> String {
    let same_name = *arena.actor(id).name == *thing.name;
    match &thing.name[..] {
        name if same_name => name.to_owned(),
        "" => free_name(arena, "thing"),
        name => free_name(arena, name),
    }
}

/// Returns a thing at the origin, at rest.
fn single(thing: ThingSpec, name: &str) -> ThingSpec {
    ThingSpec {
        // The name of a thing in a part contains a slash, which other things must not have.
        name: name.replace('/', " "),
        at: Some(Vec3::ZERO),
        center: None,
        heading: 0.0,
        tilt: 0.0,
        roll: 0.0,
        phase: 0.0,
        velocity: Vec3::ZERO,
        spin: Vec3::ZERO,
        asleep: false,
        ..thing
    }
}

//! Changes and removes things of a scene.

use std::collections::BTreeSet;
use std::sync::Arc;

use dodgem_collide::math::Pose;
use glam::Vec3;

use crate::arena::{ActorId, ActorKind, Arena, HandError, Rearranged};
use crate::level::scene::names::free_name;
use crate::level::scene::{Scene, SceneBody};
use crate::level::{ActorLook, Clip, SceneThing, ThingKind, ThingSpec, thing_desc};
use crate::params::RECENT_FORMS;

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
        let changed = self.singles(specs, &names)?;
        self.add_surfaces(arena, &changed)?;
        let mut changed = changed.into_iter();
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
        let mut last: Option<ActorLook> = None;
        for (id, thing, look) in bodies {
            // Most have the model of the one before, which is found without a search.
            let look = match &last {
                Some(last) if look.has_model_of(last) => look.with_model_of(last),
                _ => self.known(look),
            };
            last = Some(look.clone());
            let body = &self.bodies[id.index()];
            let body = SceneBody {
                entry: body.entry,
                is_hidden: body.is_hidden,
                is_changed: true,
                ..SceneBody::thing(thing, look)
            };
            self.bodies[id.index()] = body;
        }
        self.groups = groups;
        Ok(())
    }

    /// Expands things that are single bodies, with these names. Equal ones in a row are checked and expanded once.
    fn singles(
        &self,
        things: Vec<ThingSpec>,
        names: &[String],
    ) -> Result<Vec<SceneThing>, HandError> {
        if things.is_empty() {
            return Ok(Vec::new());
        }
        let mut forms: Vec<ThingSpec> = Vec::new();
        let mut form_of = Vec::with_capacity(things.len());
        for thing in things {
            let thing = single(thing, "");
            let first = forms.len().saturating_sub(RECENT_FORMS);
            let known = forms[first..].iter().rposition(|form| *form == thing);
            form_of.push(known.map_or(forms.len(), |known| first + known));
            if known.is_none() {
                forms.push(thing);
            }
        }
        for (index, form) in forms.iter_mut().enumerate() {
            // One thing keeps its name in messages. The name of a thing in a part contains a slash, which other
            // things must not have.
            form.name = match names {
                [name] => name.replace('/', " "),
                _ => format!("thing {index}"),
            };
        }
        let hall = self.hall_of(&Clip {
            things: forms,
            joints: Vec::new(),
        })?;
        let forms = self.expanded(&hall)?.things;
        let things = form_of.iter().zip(names).map(|(form, name)| {
            let form = forms.get(*form).ok_or(HandError::Gone)?;
            Ok(SceneThing {
                name: name.clone(),
                ..form.clone()
            })
        });
        things.collect()
    }

    /// Freezes movable things, or frees fixed ones; those that already are as wanted stay so.
    ///
    /// # Errors
    /// [`HandError`] if one is gone, a car, or inside another body or a wall; then nothing has changed.
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
        // One without a mass cannot be freed, and one in a motion may be inside a wall.
        let is_moved = |id: &ActorId| matches!(arena.actor(*id).kind, ActorKind::Moved { .. });
        let may_fail = !frozen || others.iter().any(is_moved);
        let before = (may_fail && others.len() > 1).then(|| arena.snapshot());
        let moved = arena.moved_actors();
        let done = others.iter().try_for_each(|id| arena.freeze(*id, &moved));
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

    /// True if the same actors are hidden in another state of the scene, as far as both have them.
    pub fn hides_as(&self, other: &Scene) -> bool {
        let mut both = self.bodies.iter().zip(&other.bodies);
        both.all(|(one, other)| one.is_hidden == other.is_hidden)
    }

    /// Hides the actors that are hidden in a later state, and no others.
    pub fn hide_as_in(&mut self, later: &Scene) {
        for (body, later) in self.bodies.iter_mut().zip(&later.bodies) {
            body.is_hidden = later.is_hidden;
        }
    }

    /// Freezes a movable thing or frees a fixed one: see [`Arena::freeze`].
    ///
    /// # Errors
    /// [`HandError`] as in [`Arena::freeze`].
    pub fn freeze(&mut self, arena: &mut Arena, id: ActorId) -> Result<(), HandError> {
        let moved = arena.moved_actors();
        arena.freeze(id, &moved)?;
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
        name: name.to_owned(),
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

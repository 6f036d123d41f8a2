//! Changes and removes things of a scene.

use glam::Vec3;

use crate::arena::{ActorId, ActorKind, Arena, HandError};
use crate::level::scene::names::free_name;
use crate::level::scene::{Scene, SceneBody};
use crate::level::{SceneThing, ThingKind, ThingSpec, thing_desc};

impl Scene {
    /// Turns an actor into another thing; it keeps its pose and velocity, so the place and the motion values
    /// of `thing` are ignored.
    ///
    /// # Errors
    /// [`HandError`] if the actor is gone or a car, if the thing is invalid, or if there is no room for it.
    pub fn change(
        &mut self,
        arena: &mut Arena,
        id: ActorId,
        thing: &ThingSpec,
    ) -> Result<(), HandError> {
        if !arena.is_present(id) {
            return Err(HandError::Gone);
        }
        let several = [
            ("part", !thing.part.is_empty()),
            ("copies", thing.copies.is_some()),
        ];
        if let Some((name, _)) = several.into_iter().find(|(_, said)| *said) {
            return Err(HandError::Refused(format!(
                "an existing thing cannot get `{name}`"
            )));
        }
        let same_name = *arena.actor(id).name == *thing.name;
        let name = match &thing.name[..] {
            name if same_name => name.to_owned(),
            "" => free_name(arena, "thing"),
            name => free_name(arena, name),
        };
        let groups = self.groups_with(&thing.group)?;
        let hall = self.hall_of(&single(thing, &name))?;
        let changed = self.expanded(&hall)?.things.pop();
        let changed = SceneThing {
            name: name.clone(),
            ..changed.ok_or(HandError::Gone)?
        };
        let described = thing_desc(&changed, &self.materials, &groups);
        let (desc, look) = described.map_err(HandError::Refused)?;
        arena.redescribe(id, desc)?;
        let body = SceneBody {
            entry: self.bodies[id.index()].entry,
            is_changed: true,
            ..SceneBody::thing(changed, self.known(look))
        };
        self.bodies[id.index()] = body;
        self.groups = groups;
        Ok(())
    }

    /// Freezes a movable thing or frees a fixed one: see [`Arena::freeze`].
    ///
    /// # Errors
    /// [`HandError`] as in [`Arena::freeze`].
    pub fn freeze(&mut self, arena: &mut Arena, id: ActorId) -> Result<(), HandError> {
        arena.freeze(id)?;
        let now = match arena.actor(id).kind {
            ActorKind::Fixed => ThingKind::Fixed,
            _ => ThingKind::Dynamic,
        };
        let body = &mut self.bodies[id.index()];
        let own = body.thing.as_ref().and_then(|thing| thing.kind());
        body.kind = (own != Some(now)).then_some(now);
        Ok(())
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

/// Returns a thing at the origin, at rest.
fn single(thing: &ThingSpec, name: &str) -> ThingSpec {
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
        ..thing.clone()
    }
}

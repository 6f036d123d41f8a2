//! Adds, moves, changes and removes actors. A place that is not free is refused, and nothing changes then.

use std::collections::BTreeSet;
use std::sync::Arc;

use dodgem_collide::math::{Aabb, Pose};
use dodgem_collide::{Model, Shape};
use dodgem_physics::{BodyDesc, BodyId, BodyKind, Mass, StateHasher};
use glam::Vec3;

use crate::arena::chassis::{vehicle_settings, weight};
use crate::arena::placer::{Lying, Placer, described, drag_area, groups, radius_of};
use crate::arena::rearrange::{Rearranged, Target};
use crate::arena::recovery::Recovery;
use crate::arena::room::{Others, PlacedShape};
use crate::arena::{
    Actor, ActorDesc, ActorId, ActorKind, Arena, ArenaError, Car, CarDesc, Controls, Group,
    HandError, Met, Surfaces, ThingDesc, within_bounds,
};
use crate::params::{HAND_SPEED, MAX_SPEED, PLACING_WORK};
use crate::vehicle::Vehicle;

impl Arena {
    /// Returns the parts that decide whether a place is free.
    pub(super) fn placer(&mut self) -> Placer<'_> {
        Placer {
            world: &self.world,
            settings: &self.settings,
            surfaces: &self.surfaces,
            owners: &self.owners,
            actors: &self.actors,
            written: &self.written,
            placing: &mut self.placing,
        }
    }

    /// Adds an actor of the level.
    ///
    /// # Errors
    /// [`ArenaError`] if its numbers cannot form a body, or if it extends beyond the border or overlaps
    /// another actor.
    pub fn add_actor(&mut self, desc: ActorDesc) -> Result<ActorId, ArenaError> {
        let written = desc.pose;
        let id = self.insert_actor(desc, Others::Written)?;
        let actor = self.actor(id);
        // A motion that has already begun is where it is now.
        let written = match actor.kind {
            ActorKind::Moved { .. } => actor.pose,
            _ => written,
        };
        self.written.push(written);
        self.own_actors = self.actors.len();
        Ok(id)
    }

    /// Adds an actor, from the level or by hand.
    pub(super) fn insert_actor(
        &mut self,
        desc: ActorDesc,
        others: Others<'_>,
    ) -> Result<ActorId, ArenaError> {
        let lying = self.placer().lie(desc, others)?;
        self.settle(lying)
    }

    /// Adds the body of an actor at its pose.
    ///
    /// # Errors
    /// [`ArenaError`] if its numbers cannot form a body.
    pub(super) fn settle(&mut self, lying: Lying) -> Result<ActorId, ArenaError> {
        let Lying {
            desc,
            shape,
            begun: _,
            pose,
            start,
        } = lying;
        let bounds = desc.model.mesh().aabb();
        let id = ActorId(self.actors.len() as u32);
        let still = BodyDesc {
            velocity: desc.velocity,
            angular_velocity: desc.spin,
            drag_area: drag_area(&bounds),
            ..BodyDesc::dynamic(shape, pose)
        };
        let (kind, mass, body) = match desc.car {
            Some(car) => self.add_car(car, &bounds, still)?,
            None => self.add_thing(desc.thing, still)?,
        };
        self.owners.note(body, Met::Actor(id));
        let corners = desc.model.mesh().vertices().iter();
        let mut hasher = StateHasher::default();
        corners.clone().for_each(|corner| hasher.vector(*corner));
        hasher.vector(desc.pose.translation());
        hasher.rotation(desc.pose.rotation());
        let print = hasher.finish();
        self.actors.push(Actor {
            name: desc.name.into(),
            body,
            radius: radius_of(&desc.model),
            model: desc.model,
            pose,
            previous_pose: pose,
            start,
            velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            mass,
            slope: desc.slope,
            print,
            debt: 0.0,
            kind,
        });
        self.copy_state(id.index());
        Ok(id)
    }

    /// Adds the body of a car and its wheels. Returns its kind, mass in kg and body.
    fn add_car(
        &mut self,
        car: CarDesc,
        bounds: &Aabb,
        body: BodyDesc,
    ) -> Result<(ActorKind, f32, BodyId), ArenaError> {
        within_bounds(car.bounds())?;
        let settings = &self.settings;
        let vehicle = vehicle_settings(&car.settings, bounds, &settings.ground, settings.gravity);
        vehicle.check()?;
        let added = self.world.add(BodyDesc {
            material: self.surfaces.actor,
            mass: Mass::Exactly(weight(&car, bounds)),
            max_speed: MAX_SPEED,
            ..body
        })?;
        let kind = ActorKind::Car(Car {
            settings: car.settings,
            boost_left: car.settings.boost.seconds,
            boosting: false,
            controls: Controls::default(),
            wheels_down: 0,
            vehicle: Vehicle::new(added, vehicle)?,
            recovery: Recovery::default(),
        });
        Ok((kind, car.mass, added))
    }

    /// Adds the body of a thing. Returns its kind, mass in kg and body.
    fn add_thing(
        &mut self,
        thing: ThingDesc,
        body: BodyDesc,
    ) -> Result<(ActorKind, f32, BodyId), ArenaError> {
        let (kind, body) = described(&self.surfaces, thing, body);
        let added = self.world.add(body)?;
        Ok((kind, self.world[added].mass() as f32, added))
    }

    /// Adds a thing that is not part of the level.
    ///
    /// # Errors
    /// [`HandError`] if there are `most` actors already, or as in [`Arena::add_actor`].
    pub fn add_by_hand(&mut self, desc: ActorDesc, most: usize) -> Result<ActorId, HandError> {
        if self.actors.len() >= most {
            return Err(HandError::Full(most));
        }
        self.placing.begin(PLACING_WORK);
        Ok(self.insert_actor(desc, Others::Now)?)
    }

    /// Adds a thing or a car that is not part of the level, above its place if the place is not free.
    ///
    /// # Errors
    /// [`HandError`] as in [`Arena::add_by_hand`], or if there is no room.
    pub fn add_above(&mut self, desc: ActorDesc, most: usize) -> Result<ActorId, HandError> {
        self.placing.begin(PLACING_WORK);
        let shape = (desc.solid.clone()).unwrap_or_else(|| Shape::Mesh(desc.model.clone()));
        let placed = PlacedShape {
            shape: &shape,
            passes: &[],
            kind: BodyKind::Dynamic,
            groups: groups(desc.thing.group),
        };
        let pose = self
            .placer()
            .room(Others::Now)
            .free_above(&placed, &desc.pose);
        let pose = pose.ok_or(HandError::Outside)?;
        self.add_by_hand(ActorDesc { pose, ..desc }, most)
    }

    /// Adds a copy of a thing at a pose, at rest, or above it if the place is not free.
    ///
    /// # Errors
    /// [`HandError`] if the thing is gone or a car, if there are `most` actors already, or if there is no
    /// room.
    pub fn copy(&mut self, id: ActorId, pose: &Pose, most: usize) -> Result<ActorId, HandError> {
        let original = self.present(id)?.clone();
        if original.is_car() {
            return Err(HandError::Car(original.name.to_string()));
        }
        if self.actors.len() >= most {
            return Err(HandError::Full(most));
        }
        let desc = BodyDesc {
            velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            ..self.world[original.body].desc()
        };
        self.add_at(original, desc, pose)
    }

    /// Adds an actor at a place, or above it if the place is not free.
    pub(super) fn add_at(
        &mut self,
        actor: Actor,
        desc: BodyDesc,
        pose: &Pose,
    ) -> Result<ActorId, HandError> {
        let placed = PlacedShape {
            shape: &desc.shape,
            passes: &[],
            kind: BodyKind::Dynamic,
            groups: desc.groups,
        };
        self.placing.begin(PLACING_WORK);
        let pose = self.placer().room(Others::Now).free_above(&placed, pose);
        let pose = pose.ok_or(HandError::Outside)?;
        self.placer()
            .refuse_outside_of(&actor.model, &desc.shape, &pose)?;
        self.push_actor(actor, desc, &pose)
    }

    /// Adds an actor at a free place.
    fn push_actor(
        &mut self,
        actor: Actor,
        desc: BodyDesc,
        pose: &Pose,
    ) -> Result<ActorId, HandError> {
        let pose = *pose;
        let body = self.world.add(BodyDesc { pose, ..desc })?;
        let id = ActorId(self.actors.len() as u32);
        self.owners.note(body, Met::Actor(id));
        // A prescribed motion begins at the new place, about a pivot that lies there as it did at its start.
        self.actors.push(Actor {
            body,
            pose,
            previous_pose: pose,
            ..actor
        });
        self.start_again(id, &pose);
        self.actors[id.index()].start = pose;
        self.copy_state(id.index());
        Ok(id)
    }

    /// Restarts the prescribed motion of an actor at a pose; does nothing for other actors.
    pub(super) fn start_again(&mut self, id: ActorId, pose: &Pose) {
        let body = self.actors[id.index()].body;
        let now = self.world.time() - self.world[body].debt();
        let actor = &mut self.actors[id.index()];
        if let ActorKind::Moved { pivot, phase, .. } = &mut actor.kind {
            let local = actor.start.inverse_transform_point(*pivot);
            (*pivot, *phase) = (pose.transform_point(local), -now);
            actor.start = *pose;
        }
    }

    /// Finds the places of actors among each other, as if nothing else were in the hall. The actors that one
    /// may overlap ([`ActorDesc::passes`]) are indices in this list.
    ///
    /// # Errors
    /// [`ArenaError`] if one extends beyond the border or overlaps another.
    pub fn lay(&mut self, descs: Vec<ActorDesc>) -> Result<Group, ArenaError> {
        self.placer().lay(descs)
    }

    /// Returns the rise in metres by which a group must be lifted so that its first member that overlaps an
    /// actor is free; 0 if none does. Call it again after the lift: another member may then overlap.
    ///
    /// # Errors
    /// [`HandError::Outside`] if there is no such place.
    pub fn rise_of(&mut self, group: &Group) -> Result<f32, HandError> {
        self.placer().rise_of(group)
    }

    /// Adds a group where it is: see [`Arena::rise_of`]. Their prescribed motions begin now.
    ///
    /// # Errors
    /// [`HandError`] if one is outside, or cannot form a body; those before it have then been added.
    pub fn add_group(&mut self, group: Group) -> Result<Vec<ActorId>, HandError> {
        for member in &group.members {
            self.placer()
                .refuse_outside_of(&member.desc.model, &member.shape, &member.pose)?;
        }
        let added = group.members.into_iter().map(|member| {
            let pose = member.pose;
            let id = self.settle(member)?;
            self.actors[id.index()].start = pose;
            self.start_again(id, &pose);
            Ok(id)
        });
        added.collect()
    }

    /// Moves and changes actors. Without a new pose, the lowest point of a new shape is at the height of the
    /// old one's. A prescribed motion restarts from a new pose.
    ///
    /// # Errors
    /// [`HandError`] if an actor is gone or named twice, if a car would change, or if a place is not free;
    /// then nothing has changed.
    pub fn rearrange(&mut self, all: Vec<Rearranged>) -> Result<(), HandError> {
        let mut seen = BTreeSet::new();
        let mut targets = Vec::new();
        for one in all {
            let name = &self.present(one.id)?.name;
            if !seen.insert(one.id) {
                let twice = format!("\"{name}\" is named twice");
                return Err(HandError::Refused(twice));
            }
            targets.push((
                self.placer().target(one.id, one.pose, one.desc)?,
                one.pose.is_some(),
            ));
        }
        self.placer().refuse_places(&targets)?;
        let before = targets.iter().any(|(target, _)| target.change.is_some());
        let before = before.then(|| self.snapshot());
        let done = targets
            .into_iter()
            .try_for_each(|(target, moves)| self.become_it(target, moves));
        if let (Err(_), Some(before)) = (&done, before) {
            let restored = self.restore(&before);
            debug_assert!(restored.is_ok(), "the snapshot is of this arena");
        }
        done
    }

    /// Makes an actor what it becomes; `moves` is true if it is placed at rest.
    fn become_it(&mut self, target: Target, moves: bool) -> Result<(), HandError> {
        let (id, body, pose) = (target.id, target.body, target.pose);
        let goes_on = match target.change {
            Some((new, kind, desc)) => self.redescribe(id, (new, kind, desc), target.is_new)?,
            None => true,
        };
        if moves || target.is_new {
            self.world.set_pose(body, &pose)?;
        }
        if moves {
            self.world.set_velocity(body, Vec3::ZERO, Vec3::ZERO)?;
        }
        if moves || !goes_on {
            self.start_again(id, &pose);
        }
        self.copy_state(id.index());
        if moves {
            self.actors[id.index()].previous_pose = pose;
        }
        Ok(())
    }

    /// Changes body and kind of an actor. Returns true if its prescribed motion goes on.
    fn redescribe(
        &mut self,
        id: ActorId,
        (new, kind, desc): (BodyDesc, ActorKind, ActorDesc),
        is_new: bool,
    ) -> Result<bool, HandError> {
        let body = self.present(id)?.body;
        let stands = new.kind == BodyKind::Static;
        self.world.change(body, |desc| {
            desc.kind = new.kind;
            desc.mass = new.mass;
            desc.material = new.material;
            desc.surface_velocity = new.surface_velocity;
            desc.groups = new.groups;
            if is_new {
                (desc.shape, desc.drag_area) = (new.shape, new.drag_area);
            }
        })?;
        if stands && self.hold.is_some_and(|hold| hold.actor == id) {
            self.let_go();
        }
        let mass = self.world[body].mass() as f32;
        let actor = &mut self.actors[id.index()];
        (actor.name, actor.slope, actor.mass) = (desc.name.into(), desc.slope, mass);
        if is_new {
            (actor.radius, actor.model) = (radius_of(&desc.model), desc.model);
        }
        let goes_on = match (&actor.kind, &kind) {
            (ActorKind::Moved { motion: now, .. }, ActorKind::Moved { motion, .. }) => {
                now == motion
            }
            _ => false,
        };
        if !goes_on {
            if matches!(kind, ActorKind::Moved { .. }) {
                actor.start = desc.pose;
            }
            actor.kind = kind;
        }
        Ok(goes_on)
    }

    /// Makes a movable actor stand still where it is, or sets a fixed one free. A prescribed motion ends for
    /// good. `moved` are the actors with a prescribed motion, those of before if several are frozen in a row.
    ///
    /// # Errors
    /// [`HandError`] if the actor is gone, is a car, has no mass, or is inside another body or a wall.
    pub fn freeze(&mut self, id: ActorId, moved: &[ActorId]) -> Result<(), HandError> {
        let actor = self.present(id)?;
        let body = actor.body;
        let (kind, becomes) = match actor.kind {
            ActorKind::Fixed => (BodyKind::Dynamic, ActorKind::Loose),
            ActorKind::Car(_) => return Err(HandError::Car(actor.name.to_string())),
            _ => (BodyKind::Static, ActorKind::Fixed),
        };
        self.placer().refuse_inside(id, moved)?;
        if self.hold.is_some_and(|hold| hold.actor == id) {
            self.let_go();
        }
        let (Surfaces { thing, fixed, .. }, of_kind) =
            (self.surfaces, self.surfaces.of_thing(kind));
        self.world.change(body, |desc| {
            desc.kind = kind;
            if [thing, fixed].contains(&desc.material) {
                desc.material = of_kind;
            }
        })?;
        let mass = self.world[body].mass() as f32;
        let actor = &mut self.actors[id.index()];
        (actor.kind, actor.mass) = (becomes, mass);
        self.copy_state(id.index());
        Ok(())
    }

    /// Removes an actor together with its joints; a car's wheels go with it.
    ///
    /// # Errors
    /// [`HandError`] if the actor is gone.
    pub fn remove(&mut self, id: ActorId) -> Result<(), HandError> {
        let body = self.present(id)?.body;
        if self.hold.is_some_and(|hold| hold.actor == id) {
            self.let_go();
        }
        self.world.remove(body)?;
        self.actors[id.index()].kind = ActorKind::Gone;
        Ok(())
    }

    /// Sets the velocity of an actor, in m/s and rad/s.
    ///
    /// # Errors
    /// [`HandError`] if it is gone or no force moves it, or if a number is not finite.
    pub fn set_speed(&mut self, id: ActorId, velocity: Vec3, spin: Vec3) -> Result<(), HandError> {
        let body = self.movable(id)?.body;
        if !velocity.is_finite() || !spin.is_finite() {
            return Err(HandError::NotFinite);
        }
        let slow = |v: Vec3| v.clamp_length_max(HAND_SPEED);
        self.world.set_velocity(body, slow(velocity), slow(spin))?;
        self.copy_state(id.index());
        Ok(())
    }

    /// Gives an actor another tree and other pieces of the same triangles.
    ///
    /// # Errors
    /// [`HandError`] if it is gone, or if its body cannot be made of them.
    pub fn set_model(&mut self, id: ActorId, model: Arc<Model>) -> Result<(), HandError> {
        let body = self.present(id)?.body;
        let shape = Shape::Mesh(Arc::clone(&model));
        let changed = self.world.change(body, |desc| desc.shape = shape);
        changed.map_err(|error| HandError::Refused(error.to_string()))?;
        self.actors[id.index()].model = model;
        Ok(())
    }

    /// Renames an actor.
    pub fn rename(&mut self, id: ActorId, name: &str) {
        if let Some(actor) = self.actors.get_mut(id.index()) {
            actor.name = name.into();
        }
    }

    /// Puts an actor to sleep until something touches it, if forces move it.
    pub fn fall_asleep(&mut self, id: ActorId) {
        if let Ok(body) = self.movable(id).map(|actor| actor.body) {
            // `movable` has found the body, so the call succeeds.
            let _ = self.world.fall_asleep(body);
            self.copy_state(id.index());
        }
    }

    /// Pushes an actor at its centre of mass with an impulse in N s.
    ///
    /// # Errors
    /// [`HandError`] if it is gone or no force moves it.
    pub fn push(&mut self, id: ActorId, impulse: Vec3) -> Result<(), HandError> {
        let body = self.movable(id)?.body;
        let centre = self.world[body].center();
        self.world
            .add_impulse_at(body, impulse.as_dvec3(), centre)?;
        self.copy_state(id.index());
        Ok(())
    }
}

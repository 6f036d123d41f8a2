//! The hand: it grabs and pulls an actor, or freezes, copies and removes one.
//!
//! The pull is a joint of the world (a spring of limited force between a point of the body and a point in the
//! air). It therefore obeys the solver and is part of every snapshot. All other actions happen between two
//! steps, and an action that would put one thing into another is refused.

use glam::Vec3;

use dodgem_collide::math::Pose;
use dodgem_collide::{Model, Shape};
use dodgem_physics::{BodyDesc, BodyError, BodyId, BodyKind, JointDesc, JointError, JointId};

use crate::arena::place::groups;
use crate::arena::room::{Others, PlacedShape};
use crate::arena::{Actor, ActorDesc, ActorId, ActorKind, Arena, ArenaError, Surfaces};
use crate::params::{HAND_ACCELERATION, HAND_MISS, HAND_TURN_RATE, PLACING_WORK, TOUCHING};

/// State of the hand while it holds an actor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    /// The actor.
    pub actor: ActorId,
    /// Grabbed point, in the actor's own axes, in metres.
    pub point: Vec3,
    /// Point of the scene that the hand pulls it to, in metres.
    pub target: Vec3,
    pub(super) joint: JointId,
}

/// Reason why the hand refuses an action. Nothing has changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HandError {
    /// The actor does not exist, or it was removed.
    #[error("that thing is no longer there")]
    Gone,
    /// The hand is empty.
    #[error("the hand holds nothing")]
    Empty,
    /// No force moves the actor.
    #[error("\"{0}\" is fixed: free it to move it")]
    Fixed(String),
    /// The actor is a car of the round.
    #[error("\"{0}\" is a car of the round and stays in it")]
    Car(String),
    /// The place is not free.
    #[error("\"{0}\" is in the way there")]
    Taken(String),
    /// The place is outside the arena.
    #[error("that place is outside the arena")]
    Outside,
    /// The arena is full.
    #[error("there are {0} things already, the most that is allowed")]
    Full(usize),
    /// A number is not finite.
    #[error("a number in it is not finite")]
    NotFinite,
    /// The arena refuses the thing.
    #[error("{0}")]
    Refused(String),
    /// The world refuses the body.
    #[error(transparent)]
    Body(#[from] BodyError),
    /// The world refuses the joint.
    #[error(transparent)]
    Joint(#[from] JointError),
}

impl From<ArenaError> for HandError {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::Overlaps { name, .. } => HandError::Taken(name),
            ArenaError::OutsideArena { .. }
            | ArenaError::AboveCeiling { .. }
            | ArenaError::BelowFloor { .. } => HandError::Outside,
            other => HandError::Refused(other.to_string()),
        }
    }
}

impl Arena {
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
        let pose = self.room(Others::Now).free_above(&placed, &desc.pose);
        let pose = pose.ok_or(HandError::Outside)?;
        self.add_by_hand(ActorDesc { pose, ..desc }, most)
    }

    /// Returns the number of the level's own actors; the actors after them were added by hand.
    pub fn own_actors(&self) -> usize {
        self.own_actors
    }

    /// Returns the actor that a body belongs to.
    pub fn actor_of(&self, body: BodyId) -> Option<ActorId> {
        self.met_of(body).actor()
    }

    /// Returns the state of the hand if it holds something.
    pub fn hold(&self) -> Option<&Hold> {
        self.hold.as_ref()
    }

    /// Returns the force with which the hand pulled in the last step, in N.
    pub fn hand_force(&self) -> Vec3 {
        let joint = self.hold.and_then(|hold| self.world.joint(hold.joint));
        joint.map_or(Vec3::ZERO, |joint| joint.force())
    }

    /// Returns all actors that were not removed.
    pub(super) fn present_actors(&self) -> impl Iterator<Item = (ActorId, &Actor)> {
        let all = (0..).map(ActorId).zip(&self.actors);
        all.filter(|(_, actor)| !actor.is_gone())
    }

    /// True if the actor exists and was not removed.
    pub fn is_present(&self, id: ActorId) -> bool {
        self.present(id).is_ok()
    }

    /// Returns an actor, unless it was removed.
    pub(super) fn present(&self, id: ActorId) -> Result<&Actor, HandError> {
        let actor = self.actors.get(id.index());
        actor
            .filter(|actor| !actor.is_gone())
            .ok_or(HandError::Gone)
    }

    /// Returns an actor that forces move, unless it was removed.
    pub(super) fn movable(&self, id: ActorId) -> Result<&Actor, HandError> {
        let actor = self.present(id)?;
        match actor.kind {
            ActorKind::Loose | ActorKind::Car(_) => Ok(actor),
            _ => Err(HandError::Fixed(actor.name.to_string())),
        }
    }

    /// Grabs an actor at a point of the scene, and releases the actor held before.
    ///
    /// # Errors
    /// [`HandError`] if the actor is gone, no force moves it, or the point is too far from it or not finite.
    pub fn take(&mut self, id: ActorId, at: Vec3) -> Result<(), HandError> {
        if !at.is_finite() {
            return Err(HandError::NotFinite);
        }
        let actor = self.movable(id)?;
        let body = &self.world[actor.body];
        let far = body.center().as_vec3().distance(at) - body.reach();
        if far > HAND_MISS {
            return Err(HandError::Refused(format!(
                "the hand takes hold of \"{}\" {far:.1} m beside it",
                actor.name
            )));
        }
        let force = actor.mass * HAND_ACCELERATION;
        let point = actor.pose.inverse_transform_point(at);
        let joint = self
            .world
            .add_joint(&JointDesc::grab(actor.body, at, force))?;
        self.let_go();
        self.hold = Some(Hold {
            actor: id,
            point,
            target: at,
            joint,
        });
        Ok(())
    }

    /// Pulls the held actor to a point of the scene, in metres.
    ///
    /// # Errors
    /// [`HandError`] if the hand holds nothing.
    pub fn pull(&mut self, target: Vec3) -> Result<(), HandError> {
        let hold = self.hold.as_mut().ok_or(HandError::Empty)?;
        self.world.set_grab_target(hold.joint, target)?;
        hold.target = target;
        Ok(())
    }

    /// Turns the held actor with an angular velocity in rad/s about the axes of the scene.
    ///
    /// # Errors
    /// [`HandError`] if the hand holds nothing, or a number is not finite.
    pub fn turn(&mut self, spin: Vec3) -> Result<(), HandError> {
        let hold = self.hold.ok_or(HandError::Empty)?;
        if !spin.is_finite() {
            return Err(HandError::NotFinite);
        }
        let body = self.present(hold.actor)?.body;
        let velocity = self.world[body].velocity().as_vec3();
        (self.world).set_velocity(body, velocity, spin.clamp_length_max(HAND_TURN_RATE))?;
        self.copy_state(hold.actor.index());
        Ok(())
    }

    /// Releases the held actor, which keeps its velocity.
    pub fn let_go(&mut self) {
        if let Some(hold) = self.hold.take() {
            // The joint may be gone together with its body.
            let _ = self.world.remove_joint(hold.joint);
        }
    }

    /// Refuses a pose outside the arena for a shape with these triangles.
    pub(super) fn refuse_outside_of(
        &self,
        model: &Model,
        shape: &Shape,
        pose: &Pose,
    ) -> Result<(), HandError> {
        let walls = self.settings.border.walls(self.settings.edge);
        let bounds = shape.aabb(pose);
        let ground = self.settings.heights.ground(self.settings.edge);
        let inside = walls.clearance_of(model.mesh(), pose) >= -walls.slack()
            && bounds.max.y <= self.settings.heights.ceiling
            && bounds.min.y >= ground - TOUCHING;
        inside.then_some(()).ok_or(HandError::Outside)
    }

    /// Refuses a pose inside a wall for a shape with these triangles.
    pub(super) fn refuse_in_walls(&self, model: &Model, pose: &Pose) -> Result<(), HandError> {
        let walls = self.settings.border.walls(self.settings.edge);
        let inside = walls.clearance_of(model.mesh(), pose) >= -walls.slack();
        inside.then_some(()).ok_or(HandError::Outside)
    }

    /// Refuses to freeze or free an actor in a wall or another body: a prescribed motion goes through what
    /// stands still.
    fn refuse_inside(&mut self, id: ActorId, moved: &[ActorId]) -> Result<(), HandError> {
        let actor = self.present(id)?;
        let body = actor.body;
        let is_moved = |kind: &ActorKind| matches!(kind, ActorKind::Moved { .. });
        let (kind, from_motion) = match &actor.kind {
            ActorKind::Fixed => (BodyKind::Dynamic, false),
            kind if is_moved(kind) => (BodyKind::Static, true),
            _ => return Ok(()),
        };
        self.refuse_in_walls(&actor.model, &actor.pose)?;
        // No other body can be inside one that stands still.
        let others: Vec<ActorId> = match from_motion {
            true => self.present_actors().map(|(other, _)| other).collect(),
            false => moved.to_vec(),
        };
        let others: Vec<ActorId> = others.into_iter().filter(|other| *other != id).collect();
        if others.is_empty() {
            return Ok(());
        }
        let pose = actor.pose;
        let (shape, groups) = (self.world[body].shape().clone(), self.world[body].groups());
        let placed = PlacedShape {
            shape: &shape,
            passes: &self.joined_to(body),
            kind,
            groups,
        };
        self.placing.begin(PLACING_WORK);
        let met = self.room(Others::These(&others)).overlapped(&placed, &pose);
        match met {
            Some((other, _)) => Err(HandError::Taken(self.actor(other).name.to_string())),
            None => Ok(()),
        }
    }

    /// Returns the actors with a prescribed motion.
    pub fn moved_actors(&self) -> Vec<ActorId> {
        let moved = self
            .present_actors()
            .filter(|(_, one)| matches!(one.kind, ActorKind::Moved { .. }));
        moved.map(|(id, _)| id).collect()
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
        self.refuse_inside(id, moved)?;
        if self.hold.is_some_and(|hold| hold.actor == id) {
            self.let_go();
        }
        self.world.set_kind(body, kind)?;
        let Surfaces { thing, fixed, .. } = self.surfaces;
        if [thing, fixed].contains(&self.world[body].material()) {
            self.world
                .set_material(body, self.surfaces.of_thing(kind))?;
        }
        let mass = self.world[body].mass() as f32;
        let actor = &mut self.actors[id.index()];
        (actor.kind, actor.mass) = (becomes, mass);
        self.copy_state(id.index());
        Ok(())
    }

    /// Removes an actor together with its joints and its wheels.
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
}

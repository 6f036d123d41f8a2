//! The hand: it takes hold of an actor and pulls it, or places, freezes, copies and removes one.
//!
//! The pull is a joint of the world (a spring of limited force between a point of the body and one in the
//! air), so what a hand does obeys the same solver as all else, and is in every snapshot. All else that it
//! does is between two steps, and refused where it would put one thing into another.

use glam::Vec3;

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_physics::{
    Body, BodyDesc, BodyError, BodyId, BodyKind, Filter, Groups, JointDesc, JointError, JointId,
};

use crate::arena::place::{PlacedShape, Where, groups};
use crate::arena::{Actor, ActorDesc, ActorId, ActorKind, Arena, ArenaError};
use crate::params::{HAND_ACCELERATION, HAND_MISS, HAND_TURN_RATE, PLACING_WORK, TOUCHING};

/// What the hand holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    /// The actor.
    pub actor: ActorId,
    /// Where, in the actor's own axes, in metres.
    pub point: Vec3,
    /// Where it pulls that point to, in the scene, in metres.
    pub target: Vec3,
    pub(super) joint: JointId,
}

/// Why a hand cannot do something. Nothing has changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HandError {
    /// There is no such actor, or it was taken out.
    #[error("that thing is no longer there")]
    Gone,
    /// The hand is empty.
    #[error("the hand holds nothing")]
    Empty,
    /// No force moves the actor.
    #[error("\"{0}\" stands still whatever pulls at it: freeing it lets it move")]
    Fixed(String),
    /// The actor is a car of the round.
    #[error("\"{0}\" is a car of the round and stays in it")]
    Car(String),
    /// The place is not free.
    #[error("there \"{0}\" is in the way")]
    Taken(String),
    /// The place is outside the arena.
    #[error("that place is outside the arena")]
    Outside,
    /// The arena is full.
    #[error("there are {0} things already, and more there cannot be")]
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
    /// Adds a thing that the level does not have.
    ///
    /// # Errors
    /// [`HandError`] if there are `most` actors, or as [`Arena::add_actor`].
    pub fn add_by_hand(&mut self, desc: ActorDesc, most: usize) -> Result<ActorId, HandError> {
        if self.actors.len() >= most {
            return Err(HandError::Full(most));
        }
        self.placing.left = PLACING_WORK;
        Ok(self.insert_actor(desc, Where::Now)?)
    }

    /// Adds a thing or a car that the level does not have, or puts it above its place if something else is there.
    ///
    /// # Errors
    /// [`HandError`] as [`Arena::add_by_hand`], or if there is no room.
    pub fn add_above(&mut self, desc: ActorDesc, most: usize) -> Result<ActorId, HandError> {
        self.placing.left = PLACING_WORK;
        let shape = (desc.solid.clone()).unwrap_or_else(|| Shape::Mesh(desc.model.clone()));
        let placed = PlacedShape {
            shape: &shape,
            passes: &[],
            groups: groups(desc.thing.group),
        };
        let pose = self.free_above(&placed, &desc.pose)?;
        self.add_by_hand(ActorDesc { pose, ..desc }, most)
    }

    /// How many actors the level has; those after them came by hand.
    pub fn own_actors(&self) -> usize {
        self.own_actors
    }

    /// The actor that a body belongs to.
    pub fn actor_of(&self, body: BodyId) -> Option<ActorId> {
        self.met_of(body).actor()
    }

    /// What the hand holds.
    pub fn hold(&self) -> Option<&Hold> {
        self.hold.as_ref()
    }

    /// The force with which the hand pulled in the last step, in N.
    pub fn hand_force(&self) -> Vec3 {
        let joint = self.hold.and_then(|hold| self.world.joint(hold.joint));
        joint.map_or(Vec3::ZERO, |joint| joint.force())
    }

    /// The actors that are there.
    pub(super) fn present_actors(&self) -> impl Iterator<Item = (ActorId, &Actor)> {
        let all = (0..).map(ActorId).zip(&self.actors);
        all.filter(|(_, actor)| !actor.is_gone())
    }

    /// Whether there is such an actor.
    pub fn is_present(&self, id: ActorId) -> bool {
        self.present(id).is_ok()
    }

    /// An actor that is there.
    pub(super) fn present(&self, id: ActorId) -> Result<&Actor, HandError> {
        let actor = self.actors.get(id.index());
        actor
            .filter(|actor| !actor.is_gone())
            .ok_or(HandError::Gone)
    }

    /// An actor that is there and that forces move.
    pub(super) fn movable(&self, id: ActorId) -> Result<&Actor, HandError> {
        let actor = self.present(id)?;
        match actor.kind {
            ActorKind::Loose | ActorKind::Car(_) => Ok(actor),
            _ => Err(HandError::Fixed(actor.name.to_string())),
        }
    }

    /// Takes hold of an actor at a point of the scene, and lets go of what was held.
    ///
    /// # Errors
    /// [`HandError`] if it is gone or nothing moves it.
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

    /// Pulls what the hand holds to a point of the scene.
    ///
    /// # Errors
    /// [`HandError`] if it holds nothing.
    pub fn pull(&mut self, target: Vec3) -> Result<(), HandError> {
        let hold = self.hold.as_mut().ok_or(HandError::Empty)?;
        self.world.set_grab_target(hold.joint, target)?;
        hold.target = target;
        Ok(())
    }

    /// Turns what the hand holds at so many radians a second about the axes of the scene.
    ///
    /// # Errors
    /// [`HandError`] if it holds nothing.
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

    /// Lets go of what the hand holds: it flies on as it moves.
    pub fn let_go(&mut self) {
        if let Some(hold) = self.hold.take() {
            // With its body the joint may be gone.
            let _ = self.world.remove_joint(hold.joint);
        }
    }

    /// Places an actor somewhere, at rest. What moves it goes on from there.
    ///
    /// # Errors
    /// [`HandError`] if it is gone, or the place is not free.
    pub fn place(&mut self, id: ActorId, pose: &Pose) -> Result<(), HandError> {
        let body = self.present(id)?.body;
        let shape = self.world[body].shape().clone();
        self.refuse_place(id, &shape, pose)?;
        self.world.set_pose(body, pose)?;
        self.world.set_velocity(body, Vec3::ZERO, Vec3::ZERO)?;
        self.start_again(id, pose);
        self.copy_state(id.index());
        self.actors[id.index()].previous_pose = *pose;
        Ok(())
    }

    /// How far an actor can go along a way, in metres, until it is `gap` from what is in the way. What it leans
    /// on and leaves is not in the way.
    pub fn free_way(&self, id: ActorId, way: Vec3, gap: f32) -> f32 {
        let Some(body) = self.world.body(self.actor(id).body) else {
            return 0.0;
        };
        let mut left: Vec<BodyId> = vec![body.id()];
        loop {
            let is_ahead = |other: &Body| !left.contains(&other.id());
            let filter = Filter {
                accepts: Some(&is_ahead),
                ..Filter::default()
            };
            let Some(hit) = (self.world).cast(body.shape(), &body.pose(), way, &filter) else {
                return way.length();
            };
            // Out of what it overlaps a little any way leads.
            let leaves = hit.normal.dot(way) >= 0.0;
            if hit.distance > gap || !leaves {
                return (hit.distance - gap).max(0.0);
            }
            left.push(hit.body);
        }
    }

    /// Refuses a place outside, or where something else is, for the shape of an actor.
    fn refuse_place(&mut self, id: ActorId, shape: &Shape, pose: &Pose) -> Result<(), HandError> {
        self.refuse_outside_of(self.present(id)?, shape, pose)?;
        self.refuse_taken(id, shape, self.world[self.present(id)?.body].groups(), pose)
    }

    /// Refuses a place outside for the shape of an actor.
    pub(super) fn refuse_outside_of(
        &self,
        actor: &Actor,
        shape: &Shape,
        pose: &Pose,
    ) -> Result<(), HandError> {
        let walls = self.settings.border.walls(self.settings.edge);
        let bounds = shape.aabb(pose);
        let ground = self.settings.heights.ground(self.settings.edge);
        let inside = walls.clearance_of(actor.model.mesh(), pose) >= -walls.slack()
            && bounds.max.y <= self.settings.heights.ceiling
            && bounds.min.y >= ground - TOUCHING;
        inside.then_some(()).ok_or(HandError::Outside)
    }

    /// Refuses a place where something else is, for the shape of an actor.
    pub(super) fn refuse_taken(
        &mut self,
        id: ActorId,
        shape: &Shape,
        groups: Groups,
        pose: &Pose,
    ) -> Result<(), HandError> {
        let body = self.present(id)?.body;
        let placed = PlacedShape {
            shape,
            passes: &self.joined_to(body),
            groups,
        };
        self.placing.left = PLACING_WORK;
        match self.overlapped(&placed, pose, Where::NowBut(id)) {
            Some((other, _)) => Err(HandError::Taken(self.actor(other).name.to_string())),
            None => Ok(()),
        }
    }

    /// The actors that a body is joined to: they may stand in it.
    fn joined_to(&self, body: BodyId) -> Vec<ActorId> {
        let joints = self.world.joints().map(|joint| joint.bodies());
        let others = joints.filter_map(|(one, other)| match other {
            Some(other) if one == body => Some(other),
            Some(other) if other == body => Some(one),
            _ => None,
        });
        others
            .filter_map(|other| self.met_of(other).actor())
            .collect()
    }

    /// Makes an actor stand still where it is, or sets one free that does. What went its own way no longer
    /// does.
    ///
    /// # Errors
    /// [`HandError`] if it is gone, is a car, or has no mass to be moved with.
    pub fn freeze(&mut self, id: ActorId) -> Result<(), HandError> {
        let actor = self.present(id)?;
        let body = actor.body;
        let (kind, becomes) = match actor.kind {
            ActorKind::Fixed => (BodyKind::Dynamic, ActorKind::Loose),
            ActorKind::Car(_) => return Err(HandError::Car(actor.name.to_string())),
            _ => (BodyKind::Static, ActorKind::Fixed),
        };
        if self.hold.is_some_and(|hold| hold.actor == id) {
            self.let_go();
        }
        self.world.set_kind(body, kind)?;
        let mass = self.world[body].mass() as f32;
        let actor = &mut self.actors[id.index()];
        (actor.kind, actor.mass) = (becomes, mass);
        self.copy_state(id.index());
        Ok(())
    }

    /// Takes an actor out, with all that joins it and with its wheels.
    ///
    /// # Errors
    /// [`HandError`] if it is gone.
    pub fn remove(&mut self, id: ActorId) -> Result<(), HandError> {
        let body = self.present(id)?.body;
        if self.hold.is_some_and(|hold| hold.actor == id) {
            self.let_go();
        }
        self.world.remove(body)?;
        self.actors[id.index()].kind = ActorKind::Gone;
        Ok(())
    }

    /// Puts a copy of a thing somewhere, at rest, or above that place if something else is there.
    ///
    /// # Errors
    /// [`HandError`] if the thing is gone or a car, if there are `most` actors, or if there is no room.
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

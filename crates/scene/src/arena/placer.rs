//! Finds places for bodies, and refuses those that are not free.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::math::{Aabb, Pose};
use dodgem_collide::{Model, Shape};
use dodgem_physics::{BodyDesc, BodyId, BodyKind, Groups, JointId, World};

use crate::arena::actor::present_in;
use crate::arena::owners::Owners;
use crate::arena::patches::{PatchDesc, patch_shape};
use crate::arena::placing::Placing;
use crate::arena::room::{Others, PlacedShape, Room, Taken};
use crate::arena::{
    Actor, ActorDesc, ActorId, ActorKind, ArenaError, ArenaSettings, HandError, Surfaces,
    ThingDesc, ThingMoves,
};
use crate::params::{PLACING_WORK, TOUCHING};

/// Returns the collision groups of a numbered group, whose members pass through each other; without a number,
/// a group that meets all.
pub(super) fn groups(number: Option<u32>) -> Groups {
    match number {
        Some(number) => {
            let own = 2 << number;
            Groups {
                membership: own,
                filter: !own,
            }
        }
        None => Groups {
            membership: 1,
            ..Groups::default()
        },
    }
}

/// Returns the heights of an actor's lowest and highest points at its start, in metres.
fn reach_in_height(desc: &ActorDesc) -> (f32, f32) {
    match &desc.solid {
        None | Some(Shape::Hull(_) | Shape::HeightField(_)) => {
            let corners = desc.model.mesh().vertices().iter();
            let heights = corners.map(|corner| desc.pose.transform_point(*corner).y);
            let none = (f32::INFINITY, f32::NEG_INFINITY);
            heights.fold(none, |(low, high), y| (low.min(y), high.max(y)))
        }
        Some(round) => {
            let bounds = round.aabb(&desc.pose);
            (bounds.min.y, bounds.max.y)
        }
    }
}

/// An actor that has found its place but has no body yet.
pub(super) struct Lying {
    /// Its description, with the pose at the start, before it was raised.
    pub desc: ActorDesc,
    pub shape: Shape,
    /// The pose where a prescribed motion begins.
    pub begun: Pose,
    /// Its pose.
    pub pose: Pose,
    /// See [`Actor::start`].
    pub start: Pose,
}

/// Returns the largest horizontal distance of a vertex from the origin, in metres.
pub(super) fn radius_of(model: &Model) -> f32 {
    let corners = model.mesh().vertices().iter();
    let reach = corners.map(|corner| Vec3::new(corner.x, 0.0, corner.z).length());
    reach.fold(0.0, f32::max)
}

fn refusal(taken: Taken) -> ArenaError {
    match taken {
        Taken::Unknown => ArenaError::Crowded,
        Taken::By {
            other,
            name,
            depth,
            rise,
        } => ArenaError::Overlaps {
            other,
            name,
            depth,
            rise,
        },
    }
}

/// The parts of an arena that decide whether a place is free. It changes none of them but the work that it counts.
pub(super) struct Placer<'a> {
    pub world: &'a World,
    pub settings: &'a ArenaSettings,
    pub surfaces: &'a Surfaces,
    pub owners: &'a Owners,
    pub actors: &'a [Actor],
    /// Pose of each of the level's actors as its level gives it.
    pub written: &'a [Pose],
    pub placing: &'a mut Placing,
}

impl Placer<'_> {
    /// Returns the room for a new body among the others.
    pub fn room<'b>(&'b mut self, others: Others<'b>) -> Room<'b> {
        Room {
            world: self.world,
            actors: self.actors,
            written: self.written,
            others,
            placing: self.placing,
        }
    }

    /// Finds the poses of an actor among the others.
    ///
    /// # Errors
    /// [`ArenaError`] as in [`Arena::add_actor`](crate::arena::Arena::add_actor).
    pub fn lie(&mut self, mut desc: ActorDesc, others: Others<'_>) -> Result<Lying, ArenaError> {
        let begun = desc.pose;
        // A prescribed motion goes on through walls, where a scene may have been saved.
        self.refuse_outside(&desc)?;
        if let ThingMoves::Along {
            motion,
            pivot,
            phase,
        } = &desc.thing.moves
        {
            desc.pose = motion.pose(&begun, *pivot, f64::from(*phase));
        }
        let shape = (desc.solid.take()).unwrap_or_else(|| Shape::Mesh(desc.model.clone()));
        let placed = PlacedShape {
            shape: &shape,
            passes: &desc.passes,
            kind: desc.body_kind(),
            groups: groups(desc.thing.group),
        };
        let mut room = self.room(others);
        room.refuse_overlap(&placed, &desc.pose).map_err(refusal)?;
        let pose = match desc.thing.moves {
            ThingMoves::Freely(_) if !desc.exact => room.raised(&placed, &desc.pose),
            _ => desc.pose,
        };
        let start = match desc.thing.moves {
            ThingMoves::Along { .. } => begun,
            _ => pose,
        };
        Ok(Lying {
            desc,
            shape,
            begun,
            pose,
            start,
        })
    }

    fn refuse_outside(&self, desc: &ActorDesc) -> Result<(), ArenaError> {
        let border = &self.settings.border;
        let depth = -border.clearance_of(desc.model.mesh(), &desc.pose);
        // A saved actor may be in a corner of the walls, beyond the border, and its numbers are rounded.
        let most = match desc.exact {
            true => border.slack() + TOUCHING,
            false => 0.0,
        };
        if depth > most {
            return Err(ArenaError::OutsideArena { depth });
        }
        if matches!(desc.thing.moves, ThingMoves::Never) && desc.car.is_none() {
            return Ok(());
        }
        // A fixed thing may extend into floor and ceiling.
        let (low, high) = reach_in_height(desc);
        let depth = high - self.settings.heights.ceiling;
        // The rounded numbers of a saved actor at the ceiling may be above it.
        let most = if desc.exact { TOUCHING } else { 0.0 };
        if depth > most {
            return Err(ArenaError::AboveCeiling { depth });
        }
        let depth = -low;
        if depth > TOUCHING {
            return Err(ArenaError::BelowFloor { depth });
        }
        Ok(())
    }

    /// Refuses a pose outside the arena for a shape with these triangles.
    pub fn refuse_outside_of(
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
    pub fn refuse_in_walls(&self, model: &Model, pose: &Pose) -> Result<(), HandError> {
        let walls = self.settings.border.walls(self.settings.edge);
        let inside = walls.clearance_of(model.mesh(), pose) >= -walls.slack();
        inside.then_some(()).ok_or(HandError::Outside)
    }

    /// Refuses to freeze or free an actor in a wall or another body: a prescribed motion goes through what
    /// stands still.
    pub fn refuse_inside(&mut self, id: ActorId, moved: &[ActorId]) -> Result<(), HandError> {
        let actor = &self.actors[id.index()];
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
            true => present_in(self.actors).map(|(other, _)| other).collect(),
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
            Some((other, _)) => Err(HandError::Taken(
                self.actors[other.index()].name.to_string(),
            )),
            None => Ok(()),
        }
    }

    /// Refuses to separate two bodies of which one is inside the other, which only these joints allow.
    ///
    /// # Errors
    /// [`HandError`] with their names.
    pub fn refuse_parting(&mut self, joints: &[JointId]) -> Result<(), HandError> {
        self.placing.begin(PLACING_WORK);
        for id in joints {
            let Some(joint) = self.world.joint(*id).filter(|joint| !joint.collides()) else {
                continue;
            };
            let (body, Some(other)) = joint.bodies() else {
                continue;
            };
            let pair = [body, other].map(|body| self.owners.of(body).actor());
            let [Some(a), Some(b)] = pair else { continue };
            let (shape, groups) = (self.world[body].shape().clone(), self.world[body].groups());
            let placed = PlacedShape {
                shape: &shape,
                passes: &[],
                kind: self.world[body].kind(),
                groups,
            };
            let pose = self.world[body].pose();
            let others = [b];
            if self
                .room(Others::These(&others))
                .overlapped(&placed, &pose)
                .is_none()
            {
                continue;
            }
            let stays = self.world.joints().any(|one| {
                let (a, b) = one.bodies();
                let same = (a, b) == (body, Some(other)) || (a, b) == (other, Some(body));
                same && !one.collides() && !joints.contains(&one.id())
            });
            if !stays {
                let [a, b] = [a, b].map(|id| &self.actors[id.index()].name);
                return Err(HandError::Refused(format!(
                    "\"{a}\" and \"{b}\" are inside each other, which only their joint allows: move one out first"
                )));
            }
        }
        Ok(())
    }

    /// Returns the actors whose boxes meet a box, without some.
    pub fn actors_near(&self, bounds: &Aabb, without: &BTreeSet<ActorId>) -> Vec<ActorId> {
        let all = (0..).map(ActorId).zip(self.actors);
        let others = all.filter(|(id, _)| !without.contains(id));
        let near = others.filter(|(_, actor)| {
            let body = self.world.body(actor.body);
            body.is_some_and(|body| body.shape().aabb(&body.pose()).overlaps(bounds))
        });
        near.map(|(id, _)| id).collect()
    }

    /// Returns for each body the actors that it is joined to and does not collide with: they may overlap it.
    pub fn all_joined(&self) -> BTreeMap<BodyId, Vec<ActorId>> {
        let mut joined: BTreeMap<BodyId, Vec<ActorId>> = BTreeMap::new();
        for joint in self.world.joints().filter(|joint| !joint.collides()) {
            let (one, Some(other)) = joint.bodies() else {
                continue;
            };
            for (body, other) in [(one, other), (other, one)] {
                let actor = self.owners.of(other).actor();
                joined.entry(body).or_default().extend(actor);
            }
        }
        joined
    }

    /// Returns the actors that a body is joined to and does not collide with: they may overlap it.
    pub fn joined_to(&self, body: BodyId) -> Vec<ActorId> {
        let joints = self.world.joints().filter(|joint| !joint.collides());
        let joints = joints.map(|joint| joint.bodies());
        let others = joints.filter_map(|(one, other)| match other {
            Some(other) if one == body => Some(other),
            Some(other) if other == body => Some(one),
            _ => None,
        });
        others
            .filter_map(|other| self.owners.of(other).actor())
            .collect()
    }

    /// Refuses a patch in which a body would be: one that was put into the floor's skin by a hand.
    ///
    /// # Errors
    /// [`HandError`] with the name of the body, or if the patch cannot be here.
    pub fn refuse_patch(&mut self, patch: &PatchDesc) -> Result<(), HandError> {
        let shape = patch_shape(patch, &self.settings.border);
        let (shape, pose) = shape.map_err(|error| HandError::Refused(error.to_string()))?;
        self.placing.begin(PLACING_WORK);
        let near = self.actors_near(&shape.aabb(&pose), &BTreeSet::new());
        let placed = PlacedShape {
            shape: &shape,
            passes: &[],
            kind: BodyKind::Dynamic,
            groups: Groups::default(),
        };
        match self.room(Others::These(&near)).overlapped(&placed, &pose) {
            Some((other, _)) => Err(HandError::Taken(
                self.actors[other.index()].name.to_string(),
            )),
            None => Ok(()),
        }
    }
}

/// Returns the kind of a thing, and its body with the settings of the thing.
pub(super) fn described(
    surfaces: &Surfaces,
    thing: ThingDesc,
    body: BodyDesc,
) -> (ActorKind, BodyDesc) {
    let (kind, actor, mass) = match thing.moves {
        ThingMoves::Never => (BodyKind::Static, ActorKind::Fixed, body.mass),
        ThingMoves::Freely(mass) => (BodyKind::Dynamic, ActorKind::Loose, mass),
        ThingMoves::Along {
            motion,
            pivot,
            phase,
        } => {
            let moved = ActorKind::Moved {
                motion: Arc::new(motion),
                pivot,
                phase: f64::from(phase),
            };
            (BodyKind::Kinematic, moved, body.mass)
        }
    };
    let body = BodyDesc {
        kind,
        mass,
        material: thing.material.unwrap_or_else(|| surfaces.of_thing(kind)),
        surface_velocity: thing.belt,
        // The classic rule applies only between cars.
        by_impulse: true,
        asleep: thing.asleep,
        groups: groups(thing.group),
        ..body
    };
    (actor, body)
}

/// Returns the drag coefficient times the frontal area of a thing's bounding box, in m^2, as the mean of
/// three directions. Every thing has it, because the air may be set later.
pub(super) fn drag_area(bounds: &Aabb) -> f32 {
    let size = bounds.extents();
    (size.x * size.y + size.y * size.z + size.z * size.x) / 3.0
}

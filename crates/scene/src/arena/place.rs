//! Adds cars, things, floor patches and joints to an arena, if there is room for them.

use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::math::{Aabb, Pose};
use dodgem_collide::{Model, Shape};
use dodgem_physics::{
    BodyDesc, BodyId, BodyKind, Groups, JointDesc, JointError, JointId, Mass, StateHasher,
};

use crate::arena::chassis::{vehicle_settings, weight};
use crate::arena::recovery::Recovery;
use crate::arena::room::{Others, PlacedShape, Room, Taken};
use crate::arena::{
    Actor, ActorDesc, ActorId, ActorKind, Arena, ArenaError, Car, CarDesc, Controls, DrivenBy, Met,
    ThingDesc, ThingMoves, within_bounds,
};
use crate::params::{MAX_SPEED, TOUCHING};
use crate::vehicle::Vehicle;

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

impl Arena {
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
        let lying = self.lie(desc, others)?;
        self.settle(lying)
    }

    /// Returns the room for a new body among the others.
    pub(super) fn room<'a>(&'a mut self, others: Others<'a>) -> Room<'a> {
        Room {
            world: &self.world,
            actors: &self.actors,
            written: &self.written,
            others,
            placing: &mut self.placing,
        }
    }

    /// Finds the poses of an actor among the others.
    ///
    /// # Errors
    /// [`ArenaError`] as in [`Arena::add_actor`].
    pub(super) fn lie(
        &mut self,
        mut desc: ActorDesc,
        others: Others<'_>,
    ) -> Result<Lying, ArenaError> {
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
            drag_area: Arena::drag_area(&bounds),
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
        let (kind, body) = self.described(thing, body);
        let added = self.world.add(body)?;
        Ok((kind, self.world[added].mass() as f32, added))
    }

    /// Returns the kind of a thing, and its body with the settings of the thing.
    pub(super) fn described(&self, thing: ThingDesc, body: BodyDesc) -> (ActorKind, BodyDesc) {
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
            material: thing
                .material
                .unwrap_or_else(|| self.surfaces.of_thing(kind)),
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

    /// Joins the bodies of actors. A motor with a control only holds until the control moves it.
    ///
    /// # Errors
    /// [`JointError`] if the joint is invalid.
    pub fn add_joint(
        &mut self,
        desc: &JointDesc,
        by: Option<DrivenBy>,
    ) -> Result<JointId, JointError> {
        let joint = self.world.add_joint(desc)?;
        if let (Some(by), Some(motor)) = (by, desc.motor) {
            self.drive_joint(joint, by, motor);
        }
        Ok(joint)
    }
}

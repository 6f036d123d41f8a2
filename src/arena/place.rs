//! Adds cars, things, floor patches and joints to an arena, if there is room for them.

use std::sync::Arc;

use glam::{Vec2, Vec3};

use dodgem_collide::math::{Aabb, Pose};
use dodgem_collide::shape::Cuboid;
use dodgem_collide::{Answer, Budget, Placed, Query, Shape};
use dodgem_physics::{
    BodyDesc, BodyId, BodyKind, Groups, JointDesc, JointError, JointId, Mass, Material, StateHasher,
};

use crate::arena::chassis::{vehicle_settings, weight};
use crate::arena::recovery::Recovery;
use crate::arena::{
    Actor, ActorDesc, ActorId, ActorKind, Arena, ArenaError, BODY_ON_FLOOR, Car, CarDesc, Controls,
    DrivenBy, HallError, HallPart, HandError, Met, ThingDesc, ThingMoves, within_bounds,
};
use crate::params::{
    MAX_RISE, MAX_SPEED, PATCH_RISE, PATCH_THICKNESS, PLACING_TEST_WORK, RISE_STEP, TOUCHING,
};

/// Poses of the other actors in an overlap test.
#[derive(Clone, Copy, Debug)]
pub(super) enum Where {
    /// Poses from the level for actors that have not moved: those on top of others were raised from there.
    Written,
    /// Current poses.
    Now,
    /// Current poses, without this actor.
    NowBut(ActorId),
}

/// A shape to place, with the bodies that it may overlap.
pub(super) struct PlacedShape<'a> {
    pub shape: &'a Shape,
    /// Actors that it is joined to and does not collide with.
    pub passes: &'a [ActorId],
    pub groups: Groups,
}

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

/// Work of the tests for free places, in work units.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacingWork {
    /// Work left for the current act, level or step.
    pub left: u64,
    /// Work spent since the arena was created.
    pub spent: u64,
}

impl PlacingWork {
    /// Asks a query about two placed shapes, limited to the work that is left, and counts its work.
    pub fn ask<R>(
        &mut self,
        query: &mut Query,
        question: impl FnOnce(&mut Query) -> Answer<R>,
    ) -> R {
        query.budget = Budget::Work(self.left);
        let answer = question(query);
        let work = answer.cost.work() + PLACING_TEST_WORK;
        self.left = self.left.saturating_sub(work);
        self.spent += work;
        answer.value
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

impl Arena {
    /// Adds an actor of the level.
    ///
    /// # Errors
    /// [`ArenaError`] if its numbers cannot form a body, or if it extends beyond the border or overlaps
    /// another actor.
    pub fn add_actor(&mut self, desc: ActorDesc) -> Result<ActorId, ArenaError> {
        let written = desc.pose;
        let id = self.insert_actor(desc, Where::Written)?;
        self.written.push(written);
        self.own_actors = self.actors.len();
        Ok(id)
    }

    /// Adds an actor, from the level or by hand.
    pub(super) fn insert_actor(
        &mut self,
        desc: ActorDesc,
        others: Where,
    ) -> Result<ActorId, ArenaError> {
        let start = desc.pose;
        let mut desc = desc;
        if let ThingMoves::Along {
            motion,
            pivot,
            phase,
        } = &desc.thing.moves
        {
            desc.pose = motion.pose(&start, *pivot, f64::from(*phase));
        }
        self.refuse_outside(&desc)?;
        let shape = desc.solid.unwrap_or(Shape::Mesh(desc.model.clone()));
        let placed = PlacedShape {
            shape: &shape,
            passes: &desc.passes,
            groups: groups(desc.thing.group),
        };
        self.refuse_overlap(&placed, &desc.pose, others)?;
        let bounds = desc.model.mesh().aabb();
        let pose = match desc.thing.moves {
            ThingMoves::Freely(_) if !desc.exact => self.raised(&placed, &desc.pose),
            _ => desc.pose,
        };
        let start = match desc.thing.moves {
            ThingMoves::Along { .. } => start,
            _ => pose,
        };
        let id = ActorId(self.actors.len() as u32);
        let still = BodyDesc {
            velocity: desc.velocity,
            angular_velocity: desc.spin,
            drag_area: Arena::drag_area(&bounds),
            ..BodyDesc::dynamic(shape.clone(), pose)
        };
        let (kind, mass, body) = match desc.car {
            Some(car) => self.add_car(car, &bounds, still)?,
            None => self.add_thing(desc.thing, still)?,
        };
        self.note_owner(body, Met::Actor(id));
        let corners = desc.model.mesh().vertices().iter();
        let mut hasher = StateHasher::default();
        corners.clone().for_each(|corner| hasher.vector(*corner));
        hasher.vector(desc.pose.translation());
        hasher.rotation(desc.pose.rotation());
        let print = hasher.finish();
        let reach = corners.map(|corner| Vec3::new(corner.x, 0.0, corner.z).length());
        self.actors.push(Actor {
            name: desc.name.into(),
            body,
            radius: reach.fold(0.0, f32::max),
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
        let vehicle = vehicle_settings(&car, bounds, &settings.ground, settings.gravity);
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
            vehicle: self.world.add_vehicle(added, vehicle)?,
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
        let added = self.world.add(BodyDesc {
            kind,
            mass,
            material: thing.material.unwrap_or(self.surfaces.thing),
            surface_velocity: thing.belt,
            // The classic rule applies only between cars.
            by_impulse: true,
            asleep: thing.asleep,
            groups: groups(thing.group),
            ..body
        })?;
        Ok((actor, self.world[added].mass() as f32, added))
    }

    /// Returns the drag coefficient times the frontal area of a thing's bounding box, in m^2, as the mean of
    /// three directions. Every thing has it, because the air may be set later.
    fn drag_area(bounds: &Aabb) -> f32 {
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

    /// Adds a patch of floor with the given half sizes along its own X and Z, in metres, and its own grip.
    /// Its surface may move along its own axes, in m/s.
    ///
    /// # Errors
    /// [`ArenaError`] if it extends beyond the border, or its numbers cannot form a body.
    pub fn add_patch(
        &mut self,
        pose: &Pose,
        half: Vec2,
        grip: f32,
        belt: Vec3,
    ) -> Result<(), ArenaError> {
        let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let border = &self.settings.border;
        let clearances = corners.map(|(x, z)| {
            border.clearance(pose.transform_point(Vec3::new(half.x * x, 0.0, half.y * z)))
        });
        let depth = -clearances.into_iter().fold(f32::INFINITY, f32::min);
        if depth > 0.0 {
            return Err(ArenaError::OutsideArena { depth });
        }
        let table = self.world.materials_mut();
        let material = table.add(Material {
            restitution: 0.0,
            friction: grip,
            rolling: 0.0,
            // Tyres multiply by the floor's grip already.
            grip: grip / self.settings.ground.grip,
            ..Material::default()
        })?;
        table.set_pair(material, self.surfaces.actor, BODY_ON_FLOOR.material())?;
        let thin = 0.5 * PATCH_THICKNESS;
        let shape = Cuboid::new(Vec3::new(half.x, thin, half.y)).map_err(HallError::from)?;
        let place = pose.translation() + Vec3::Y * (PATCH_RISE - thin);
        let pose = Pose::new(pose.rotation(), place).map_err(HallError::from)?;
        let body = self.world.add(BodyDesc {
            material,
            surface_velocity: belt,
            ..BodyDesc::fixed(Shape::Cuboid(shape), pose)
        })?;
        self.note_owner(body, Met::Hall(HallPart::Floor));
        Ok(())
    }

    fn refuse_overlap(
        &mut self,
        placed: &PlacedShape<'_>,
        pose: &Pose,
        others: Where,
    ) -> Result<(), ArenaError> {
        if self.placing.left == 0 {
            return Err(ArenaError::Crowded);
        }
        let Some((other, depth)) = self.overlapped(placed, pose, others) else {
            return Ok(());
        };
        Err(ArenaError::Overlaps {
            other,
            name: self.actor(other).name.to_string(),
            depth,
            rise: self.free_rise(placed, pose, others),
        })
    }

    /// Returns the pose, or the first one above it at which the shape overlaps nothing.
    ///
    /// # Errors
    /// [`HandError::Outside`] if there is none below the ceiling.
    pub(super) fn free_above(
        &mut self,
        placed: &PlacedShape<'_>,
        pose: &Pose,
    ) -> Result<Pose, HandError> {
        if self.overlapped(placed, pose, Where::Now).is_none() {
            return Ok(*pose);
        }
        let rise = self.free_rise(placed, pose, Where::Now);
        let place = pose.translation() + Vec3::Y * rise.ok_or(HandError::Outside)?;
        Pose::new(pose.rotation(), place).map_err(|_| HandError::Outside)
    }

    /// Returns the rise at which a shape overlaps nothing, accurate to `RISE_STEP`, in metres; None if none
    /// up to `MAX_RISE` is free.
    pub(super) fn free_rise(
        &mut self,
        placed: &PlacedShape<'_>,
        pose: &Pose,
        others: Where,
    ) -> Option<f32> {
        let mut is_free = |rise: f32| {
            let place = pose.translation() + Vec3::Y * rise;
            let higher = Pose::new(pose.rotation(), place);
            higher.is_ok_and(|pose| self.overlapped(placed, &pose, others).is_none())
        };
        let (mut taken, mut free) = (0.0, RISE_STEP);
        while !is_free(free) {
            (taken, free) = (free, 2.0 * free);
            if free > MAX_RISE {
                return None;
            }
        }
        while free - taken > RISE_STEP {
            let middle = 0.5 * (taken + free);
            match is_free(middle) {
                true => free = middle,
                false => taken = middle,
            }
        }
        Some(free)
    }

    /// Returns the first actor that a shape would overlap by more than [`TOUCHING`] at a pose, and the depth
    /// in metres.
    pub(super) fn overlapped(
        &mut self,
        placed: &PlacedShape<'_>,
        pose: &Pose,
        others: Where,
    ) -> Option<(ActorId, f32)> {
        let shape = placed.shape;
        let bounds = shape.aabb(pose);
        let (middle, radius) = (bounds.center(), bounds.half_extents().length());
        for index in 0..self.actors.len() {
            let id = ActorId(index as u32);
            // A removed actor has no body.
            let Some(other) = self.world.body(self.actors[index].body) else {
                continue;
            };
            let now = other.pose();
            let start = self.actors[index].start.translation();
            let stands = (now.translation() - start).length() < TOUCHING;
            let (at, is_own) = match others {
                // An actor that has moved since is tested at its current pose.
                Where::Written if stands => (self.written[index], false),
                Where::Written | Where::Now => (now, false),
                Where::NowBut(own) => (now, own == id),
            };
            let moved = (at.translation() - now.translation()).length();
            let apart = (other.center().as_vec3() - middle).length();
            let far = apart > radius + other.reach() + moved;
            if is_own || far || !bounds.overlaps(&other.shape().aabb(&at)) {
                continue;
            }
            if placed.passes.contains(&id) || !placed.groups.meets(&other.groups()) {
                continue;
            }
            let (there, here) = (Placed::new(other.shape(), &at), Placed::new(shape, pose));
            let (query, placing) = (&mut self.query, &mut self.placing);
            // A cut counts as a hit, because the shapes may overlap.
            if placing
                .ask(query, |query| query.intersect(there, here))
                .is_clear()
            {
                continue;
            }
            let depth = placing.ask(query, |query| query.deepest_contact(there, here, 0.0));
            let depth = depth
                .contact()
                .map_or(f32::INFINITY, |contact| -contact.distance);
            if depth >= TOUCHING {
                return Some((id, depth));
            }
        }
        None
    }
}

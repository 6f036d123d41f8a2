//! Changes by hand to a running scene: added things, joints, gravity and air. All changes happen between two
//! steps, and a change that would put one thing into another is refused.

use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::math::Pose;
use dodgem_collide::{Model, Shape};
use dodgem_physics::{BodyDesc, BodyKind, JointId, MaterialError, Settings};

use crate::arena::chassis::vehicle_settings;
use crate::arena::room::{Others, PlacedShape};
use crate::arena::{
    Actor, ActorId, ActorKind, Arena, ArenaSettings, GroundSettings, HandError, Met, Response,
    SurfaceSettings, within_bounds,
};
use crate::params::{HAND_SPEED, PLACING_WORK};
use crate::vehicle::VehicleError;

impl Arena {
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
        let pose = self.room(Others::Now).free_above(&placed, pose);
        let pose = pose.ok_or(HandError::Outside)?;
        self.refuse_outside_of(&actor.model, &desc.shape, &pose)?;
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

    /// Sets the direction of gravity, of any length but 0.
    ///
    /// # Errors
    /// [`HandError`] if it is no direction.
    pub fn set_down(&mut self, direction: Vec3) -> Result<(), HandError> {
        let down = direction.normalize_or_zero();
        if down == Vec3::ZERO {
            let none = "gravity needs a direction, such as (0, -1, 0)";
            return Err(HandError::Refused(none.to_owned()));
        }
        let mut settings = *self.world.settings();
        settings.gravity = down * self.settings.gravity;
        let set = self.world.set_settings(settings);
        set.map_err(|error| HandError::Refused(error.to_string()))?;
        self.settings.down = down;
        Ok(())
    }

    /// Sets gravity, in m/s^2 along its direction, and the air's density and velocity, in kg/m^3 and m/s.
    ///
    /// # Errors
    /// [`HandError`] if a number is out of range.
    pub fn set_surroundings(
        &mut self,
        gravity: f32,
        air: f32,
        wind: Vec3,
    ) -> Result<(), HandError> {
        let mut settings = *self.world.settings();
        settings.gravity = self.settings.down * gravity;
        (settings.air_density, settings.wind) = (air, wind);
        let set = self.world.set_settings(settings);
        set.map_err(|error| HandError::Refused(error.to_string()))?;
        (self.settings.gravity, self.settings.air) = (gravity, air);
        self.settings.wind = wind;
        Ok(())
    }

    /// Sets restitution and friction of cars and of things without a material.
    ///
    /// # Errors
    /// [`HandError`] if a number is out of range, or if the response is not [`Response::Impulse`]: others have
    /// no such numbers.
    pub fn set_surface(&mut self, restitution: f32, friction: f32) -> Result<(), HandError> {
        if !matches!(self.settings.response, Response::Impulse { .. }) {
            let other = "this level's rule for impacts has no such numbers";
            return Err(HandError::Refused(other.to_owned()));
        }
        let response = Response::Impulse {
            restitution,
            friction,
        };
        self.set_response(response)
    }

    /// Sets the impact rule with its surface of cars and of things without a material.
    fn set_response(&mut self, response: Response) -> Result<(), HandError> {
        within_bounds(response.bounds())?;
        let refused = |error: MaterialError| HandError::Refused(error.to_string());
        let table = self.world.materials_mut();
        let set = self.surfaces.set(table, &response.surface());
        set.map_err(refused)?;
        self.settings.response = response;
        Ok(())
    }

    /// Sets broad phase, schedule, budget, stages, the handling of cuts, the kind of collision and the impact rule,
    /// from the next step on.
    ///
    /// # Errors
    /// [`HandError`] if a number is out of range, or if the broad phase cannot be made.
    pub fn set_engine(&mut self, new: &ArenaSettings) -> Result<(), HandError> {
        let mut settings = *self.world.settings();
        settings.rule = new.response.rule();
        (settings.work_per_step, settings.turns_below) = (new.budget, new.turns_below);
        (settings.schedule, settings.broad_phase) = (new.schedule, new.broad_phase);
        (settings.stages, settings.on_cut) = (new.stages, new.on_cut);
        settings.continuous = new.continuous;
        (settings.one_test, settings.search) = (new.one_test, new.search);
        let set = self.world.set_settings(settings);
        set.map_err(|error| HandError::Refused(error.to_string()))?;
        self.set_response(new.response)?;
        let own = &mut self.settings;
        (own.budget, own.turns_below) = (new.budget, new.turns_below);
        (own.schedule, own.broad_phase) = (new.schedule, new.broad_phase);
        (own.stages, own.on_cut) = (new.stages, new.on_cut);
        own.continuous = new.continuous;
        (own.one_test, own.search) = (new.one_test, new.search);
        Ok(())
    }

    /// Sets the floor, restitution and friction of the walls, and the height of the ceiling, in metres; `grips` are
    /// those of the patches of floor. If it fails, the arena must be restored.
    ///
    /// # Errors
    /// [`HandError`] if a number is out of range, or if something is higher than the ceiling.
    pub fn set_hall(
        &mut self,
        ground: GroundSettings,
        walls: SurfaceSettings,
        ceiling: f32,
        grips: &[f32],
    ) -> Result<(), HandError> {
        within_bounds(ground.bounds())?;
        within_bounds(walls.bounds())?;
        if ceiling != self.settings.heights.ceiling {
            self.set_ceiling(ceiling)?;
        }
        let refused = |error: MaterialError| HandError::Refused(error.to_string());
        let [of_floor, of_walls] = self.surfaces.hall;
        let table = self.world.materials_mut();
        let floor = table.set(of_floor, ground.surface().material());
        floor.map_err(refused)?;
        table.set(of_walls, walls.material()).map_err(refused)?;
        let pair = table.set_pair(of_walls, self.surfaces.actor, walls.material());
        pair.map_err(refused)?;
        let is_other_floor = ground != self.settings.ground;
        (self.settings.ground, self.settings.walls) = (ground, walls);
        if is_other_floor {
            self.set_patch_grips(grips).map_err(refused)?;
            self.renew_vehicles()?;
        }
        Ok(())
    }

    /// Moves the ceiling, with walls up to it.
    fn set_ceiling(&mut self, ceiling: f32) -> Result<(), HandError> {
        for (_, actor) in self.present_actors() {
            let top = self.world[actor.body].shape().aabb(&actor.pose).max.y;
            // A fixed thing may extend into the ceiling.
            if !actor.is_fixed() && top > ceiling {
                let name = &actor.name;
                let higher = format!("\"{name}\" is higher than that: {top:.2} m");
                return Err(HandError::Refused(higher));
            }
        }
        self.settings.heights.ceiling = ceiling;
        let (border, edge) = (self.settings.border, self.settings.edge);
        let parts = border.parts(edge, self.settings.heights);
        let parts = parts.map_err(|error| HandError::Refused(error.to_string()))?;
        for (body, (_, shape, pose)) in self.hall.iter().zip(parts) {
            // A change of its description leaves a body where it is.
            self.world.change(*body, |desc| desc.shape = shape)?;
            self.world.set_pose(*body, &pose)?;
        }
        let settings = Settings {
            region: self.settings.region(),
            ..*self.world.settings()
        };
        let set = self.world.set_settings(settings);
        set.map_err(|error| HandError::Refused(error.to_string()))
    }

    /// Gives all cars wheels for the present floor.
    fn renew_vehicles(&mut self) -> Result<(), HandError> {
        let refused = |error: VehicleError| HandError::Refused(error.to_string());
        for actor in &mut self.actors {
            let ActorKind::Car(car) = &mut actor.kind else {
                continue;
            };
            let bounds = actor.model.mesh().aabb();
            let (ground, gravity) = (&self.settings.ground, self.settings.gravity);
            let settings = vehicle_settings(&car.settings, &bounds, ground, gravity);
            car.vehicle.renew(settings).map_err(refused)?;
            self.world.wake(actor.body)?;
        }
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

    /// Removes all joints of an actor except the hand's. Returns their number.
    ///
    /// # Errors
    /// [`HandError`] if it is gone, or inside a body that only a joint lets it be in.
    pub fn cut(&mut self, id: ActorId) -> Result<usize, HandError> {
        let body = self.present(id)?.body;
        let held = self.hold.map(|hold| hold.joint);
        let joints = self.world.joints();
        let of_it = joints.filter(|joint| {
            let (one, other) = joint.bodies();
            (one == body || other == Some(body)) && Some(joint.id()) != held
        });
        let of_it: Vec<JointId> = of_it.map(|joint| joint.id()).collect();
        self.refuse_parting(&of_it)?;
        for joint in &of_it {
            self.world.remove_joint(*joint)?;
        }
        Ok(of_it.len())
    }

    /// Returns the joints of the scene, without the hand's.
    pub fn joints(&self) -> impl Iterator<Item = JointId> {
        let held = self.hold.map(|hold| hold.joint);
        let all = self.world.joints().map(|joint| joint.id());
        all.filter(move |id| Some(*id) != held)
    }

    /// Puts an actor to sleep until something touches it, if forces move it.
    pub fn fall_asleep(&mut self, id: ActorId) {
        if let Ok(body) = self.movable(id).map(|actor| actor.body) {
            // `movable` has found the body, so the call succeeds.
            let _ = self.world.fall_asleep(body);
            self.copy_state(id.index());
        }
    }

    /// Renames an actor.
    pub fn rename(&mut self, id: ActorId, name: &str) {
        if let Some(actor) = self.actors.get_mut(id.index()) {
            actor.name = name.into();
        }
    }

    /// Returns the time of a prescribed motion within its period, in seconds; 0 for other actors.
    pub fn phase_of(&self, id: ActorId) -> f64 {
        let actor = self.actor(id);
        let ActorKind::Moved { motion, phase, .. } = &actor.kind else {
            return 0.0;
        };
        let seconds = self.world.time() - actor.debt + phase;
        motion
            .period()
            .map_or(0.0, |period| seconds.rem_euclid(period))
    }
}

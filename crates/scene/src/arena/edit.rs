//! Changes by hand to a running scene: gravity and air, rules, hall, patches, zones, joints, and the hand itself.
//! All changes happen between two steps, and a change that would put one thing into another is refused.

use glam::Vec3;

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_physics::{JointDesc, JointError, JointId, MaterialError, Motor, Settings};

use crate::arena::chassis::vehicle_settings;
use crate::arena::{
    ActorId, ActorKind, Arena, ArenaError, ArenaSettings, Controls, DrivenBy, GroundSettings,
    HallPart, HandError, Hold, Met, PatchDesc, Response, SurfaceSettings, Zone, ZoneEffect,
    within_bounds,
};
use crate::params::{HAND_ACCELERATION, HAND_MISS, HAND_TURN_RATE};
use crate::vehicle::VehicleError;

impl Arena {
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
            let set = (self.patches).set_grips(&mut self.world, grips, &self.settings.ground);
            set.map_err(refused)?;
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

    /// Adds a patch of floor as the last one.
    ///
    /// # Errors
    /// [`ArenaError`] if it extends beyond the border, or its numbers cannot form a body.
    pub fn add_patch(&mut self, patch: &PatchDesc) -> Result<(), ArenaError> {
        let of_hall = (&self.settings, self.surfaces.actor);
        let body = self.patches.add(&mut self.world, patch, of_hall)?;
        self.owners.note(body, Met::Hall(HallPart::Floor));
        Ok(())
    }

    /// Refuses a patch in which a body would be: one that was put into the floor's skin by a hand.
    ///
    /// # Errors
    /// [`HandError`] with the name of the body, or if the patch cannot be here.
    pub fn refuse_patch(&mut self, patch: &PatchDesc) -> Result<(), HandError> {
        self.placer().refuse_patch(patch)
    }

    /// Refuses to separate two bodies of which one is inside the other, which only these joints allow.
    ///
    /// # Errors
    /// [`HandError`] with their names.
    pub fn refuse_parting(&mut self, joints: &[JointId]) -> Result<(), HandError> {
        self.placer().refuse_parting(joints)
    }

    /// Removes a patch by its index; an unknown index is ignored.
    pub fn remove_patch(&mut self, patch: usize) {
        self.patches.remove(&mut self.world, patch);
    }

    /// Puts the last patch in the place of another one; an unknown index is ignored.
    pub fn replace_patch_by_last(&mut self, patch: usize) {
        self.patches.replace_by_last(&mut self.world, patch);
    }

    /// Adds a zone.
    pub fn add_zone(
        &mut self,
        shape: Shape,
        pose: Pose,
        effect: ZoneEffect,
        goal: Option<ActorId>,
    ) {
        self.zones.add(Zone::new(shape, pose, effect, goal));
    }

    /// Removes a zone by its index; an unknown index is ignored.
    pub fn remove_zone(&mut self, zone: usize) {
        self.zones.remove(zone);
    }

    /// Puts the last zone in the place of another one; an unknown index is ignored.
    pub fn replace_zone_by_last(&mut self, zone: usize) {
        self.zones.replace_by_last(zone);
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
            self.driven.drive(joint, by, motor);
        }
        Ok(joint)
    }

    /// Sets or removes the motor of a joint; does nothing if the joint is gone.
    pub fn set_motor(&mut self, joint: JointId, motor: Option<Motor>) {
        if self.world.joint(joint).is_some() {
            let set = self.world.set_joint_motor(joint, motor);
            debug_assert!(set.is_ok(), "the checks of a level admit only valid motors");
        }
    }

    /// Removes a joint; does nothing if it is gone.
    pub fn remove_joint(&mut self, joint: JointId) {
        // It may have broken.
        let _ = self.world.remove_joint(joint);
        self.driven.forget(joint);
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
        self.placer().refuse_parting(&of_it)?;
        for joint in &of_it {
            self.world.remove_joint(*joint)?;
        }
        Ok(of_it.len())
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

    /// Sets the driven motors to the first player's controls, from the next step on.
    pub fn drive_joints(&mut self, controls: &Controls) {
        self.driven.set(&mut self.world, controls);
    }
}

//! The changes that a program makes to a living world: adding, removing and changing bodies, forces,
//! joints.

use std::sync::Arc;

use glam::{DVec3, Vec3};

use crate::body::{Body, BodyId, BodyKind};
use crate::body_desc::{BodyDesc, BodyError, Mass};
use crate::body_motion::BodyMotion;
use crate::joint::{JointDesc, JointError, JointId, Motor, Spring};
use crate::material::MaterialId;
use crate::reserve::Reserved;
use crate::world::World;
use dodgem_collide::Shape;
use dodgem_collide::math::Pose;

impl World {
    /// Adds a body: see [`BodyDesc`].
    ///
    /// # Errors
    /// [`BodyError`] if it has numbers that are not finite, if the shape cannot carry its mass, or if there
    /// is no such material.
    pub fn add(&mut self, desc: BodyDesc) -> Result<BodyId, BodyError> {
        self.disturb();
        self.check_materials(&desc)?;
        let body = Body::new(desc, self.bodies.list.iter().rev())?;
        self.warm_up_for(body.shape());
        let id = self.bodies.add(body)?;
        self.aside.add(id.index);
        self.near.stray(id.index);
        self.reserve_for_bodies();
        Ok(id)
    }

    fn check_materials(&self, desc: &BodyDesc) -> Result<(), BodyError> {
        let mut all = desc.child_materials.iter().chain([&desc.material]);
        let known = all.all(|id| self.materials.get(*id).is_some());
        known.then_some(()).ok_or(BodyError::UnknownMaterial)
    }

    /// Removes a body with its joints, and wakes the bodies that touched it or were joined to
    /// it.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn remove(&mut self, id: BodyId) -> Result<(), BodyError> {
        self.disturb();
        let index = self.bodies.find(id)?;
        self.call_with_neighbours(index);
        self.pairs.wake_touching(index, &mut self.bodies.list);
        self.wake_standing_on(index);
        self.pairs.drop_pairs_of(index);
        self.contact_events.near_sensors.drop_pairs_of(index);
        (self.joints).remove_of_body(index, &mut self.bodies.list);
        self.aside.remove(index);
        self.bodies.remove(index);
        Ok(())
    }

    /// Changes the description of a living body, and wakes it and all bodies that touched it. Its pose and
    /// velocities stay: [`World::set_pose`] and [`World::set_velocity`] change those. If it overlaps others
    /// afterwards, they are pushed apart.
    ///
    /// # Errors
    /// The [`BodyError`]s of [`World::add`], and [`BodyError::Unknown`] if there is no such body, or it was
    /// removed; then nothing changes.
    pub fn change(
        &mut self,
        id: BodyId,
        change: impl FnOnce(&mut BodyDesc),
    ) -> Result<(), BodyError> {
        self.disturb();
        let index = self.bodies.find(id)?;
        let mut desc = self.bodies.body(index).desc();
        desc.asleep = false;
        change(&mut desc);
        self.check_materials(&desc)?;
        // Bodies of one form often follow each other, and are changed in their order.
        let (before, after) = self.bodies.list.split_at(index as usize + 1);
        let others = before.iter().rev().chain(after);
        let mut new = Body::new(desc, others)?;
        self.warm_up_for(new.shape());
        self.call_with_neighbours(index);
        self.bodies.describe_anew();
        // Joints of another kind of body may act from now on, or act no more.
        self.aside.note_joints();
        let (body, motion) = self.bodies.both_mut(index);
        let shift = (new.local_center() - body.local_center()).as_dvec3();
        new.carry_on_from(body);
        let same_surface = new.shape_print == body.shape_print
            && new.local_center() == body.local_center()
            && new.collides_as(body);
        *body = new;
        *motion = BodyMotion::resting(body.shape().aabb(&body.pose()));
        self.near.stray(index);
        self.pairs.wake_touching(index, &mut self.bodies.list);
        self.wake_standing_on(index);
        self.joints.wake_joined(index, &mut self.bodies.list);
        self.joints.shift_anchors(index, -shift);
        if same_surface {
            self.pairs.forget_gaps(index);
        } else {
            self.pairs.drop_pairs_of(index);
        }
        self.contact_events.near_sensors.drop_pairs_of(index);
        Ok(())
    }

    /// Sets the kind of a body. A body that is no longer static begins at rest.
    ///
    /// # Errors
    /// The errors of [`World::change`].
    pub fn set_kind(&mut self, id: BodyId, kind: BodyKind) -> Result<(), BodyError> {
        self.change(id, |body| body.kind = kind)
    }

    /// Sets the shape of a body, and returns the bodies that it then overlaps: they are pushed apart.
    ///
    /// # Errors
    /// The errors of [`World::change`].
    pub fn set_shape(&mut self, id: BodyId, shape: Shape) -> Result<Vec<BodyId>, BodyError> {
        self.change(id, |body| body.shape = shape)?;
        self.overlaps_of(id)
    }

    /// Sets the mass of a body.
    ///
    /// # Errors
    /// The errors of [`World::change`].
    pub fn set_mass(&mut self, id: BodyId, mass: Mass) -> Result<(), BodyError> {
        self.change(id, |body| body.mass = mass)
    }

    /// Sets the material of a body.
    ///
    /// # Errors
    /// The errors of [`World::change`].
    pub fn set_material(&mut self, id: BodyId, material: MaterialId) -> Result<(), BodyError> {
        self.change(id, |body| body.material = material)
    }

    /// Reserves memory for queries on a shape that no body has had before.
    fn warm_up_for(&mut self, shape: &Shape) {
        if let Shape::Compound(compound) = shape {
            (compound.children().iter()).for_each(|child| self.warm_up_for(&child.shape));
        }
        let Shape::Mesh(model) = shape else { return };
        let is_same = |body: &Body| matches!(body.shape(), Shape::Mesh(m) if Arc::ptr_eq(m, model));
        if !self.bodies.list.iter().any(is_same) {
            self.memory.queries.warm_up(shape);
        }
    }

    /// Reserves memory for the bodies of the world.
    pub(super) fn reserve_for_bodies(&mut self) {
        let counts = Reserved::for_bodies(self.bodies.len());
        self.pairs.reserve(&counts);
        self.near.reserve(&counts);
        self.islands.reserve(&counts);
        self.aside.reserve(&counts);
        self.supports.reserve(&counts);
        self.contact_events.reserve(&counts);
        self.report.reserve(&counts);
        let memory = &mut self.memory;
        memory.queries.reserve(&counts);
        memory.along_x.reserve(&counts);
        memory.solver.reserve(&counts);
        memory.prediction.reserve(&counts);
        memory.collision.reserve(&counts);
    }

    /// Moves a body to a pose, even into other bodies, and wakes it and all bodies that touched it. Bodies
    /// that overlap afterwards are pushed apart.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn set_pose(&mut self, id: BodyId, pose: &Pose) -> Result<(), BodyError> {
        self.disturb();
        let index = self.bodies.find(id)?;
        self.call_with_neighbours(index);
        let (body, motion) = self.bodies.both_mut(index);
        body.place(pose);
        body.is_new = true;
        self.near.stray(index);
        body.wake();
        *motion = BodyMotion::resting(body.shape().aabb(&body.pose()));
        self.pairs.wake_touching(index, &mut self.bodies.list);
        self.wake_standing_on(index);
        self.joints.wake_joined(index, &mut self.bodies.list);
        self.pairs.forget_gaps(index);
        self.contact_events.near_sensors.drop_pairs_of(index);
        Ok(())
    }

    /// Wakes what stands on a body without touching it, because it is about to be removed or moved.
    fn wake_standing_on(&mut self, index: u32) {
        (self.supports).wake_on(index, &mut self.aside, &mut self.bodies);
        self.admit();
    }

    /// A body that is about to be pushed or to be woken; it is present.
    fn touched(&mut self, id: BodyId) -> Result<&mut Body, BodyError> {
        let index = self.bodies.find(id)?;
        self.call(index);
        self.bodies.get_mut(id)
    }

    /// Makes the bodies of a joint present, which is about to change.
    fn call_joined(&mut self, id: JointId) {
        let bodies = self.joints.get(id).map(|joint| joint.bodies);
        let held = bodies.into_iter().flatten().flatten();
        held.for_each(|place| self.call(place));
        self.aside.note_joints();
    }

    /// Sets the velocity of a body's centre of mass (m/s) and its angular velocity (rad/s), and wakes it.
    /// Static bodies stay at rest.
    ///
    /// # Errors
    /// [`BodyError`] if there is no such body, or it was removed, and for vectors that are not finite.
    pub fn set_velocity(
        &mut self,
        id: BodyId,
        velocity: Vec3,
        angular_velocity: Vec3,
    ) -> Result<(), BodyError> {
        self.disturb();
        let index = self.bodies.find(id)?;
        for (name, vector) in [
            ("velocity", velocity),
            ("angular velocity", angular_velocity),
        ] {
            if !vector.is_finite() {
                return Err(BodyError::NotFinite(name));
            }
        }
        let body = self.bodies.body(index);
        match (body.kind, body.is_fixed()) {
            (BodyKind::Static, _) => return Ok(()),
            // From now on it moves the bodies on it.
            (BodyKind::Kinematic, true) => self.call_with_neighbours(index),
            _ => self.call(index),
        }
        let (body, _) = self.bodies.both_mut(index);
        body.velocity = body.free * velocity.as_dvec3();
        body.angular_velocity = angular_velocity.as_dvec3();
        body.angular_momentum = body.inertia.times(body.rotation, body.angular_velocity);
        body.wake();
        Ok(())
    }

    /// Allows or forbids a body to fall asleep, and wakes it.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn set_sleep(&mut self, id: BodyId, may_sleep: bool) -> Result<(), BodyError> {
        self.disturb();
        let body = self.touched(id)?;
        body.may_sleep = may_sleep;
        body.wake();
        Ok(())
    }

    /// Puts a dynamic body to sleep at its place, at rest until something wakes it.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn fall_asleep(&mut self, id: BodyId) -> Result<(), BodyError> {
        self.disturb();
        let body = self.touched(id)?;
        if body.is_dynamic() && body.may_sleep {
            body.fall_asleep();
        }
        Ok(())
    }

    /// Wakes a body: something that pushes it from [`World::step_with`] is about to change.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn wake(&mut self, id: BodyId) -> Result<(), BodyError> {
        self.disturb();
        self.touched(id)?.wake();
        Ok(())
    }

    /// Adds a force at a body's centre of mass for the next step, in N.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn add_force(&mut self, id: BodyId, force: DVec3) -> Result<(), BodyError> {
        self.disturb();
        let body = self.touched(id)?;
        body.add_force_at(force, body.center);
        Ok(())
    }

    /// Adds a force for the next step, in N, at a point of the world. Wakes the body unless the force is 0;
    /// it acts on dynamic bodies only.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn add_force_at(
        &mut self,
        id: BodyId,
        force: DVec3,
        point: DVec3,
    ) -> Result<(), BodyError> {
        self.disturb();
        self.touched(id)?.add_force_at(force, point);
        Ok(())
    }

    /// Adds a torque for the next step, in N m. Wakes the body unless it is 0.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn add_torque(&mut self, id: BodyId, torque: DVec3) -> Result<(), BodyError> {
        self.disturb();
        self.touched(id)?.add_torque(torque);
        Ok(())
    }

    /// Applies an impulse at once, in N s, at a point of the world. Wakes the body unless it is 0.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if there is no such body, or it was removed.
    pub fn add_impulse_at(
        &mut self,
        id: BodyId,
        impulse: DVec3,
        point: DVec3,
    ) -> Result<(), BodyError> {
        self.disturb();
        let body = self.touched(id)?;
        if body.is_dynamic() && impulse != DVec3::ZERO && impulse.is_finite() && point.is_finite() {
            body.apply_impulse(impulse, point);
            body.wake();
        }
        Ok(())
    }

    /// Joins two bodies, or a body and the world, and wakes them: see [`JointDesc`].
    ///
    /// # Errors
    /// [`JointError`] for an invalid description.
    pub fn add_joint(&mut self, desc: &JointDesc) -> Result<JointId, JointError> {
        self.disturb();
        for body in [Some(desc.body), desc.other].into_iter().flatten() {
            if let Ok(index) = self.bodies.find(body) {
                self.call(index);
            }
        }
        let id = self.joints.add(desc, &mut self.bodies)?;
        self.aside.note_joints();
        self.memory.solver.reserve_joints(&self.joints);
        self.aside.reserve_joints(self.joints.count());
        self.report.reserve_broken(self.joints.count());
        Ok(id)
    }

    /// Removes a joint and wakes its bodies.
    ///
    /// # Errors
    /// [`JointError::Gone`] if it was removed or broke before.
    pub fn remove_joint(&mut self, id: JointId) -> Result<(), JointError> {
        self.disturb();
        self.call_joined(id);
        self.joints.remove(id, &mut self.bodies.list)
    }

    /// Changes or removes a joint's motor and wakes its bodies.
    ///
    /// # Errors
    /// [`JointError`] if there is no such joint, its kind has no motor, or the numbers are invalid.
    pub fn set_joint_motor(&mut self, id: JointId, motor: Option<Motor>) -> Result<(), JointError> {
        self.disturb();
        self.call_joined(id);
        self.joints.set_motor(id, motor, &mut self.bodies.list)
    }

    /// Changes or removes the limits of a joint's coordinate, in metres or radians, and wakes its bodies.
    ///
    /// # Errors
    /// [`JointError`] if there is no such joint, its kind has no limits, or the limits are invalid.
    pub fn set_joint_limits(
        &mut self,
        id: JointId,
        limits: Option<[f32; 2]>,
    ) -> Result<(), JointError> {
        self.disturb();
        self.call_joined(id);
        self.joints.set_limits(id, limits, &mut self.bodies.list)
    }

    /// Changes or removes a joint's spring and wakes its bodies.
    ///
    /// # Errors
    /// [`JointError`] if there is no such joint, or the spring is invalid.
    pub fn set_joint_spring(
        &mut self,
        id: JointId,
        spring: Option<Spring>,
    ) -> Result<(), JointError> {
        self.disturb();
        self.call_joined(id);
        self.joints.set_spring(id, spring, &mut self.bodies.list)
    }

    /// Moves the target of a grab, a point of the world, and wakes the body.
    ///
    /// # Errors
    /// [`JointError`] if there is no such joint, it is no grab, or the target is not finite.
    pub fn set_grab_target(&mut self, id: JointId, target: Vec3) -> Result<(), JointError> {
        self.disturb();
        self.call_joined(id);
        self.joints
            .set_grab_target(id, target, &mut self.bodies.list)
    }
}

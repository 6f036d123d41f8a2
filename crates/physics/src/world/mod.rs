//! The world: rigid bodies and what is kept of them from step to step.
//!
//! It is made of parts that know nothing of each other: a phase of the step (`pipeline.rs`) gets the parts
//! that it reads and writes, and no others.

mod pipeline;
mod questions;
mod snapshot;

use std::sync::Arc;

use glam::{DVec3, Vec3};

use crate::bodies::Bodies;
use crate::bodies_along_x::BodiesAlongX;
use crate::body::{Body, BodyId, BodyKind};
use crate::body_desc::{BodyDesc, BodyError};
use crate::body_motion::BodyMotion;
use crate::broad_phase::NearPairs;
use crate::ccd::speculative_contacts::SpeculativeContacts;
use crate::ccd::step::CollisionMemory;
use crate::islands::Islands;
use crate::joint::{JointDesc, JointError, JointId, Joints, Motor, Spring};
use crate::material::MaterialTable;
use crate::pair_cache::OverlappingPairs;
use crate::report::StepReport;
use crate::reserve::Reserved;
use crate::settings::{BudgetClock, Settings, SettingsError};
use crate::shape_queries::ShapeQueries;
use crate::solver::SolverMemory;
use crate::timing::Clock;
use crate::vehicle::{Controls, Vehicle, VehicleError, VehicleId, VehicleSettings};
use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_collide::schedule::Viewer;

pub use snapshot::{Snapshot, SnapshotError};

/// Rigid bodies and their time.
#[derive(Debug)]
pub struct World {
    settings: Settings,
    /// Shared with the snapshots.
    materials: Arc<MaterialTable>,
    bodies: Bodies,
    near: NearPairs,
    pairs: OverlappingPairs,
    islands: Islands,
    vehicles: Vec<Vehicle>,
    joints: Joints,
    report: StepReport,
    steps: u64,
    frame: Frame,
    memory: StepMemory,
}

/// Wishes of the program around the world, which last until they are changed.
#[derive(Debug, Default)]
struct Frame {
    /// Where spectators are: sweeps of what they see go first when work is scarce.
    viewers: Vec<Viewer>,
    clock: Option<Clock>,
    /// Whether the state is hashed after each phase.
    hashes_phases: bool,
    /// What is left of the frame's time, in microseconds, if the steps of a frame share it.
    time_left: Option<u64>,
}

/// Memory and helpers of a step, used again in every step. Nothing in here is state but the turns of the
/// schedule: see `snapshot.rs`.
#[derive(Debug)]
struct StepMemory {
    queries: ShapeQueries,
    along_x: BodiesAlongX,
    solver: SolverMemory,
    prediction: SpeculativeContacts,
    collision: CollisionMemory,
}

impl World {
    /// An empty world.
    ///
    /// # Errors
    /// [`SettingsError`] for numbers that make no sense, and for a grid that cannot be.
    pub fn new(settings: Settings) -> Result<World, SettingsError> {
        settings.check()?;
        Ok(World {
            settings,
            materials: Arc::default(),
            bodies: Bodies::default(),
            near: NearPairs::new(settings.broad_phase, settings.region)?,
            pairs: OverlappingPairs::default(),
            islands: Islands::default(),
            vehicles: Vec::new(),
            joints: Joints::default(),
            report: StepReport::default(),
            steps: 0,
            frame: Frame::default(),
            memory: StepMemory {
                queries: ShapeQueries::default(),
                along_x: BodiesAlongX::default(),
                solver: SolverMemory::default(),
                prediction: SpeculativeContacts::default(),
                collision: CollisionMemory::new(settings.schedule),
            },
        })
    }

    /// The materials, to add to them or to change pairs.
    pub fn materials_mut(&mut self) -> &mut MaterialTable {
        Arc::make_mut(&mut self.materials)
    }

    /// Adds a body: see [`BodyDesc`].
    ///
    /// # Errors
    /// [`BodyError`] if it has numbers that are not finite, or can carry no mass.
    pub fn add(&mut self, desc: BodyDesc) -> Result<BodyId, BodyError> {
        let body = Body::new(desc, &self.bodies.list)?;
        let bounds = body.shape().aabb(&body.pose());
        self.warm_up_for(body.shape());
        self.bodies.motions.push(BodyMotion::resting(bounds));
        self.bodies.list.push(body);
        self.reserve_for_bodies();
        Ok(BodyId(self.bodies.len() as u32 - 1))
    }

    /// Sets memory aside for queries on a shape that no body has had before.
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

    /// Sets memory aside for the bodies of the world.
    fn reserve_for_bodies(&mut self) {
        let counts = Reserved::for_bodies(self.bodies.len());
        self.pairs.reserve(&counts);
        self.near.reserve(&counts);
        self.islands.reserve(&counts);
        self.report.reserve(&counts);
        let memory = &mut self.memory;
        memory.queries.reserve(&counts);
        memory.along_x.reserve(&counts);
        memory.solver.reserve(&counts);
        memory.prediction.reserve(&counts);
        memory.collision.reserve(&counts);
    }

    /// Moves a body to a pose, whatever is there, and wakes it and all that touched it. Bodies that overlap
    /// afterwards are pushed apart.
    pub fn set_pose(&mut self, id: BodyId, pose: &Pose) {
        let (body, motion) = self.bodies.both_mut(id.0);
        body.place(pose);
        body.wake();
        *motion = BodyMotion::resting(body.shape().aabb(&body.pose()));
        self.pairs.wake_touching(id.0, &mut self.bodies.list);
        self.joints.wake_joined(id.0, &mut self.bodies.list);
        self.pairs.forget_gaps(id.0);
    }

    /// Sets the velocity of a body's centre of mass (m/s) and its angular velocity (rad/s), and wakes it.
    /// Vectors that are not finite count as 0; static bodies stay.
    pub fn set_velocity(&mut self, id: BodyId, velocity: Vec3, angular_velocity: Vec3) {
        let finite = |v: Vec3| if v.is_finite() { v } else { Vec3::ZERO };
        let body = &mut self.bodies.list[id.index()];
        if body.kind == BodyKind::Static {
            return;
        }
        body.velocity = finite(velocity).as_dvec3();
        body.angular_velocity = finite(angular_velocity).as_dvec3();
        body.angular_momentum = body.inertia.times(body.rotation, body.angular_velocity);
        body.wake();
    }

    /// Sets whether a body may fall asleep, and wakes it.
    pub fn set_sleep(&mut self, id: BodyId, may_sleep: bool) {
        let body = &mut self.bodies.list[id.index()];
        body.may_sleep = may_sleep;
        body.wake();
    }

    /// Adds a force at a body's centre of mass for the next step, in N.
    pub fn add_force(&mut self, id: BodyId, force: DVec3) {
        let center = self.bodies.list[id.index()].center;
        self.add_force_at(id, force, center);
    }

    /// Adds a force for the next step, in N, at a point of the world. Wakes the body unless the force is 0;
    /// only dynamic bodies feel it.
    pub fn add_force_at(&mut self, id: BodyId, force: DVec3, point: DVec3) {
        self.bodies.list[id.index()].add_force_at(force, point);
    }

    /// Adds a torque for the next step, in N m. Wakes the body unless it is 0.
    pub fn add_torque(&mut self, id: BodyId, torque: DVec3) {
        self.bodies.list[id.index()].add_torque(torque);
    }

    /// Applies an impulse at once, in N s, at a point of the world. Wakes the body unless it is 0.
    pub fn add_impulse_at(&mut self, id: BodyId, impulse: DVec3, point: DVec3) {
        let body = &mut self.bodies.list[id.index()];
        if body.is_dynamic() && impulse != DVec3::ZERO && impulse.is_finite() && point.is_finite() {
            body.apply_impulse(impulse, point);
            body.wake();
        }
    }

    /// Puts wheels under a dynamic body.
    ///
    /// # Errors
    /// [`VehicleError`] if no car can drive with the settings.
    pub fn add_vehicle(
        &mut self,
        body: BodyId,
        settings: VehicleSettings,
    ) -> Result<VehicleId, VehicleError> {
        self.vehicles.push(Vehicle::new(body, settings)?);
        Ok(VehicleId(self.vehicles.len() as u32 - 1))
    }

    /// Sets the controls of a vehicle, from now on. Numbers out of range are clamped, NaN is 0.
    pub fn drive(&mut self, id: VehicleId, controls: Controls) {
        self.vehicles[id.0 as usize].drive(controls);
    }

    /// Joins two bodies, or a body and the world, and wakes them: see [`JointDesc`].
    ///
    /// # Errors
    /// [`JointError`] if it makes no sense.
    pub fn add_joint(&mut self, desc: &JointDesc) -> Result<JointId, JointError> {
        let id = self.joints.add(desc, &mut self.bodies)?;
        self.memory.solver.reserve_joints(&self.joints);
        self.report.reserve_broken(self.joints.count());
        Ok(id)
    }

    /// Removes a joint and wakes its bodies. False if it was removed or broke before.
    pub fn remove_joint(&mut self, id: JointId) -> bool {
        self.joints.remove(id, &mut self.bodies.list)
    }

    /// Removes all joints of a body and wakes what it was joined to.
    pub fn remove_joints_of(&mut self, body: BodyId) {
        (self.joints).remove_of_body(body.index() as u32, &mut self.bodies.list);
    }

    /// Changes or removes a joint's motor and wakes its bodies.
    ///
    /// # Errors
    /// [`JointError`] if there is no such joint, its kind has no motor, or not with these numbers.
    pub fn set_joint_motor(&mut self, id: JointId, motor: Option<Motor>) -> Result<(), JointError> {
        self.joints.set_motor(id, motor, &mut self.bodies.list)
    }

    /// Changes or removes the limits of a joint's coordinate, in metres or radians, and wakes its bodies.
    ///
    /// # Errors
    /// [`JointError`] if there is no such joint, its kind has no limits, or not these.
    pub fn set_joint_limits(
        &mut self,
        id: JointId,
        limits: Option<[f32; 2]>,
    ) -> Result<(), JointError> {
        self.joints.set_limits(id, limits, &mut self.bodies.list)
    }

    /// Changes or removes a joint's spring and wakes its bodies.
    ///
    /// # Errors
    /// [`JointError`] if there is no such joint, or no such spring can be.
    pub fn set_joint_spring(
        &mut self,
        id: JointId,
        spring: Option<Spring>,
    ) -> Result<(), JointError> {
        self.joints.set_spring(id, spring, &mut self.bodies.list)
    }

    /// Moves the target of a grab, a point of the world, and wakes the body.
    ///
    /// # Errors
    /// [`JointError`] if there is no such joint, it is no grab, or the target is not finite.
    pub fn set_grab_target(&mut self, id: JointId, target: Vec3) -> Result<(), JointError> {
        self.joints
            .set_grab_target(id, target, &mut self.bodies.list)
    }

    /// Sets the viewers. Sweeps of what they notice go first when work is scarce.
    pub fn set_viewers(&mut self, viewers: &[Viewer]) {
        self.frame.viewers.clear();
        self.frame.viewers.extend_from_slice(viewers);
    }

    /// Begins a frame, whose steps until the next one share one budget, if that is one of
    /// [time](BudgetClock::Time). Without frames every step has a whole one.
    pub fn begin_frame(&mut self) {
        self.frame.time_left =
            (self.settings.clock == BudgetClock::Time).then_some(self.settings.work_per_step);
    }

    /// Sets or removes the clock for [`StepReport::times`]. Nothing else depends on it.
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.frame.clock = clock;
    }

    /// Whether the steps that follow fill in [`StepReport::phase_hashes`]. Nothing else depends on it.
    pub fn hash_phases(&mut self, wanted: bool) {
        self.frame.hashes_phases = wanted;
    }
}

#[cfg(test)]
impl Parts<'_> {
    /// Finds the pairs of a step, as the step does before it looks at them.
    pub(crate) fn find_pairs(&mut self) {
        self.near.update(self.context.settings, self.bodies);
        self.pairs
            .update(self.bodies, self.joints, &self.near.pairs);
    }

    /// Asks something about the sweep of a pair.
    pub(crate) fn ask_about<R>(
        &mut self,
        pair: dodgem_collide::broad_phase::Pair,
        ask: impl FnOnce(&mut crate::ccd::pair::PairSweep) -> R,
    ) -> R {
        let known = self.pairs.find(pair);
        crate::ccd::pair::ask_about(pair, known, &mut self.context, self.bodies, self.pairs, ask)
    }
}

/// The parts of a world, for tests of what is done with them.
#[cfg(test)]
pub(crate) struct Parts<'w> {
    pub context: crate::step_context::StepContext<'w>,
    pub bodies: &'w mut Bodies,
    pub near: &'w mut NearPairs,
    pub pairs: &'w mut OverlappingPairs,
    pub joints: &'w mut Joints,
    pub along_x: &'w mut BodiesAlongX,
    pub solver: &'w SolverMemory,
}

#[cfg(test)]
impl World {
    /// Its parts, between two steps.
    pub(crate) fn parts(&mut self) -> Parts<'_> {
        Parts {
            context: crate::step_context::StepContext {
                settings: &self.settings,
                materials: &self.materials,
                viewers: &self.frame.viewers,
                steps: self.steps,
                queries: &mut self.memory.queries,
                report: &mut self.report,
            },
            bodies: &mut self.bodies,
            near: &mut self.near,
            pairs: &mut self.pairs,
            joints: &mut self.joints,
            along_x: &mut self.memory.along_x,
            solver: &self.memory.solver,
        }
    }
}

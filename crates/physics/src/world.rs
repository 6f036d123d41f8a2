//! The world: rigid bodies and what is kept of them from step to step.

use std::sync::Arc;

use glam::{DVec3, Vec3};

use crate::body::{Body, BodyId, BodyKind};
use crate::body_desc::{BodyDesc, BodyError};
use crate::body_motion::BodyMotion;
use crate::ccd::event_queue::EventQueue;
use crate::ccd::impact::ImpactScratch;
use crate::islands::Islands;
use crate::joint::{Joint, JointDesc, JointError, JointId, Joints, Motor, Spring};
use crate::manifold::point::ManifoldPoint;
use crate::material::MaterialTable;
use crate::pair_cache::OverlappingPairs;
use crate::report::{StepReport, Touch};
use crate::settings::{BudgetClock, Settings, SettingsError};
use crate::shape_queries::ShapeQueries;
use crate::solver::{SelectedContacts, Solver, SolverBody};
use crate::timing::Clock;
use crate::vehicle::{BodiesAlongX, Vehicle};
use dodgem_collide::broad_phase::{BroadBody, BroadPhase, Pair};
use dodgem_collide::math::Pose;
use dodgem_collide::schedule::{Schedule, Test, Viewer};

/// Rigid bodies and their time.
#[derive(Debug)]
pub struct World {
    pub(crate) settings: Settings,
    /// Shared with the snapshots.
    pub(crate) materials: Arc<MaterialTable>,
    pub(crate) bodies: Vec<Body>,
    /// The path of every body through the current step.
    pub(crate) motions: Vec<BodyMotion>,
    pub(crate) vehicles: Vec<Vehicle>,
    pub(crate) joints: Joints,
    pub(crate) pairs: OverlappingPairs,
    pub(crate) islands: Islands,
    /// Where spectators are: sweeps of what they see go first when work is scarce.
    pub(crate) viewers: Vec<Viewer>,
    pub(crate) steps: u64,
    pub(crate) report: StepReport,
    pub(crate) clock: Option<Clock>,
    /// Whether the state is hashed after each phase.
    pub(crate) hashes_phases: bool,
    /// What is left of the frame's time, in microseconds, if the steps of a frame share it.
    pub(crate) frame_left: Option<u64>,
    pub(crate) tools: Tools,
}

/// Memory and helpers of a step. Nothing in here is state but the turns of the schedule and what the broad
/// phase was given last: see `snapshot.rs`.
#[derive(Debug)]
pub(crate) struct Tools {
    pub(crate) broad: Box<dyn BroadPhase>,
    pub(crate) broad_bodies: Vec<BroadBody>,
    pub(crate) broad_pairs: Vec<Pair>,
    pub(crate) shape_queries: ShapeQueries,
    /// The pairs whose contacts take a search that has to wait for its turn.
    pub(crate) asking: Vec<u32>,
    pub(crate) solver: Solver,
    pub(crate) solver_bodies: Vec<SolverBody>,
    /// The contacts that the solver treats.
    pub(crate) selected_contacts: SelectedContacts,
    pub(crate) schedule: Box<dyn Schedule>,
    pub(crate) tests: Vec<Test>,
    /// The pairs of the tests, as indices into the store.
    pub(crate) tested: Vec<u32>,
    pub(crate) queue: EventQueue,
    pub(crate) speculative: crate::ccd::speculative_contacts::SpeculativeScratch,
    pub(crate) clusters: crate::ccd::contact_clusters::ContactClusters,
    /// Bodies whose paths left the boxes that the broad phase was given in this step, in order.
    pub(crate) unlisted_bodies: Vec<u32>,
    /// Contacts of the impact at hand.
    pub(crate) impact_contacts: Vec<ManifoldPoint>,
    pub(crate) impact: ImpactScratch,
    pub(crate) wheel_bodies: BodiesAlongX,
}

impl World {
    /// An empty world.
    ///
    /// # Errors
    /// [`SettingsError`] for numbers that make no sense, and for a grid that cannot be.
    pub fn new(settings: Settings) -> Result<World, SettingsError> {
        settings.check()?;
        let tools = Tools {
            broad: settings.broad_phase.build(settings.region)?,
            broad_bodies: Vec::new(),
            broad_pairs: Vec::new(),
            shape_queries: ShapeQueries::default(),
            asking: Vec::new(),
            solver: Solver::default(),
            solver_bodies: Vec::new(),
            selected_contacts: SelectedContacts::default(),
            schedule: settings.schedule.build(),
            tests: Vec::new(),
            tested: Vec::new(),
            queue: EventQueue::default(),
            speculative: crate::ccd::speculative_contacts::SpeculativeScratch::default(),
            clusters: crate::ccd::contact_clusters::ContactClusters::default(),
            unlisted_bodies: Vec::new(),
            impact_contacts: Vec::new(),
            impact: ImpactScratch::default(),
            wheel_bodies: BodiesAlongX::default(),
        };
        Ok(World {
            settings,
            materials: Arc::default(),
            bodies: Vec::new(),
            motions: Vec::new(),
            vehicles: Vec::new(),
            joints: Joints::default(),
            pairs: OverlappingPairs::default(),
            islands: Islands::default(),
            viewers: Vec::new(),
            steps: 0,
            report: StepReport::default(),
            clock: None,
            hashes_phases: false,
            frame_left: None,
            tools,
        })
    }

    /// The settings, which never change.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The materials.
    pub fn materials(&self) -> &MaterialTable {
        &self.materials
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
        let body = Body::new(desc, &self.bodies)?;
        let bounds = body.shape().aabb(&body.pose());
        self.motions.push(BodyMotion::resting(bounds));
        self.reserve_for_shape(body.shape());
        self.bodies.push(body);
        self.reserve_for_bodies();
        Ok(BodyId(self.bodies.len() as u32 - 1))
    }

    /// All bodies, in the order of adding.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// A body.
    ///
    /// # Panics
    /// If the identifier is another world's and no body here has it.
    pub fn body(&self, id: BodyId) -> &Body {
        &self.bodies[id.index()]
    }

    /// The identifier of the body with an index in the order of adding.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn id(&self, index: usize) -> BodyId {
        assert!(index < self.bodies.len(), "there is no body {index}");
        BodyId(index as u32)
    }

    /// Moves a body to a pose, whatever is there, and wakes it. Bodies that overlap afterwards are pushed apart.
    pub fn set_pose(&mut self, id: BodyId, pose: &Pose) {
        let body = &mut self.bodies[id.index()];
        body.place(pose);
        body.wake();
        self.motions[id.index()] = BodyMotion::resting(body.shape().aabb(&body.pose()));
        self.forget_gaps(id);
    }

    /// Sets the velocity of a body's centre of mass (m/s) and its angular velocity (rad/s), and wakes it.
    /// Vectors that are not finite count as 0; static bodies stay.
    pub fn set_velocity(&mut self, id: BodyId, velocity: Vec3, angular_velocity: Vec3) {
        let finite = |v: Vec3| if v.is_finite() { v } else { Vec3::ZERO };
        let body = &mut self.bodies[id.index()];
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
        let body = &mut self.bodies[id.index()];
        body.may_sleep = may_sleep;
        body.wake();
    }

    /// Adds a force at a body's centre of mass for the next step, in N.
    pub fn add_force(&mut self, id: BodyId, force: DVec3) {
        let center = self.bodies[id.index()].center;
        self.add_force_at(id, force, center);
    }

    /// Adds a force for the next step, in N, at a point of the world. Wakes the body unless the force is 0;
    /// only dynamic bodies feel it.
    pub fn add_force_at(&mut self, id: BodyId, force: DVec3, point: DVec3) {
        let body = &mut self.bodies[id.index()];
        if body.is_dynamic() && force != DVec3::ZERO && force.is_finite() && point.is_finite() {
            body.force += force;
            body.torque += (point - body.center).cross(force);
            body.wake();
        }
    }

    /// Adds a torque for the next step, in N m. Wakes the body unless it is 0.
    pub fn add_torque(&mut self, id: BodyId, torque: DVec3) {
        let body = &mut self.bodies[id.index()];
        if body.is_dynamic() && torque != DVec3::ZERO && torque.is_finite() {
            body.torque += torque;
            body.wake();
        }
    }

    /// Applies an impulse at once, in N s, at a point of the world. Wakes the body unless it is 0.
    pub fn add_impulse_at(&mut self, id: BodyId, impulse: DVec3, point: DVec3) {
        let body = &mut self.bodies[id.index()];
        if body.is_dynamic() && impulse != DVec3::ZERO && impulse.is_finite() && point.is_finite() {
            body.apply_impulse(impulse, point);
            body.wake();
        }
    }

    /// Joins two bodies, or a body and the world, and wakes them: see [`JointDesc`].
    ///
    /// # Errors
    /// [`JointError`] if it makes no sense.
    pub fn add_joint(&mut self, desc: &JointDesc) -> Result<JointId, JointError> {
        self.joints.add(desc, &mut self.bodies)
    }

    /// Removes a joint and wakes its bodies. False if there is none of this identifier (any more).
    pub fn remove_joint(&mut self, id: JointId) -> bool {
        self.joints.remove(id, &mut self.bodies)
    }

    /// A joint; none if it was removed or broke.
    pub fn joint(&self, id: JointId) -> Option<&Joint> {
        self.joints.get(id)
    }

    /// All joints, in the order of adding.
    pub fn joints(&self) -> &[Joint] {
        self.joints.list()
    }

    /// The coordinate of a joint, in metres or radians: see [`JointKind`](crate::JointKind). None if the joint
    /// is gone or has none.
    pub fn joint_position(&self, id: JointId) -> Option<f64> {
        self.joints.position(id, &self.bodies)
    }

    /// How far a joint is open, in metres: how far its anchors are from where it holds them.
    pub fn joint_gap(&self, id: JointId) -> Option<f64> {
        self.joints.gap(id, &self.bodies)
    }

    /// Changes or removes a joint's motor and wakes its bodies. False if there is no such joint.
    ///
    /// # Errors
    /// [`JointError`] if its kind has no motor, or not with these numbers.
    pub fn set_motor(&mut self, id: JointId, motor: Option<Motor>) -> Result<bool, JointError> {
        self.joints.set_motor(id, motor, &mut self.bodies)
    }

    /// Changes or removes a joint's limits and wakes its bodies. False if there is no such joint.
    ///
    /// # Errors
    /// [`JointError`] if its kind has no limits, or not these.
    pub fn set_limits(
        &mut self,
        id: JointId,
        limits: Option<[f32; 2]>,
    ) -> Result<bool, JointError> {
        self.joints.set_limits(id, limits, &mut self.bodies)
    }

    /// Changes or removes a joint's spring and wakes its bodies. False if there is no such joint.
    ///
    /// # Errors
    /// [`JointError`] if there can be no such spring.
    pub fn set_joint_spring(
        &mut self,
        id: JointId,
        spring: Option<Spring>,
    ) -> Result<bool, JointError> {
        self.joints.set_spring(id, spring, &mut self.bodies)
    }

    /// Moves the target of a grab, in the world, and wakes the body. False if there is no such joint.
    ///
    /// # Errors
    /// [`JointError`] if it is no grab, or the target is not finite.
    pub fn set_grab_target(&mut self, id: JointId, target: Vec3) -> Result<bool, JointError> {
        self.joints.set_grab_target(id, target, &mut self.bodies)
    }

    /// Sets the viewers. Sweeps of what they notice go first when work is scarce.
    pub fn set_viewers(&mut self, viewers: &[Viewer]) {
        self.viewers.clear();
        self.viewers.extend_from_slice(viewers);
    }

    /// Begins a frame, whose steps until the next one share one budget, if that is one of
    /// [time](BudgetClock::Time). Without frames every step has a whole one.
    pub fn begin_frame(&mut self) {
        self.frame_left =
            (self.settings.clock == BudgetClock::Time).then_some(self.settings.work_per_step);
    }

    /// Sets or removes the clock for [`StepReport::times`]. Nothing else depends on it.
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.clock = clock;
    }

    /// The broad phase as of the last step.
    pub fn broad_phase(&self) -> &dyn BroadPhase {
        self.tools.broad.as_ref()
    }

    /// The pairs that the broad phase found in the last step.
    pub fn near_pairs(&self) -> impl Iterator<Item = (BodyId, BodyId)> {
        let pairs = self.pairs.pairs.iter();
        pairs.map(|near| (BodyId(near.pair.a), BodyId(near.pair.b)))
    }

    /// The contacts of the last step.
    pub fn touches(&self) -> impl Iterator<Item = Touch> {
        let step = self.settings.step;
        self.pairs.contacts.iter().map(move |contact| Touch {
            a: BodyId(contact.a),
            b: BodyId(contact.b),
            point: contact.point.as_vec3(),
            normal: contact.normal.as_vec3(),
            distance: contact.distance as f32,
            force: contact.normal_impulse / step as f32,
            held: contact.active,
        })
    }

    /// The report of the last step.
    pub fn report(&self) -> &StepReport {
        &self.report
    }

    /// The number of steps so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The simulated time, in seconds.
    pub fn time(&self) -> f64 {
        self.steps as f64 * self.settings.step
    }

    /// Forgets the gaps and planes between a body and others, as it has been moved.
    fn forget_gaps(&mut self, id: BodyId) {
        for near in &mut self.pairs.pairs {
            if near.pair.a == id.0 || near.pair.b == id.0 {
                near.gap = f64::NEG_INFINITY;
                near.cache.plane.gap = f64::NEG_INFINITY;
            }
        }
    }
}

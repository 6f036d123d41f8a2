//! A world of rigid bodies in three dimensions, on Dodgem's own collision layer.
//!
//! A [`World`] holds static, kinematic and dynamic bodies of any [`Shape`](dodgem_collide::Shape)
//! and takes them through time in fixed steps. What sets it apart is that no step ends inside
//! anything: every pair that comes near is *swept*, bodies stop where they meet, and a body whose
//! share of events or of work is spent waits at its last safe place (its debt of time is counted).
//!
//! A step, in order:
//! 1. bodies that were touched wake, with all that they lean on (`islands.rs`);
//! 2. wheels (`car.rs`) and other forces change velocities (`forces.rs`);
//! 3. the broad phase lists the pairs whose ways may cross (`broad_phase.rs`);
//! 4. touching pairs get contacts, kept from step to step (`contact_update.rs`); those already too near
//!    strike each other (`initial_impacts.rs`), and sequential impulses
//!    solve those that close slowly (`solver/`): a pile stands by these alone. In a lively crowd
//!    contacts are added where the solved paths would cross, and all solved again (`speculative_contacts.rs`);
//! 5. everything flies (`step.rs`): pairs are swept for their times of impact (`schedule.rs`), the
//!    earliest impact happens (`toi_event.rs`, `impact.rs`), its bodies are swept again, until the step
//!    is over; blows in a crowd, where everybody touches several others, are the solver's, and who
//!    meets others too often goes on with whom it meets (`contact_clusters.rs`);
//! 6. bodies at rest fall asleep, island by island (`islands.rs`).
//!
//! Most pairs are answered by the corners of their convex hulls (`convex_proxy.rs`): that a plane keeps
//! them apart (`separating_plane.rs`), where they touch (`hull_contacts.rs`, `face_contacts.rs`) and when they meet
//! (`convex.rs`), wherever the hull is the mesh itself (`hull_fidelity.rs`). Who is in a room made of a
//! mesh is among its walls (`half_space_set.rs`, `half_spaces.rs`, `half_space_contacts.rs`). What hulls and walls cannot tell is asked of all triangles
//! (`shape_queries.rs`).
//!
//! Wheels' rays, contacts and sweeps of many bodies are shared among threads (`crew.rs`), each pair by
//! itself: the number of threads changes nothing but the time.
//!
//! Nothing in here reads a clock or depends on the order of a hash table, and all trigonometry is
//! libm's: the same bodies and the same calls give the same [`World::state_hash`] everywhere.

mod body;
mod body_motion;
mod broad_phase;
mod by_body;
mod crew;
mod diagnostics;
mod fingerprint;
mod forces;
mod free_rotation;
mod islands;
mod mass;
mod material;
mod pair_cache;
mod parts;
mod rays;
mod report;
mod reserve;
mod settings;
mod shape_queries;
mod snapshot;
mod solver;
mod vehicle;

use std::sync::Arc;

use glam::{DVec3, Vec3};

use crate::Clock;
use crate::body_motion::BodyMotion;
use crate::ccd::event_queue::EventQueue;
use crate::ccd::impact::ImpactMemory;
use crate::crew::Crew;
use crate::islands::Islands;
use crate::manifold::contact_update::Asking;
use crate::pair_cache::{Contact, PairCache};
use crate::parts::Part;
use crate::shape_queries::ShapeQueries;
use crate::solver::{Chosen, Solver, SolverBody};
use crate::timing::Stopwatch;
use crate::vehicle::{Footing, Strips};
use dodgem_collide::broad_phase::{BroadBody, BroadPhase, GridError, Pair};
use dodgem_collide::math::Pose;
use dodgem_collide::schedule::{Schedule, Test, Viewer};

pub use crate::body::{Body, BodyDesc, BodyError, BodyId, BodyKind, Mass};
pub use crate::material::{Material, MaterialId, MaterialTable};
pub use crate::rays::RayHit;
pub use crate::report::{Impact, PairEnd, PairTurn, QueryCounters, StepReport, Touch};
pub use crate::settings::{ImpactRule, Settings};
pub use crate::snapshot::{Snapshot, SnapshotError};
pub use crate::vehicle::{Vehicle, VehicleId, VehicleSettings, Wheel};

/// Rigid bodies and their time.
#[derive(Debug)]
pub struct World {
    settings: Settings,
    /// Shared with the snapshots.
    materials: Arc<MaterialTable>,
    bodies: Vec<Body>,
    /// The way of every body through the current step.
    flights: Vec<BodyMotion>,
    vehicles: Vec<Vehicle>,
    pairs: PairCache,
    islands: Islands,
    /// Who sees the impacts: their sweeps go first when work is scarce.
    viewers: Vec<Viewer>,
    steps: u64,
    report: StepReport,
    clock: Option<Clock>,
    crew: Crew,
    tools: Tools,
}

/// Memory and helpers that a step uses. Nothing in here is state but the turns of the schedule and
/// what the broad phase was given last: see `snapshot.rs`.
#[derive(Debug)]
struct Tools {
    broad: Box<dyn BroadPhase>,
    broad_bodies: Vec<BroadBody>,
    broad_pairs: Vec<Pair>,
    narrow: ShapeQueries,
    /// Those of the other threads, and what all threads have found.
    others: Vec<ShapeQueries>,
    parts: Vec<Part>,
    /// The pairs whose contacts take a search that has to wait for its turn.
    asking: Vec<Asking>,
    solver: Solver,
    movers: Vec<SolverBody>,
    /// The contacts that the solver sees to.
    chosen: Chosen,
    schedule: Box<dyn Schedule>,
    tests: Vec<Test>,
    /// The pairs of the tests, as indices into the store.
    tested: Vec<u32>,
    queue: EventQueue,
    foresight: crate::ccd::speculative_contacts::SpeculativeScratch,
    bonds: crate::ccd::contact_clusters::ContactClusters,
    /// Who has been on a way in the step where the broad phase did not expect it, in order.
    strangers: Vec<u32>,
    /// Contacts of the impact at hand.
    meeting: Vec<Contact>,
    impact: ImpactMemory,
    /// What the wheels stand on.
    footings: Vec<Option<Footing>>,
    strips: Strips,
}

impl World {
    /// An empty world.
    ///
    /// # Errors
    /// [`GridError`] if the settings ask for a grid that cannot be.
    pub fn new(settings: Settings) -> Result<World, GridError> {
        let tools = Tools {
            broad: settings.broad_phase.build(settings.region)?,
            broad_bodies: Vec::new(),
            broad_pairs: Vec::new(),
            narrow: ShapeQueries::default(),
            others: Vec::new(),
            parts: Vec::new(),
            asking: Vec::new(),
            solver: Solver::default(),
            movers: Vec::new(),
            chosen: Chosen::default(),
            schedule: settings.schedule.build(),
            tests: Vec::new(),
            tested: Vec::new(),
            queue: EventQueue::default(),
            foresight: crate::ccd::speculative_contacts::SpeculativeScratch::default(),
            bonds: crate::ccd::contact_clusters::ContactClusters::default(),
            strangers: Vec::new(),
            meeting: Vec::new(),
            impact: ImpactMemory::default(),
            footings: Vec::new(),
            strips: Strips::default(),
        };
        Ok(World {
            settings,
            materials: Arc::default(),
            bodies: Vec::new(),
            flights: Vec::new(),
            vehicles: Vec::new(),
            pairs: PairCache::default(),
            islands: Islands::default(),
            viewers: Vec::new(),
            steps: 0,
            report: StepReport::default(),
            clock: None,
            crew: Crew::default(),
            tools,
        })
    }

    /// How the world works.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The surfaces.
    pub fn materials(&self) -> &MaterialTable {
        &self.materials
    }

    /// The surfaces, to add to them.
    pub fn materials_mut(&mut self) -> &mut MaterialTable {
        Arc::make_mut(&mut self.materials)
    }

    /// Adds a body.
    ///
    /// # Errors
    /// [`BodyError`] if it has numbers that are not finite, or can carry no mass.
    pub fn add(&mut self, desc: BodyDesc) -> Result<BodyId, BodyError> {
        let body = Body::new(desc, &self.bodies)?;
        let bounds = body.shape.aabb(&body.pose());
        self.flights.push(BodyMotion::resting(bounds));
        self.make_room_for(&body.shape);
        self.bodies.push(body);
        self.make_room();
        Ok(BodyId(self.bodies.len() as u32 - 1))
    }

    /// All bodies, in the order of adding.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// A body.
    ///
    /// # Panics
    /// If the name is one of another world and no body here has it.
    pub fn body(&self, id: BodyId) -> &Body {
        &self.bodies[id.index()]
    }

    /// The name of a body by its index in the order of adding.
    ///
    /// # Panics
    /// If there are not so many bodies.
    pub fn id(&self, index: usize) -> BodyId {
        assert!(index < self.bodies.len(), "there is no body {index}");
        BodyId(index as u32)
    }

    /// The names of all bodies.
    pub fn ids(&self) -> impl Iterator<Item = BodyId> + use<> {
        (0..self.bodies.len() as u32).map(BodyId)
    }

    /// Puts a body somewhere else, whatever is there, and wakes it.
    pub fn set_pose(&mut self, id: BodyId, pose: &Pose) {
        let body = &mut self.bodies[id.index()];
        body.place(pose);
        body.wake();
        self.flights[id.index()] = BodyMotion::resting(body.shape.aabb(&body.pose()));
        self.forget(id);
    }

    /// Sets the velocity of a body's centre of mass (m/s) and how it turns (rad/s), and wakes it.
    /// Numbers that are not finite count as 0; static bodies stay.
    pub fn set_velocity(&mut self, id: BodyId, velocity: Vec3, turning: Vec3) {
        let sound = |v: Vec3| if v.is_finite() { v } else { Vec3::ZERO };
        let body = &mut self.bodies[id.index()];
        if body.kind == BodyKind::Static {
            return;
        }
        body.velocity = sound(velocity).as_dvec3();
        body.turning = sound(turning).as_dvec3();
        body.angular_momentum = body.inertia.times(body.rotation, body.turning);
        body.wake();
    }

    /// Says whether a body may fall asleep, and wakes it.
    pub fn set_sleep(&mut self, id: BodyId, may_sleep: bool) {
        let body = &mut self.bodies[id.index()];
        body.may_sleep = may_sleep;
        body.wake();
    }

    /// Pulls at a body's centre of mass during the next step, in N.
    pub fn add_force(&mut self, id: BodyId, force: DVec3) {
        let center = self.bodies[id.index()].center;
        self.add_force_at(id, force, center);
    }

    /// Pulls at a place of a body during the next step: N, and the place in the world. Wakes the
    /// body unless the force is 0; only dynamic bodies feel it.
    pub fn add_force_at(&mut self, id: BodyId, force: DVec3, point: DVec3) {
        let body = &mut self.bodies[id.index()];
        if body.is_dynamic() && force != DVec3::ZERO && force.is_finite() && point.is_finite() {
            body.force += force;
            body.torque += (point - body.center).cross(force);
            body.wake();
        }
    }

    /// Turns a body during the next step, in N m.
    pub fn add_torque(&mut self, id: BodyId, torque: DVec3) {
        let body = &mut self.bodies[id.index()];
        if body.is_dynamic() && torque != DVec3::ZERO && torque.is_finite() {
            body.torque += torque;
            body.wake();
        }
    }

    /// Hits a body at a place of the world, in N s.
    pub fn add_impulse_at(&mut self, id: BodyId, impulse: DVec3, point: DVec3) {
        let body = &mut self.bodies[id.index()];
        if body.is_dynamic() && impulse != DVec3::ZERO && impulse.is_finite() && point.is_finite() {
            body.push(impulse, point);
            body.wake();
        }
    }

    /// Says who looks on. Sweeps of what they notice go first when work is scarce.
    pub fn set_viewers(&mut self, viewers: &[Viewer]) {
        self.viewers.clear();
        self.viewers.extend_from_slice(viewers);
    }

    /// Takes everything one step further and tells what happened.
    pub fn step(&mut self) -> &StepReport {
        let mut watch = Stopwatch::start(self.clock);
        self.report.clear();
        self.tools.narrow.begin(self.settings.work_per_step);
        let others = &mut self.tools.others;
        others.iter_mut().for_each(|narrow| narrow.begin(u64::MAX));
        self.wake();
        self.drive_vehicles();
        self.apply_forces();
        self.report.times.drive = watch.lap();
        self.find_pairs();
        self.report.times.broad = watch.lap();
        self.find_contacts();
        self.strike();
        self.report.times.contacts = watch.lap();
        self.solve_ahead();
        self.report.times.solve = watch.lap();
        self.fly();
        self.report.times.sweep = watch.lap();
        self.settle();
        self.steps += 1;
        for narrow in [&self.tools.narrow].into_iter().chain(&self.tools.others) {
            self.report.queries.sweeps += narrow.of_sweeps;
            self.report.queries.contacts += narrow.of_contacts;
        }
        self.report.times.settle = watch.lap();
        &self.report
    }

    /// Shares the work of the steps among so many threads, 0 for as many as the machine has; at
    /// first it is one. Whatever the number, the steps are the same to the last bit. Few bodies are
    /// left to one thread, as sharing takes longer.
    pub fn set_threads(&mut self, threads: usize) {
        self.crew = Crew::new(threads);
        self.make_room_for_helpers(self.crew.helpers());
    }

    /// Among how many threads the work is shared: fewer than were asked for if the system gives no
    /// more.
    pub fn threads(&self) -> usize {
        self.crew.threads()
    }

    /// Lends the world a clock for [`StepReport::times`], or takes it back. Nothing else depends
    /// on it.
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.clock = clock;
    }

    /// What finds the pairs, as of the last step.
    pub fn broad_phase(&self) -> &dyn BroadPhase {
        self.tools.broad.as_ref()
    }

    /// The pairs that the broad phase found in the last step.
    pub fn near_pairs(&self) -> impl Iterator<Item = (BodyId, BodyId)> {
        let pairs = self.pairs.pairs.iter();
        pairs.map(|near| (BodyId(near.pair.a), BodyId(near.pair.b)))
    }

    /// Where bodies were held apart in the last step, or were found close to each other.
    pub fn touches(&self) -> impl Iterator<Item = Touch> {
        let step = self.settings.step;
        self.pairs.contacts.iter().map(move |contact| Touch {
            a: BodyId(contact.a),
            b: BodyId(contact.b),
            point: contact.point.as_vec3(),
            normal: contact.normal.as_vec3(),
            distance: contact.distance as f32,
            force: contact.push / step as f32,
            held: contact.active,
        })
    }

    /// What the last step did.
    pub fn report(&self) -> &StepReport {
        &self.report
    }

    /// Steps made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Seconds of all steps.
    pub fn time(&self) -> f64 {
        self.steps as f64 * self.settings.step
    }

    /// What was known about a body's surroundings is no longer true.
    fn forget(&mut self, id: BodyId) {
        for near in &mut self.pairs.pairs {
            if near.pair.a == id.0 || near.pair.b == id.0 {
                near.gap = f64::NEG_INFINITY;
                near.plane.gap = f64::NEG_INFINITY;
            }
        }
    }
}

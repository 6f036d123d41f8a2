//! The world: rigid bodies and their state from step to step.
//!
//! It consists of parts that do not depend on each other: a phase of the step (`pipeline.rs`) receives the
//! parts that it reads and writes, and no others.

mod changes;
mod packing;
#[cfg(test)]
mod parts;
mod phases;
mod pipeline;
mod questions;
mod snapshot;
mod stillness;

use std::sync::{Arc, Mutex};

use crate::aside::{Aside, Part};
use crate::bodies::Bodies;
use crate::bodies_along_x::BodiesAlongX;
use crate::body::Body;
use crate::broad_phase::NearPairs;
use crate::ccd::speculative_contacts::SpeculativeContacts;
use crate::ccd::step::CollisionMemory;
use crate::contact_events::ContactEvents;
use crate::islands::Islands;
use crate::joint::Joints;
use crate::material::{MaterialError, MaterialId, MaterialTable};
use crate::pair_cache::OverlappingPairs;
use crate::report::StepReport;
use crate::scene_query::SceneMemory;
use crate::settings::{BudgetClock, Settings, SettingsError};
use crate::shape_queries::ShapeQueries;
use crate::solver::SolverMemory;
use crate::supports::Supports;
use crate::timing::Clock;
use dodgem_collide::schedule::Viewer;

#[cfg(test)]
pub(crate) use parts::Parts;
pub use snapshot::{Snapshot, SnapshotError};

/// Rigid bodies that move through time.
#[derive(Debug)]
pub struct World {
    settings: Settings,
    /// Shared with the snapshots.
    materials: Arc<MaterialTable>,
    bodies: Bodies,
    /// The bodies that a step leaves out, and the memory of steps of the others.
    aside: Aside,
    part: Part,
    near: NearPairs,
    pairs: OverlappingPairs,
    islands: Islands,
    supports: Supports,
    joints: Joints,
    contact_events: ContactEvents,
    report: StepReport,
    steps: u64,
    /// The steps in a row after which nothing was awake: see `stillness.rs`.
    still_steps: u8,
    frame: Frame,
    memory: StepMemory,
    /// The memory of queries between steps.
    asking: Mutex<SceneMemory>,
}

/// Requests of the program around the world, which last until they are changed.
#[derive(Debug, Default)]
struct Frame {
    /// The viewers: sweeps of bodies that they see go first when work is scarce.
    viewers: Vec<Viewer>,
    clock: Option<Clock>,
    /// True if the state is hashed after each phase.
    hashes_phases: bool,
    /// The rest of the frame's time, in microseconds, if the steps of a frame share it.
    time_left: Option<u64>,
}

/// Memory and helpers of a step, reused in every step. Nothing in here is state except the turns of the
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
    /// [`SettingsError`] for invalid numbers, and for a grid that cannot be made.
    pub fn new(settings: Settings) -> Result<World, SettingsError> {
        settings.check()?;
        Ok(World {
            settings,
            materials: Arc::default(),
            bodies: Bodies::default(),
            aside: Aside::default(),
            part: Part::default(),
            near: NearPairs::new(settings.broad_phase, settings.region)?,
            pairs: OverlappingPairs::default(),
            islands: Islands::default(),
            supports: Supports::default(),
            joints: Joints::default(),
            contact_events: ContactEvents::default(),
            report: StepReport::default(),
            steps: 0,
            still_steps: 0,
            frame: Frame::default(),
            memory: StepMemory {
                queries: ShapeQueries::default(),
                along_x: BodiesAlongX::default(),
                solver: SolverMemory::default(),
                prediction: SpeculativeContacts::default(),
                collision: CollisionMemory::new(settings.schedule),
            },
            asking: Mutex::default(),
        })
    }

    /// The materials, to add to them or to change them.
    pub fn materials_mut(&mut self) -> &mut MaterialTable {
        self.disturb();
        Arc::make_mut(&mut self.materials)
    }

    /// Removes a material.
    ///
    /// # Errors
    /// [`MaterialError`] if there is no such material, or a body uses it.
    pub fn remove_material(&mut self, id: MaterialId) -> Result<(), MaterialError> {
        let has_it = |body: &Body| body.material() == id || body.child_materials().contains(&id);
        if self.bodies().any(has_it) {
            return Err(MaterialError::InUse);
        }
        self.materials_mut().remove(id)
    }

    /// Changes the settings of the living world, from the next step on. If gravity, wind or air
    /// density change, all bodies wake.
    ///
    /// # Errors
    /// [`SettingsError`] for invalid numbers, and for a grid that cannot be made; then nothing changes.
    pub fn set_settings(&mut self, settings: Settings) -> Result<(), SettingsError> {
        self.disturb();
        settings.check()?;
        let old = std::mem::replace(&mut self.settings, settings);
        if old != settings {
            self.call_all();
        }
        if (old.broad_phase, old.region) != (settings.broad_phase, settings.region) {
            match settings.broad_phase.build(settings.region) {
                Ok(method) => (self.near).replace(method, &self.bodies, &self.aside),
                Err(error) => {
                    self.settings = old;
                    return Err(error.into());
                }
            }
        }
        if old.schedule != settings.schedule {
            self.memory.collision.schedule = settings.schedule.build();
        }
        let air = |s: &Settings| (s.gravity, s.wind, s.air_density);
        if air(&old) != air(&settings) {
            self.bodies.list.iter_mut().for_each(Body::wake);
        }
        Ok(())
    }

    /// The state between two steps. After [`World::restore`] the following steps repeat, to the last bit, if
    /// the program makes the same calls.
    pub fn snapshot(&self) -> Snapshot {
        let mut snapshot = Snapshot::default();
        self.snapshot_into(&mut snapshot);
        snapshot
    }

    /// [`World::snapshot`] into an existing snapshot, whose memory is reused: if it holds a similar state,
    /// nothing is allocated.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        snapshot.take(self);
    }

    /// Restores the state of a snapshot of any world: its settings, materials, bodies, joints and supports.
    /// Identifiers created after the snapshot are invalid after a restore, and are not issued again.
    ///
    /// # Errors
    /// [`SettingsError`] if the broad phase of the snapshot's world cannot be made; then nothing changes.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SettingsError> {
        self.disturb();
        snapshot.restore_to(self)
    }

    /// Checks that a snapshot comes from a world with these settings and bodies, in the same order.
    ///
    /// # Errors
    /// [`SnapshotError`] names the difference.
    pub fn accepts(&self, snapshot: &Snapshot) -> Result<(), SnapshotError> {
        snapshot.fits(self)
    }

    /// Sets the viewers. Sweeps of bodies that they notice go first when work is scarce.
    pub fn set_viewers(&mut self, viewers: &[Viewer]) {
        self.frame.viewers.clear();
        self.frame.viewers.extend_from_slice(viewers);
    }

    /// Begins a frame, whose steps until the next one share one budget, if it is a budget of
    /// [time](BudgetClock::Time). Without frames every step has a whole one.
    pub fn begin_frame(&mut self) {
        self.frame.time_left =
            (self.settings.clock == BudgetClock::Time).then_some(self.settings.work_per_step);
    }

    /// Sets or removes the clock for [`StepReport::times`]. Nothing else depends on it.
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.frame.clock = clock;
    }

    /// Enables or disables [`StepReport::phase_hashes`] in the following steps. Nothing else depends on it.
    pub fn hash_phases(&mut self, wanted: bool) {
        self.frame.hashes_phases = wanted;
    }
}

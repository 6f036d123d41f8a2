//! Snapshots: the state of a world as a value, to restore it, to continue it elsewhere, or to compare it.
//!
//! A snapshot holds everything on which the next steps depend, to the last bit, and everything that a world
//! answers between two steps. It shares shapes with the world, keeps the lists of bodies, pairs and contacts as
//! compact copies (see `packing.rs`), and brings back removed bodies: so it can be
//! restored in every world, even an empty one. Identifiers issued after it are then invalid.
//!
//! Each field was classified as state or not; the patterns below name every field, so that a new one does not
//! compile before it is classified:
//!
//! | kept | why |
//! |---|---|
//! | settings; bodies whole, with the vacant places among them | their descriptions are shared with the world until one changes |
//! | bodies that are set aside, with their pairs, contacts and meetings | shared with the world until they come back: see `aside/` |
//! | of a body's motion in the step: its box, its first frame, and true if it stood still | compact copies guess contacts by the frame; rays find bodies by the boxes; a body that stands still keeps its box. The rest is recomputed at the start of a step |
//! | pairs and contacts | gaps, planes, first corners of searches, supporting faces, first impulses of the solver |
//! | joints, all of them, with their impulses | a snapshot brings back those that were removed or broke |
//! | contact events, pairs near sensors | a meeting that continues does not begin again; the work of its queries depends on the last ones |
//! | supports | the next step wakes by them |
//! | materials, viewers, the number of steps | searches for contacts take turns by the step's number |
//! | the schedule's turns | priority queues continue where the last step stopped |
//! | boxes of the last step, and the memory of the broad phase | pairs do not depend on it, but the cost of finding them and the views do |
//! | the last report | it can be read between steps |
//!
//! | left out | why |
//! |---|---|
//! | islands, queues of events, clusters of bodies, the solver's rows, scratch memory of queries | cleared or overwritten before they are read; `tests/queries/query_memory.rs` of `dodgem-collide` shows that answers do not depend on the memory of earlier queries |
//! | neighbours by body, the pairs of the step before | recomputed in every step |
//! | the number of still steps | a whole step of a still world gives the same result |
//! | clock, the switch for phase hashes | changes only the report |
//! | the rest of a frame's time | a round on real time cannot be repeated anyway |

use std::sync::Arc;

use crate::aside::SavedAside;
use crate::bodies::Bodies;
use crate::body::Body;
use crate::joint::Joints;
use crate::material::MaterialTable;
use crate::report::StepReport;
use crate::reserve::copy;
use crate::settings::{Settings, SettingsError};
use crate::supports::Supports;
use crate::world::packing::{Packed, Packing, Unpacking};
use crate::world::{Frame, StepMemory, World};
use dodgem_collide::broad_phase::BroadMemory;
use dodgem_collide::schedule::{ScheduleMemory, Viewer};

/// The state of a [`World`] between two steps: see [`World::snapshot`].
#[derive(Clone, Default)]
pub struct Snapshot {
    settings: Settings,
    materials: Arc<MaterialTable>,
    /// The descriptions of all bodies; the state of the present ones, and of those that are set aside.
    described: Arc<Vec<Body>>,
    aside: SavedAside,
    /// The vacant places, and the last generation that was issued.
    vacant: Vec<u32>,
    generation: u32,
    supports: Supports,
    joints: Joints,
    viewers: Vec<Viewer>,
    steps: u64,
    report: StepReport,
    /// Bodies, pairs, contacts, meetings, turns, sweeps and boxes.
    packed: Packed,
    /// The places of the boxes, if they are not those of all bodies.
    broad_places: Vec<u32>,
    broad: BroadMemory,
    schedule: ScheduleMemory,
}

/// The reason why a snapshot does not belong to a world with the same bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// The number of bodies differs.
    #[error("the snapshot is of {taken} bodies, and here are {here}")]
    BodyCount {
        /// Bodies in the snapshot.
        taken: usize,
        /// Bodies in the world.
        here: usize,
    },
    /// A body has another shape, kind, mass or surface.
    #[error(
        "body {index} of the snapshot is another one: its shape, kind, mass or surface differs"
    )]
    Body {
        /// The body's index.
        index: usize,
    },
    /// The settings differ.
    #[error("the snapshot was made with other settings")]
    Settings,
}

impl Snapshot {
    /// The number of steps that the world had made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Its memory in bytes, without what it shares with its world or other snapshots: see
    /// [`Snapshot::shared_size`].
    pub fn size(&self) -> usize {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        let StepReport {
            impacts,
            misses,
            began,
            ended,
            broken,
            ..
        } = &self.report;
        size_of::<Snapshot>()
            + self.packed.size()
            + of(&self.vacant)
            + self.supports.size()
            + self.joints.size()
            + of(&self.viewers)
            + of(&self.broad_places)
            + self.aside.size()
            + of(&self.schedule.last_served)
            + of(impacts)
            + of(misses)
            + of(began)
            + of(ended)
            + of(broken)
    }

    /// The bytes of the bodies that have long been at rest, with their pairs and contacts, and of the descriptions
    /// of all bodies. All snapshots share these that were taken since those bodies came to rest, and since a body
    /// was added, removed or described anew; so does their world. Materials and shapes are shared, too, and not
    /// counted.
    pub fn shared_size(&self) -> usize {
        self.aside.shared_size() + self.described.capacity() * size_of::<Body>()
    }
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Snapshot")
            .field("steps", &self.steps)
            .field("bodies", &self.aside.present().len())
            .field("bytes", &self.size())
            .finish_non_exhaustive()
    }
}

impl Snapshot {
    /// Takes over the state of a world: see [`World::snapshot_into`].
    pub(super) fn take(&mut self, world: &World) {
        let snapshot = self;
        let World {
            settings,
            materials,
            bodies,
            aside,
            part: _,
            near,
            pairs,
            islands: _,
            supports,
            joints,
            contact_events,
            report,
            steps,
            still_steps: _,
            frame:
                Frame {
                    viewers,
                    clock: _,
                    hashes_phases: _,
                    time_left: _,
                },
            memory:
                StepMemory {
                    queries: _,
                    along_x: _,
                    solver: _,
                    prediction: _,
                    collision,
                },
            asking: _,
        } = world;
        snapshot.settings = *settings;
        snapshot.materials.clone_from(materials);
        let Bodies {
            vacant, generation, ..
        } = bodies;
        bodies.share_descriptions(&mut snapshot.described);
        aside.save_to(&mut snapshot.aside, bodies);
        copy(&mut snapshot.vacant, vacant);
        snapshot.generation = *generation;
        snapshot.supports.copy_from(supports);
        snapshot.joints.copy_from(joints);
        copy(&mut snapshot.viewers, viewers);
        snapshot.steps = *steps;
        snapshot.report.copy_unpacked(report);
        let (boxes, places) = near.state();
        snapshot.packed.pack(&Packing {
            step: settings.step,
            bodies,
            present: aside.present(),
            pairs,
            contact_events,
            report,
            boxes,
            places,
        });
        copy(&mut snapshot.broad_places, places);
        snapshot.broad = near.method.memory();
        collision.schedule.remember(&mut snapshot.schedule);
    }

    /// Restores this state in a world: see [`World::restore`].
    pub(super) fn restore_to(&self, world: &mut World) -> Result<(), SettingsError> {
        let Snapshot {
            settings,
            materials,
            described,
            aside,
            vacant,
            generation,
            supports,
            joints,
            viewers,
            steps,
            report,
            packed,
            broad_places,
            broad,
            schedule,
        } = self;
        world.set_settings(*settings)?;
        let known = std::mem::replace(&mut world.materials, materials.clone());
        world.materials.skip_ids_of(&known);
        let all = &mut world.bodies;
        let as_described = all.begin_restore(described, vacant, *generation);
        world.aside.recall(aside, all, as_described);
        world.supports.copy_from(supports);
        world.joints.copy_from(joints);
        copy(&mut world.frame.viewers, viewers);
        world.steps = *steps;
        world.report.copy_unpacked(report);
        packed.unpack(Unpacking {
            step: settings.step,
            bodies: &mut world.bodies,
            present: world.aside.present(),
            pairs: &mut world.pairs,
            contact_events: &mut world.contact_events,
            report: &mut world.report,
            boxes: &mut world.near.boxes,
            places: broad_places,
        });
        world.near.recall_places(broad_places);
        (world.near).recall(&world.bodies, &world.aside, broad);
        world.memory.collision.schedule.recall(schedule);
        world.reserve_for_bodies();
        Ok(())
    }

    /// Checks that it fits a world: see [`World::accepts`].
    pub(super) fn fits(&self, world: &World) -> Result<(), SnapshotError> {
        if self.settings != world.settings {
            return Err(SnapshotError::Settings);
        }
        let (taken, here) = (self.described.len(), world.bodies.len());
        if taken != here {
            return Err(SnapshotError::BodyCount { taken, here });
        }
        let mut bodies = self.described.iter().zip(&world.bodies.list);
        let differ = |(taken, here): (&Body, &Body)| taken.fingerprint != here.fingerprint;
        match bodies.position(differ) {
            Some(index) => Err(SnapshotError::Body { index }),
            None => Ok(()),
        }
    }
}

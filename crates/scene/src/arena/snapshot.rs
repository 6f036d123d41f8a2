//! Snapshot of an arena between two steps: the world's snapshot and the arena's own state.

use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::Model;
use dodgem_collide::math::Pose;
use dodgem_physics::{Snapshot, SnapshotError};

use crate::arena::driven::DrivenJoints;
use crate::arena::patches::Patches;
use crate::arena::record::RecordSnapshot;
use crate::arena::{Actor, ActorId, ActorKind, Arena, ArenaSettings, Car, Hold, Met, Motion, Zone};

/// The state of an [`Arena`] between two steps: see [`Arena::snapshot`].
#[derive(Clone, Default)]
pub struct ArenaSnapshot {
    /// None before the snapshot was taken.
    settings: Option<ArenaSettings>,
    world: Snapshot,
    /// The level's own actors, and the cars among them.
    actors: Vec<ActorState>,
    cars: Vec<Car>,
    /// Actors that were added by hand.
    added: Vec<Actor>,
    hold: Option<Hold>,
    zones: Arc<Vec<Zone>>,
    patches: Patches,
    /// Their motors are in the world's snapshot.
    driven: DrivenJoints,
    watchers: Vec<ActorId>,
    record: RecordSnapshot,
}

/// Variable state of an actor, and a fingerprint of its constant data.
#[derive(Clone, Debug)]
struct ActorState {
    print: u64,
    name: Arc<str>,
    model: Arc<Model>,
    radius: f32,
    slope: bool,
    pose: Pose,
    previous_pose: Pose,
    start: Pose,
    velocity: Vec3,
    angular_velocity: Vec3,
    mass: f32,
    debt: f64,
    kind: OwnKind,
}

/// The kind of an actor; the state of cars, which is larger than that of others, is in a list of its own.
#[derive(Clone, Debug)]
enum OwnKind {
    Fixed,
    Loose,
    Moved {
        motion: Arc<Motion>,
        pivot: Vec3,
        phase: f64,
    },
    Car,
    Gone,
}

impl OwnKind {
    fn new(kind: &ActorKind) -> OwnKind {
        match kind {
            ActorKind::Fixed => OwnKind::Fixed,
            ActorKind::Loose => OwnKind::Loose,
            ActorKind::Moved {
                motion,
                pivot,
                phase,
            } => OwnKind::Moved {
                motion: Arc::clone(motion),
                pivot: *pivot,
                phase: *phase,
            },
            ActorKind::Car(_) => OwnKind::Car,
            ActorKind::Gone => OwnKind::Gone,
        }
    }

    /// The kind, with the next of the cars.
    fn restored<'c>(&self, cars: &mut impl Iterator<Item = &'c Car>) -> ActorKind {
        match self {
            OwnKind::Fixed => ActorKind::Fixed,
            OwnKind::Loose => ActorKind::Loose,
            OwnKind::Moved {
                motion,
                pivot,
                phase,
            } => ActorKind::Moved {
                motion: Arc::clone(motion),
                pivot: *pivot,
                phase: *phase,
            },
            OwnKind::Car => cars.next().cloned().map_or(ActorKind::Gone, ActorKind::Car),
            OwnKind::Gone => ActorKind::Gone,
        }
    }
}

impl ActorState {
    fn new(actor: &Actor) -> ActorState {
        let Actor {
            ref name,
            body: _,
            ref model,
            radius,
            slope,
            print,
            pose,
            previous_pose,
            start,
            velocity,
            angular_velocity,
            mass,
            debt,
            ref kind,
        } = *actor;
        ActorState {
            print,
            name: Arc::clone(name),
            model: Arc::clone(model),
            radius,
            slope,
            pose,
            previous_pose,
            start,
            velocity,
            angular_velocity,
            mass,
            debt,
            kind: OwnKind::new(kind),
        }
    }

    fn restore<'c>(&self, actor: &mut Actor, cars: &mut impl Iterator<Item = &'c Car>) {
        let ActorState {
            print: _,
            ref name,
            ref model,
            radius,
            slope,
            pose,
            previous_pose,
            start,
            velocity,
            angular_velocity,
            mass,
            debt,
            ref kind,
        } = *self;
        (actor.pose, actor.previous_pose, actor.start) = (pose, previous_pose, start);
        (actor.name, actor.model) = (Arc::clone(name), Arc::clone(model));
        (actor.radius, actor.slope) = (radius, slope);
        (actor.velocity, actor.angular_velocity) = (velocity, angular_velocity);
        (actor.mass, actor.debt) = (mass, debt);
        actor.kind = kind.restored(cars);
    }
}

impl ArenaSnapshot {
    /// Returns the number of steps that the arena had made.
    pub fn steps(&self) -> u64 {
        self.world.steps()
    }

    /// Returns the size of the snapshot in memory, in bytes.
    pub fn size(&self) -> usize {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        size_of::<ArenaSnapshot>() - size_of::<Snapshot>()
            + self.world.size()
            + of(&self.actors)
            + of(&self.cars)
            + of(&self.added)
            + of(&self.watchers)
            + self.record.size()
    }
}

impl std::fmt::Debug for ArenaSnapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ArenaSnapshot")
            .field("world", &self.world)
            .finish_non_exhaustive()
    }
}

impl ArenaSnapshot {
    /// Takes the state of an arena.
    pub(super) fn take(&mut self, arena: &Arena) {
        let snapshot = self;
        let Arena {
            world,
            settings,
            // The numbers of the hall's bodies and materials are constant; the world restores what they are. The owners
            // of bodies are restored from the actors.
            owners: _,
            hall: _,
            written: _,
            zones,
            patches,
            driven,
            surfaces: _,
            actors,
            own_actors,
            hold,
            watchers,
            record,
            placing: _,
        } = arena;
        snapshot.settings = Some(*settings);
        world.snapshot_into(&mut snapshot.world);
        let (own, added) = actors.split_at(*own_actors);
        snapshot.actors.clear();
        snapshot.actors.extend(own.iter().map(ActorState::new));
        snapshot.cars.clear();
        (snapshot.cars).extend(own.iter().filter_map(Actor::car).cloned());
        snapshot.added.clear();
        snapshot.added.extend_from_slice(added);
        snapshot.hold = *hold;
        snapshot.zones.clone_from(zones.list());
        snapshot.patches.clone_from(patches);
        snapshot.driven.clone_from(driven);
        snapshot.watchers.clone_from(watchers);
        record.snapshot_into(&mut snapshot.record);
    }

    /// Restores the state to its arena, or to one that was built in the same way.
    ///
    /// # Errors
    /// [`SnapshotError`] if it belongs to another arena; then nothing changes. A count or index in the error
    /// is one of the level's own actors, not of bodies.
    pub(super) fn restore_to(&self, arena: &mut Arena) -> Result<(), SnapshotError> {
        self.fits(arena)?;
        (arena.world.restore(&self.world)).map_err(|_| SnapshotError::Settings)?;
        arena.actors.truncate(arena.own_actors);
        let mut cars = self.cars.iter();
        for (state, actor) in self.actors.iter().zip(&mut arena.actors) {
            state.restore(actor, &mut cars);
        }
        arena.actors.extend_from_slice(&self.added);
        for index in 0..arena.actors.len() {
            let actor = &arena.actors[index];
            if !actor.is_gone() {
                arena
                    .owners
                    .note(actor.body, Met::Actor(ActorId(index as u32)));
            }
        }
        arena.settings = self.settings.unwrap_or(arena.settings);
        arena.hold = self.hold;
        arena.zones.restore(&self.zones);
        arena.patches.clone_from(&self.patches);
        arena.patches.note_owners(&mut arena.owners);
        arena.driven.clone_from(&self.driven);
        arena.watchers.clone_from(&self.watchers);
        arena.record.restore(&self.record);
        Ok(())
    }

    /// Checks that it belongs to an arena like this one.
    ///
    /// # Errors
    /// [`SnapshotError`] with the difference.
    pub(super) fn fits(&self, arena: &Arena) -> Result<(), SnapshotError> {
        let taken = self.settings.map(|settings| settings.built());
        if taken != Some(arena.settings.built()) {
            return Err(SnapshotError::Settings);
        }
        let (taken, here) = (self.actors.len(), arena.own_actors);
        if taken != here {
            return Err(SnapshotError::BodyCount { taken, here });
        }
        let mut pairs = self.actors.iter().zip(&arena.actors);
        match pairs.position(|(taken, here)| taken.print != here.print) {
            Some(index) => Err(SnapshotError::Body { index }),
            None => Ok(()),
        }
    }
}

//! The state of an arena between two steps: that of its world, and what the arena itself keeps.

use std::collections::VecDeque;

use glam::Vec3;

use dodgem_collide::math::Pose;
use dodgem_physics::{QueryCounters, Snapshot, SnapshotError};

use crate::arena::recovery::Recovery;
use crate::arena::toi_trace::ToiTrace;
use crate::arena::{
    Actor, ActorId, ActorImpact, ActorKind, Arena, ArenaSettings, Car, Controls, StepStats,
};

/// The state of an [`Arena`] between two steps: see [`Arena::snapshot`].
#[derive(Clone, Default)]
pub struct ArenaSnapshot {
    /// None before it was taken.
    settings: Option<ArenaSettings>,
    world: Snapshot,
    actors: Vec<ActorState>,
    watchers: Vec<ActorId>,
    events: Vec<ActorImpact>,
    stats: StepStats,
    totals: QueryCounters,
    toi_traces: VecDeque<ToiTrace>,
}

/// What changes of an actor.
#[derive(Clone, Copy, Debug)]
struct ActorState {
    pose: Pose,
    previous_pose: Pose,
    velocity: Vec3,
    angular_velocity: Vec3,
    debt: f64,
    car: Option<CarState>,
}

#[derive(Clone, Copy, Debug)]
struct CarState {
    boost_left: f32,
    boosting: bool,
    controls: Controls,
    wheels_down: usize,
    recovery: Recovery,
}

impl ActorState {
    fn new(actor: &Actor) -> ActorState {
        let Actor {
            name: _,
            body: _,
            model: _,
            start: _,
            mass: _,
            radius: _,
            slope: _,
            pose,
            previous_pose,
            velocity,
            angular_velocity,
            debt,
            ref kind,
        } = *actor;
        let car = match kind {
            ActorKind::Fixed => None,
            ActorKind::Car(car) => Some(CarState::new(car)),
        };
        ActorState {
            pose,
            previous_pose,
            velocity,
            angular_velocity,
            debt,
            car,
        }
    }

    fn restore(&self, actor: &mut Actor) {
        actor.pose = self.pose;
        actor.previous_pose = self.previous_pose;
        actor.velocity = self.velocity;
        actor.angular_velocity = self.angular_velocity;
        actor.debt = self.debt;
        if let (Some(state), ActorKind::Car(car)) = (self.car, &mut actor.kind) {
            car.boost_left = state.boost_left;
            car.boosting = state.boosting;
            car.controls = state.controls;
            car.wheels_down = state.wheels_down;
            car.recovery = state.recovery;
        }
    }
}

impl CarState {
    fn new(car: &Car) -> CarState {
        let Car {
            settings: _,
            vehicle: _,
            boost_left,
            boosting,
            controls,
            wheels_down,
            recovery,
        } = *car;
        CarState {
            boost_left,
            boosting,
            controls,
            wheels_down,
            recovery,
        }
    }
}

impl ArenaSnapshot {
    /// How many steps the arena had made.
    pub fn steps(&self) -> u64 {
        self.world.steps()
    }

    /// The memory that it takes, in bytes.
    pub fn size(&self) -> usize {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        let stats = &self.stats;
        size_of::<ArenaSnapshot>() - size_of::<Snapshot>()
            + self.world.size()
            + of(&self.actors)
            + of(&self.watchers)
            + of(&self.events)
            + of(&stats.tests)
            + of(&stats.searches)
            + of(&stats.put_back)
            + self.toi_traces.capacity() * size_of::<ToiTrace>()
    }
}

impl std::fmt::Debug for ArenaSnapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ArenaSnapshot")
            .field("world", &self.world)
            .finish_non_exhaustive()
    }
}

impl Arena {
    /// The state between two steps. After [`Arena::restore`] the steps that follow are those that
    /// followed then, to the last bit, if they get the same controls.
    pub fn snapshot(&self) -> ArenaSnapshot {
        let mut snapshot = ArenaSnapshot::default();
        self.snapshot_into(&mut snapshot);
        snapshot
    }

    /// [`Arena::snapshot`] in place of another one, whose memory is used again.
    pub fn snapshot_into(&self, snapshot: &mut ArenaSnapshot) {
        let Arena {
            world,
            settings,
            // The hall, its surfaces and which body is whose are as they were built.
            owners: _,
            surfaces: _,
            actors,
            watchers,
            events,
            stats,
            totals,
            toi_traces,
            query: _,
        } = self;
        snapshot.settings = Some(*settings);
        world.snapshot_into(&mut snapshot.world);
        snapshot.actors.clear();
        snapshot.actors.extend(actors.iter().map(ActorState::new));
        snapshot.watchers.clone_from(watchers);
        snapshot.events.clear();
        snapshot.events.extend_from_slice(events);
        snapshot.stats.copy_from(stats);
        snapshot.totals = *totals;
        snapshot.toi_traces.clear();
        snapshot.toi_traces.extend(toi_traces.iter().cloned());
    }

    /// Goes to the state of a snapshot of this arena or of one that was built in the same way.
    ///
    /// # Errors
    /// [`SnapshotError`] if it is one of another arena; then nothing changes. Bodies are counted as in
    /// [`Arena::world`], where those of the hall come first.
    pub fn restore(&mut self, snapshot: &ArenaSnapshot) -> Result<(), SnapshotError> {
        self.accepts(snapshot)?;
        (self.world.restore(&snapshot.world)).map_err(|_| SnapshotError::Settings)?;
        for (state, actor) in snapshot.actors.iter().zip(&mut self.actors) {
            state.restore(actor);
        }
        self.watchers.clone_from(&snapshot.watchers);
        self.events.clear();
        self.events.extend_from_slice(&snapshot.events);
        self.stats.copy_from(&snapshot.stats);
        self.totals = snapshot.totals;
        self.toi_traces.clear();
        self.toi_traces.extend(snapshot.toi_traces.iter().cloned());
        Ok(())
    }

    /// Whether a snapshot is one of an arena like this.
    ///
    /// # Errors
    /// [`SnapshotError`] says what differs.
    pub fn accepts(&self, snapshot: &ArenaSnapshot) -> Result<(), SnapshotError> {
        if snapshot.settings != Some(self.settings) {
            return Err(SnapshotError::Settings);
        }
        self.world.accepts(&snapshot.world)
    }
}

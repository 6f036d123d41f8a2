//! The state of a world between two steps: that of its space, and what the world itself keeps.

use std::collections::VecDeque;

use glam::Vec3;

use crate::arena::toi_trace::ToiTrace;
use crate::arena::{Actor, ActorId, ActorImpact, ActorKind, Arena, ArenaSettings, Car, StepStats};
use dodgem_collide::math::Pose;
use dodgem_physics::Controls;
use dodgem_physics::{QueryCounters, SnapshotError};

/// The state of a [`Arena`] between two steps: see [`Arena::snapshot`].
#[derive(Clone, Default)]
pub struct ArenaSnapshot {
    /// None before it was taken.
    settings: Option<ArenaSettings>,
    world: dodgem_physics::Snapshot,
    bodies: Vec<BodyState>,
    watchers: Vec<ActorId>,
    events: Vec<ActorImpact>,
    stats: StepStats,
    totals: QueryCounters,
    sights: VecDeque<ToiTrace>,
}

/// What changes of a body as the world shows it.
#[derive(Clone, Copy, Debug)]
struct BodyState {
    pose: Pose,
    previous_pose: Pose,
    velocity: Vec3,
    angular_velocity: Vec3,
    debt: f64,
    vehicle: Option<VehicleState>,
}

#[derive(Clone, Copy, Debug)]
struct VehicleState {
    boost_left: f32,
    boosting: bool,
    control: Controls,
    wheels_down: usize,
}

impl BodyState {
    fn new(body: &Actor) -> BodyState {
        let Actor {
            name: _,
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
        } = *body;
        let vehicle = match kind {
            ActorKind::Fixed => None,
            ActorKind::Car(vehicle) => Some(VehicleState::new(vehicle)),
        };
        BodyState {
            pose,
            previous_pose,
            velocity,
            angular_velocity,
            debt,
            vehicle,
        }
    }

    fn restore(&self, body: &mut Actor) {
        body.pose = self.pose;
        body.previous_pose = self.previous_pose;
        body.velocity = self.velocity;
        body.angular_velocity = self.angular_velocity;
        body.debt = self.debt;
        if let (Some(state), ActorKind::Car(vehicle)) = (self.vehicle, &mut body.kind) {
            vehicle.boost_left = state.boost_left;
            vehicle.boosting = state.boosting;
            vehicle.control = state.control;
            vehicle.wheels_down = state.wheels_down;
        }
    }
}

impl VehicleState {
    fn new(vehicle: &Car) -> VehicleState {
        let Car {
            settings: _,
            id: _,
            boost_left,
            boosting,
            control,
            wheels_down,
        } = *vehicle;
        VehicleState {
            boost_left,
            boosting,
            control,
            wheels_down,
        }
    }
}

impl ArenaSnapshot {
    /// How many steps the world had made.
    pub fn steps(&self) -> u64 {
        self.world.steps()
    }

    /// The memory that it takes, in bytes.
    pub fn size(&self) -> usize {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        let stats = &self.stats;
        size_of::<ArenaSnapshot>() - size_of::<dodgem_physics::Snapshot>()
            + self.world.size()
            + of(&self.bodies)
            + of(&self.watchers)
            + of(&self.events)
            + of(&stats.tests)
            + of(&stats.searches)
            + of(&stats.put_back)
            + self.sights.capacity() * size_of::<ToiTrace>()
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
            // The hall and its surfaces are as they were built.
            hall: _,
            surfaces: _,
            bodies,
            watchers,
            events,
            stats,
            totals,
            sights,
            scratch: _,
        } = self;
        snapshot.settings = Some(*settings);
        world.snapshot_into(&mut snapshot.world);
        snapshot.bodies.clear();
        snapshot.bodies.extend(bodies.iter().map(BodyState::new));
        snapshot.watchers.clone_from(watchers);
        snapshot.events.clear();
        snapshot.events.extend_from_slice(events);
        snapshot.stats.copy_from(stats);
        snapshot.totals = *totals;
        snapshot.sights.clear();
        snapshot.sights.extend(sights.iter().cloned());
    }

    /// Goes to the state of a snapshot of this world or of one that was built in the same way.
    ///
    /// # Errors
    /// [`SnapshotError`] if it is one of another world; then nothing changes. Bodies are counted as in
    /// [`Arena::space`], where the hall comes first.
    pub fn restore(&mut self, snapshot: &ArenaSnapshot) -> Result<(), SnapshotError> {
        self.accepts(snapshot)?;
        self.world.restore(&snapshot.world)?;
        for (state, body) in snapshot.bodies.iter().zip(&mut self.bodies) {
            state.restore(body);
        }
        self.watchers.clone_from(&snapshot.watchers);
        self.events.clear();
        self.events.extend_from_slice(&snapshot.events);
        self.stats.copy_from(&snapshot.stats);
        self.totals = snapshot.totals;
        self.sights.clear();
        self.sights.extend(snapshot.sights.iter().cloned());
        Ok(())
    }

    /// Whether a snapshot is one of a world like this.
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

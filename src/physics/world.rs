//! All bodies, what they are made to do, and what can be read of them.

use glam::Vec3;

use super::step::{Move, PlannedTest};
use super::{
    Arena, Body, BodyDesc, BodyId, BodyKind, Clock, Footprint, FootprintError, GroundSettings,
    Impact, Response, StateHasher, StepStats, SurfaceSettings, Vehicle, WorldSettings, seconds_of,
};
use crate::collision::broad::{BroadBody, BroadPhase, Pair};
use crate::collision::{Budget, Counters, Scratch, collide};

/// Why a body cannot be added to a world.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WorldError {
    /// Its mass is not a positive finite number.
    #[error("the mass of {0} kg is not a positive number")]
    Mass(f32),
    /// It is tilted.
    #[error("the body does not stand upright")]
    NotUpright,
    /// It has no footprint.
    #[error(transparent)]
    Footprint(#[from] FootprintError),
    /// It sticks out of the arena.
    #[error("it reaches {depth:.2} m outside the arena")]
    OutsideArena {
        /// How far, in metres.
        depth: f32,
    },
    /// It overlaps a body that is there already.
    #[error("it overlaps \"{name}\"")]
    Overlaps {
        /// The other body.
        other: BodyId,
        /// Its name.
        name: String,
    },
}

/// A flat floor with bodies on it.
///
/// Two bodies of a world never overlap, and no vehicle leaves the arena: not when they are added,
/// and not at the end of any step.
pub struct World {
    pub(super) arena: Arena,
    pub(super) ground: GroundSettings,
    pub(super) response: Response,
    pub(super) walls: SurfaceSettings,
    pub(super) broad_phase: Box<dyn BroadPhase>,
    pub(super) budget: u64,
    pub(super) clock: Option<Clock>,
    pub(super) bodies: Vec<Body>,
    /// Body indices in the order in which their pairs are tested; fixed bodies come last.
    pub(super) order: Vec<u32>,
    /// The place of each body in `order`.
    pub(super) place: Vec<u32>,
    pub(super) moving: usize,
    pub(super) steps: u64,
    pub(super) events: Vec<Impact>,
    pub(super) stats: StepStats,
    pub(super) totals: Counters,
    pub(super) moves: Vec<Move>,
    pub(super) broad_bodies: Vec<BroadBody>,
    pub(super) pairs: Vec<Pair>,
    pub(super) planned: Vec<PlannedTest>,
    pub(super) newly_held: Vec<u32>,
    pub(super) scratch: Scratch,
}

impl World {
    /// An empty world.
    pub fn new(settings: WorldSettings) -> Self {
        World {
            arena: settings.arena,
            ground: settings.ground,
            response: settings.response,
            walls: settings.walls,
            broad_phase: settings.broad_phase,
            budget: settings.budget,
            clock: settings.clock,
            bodies: Vec::new(),
            order: Vec::new(),
            place: Vec::new(),
            moving: 0,
            steps: 0,
            events: Vec::new(),
            stats: StepStats::default(),
            totals: Counters::default(),
            moves: Vec::new(),
            broad_bodies: Vec::new(),
            pairs: Vec::new(),
            planned: Vec::new(),
            newly_held: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// Adds a body, at rest.
    ///
    /// # Errors
    /// [`WorldError`] if its numbers make no body, if it reaches out of the arena, or if it
    /// overlaps a body that is there.
    pub fn add_body(&mut self, desc: BodyDesc) -> Result<BodyId, WorldError> {
        if !(desc.mass.is_finite() && desc.mass > 0.0) {
            return Err(WorldError::Mass(desc.mass));
        }
        let up = desc.pose.transform_vector(Vec3::Y);
        if !up.abs_diff_eq(Vec3::Y, 1e-4) {
            return Err(WorldError::NotUpright);
        }
        let footprint = Footprint::of(desc.model.mesh())?;
        if let Some(contact) = self.arena.outside(&footprint, &desc.pose) {
            let depth = contact.depth;
            return Err(WorldError::OutsideArena { depth });
        }
        self.refuse_overlap(&desc)?;
        let id = BodyId(self.bodies.len() as u32);
        self.moves
            .push(Move::resting(desc.model.aabb(&desc.pose), desc.pose));
        self.bodies.push(Body {
            name: desc.name,
            model: desc.model,
            pose: desc.pose,
            previous_pose: desc.pose,
            velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            mass: desc.mass,
            footprint,
            kind: match desc.vehicle {
                Some(settings) => BodyKind::Vehicle(Vehicle::new(settings)),
                None => BodyKind::Fixed,
            },
            rank: desc.rank,
        });
        self.sort_order();
        Ok(id)
    }

    fn refuse_overlap(&mut self, desc: &BodyDesc) -> Result<(), WorldError> {
        let bounds = desc.model.aabb(&desc.pose);
        for (index, body) in self.bodies.iter().enumerate() {
            if !bounds.overlaps(&body.model.aabb(&body.pose)) {
                continue;
            }
            let (a, b) = (&body.model, &desc.model);
            let unlimited = Budget::Unlimited;
            let found = collide(a, &body.pose, b, &desc.pose, unlimited, &mut self.scratch);
            if found.is_hit() {
                return Err(WorldError::Overlaps {
                    other: BodyId(index as u32),
                    name: body.name.clone(),
                });
            }
        }
        Ok(())
    }

    fn sort_order(&mut self) {
        let bodies = &self.bodies;
        self.order = (0..bodies.len() as u32).collect();
        self.order.sort_by_key(|index| {
            let body = &bodies[*index as usize];
            (body.is_fixed(), body.rank, *index)
        });
        self.place = vec![0; bodies.len()];
        for (place, index) in self.order.iter().enumerate() {
            self.place[*index as usize] = place as u32;
        }
        self.moving = bodies.iter().filter(|body| !body.is_fixed()).count();
    }

    /// All bodies; a [`BodyId`] is an index here.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// One body.
    pub fn body(&self, id: BodyId) -> &Body {
        &self.bodies[id.index()]
    }

    /// The border.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The floor.
    pub fn ground(&self) -> &GroundSettings {
        &self.ground
    }

    /// What finds the pairs.
    pub fn broad_phase(&self) -> &dyn BroadPhase {
        self.broad_phase.as_ref()
    }

    /// The impacts of the last step.
    pub fn events(&self) -> &[Impact] {
        &self.events
    }

    /// What the last step did and cost.
    pub fn stats(&self) -> &StepStats {
        &self.stats
    }

    /// The counters of all steps so far.
    pub fn totals(&self) -> &Counters {
        &self.totals
    }

    /// The number of steps so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The simulated time, in seconds.
    pub fn time(&self) -> f32 {
        seconds_of(self.steps)
    }

    /// Lends the world a clock, or takes it back: see [`StageTimes`](super::StageTimes).
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.clock = clock;
    }

    /// Sets a body in motion, as a test or an editor does. The turn rate (rad/s) is about +Y.
    pub fn set_velocity(&mut self, id: BodyId, velocity: Vec3, turn_rate: f32) {
        let body = &mut self.bodies[id.index()];
        if !body.is_fixed() && velocity.is_finite() && turn_rate.is_finite() {
            body.velocity = Vec3::new(velocity.x, 0.0, velocity.z);
            body.angular_velocity = Vec3::new(0.0, turn_rate, 0.0);
        }
    }

    /// A fingerprint of everything that the next step depends on: the same level, seed and
    /// controls give the same value on every machine and in every build.
    pub fn state_hash(&self) -> u64 {
        let mut hasher = StateHasher::default();
        hasher.integer(self.steps);
        for body in &self.bodies {
            hasher.vector(body.pose.translation());
            hasher.rotation(body.pose.rotation());
            hasher.vector(body.velocity);
            hasher.vector(body.angular_velocity);
            if let Some(vehicle) = body.vehicle() {
                hasher.number(vehicle.boost_left);
                hasher.integer(u64::from(vehicle.boosting));
            }
        }
        hasher.finish()
    }
}

#[cfg(test)]
#[path = "world_tests.rs"]
pub(super) mod tests;

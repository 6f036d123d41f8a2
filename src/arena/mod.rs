//! The arena: a hall with cars and obstacles in it, which the game plays in.
//!
//! An [`Arena`] is a [`World`] of rigid bodies with a floor, walls and a ceiling around it (its
//! [`Border`]), in which actors either drive or stand. It keeps a copy of every actor as it is between
//! two steps, for the renderer, the drivers and the score. A *body* in here is always one of the
//! `World`'s: each actor and each part of the hall has one. The same settings, actors and controls give
//! the same [`Arena::state_hash`] on every machine: nothing in here reads a clock (the optional
//! [`Clock`] only fills in the statistics), and all trigonometry comes from libm.

mod actor;
mod border;
mod bound;
mod car;
mod chassis;
mod debug_draw;
mod draw_toi_trace;
mod events;
mod recovery;
mod response;
mod settings;
mod snapshot;
mod step;
#[cfg(test)]
mod tests;
mod toi_trace;

use std::collections::VecDeque;

use glam::Vec3;

use dodgem_collide::broad_phase::BroadPhase;
use dodgem_collide::math::{Aabb, Pose};
use dodgem_collide::{Budget, Placed, Query, Shape};
use dodgem_physics::{
    BodyDesc, BodyError, BudgetClock, Clock, Mass, MaterialError, MaterialId, QueryCounters,
    Settings, SettingsError, StateHasher, VehicleError, World, seconds_of,
};

use crate::arena::chassis::{vehicle_settings, weight};
use crate::arena::recovery::Recovery;
use crate::arena::toi_trace::ToiTrace;
use crate::params::{EVENTS_PER_STEP, FLOOR_FRICTION, FLOOR_RESTITUTION, MAX_SPEED, PLACING_WORK};

pub use actor::{Actor, ActorDesc, ActorId, ActorKind, CarDesc};
pub use border::{Border, CEILING, Edge, HallError, HallPart, PIT_DEPTH};
pub use bound::Bound;
pub use car::{BoostSettings, Car, CarSettings, Controls};
pub use debug_draw::Views;
pub use events::{ActorImpact, Met, PairTest, StepStats};
pub use response::{Response, SurfaceSettings};
pub use settings::{ArenaSettings, GroundSettings, WORK_UNITS_PER_MILLISECOND};
pub use snapshot::ArenaSnapshot;

/// Why an arena cannot be built, or an actor cannot be added to it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ArenaError {
    /// The settings of the world are out of range, or those of its broad phase.
    #[error(transparent)]
    World(#[from] SettingsError),
    /// The border makes no hall.
    #[error(transparent)]
    Border(#[from] HallError),
    /// The actor makes no body.
    #[error(transparent)]
    Actor(#[from] BodyError),
    /// A number is out of its range.
    #[error("{field} is {value}; it must be between {least} and {most}")]
    OutOfRange {
        /// The names that lead to it, with dots between.
        field: String,
        /// What it is.
        value: f32,
        /// The least that it may be.
        least: f32,
        /// The most that it may be.
        most: f32,
    },
    /// A car cannot drive.
    #[error(transparent)]
    Vehicle(#[from] VehicleError),
    /// No identifier is left for a material.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// A car is tilted.
    #[error("the car does not stand upright")]
    NotUpright,
    /// The actor reaches out of the border.
    #[error("it reaches {depth:.2} m outside the arena")]
    OutsideArena {
        /// How far, in metres.
        depth: f32,
    },
    /// The actor overlaps one that was added before.
    #[error("it overlaps \"{name}\"")]
    Overlaps {
        /// The other actor.
        other: ActorId,
        /// Its name.
        name: String,
    },
}

/// Refuses the first number that is out of its range.
fn within_bounds(bounds: Vec<Bound>) -> Result<(), ArenaError> {
    let Some(wrong) = bounds.into_iter().find(|bound| !bound.holds()) else {
        return Ok(());
    };
    Err(ArenaError::OutOfRange {
        field: wrong.field.join("."),
        value: wrong.value,
        least: *wrong.range.start(),
        most: *wrong.range.end(),
    })
}

/// The materials of an arena.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surfaces {
    /// Of the floor, and of walls and ceiling.
    hall: [MaterialId; 2],
    actor: MaterialId,
}

/// How a car's body bounces and rubs on the floor, which it only touches when it lies or lands hard.
const BODY_ON_FLOOR: SurfaceSettings = SurfaceSettings {
    restitution: FLOOR_RESTITUTION,
    friction: FLOOR_FRICTION,
};

/// Actors in a hall. No step ends with one inside another, and none leaves the hall; should one be
/// outside all the same, it is put back to its start.
pub struct Arena {
    world: World,
    settings: ArenaSettings,
    /// What each body belongs to, by its place in the world: first the parts of the hall.
    owners: Vec<Met>,
    pub(super) surfaces: Surfaces,
    actors: Vec<Actor>,
    /// The actors that cameras follow.
    watchers: Vec<ActorId>,
    events: Vec<ActorImpact>,
    stats: StepStats,
    totals: QueryCounters,
    toi_traces: VecDeque<ToiTrace>,
    pub(super) query: Query,
}

impl Arena {
    /// An empty hall.
    ///
    /// # Errors
    /// [`ArenaError`] if a number, the border or the broad phase is out of range.
    pub fn new(settings: ArenaSettings) -> Result<Self, ArenaError> {
        within_bounds(settings.ground.bounds())?;
        within_bounds(settings.walls.bounds())?;
        within_bounds(settings.response.bounds())?;
        let half = settings.border.walls(settings.edge).half_extents();
        let region = Aabb::new(
            Vec3::new(-half.x, settings.edge.ground(), -half.y),
            Vec3::new(half.x, CEILING, half.y),
        );
        let mut world = World::new(Settings {
            rule: settings.response.rule(),
            max_speed: f64::from(MAX_SPEED),
            work_per_step: settings.budget,
            schedule: settings.schedule,
            stages: settings.stages,
            on_cut: settings.on_cut,
            clock: settings.clock,
            broad_phase: settings.broad_phase,
            region,
            ..Settings::default()
        })?;
        let table = world.materials_mut();
        let actor = table.add(settings.response.surface().material())?;
        let mut of_hall = |surface: &SurfaceSettings| {
            let material = table.add(surface.material())?;
            // The wall alone says how cars bounce off it.
            table.set_pair(material, actor, surface.material())?;
            Ok::<_, MaterialError>(material)
        };
        let hall = [of_hall(&BODY_ON_FLOOR)?, of_hall(&settings.walls)?];
        table.set_pair(actor, actor, settings.response.surface().material())?;
        let mut arena = Arena {
            world,
            settings,
            owners: Vec::new(),
            surfaces: Surfaces { hall, actor },
            actors: Vec::new(),
            watchers: Vec::new(),
            events: Vec::with_capacity(EVENTS_PER_STEP),
            stats: StepStats::default(),
            totals: QueryCounters::default(),
            toi_traces: VecDeque::new(),
            query: Query::new(Budget::Work(PLACING_WORK)),
        };
        for (part, shape, pose) in settings.border.parts(settings.edge)? {
            let material = match part {
                HallPart::Floor | HallPart::Pit => arena.surfaces.hall[0],
                HallPart::Wall | HallPart::Ceiling => arena.surfaces.hall[1],
            };
            let body = arena.world.add(BodyDesc {
                material,
                ..BodyDesc::fixed(shape, pose)
            })?;
            arena.note_owner(body, Met::Hall(part));
        }
        Ok(arena)
    }

    /// Adds an actor, at rest.
    ///
    /// # Errors
    /// [`ArenaError`] if its numbers make no body, if it reaches out of the border, or if it
    /// overlaps an actor that is there.
    pub fn add_actor(&mut self, desc: ActorDesc) -> Result<ActorId, ArenaError> {
        let upright = desc
            .pose
            .transform_vector(Vec3::Y)
            .abs_diff_eq(Vec3::Y, 1e-4);
        if desc.car.is_some() && !upright {
            return Err(ArenaError::NotUpright);
        }
        let depth = -self
            .settings
            .border
            .clearance_of(desc.model.mesh(), &desc.pose);
        if depth > 0.0 {
            return Err(ArenaError::OutsideArena { depth });
        }
        let shape = desc.solid.unwrap_or(Shape::Mesh(desc.model.clone()));
        self.refuse_overlap(&shape, &desc.pose)?;
        let bounds = desc.model.mesh().aabb();
        let vehicle = match &desc.car {
            Some(car) => {
                within_bounds(car.bounds())?;
                let settings = vehicle_settings(car, &bounds, &self.settings.ground);
                settings.check()?;
                Some(settings)
            }
            None => None,
        };
        let id = ActorId(self.actors.len() as u32);
        let description = match &desc.car {
            None => BodyDesc::fixed(shape, desc.pose),
            Some(car) => BodyDesc {
                mass: Mass::Exactly(weight(car, &bounds)),
                ..BodyDesc::dynamic(shape, desc.pose)
            },
        };
        let added = self.world.add(BodyDesc {
            material: self.surfaces.actor,
            ..description
        })?;
        self.note_owner(added, Met::Actor(id));
        let kind = match desc.car.zip(vehicle) {
            None => ActorKind::Fixed,
            Some((car, vehicle)) => ActorKind::Car(Car {
                settings: car.settings,
                boost_left: car.settings.boost.seconds,
                boosting: false,
                controls: Controls::default(),
                wheels_down: 0,
                vehicle: self.world.add_vehicle(added, vehicle)?,
                recovery: Recovery::default(),
            }),
        };
        let corners = desc.model.mesh().vertices().iter();
        let reach = corners.map(|corner| Vec3::new(corner.x, 0.0, corner.z).length());
        self.actors.push(Actor {
            name: desc.name,
            body: added,
            radius: reach.fold(0.0, f32::max),
            model: desc.model,
            pose: desc.pose,
            previous_pose: desc.pose,
            start: desc.pose,
            velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            mass: desc.car.map_or(0.0, |car| car.mass),
            slope: desc.slope,
            debt: 0.0,
            kind,
        });
        Ok(id)
    }

    fn refuse_overlap(&mut self, shape: &Shape, pose: &Pose) -> Result<(), ArenaError> {
        match self.overlapped(shape, pose, None) {
            None => Ok(()),
            Some(other) => Err(ArenaError::Overlaps {
                other,
                name: self.actor(other).name.clone(),
            }),
        }
    }

    /// The first actor that a shape would overlap at a place, one actor left out.
    pub(super) fn overlapped(
        &mut self,
        shape: &Shape,
        pose: &Pose,
        but: Option<ActorId>,
    ) -> Option<ActorId> {
        let bounds = shape.aabb(pose);
        for index in 0..self.actors.len() {
            let id = ActorId(index as u32);
            let other = &self.world[self.actors[index].body];
            let at = other.pose();
            if Some(id) == but || !bounds.overlaps(&other.shape().aabb(&at)) {
                continue;
            }
            let (there, here) = (Placed::new(other.shape(), &at), Placed::new(shape, pose));
            let found = self.query.intersect(there, here);
            // A cut counts as a hit: they may overlap.
            if found.is_hit() {
                return Some(id);
            }
        }
        None
    }

    /// All actors; an [`ActorId`] is an index here.
    pub fn actors(&self) -> &[Actor] {
        &self.actors
    }

    /// One actor.
    pub fn actor(&self, id: ActorId) -> &Actor {
        &self.actors[id.index()]
    }

    /// The border.
    pub fn border(&self) -> &Border {
        &self.settings.border
    }

    /// What is at the border.
    pub fn edge(&self) -> Edge {
        self.settings.edge
    }

    /// The floor.
    pub fn ground(&self) -> &GroundSettings {
        &self.settings.ground
    }

    /// What happens when actors meet.
    pub fn response(&self) -> &Response {
        &self.settings.response
    }

    /// What finds the pairs.
    pub fn broad_phase(&self) -> &dyn BroadPhase {
        self.world.broad_phase()
    }

    /// The world that moves the actors: see [`Actor::body`]. The bodies of the hall come first.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The impacts of the last step, in the order of time.
    pub fn events(&self) -> &[ActorImpact] {
        &self.events
    }

    /// The pairs of actors that touched in the last step; one may come more than once.
    pub fn touching(&self) -> impl Iterator<Item = (ActorId, ActorId)> {
        let held = self.world.touches().filter(|touch| touch.held);
        let held = held.filter_map(|touch| self.arena_pair(touch.a, touch.b));
        let held = held.filter_map(|(a, met, _)| Some((a, met.actor()?)));
        let met = self.events.iter();
        held.chain(met.filter_map(|impact| Some((impact.a, impact.met.actor()?))))
    }

    /// What the last step did and cost.
    pub fn stats(&self) -> &StepStats {
        &self.stats
    }

    /// Begins a frame, whose steps share one budget if that is one of time.
    pub fn begin_frame(&mut self) {
        self.world.begin_frame();
    }

    /// Whether the world hashes its state after each phase of the steps that follow.
    pub fn hash_phases(&mut self, wanted: bool) {
        self.world.hash_phases(wanted);
    }

    /// Whether the same controls give the same steps again: not if a budget of real time decides.
    pub fn is_repeatable(&self) -> bool {
        self.settings.clock == BudgetClock::Work
    }

    /// What it was made with.
    pub fn settings(&self) -> &ArenaSettings {
        &self.settings
    }

    /// The counters of all steps so far.
    pub fn totals(&self) -> &QueryCounters {
        &self.totals
    }

    /// The number of steps so far.
    pub fn steps(&self) -> u64 {
        self.world.steps()
    }

    /// The simulated time, in seconds.
    pub fn time(&self) -> f32 {
        seconds_of(self.steps())
    }

    /// Lends the world a clock, or takes it back: see [`PhaseTimes`](dodgem_physics::PhaseTimes).
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.world.set_clock(clock);
    }

    /// Sets the actors that cameras follow: sweeps near them go first when work is scarce.
    pub fn watch_from(&mut self, actors: &[ActorId]) {
        self.watchers = actors.to_vec();
    }

    /// Sets a car in motion, as a test or an editor does: m/s, and the turn rate about +Y in rad/s.
    ///
    /// # Errors
    /// [`BodyError`] for numbers that are not finite.
    pub fn set_velocity(
        &mut self,
        id: ActorId,
        velocity: Vec3,
        turn_rate: f32,
    ) -> Result<(), BodyError> {
        let body = self.body_id(id);
        (self.world).set_velocity(body, velocity, Vec3::Y * turn_rate)?;
        self.copy_state(id.index());
        Ok(())
    }

    /// A fingerprint of everything that the next step depends on: the same level, seed and
    /// controls give the same value on every machine and in every build.
    pub fn state_hash(&self) -> u64 {
        let mut hasher = StateHasher::default();
        hasher.integer(self.world.state_hash());
        for actor in &self.actors {
            if let ActorKind::Car(car) = &actor.kind {
                car.hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

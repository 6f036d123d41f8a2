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
mod motion;
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
    BodyDesc, BodyError, BodyId, BodyKind, BudgetClock, Clock, Groups, Mass, Material, MaterialError,
    MaterialId, QueryCounters,
    Settings, SettingsError, StateHasher, VehicleError, World, seconds_of,
};

use crate::arena::chassis::{vehicle_settings, weight};
use crate::arena::recovery::Recovery;
use crate::arena::toi_trace::ToiTrace;
use crate::params::{EVENTS_PER_STEP, FLOOR_FRICTION, FLOOR_RESTITUTION, MAX_RISE, MAX_SPEED, PLACING_WORK, RISE_STEP, TOUCHING};

pub use actor::{Actor, ActorDesc, ActorId, ActorKind, CarDesc, ThingDesc, ThingMoves};
pub use border::{Border, CEILING, Edge, HallError, HallHeights, HallPart, PIT_DEPTH};
pub use bound::Bound;
pub use car::{BoostSettings, Car, CarSettings, Controls};
pub use debug_draw::Views;
pub use events::{ActorImpact, Met, PairTest, StepStats};
pub use motion::Motion;
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
    /// The actor reaches through the ceiling.
    #[error("it reaches {depth:.2} m through the ceiling")]
    AboveCeiling {
        /// How far, in metres.
        depth: f32,
    },
    /// The actor reaches into the floor.
    #[error("it reaches {depth:.3} m into the floor")]
    BelowFloor {
        /// How far, in metres.
        depth: f32,
    },
    /// The actor overlaps one that was added before.
    #[error("it overlaps \"{name}\"{}{}", by(*depth), free(*rise))]
    Overlaps {
        /// The other actor.
        other: ActorId,
        /// Its name.
        name: String,
        /// How deep, in metres; infinity if that would take too long to find out.
        depth: f32,
        /// How much higher it would be free, in metres, if it would.
        rise: Option<f32>,
    },
}

fn by(depth: f32) -> String {
    match depth.is_finite() {
        true => format!(" by {depth:.3} m"),
        false => String::new(),
    }
}

fn free(rise: Option<f32>) -> String {
    match rise {
        Some(rise) => format!("; {rise:.2} m higher it would be free"),
        None => String::new(),
    }
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
    /// Of cars, and of things without a material.
    actor: MaterialId,
    thing: MaterialId,
}

/// In a group of its own number, which it does not meet; without one in one that meets all.
fn groups(number: Option<u32>) -> Groups {
    match number {
        Some(number) => {
            let own = 2 << number;
            Groups {
                membership: own,
                filter: !own,
            }
        }
        None => Groups {
            membership: 1,
            ..Groups::default()
        },
    }
}

/// The heights of an actor's lowest and highest points where it starts.
fn reach_in_height(desc: &ActorDesc) -> (f32, f32) {
    match &desc.solid {
        None | Some(Shape::Hull(_) | Shape::HeightField(_)) => {
            let corners = desc.model.mesh().vertices().iter();
            let heights = corners.map(|corner| desc.pose.transform_point(*corner).y);
            let none = (f32::INFINITY, f32::NEG_INFINITY);
            heights.fold(none, |(low, high), y| (low.min(y), high.max(y)))
        }
        Some(round) => {
            let bounds = round.aabb(&desc.pose);
            (bounds.min.y, bounds.max.y)
        }
    }
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
            Vec3::new(-half.x, settings.heights.ground(settings.edge), -half.y),
            Vec3::new(half.x, settings.heights.ceiling, half.y),
        );
        let mut world = World::new(Settings {
            rule: settings.response.rule(),
            gravity: Vec3::NEG_Y * settings.gravity,
            air_density: settings.air,
            wind: settings.wind,
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
        let surface = settings.response.surface().material();
        let actor = table.add(surface)?;
        // What things meet is the floor itself; what cars meet is said for their bodies.
        let floor = SurfaceSettings {
            restitution: 0.0,
            friction: settings.ground.grip,
        };
        let mut of_hall = |own: &SurfaceSettings, for_cars: &SurfaceSettings| {
            let material = table.add(own.material())?;
            // The wall alone says how cars bounce off it.
            table.set_pair(material, actor, for_cars.material())?;
            Ok::<_, MaterialError>(material)
        };
        let hall = [
            of_hall(&floor, &BODY_ON_FLOOR)?,
            of_hall(&settings.walls, &settings.walls)?,
        ];
        let thing = table.add(surface)?;
        for (one, other) in [(actor, actor), (actor, thing), (thing, thing)] {
            table.set_pair(one, other, surface)?;
        }
        let mut arena = Arena {
            world,
            settings,
            owners: Vec::new(),
            surfaces: Surfaces { hall, actor, thing },
            actors: Vec::new(),
            watchers: Vec::new(),
            events: Vec::with_capacity(EVENTS_PER_STEP),
            stats: StepStats::default(),
            totals: QueryCounters::default(),
            toi_traces: VecDeque::new(),
            query: Query::new(Budget::Work(PLACING_WORK)),
        };
        for (part, shape, pose) in settings.border.parts(settings.edge, settings.heights)? {
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

    /// Adds a material for things, which meet each other and the hall by the rule of
    /// [`Material::combined`].
    ///
    /// # Errors
    /// [`ArenaError`] if there are too many.
    pub fn add_material(&mut self, material: Material) -> Result<MaterialId, ArenaError> {
        Ok(self.world.materials_mut().add(material)?)
    }

    /// Adds an actor.
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
        self.refuse_outside(&desc)?;
        let shape = desc.solid.unwrap_or(Shape::Mesh(desc.model.clone()));
        self.refuse_overlap(&shape, &desc.pose)?;
        let bounds = desc.model.mesh().aabb();
        let id = ActorId(self.actors.len() as u32);
        let still = BodyDesc {
            velocity: desc.velocity,
            drag_area: self.drag_area(&bounds),
            ..BodyDesc::dynamic(shape, desc.pose)
        };
        let (kind, mass, body) = match desc.car {
            Some(car) => self.add_car(car, &bounds, still)?,
            None => self.add_thing(desc.thing, still)?,
        };
        self.note_owner(body, Met::Actor(id));
        let corners = desc.model.mesh().vertices().iter();
        let reach = corners.map(|corner| Vec3::new(corner.x, 0.0, corner.z).length());
        self.actors.push(Actor {
            name: desc.name,
            body,
            radius: reach.fold(0.0, f32::max),
            model: desc.model,
            pose: desc.pose,
            previous_pose: desc.pose,
            start: desc.pose,
            velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            mass,
            slope: desc.slope,
            debt: 0.0,
            kind,
        });
        self.copy_state(id.index());
        Ok(id)
    }

    /// Adds the body of a car, and its wheels. Returns what it can do, its mass and its body.
    fn add_car(
        &mut self,
        car: CarDesc,
        bounds: &Aabb,
        body: BodyDesc,
    ) -> Result<(ActorKind, f32, BodyId), ArenaError> {
        within_bounds(car.bounds())?;
        let settings = &self.settings;
        let vehicle = vehicle_settings(&car, bounds, &settings.ground, settings.gravity);
        vehicle.check()?;
        let added = self.world.add(BodyDesc {
            material: self.surfaces.actor,
            mass: Mass::Exactly(weight(&car, bounds)),
            max_speed: MAX_SPEED,
            ..body
        })?;
        let kind = ActorKind::Car(Car {
            settings: car.settings,
            boost_left: car.settings.boost.seconds,
            boosting: false,
            controls: Controls::default(),
            wheels_down: 0,
            vehicle: self.world.add_vehicle(added, vehicle)?,
            recovery: Recovery::default(),
        });
        Ok((kind, car.mass, added))
    }

    /// Adds the body of a thing. Returns what it can do, its mass and its body.
    fn add_thing(
        &mut self,
        thing: ThingDesc,
        body: BodyDesc,
    ) -> Result<(ActorKind, f32, BodyId), ArenaError> {
        let (kind, actor, mass) = match thing.moves {
            ThingMoves::Never => (BodyKind::Static, ActorKind::Fixed, body.mass),
            ThingMoves::Freely(mass) => (BodyKind::Dynamic, ActorKind::Loose, mass),
            ThingMoves::Along { motion, pivot } => {
                let moved = ActorKind::Moved { motion, pivot };
                (BodyKind::Kinematic, moved, body.mass)
            }
        };
        let added = self.world.add(BodyDesc {
            kind,
            mass,
            material: thing.material.unwrap_or(self.surfaces.thing),
            angular_velocity: thing.spin,
            surface_velocity: thing.belt,
            // The rule of 2002 is one between cars.
            by_impulse: true,
            asleep: thing.asleep,
            groups: groups(thing.group),
            ..body
        })?;
        Ok((actor, self.world[added].mass() as f32, added))
    }

    /// Drag coefficient times frontal area, in m^2, of a thing in such a box: that of a box, in the mean of
    /// three directions. Where there is no air it is of no meaning.
    fn drag_area(&self, bounds: &Aabb) -> f32 {
        if self.settings.air == 0.0 {
            return 0.0;
        }
        let size = bounds.extents();
        (size.x * size.y + size.y * size.z + size.z * size.x) / 3.0
    }

    fn refuse_outside(&self, desc: &ActorDesc) -> Result<(), ArenaError> {
        let border = &self.settings.border;
        let depth = -border.clearance_of(desc.model.mesh(), &desc.pose);
        if depth > 0.0 {
            return Err(ArenaError::OutsideArena { depth });
        }
        if matches!(desc.thing.moves, ThingMoves::Never) && desc.car.is_none() {
            return Ok(());
        }
        // What does not move may reach into floor and ceiling.
        let (low, high) = reach_in_height(desc);
        let depth = high - self.settings.heights.ceiling;
        if depth > 0.0 {
            return Err(ArenaError::AboveCeiling { depth });
        }
        let depth = -low;
        if depth > TOUCHING {
            return Err(ArenaError::BelowFloor { depth });
        }
        Ok(())
    }

    fn refuse_overlap(&mut self, shape: &Shape, pose: &Pose) -> Result<(), ArenaError> {
        let Some((other, depth)) = self.overlapped(shape, pose, None) else {
            return Ok(());
        };
        Err(ArenaError::Overlaps {
            other,
            name: self.actor(other).name.clone(),
            depth,
            rise: self.free_rise(shape, pose),
        })
    }

    /// How much higher a shape would overlap nothing, to the centimetre; none if that is nowhere below the
    /// ceiling.
    fn free_rise(&mut self, shape: &Shape, pose: &Pose) -> Option<f32> {
        let mut is_free = |rise: f32| {
            let place = pose.translation() + Vec3::Y * rise;
            let higher = Pose::new(pose.rotation(), place);
            higher.is_ok_and(|pose| self.overlapped(shape, &pose, None).is_none())
        };
        let (mut taken, mut free) = (0.0, RISE_STEP);
        while !is_free(free) {
            (taken, free) = (free, 2.0 * free);
            if free > MAX_RISE {
                return None;
            }
        }
        while free - taken > RISE_STEP {
            let middle = 0.5 * (taken + free);
            match is_free(middle) {
                true => free = middle,
                false => taken = middle,
            }
        }
        Some(free)
    }

    /// The first actor that a shape would overlap at a place by more than [`TOUCHING`], and how deep; one
    /// actor left out.
    pub(super) fn overlapped(
        &mut self,
        shape: &Shape,
        pose: &Pose,
        but: Option<ActorId>,
    ) -> Option<(ActorId, f32)> {
        let bounds = shape.aabb(pose);
        for index in 0..self.actors.len() {
            let id = ActorId(index as u32);
            let other = &self.world[self.actors[index].body];
            let at = other.pose();
            if Some(id) == but || !bounds.overlaps(&other.shape().aabb(&at)) {
                continue;
            }
            let (there, here) = (Placed::new(other.shape(), &at), Placed::new(shape, pose));
            // A cut counts as a hit: they may overlap.
            if !self.query.intersect(there, here).is_hit() {
                continue;
            }
            let depth = self.query.deepest_contact(there, here, 0.0);
            let depth = depth.map_or(f32::INFINITY, |contact| -contact.distance);
            if depth >= TOUCHING {
                return Some((id, depth));
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

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
mod corners;
mod debug_draw;
mod draw_contacts;
mod draw_pairs;
mod draw_toi_trace;
mod draw_velocities;
mod draw_volumes;
mod driven;
mod edit;
mod events;
mod hand;
mod motion;
mod pair_trace;
mod place;
mod raise;
mod recent_contacts;
mod recovery;
mod response;
mod settings;
mod snapshot;
mod step;
#[cfg(test)]
mod tests;
mod toi_trace;
mod view_notes;
mod views;
mod zones;

use std::collections::VecDeque;
use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::Query;
use dodgem_collide::broad_phase::BroadPhase;
use dodgem_collide::math::{Aabb, Pose};
use dodgem_physics::{
    BodyDesc, BodyError, BudgetClock, Clock, Material, MaterialError, MaterialId, QueryCounters,
    STEPS_PER_SECOND, Settings, SettingsError, StateHasher, VehicleError, World,
};

use crate::arena::recent_contacts::RecentContacts;
use crate::arena::toi_trace::ToiTrace;
use crate::params::{EVENTS_PER_STEP, FLOOR_FRICTION, FLOOR_RESTITUTION, PLACING_WORK};

pub use actor::{Actor, ActorDesc, ActorId, ActorKind, CarDesc, ThingDesc, ThingMoves};
pub use border::{Border, CEILING, Edge, HallError, HallHeights, HallPart, PIT_DEPTH};
pub use bound::Bound;
pub use car::{BoostSettings, Car, CarSettings, Controls};
pub use corners::{Corners, Side};
pub use draw_pairs::BodyCost;
pub use draw_volumes::{VisitedNode, VisitedTree};
pub use driven::DrivenBy;
use driven::DrivenJoint;
pub use events::{ActorImpact, Met, PairTest, StepStats};
pub use hand::{HandError, Hold};
pub use motion::Motion;
pub use pair_trace::{NearestAt, PairTrace, SweepOf};
use place::{PlacedShape, PlacingWork, Where};
pub use recent_contacts::PastImpact;
pub use response::{Response, SurfaceSettings};
pub use settings::{ArenaSettings, GroundSettings, WORK_UNITS_PER_MILLISECOND};
pub use snapshot::ArenaSnapshot;
pub use view_notes::{RULE_OF_2002, ViewNote};
pub use views::{Focus, View, Views};
pub use zones::{InZone, Zone, ZoneEffect};

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
    /// Too many actors are near each other.
    #[error("too many things stand close to each other to tell which overlap; move them apart")]
    Crowded,
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
pub(crate) fn within_bounds(bounds: Vec<Bound>) -> Result<(), ArenaError> {
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

/// How long a number of steps takes, in seconds; whole seconds are exact.
pub fn seconds_of(steps: u64) -> f32 {
    steps as f32 / STEPS_PER_SECOND
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
    /// How many actors the level has; those after them came by hand.
    own_actors: usize,
    /// What the hand holds.
    hold: Option<Hold>,
    /// Where each actor was to start: what lies on others was raised from there.
    written: Vec<Pose>,
    /// The joints that controls drive.
    driven: Arc<Vec<DrivenJoint>>,
    zones: Arc<Vec<Zone>>,
    /// What was in them at the end of the last step.
    in_zones: Vec<InZone>,
    /// The actors that zones act on, with their boxes: memory of a step.
    zone_guests: Vec<(ActorId, Aabb)>,
    /// The actors that cameras follow.
    watchers: Vec<ActorId>,
    events: Vec<ActorImpact>,
    stats: StepStats,
    totals: QueryCounters,
    toi_traces: VecDeque<ToiTrace>,
    recent: RecentContacts,
    pub(super) query: Query,
    placing: PlacingWork,
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
            turns_below: settings.turns_below,
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
            own_actors: 0,
            hold: None,
            written: Vec::new(),
            driven: Arc::default(),
            zones: Arc::default(),
            in_zones: Vec::new(),
            zone_guests: Vec::new(),
            watchers: Vec::new(),
            events: Vec::with_capacity(EVENTS_PER_STEP),
            stats: StepStats::default(),
            totals: QueryCounters::default(),
            toi_traces: VecDeque::new(),
            recent: RecentContacts::new(),
            query: Query::default(),
            placing: PlacingWork {
                left: PLACING_WORK,
                spent: 0,
            },
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

    /// The actors that touched the wall in the last step; one may come more than once.
    pub fn touching_wall(&self) -> impl Iterator<Item = ActorId> {
        let is_wall = |met: Met| met == Met::Hall(HallPart::Wall);
        let held = self.world.touches().filter(|touch| touch.held);
        let held = held.filter_map(|touch| self.arena_pair(touch.a, touch.b));
        let held = held.filter_map(move |(a, met, _)| is_wall(met).then_some(a));
        let met = self.events.iter();
        held.chain(met.filter_map(move |impact| is_wall(impact.met).then_some(impact.a)))
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

    /// The work that it took so far to find out where things have room, in units of a query's budget.
    pub fn placing_work(&self) -> u64 {
        self.placing.spent
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
        if let Some(hold) = &self.hold {
            hasher.integer(u64::from(hold.actor.0));
            hasher.vector(hold.target);
        }
        hasher.finish()
    }
}

//! The arena: a hall with cars and things, in which the game takes place.
//!
//! An [`Arena`] is a [`World`] of rigid bodies with a floor, walls and a ceiling around it (its [`Border`]).
//! It keeps a copy of every actor's state between two steps, for the renderer, the drivers and the score. A
//! *body* here is always a body of the `World`: each actor and each part of the hall has one. Equal settings,
//! actors and controls give an equal [`Arena::state_hash`] on every machine: nothing here reads a clock (the
//! optional [`Clock`] only fills in the statistics), and all trigonometry comes from libm.

mod actor;
mod border;
mod bound;
mod car;
mod chassis;
mod contact_force;
mod corners;
mod debug_draw;
mod draw_contacts;
mod draw_pairs;
mod draw_toi_trace;
mod draw_velocities;
mod draw_volumes;
mod driven;
mod edit;
mod error;
mod events;
mod free_way;
mod group;
mod hand;
mod inspect;
mod momentum_exchange;
mod motion;
mod nearest;
mod owners;
mod pair_trace;
mod patches;
mod place;
mod placer;
mod placing;
mod rearrange;
mod recent_contacts;
mod record;
mod recovery;
mod response;
mod room;
mod settings;
mod snapshot;
mod step;
mod surfaces;
#[cfg(test)]
mod tests;
mod toi_trace;
mod view_notes;
mod views;
mod zones;

use glam::Vec3;

use dodgem_collide::broad_phase::BroadPhase;
use dodgem_collide::math::Pose;
use dodgem_physics::{
    BodyDesc, BodyError, BodyId, BudgetClock, Clock, JointId, Material, MaterialError, MaterialId,
    QueryCounters, STEPS_PER_SECOND, Settings, SnapshotError, StateHasher, World,
};

use crate::arena::actor::present_in;
use crate::arena::contact_force::contact_forces;
use crate::arena::driven::DrivenJoints;
use crate::arena::owners::Owners;
use crate::arena::patches::Patches;
use crate::arena::placing::Placing;
use crate::arena::record::Record;
use crate::arena::surfaces::{BODY_ON_FLOOR, Surfaces};
use crate::arena::zones::Zones;

pub use actor::{Actor, ActorDesc, ActorId, ActorKind, CarDesc, ThingDesc, ThingMoves};
pub use border::{Border, Edge, HallError, HallHeights, HallPart};
pub use bound::Bound;
pub use car::{BoostSettings, Car, CarSettings, Controls};
pub use contact_force::ContactForce;
pub use corners::{Corners, Side};
pub use draw_pairs::BodyCost;
pub use draw_volumes::{VisitedNode, VisitedTree};
pub use driven::DrivenBy;
pub use error::ArenaError;
pub use error::within_bounds;
pub use events::{ActorImpact, ActorMiss, Met, Misses, PairTest, StepStats};
pub use group::Group;
pub use hand::{HandError, Hold};
pub use momentum_exchange::MOMENTUM_EXCHANGE;
pub use motion::Motion;
pub use nearest::nearest_points;
pub use pair_trace::{NearestAt, PairTrace, SweepOf, tree_alone};
pub use patches::PatchDesc;
pub use rearrange::Rearranged;
pub use recent_contacts::PastImpact;
pub use response::{Response, SurfaceSettings};
pub use settings::{ArenaSettings, GroundSettings};
pub use snapshot::ArenaSnapshot;
pub use view_notes::ViewNote;
pub use views::{Focus, View, Views};
pub use zones::{InZone, Zone, ZoneEffect};

/// Returns the duration of a number of steps, in seconds; whole seconds are exact.
pub fn seconds_of(steps: u64) -> f32 {
    steps as f32 / STEPS_PER_SECOND
}

/// Actors in a hall. No step ends with one actor inside another that it can collide with, and none leaves the
/// hall; an actor that is outside nevertheless is put back to its start.
pub struct Arena {
    world: World,
    settings: ArenaSettings,
    owners: Owners,
    surfaces: Surfaces,
    actors: Vec<Actor>,
    /// The wheels of the cars, those of cars that are gone among them.
    /// Number of the level's own actors; the actors after them were added by hand.
    own_actors: usize,
    /// State of the hand while it holds something.
    hold: Option<Hold>,
    /// Pose of each actor as its level gives it, before it was raised above the bodies below.
    written: Vec<Pose>,
    driven: DrivenJoints,
    zones: Zones,
    /// The bodies of the hall, in the order of [`Border::parts`].
    hall: Vec<BodyId>,
    patches: Patches,
    /// The actors that cameras follow.
    watchers: Vec<ActorId>,
    record: Record,
    placing: Placing,
}

impl Arena {
    /// Creates an empty hall.
    ///
    /// # Errors
    /// [`ArenaError`] if a number, the border or the broad phase is out of range.
    pub fn new(settings: ArenaSettings) -> Result<Self, ArenaError> {
        within_bounds(settings.ground.bounds())?;
        within_bounds(settings.walls.bounds())?;
        within_bounds(settings.response.bounds())?;
        let mut world = World::new(Settings {
            rule: settings.response.rule(),
            gravity: settings.down * settings.gravity,
            air_density: settings.air,
            wind: settings.wind,
            work_per_step: settings.budget,
            turns_below: settings.turns_below,
            schedule: settings.schedule,
            stages: settings.stages,
            on_cut: settings.on_cut,
            continuous: settings.continuous,
            one_test: settings.one_test,
            search: settings.search,
            clock: settings.clock,
            broad_phase: settings.broad_phase,
            region: settings.region(),
            ..Settings::default()
        })?;
        let table = world.materials_mut();
        let surface = settings.response.surface();
        let actor = table.add(surface.material())?;
        // Things meet the floor's own material; for car bodies a pair value overrides it.
        let floor = settings.ground.surface();
        let mut of_hall = |own: &SurfaceSettings, for_cars: &SurfaceSettings| {
            let material = table.add(own.material())?;
            // The hall alone decides how car bodies bounce off it.
            table.set_pair(material, actor, for_cars.material())?;
            Ok::<_, MaterialError>(material)
        };
        let hall = [
            of_hall(&floor, &BODY_ON_FLOOR)?,
            of_hall(&settings.walls, &settings.walls)?,
        ];
        let surfaces = Surfaces {
            hall,
            actor,
            thing: table.add(surface.material())?,
            fixed: table.add(surface.material())?,
        };
        surfaces.set(table, &surface)?;
        let mut arena = Arena {
            world,
            settings,
            owners: Owners::default(),
            surfaces,
            actors: Vec::new(),
            own_actors: 0,
            hold: None,
            written: Vec::new(),
            driven: DrivenJoints::default(),
            zones: Zones::default(),
            hall: Vec::new(),
            patches: Patches::default(),
            watchers: Vec::new(),
            record: Record::new(),
            placing: Placing::new(),
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
            arena.owners.note(body, Met::Hall(part));
            arena.hall.push(body);
        }
        Ok(arena)
    }

    /// Adds a material for things. Two materials combine by the rule of [`Material::combined`].
    ///
    /// # Errors
    /// [`ArenaError`] if there are too many materials.
    pub fn add_material(&mut self, material: Material) -> Result<MaterialId, ArenaError> {
        Ok(self.world.materials_mut().add(material)?)
    }

    /// Changes a material.
    ///
    /// # Errors
    /// [`ArenaError`] if there is no such material.
    pub fn set_material(&mut self, id: MaterialId, material: Material) -> Result<(), ArenaError> {
        Ok(self.world.materials_mut().set(id, material)?)
    }

    /// Returns all actors; an [`ActorId`] is an index into this list.
    pub fn actors(&self) -> &[Actor] {
        &self.actors
    }

    /// Returns one actor.
    pub fn actor(&self, id: ActorId) -> &Actor {
        &self.actors[id.index()]
    }

    /// Returns the border.
    pub fn border(&self) -> &Border {
        &self.settings.border
    }

    /// Returns the boundary at the border.
    pub fn edge(&self) -> Edge {
        self.settings.edge
    }

    /// Returns the settings of the floor.
    pub fn ground(&self) -> &GroundSettings {
        &self.settings.ground
    }

    /// Returns the impact rule of actors.
    pub fn response(&self) -> &Response {
        &self.settings.response
    }

    /// Returns the broad phase.
    pub fn broad_phase(&self) -> &dyn BroadPhase {
        self.world.broad_phase()
    }

    /// Returns the world that moves the actors: see [`Actor::body`]. The bodies of the hall come first.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the material of the floor.
    pub fn floor_material(&self) -> MaterialId {
        self.surfaces.hall[0]
    }

    /// Returns the impacts of the last step, ordered by time.
    pub fn events(&self) -> &[ActorImpact] {
        self.record.events()
    }

    /// Returns the actor or the part of the hall that a body of the world belongs to.
    pub fn owner(&self, body: BodyId) -> Met {
        self.owners.of(body)
    }

    /// Returns the pairs of actors that touched in the last step; a pair may occur more than once.
    pub fn touching(&self) -> impl Iterator<Item = (ActorId, ActorId)> {
        let held = self.world.contacts().filter(|contact| contact.active);
        let held = held.filter_map(|contact| self.owners.pair(contact.a, contact.b));
        let held = held.filter_map(|(a, met, _)| Some((a, met.actor()?)));
        let met = self.events().iter();
        held.chain(met.filter_map(|impact| Some((impact.a, impact.met.actor()?))))
    }

    /// Returns the actors that touched the wall in the last step; an actor may occur more than once.
    pub fn touching_wall(&self) -> impl Iterator<Item = ActorId> {
        let is_wall = |met: Met| met == Met::Hall(HallPart::Wall);
        let held = self.world.contacts().filter(|contact| contact.active);
        let held = held.filter_map(|contact| self.owners.pair(contact.a, contact.b));
        let held = held.filter_map(move |(a, met, _)| is_wall(met).then_some(a));
        let met = self.events().iter();
        held.chain(met.filter_map(move |impact| is_wall(impact.met).then_some(impact.a)))
    }

    /// Returns the statistics of the last step.
    pub fn stats(&self) -> &StepStats {
        self.record.stats()
    }

    /// Returns the meetings that discrete collision missed.
    pub fn misses(&self) -> &Misses {
        self.record.misses()
    }

    /// Begins a frame: its steps share one budget, if the budget is real time.
    pub fn begin_frame(&mut self) {
        self.world.begin_frame();
    }

    /// Turns the state hash after each phase of the following steps on or off.
    pub fn hash_phases(&mut self, wanted: bool) {
        self.world.hash_phases(wanted);
    }

    /// True if equal controls give equal steps; false if a budget of real time decides.
    pub fn is_repeatable(&self) -> bool {
        self.settings.clock == BudgetClock::Work
    }

    /// Returns the work spent on tests for free places so far, in work units of a query's budget.
    pub fn placing_work(&self) -> u64 {
        self.placing.spent()
    }

    /// Returns the settings of the arena.
    pub fn settings(&self) -> &ArenaSettings {
        &self.settings
    }

    /// Returns the counters of all steps so far.
    pub fn totals(&self) -> &QueryCounters {
        self.record.totals()
    }

    /// Returns the number of steps so far.
    pub fn steps(&self) -> u64 {
        self.world.steps()
    }

    /// Returns the simulated time, in seconds.
    pub fn time(&self) -> f32 {
        seconds_of(self.steps())
    }

    /// Sets or removes the clock of the world: see [`PhaseTimes`](dodgem_physics::PhaseTimes).
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.world.set_clock(clock);
    }

    /// Sets the actors that cameras follow: if the budget is scarce, sweeps near them come first.
    pub fn watch_from(&mut self, actors: &[ActorId]) {
        self.watchers = actors.to_vec();
    }

    /// Sets the horizontal motion of a car, for tests and editors: in m/s, with the turn rate about +Y in
    /// rad/s.
    ///
    /// # Errors
    /// [`BodyError`] if a number is not finite.
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

    /// Returns a fingerprint of everything that the next step depends on. It is equal for an equal level,
    /// seed and controls on every machine and in every build.
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

    /// Returns the state between two steps. After [`Arena::restore`] the following steps repeat bit for bit,
    /// if they get the same controls.
    pub fn snapshot(&self) -> ArenaSnapshot {
        let mut snapshot = ArenaSnapshot::default();
        self.snapshot_into(&mut snapshot);
        snapshot
    }

    /// Returns the body of an actor.
    pub(super) fn body_id(&self, id: ActorId) -> BodyId {
        self.actor(id).body
    }

    /// Returns the actor or the part of the hall that a body belongs to.
    pub fn met_of(&self, id: BodyId) -> Met {
        self.owners.of(id)
    }

    /// Returns all actors that were not removed.
    pub(super) fn present_actors(&self) -> impl Iterator<Item = (ActorId, &Actor)> {
        present_in(&self.actors)
    }

    /// True if the actor exists and was not removed.
    pub fn is_present(&self, id: ActorId) -> bool {
        self.present(id).is_ok()
    }

    /// Returns an actor, unless it was removed.
    pub(super) fn present(&self, id: ActorId) -> Result<&Actor, HandError> {
        let actor = self.actors.get(id.index());
        actor
            .filter(|actor| !actor.is_gone())
            .ok_or(HandError::Gone)
    }

    /// Returns an actor that forces move, unless it was removed.
    pub(super) fn movable(&self, id: ActorId) -> Result<&Actor, HandError> {
        let actor = self.present(id)?;
        match actor.kind {
            ActorKind::Loose | ActorKind::Car(_) => Ok(actor),
            _ => Err(HandError::Fixed(actor.name.to_string())),
        }
    }

    /// Returns the number of the level's own actors; the actors after them were added by hand.
    pub fn own_actors(&self) -> usize {
        self.own_actors
    }

    /// Returns the actor that a body belongs to.
    pub fn actor_of(&self, body: BodyId) -> Option<ActorId> {
        self.met_of(body).actor()
    }

    /// Returns the state of the hand if it holds something.
    pub fn hold(&self) -> Option<&Hold> {
        self.hold.as_ref()
    }

    /// Returns the force with which the hand pulled in the last step, in N.
    pub fn hand_force(&self) -> Vec3 {
        let joint = self.hold.and_then(|hold| self.world.joint(hold.joint));
        joint.map_or(Vec3::ZERO, |joint| joint.force())
    }

    /// Returns the actors with a prescribed motion.
    pub fn moved_actors(&self) -> Vec<ActorId> {
        let moved = self
            .present_actors()
            .filter(|(_, one)| matches!(one.kind, ActorKind::Moved { .. }));
        moved.map(|(id, _)| id).collect()
    }

    /// Returns the joints of the scene, without the hand's.
    pub fn joints(&self) -> impl Iterator<Item = JointId> {
        let held = self.hold.map(|hold| hold.joint);
        let all = self.world.joints().map(|joint| joint.id());
        all.filter(move |id| Some(*id) != held)
    }

    /// Returns the time of a prescribed motion within its period, in seconds; 0 for other actors.
    pub fn phase_of(&self, id: ActorId) -> f64 {
        let actor = self.actor(id);
        let ActorKind::Moved { motion, phase, .. } = &actor.kind else {
            return 0.0;
        };
        let seconds = self.world.time() - actor.debt + phase;
        motion
            .period()
            .map_or(0.0, |period| seconds.rem_euclid(period))
    }

    /// Returns all zones.
    pub fn zones(&self) -> &[Zone] {
        self.zones.list()
    }

    /// Returns the actors that were in zones at the end of the last step, zone by zone.
    pub fn in_zones(&self) -> &[InZone] {
        self.zones.inside()
    }

    /// Returns the joints that broke in the last step.
    pub fn broken(&self) -> impl Iterator<Item = JointId> {
        let broken = self.world.report().broken.iter();
        broken.map(|broken| broken.joint)
    }

    /// Like [`Arena::snapshot`], but reuses the memory of another snapshot.
    pub fn snapshot_into(&self, snapshot: &mut ArenaSnapshot) {
        snapshot.take(self);
    }

    /// Restores a snapshot of this arena or of one that was built in the same way.
    ///
    /// # Errors
    /// [`SnapshotError`] if it belongs to another arena; then nothing changes. A count or index in the error
    /// is one of the level's own actors, not of bodies.
    pub fn restore(&mut self, snapshot: &ArenaSnapshot) -> Result<(), SnapshotError> {
        snapshot.restore_to(self)
    }

    /// Checks that a snapshot belongs to an arena like this one.
    ///
    /// # Errors
    /// [`SnapshotError`] with the difference.
    pub fn accepts(&self, snapshot: &ArenaSnapshot) -> Result<(), SnapshotError> {
        snapshot.fits(self)
    }

    /// True if a control drives a joint that holds.
    pub fn has_driven_joints(&self) -> bool {
        self.driven.any_holds(&self.world)
    }

    /// Calls `each` with the force of each pair that touched in the last step and pressed with more than
    /// `least` N. The force of an impact is spread over the step.
    pub fn contact_forces(&self, least: f32, each: impl FnMut(ContactForce)) {
        contact_forces(&self.world, &self.owners, least, each);
    }
}

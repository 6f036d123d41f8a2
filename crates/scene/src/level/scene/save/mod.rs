//! Writes a scene as a level with the current poses.
//!
//! An entry of the file is written as it was if no act has changed what it says and all its bodies are still
//! where it says; if only the time of a motion has passed, its phase is written; otherwise its bodies are
//! written one by one, in their current state.

mod fate;
mod fates;
mod graphs;
mod joints;
mod readouts;
mod triggers;

use std::collections::{BTreeMap, BTreeSet};

use dodgem_collide::math::Pose;
use glam::Vec3;

use crate::arena::{Actor, ActorId, ActorKind, Arena, ZoneEffect};
use crate::level::scene::numbers::{angles, even, is_near};
use crate::level::scene::parts::placed_use;
use crate::level::scene::save::fate::Fate;
use crate::level::scene::{Scene, SceneBody};
use crate::level::{
    CarSpec, Clip, DetectionSpec, Level, Mode, Point, ThingKind, ThingSpec, ZoneSpec,
};
use crate::params::KEPT_AT_REST;
use crate::params::limits;

/// A scene in the form of a level.
#[derive(Clone, Debug)]
pub struct KeptScene {
    /// The level.
    pub level: Level,
    /// Notes on differences between the level and the scene, a sentence each.
    pub notes: Vec<String>,
}

/// Degrees per radian.
const DEGREES: f32 = 180.0 / std::f32::consts::PI;

/// A scene that is being written.
struct Saving<'a> {
    scene: &'a Scene,
    arena: &'a Arena,
    /// The actors of each entry of the file's list of things.
    of_entry: Vec<Vec<ActorId>>,
    /// By entry.
    fates: Vec<Fate>,
    /// Names of the things in the level.
    names: BTreeMap<ActorId, String>,
}

impl Scene {
    /// Returns the scene as a level that starts in the current state of its arena and of these cars. Scores
    /// are not part of it.
    pub fn kept<'c>(
        &self,
        arena: &Arena,
        cars: impl Iterator<Item = (ActorId, &'c CarSpec)>,
    ) -> KeptScene {
        let saving = Saving::new(self, arena);
        let mut level = (*self.level).clone();
        let mut notes = Vec::new();
        level.things = saving.things(&mut notes);
        level.joints = saving.joints();
        let cars: Vec<_> = cars.collect();
        let now = cars.iter();
        level.cars = now
            .map(|(id, spec)| car_now(spec, arena.actor(*id)))
            .collect();
        level.zones = saving.zones(&mut notes);
        level.patches = self
            .patches
            .iter()
            .map(|patch| patch.spec.clone())
            .collect();
        let called = cars.iter().map(|(id, _)| &*arena.actor(*id).name);
        let mut named = saving.named(&level);
        named.things.extend(called);
        let triggers = saving.triggers(named.clone(), &mut notes);
        let card = saving.card(named, &triggers, &mut notes);
        level.triggers = triggers;
        level.graphs = saving.graphs(&level, &mut notes);
        level.set_card(&card);
        level.parts = self.kept_parts(&level);
        let settings = arena.settings();
        (level.gravity, level.air, level.wind) = (settings.gravity, settings.air, settings.wind);
        // A direction keeps its text while no act has changed it.
        if level.down.normalize_or(Vec3::NEG_Y) != settings.down {
            level.down = rounded(settings.down, 1.0, 6);
        }
        self.engine_rules(arena).apply(&mut level);
        self.hall_rules().apply(&mut level);
        if level.engine.detection == DetectionSpec::Discrete && level.own_mode() != Mode::Free {
            // A file with another mode would be refused.
            level.mode = Some(Mode::Free);
            notes.push("it is free play now: without impacts nothing counts".to_owned());
        }
        KeptScene { level, notes }
    }
}

impl Scene {
    /// Returns things as they are now, at rest, with the joints between them and to the world. Cars, and things
    /// below the floor, are left out.
    pub fn clip(&self, arena: &Arena, ids: &[ActorId]) -> Clip {
        let saving = Saving::new(self, arena);
        let present = ids.iter().filter(|id| arena.is_present(**id));
        let now = present.filter_map(|id| saving.thing_now(*id).ok()?);
        let things = now.map(|thing| ThingSpec {
            name: thing.name.replace('/', " "),
            velocity: Vec3::ZERO,
            spin: Vec3::ZERO,
            asleep: false,
            ..thing
        });
        Clip {
            things: things.collect(),
            joints: saving.joints_among(ids),
        }
    }
}

impl<'a> Saving<'a> {
    fn new(scene: &'a Scene, arena: &'a Arena) -> Saving<'a> {
        let mut of_entry = vec![Vec::new(); scene.entries.len()];
        for (id, body) in (0..).map(ActorId).zip(&scene.bodies) {
            if let Some(entry) = body.entry {
                of_entry[entry].push(id);
            }
        }
        let mut saving = Saving {
            scene,
            arena,
            of_entry,
            fates: Vec::new(),
            names: BTreeMap::new(),
        };
        saving.fates = saving.found_fates();
        saving.names = saving.found_names();
        saving
    }

    fn body(&self, id: ActorId) -> &'a SceneBody {
        &self.scene.bodies[id.index()]
    }

    /// Returns the way in which an actor's entry is written; one that an act added has none.
    fn fate(&self, id: ActorId) -> Fate {
        let entry = self.body(id).entry;
        entry.map_or(Fate::Apart, |entry| self.fates[entry])
    }

    /// Returns the actors' names in the level; the name of a separate body has no slash.
    fn found_names(&self) -> BTreeMap<ActorId, String> {
        let mut names = BTreeMap::new();
        let mut taken = BTreeSet::new();
        let mut later = Vec::new();
        for (id, actor) in (0..).map(ActorId).zip(self.arena.actors()) {
            if actor.is_gone() || actor.is_car() || self.is_below(id) {
                continue;
            }
            match &self.body(id).thing {
                Some(thing) if self.fate(id) != Fate::Apart => {
                    taken.insert(thing.name.clone());
                    names.insert(id, thing.name.clone());
                }
                _ => later.push((id, actor.name.replace('/', " "))),
            }
        }
        for (id, wanted) in later {
            let short = |end: &str| {
                let room = limits::NAME - end.chars().count();
                wanted.chars().take(room).collect::<String>() + end
            };
            let mut name = short("");
            let mut number = 2;
            while taken.contains(&name) {
                name = short(&format!(" ({number})"));
                number += 1;
            }
            taken.insert(name.clone());
            names.insert(id, name);
        }
        names
    }

    /// Returns the zones; a goal names its thing as it is called in the level.
    fn zones(&self, notes: &mut Vec<String>) -> Vec<ZoneSpec> {
        let mut zones = Vec::new();
        for (zone, here) in self.scene.zones.iter().zip(self.arena.zones()) {
            let mut spec = zone.spec.clone();
            if let (ZoneEffect::Goal { thing, .. }, Some(goal)) = (&mut spec.effect, here.goal) {
                let Some(now) = self.names.get(&goal) else {
                    notes.push(format!(
                        "the goal of {thing} is left out, as {thing} is gone"
                    ));
                    continue;
                };
                thing.clone_from(now);
            }
            zones.push(spec);
        }
        zones
    }

    /// True if a thing that moves freely is left out, because it lies below the floor.
    fn is_below(&self, id: ActorId) -> bool {
        self.lies_low(id) && self.fate(id) == Fate::Apart
    }

    fn things(&self, notes: &mut Vec<String>) -> Vec<ThingSpec> {
        let mut things = Vec::new();
        let entries = self.scene.entries.iter().zip(&self.fates);
        for (index, (spec, fate)) in entries.enumerate() {
            let phase = match fate {
                Fate::Same | Fate::Moved(_) => None,
                Fate::Later(phase) => Some(*phase),
                Fate::Apart => {
                    let bodies = &self.of_entry[index];
                    if bodies.len() > 1 || spec.copies.is_some() || !spec.part.is_empty() {
                        let name = if spec.name.is_empty() {
                            "a thing"
                        } else {
                            &spec.name
                        };
                        notes.push(format!(
                            "{name}: its {} are written one by one",
                            bodies.len()
                        ));
                    }
                    for id in bodies {
                        let now = self.thing_now(*id);
                        things.extend(now.map_err(|note| notes.push(note)).ok().flatten());
                    }
                    continue;
                }
            };
            let mut spec = match fate {
                Fate::Moved(pose) => placed_use(spec, &rounded_pose(pose)),
                _ => spec.clone(),
            };
            spec.phase = phase.unwrap_or(spec.phase);
            // A thing without a name is called by its index.
            if spec.name.is_empty() && things.len() != index {
                spec.name = format!("thing {}", index + 1);
            }
            things.push(spec);
        }
        for (id, body) in (0..).map(ActorId).zip(&self.scene.bodies) {
            if body.entry.is_none() {
                let now = self.thing_now(id);
                things.extend(now.map_err(|note| notes.push(note)).ok().flatten());
            }
        }
        things
    }

    /// Returns a thing in its current state; None if it is gone, or a car.
    ///
    /// # Errors
    /// Reason why it is left out.
    fn thing_now(&self, id: ActorId) -> Result<Option<ThingSpec>, String> {
        let actor = self.arena.actor(id);
        if self.is_below(id) {
            let name = actor.name.replace('/', " ");
            return Err(format!("{name} lies below the floor and is left out"));
        }
        let (Some(name), Some(thing)) = (self.names.get(&id), &self.body(id).thing) else {
            return Ok(None);
        };
        let shape = &thing.shape;
        let mut spec = thing.alone();
        spec.name.clone_from(name);
        let was_loose = spec.is_dynamic();
        let pose = match &actor.kind {
            ActorKind::Moved { .. } => actor.start,
            _ => actor.pose,
        };
        let origin = rounded(pose.transform_point(shape.origin), f32::MAX, 4);
        (spec.at, spec.center) = (None, Some(origin));
        [spec.heading, spec.tilt, spec.roll] = angles(pose.rotation());
        (spec.velocity, spec.spin, spec.phase) = (Vec3::ZERO, Vec3::ZERO, 0.0);
        spec.asleep = false;
        match &actor.kind {
            ActorKind::Fixed => {
                spec.kind = Some(ThingKind::Fixed);
                spec.motion = None;
                (spec.mass, spec.density) = (None, None);
            }
            ActorKind::Moved { motion, .. } => {
                spec.motion = Some((**motion).clone());
                spec.phase = even(self.arena.phase_of(id), 6);
            }
            _ => {
                (spec.kind, spec.motion) = (None, None);
                if !was_loose {
                    (spec.mass, spec.density) = (Some(even(f64::from(actor.mass), 3)), None);
                }
                let spin = actor.angular_velocity * DEGREES;
                spec.velocity = rounded(actor.velocity, limits::SPEED, 4);
                spec.spin = rounded(spin, limits::SPIN, 3);
                spec.asleep = self.is_asleep(actor);
            }
        }
        Ok(Some(spec))
    }
}

/// Rounds the place of a pose as a file has it.
fn rounded_pose(pose: &Pose) -> Pose {
    let place = rounded(pose.translation(), f32::MAX, 4);
    Pose::new(pose.rotation(), place).unwrap_or(*pose)
}

/// Returns a car in its current state.
fn car_now(spec: &CarSpec, actor: &Actor) -> CarSpec {
    let mut car = spec.clone();
    let spin = actor.angular_velocity * DEGREES;
    let still = (actor.velocity - car.velocity).length() < KEPT_AT_REST
        && (spin - car.spin).length() < KEPT_AT_REST.to_degrees();
    if is_near(&actor.pose, &actor.start) && still {
        return car;
    }
    let place = rounded(actor.pose.translation(), f32::MAX, 4);
    (car.position, car.height) = (Point(place.x, place.z), place.y);
    [car.heading, car.tilt, car.roll] = angles(actor.pose.rotation());
    car.velocity = rounded(actor.velocity, limits::CAR_SPEED, 4);
    car.spin = rounded(spin, limits::CAR_SPIN, 3);
    car
}

/// Rounds three numbers to decimal places and clamps them to the limits of a file.
fn rounded(v: Vec3, most: f32, places: i32) -> Vec3 {
    let part = |x: f32| even(f64::from(x.clamp(-most, most)), places);
    v.to_array().map(part).into()
}

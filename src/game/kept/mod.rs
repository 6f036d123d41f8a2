//! Writes the running scene as a level; unchanged parts keep their original text, all others are written in
//! their current state.

mod joints;
mod numbers;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::Vec3;

use crate::arena::{Actor, ActorId, ActorKind, ZoneEffect};
use crate::game::kept::numbers::{even, is_near};
use crate::game::{CarView, Round};
use crate::level::{
    CarSpec, Expansion, Level, Library, PlacedThing, Point, ThingKind, ThingShape, ThingSpec,
    expand, limits,
};
use crate::params::{KEPT_AT_REST, TOUCHING};

pub(super) use crate::game::kept::numbers::angles;

/// A scene in the form of a level.
#[derive(Clone, Debug)]
pub struct KeptScene {
    /// The level.
    pub level: Level,
    /// Notes on differences between the level and the scene, a sentence each.
    pub notes: Vec<String>,
}

impl Round {
    /// Returns the current scene as a level that starts in this state. Scores are not part of it.
    pub fn kept(&self, library: &Library) -> KeptScene {
        let options = self.level.engine.build_options();
        let scene = Scene {
            round: self,
            expanded: expand(&self.level, library, &options, &|_| true),
        };
        scene.kept()
    }

    /// Returns a thing of the scene in the form of a level, without its place if that has not changed.
    pub fn thing(&self, id: ActorId, library: &Library) -> Option<ThingSpec> {
        if let Some(spec) = self.edits.thing(id) {
            return Some(spec.clone());
        }
        let options = self.level.engine.build_options();
        let expanded = expand(&self.level, library, &options, &|_| true);
        let placed = expanded.things.get(self.edits.original(id).index())?;
        let name = self.arena.actors().get(id.index())?.name.to_string();
        Some(ThingSpec {
            name,
            ..alone(placed)
        })
    }
}

/// Returns the specification of one body of a level, without its place.
pub(super) fn alone(placed: &PlacedThing<'_>) -> ThingSpec {
    ThingSpec {
        name: placed.name.clone(),
        at: None,
        center: None,
        heading: 0.0,
        tilt: 0.0,
        roll: 0.0,
        velocity: Vec3::ZERO,
        spin: Vec3::ZERO,
        phase: 0.0,
        asleep: false,
        motion: placed.motion.clone(),
        copies: None,
        ..placed.spec.clone()
    }
}

/// Degrees per radian.
const DEGREES: f32 = 180.0 / std::f32::consts::PI;

struct Scene<'a> {
    round: &'a Round,
    expanded: Expansion<'a>,
}

/// Way in which an entry of the level's list is written.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    /// Unchanged.
    Same,
    /// Unchanged except for the phase of its motion, in seconds.
    Later(f32),
    /// Split into separate bodies.
    Apart,
}

impl Scene<'_> {
    fn kept(&self) -> KeptScene {
        let round = self.round;
        let mut level = (*round.level).clone();
        let mut notes = Vec::new();
        let fates = self.fates();
        let names = self.names(&fates);
        level.things = self.things(&fates, &names, &mut notes);
        level.joints = self.joints(&fates, &names);
        level.cars = self.cars();
        level.zones = self.round.zones_said().to_vec();
        let settings = round.arena.settings();
        (level.gravity, level.air, level.wind) = (settings.gravity, settings.air, settings.wind);
        level.response = settings.response;
        for zone in &mut level.zones {
            if let ZoneEffect::Goal { thing, .. } = &mut zone.effect
                && let Some(now) = self.now_called(thing, &names)
            {
                *thing = now;
            }
        }
        KeptScene { level, notes }
    }

    fn actor(&self, index: usize) -> &Actor {
        &self.round.arena.actors()[index]
    }

    /// True if a body of the level is still in its initial state.
    fn is_as_said(&self, index: usize) -> bool {
        let (actor, placed) = (self.actor(index), &self.expanded.things[index]);
        let id = ActorId(index as u32);
        if self.round.edits.thing(id).is_some() || !is_near(&actor.pose, &actor.start) {
            return false;
        }
        match actor.kind {
            ActorKind::Gone | ActorKind::Car(_) => false,
            ActorKind::Fixed => placed.spec.kind == Some(ThingKind::Fixed),
            ActorKind::Moved { .. } => {
                let phase = self.round.arena.phase_of(id) as f32;
                placed.spec.motion.is_some() && phase == self.phase_said(placed)
            }
            ActorKind::Loose => {
                let (velocity, spin) = (placed.velocity, placed.spin);
                let still = |v: Vec3, begun: Vec3| (v - begun).length() < KEPT_AT_REST;
                placed.spec.is_dynamic()
                    && still(actor.velocity, velocity)
                    && still(actor.angular_velocity, spin)
                    && (!placed.spec.asleep || self.is_asleep(actor))
            }
        }
    }

    fn is_asleep(&self, actor: &Actor) -> bool {
        let body = self.round.arena.world().body(actor.body);
        body.is_some_and(|body| body.is_asleep())
    }

    fn phase_said(&self, placed: &PlacedThing<'_>) -> f32 {
        let period = placed.motion.as_ref().and_then(|motion| motion.period());
        period.map_or(0.0, |period| {
            f64::from(placed.spec.phase).rem_euclid(period) as f32
        })
    }

    /// Returns the bodies of an entry in the level's list.
    fn bodies_of(&self, thing: usize) -> impl Iterator<Item = usize> {
        let things = self.expanded.things.iter().enumerate();
        things.filter_map(move |(index, placed)| (placed.of == thing).then_some(index))
    }

    fn fates(&self) -> Vec<Fate> {
        let mut fates = vec![Fate::Same; self.round.level.things.len()];
        for (index, placed) in self.expanded.things.iter().enumerate() {
            if !self.is_as_said(index) {
                fates[placed.of] = Fate::Apart;
            }
        }
        // A part that has lost a joint must be split.
        for (joint, ids) in self.said_joints() {
            let whole = ids
                .iter()
                .all(|id| self.round.arena.world().joint(*id).is_some());
            if let (Some(of), false) = (joint.of, whole) {
                fates[of] = Fate::Apart;
            }
        }
        for (thing, fate) in fates.iter_mut().enumerate() {
            if let Some(phase) = self.only_later(thing).filter(|_| *fate == Fate::Apart) {
                *fate = Fate::Later(phase);
            }
        }
        fates
    }

    /// Returns the common phase of all bodies of an entry, in seconds, if nothing else of them has changed.
    fn only_later(&self, thing: usize) -> Option<f32> {
        let spec = &self.round.level.things[thing];
        spec.motion.as_ref().filter(|_| spec.part.is_empty())?;
        let mut phases = self.bodies_of(thing).map(|index| {
            let (actor, placed) = (self.actor(index), &self.expanded.things[index]);
            let id = ActorId(index as u32);
            let begins = placed.pose().ok()?;
            let goes = matches!(actor.kind, ActorKind::Moved { .. });
            let same = self.round.edits.thing(id).is_none() && is_near(&begins, &actor.start);
            (goes && same).then(|| even(self.round.arena.phase_of(id), 6))
        });
        let first = phases.next()??;
        phases.all(|phase| phase == Some(first)).then_some(first)
    }

    /// Returns the actors' names in the level; the name of a separate body has no slash.
    fn names(&self, fates: &[Fate]) -> BTreeMap<u32, String> {
        let own = self.expanded.things.len();
        let mut names = BTreeMap::new();
        let mut taken = BTreeSet::new();
        let mut later = Vec::new();
        for (id, actor) in (0..).zip(self.round.arena.actors()) {
            let index = id as usize;
            if actor.is_gone() || actor.is_car() {
                continue;
            }
            let same = index < own && fates[self.expanded.things[index].of] != Fate::Apart;
            if same {
                let name = self.expanded.things[index].name.clone();
                taken.insert(name.clone());
                names.insert(id, name);
            } else {
                later.push((id, actor.name.replace('/', " ")));
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

    /// Returns the current name of a body of the level, if it has changed.
    fn now_called(&self, name: &str, names: &BTreeMap<u32, String>) -> Option<String> {
        let index = self
            .expanded
            .things
            .iter()
            .position(|placed| placed.name == name)?;
        names
            .get(&(index as u32))
            .filter(|now| *now != name)
            .cloned()
    }

    fn things(
        &self,
        fates: &[Fate],
        names: &BTreeMap<u32, String>,
        notes: &mut Vec<String>,
    ) -> Vec<ThingSpec> {
        let mut things = Vec::new();
        for (index, (spec, fate)) in self.round.level.things.iter().zip(fates).enumerate() {
            let phase = match fate {
                Fate::Same => None,
                Fate::Later(phase) => Some(*phase),
                Fate::Apart => {
                    let bodies: Vec<usize> = self.bodies_of(index).collect();
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
                    for body in bodies {
                        let said = self.said_now(body, &self.expanded.things[body].shape, names);
                        things.extend(said.map_err(|note| notes.push(note)).ok().flatten());
                    }
                    continue;
                }
            };
            let mut spec = spec.clone();
            spec.phase = phase.unwrap_or(spec.phase);
            // A thing without a name is called by its index.
            if spec.name.is_empty() && things.len() != index {
                spec.name = format!("thing {}", index + 1);
            }
            things.push(spec);
        }
        for index in self.round.arena.own_actors()..self.round.arena.actors().len() {
            let Some(shape) = self.shape_of(ActorId(index as u32)) else {
                continue;
            };
            let said = self.said_now(index, &shape, names);
            things.extend(said.map_err(|note| notes.push(note)).ok().flatten());
        }
        things
    }

    /// Returns the shape of an actor that was added by hand.
    fn shape_of(&self, id: ActorId) -> Option<Arc<ThingShape>> {
        let edits = &self.round.edits;
        if let Some(spec) = edits.thing(id) {
            return self.shape_said(spec);
        }
        let placed = self.expanded.things.get(edits.original(id).index())?;
        Some(placed.shape.clone())
    }

    fn shape_said(&self, spec: &ThingSpec) -> Option<Arc<ThingShape>> {
        let options = self.round.level.engine.build_options();
        let models = &self.round.models;
        if let Some(solid) = &spec.solid {
            return models.solid(solid, spec.scale, &options).ok();
        }
        let model = models.model(&spec.model, spec.scale, &options).ok()?;
        Some(Arc::new(ThingShape::of_model(model)))
    }

    /// Returns a body in its current state; None if it is gone.
    ///
    /// # Errors
    /// Reason why it is left out.
    fn said_now(
        &self,
        index: usize,
        shape: &ThingShape,
        names: &BTreeMap<u32, String>,
    ) -> Result<Option<ThingSpec>, String> {
        let id = ActorId(index as u32);
        let actor = self.actor(index);
        let Some(name) = names.get(&id.0) else {
            return Ok(None);
        };
        let edits = &self.round.edits;
        let changed = edits.thing(id).cloned();
        let own_shape = changed.as_ref().and_then(|spec| self.shape_said(spec));
        let shape = own_shape.as_deref().unwrap_or(shape);
        let known = || {
            self.expanded
                .things
                .get(edits.original(id).index())
                .map(alone)
        };
        let mut spec = changed.or_else(known).unwrap_or_default();
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
                spec.phase = even(self.round.arena.phase_of(id), 6);
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
                let low = shape.bounds(pose.rotation()).min.y + pose.translation().y;
                if low < -TOUCHING {
                    return Err(format!("{name} lies below the floor and is left out"));
                }
            }
        }
        Ok(Some(spec))
    }

    /// Returns the cars in their current state.
    fn cars(&self) -> Vec<CarSpec> {
        let now = |view: &CarView| {
            let mut car = (*view.spec).clone();
            let actor = self.round.arena.actor(view.actor);
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
        };
        self.round.cars.iter().map(now).collect()
    }
}

/// Rounds three numbers to decimal places and clamps them to the limits of a file.
fn rounded(v: Vec3, most: f32, places: i32) -> Vec3 {
    let part = |x: f32| even(f64::from(x.clamp(-most, most)), places);
    v.to_array().map(part).into()
}

//! The difference of two versions of a scene's file, as far as a running scene can follow it.

use std::collections::{BTreeMap, BTreeSet};

use glam::{Quat, Vec3};

use dodgem_collide::schedule::ScheduleKind;

use crate::arena::{GroundSettings, Response, SurfaceSettings};
use crate::level::scene::numbers::angles;
use crate::level::{
    BroadPhaseSpec, Card, EngineRules, EngineSpec, Expansion, GraphSpec, HallRules, Level, Library,
    Mood, PatchSpec, SceneJoint, SceneThing, Surroundings, ThingSpec, TriggerSpec, ZoneSpec,
    expand,
};
use crate::params::CEILING;

/// Changes from one version of a file to the next. A thing is identified by its name; one without a name is
/// called by its index.
pub struct Difference {
    /// Gravity and air, if they changed.
    pub surroundings: Option<Surroundings>,
    /// Direction of gravity, if it changed.
    pub down: Option<Vec3>,
    /// The rules of the engine, if more than restitution and friction changed.
    pub engine: Option<EngineRules>,
    /// Restitution and friction of cars and things without a material, if they changed and the rules did not.
    pub surface: Option<[f32; 2]>,
    /// The hall and its looks, if they changed.
    pub hall: Option<HallRules>,
    pub zones_gone: Vec<ZoneSpec>,
    pub zones_new: Vec<ZoneSpec>,
    pub patches_gone: Vec<PatchSpec>,
    pub patches_new: Vec<PatchSpec>,
    /// Triggers from the first difference of the two lists on.
    pub triggers_gone: Vec<TriggerSpec>,
    pub triggers_new: Vec<TriggerSpec>,
    /// The graphs, if they changed.
    pub graphs: Option<Vec<GraphSpec>>,
    /// The question with its readouts, if they changed.
    pub card: Option<Card>,
    /// Names of the things that are gone.
    pub gone: Vec<String>,
    /// In the order of the file.
    pub things: Vec<ThingDifference>,
}

/// Changes of one thing.
pub enum ThingDifference {
    /// It is new.
    New(Box<ThingSpec>),
    /// It was there before.
    Changed {
        name: String,
        /// Its specification, if that changed.
        thing: Option<Box<ThingSpec>>,
        /// Its place and rotation, if they changed.
        pose: Option<(Vec3, Quat)>,
        /// Its velocity in m/s and its spin in rad/s, if they changed.
        motion: Option<(Vec3, Vec3)>,
    },
}

impl Difference {
    /// Returns the difference of two versions of a file; None if more changed than a running scene can follow.
    pub fn between(before: &Level, after: &Level, library: &Library) -> Option<Difference> {
        if fixed_part(before) != fixed_part(after) {
            return None;
        }
        let options = after.engine.build_options();
        let content = |level| expand(level, library, &options, &|_| true);
        let (old, new) = (content(before), content(after));
        let (was, is) = (by_name(&old), by_name(&new));
        // A new entry is added as a whole, with the joints of its part.
        let of_entry = |entry: usize| new.things.iter().filter(move |thing| thing.of == entry);
        let is_new = |entry: usize| {
            of_entry(entry).all(|thing| !was.contains_key(&thing.name[..]))
                && of_entry(entry).next().is_some()
        };
        let own = |joint: &&SceneJoint| !joint.of.is_some_and(is_new);
        let old_joints: Vec<&SceneJoint> = old.joints.iter().collect();
        let new_joints: Vec<&SceneJoint> = new.joints.iter().filter(own).collect();
        if joints(&old_joints) != joints(&new_joints) {
            return None;
        }
        let surroundings = after.surroundings();
        let surface = match after.response {
            Response::Impulse {
                restitution,
                friction,
            } if before.response != after.response => Some([restitution, friction]),
            _ => None,
        };
        let rules = [before, after].map(EngineRules::of);
        let engine = (!rules[0].equals_but_for_surface(&rules[1])).then(|| rules[1].clone());
        let hall = [before, after].map(HallRules::of);
        let gone = was.keys().filter(|name| !is.contains_key(*name));
        let mut added = BTreeSet::new();
        let things = new.things.iter().filter_map(|thing| {
            if let Some(old) = was.get(&thing.name[..]) {
                return Some(changed(old, thing));
            }
            let spec = match is_new(thing.of) {
                true if !added.insert(thing.of) => return None,
                true => entry(&after.things[thing.of], thing.of),
                false => written(thing),
            };
            Some(ThingDifference::New(Box::new(spec)))
        });
        let triggers = before.triggers.iter().zip(&after.triggers);
        let equal = triggers.take_while(|(old, new)| old == new).count();
        Some(Difference {
            surroundings: (before.surroundings() != surroundings).then_some(surroundings),
            down: (before.down != after.down).then_some(after.down),
            surface: surface.filter(|_| engine.is_none()),
            hall: (hall[0] != hall[1]).then(|| hall[1].clone()),
            engine,
            zones_gone: missing(&after.zones, &before.zones),
            zones_new: missing(&before.zones, &after.zones),
            patches_gone: missing(&after.patches, &before.patches),
            patches_new: missing(&before.patches, &after.patches),
            triggers_gone: before.triggers[equal..].to_vec(),
            triggers_new: after.triggers[equal..].to_vec(),
            graphs: (before.graphs != after.graphs).then(|| after.graphs.clone()),
            card: (before.card() != after.card()).then(|| after.card()),
            gone: gone.map(|name| (*name).to_owned()).collect(),
            things: things.collect(),
        })
    }
}

/// Returns the entries of a list that are not in another one.
fn missing<T: Clone + PartialEq>(from: &[T], of: &[T]) -> Vec<T> {
    let missing = of.iter().filter(|one| !from.contains(one));
    missing.cloned().collect()
}

/// Returns the changes from one version of a thing to the next.
fn changed(old: &SceneThing, new: &SceneThing) -> ThingDifference {
    let thing = new.alone();
    let moves = (old.turn, old.place) != (new.turn, new.place);
    let speeds = (old.velocity, old.spin) != (new.velocity, new.spin);
    ThingDifference::Changed {
        name: new.name.clone(),
        thing: (old.alone() != thing).then(|| Box::new(thing)),
        pose: moves.then_some((new.place, new.turn)),
        motion: speeds.then_some((new.velocity, new.spin)),
    }
}

fn by_name(all: &Expansion) -> BTreeMap<&str, &SceneThing> {
    let things = all.things.iter();
    things.map(|thing| (&thing.name[..], thing)).collect()
}

/// Returns the parts of a level that cannot change while it runs.
fn fixed_part(level: &Level) -> Level {
    let mut level = level.clone();
    level.set_card(&Card::default());
    Level {
        description: String::new(),
        ground: GroundSettings::default(),
        walls: SurfaceSettings::default(),
        ceiling: CEILING,
        mood: Mood::default(),
        gravity: 0.0,
        down: Vec3::NEG_Y,
        air: 0.0,
        wind: Vec3::ZERO,
        response: Response::default(),
        broad_phase: BroadPhaseSpec::default(),
        schedule: ScheduleKind::default(),
        budget_milliseconds: None,
        engine: EngineSpec {
            clock: level.engine.clock,
            ..EngineSpec::default()
        },
        things: Vec::new(),
        joints: Vec::new(),
        zones: Vec::new(),
        patches: Vec::new(),
        triggers: Vec::new(),
        graphs: Vec::new(),
        ..level.clone()
    }
}

/// Returns an entry of the file with the name by which its bodies are called.
fn entry(spec: &ThingSpec, index: usize) -> ThingSpec {
    let mut spec = spec.clone();
    if spec.name.is_empty() {
        spec.name = format!("thing {}", index + 1);
    }
    spec
}

/// Returns the comparable content of joints.
fn joints(all: &[&SceneJoint]) -> Vec<impl PartialEq + use<>> {
    let joint = |one: &&SceneJoint| {
        let names = [one.a.clone(), one.b.clone(), one.chain.clone()];
        (one.spec.clone(), names, one.at, one.to, one.axis)
    };
    all.iter().map(joint).collect()
}

/// Returns a body as a single thing at its place in the level.
fn written(thing: &SceneThing) -> ThingSpec {
    let [heading, tilt, roll] = angles(thing.turn);
    ThingSpec {
        center: Some(thing.origin()),
        heading,
        tilt,
        roll,
        velocity: thing.velocity,
        spin: thing.spin * (180.0 / std::f32::consts::PI),
        phase: thing.spec.phase,
        asleep: thing.spec.asleep,
        ..thing.alone()
    }
}

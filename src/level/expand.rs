//! From what a level says of its things to single bodies: copies are placed, parts are taken apart, names
//! are given.
//!
//! A part is taken apart once, around its own origin, and then placed as often as it is used. How many
//! bodies and joints that gives is counted before ([`Totals`]), so no text makes more than a level may have.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Quat, Vec3};

use dodgem_collide::BuildOptions;
use dodgem_collide::math::{Pose, yaw};

use crate::arena::Motion;
use crate::level::solid::{SolidKey, ThingShape, pitch, roll};
use crate::level::thing::CopyPlace;
use crate::level::{JointSpec, Level, Library, PartSpec, ThingSpec, limits};

/// Where a thing or joint is said: in the level's own list, or in that of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SpecPlace {
    /// The index of the part.
    pub part: Option<usize>,
    /// The index in the list.
    pub index: usize,
}

/// One body of a level.
#[derive(Clone)]
pub(crate) struct PlacedThing<'a> {
    pub spec: &'a ThingSpec,
    pub source: SpecPlace,
    /// Which thing of the list that was taken apart it is of.
    pub of: usize,
    pub name: String,
    /// The name without the number of the copy, for chains.
    pub chain: String,
    pub shape: Arc<ThingShape>,
    pub turn: Quat,
    /// Where the origin of its shape's frame is.
    pub place: Vec3,
    pub velocity: Vec3,
    pub spin: Vec3,
    pub motion: Option<Motion>,
}

impl PlacedThing<'_> {
    /// Its pose.
    ///
    /// # Errors
    /// If that leaves the range of f32.
    pub fn pose(&self) -> Result<Pose, String> {
        Pose::new(self.turn, self.place).map_err(|error| error.to_string())
    }

    /// Where its origin is.
    pub fn origin(&self) -> Vec3 {
        self.place + self.turn * self.shape.origin
    }
}

/// One joint of a level; its names are those of bodies.
#[derive(Clone)]
pub(crate) struct PlacedJoint<'a> {
    pub spec: &'a JointSpec,
    pub source: SpecPlace,
    /// Which thing of the list that was taken apart it is of, if it is of a part.
    pub of: Option<usize>,
    pub a: String,
    pub b: String,
    pub chain: String,
    pub at: Option<Vec3>,
    pub to: Option<Vec3>,
    pub axis: Option<Vec3>,
}

/// The bodies and joints of a level or a part.
#[derive(Clone, Default)]
pub(crate) struct Expansion<'a> {
    pub things: Vec<PlacedThing<'a>>,
    pub joints: Vec<PlacedJoint<'a>>,
    /// What cannot be built, with the reason.
    pub refused: Vec<(SpecPlace, String)>,
}

/// The things and joints of a level, those said to be unsound left out.
pub(crate) fn expand<'a>(
    level: &'a Level,
    library: &Library,
    options: &BuildOptions,
    is_sound: &dyn Fn(SpecPlace) -> bool,
) -> Expansion<'a> {
    let mut expander = Expander {
        level,
        library,
        options,
        is_sound,
        shapes: BTreeMap::new(),
        parts: vec![None; level.parts.len()],
    };
    expander.list(None, &level.things, &level.joints, 0)
}

/// The solid or the model of a thing, and its scale.
type ShapeKey = (Option<SolidKey>, String, u32);

struct Expander<'a, 'l> {
    level: &'a Level,
    library: &'l Library,
    options: &'l BuildOptions,
    is_sound: &'l dyn Fn(SpecPlace) -> bool,
    /// The shapes so far, by solid, model and scale: equal ones are one.
    shapes: BTreeMap<ShapeKey, Result<Arc<ThingShape>, String>>,
    /// The parts that have been taken apart.
    parts: Vec<Option<Arc<Expansion<'a>>>>,
}

impl<'a> Expander<'a, '_> {
    fn list(
        &mut self,
        part: Option<usize>,
        things: &'a [ThingSpec],
        joints: &'a [JointSpec],
        depth: usize,
    ) -> Expansion<'a> {
        let mut all = Expansion::default();
        for (index, spec) in things.iter().enumerate() {
            let source = SpecPlace { part, index };
            if !(self.is_sound)(source) {
                continue;
            }
            match spec.part.is_empty() {
                true => match self.shape(spec) {
                    Ok(shape) => bodies(spec, source, &shape, &mut all.things),
                    Err(message) => all.refused.push((source, message)),
                },
                false => self.instances(spec, source, depth, &mut all),
            }
        }
        for (index, spec) in joints.iter().enumerate() {
            all.joints.push(PlacedJoint {
                spec,
                source: SpecPlace { part, index },
                of: None,
                a: spec.a.clone(),
                b: spec.b.clone(),
                chain: spec.chain.clone(),
                at: spec.at,
                to: spec.to,
                axis: spec.axis(),
            });
        }
        all
    }

    /// The shape of a thing that is no part.
    fn shape(&mut self, spec: &ThingSpec) -> Result<Arc<ThingShape>, String> {
        let solid = spec.solid.as_ref().map(SolidKey::of);
        let (library, options) = (self.library, self.options);
        let build = || match &spec.solid {
            Some(solid) => library.solid(solid, spec.scale, options),
            None => {
                let model = library.model(&spec.model, spec.scale, options);
                let model = model.map_err(|error| error.to_string())?;
                Ok(Arc::new(ThingShape::of_model(model)))
            }
        };
        let key = (solid, spec.model.clone(), spec.scale.to_bits());
        self.shapes.entry(key).or_insert_with(build).clone()
    }

    /// Places a part as often as a thing says.
    fn instances(
        &mut self,
        spec: &'a ThingSpec,
        source: SpecPlace,
        depth: usize,
        all: &mut Expansion<'a>,
    ) {
        let Some(part) = self.level.part_index(&spec.part) else {
            return;
        };
        if depth >= limits::PART_DEPTH {
            return;
        }
        let apart = match &self.parts[part] {
            Some(apart) => Arc::clone(apart),
            None => {
                let level = self.level;
                let PartSpec { things, joints, .. } = &level.parts[part];
                let apart = Arc::new(self.list(Some(part), things, joints, depth + 1));
                // What is wrong in a part is told once.
                all.refused.extend(apart.refused.iter().cloned());
                self.parts[part] = Some(Arc::clone(&apart));
                apart
            }
        };
        let lean = pitch(spec.tilt.to_radians()) * roll(spec.roll.to_radians());
        let (low, high) = extents_of(&apart, lean);
        let reach = low.abs().max(high.abs()).length();
        let places = copy_places(spec, high - low, reach);
        let heading = yaw(spec.heading.to_radians());
        let base = spec.at.or(spec.center).unwrap_or_default();
        for (number, copy) in places.iter().enumerate() {
            let turn = heading * copy.turn * lean;
            let place = base + heading * copy.offset;
            let prefix = body_name(spec, source, number, places.len());
            all.add_instance(&apart, source.index, &prefix, turn, place);
        }
    }
}

impl<'a> Expansion<'a> {
    /// Adds a part that stands somewhere.
    fn add_instance(
        &mut self,
        part: &Expansion<'a>,
        of: usize,
        prefix: &str,
        turn: Quat,
        place: Vec3,
    ) {
        let named = |name: &str| match name.is_empty() {
            true => String::new(),
            false => format!("{prefix}/{name}"),
        };
        let moved = |point: Vec3| place + turn * point;
        for thing in &part.things {
            self.things.push(PlacedThing {
                of,
                name: named(&thing.name),
                chain: named(&thing.chain),
                turn: turn * thing.turn,
                place: moved(thing.place),
                velocity: turn * thing.velocity,
                spin: turn * thing.spin,
                motion: thing.motion.as_ref().map(|motion| motion.turned(turn)),
                ..thing.clone()
            });
        }
        for joint in &part.joints {
            self.joints.push(PlacedJoint {
                of: Some(of),
                a: named(&joint.a),
                b: named(&joint.b),
                chain: named(&joint.chain),
                at: joint.at.map(moved),
                to: joint.to.map(moved),
                axis: joint.axis.map(|axis| turn * axis),
                ..joint.clone()
            });
        }
    }
}

/// The bodies of a thing: itself, or its copies.
fn bodies<'a>(
    spec: &'a ThingSpec,
    source: SpecPlace,
    shape: &Arc<ThingShape>,
    things: &mut Vec<PlacedThing<'a>>,
) {
    let lean = pitch(spec.tilt.to_radians()) * roll(spec.roll.to_radians());
    let heading = yaw(spec.heading.to_radians());
    let bounds = shape.bounds(lean);
    let places = copy_places(spec, bounds.extents(), shape.reach());
    for (number, copy) in places.iter().enumerate() {
        let turn = heading * copy.turn * lean;
        let offset = heading * copy.offset;
        let origin = turn * shape.origin;
        let place = match (spec.at, spec.center) {
            (None, Some(center)) => center + offset - origin,
            (at, _) => {
                let at = at.unwrap_or_default();
                // What stands on something stands as it will rest: see `rise`.
                let height = at.y - shape.bounds(turn).min.y;
                Vec3::new(at.x - origin.x, height, at.z - origin.z) + offset
            }
        };
        things.push(PlacedThing {
            spec,
            source,
            of: source.index,
            name: body_name(spec, source, number, places.len()),
            chain: spec.name.clone(),
            shape: Arc::clone(shape),
            turn,
            place,
            velocity: spec.velocity,
            spin: spec.spin * std::f32::consts::PI / 180.0,
            motion: spec.motion.clone(),
        });
    }
}

/// The places of a thing's copies, or its own.
fn copy_places(spec: &ThingSpec, extents: Vec3, reach: f32) -> Vec<CopyPlace> {
    match &spec.copies {
        Some(copies) => copies.places(extents, reach),
        None => vec![CopyPlace::ONLY],
    }
}

/// The name of a body: that of its thing, with a number if that has copies.
fn body_name(spec: &ThingSpec, source: SpecPlace, number: usize, count: usize) -> String {
    let name = match spec.name.is_empty() {
        true => format!("thing {}", source.index + 1),
        false => spec.name.clone(),
    };
    match spec.copies.is_some() || count > 1 {
        true => format!("{name} {}", number + 1),
        false => name,
    }
}

/// The corners of the box around all things of a part.
fn extents_of(part: &Expansion<'_>, lean: Quat) -> (Vec3, Vec3) {
    let mut corners = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for thing in &part.things {
        let bounds = thing.shape.bounds(lean * thing.turn);
        let place = lean * thing.place;
        corners.0 = corners.0.min(bounds.min + place);
        corners.1 = corners.1.max(bounds.max + place);
    }
    match part.things.is_empty() {
        true => (Vec3::ZERO, Vec3::ZERO),
        false => corners,
    }
}

/// How many bodies and joints a level's lists come to, or where it is too much.
pub(super) struct Totals<'a> {
    level: &'a Level,
    /// Of the parts that have been counted; none while one is being counted.
    parts: BTreeMap<usize, Option<Count>>,
}

/// A number of bodies and joints.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    pub bodies: u64,
    pub joints: u64,
}

impl Count {
    fn add(&mut self, other: Count, times: u64) {
        let sum = |own: u64, more: u64| own.saturating_add(more.saturating_mul(times));
        self.bodies = sum(self.bodies, other.bodies);
        self.joints = sum(self.joints, other.joints);
    }
}

impl Level {
    /// How many things there are once copies and parts are written out; what a level may have at most if there are
    /// more.
    pub fn count_things(&self) -> usize {
        let count = Totals::new(self).of_level();
        count.map_or(limits::BODIES, |count| count.bodies as usize)
    }
}

/// A thing of which there are too many, or that holds itself.
pub(super) struct Excess {
    pub source: SpecPlace,
    pub message: String,
}

impl<'a> Totals<'a> {
    pub fn new(level: &'a Level) -> Self {
        Totals {
            level,
            parts: BTreeMap::new(),
        }
    }

    /// Counts the level's own lists.
    ///
    /// # Errors
    /// The first thing with which it is too much.
    pub fn of_level(&mut self) -> Result<Count, Excess> {
        let level = self.level;
        self.of_list(None, &level.things, level.joints.len(), 0)
    }

    fn of_list(
        &mut self,
        part: Option<usize>,
        things: &'a [ThingSpec],
        joints: usize,
        depth: usize,
    ) -> Result<Count, Excess> {
        let mut sum = Count {
            bodies: 0,
            joints: joints as u64,
        };
        for (index, thing) in things.iter().enumerate() {
            let source = SpecPlace { part, index };
            let excess = |message: String| Excess { source, message };
            let times = thing.copies.as_ref().map_or(1, |copies| copies.count());
            let one = match self.level.part_index(&thing.part) {
                None => Count {
                    bodies: 1,
                    joints: 0,
                },
                Some(part) => self.of_part(part, depth).map_err(|inner| match inner {
                    PartFault::Itself => excess(format!("the part {:?} holds itself", thing.part)),
                    PartFault::Deep => excess(format!(
                        "parts in parts are {} deep at most",
                        limits::PART_DEPTH
                    )),
                    PartFault::Excess(inner) => inner,
                })?,
            };
            if times > limits::BODIES as u64 {
                return Err(excess(format!(
                    "these are {times} copies; a level has at most {} things",
                    limits::BODIES
                )));
            }
            sum.add(one, times);
            for (found, most, what) in [
                (sum.bodies, limits::BODIES, "things"),
                (sum.joints, limits::JOINTS, "joints"),
            ] {
                if found > most as u64 {
                    let message =
                        format!("with these there are {found} {what}; a level has at most {most}");
                    return Err(excess(message));
                }
            }
        }
        Ok(sum)
    }

    fn of_part(&mut self, part: usize, depth: usize) -> Result<Count, PartFault> {
        if depth >= limits::PART_DEPTH {
            return Err(PartFault::Deep);
        }
        match self.parts.get(&part) {
            Some(Some(count)) => return Ok(*count),
            Some(None) => return Err(PartFault::Itself),
            None => {}
        }
        self.parts.insert(part, None);
        let spec = &self.level.parts[part];
        let count = self.of_list(Some(part), &spec.things, spec.joints.len(), depth + 1);
        let count = count.map_err(PartFault::Excess)?;
        self.parts.insert(part, Some(count));
        Ok(count)
    }
}

enum PartFault {
    Itself,
    Deep,
    Excess(Excess),
}

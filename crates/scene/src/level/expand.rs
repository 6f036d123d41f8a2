//! Expands a level's things into single bodies: places copies, expands parts, and names the bodies.
//!
//! A part is expanded once, around its own origin, and then placed for each use. The numbers of bodies and
//! joints are counted before ([`Totals`](crate::level::totals::Totals)), so no text can exceed the limits.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Quat, Vec3};

use dodgem_collide::BuildOptions;
use dodgem_collide::math::{Pose, yaw};
use dodgem_physics::JointId;

use crate::arena::Motion;
use crate::level::solid::{SolidKey, ThingShape, pitch, roll};
use crate::level::thing::CopyPlace;
use crate::level::{JointSpec, Level, Library, PartSpec, ThingKind, ThingSpec};
use crate::params::limits;

/// Position of a thing or joint: in the level's own list, or in that of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SpecPlace {
    /// Index of the part; None for the level's own list.
    pub part: Option<usize>,
    /// Index in the list.
    pub index: usize,
}

impl SpecPlace {
    /// The first element of the level's own list.
    pub(crate) const FIRST: SpecPlace = SpecPlace {
        part: None,
        index: 0,
    };
}

/// A thing of a scene: one body.
#[derive(Clone, Debug)]
pub struct SceneThing {
    /// Its specification in the text or in an act. For a copy or a thing in a part, name and place are those
    /// of the entry; the fields below have those of the body.
    pub spec: Arc<ThingSpec>,
    pub source: SpecPlace,
    /// Index of the entry, in the expanded list, that it comes from.
    pub of: usize,
    pub name: String,
    /// Name without the number of the copy, for chains.
    pub chain: String,
    pub(crate) shape: Arc<ThingShape>,
    pub turn: Quat,
    /// Position of the origin of its shape's axes.
    pub place: Vec3,
    pub velocity: Vec3,
    pub spin: Vec3,
    pub motion: Option<Motion>,
}

impl SceneThing {
    /// Returns its specification as a single thing, without its place.
    pub fn alone(&self) -> ThingSpec {
        ThingSpec {
            name: self.name.clone(),
            at: None,
            center: None,
            heading: 0.0,
            tilt: 0.0,
            roll: 0.0,
            velocity: Vec3::ZERO,
            spin: Vec3::ZERO,
            phase: 0.0,
            asleep: false,
            motion: self.motion.clone(),
            copies: None,
            ..(*self.spec).clone()
        }
    }

    /// Returns the cause of its movement; None for a prescribed motion.
    pub fn kind(&self) -> Option<ThingKind> {
        match self.motion {
            Some(_) => None,
            None => Some(self.spec.kind.unwrap_or_default()),
        }
    }

    /// Returns its pose.
    ///
    /// # Errors
    /// Message if the pose leaves the range of f32.
    pub fn pose(&self) -> Result<Pose, String> {
        Pose::new(self.turn, self.place).map_err(|error| error.to_string())
    }

    /// Returns its origin.
    pub fn origin(&self) -> Vec3 {
        self.place + self.turn * self.shape.origin
    }
}

/// A joint of a scene, or a chain of joints.
#[derive(Clone, Debug)]
pub struct SceneJoint {
    pub spec: Arc<JointSpec>,
    pub source: SpecPlace,
    /// Index of the entry, in the expanded list, that it comes from; None unless it comes from a part.
    pub of: Option<usize>,
    /// True if an act added it.
    pub by_hand: bool,
    /// Its joints in the world: several for a chain.
    pub ids: Vec<JointId>,
    /// Names of the things that it joins.
    pub a: String,
    pub b: String,
    pub chain: String,
    pub at: Option<Vec3>,
    pub to: Option<Vec3>,
    pub axis: Option<Vec3>,
}

/// The bodies and joints of a level or a part.
#[derive(Clone, Default)]
pub struct Expansion {
    pub things: Vec<SceneThing>,
    pub joints: Vec<SceneJoint>,
    /// Items that cannot be built, each with the reason.
    pub refused: Vec<(SpecPlace, String)>,
}

/// Returns the things and joints of a level, without the things for which `is_sound` is false.
pub fn expand(
    level: &Level,
    library: &Library,
    options: &BuildOptions,
    is_sound: &dyn Fn(SpecPlace) -> bool,
) -> Expansion {
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

/// Solid or model of a thing, and its scale.
type ShapeKey = (Option<SolidKey>, String, u32);

struct Expander<'a> {
    level: &'a Level,
    library: &'a Library,
    options: &'a BuildOptions,
    is_sound: &'a dyn Fn(SpecPlace) -> bool,
    /// Shapes so far, by solid, model and scale: equal ones are shared.
    shapes: BTreeMap<ShapeKey, Result<Arc<ThingShape>, String>>,
    /// Parts that have been expanded.
    parts: Vec<Option<Arc<Expansion>>>,
}

impl Expander<'_> {
    fn list(
        &mut self,
        part: Option<usize>,
        things: &[ThingSpec],
        joints: &[JointSpec],
        depth: usize,
    ) -> Expansion {
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
            all.joints.push(SceneJoint {
                spec: Arc::new(spec.clone()),
                source: SpecPlace { part, index },
                of: None,
                by_hand: false,
                ids: Vec::new(),
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

    /// Returns the shape of a thing that is not a part.
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

    /// Places a part for each copy of a thing.
    fn instances(
        &mut self,
        spec: &ThingSpec,
        source: SpecPlace,
        depth: usize,
        all: &mut Expansion,
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
                // A fault in a part is reported once.
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

impl Expansion {
    /// Adds a part in a pose.
    fn add_instance(&mut self, part: &Expansion, of: usize, prefix: &str, turn: Quat, place: Vec3) {
        let named = |name: &str| match name.is_empty() {
            true => String::new(),
            false => format!("{prefix}/{name}"),
        };
        let moved = |point: Vec3| place + turn * point;
        for thing in &part.things {
            self.things.push(SceneThing {
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
            self.joints.push(SceneJoint {
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

/// Adds the bodies of a thing: itself, or its copies.
fn bodies(
    spec: &ThingSpec,
    source: SpecPlace,
    shape: &Arc<ThingShape>,
    things: &mut Vec<SceneThing>,
) {
    let shared = Arc::new(spec.clone());
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
                // The arena raises it slightly above the bodies below.
                let height = at.y - shape.bounds(turn).min.y;
                Vec3::new(at.x - origin.x, height, at.z - origin.z) + offset
            }
        };
        things.push(SceneThing {
            spec: Arc::clone(&shared),
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

/// Returns the places of a thing's copies, or its own.
fn copy_places(spec: &ThingSpec, extents: Vec3, reach: f32) -> Vec<CopyPlace> {
    match &spec.copies {
        Some(copies) => copies.places(extents, reach),
        None => vec![CopyPlace::ONLY],
    }
}

/// Returns the name of a body: that of its thing, with a number for a copy.
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

/// Returns the corners of the box around all things of a part.
fn extents_of(part: &Expansion, lean: Quat) -> (Vec3, Vec3) {
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

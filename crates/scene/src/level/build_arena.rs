//! Builds the arena of a level.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::BuildOptions;

use crate::arena::{ActorDesc, ActorId, Arena, ArenaSettings, HallHeights, ZoneEffect};
use crate::level::build_car::car_desc;
use crate::level::build_joints::{JoinedThings, NamedThings, add_joint};
use crate::level::describe::{patch_desc, placed_zone, thing_desc};
use crate::level::expand::{SceneJoint, SceneThing, expand};
use crate::level::scene::{Scene, SceneBody, SceneParts};
use crate::level::{
    DetectionSpec, DriverSpec, Level, LevelError, Library, PatchSpec, Problem, SpecPlace, ZoneSpec,
};

/// An item of a level that has a place in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LevelItem {
    /// An element of [`Level::cars`].
    Car(usize),
    /// An element of [`Level::things`] or of those of a part.
    Thing(SpecPlace),
    /// An element of [`Level::joints`] or of those of a part.
    Joint(SpecPlace),
    /// An element of [`Level::zones`].
    Zone(usize),
    /// An element of [`Level::patches`].
    Patch(usize),
    /// The hall and its broad phase.
    Arena,
}

/// An arena built from a level.
pub struct PlacedArena {
    /// The arena.
    pub arena: Arena,
    /// The actor of each of [`Level::cars`].
    pub cars: Vec<ActorId>,
    /// The document of its content.
    pub scene: Scene,
}

impl PlacedArena {
    /// Returns its level, without the arena.
    pub(crate) fn into_level(self) -> Level {
        Arc::unwrap_or_clone(self.scene.into_level())
    }
}

/// Builds a level's arena. Things come first, so that an overlap of a car and a thing is reported for the
/// car.
///
/// # Errors
/// The items that cannot be placed, each with the reason and a suggestion. For a [`Level`] from
/// [`load`](crate::level::load) this only fails if its models have changed since.
pub fn build_arena(
    level: &Level,
    library: &Library,
) -> Result<PlacedArena, Vec<(LevelItem, String)>> {
    build_chosen(level, library, |_| true)
}

/// Builds an arena with the `chosen` items of a level.
///
/// # Errors
/// The items that cannot be placed, each with the reason; none if only items that were not chosen are missing.
pub(super) fn build_chosen(
    level: &Level,
    library: &Library,
    chosen: impl Fn(LevelItem) -> bool,
) -> Result<PlacedArena, Vec<(LevelItem, String)>> {
    let builder = place(level, library, chosen)?;
    match builder.cars.into_iter().collect() {
        Some(cars) if builder.refused.is_empty() => Ok(PlacedArena {
            arena: builder.arena,
            cars,
            scene: Scene::new(Arc::new(level.clone()), library, builder.parts),
        }),
        _ => Err(builder.refused),
    }
}

/// Places the `chosen` items in an arena and collects those that do not fit. An error concerns the arena
/// itself.
fn place<'a>(
    level: &Level,
    library: &'a Library,
    chosen: impl Fn(LevelItem) -> bool,
) -> Result<ArenaBuilder<'a>, Vec<(LevelItem, String)>> {
    let arena = Arena::new(arena_settings(level));
    let arena = arena.map_err(|error| vec![(LevelItem::Arena, error.to_string())])?;
    let mut builder = ArenaBuilder {
        library,
        options: level.engine.build_options(),
        arena,
        parts: SceneParts {
            groups: groups_of(level),
            ..SceneParts::default()
        },
        names: BTreeMap::new(),
        cars: vec![None; level.cars.len()],
        refused: Vec::new(),
    };
    builder.add_materials(level);
    let is_sound = |place: SpecPlace| chosen(LevelItem::Thing(place));
    let mut expanded = expand(level, library, &builder.options, &is_sound);
    for (place, message) in &expanded.refused {
        builder
            .refused
            .push((LevelItem::Thing(*place), message.clone()));
    }
    for (index, patch) in level.patches.iter().enumerate() {
        if chosen(LevelItem::Patch(index))
            && let Err(message) = builder.add_patch(patch)
        {
            builder.refused.push((LevelItem::Patch(index), message));
        }
    }
    let joined = JoinedThings::of(&expanded);
    for thing in &expanded.things {
        let added = builder.add_thing(thing, &joined);
        builder.note(LevelItem::Thing(thing.source), added);
    }
    let joints = std::mem::take(&mut expanded.joints);
    builder.add_joints(&expanded.things, joints, &chosen, level);
    // Adding joints has woken their bodies.
    for thing in expanded.things.iter().filter(|thing| thing.spec.asleep) {
        if let Some(id) = builder.names.get(&thing.name) {
            builder.arena.fall_asleep(*id);
        }
    }
    for (index, zone) in level.zones.iter().enumerate() {
        if chosen(LevelItem::Zone(index))
            && let Err(Some(message)) = builder.add_zone(zone)
        {
            builder.refused.push((LevelItem::Zone(index), message));
        }
    }
    // With a small budget the first actors have priority, so the players' cars come first.
    let mut order: Vec<usize> = (0..level.cars.len()).collect();
    order.sort_by_key(|index| level.cars[*index].driver != DriverSpec::Player);
    for index in order
        .into_iter()
        .filter(|index| chosen(LevelItem::Car(*index)))
    {
        let added = builder.add_car(level, index);
        builder.cars[index] = builder.note(LevelItem::Car(index), added);
    }
    Ok(builder)
}

/// Converts the refusals of [`build_arena`] into an error about the whole level.
pub fn placement_error(level: &Level, refused: Vec<(LevelItem, String)>) -> LevelError {
    let problem = |message| Problem::of_file(&level.name, None, message);
    let mut problems = refused.into_iter().map(|(_, message)| problem(message));
    let unknown = || problem("the level cannot be built".to_owned());
    LevelError::new(problems.next().unwrap_or_else(unknown), problems)
}

/// True if every thing of the level is chosen.
fn all_sound(level: &Level, chosen: &impl Fn(LevelItem) -> bool) -> bool {
    let list = |part: Option<usize>, count: usize| {
        (0..count).all(|index| chosen(LevelItem::Thing(SpecPlace { part, index })))
    };
    let mut parts = level.parts.iter().enumerate();
    list(None, level.things.len()) && parts.all(|(part, spec)| list(Some(part), spec.things.len()))
}

/// Returns the settings of a level's arena.
pub(crate) fn arena_settings(level: &Level) -> ArenaSettings {
    let (budget, turns_below) = level.work_units();
    ArenaSettings {
        border: level.arena,
        edge: level.edge,
        heights: HallHeights {
            ceiling: level.ceiling,
            pit: level.pit,
        },
        gravity: level.gravity,
        down: level.down.normalize_or(Vec3::NEG_Y),
        air: level.air,
        wind: level.wind,
        ground: level.ground,
        response: level.response,
        walls: level.walls,
        broad_phase: level.broad_phase.kind(),
        schedule: level.schedule,
        budget,
        turns_below,
        stages: level.engine.stages.stages(),
        on_cut: level.engine.on_cut.on_cut(),
        continuous: level.engine.detection != DetectionSpec::Discrete,
        one_test: level.engine.detection == DetectionSpec::OneTest,
        search: level.engine.search(),
        clock: level.engine.clock.clock(),
    }
}

/// Returns the groups of things, numbered in the order of their first use.
pub(crate) fn groups_of(level: &Level) -> BTreeMap<String, u32> {
    let mut groups = BTreeMap::new();
    let parts = level.parts.iter().flat_map(|part| &part.things);
    for thing in level.things.iter().chain(parts) {
        if !thing.group.is_empty() {
            let next = groups.len() as u32;
            groups.entry(thing.group.clone()).or_insert(next);
        }
    }
    groups
}

impl Level {
    /// Returns the name of a car on signs and in tables.
    pub fn car_name(&self, index: usize) -> String {
        match self.cars.get(index) {
            Some(car) if !car.name.is_empty() => car.name.clone(),
            _ => format!("Car {}", index + 1),
        }
    }
}

/// An arena under construction, with the items that did not fit.
struct ArenaBuilder<'a> {
    library: &'a Library,
    /// Options for building models.
    options: BuildOptions,
    arena: Arena,
    parts: SceneParts,
    /// Things by name.
    names: BTreeMap<String, ActorId>,
    /// The actor of each of [`Level::cars`], if it fits.
    cars: Vec<Option<ActorId>>,
    refused: Vec<(LevelItem, String)>,
}

impl ArenaBuilder<'_> {
    /// Stores the reason of a failure.
    fn note(&mut self, placed: LevelItem, added: Result<ActorId, String>) -> Option<ActorId> {
        match added {
            Ok(id) => Some(id),
            Err(message) => {
                self.refused.push((placed, message));
                None
            }
        }
    }

    fn add_materials(&mut self, level: &Level) {
        for spec in &level.materials {
            let added = self.arena.add_material(spec.material());
            // A level has far fewer materials than a world allows.
            let Ok(id) = added else { continue };
            self.parts.materials.insert(id, spec.clone());
        }
    }

    /// Adds the chosen joints.
    fn add_joints(
        &mut self,
        things: &[SceneThing],
        joints: Vec<SceneJoint>,
        chosen: &impl Fn(LevelItem) -> bool,
        level: &Level,
    ) {
        let names = NamedThings {
            ids: &self.names,
            is_whole: self.refused.is_empty() && all_sound(level, chosen),
        };
        for joint in joints {
            let item = LevelItem::Joint(joint.source);
            if !chosen(item) {
                continue;
            }
            match add_joint(&mut self.arena, things, &joint, &names) {
                Ok(ids) => self.parts.joints.push(SceneJoint { ids, ..joint }),
                Err(Some(message)) => self.refused.push((item, message)),
                Err(None) => {}
            }
        }
    }

    /// Adds a zone. An error without text is already reported for a thing.
    fn add_zone(&mut self, spec: &ZoneSpec) -> Result<(), Option<String>> {
        let goal = match &spec.effect {
            ZoneEffect::Goal { thing, .. } => {
                let names = NamedThings {
                    ids: &self.names,
                    is_whole: self.refused.is_empty(),
                };
                Some(names.find(thing)?)
            }
            _ => None,
        };
        let zone = placed_zone(&mut self.arena, spec, goal, self.library, &self.options)?;
        self.parts.zones.push(zone);
        Ok(())
    }

    /// Adds a patch of floor.
    fn add_patch(&mut self, patch: &PatchSpec) -> Result<(), String> {
        let (desc, placed) = patch_desc(patch, self.library, &self.options)?;
        let added = self.arena.add_patch(&desc);
        added.map_err(|error| format!("the patch cannot be here: {error}"))?;
        self.parts.patches.push(placed);
        Ok(())
    }

    fn add_thing(&mut self, thing: &SceneThing, joined: &JoinedThings) -> Result<ActorId, String> {
        if self.names.contains_key(&thing.name) {
            return Err(format!("the name {:?} is given twice", thing.name));
        }
        let materials = &mut self.parts.materials;
        let added = materials.add_own(&mut self.arena, &thing.spec);
        added.map_err(|error| error.to_string())?;
        let (desc, look) = thing_desc(thing, &self.parts.materials, &self.parts.groups)?;
        let partners = joined.of_thing(&thing.name);
        let partners = partners.filter_map(|name| self.names.get(name)).copied();
        let desc = ActorDesc {
            passes: partners.collect(),
            ..desc
        };
        let id = self.add(desc)?;
        let body = SceneBody {
            entry: Some(thing.of),
            ..SceneBody::thing(thing.clone(), look)
        };
        self.parts.bodies.push(body);
        self.names.insert(thing.name.clone(), id);
        Ok(id)
    }

    fn add_car(&mut self, level: &Level, index: usize) -> Result<ActorId, String> {
        let (car, name) = (&level.cars[index], level.car_name(index));
        let (desc, look) = car_desc(level, self.library, car, name)?;
        let id = self.add(desc)?;
        self.parts.bodies.push(SceneBody::car(look));
        Ok(id)
    }

    fn add(&mut self, desc: ActorDesc) -> Result<ActorId, String> {
        let name = desc.name.clone();
        let added = self.arena.add_actor(desc);
        added.map_err(|error| format!("{name} cannot start here: {error}"))
    }
}

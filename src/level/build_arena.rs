//! From a level to an arena with everything in its place.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Quat, Vec3};

use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::mesh::ObjModel;
use dodgem_collide::{BuildOptions, Shape};

use crate::arena::{ActorDesc, ActorId, Arena, ArenaSettings, CarDesc, WORK_UNITS_PER_MILLISECOND};
use crate::level::{
    DriverSpec, Level, LevelError, Library, ModelAsset, ObstacleSpec, Point, Problem, Solid,
};

/// The part of a car's model that is its bumper.
const RING: &str = "rubber";

/// What of a level has a place in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LevelItem {
    /// An element of [`Level::cars`].
    Car(usize),
    /// An element of [`Level::obstacles`].
    Obstacle(usize),
    /// The hall and what finds the pairs in it.
    Arena,
}

/// An arena built from a level.
pub struct PlacedArena {
    /// The arena.
    pub arena: Arena,
    /// The actor of each of [`Level::cars`].
    pub cars: Vec<ActorId>,
    /// The model of each actor of the arena.
    pub assets: Vec<Arc<ModelAsset>>,
}

/// Builds a level's arena. Obstacles are put first, so that a car that stands in one is the car's
/// mistake.
///
/// # Errors
/// What cannot be placed, each with the reason and what would be right. A [`Level`] from
/// [`load`](crate::level::load) only fails here if its models changed since.
pub fn build_arena(
    level: &Level,
    library: &Library,
) -> Result<PlacedArena, Vec<(LevelItem, String)>> {
    let builder = place(level, library, |_| true)?;
    match builder.cars.into_iter().collect() {
        Some(cars) if builder.refused.is_empty() => Ok(PlacedArena {
            arena: builder.arena,
            cars,
            assets: builder.assets,
        }),
        _ => Err(builder.refused),
    }
}

/// What cannot be placed, each with the reason, when only the `chosen` actors are there.
pub(super) fn misplaced(
    level: &Level,
    library: &Library,
    chosen: impl Fn(LevelItem) -> bool,
) -> Vec<(LevelItem, String)> {
    match place(level, library, chosen) {
        Ok(builder) => builder.refused,
        Err(refused) => refused,
    }
}

/// Puts the `chosen` actors into an arena, and notes those that do not fit. An error is about the
/// arena itself.
fn place<'a>(
    level: &Level,
    library: &'a Library,
    chosen: impl Fn(LevelItem) -> bool,
) -> Result<ArenaBuilder<'a>, Vec<(LevelItem, String)>> {
    let arena = Arena::new(ArenaSettings {
        border: level.arena,
        edge: level.edge,
        ground: level.ground,
        response: level.response,
        walls: level.walls,
        broad_phase: level.broad_phase.kind(),
        schedule: level.schedule,
        budget: budget_units(level.budget_milliseconds),
        stages: level.engine.stages.stages(),
        on_cut: level.engine.on_cut.on_cut(),
        clock: level.engine.clock.clock(),
    });
    let arena = arena.map_err(|error| vec![(LevelItem::Arena, error.to_string())])?;
    let mut builder = ArenaBuilder {
        library,
        options: level.engine.build_options(),
        arena,
        solids: BTreeMap::new(),
        cars: vec![None; level.cars.len()],
        assets: Vec::new(),
        refused: Vec::new(),
    };
    let obstacles = level.obstacles.iter().enumerate();
    for (index, obstacle) in obstacles.filter(|(index, _)| chosen(LevelItem::Obstacle(*index))) {
        let added = builder.add_obstacle(index, obstacle);
        builder.note(LevelItem::Obstacle(index), added);
    }
    // The first actors are served first when the budget is small: the players' cars.
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

/// What [`build_arena`] refused, as an error about the level as a whole.
pub(crate) fn placement_error(level: &Level, refused: Vec<(LevelItem, String)>) -> LevelError {
    let problem = |message| Problem::of_file(&level.name, None, message);
    let mut problems = refused.into_iter().map(|(_, message)| problem(message));
    let unknown = || problem("the level cannot be built".to_owned());
    LevelError::new(problems.next().unwrap_or_else(unknown), problems)
}

fn budget_units(milliseconds: f32) -> u64 {
    (milliseconds * WORK_UNITS_PER_MILLISECOND as f32) as u64
}

impl Level {
    /// What signs and tables call a car.
    pub fn car_name(&self, index: usize) -> String {
        match self.cars.get(index) {
            Some(car) if !car.name.is_empty() => car.name.clone(),
            _ => format!("Car {}", index + 1),
        }
    }
}

/// An arena that actors are added to, and what did not fit.
struct ArenaBuilder<'a> {
    library: &'a Library,
    /// How models are built.
    options: BuildOptions,
    arena: Arena,
    /// The solids so far, by form and scale: equal ones are one.
    solids: BTreeMap<(String, u32), (Arc<ModelAsset>, Shape)>,
    /// The actor of each of [`Level::cars`], if it fits.
    cars: Vec<Option<ActorId>>,
    assets: Vec<Arc<ModelAsset>>,
    refused: Vec<(LevelItem, String)>,
}

impl ArenaBuilder<'_> {
    /// Keeps what went wrong.
    fn note(&mut self, placed: LevelItem, added: Result<ActorId, String>) -> Option<ActorId> {
        match added {
            Ok(id) => Some(id),
            Err(message) => {
                self.refused.push((placed, message));
                None
            }
        }
    }

    fn add_obstacle(&mut self, index: usize, obstacle: &ObstacleSpec) -> Result<ActorId, String> {
        let (asset, solid) = match &obstacle.solid {
            Some(solid) => {
                let (asset, shape) = self.solid(solid, obstacle.scale)?;
                (asset, Some(shape))
            }
            None => {
                let asset = self
                    .library
                    .model(&obstacle.model, obstacle.scale, &self.options);
                (asset.map_err(|error| error.to_string())?, None)
            }
        };
        let Point(x, z) = obstacle.position;
        let turn = yaw(obstacle.heading.to_radians()) * pitch(obstacle.tilt.to_radians());
        let desc = ActorDesc {
            name: format!("obstacle {}", index + 1),
            model: Arc::clone(&asset.model),
            solid,
            pose: pose(turn, Vec3::new(x, obstacle.height, z))?,
            car: None,
            slope: matches!(obstacle.solid, Some(Solid::Ramp { .. })) || obstacle.tilt > 0.0,
        };
        self.add(desc, asset)
    }

    fn solid(&mut self, solid: &Solid, scale: f32) -> Result<(Arc<ModelAsset>, Shape), String> {
        let key = (format!("{solid:?}"), scale.to_bits());
        if let Some(known) = self.solids.get(&key) {
            return Ok(known.clone());
        }
        let built = self.library.solid(solid, scale, &self.options)?;
        self.solids.insert(key, built.clone());
        Ok(built)
    }

    fn add_car(&mut self, level: &Level, index: usize) -> Result<ActorId, String> {
        let car = &level.cars[index];
        let asset = self.library.model(&car.model, 1.0, &self.options);
        let asset = asset.map_err(|error| error.to_string())?;
        let Point(x, z) = car.position;
        let desc = ActorDesc {
            name: level.car_name(index),
            model: Arc::clone(&asset.model),
            solid: None,
            pose: pose(yaw(car.heading.to_radians()), Vec3::new(x, 0.0, z))?,
            car: Some(CarDesc {
                mass: car.mass,
                ring: ring_height(&asset.shape),
                settings: car.vehicle.unwrap_or(level.vehicle),
            }),
            slope: false,
        };
        self.add(desc, asset)
    }

    fn add(&mut self, desc: ActorDesc, asset: Arc<ModelAsset>) -> Result<ActorId, String> {
        let name = desc.name.clone();
        let added = self.arena.add_actor(desc);
        let id = added.map_err(|error| format!("{name} cannot start here: {error}; move it"))?;
        self.assets.push(asset);
        Ok(id)
    }
}

fn pose(rotation: Quat, place: Vec3) -> Result<Pose, String> {
    Pose::new(rotation, place).map_err(|error| error.to_string())
}

/// A turn about +X by `angle` radians: the front goes up.
fn pitch(angle: f32) -> Quat {
    let half = angle * 0.5;
    Quat::from_xyzw(libm::sinf(half), 0.0, 0.0, libm::cosf(half))
}

/// How high the middle of a car's bumper is; without a part of that name, a third of the height of
/// its lower metre.
fn ring_height(shape: &ObjModel) -> f32 {
    let bumper = shape.parts.iter().find(|part| part.name == RING);
    let triangles = bumper.map_or(0..0, |part| part.triangles.clone());
    let corners = triangles.flat_map(|triangle| shape.mesh.corner_points(triangle));
    let (low, high) = corners.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), corner| {
        (low.min(corner.y), high.max(corner.y))
    });
    if low <= high {
        return 0.5 * (low + high);
    }
    let bounds = shape.mesh.aabb();
    bounds.min.y + bounds.extents().y.min(1.0) / 3.0
}

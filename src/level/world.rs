//! From a level to a world with everything in its place.

use std::sync::Arc;

use glam::Vec3;

use super::{BroadPhaseSpec, DriverSpec, Level, LevelError, Library, ModelAsset, Point, Problem};
use crate::collision::broad::{AllPairs, BroadPhase, Grid2};
use crate::geometry::{Aabb, Pose, yaw};
use crate::physics::{BodyDesc, BodyId, WORK_UNITS_PER_MILLISECOND, World, WorldSettings};

/// How high the grid's region reaches, in metres. A grid on the floor does not use it.
const GRID_HEIGHT: f32 = 4.0;

/// What of a level has a place in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placed {
    /// An element of [`Level::cars`].
    Car(usize),
    /// An element of [`Level::obstacles`].
    Obstacle(usize),
    /// The broad phase.
    BroadPhase,
}

/// A world made from a level.
pub struct PlacedWorld {
    /// The world.
    pub world: World,
    /// The body of each of [`Level::cars`].
    pub cars: Vec<BodyId>,
    /// The model of each body of the world.
    pub assets: Vec<Arc<ModelAsset>>,
}

/// Makes a level's world. Obstacles are put first, so that a car that stands in one is the car's
/// mistake.
///
/// # Errors
/// What cannot be placed, each with the reason and what would be right. A [`Level`] from
/// [`load`](super::load) only fails here if its models changed since.
pub fn build_world(level: &Level, library: &Library) -> Result<PlacedWorld, Vec<(Placed, String)>> {
    let broad_phase = match broad_phase(level) {
        Ok(broad_phase) => broad_phase,
        Err(message) => return Err(vec![(Placed::BroadPhase, message)]),
    };
    let mut builder = Builder {
        library,
        world: World::new(WorldSettings {
            arena: level.arena,
            ground: level.ground,
            response: level.response,
            walls: level.walls,
            broad_phase,
            budget: budget_units(level.budget_milliseconds),
            clock: None,
        }),
        assets: Vec::new(),
        refused: Vec::new(),
    };
    for (index, obstacle) in level.obstacles.iter().enumerate() {
        let place = (obstacle.position, obstacle.heading);
        builder.add(
            Placed::Obstacle(index),
            (&obstacle.model, obstacle.scale),
            place,
            |desc| {
                desc.name = format!("obstacle {}", index + 1);
            },
        );
    }
    let cars = level.cars.iter().enumerate().map(|(index, car)| {
        let place = (car.position, car.heading);
        builder.add(Placed::Car(index), (&car.model, 1.0), place, |desc| {
            desc.name = level.car_name(index);
            desc.mass = car.mass;
            desc.vehicle = Some(car.vehicle.unwrap_or(level.vehicle));
            desc.rank = u32::from(car.driver != DriverSpec::Player);
        })
    });
    let cars: Vec<Option<BodyId>> = cars.collect();
    match cars.into_iter().collect() {
        Some(cars) if builder.refused.is_empty() => Ok(PlacedWorld {
            world: builder.world,
            cars,
            assets: builder.assets,
        }),
        _ => Err(builder.refused),
    }
}

/// What [`build_world`] refused, as an error about the level as a whole.
pub(crate) fn placement_error(level: &Level, refused: Vec<(Placed, String)>) -> LevelError {
    let mut problems = refused.into_iter().map(|(_, message)| Problem {
        path: level.name.clone(),
        place: None,
        message,
    });
    let unknown = || Problem {
        path: level.name.clone(),
        place: None,
        message: "the level cannot be built".to_owned(),
    };
    LevelError::new(problems.next().unwrap_or_else(unknown), problems)
}

fn budget_units(milliseconds: f32) -> u64 {
    (milliseconds * WORK_UNITS_PER_MILLISECOND as f32) as u64
}

fn broad_phase(level: &Level) -> Result<Box<dyn BroadPhase>, String> {
    Ok(match level.broad_phase {
        BroadPhaseSpec::AllPairs => Box::new(AllPairs::default()),
        BroadPhaseSpec::Grid2 { columns, rows } => {
            let half = level.arena.half_extents();
            let region = Aabb::new(
                Vec3::new(-half.x, 0.0, -half.y),
                Vec3::new(half.x, GRID_HEIGHT, half.y),
            );
            Box::new(Grid2::new(region, (columns, rows)).map_err(|error| error.to_string())?)
        }
    })
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

struct Builder<'a> {
    library: &'a Library,
    world: World,
    assets: Vec<Arc<ModelAsset>>,
    refused: Vec<(Placed, String)>,
}

impl Builder<'_> {
    /// Adds a body; `complete` fills in what a fixed body of 1 kg does not have.
    fn add(
        &mut self,
        placed: Placed,
        (model, scale): (&str, f32),
        (position, heading): (Point, f32),
        complete: impl FnOnce(&mut BodyDesc),
    ) -> Option<BodyId> {
        match self.try_add(model, scale, position, heading, complete) {
            Ok(id) => Some(id),
            Err(message) => {
                self.refused.push((placed, message));
                None
            }
        }
    }

    fn try_add(
        &mut self,
        model: &str,
        scale: f32,
        Point(x, z): Point,
        heading: f32,
        complete: impl FnOnce(&mut BodyDesc),
    ) -> Result<BodyId, String> {
        let asset = self
            .library
            .model(model, scale)
            .map_err(|error| error.to_string())?;
        let pose = Pose::new(yaw(heading.to_radians()), Vec3::new(x, 0.0, z));
        let mut desc = BodyDesc {
            name: String::new(),
            model: Arc::clone(&asset.model),
            pose: pose.map_err(|error| error.to_string())?,
            mass: 1.0,
            vehicle: None,
            rank: 0,
        };
        complete(&mut desc);
        let name = desc.name.clone();
        let added = self.world.add_body(desc);
        let id = added.map_err(|error| format!("{name} cannot start here: {error}; move it"))?;
        self.assets.push(asset);
        Ok(id)
    }
}

//! Converts a level's car into an actor.

use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::math::yaw;
use dodgem_collide::mesh::ObjModel;

use crate::arena::{ActorDesc, CarDesc, ThingDesc};
use crate::level::describe::pose;
use crate::level::solid::{pitch, roll};
use crate::level::{ActorLook, CarSpec, Level, Library, Paint, Point};

/// Name of the part of a car's model that is its bumper.
const RING: &str = "rubber";

/// Returns a car of a level as an actor, with its look.
pub(crate) fn car_desc(
    level: &Level,
    library: &Library,
    car: &CarSpec,
    name: String,
) -> Result<(ActorDesc, ActorLook), String> {
    let asset = library.model(&car.model, 1.0, &level.engine.build_options());
    let asset = asset.map_err(|error| error.to_string())?;
    let Point(x, z) = car.position;
    let lean = pitch(car.tilt.to_radians()) * roll(car.roll.to_radians());
    let turn = yaw(car.heading.to_radians()) * lean;
    let desc = ActorDesc {
        name,
        model: Arc::clone(&asset.model),
        solid: None,
        pose: pose(turn, Vec3::new(x, car.height, z))?,
        // A saved car may stand in a corner.
        exact: true,
        car: Some(CarDesc {
            mass: car.mass,
            ring: ring_height(&asset.shape),
            settings: car.vehicle.unwrap_or(level.vehicle),
        }),
        slope: false,
        velocity: car.velocity,
        spin: car.spin * std::f32::consts::PI / 180.0,
        passes: Vec::new(),
        thing: ThingDesc::default(),
    };
    let paint = Paint::parse(&car.paint);
    Ok((desc, ActorLook::new(asset, paint)))
}

/// Returns the height of the middle of a car's bumper, in metres; without a part of that name, a third of the
/// height of its lowest metre.
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

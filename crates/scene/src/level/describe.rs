//! Converts the things and zones of a scene into actors and zones of an arena.

use std::collections::BTreeMap;
use std::sync::Arc;

use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::{BuildOptions, Shape};
use dodgem_physics::Mass;
use glam::{Quat, Vec2, Vec3};

use crate::arena::{ActorDesc, ActorId, Arena, PatchDesc, ThingDesc, ThingMoves};
use crate::level::expand::SceneThing;
use crate::level::scene::{ScenePatch, SceneZone};
use crate::level::surfaces::Materials;
use crate::level::{ActorLook, Library, Paint, PatchSpec, Point, Solid, ZoneSpec};
use crate::params::{SHEET_THICKNESS, THING_DENSITY};

/// Returns a thing as an actor that may overlap none, with its look.
///
/// # Errors
/// Reason why it cannot form a body.
pub(crate) fn thing_desc(
    thing: &SceneThing,
    materials: &Materials,
    groups: &BTreeMap<String, u32>,
) -> Result<(ActorDesc, ActorLook), String> {
    let spec = &thing.spec;
    let shape = &thing.shape;
    let material = materials.spec(spec);
    let is_solid = !matches!(shape.shape, Shape::Mesh(_));
    let paint = match spec.paint.is_empty() {
        false => Paint::parse(&spec.paint),
        true => material.and_then(|known| Paint::parse(&known.paint)),
    };
    let density = material.map_or(THING_DENSITY, |known| known.density);
    let desc = ActorDesc {
        name: thing.name.clone(),
        model: Arc::clone(&shape.asset.model),
        solid: is_solid.then(|| shape.shape.clone()),
        pose: thing.pose()?,
        // A saved scene keeps its exact poses.
        exact: spec.at.is_none() && spec.center.is_some(),
        car: None,
        slope: matches!(spec.solid, Some(Solid::Ramp { .. })) || spec.tilt > 0.0,
        velocity: thing.velocity,
        spin: thing.spin,
        passes: Vec::new(),
        thing: ThingDesc {
            moves: moves(thing, density)?,
            material: materials.id(spec),
            belt: spec.belt,
            group: groups.get(&spec.group).copied(),
            asleep: spec.asleep,
        },
    };
    let asset = Arc::clone(&shape.asset);
    let look = ActorLook {
        belt: spec.belt,
        ..ActorLook::new(asset, paint)
    };
    Ok((desc, look))
}

/// Returns the cause of a thing's movement; `density` is that of its material, in kg/m^3.
fn moves(thing: &SceneThing, density: f32) -> Result<ThingMoves, String> {
    let spec = &thing.spec;
    let moves = match (&thing.motion, spec.is_dynamic()) {
        (Some(motion), _) => ThingMoves::Along {
            motion: motion.clone(),
            pivot: thing.origin(),
            phase: spec.phase,
        },
        (None, false) => ThingMoves::Never,
        (None, true) => match (spec.mass, spec.density) {
            (Some(mass), _) => ThingMoves::Freely(Mass::Kilograms(mass)),
            (None, _) if !thing.shape.is_closed() => {
                let name = &spec.model;
                return Err(format!(
                    "the surface of {name:?} has holes, so nothing says how heavy it is; give it a `mass`"
                ));
            }
            (None, own) => ThingMoves::Freely(Mass::Density(own.unwrap_or(density))),
        },
    };
    Ok(moves)
}

/// Adds a zone to an arena; `goal` is the thing of a goal.
///
/// # Errors
/// Reason why it is impossible.
pub(crate) fn placed_zone(
    arena: &mut Arena,
    spec: &ZoneSpec,
    goal: Option<ActorId>,
    library: &Library,
    options: &BuildOptions,
) -> Result<SceneZone, String> {
    let shape = library.solid(&spec.solid, 1.0, options)?;
    let turn = yaw(spec.heading.to_radians());
    let low = shape.bounds(turn).min.y;
    let place = spec.at - Vec3::Y * low - turn * shape.origin.with_y(0.0);
    let pose = pose(turn, place)?;
    arena.add_zone(shape.shape.clone(), pose, spec.effect.clone(), goal);
    Ok(SceneZone {
        spec: spec.clone(),
        look: ActorLook::new(Arc::clone(&shape.asset), Paint::parse(&spec.paint)),
        pose,
    })
}

/// Returns a patch of floor for an arena, and as content of a scene.
///
/// # Errors
/// Reason why it is impossible.
pub(crate) fn patch_desc(
    spec: &PatchSpec,
    library: &Library,
    options: &BuildOptions,
) -> Result<(PatchDesc, ScenePatch), String> {
    let Point(x, z) = spec.position;
    let pose = pose(yaw(spec.heading.to_radians()), Vec3::new(x, 0.0, z))?;
    let sheet = Solid::Box {
        width: spec.width,
        height: SHEET_THICKNESS,
        length: spec.length,
    };
    let shape = library.solid(&sheet, 1.0, options)?;
    let desc = PatchDesc {
        pose,
        half: Vec2::new(spec.width, spec.length) * 0.5,
        grip: spec.grip,
        belt: spec.belt,
    };
    let look = ActorLook {
        belt: spec.belt,
        ..ActorLook::new(Arc::clone(&shape.asset), Paint::parse(&spec.paint))
    };
    let spec = spec.clone();
    Ok((desc, ScenePatch { spec, look, pose }))
}

pub(super) fn pose(rotation: Quat, place: Vec3) -> Result<Pose, String> {
    Pose::new(rotation, place).map_err(|error| error.to_string())
}

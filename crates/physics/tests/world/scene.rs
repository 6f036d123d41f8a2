//! Bodies and worlds that the tests share.

use std::sync::Arc;

use dodgem_collide::math::Pose;
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::shape::{Cuboid, Sphere};
use dodgem_collide::{BuildOptions, Model, Shape};
use dodgem_physics::{
    BodyDesc, BodyId, JointDesc, JointId, Mass, Material, MaterialId, Settings, World,
};
use glam::Vec3;

pub fn ball(radius: f32) -> Shape {
    Shape::Sphere(Sphere::new(radius).expect("a radius"))
}

/// A box by its edges.
pub fn block(x: f32, y: f32, z: f32) -> Shape {
    let half = Vec3::new(x, y, z) * 0.5;
    Shape::Cuboid(Cuboid::new(half).expect("a size"))
}

pub fn mesh(mesh: &TriMesh) -> Shape {
    let model = Model::build(mesh, &BuildOptions::default()).expect("a sound mesh");
    Shape::Mesh(Arc::new(model))
}

pub fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::from_translation(Vec3::new(x, y, z)).expect("a place")
}

/// A turn about an axis through the place.
pub fn turned(place: Vec3, axis: Vec3, angle: f64) -> Pose {
    let axis = axis.normalize().as_dvec3() * (angle * 0.5).sin();
    let turn = glam::DQuat::from_xyzw(axis.x, axis.y, axis.z, (angle * 0.5).cos());
    Pose::new(turn.as_quat(), place).expect("a pose")
}

/// A world without gravity or air.
pub fn empty() -> World {
    with(Settings {
        gravity: Vec3::ZERO,
        air_density: 0.0,
        ..Settings::default()
    })
}

/// A world with gravity and without air.
pub fn earth() -> World {
    with(Settings {
        air_density: 0.0,
        ..Settings::default()
    })
}

pub fn with(settings: Settings) -> World {
    World::new(settings).expect("sound settings")
}

/// Adds a material with this restitution and friction against every other material.
pub fn surface(world: &mut World, restitution: f32, friction: f32) -> MaterialId {
    let material = Material {
        restitution,
        friction,
        ..Material::default()
    };
    (world.materials_mut().add(material)).expect("an identifier")
}

/// Adds a dynamic body of some kilograms.
pub fn add(
    world: &mut World,
    shape: Shape,
    pose: Pose,
    kilograms: f32,
    material: MaterialId,
) -> BodyId {
    let desc = BodyDesc {
        mass: Mass::Kilograms(kilograms),
        material,
        ..BodyDesc::dynamic(shape, pose)
    };
    world.add(desc).expect("a sound body")
}

/// Adds a large floor whose top is at height 0.
pub fn add_floor(world: &mut World, material: MaterialId) -> BodyId {
    let desc = BodyDesc {
        material,
        ..BodyDesc::fixed(block(400.0, 2.0, 400.0), at(0.0, -1.0, 0.0))
    };
    world.add(desc).expect("a sound body")
}

/// Runs the world for a time, in seconds.
pub fn run(world: &mut World, seconds: f64) {
    let steps = (seconds / world.settings().step).round() as u64;
    for _ in 0..steps {
        world.step();
    }
}
/// A flat square mesh in the plane y = 0 around the origin, of `cells` by `cells` squares.
pub fn flat_mesh(edge: f32, cells: u32) -> TriMesh {
    let coordinate = |i: u32| edge * (i as f32 / cells as f32 - 0.5);
    let row = cells + 1;
    let place = |i: u32| Vec3::new(coordinate(i % row), 0.0, coordinate(i / row));
    let vertices = (0..row * row).map(place).collect();
    let corners = (0..cells * cells).map(|i| i / cells * row + i % cells);
    let triangles = corners.flat_map(|c| [[c, c + row, c + 1], [c + 1, c + row, c + row + 1]]);
    TriMesh::new(vertices, triangles.collect()).expect("a sound mesh")
}

/// Adds a joint.
pub fn join(world: &mut World, desc: JointDesc) -> JointId {
    world.add_joint(&desc).expect("a sound joint")
}

/// Adds a cube of 0.2 m.
pub fn cube(world: &mut World, x: f32, y: f32, z: f32, kilograms: f32) -> BodyId {
    add(
        world,
        block(0.2, 0.2, 0.2),
        at(x, y, z),
        kilograms,
        MaterialId::DEFAULT,
    )
}

//! Materials that change while bodies touch: see `MaterialTable::set`.

use dodgem_collide::Shape;
use dodgem_collide::shape::{Child, Compound};
use dodgem_physics::{BodyDesc, BodyId, Material, MaterialId, World};
use glam::Vec3;

use crate::scene::*;

const ANGLE: f64 = 0.3;

/// A rough slope with a crate of a shape and of one material on it, at rest.
fn crate_on_slope(shape: Shape, may_sleep: bool) -> (World, MaterialId, BodyId) {
    let mut world = earth();
    let rough = surface(&mut world, 0.0, 0.8);
    let tilt = turned(Vec3::ZERO, Vec3::Z, ANGLE);
    let slope = BodyDesc {
        material: rough,
        ..BodyDesc::fixed(block(20.0, 1.0, 20.0), tilt)
    };
    world.add(slope).expect("a sound body");
    let place = tilt.transform_point(Vec3::Y * 0.702);
    let desc = BodyDesc {
        child_materials: [rough].into(),
        may_sleep,
        ..BodyDesc::dynamic(shape, turned(place, Vec3::Z, ANGLE))
    };
    let body = world.add(BodyDesc {
        material: rough,
        ..desc
    });
    let body = body.expect("a sound body");
    run(&mut world, 3.0);
    assert_eq!(world[body].is_asleep(), may_sleep);
    (world, rough, body)
}

/// The distance that a body slides down the slope in a second, and the distance without friction: g sin(a) / 2.
fn slides(world: &mut World, body: BodyId) -> (f64, f64) {
    let from = world[body].center();
    run(world, 1.0);
    let way = world[body].center().distance(from);
    (way, 0.5 * 9.81 * ANGLE.sin())
}

const ICE: Material = Material {
    friction: 0.0,
    restitution: 0.0,
    rolling: 0.0,
    adhesion: 0.0,
    grip: 0.0,
};

/// Cause: contacts kept the friction and restitution of the moment when they were found, and no body woke.
#[test]
fn a_material_that_becomes_ice_lets_go_what_lies_on_it() {
    let cube = || block(0.4, 0.4, 0.4);
    let child = |shape| Child {
        shape,
        pose: at(0.0, 0.0, 0.0),
        tag: 0,
    };
    let compound = Compound::new(vec![child(cube())]).expect("a compound");
    for shape in [cube(), Shape::Compound(compound.into())] {
        for may_sleep in [false, true] {
            let (mut world, rough, body) = crate_on_slope(shape.clone(), may_sleep);
            world.materials_mut().set(rough, ICE).expect("a material");
            let (way, expected) = slides(&mut world, body);
            assert!((way / expected - 1.0).abs() < 0.01, "{way} for {expected}");
        }
    }
}

#[test]
fn a_pair_of_materials_that_becomes_ice_does_so_too() {
    for may_sleep in [false, true] {
        let (mut world, rough, body) = crate_on_slope(block(0.4, 0.4, 0.4), may_sleep);
        (world.materials_mut().set_pair(rough, rough, ICE)).expect("a material");
        let (way, expected) = slides(&mut world, body);
        assert!((way / expected - 1.0).abs() < 0.01, "{way} for {expected}");
    }
}

#[test]
fn a_change_of_a_material_that_nothing_touches_wakes_nothing() {
    let (mut world, _, body) = crate_on_slope(block(0.4, 0.4, 0.4), true);
    let other = surface(&mut world, 0.5, 0.5);
    world.materials_mut().set(other, ICE).expect("a material");
    world.step();
    assert!(world[body].is_asleep());
}

/// A snapshot between a change and the step that applies it keeps the change: the world repeats after a restore.
#[test]
fn a_snapshot_keeps_a_change_that_is_to_come() {
    let (mut world, rough, body) = crate_on_slope(block(0.4, 0.4, 0.4), true);
    world.materials_mut().set(rough, ICE).expect("a material");
    let snapshot = world.snapshot();
    let (way, _) = slides(&mut world, body);
    let hash = world.state_hash();
    world.restore(&snapshot).expect("a sound snapshot");
    assert_eq!(
        (slides(&mut world, body).0, world.state_hash()),
        (way, hash)
    );
}

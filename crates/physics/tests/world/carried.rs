//! Bodies that stand on ground that turns or slopes: they must not creep.

use dodgem_collide::Shape;
use dodgem_collide::shape::Cylinder;
use dodgem_physics::{BodyDesc, BodyId, BodyKind, JointDesc, MaterialId, World};
use glam::{DQuat, Vec3};

use crate::scene::*;

fn disc(radius: f32) -> Shape {
    Shape::Cylinder(Cylinder::new(0.1, radius).expect("a size"))
}

/// A turntable of 4 m whose top is at height 0.
fn turntable(world: &mut World, rate: f32) -> BodyId {
    let desc = BodyDesc {
        kind: BodyKind::Kinematic,
        angular_velocity: Vec3::Y * rate,
        ..BodyDesc::dynamic(disc(4.0), at(0.0, -0.1, 0.0))
    };
    world.add(desc).expect("a sound body")
}

/// A crate that moves with a turntable, `n` crates up, at a radius.
fn crate_on(world: &mut World, rate: f32, radius: f32, n: u32) -> BodyId {
    let desc = BodyDesc {
        velocity: Vec3::NEG_Z * rate * radius,
        angular_velocity: Vec3::Y * rate,
        ..BodyDesc::dynamic(
            block(0.2, 0.1, 0.2),
            at(radius, 0.051 + 0.101 * n as f32, 0.0),
        )
    };
    world.add(desc).expect("a sound body")
}

fn radius_of(world: &World, body: BodyId) -> f64 {
    let center = world[body].center();
    center.x.hypot(center.z)
}

/// Cause: friction saw no sliding as a step began, and the crate went straight for the step: outwards by r w^2 dt / 2 a second,
/// 16.7 mm at 2 rad/s.
#[test]
fn crates_stay_where_they_are_on_a_turntable() {
    for (rate, radius, crates) in [
        (0.5, 1.0, 1),
        (2.0, 1.0, 1),
        (-2.0, 1.0, 3),
        (1.0, 3.0, 1),
        (4.0, 0.3, 1),
    ] {
        let mut world = earth();
        turntable(&mut world, rate);
        let all: Vec<_> = (0..crates)
            .map(|n| crate_on(&mut world, rate, radius, n))
            .collect();
        run(&mut world, 1.0);
        let from: Vec<f64> = all.iter().map(|id| radius_of(&world, *id)).collect();
        run(&mut world, 10.0);
        for (id, from) in all.iter().zip(from) {
            let creep = (radius_of(&world, *id) - from).abs();
            assert!(creep < 3e-4, "{creep} m at {rate} rad/s");
            // It has turned with the table.
            let turned = world[*id].pose().rotation().as_dquat();
            let expected = DQuat::from_rotation_y(f64::from(rate) * 11.0);
            let off = turned.angle_between(expected);
            assert!(off < 0.01, "{off} rad at {rate} rad/s");
        }
    }
}

#[test]
fn a_crate_flies_off_a_turntable_that_is_too_fast_for_its_friction() {
    // 0.6 g are 5.9 m/s^2: enough for 2.42 rad/s at 1 m.
    for (rate, holds) in [(2.3_f32, true), (2.6, false)] {
        let mut world = earth();
        turntable(&mut world, rate);
        let body = crate_on(&mut world, rate, 1.0, 0);
        run(&mut world, 2.0);
        let off = (radius_of(&world, body) - 1.0).abs();
        assert_eq!(off < 0.01, holds, "{off} m at {rate} rad/s");
    }
}

/// The surface turns, and the body does not.
#[test]
fn a_crate_stays_where_it_is_on_a_belt_that_turns() {
    let mut world = earth();
    let desc = BodyDesc {
        surface_spin: Vec3::Y * 2.0,
        ..BodyDesc::fixed(disc(4.0), at(0.0, -0.1, 0.0))
    };
    world.add(desc).expect("a sound body");
    let body = crate_on(&mut world, 2.0, 1.0, 0);
    run(&mut world, 1.0);
    let from = radius_of(&world, body);
    run(&mut world, 10.0);
    let creep = (radius_of(&world, body) - from).abs();
    assert!(creep < 3e-4, "{creep} m");
}

/// A carousel that can be moved, on a motor.
#[test]
fn a_crate_stays_where_it_is_on_a_carousel() {
    let mut world = earth();
    let carousel = add(
        &mut world,
        disc(2.0),
        at(0.0, -0.1, 0.0),
        200.0,
        MaterialId::DEFAULT,
    );
    let hinge = JointDesc::hinge(carousel, None, Vec3::Y * -0.1, Vec3::Y);
    join(&mut world, hinge.with_speed(2.0, 2000.0));
    let body = crate_on(&mut world, 2.0, 1.0, 0);
    run(&mut world, 2.0);
    let from = radius_of(&world, body);
    run(&mut world, 10.0);
    let creep = (radius_of(&world, body) - from).abs();
    assert!(creep < 3e-4, "{creep} m");
}

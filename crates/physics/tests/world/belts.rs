//! Surfaces that move over their bodies: belts and turntables.

use dodgem_physics::{BodyDesc, BodyKind, LockedAxes, Mass, MaterialId};
use glam::Vec3;

use crate::scene::*;

#[test]
fn a_belt_carries_boxes_at_its_speed() {
    // The belts: on a floor that stands, on one that moves the other way, and one so slow that its boxes seem to rest.
    for (speed, floor_speed) in [(1.0, 0.0), (2.0, -0.5), (0.01, 0.0)] {
        let mut world = earth();
        let belt = BodyDesc {
            kind: BodyKind::Kinematic,
            velocity: Vec3::X * floor_speed,
            surface_velocity: Vec3::X * speed,
            ..BodyDesc::fixed(block(100.0, 1.0, 4.0), at(0.0, -0.5, 0.0))
        };
        world.add(belt).expect("a belt");
        let mut boxes = Vec::new();
        for i in 0..5 {
            let place = at(1.2 * i as f32 - 20.0, 0.251 + 0.05 * i as f32, 0.3);
            let material = MaterialId::default();
            boxes.push(add(&mut world, block(0.5, 0.5, 0.5), place, 4.0, material));
        }
        run(&mut world, 3.0);
        for id in boxes {
            let velocity = world[id].velocity();
            let wanted = f64::from(speed + floor_speed);
            assert!(
                (velocity.x - wanted).abs() < 0.01 * f64::from(speed),
                "{velocity} for {wanted}"
            );
            assert!(velocity.y.abs() < 1e-3 && velocity.z.abs() < 1e-3);
            assert!(!world[id].is_asleep());
        }
        assert_eq!(world.report().overlapping, 0);
    }
}

/// The belt of a body that may move pushes that body back: momentum stays.
#[test]
fn a_belt_pushes_its_body_back() {
    let mut world = earth();
    let smooth = surface(&mut world, 0.0, 0.0);
    let rough = surface(&mut world, 0.0, 1.0);
    add_floor(&mut world, smooth);
    let (smooth_rough, full) = (smooth, rough);
    let frictionless = *world.materials().get(smooth_rough).expect("it is there");
    world
        .materials_mut()
        .set_pair(smooth_rough, full, frictionless)
        .expect("both are there");
    let sled = BodyDesc {
        mass: Mass::Kilograms(10.0),
        material: rough,
        surface_velocity: Vec3::X * 2.0,
        ..BodyDesc::dynamic(block(8.0, 0.4, 2.0), at(0.0, 0.201, 0.0))
    };
    let sled = world.add(sled).expect("a sled");
    let load = add(
        &mut world,
        block(0.5, 0.5, 0.5),
        at(-1.0, 0.652, 0.0),
        10.0,
        rough,
    );
    run(&mut world, 1.0);
    let (under, on) = (world[sled].velocity().x, world[load].velocity().x);
    // 10 kg each: half of the speed for each.
    assert!((on - under - 2.0).abs() < 0.02, "{on} and {under}");
    assert!((on + under).abs() < 0.02, "{on} and {under}");
}

/// The turntable turns at half a radian a second: a box 1.5 m from its middle goes at 0.75 m/s around.
#[test]
fn a_turntable_carries_boxes_around() {
    let mut world = earth();
    let table = BodyDesc {
        surface_spin: Vec3::Y * 0.5,
        ..BodyDesc::fixed(block(8.0, 1.0, 8.0), at(3.0, -0.5, 2.0))
    };
    world.add(table).expect("a turntable");
    let body = add(
        &mut world,
        block(0.4, 0.2, 0.4),
        at(4.5, 0.101, 2.0),
        3.0,
        MaterialId::default(),
    );
    run(&mut world, 4.0);
    let from = world[body].center() - glam::DVec3::new(3.0, 0.0, 2.0);
    let around = glam::DVec3::Y.cross(from) * 0.5;
    let velocity = world[body].velocity();
    assert!(
        (velocity - around).length() < 0.03 * around.length(),
        "{velocity} for {around}"
    );
    let spin = world[body].angular_velocity().y;
    assert!((spin - 0.5).abs() < 0.01, "{spin}");
    // Hardly any farther from the middle: friction holds 0.375 m/s^2.
    let radius = from.with_y(0.0).length();
    assert!((radius - 1.5).abs() < 0.05, "{radius}");
    // 4 s at 0.5 rad/s, less the loss while it comes up to speed: v / (mu g) / 2 at half a radian a second.
    let angle = f64::atan2(-from.z, from.x);
    assert!((angle - 2.0).abs() < 0.08, "{angle}");
}

/// A ball that cannot turn falls at 4 m/s on a fast belt: the impulse along the belt is the friction's share of the
/// one along the normal, 0.2 * (1 + 0.5) * 4 m/s.
#[test]
fn an_impact_feels_the_belt() {
    let mut world = empty();
    let material = surface(&mut world, 0.5, 0.2);
    let belt = BodyDesc {
        material,
        surface_velocity: Vec3::Z * 10.0,
        ..BodyDesc::fixed(block(9.0, 1.0, 9.0), at(0.0, -0.5, 0.0))
    };
    world.add(belt).expect("a belt");
    let falling = BodyDesc {
        material,
        locked: LockedAxes::ROTATION,
        velocity: Vec3::NEG_Y * 4.0,
        ..BodyDesc::dynamic(ball(0.2), at(0.0, 1.0, 0.0))
    };
    let falling = world.add(falling).expect("a ball");
    run(&mut world, 0.5);
    let velocity = world[falling].velocity();
    assert!(
        (velocity - glam::DVec3::new(0.0, 2.0, 1.2)).length() < 1e-3,
        "{velocity}"
    );
}

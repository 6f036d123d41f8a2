//! Bodies that stand on ground that turns or slopes: they must not creep.

use dodgem_collide::shape::Cylinder;
use dodgem_collide::{Shape, math::Pose};
use dodgem_physics::{
    BodyDesc, BodyId, BodyKind, Controls, JointDesc, Mass, Material, MaterialId, VehicleId,
    VehicleSettings, World,
};
use glam::{DQuat, Quat, Vec3};

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

/// A car on a slope about x, turned about the slope's normal.
fn car_on_slope(angle: f64, yaw: f32, brake: bool) -> (World, BodyId) {
    let mut world = earth();
    let slope = turned(Vec3::ZERO, Vec3::X, angle);
    let place = |turn: Quat, height: f32| {
        let up = slope.transform_vector(Vec3::Y);
        Pose::new(slope.rotation() * turn, up * height).expect("a pose")
    };
    let ground = BodyDesc::fixed(block(200.0, 1.0, 200.0), place(Quat::IDENTITY, -0.5));
    world.add(ground).expect("a sound body");
    let (body, car) = add_car(&mut world, place(Quat::from_rotation_y(yaw), 0.42));
    let controls = Controls {
        brake,
        ..Controls::default()
    };
    world.drive(car, controls).expect("a car");
    (world, body)
}

fn add_car(world: &mut World, pose: Pose) -> (BodyId, VehicleId) {
    let desc = BodyDesc {
        mass: Mass::Kilograms(200.0),
        ..BodyDesc::dynamic(block(1.2, 0.5, 1.8), pose)
    };
    let body = world.add(desc).expect("a sound body");
    let car = world.add_vehicle(body, VehicleSettings::default());
    (body, car.expect("sound settings"))
}

/// Cause: the tyres stopped the velocity of the step's beginning, and gravity gave the car g sin(a) dt more: 14 mm/s for ever.
#[test]
fn a_parked_car_stands_on_a_slope() {
    use std::f32::consts::FRAC_PI_2;
    for (degrees, yaw, brake) in [
        (10.0_f64, 0.0, true),
        (10.0, FRAC_PI_2, false),
        (10.0, 0.7, true),
        (25.0, 0.0, true),
        (25.0, 0.7, true),
        // Rolling friction alone holds it: 0.4 m/s^2 are 2.3 degrees.
        (2.0, 0.0, false),
    ] {
        let (mut world, body) = car_on_slope(degrees.to_radians(), yaw, brake);
        run(&mut world, 3.0);
        let (from, turned) = (world[body].center(), world[body].pose().rotation());
        run(&mut world, 10.0);
        let creep = world[body].center().distance(from);
        let turn = world[body].pose().rotation().angle_between(turned);
        assert!(
            creep < 1e-5 && turn < 1e-3,
            "{creep} m, {turn} rad: {degrees}, {yaw}"
        );
    }
}

#[test]
fn a_car_slides_down_what_is_too_steep_for_its_grip() {
    // The grip is 1: 45 degrees. Across its wheels it is pulled by g (sin a - cos a) then.
    let angle = 47_f64.to_radians();
    let (mut world, body) = car_on_slope(angle, std::f32::consts::FRAC_PI_2, false);
    run(&mut world, 1.0);
    let from = world[body].velocity().length();
    run(&mut world, 1.0);
    let gained = world[body].velocity().length() - from;
    let pull = 9.81 * (angle.sin() - angle.cos());
    assert!((gained / pull - 1.0).abs() < 0.1, "{gained} for {pull} m/s");
}

#[test]
fn a_parked_car_turns_with_its_turntable() {
    let mut world = earth();
    turntable(&mut world, 0.5);
    let (body, car) = add_car(&mut world, at(2.5, 0.42, 0.0));
    (world.set_velocity(body, Vec3::NEG_Z * 1.25, Vec3::Y * 0.5)).expect("a body");
    let controls = Controls {
        brake: true,
        ..Controls::default()
    };
    world.drive(car, controls).expect("a car");
    run(&mut world, 10.0);
    let creep = (radius_of(&world, body) - 2.5).abs();
    let expected = DQuat::from_rotation_y(5.0);
    let off = (world[body].pose().rotation().as_dquat()).angle_between(expected);
    assert!(creep < 1e-3 && off < 5e-3, "{creep} m, {off} rad");
}

/// A parked car sleeps on a slope, and wakes as soon as anything is done that moves it.
#[test]
fn a_parked_car_sleeps_until_something_changes_under_it_or_in_it() {
    let angle = 15_f64.to_radians();
    let parked = || {
        let (mut world, body) = car_on_slope(angle, 0.0, true);
        run(&mut world, 3.0);
        assert!(world[body].is_asleep());
        (world, body)
    };
    let (mut world, body) = parked();
    let car = world.vehicles().next().expect("a car").0;
    let ground = world.bodies().next().expect("the ground").id();
    let icy = Material {
        grip: 0.0,
        ..Material::default()
    };
    type Change<'c> = (&'c str, &'c dyn Fn(&mut World));
    let changes: [Change; 5] = [
        ("the brake is off", &|w| {
            w.drive(car, Controls::default()).expect("a car");
        }),
        ("the ground is gone", &|w| w.remove(ground).expect("a body")),
        ("the ground has moved", &|w| {
            (w.set_pose(ground, &at(0.0, -90.0, 0.0))).expect("a body");
        }),
        ("the ground is ice", &|w| {
            (w.materials_mut().set(MaterialId::DEFAULT, icy)).expect("a material");
        }),
        ("the wheels are off", &|w| {
            w.remove_vehicle(car).expect("a car");
        }),
    ];
    let snapshot = world.snapshot();
    for (name, change) in changes {
        world.restore(&snapshot).expect("a sound snapshot");
        let from = world[body].center();
        change(&mut world);
        run(&mut world, 0.5);
        let way = world[body].center().distance(from);
        // Rolling, it is held by 0.4 m/s^2; the others fall or slide freely.
        assert!(way > 0.1, "{way} m after {name}");
    }
    world.restore(&snapshot).expect("a sound snapshot");
    (world.set_material(ground, MaterialId::DEFAULT)).expect("a body");
    run(&mut world, 2.0);
    assert!(world[body].is_asleep());
}

/// A car belongs to the island of the body that carries it.
#[test]
fn a_car_sleeps_and_wakes_with_the_raft_that_it_stands_on() {
    let mut world = earth();
    add_floor(&mut world, MaterialId::DEFAULT);
    let raft = add(
        &mut world,
        block(4.0, 0.2, 4.0),
        at(0.0, 0.101, 0.0),
        300.0,
        MaterialId::DEFAULT,
    );
    let (body, car) = add_car(&mut world, at(0.0, 0.63, 0.0));
    let controls = Controls {
        brake: true,
        ..Controls::default()
    };
    world.drive(car, controls).expect("a car");
    run(&mut world, 4.0);
    assert!(world[raft].is_asleep() && world[body].is_asleep());
    world
        .set_velocity(raft, Vec3::X, Vec3::ZERO)
        .expect("a body");
    world.step();
    assert!(!world[raft].is_asleep() && !world[body].is_asleep());
}

//! Parked cars: slopes, turntables, sleep.

use super::*;
use dodgem_collide::shape::Cylinder;
use dodgem_physics::BodyKind;
use glam::DQuat;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// A car on a slope about x, turned about the slope's normal.
fn car_on_slope(angle: f64, yaw: f32, controls: Controls) -> (Traffic, BodyId) {
    let mut traffic = Traffic::new();
    let slope = slope_of(angle);
    let ground = BodyDesc::fixed(block(200.0, 1.0, 200.0), on(&slope, Quat::IDENTITY, -0.5));
    traffic.world.add(ground).expect("a sound body");
    let place = on(&slope, Quat::from_rotation_y(yaw), 0.42);
    let body = traffic.add_car(place, MaterialId::DEFAULT, VehicleSettings::default());
    traffic.drive(0, controls);
    (traffic, body)
}

/// A turn about x.
fn slope_of(angle: f64) -> Pose {
    let (sine, cosine) = (angle * 0.5).sin_cos();
    let turn = DQuat::from_xyzw(sine, 0.0, 0.0, cosine);
    Pose::new(turn.as_quat(), Vec3::ZERO).expect("a pose")
}

/// A place at a height over a slope, in metres.
fn on(slope: &Pose, turn: Quat, height: f32) -> Pose {
    let up = slope.transform_vector(Vec3::Y);
    Pose::new(slope.rotation() * turn, up * height).expect("a pose")
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
        let controls = if brake { braking() } else { control(0.0, 0.0) };
        let (mut traffic, body) = car_on_slope(degrees.to_radians(), yaw, controls);
        traffic.run(3.0);
        let (from, turned) = (
            traffic.world[body].center(),
            traffic.world[body].pose().rotation(),
        );
        traffic.run(10.0);
        let creep = traffic.world[body].center().distance(from);
        let turn = traffic.world[body].pose().rotation().angle_between(turned);
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
    let (mut traffic, body) = car_on_slope(angle, std::f32::consts::FRAC_PI_2, control(0.0, 0.0));
    traffic.run(1.0);
    let from = traffic.world[body].velocity().length();
    traffic.run(1.0);
    let gained = traffic.world[body].velocity().length() - from;
    let pull = 9.81 * (angle.sin() - angle.cos());
    assert!((gained / pull - 1.0).abs() < 0.1, "{gained} for {pull} m/s");
}

#[test]
fn a_parked_car_turns_with_its_turntable() {
    let mut traffic = Traffic::new();
    let disc = Shape::Cylinder(Cylinder::new(0.1, 4.0).expect("a size"));
    let table = BodyDesc {
        kind: BodyKind::Kinematic,
        angular_velocity: Vec3::Y * 0.5,
        ..BodyDesc::fixed(disc, at(0.0, -0.1, 0.0))
    };
    traffic.world.add(table).expect("a sound body");
    let settings = VehicleSettings::default();
    let body = traffic.add_car(at(2.5, 0.42, 0.0), MaterialId::DEFAULT, settings);
    let world = &mut traffic.world;
    (world.set_velocity(body, Vec3::NEG_Z * 1.25, Vec3::Y * 0.5)).expect("a body");
    traffic.drive(0, braking());
    traffic.run(10.0);
    let body = &traffic.world[body];
    let creep = (body.center().x.hypot(body.center().z) - 2.5).abs();
    let expected = DQuat::from_rotation_y(5.0);
    let off = body.pose().rotation().as_dquat().angle_between(expected);
    assert!(creep < 1e-3 && off < 5e-3, "{creep} m, {off} rad");
}

/// A parked car sleeps on a slope, and wakes as soon as anything is done that moves it.
#[test]
fn a_parked_car_sleeps_until_something_changes_under_it_or_in_it() {
    let (mut traffic, body) = car_on_slope(15_f64.to_radians(), 0.0, braking());
    traffic.run(3.0);
    assert!(traffic.world[body].is_asleep());
    let ground = traffic.world.bodies().next().expect("the ground").id();
    let icy = Material {
        grip: 0.0,
        ..Material::default()
    };
    type Change<'c> = (&'c str, &'c dyn Fn(&mut Traffic));
    let changes: [Change; 5] = [
        ("the brake is off", &|t| t.drive(0, Controls::default())),
        ("the ground is gone", &|t| {
            t.world.remove(ground).expect("a body");
        }),
        ("the ground has moved", &|t| {
            let away = at(0.0, -90.0, 0.0);
            t.world.set_pose(ground, &away).expect("a body");
        }),
        ("the ground is ice", &|t| {
            let table = t.world.materials_mut();
            table.set(MaterialId::DEFAULT, icy).expect("a material");
        }),
        ("the wheels are off", &|t| {
            let car = t.cars.pop().expect("a car");
            t.world.wake(car.body()).expect("a body");
        }),
    ];
    let (snapshot, cars) = (traffic.world.snapshot(), traffic.cars.clone());
    let restore = |traffic: &mut Traffic| {
        traffic.world.restore(&snapshot).expect("a sound snapshot");
        traffic.cars.clone_from(&cars);
    };
    for (name, change) in changes {
        restore(&mut traffic);
        let from = traffic.world[body].center();
        change(&mut traffic);
        traffic.run(0.5);
        let way = traffic.world[body].center().distance(from);
        // Rolling, it is held by 0.4 m/s^2; the others fall or slide freely.
        assert!(way > 0.1, "{way} m after {name}");
    }
    restore(&mut traffic);
    (traffic.world.set_material(ground, MaterialId::DEFAULT)).expect("a body");
    traffic.run(2.0);
    assert!(traffic.world[body].is_asleep());
}

/// A car belongs to the island of the body that carries it.
#[test]
fn a_car_sleeps_and_wakes_with_the_raft_that_it_stands_on() {
    let mut traffic = Traffic::new();
    traffic.add_floor(MaterialId::DEFAULT);
    let raft = BodyDesc {
        mass: Mass::Kilograms(300.0),
        ..BodyDesc::dynamic(block(4.0, 0.2, 4.0), at(0.0, 0.101, 0.0))
    };
    let raft = traffic.world.add(raft).expect("a sound body");
    let settings = VehicleSettings::default();
    let body = traffic.add_car(at(0.0, 0.63, 0.0), MaterialId::DEFAULT, settings);
    traffic.drive(0, braking());
    traffic.run(4.0);
    let asleep = |traffic: &Traffic| [raft, body].map(|id| traffic.world[id].is_asleep());
    assert_eq!(asleep(&traffic), [true; 2]);
    (traffic.world.set_velocity(raft, Vec3::X, Vec3::ZERO)).expect("a body");
    traffic.step();
    assert_eq!(asleep(&traffic), [false; 2]);
}

/// A car that is braked stays where it is on any slope, turned anyhow, with any wheels and load.
#[test]
fn a_braked_car_stays_where_it_is() {
    let mut random = Pcg32::seed_from_u64(7);
    for _ in 0..24 {
        let angle = random.random_range(0.0_f64..25.0).to_radians();
        let controls = Controls {
            steer: random.random_range(-1.0..1.0),
            ..braking()
        };
        let (mut traffic, body) = car_on_slope(angle, random.random_range(0.0..6.3), controls);
        let mass = Mass::Kilograms(random.random_range(100.0..400.0));
        traffic.world.set_mass(body, mass).expect("a body");
        traffic.run(3.0);
        let from = traffic.world[body].center();
        traffic.run(4.0);
        let creep = traffic.world[body].center().distance(from);
        let is_asleep = traffic.world[body].is_asleep();
        assert!(
            creep < 1e-4 && is_asleep,
            "{creep} m at {angle} rad, asleep: {is_asleep}"
        );
    }
}

//! Limits of joints that motors or forces press against, and angles of more than half a turn, against known answers.

use std::f64::consts::PI;

use dodgem_physics::{BodyDesc, BodyId, JointDesc, JointId, Motor, Settings, Spring, World};
use glam::Vec3;

use crate::scene::{add, at, block, join, with};

const STONE: dodgem_physics::MaterialId = dodgem_physics::MaterialId::DEFAULT;
const STEP: f64 = 1.0 / 120.0;

/// A world without gravity and air.
fn space() -> World {
    with(Settings {
        gravity: Vec3::ZERO,
        air_density: 0.0,
        ..Settings::default()
    })
}

fn place(world: &World, joint: JointId) -> f64 {
    world.joint_position(joint).expect("it has a coordinate")
}

/// Runs `steps` steps. Returns the least and the greatest coordinate, and the longest way in a step.
fn follow(world: &mut World, joint: JointId, steps: u32) -> ([f64; 2], f64) {
    let mut last = place(world, joint);
    let (mut range, mut longest) = ([last; 2], 0.0_f64);
    for _ in 0..steps {
        world.step();
        let now = place(world, joint);
        assert!(now.is_finite());
        range = [range[0].min(now), range[1].max(now)];
        longest = longest.max((now - last).abs());
        last = now;
    }
    (range, longest)
}

fn bar(world: &mut World, edges: Vec3, center: Vec3, kilograms: f32) -> BodyId {
    let shape = block(edges.x, edges.y, edges.z);
    add(
        world,
        shape,
        at(center.x, center.y, center.z),
        kilograms,
        STONE,
    )
}

#[test]
fn a_speed_motor_that_reaches_a_limit_stops_there() {
    for side in [1.0_f32, -1.0] {
        let mut world = space();
        let piston = bar(&mut world, Vec3::new(1.0, 0.1, 0.1), Vec3::ZERO, 2.0);
        let slider = JointDesc::slider(piston, None, Vec3::ZERO, Vec3::X);
        let slider = join(
            &mut world,
            slider.with_limits(-1.0, 1.0).with_speed(side, 10.0),
        );
        let ([least, greatest], longest) = follow(&mut world, slider, 360);
        assert!(
            least > -1.0 - 1e-6 && greatest < 1.0 + 1e-6,
            "{least} {greatest}"
        );
        assert!((place(&world, slider) - f64::from(side)).abs() < 1e-6);
        assert!(longest < 1.01 * STEP, "{longest}");
        // At the stop the motor pushes, the limit holds against it, and both together do nothing.
        assert!(world.joint(slider).expect("it is there").force().length() < 0.1);
    }
}

/// Oracle: a motor at its target speed when it reaches the stop, hinged through its own centre and out in space.
#[test]
fn a_motor_and_a_limit_of_one_hinge_hold_together() {
    let mut world = space();
    let body = bar(&mut world, Vec3::new(0.8, 0.5, 0.4), Vec3::ZERO, 4.0);
    let hinge = JointDesc::hinge(body, None, Vec3::ZERO, Vec3::Z);
    let hinge = join(
        &mut world,
        hinge.with_limits(-0.5, 0.5).with_speed(-3.0, 20.0),
    );
    let (_, longest) = follow(&mut world, hinge, 600);
    assert!(
        (place(&world, hinge) + 0.5).abs() < 1e-6,
        "{}",
        place(&world, hinge)
    );
    assert!(longest < 3.01 * STEP, "{longest}");

    let mut world = space();
    let small = bar(&mut world, Vec3::new(0.8, 0.5, 0.4), Vec3::X, 4.0);
    let large = bar(&mut world, Vec3::ONE, Vec3::NEG_X, 40.0);
    let hinge = JointDesc::hinge(small, Some(large), Vec3::ZERO, Vec3::Z);
    let hinge = join(
        &mut world,
        hinge.with_limits(-0.5, 0.5).with_speed(-3.0, 20.0),
    );
    let (_, longest) = follow(&mut world, hinge, 600);
    assert!(
        (place(&world, hinge) + 0.5).abs() < 1e-5,
        "{}",
        place(&world, hinge)
    );
    assert!(longest < 3.01 * STEP, "{longest}");
    assert!(world.momentum().length() < 1e-9);
}

/// A reversed motor leaves its limit if it is stronger than the force that presses the body there, and not otherwise.
#[test]
fn a_motor_leaves_its_limit_if_it_is_strong_enough() {
    let to = |target, max_force| Some(Motor::Velocity { target, max_force });
    let mut world = space();
    let piston = bar(&mut world, Vec3::splat(0.2), Vec3::ZERO, 2.0);
    let slider = JointDesc::slider(piston, None, Vec3::ZERO, Vec3::X);
    let slider = join(
        &mut world,
        slider.with_limits(-0.5, 0.5).with_speed(1.0, 1e9),
    );
    let mut run = |motor, pull: f64, steps: u32| {
        world.set_joint_motor(slider, motor).expect("it is there");
        for _ in 0..steps {
            world
                .add_force(piston, glam::DVec3::X * pull)
                .expect("it is there");
            world.step();
        }
        place(&world, slider)
    };
    assert!((run(to(1.0, 1e9), 0.0, 240) - 0.5).abs() < 1e-6);
    assert!((run(to(-1.0, 40.0), 50.0, 240) - 0.5).abs() < 1e-6);
    // A tenth of a second at 1 m/s, after 2 kg have got there by 10 N.
    let place = run(to(-1.0, 60.0), 50.0, 36);
    assert!((place - (0.5 - 0.2)).abs() < 0.01, "{place}");
    assert!((run(to(-1.0, f32::INFINITY), 50.0, 240) + 0.5).abs() < 1e-6);
    assert!((run(to(1.0, f32::INFINITY), -50.0, 240) - 0.5).abs() < 1e-6);
}

/// The limit is on one hinge of a door, the motor on the other: together they hold one coordinate.
#[test]
fn a_motor_stops_at_the_limit_of_another_joint_of_its_bodies() {
    let mut world = space();
    let door = bar(&mut world, Vec3::new(1.0, 2.0, 0.1), Vec3::X * 0.5, 20.0);
    let hinge = |y: f32| JointDesc::hinge(door, None, Vec3::Y * y, Vec3::Y);
    let upper = join(&mut world, hinge(0.8).with_limits(-1.0, 1.0));
    join(&mut world, hinge(-0.8).with_speed(2.0, 100.0));
    let (_, longest) = follow(&mut world, upper, 600);
    assert!(
        (place(&world, upper) - 1.0).abs() < 1e-3,
        "{}",
        place(&world, upper)
    );
    assert!(longest < 2.1 * STEP, "{longest}");
}

/// The arm of the catapult in levels/sandbox, without the stone: 60 kg on a hinge 1.8 m from its middle.
#[test]
fn the_arm_of_a_catapult_comes_down_and_stays_at_either_end() {
    let speed = 230.0_f64.to_radians();
    for gravity in [0.0, -9.81] {
        let mut world = with(Settings {
            gravity: Vec3::Y * gravity,
            air_density: 0.0,
            ..Settings::default()
        });
        let arm = bar(
            &mut world,
            Vec3::new(4.4, 0.16, 0.4),
            Vec3::new(-17.0, 0.6, 0.0),
            60.0,
        );
        let hinge = JointDesc::hinge(arm, None, Vec3::new(-15.2, 0.6, 0.0), Vec3::Z);
        let hinge = hinge.with_limits(-55.0_f32.to_radians(), 0.0);
        let hinge = join(&mut world, hinge.with_speed(-speed as f32, 20_000.0));
        for (target, stop) in [
            (-speed, -55.0_f64.to_radians()),
            (speed, 0.0),
            (-speed, -55.0_f64.to_radians()),
        ] {
            let motor = Motor::Velocity {
                target: target as f32,
                max_force: 20_000.0,
            };
            world
                .set_joint_motor(hinge, Some(motor))
                .expect("it is there");
            let ([least, greatest], longest) = follow(&mut world, hinge, 240);
            assert!(
                least > -55.0_f64.to_radians() - 1e-3 && greatest < 1e-3,
                "{least} {greatest}"
            );
            assert!(longest < 1.02 * speed * STEP, "{longest}");
            assert!(
                (place(&world, hinge) - stop).abs() < 1e-3,
                "{}",
                place(&world, hinge)
            );
        }
    }
}

/// A bar that turns about y by a joint. Returns the angle that it has turned in 10 s, the fastest spin, and that in the end.
fn turn(joint: impl Fn(BodyId) -> JointDesc, spin: f32) -> [f64; 4] {
    let mut world = space();
    let body = bar(&mut world, Vec3::new(0.05, 0.5, 0.05), Vec3::Y * 0.5, 2.0);
    let joint = join(&mut world, joint(body));
    world
        .set_velocity(body, Vec3::ZERO, Vec3::Y * spin)
        .expect("it is there");
    let (mut turned, mut last, mut fastest) = (0.0, 0.0, 0.0_f64);
    for _ in 0..1200 {
        world.step();
        let rotation = world[body].pose().rotation().as_dquat();
        let angle = 2.0 * libm::atan2(rotation.y, rotation.w);
        turned += (angle - last + PI).rem_euclid(2.0 * PI) - PI;
        last = angle;
        fastest = fastest.max(world[body].angular_velocity().length());
    }
    let end = world[body].angular_velocity().length();
    [turned, place(&world, joint), fastest, end]
}

#[test]
fn limits_beyond_half_a_turn_hold() {
    let hinge = |body| JointDesc::hinge(body, None, Vec3::ZERO, Vec3::Y);
    let ball = |body| JointDesc {
        axis: Vec3::Y,
        ..JointDesc::ball(body, None, Vec3::ZERO)
    };
    type Make = Box<dyn Fn(BodyId) -> JointDesc>;
    let cases: [(Make, f64); 6] = [
        (
            Box::new(move |b| hinge(b).with_limits(0.0, 4.712).with_speed(2.0, 50.0)),
            4.712,
        ),
        (
            Box::new(move |b| hinge(b).with_limits(-0.1745, 3.4907).with_speed(2.0, 50.0)),
            3.4907,
        ),
        (
            Box::new(move |b| hinge(b).with_limits(-15.0, 0.0).with_speed(-2.0, 50.0)),
            -15.0,
        ),
        (
            Box::new(move |b| {
                hinge(b)
                    .with_limits(-PI as f32, PI as f32)
                    .with_speed(2.0, 50.0)
            }),
            PI,
        ),
        (
            Box::new(move |b| ball(b).with_limits(0.0, 4.0).with_speed(2.0, 50.0)),
            4.0,
        ),
        (
            Box::new(move |b| ball(b).with_limits(-17.0, 17.0).with_speed(-2.0, 50.0)),
            -17.0,
        ),
    ];
    for (number, (joint, angle)) in cases.iter().enumerate() {
        let [turned, coordinate, fastest, end] = turn(joint, 0.0);
        assert!(
            (turned - angle).abs() < 1e-3,
            "{number}: {turned} for {angle}"
        );
        assert!((coordinate - turned).abs() < 1e-4, "{number}: {coordinate}");
        assert!(fastest < 2.01 && end < 1e-6, "{number}: {fastest} {end}");
    }
    // Thrown, without a motor: it stops dead.
    for limit in [3.1_f32, 7.0, 1000.0 / 57.3] {
        let [turned, coordinate, fastest, end] =
            turn(|b| hinge(b).with_limits(-limit, limit), 16.0);
        assert!(
            (turned - f64::from(limit)).abs() < 1e-3,
            "{turned} for {limit}"
        );
        assert!((coordinate - turned).abs() < 1e-4);
        assert!(fastest < 16.01 && end < 1e-6, "{fastest} {end}");
    }
}

/// 100 rad/s turn it 16 times in a second.
#[test]
fn turns_are_counted_however_fast_and_in_snapshots() {
    let mut world = space();
    let wheel = BodyDesc {
        damping: [0.0; 2],
        ..BodyDesc::dynamic(block(0.5, 0.5, 0.5), at(0.0, 0.0, 0.0))
    };
    let wheel = world.add(wheel).expect("a sound body");
    let hinge = join(
        &mut world,
        JointDesc::hinge(wheel, None, Vec3::ZERO, Vec3::Y),
    );
    world
        .set_velocity(wheel, Vec3::ZERO, Vec3::Y * 100.0)
        .expect("it is there");
    let unturned = world.state_hash();
    let snapshot = world.snapshot();
    for _ in 0..120 {
        world.step();
    }
    assert!(
        (place(&world, hinge) - 100.0).abs() < 1e-2,
        "{}",
        place(&world, hinge)
    );
    let later = world.snapshot();
    world.restore(&snapshot).expect("it is of this world");
    assert_eq!((place(&world, hinge), world.state_hash()), (0.0, unturned));
    world.restore(&later).expect("it is of this world");
    assert!((place(&world, hinge) - 100.0).abs() < 1e-2);
    // Limits count those turns as well: it goes back to them.
    world.set_sleep(wheel, false).expect("it is there");
    world
        .set_velocity(wheel, Vec3::ZERO, Vec3::ZERO)
        .expect("it is there");
    world
        .set_joint_limits(hinge, Some([90.0, 91.0]))
        .expect("it is there");
    let (_, longest) = follow(&mut world, hinge, 600);
    let end = place(&world, hinge);
    assert!((90.0 - 1e-6..91.0 + 1e-6).contains(&end), "{end}");
    assert!(longest < 4.1 * STEP, "{longest}");
}

#[test]
fn a_position_motor_goes_the_way_that_its_limits_leave_open() {
    let to = |degrees: f32| Motor::Position {
        spring: Spring {
            rest: degrees.to_radians(),
            hertz: 1.0,
            damping_ratio: 1.0,
        },
        max_force: 1e3,
    };
    let limit = 170_f32.to_radians();
    for limits in [Some([-limit, limit]), None] {
        let mut world = space();
        let body = bar(&mut world, Vec3::new(0.5, 0.05, 0.05), Vec3::X * 0.5, 2.0);
        let hinge = JointDesc {
            limits,
            ..JointDesc::hinge(body, None, Vec3::ZERO, Vec3::Z)
        };
        let hinge = join(&mut world, hinge);
        world.set_sleep(body, false).expect("it is there");
        for target in [-160.0, 160.0, 0.0, 165.0] {
            world
                .set_joint_motor(hinge, Some(to(target)))
                .expect("it is there");
            follow(&mut world, hinge, 1200);
            let degrees = place(&world, hinge).to_degrees();
            assert!(
                (degrees - f64::from(target)).abs() < 0.01,
                "{degrees} for {target}"
            );
        }
    }
    // 270 degrees are 270, not -90.
    let mut world = space();
    let body = bar(&mut world, Vec3::new(0.5, 0.05, 0.05), Vec3::X * 0.5, 2.0);
    world.set_sleep(body, false).expect("it is there");
    let hinge = JointDesc {
        motor: Some(to(270.0)),
        ..JointDesc::hinge(body, None, Vec3::ZERO, Vec3::Z)
    };
    let hinge = join(&mut world, hinge);
    let ([least, _], _) = follow(&mut world, hinge, 1200);
    assert!(least > -1e-3 && (place(&world, hinge).to_degrees() - 270.0).abs() < 0.01);
}

//! Joints against answers worked out by hand: what each kind leaves free, limits, motors, springs, loads.

use dodgem_physics::{
    BodyDesc, BodyId, BodyKind, JointDesc, JointError, JointId, JointKind, MaterialId, Motor,
    Settings, Spring, World,
};
use glam::{DVec3, Vec3};

use crate::scene::{add, add_floor, at, ball, block, earth, empty, run, with};

const STONE: MaterialId = MaterialId::DEFAULT;

fn join(world: &mut World, desc: JointDesc) -> JointId {
    world.add_joint(&desc).expect("a sound joint")
}

fn cube(world: &mut World, x: f32, y: f32, z: f32, kilograms: f32) -> BodyId {
    add(world, block(0.2, 0.2, 0.2), at(x, y, z), kilograms, STONE)
}

fn gap(world: &World, joint: JointId) -> f64 {
    world.joint_gap(joint).expect("it is there")
}

#[test]
fn a_ball_joint_holds_a_weight() {
    let mut world = earth();
    let body = cube(&mut world, 0.0, -1.0, 0.0, 3.0);
    let joint = join(&mut world, JointDesc::ball(body, None, Vec3::ZERO));
    run(&mut world, 0.3);
    let force = world.joint(joint).expect("there").force();
    assert!((force - Vec3::Y * 3.0 * 9.81).length() < 0.01, "{force}");
    assert!(gap(&world, joint) < 1e-6);
    run(&mut world, 1.0);
    assert!(world[body].is_asleep());
}

/// A rod of 2 m that is held level at its middle and at one end: a torque of half its weight at 1 m.
#[test]
fn a_fixed_joint_bears_the_torque_of_a_cantilever() {
    let mut world = earth();
    let beam = add(
        &mut world,
        block(2.0, 0.1, 0.1),
        at(1.0, 0.0, 0.0),
        4.0,
        STONE,
    );
    let joint = join(&mut world, JointDesc::fixed(beam, None, Vec3::ZERO));
    run(&mut world, 0.4);
    let joint = world.joint(joint).expect("there");
    assert!(
        (joint.force() - Vec3::Y * 4.0 * 9.81).length() < 0.01,
        "{}",
        joint.force()
    );
    // About the anchor: the weight's torque is -m g * 1 m about z, the joint holds against it.
    assert!(
        (joint.torque() - Vec3::Z * 4.0 * 9.81).length() < 0.02,
        "{}",
        joint.torque()
    );
    assert!(world[beam].center().distance(DVec3::X) < 1e-5);
}

#[test]
fn a_hinge_turns_about_its_axis_only() {
    let mut world = empty();
    let door = add(
        &mut world,
        block(1.0, 2.0, 0.05),
        at(0.5, 0.0, 0.0),
        20.0,
        STONE,
    );
    let joint = join(
        &mut world,
        JointDesc::hinge(door, None, Vec3::ZERO, Vec3::Y),
    );
    world
        .set_velocity(door, Vec3::new(0.0, 0.0, -1.0), Vec3::new(0.3, 2.0, -0.4))
        .unwrap();
    run(&mut world, 0.6);
    let spin = world[door].angular_velocity();
    assert!(
        spin.x.abs() < 1e-6 && spin.z.abs() < 1e-6 && spin.y > 1.0,
        "{spin}"
    );
    assert!(gap(&world, joint) < 1e-7);
    let angle = world.joint_position(joint).expect("an angle");
    // Steady: 0.6 s at that spin, but for the impulse of the first moment.
    assert!((angle - 0.6 * spin.y).abs() < 1e-3, "{angle}");
    let center = world[door].center();
    let there = DVec3::new(libm::cos(angle), 0.0, -libm::sin(angle)) * 0.5;
    assert!(center.distance(there) < 1e-6, "{center} {there}");
}

#[test]
fn a_slider_slides_along_its_axis_only_and_stops_at_its_limits() {
    let mut world = earth();
    let body = cube(&mut world, 0.0, 0.0, 0.0, 2.0);
    let slope = Vec3::new(1.0, -1.0, 0.0);
    let joint = join(
        &mut world,
        JointDesc {
            limits: Some([-0.1, 0.5]),
            ..JointDesc::slider(body, None, Vec3::new(0.3, 0.0, 0.1), slope)
        },
    );
    run(&mut world, 0.2);
    // g sin 45 degrees along the slope, without friction.
    let along = world.joint_position(joint).expect("a place");
    let expected = 0.5 * 9.81 * std::f64::consts::FRAC_1_SQRT_2 * 0.2 * 0.2;
    assert!(
        (along - expected).abs() < 1e-3 * expected,
        "{along} {expected}"
    );
    // Rows give way by a millionth: of 2 kg * g * 0.3 m / I a substep, half a rad/s.
    assert!(world[body].angular_velocity().length() < 1e-6);
    run(&mut world, 1.0);
    let along = world.joint_position(joint).expect("a place");
    assert!((along - 0.5).abs() < 1e-5, "{along}");
    let force = world.joint(joint).expect("there").force();
    assert!((force - Vec3::Y * 2.0 * 9.81).length() < 0.01, "{force}");
}

#[test]
fn a_rope_is_slack_until_it_is_taut_and_a_rod_is_both() {
    let mut world = earth();
    let body = cube(&mut world, 0.0, -0.5, 0.0, 2.0);
    let anchor = Vec3::new(0.0, -0.5, 0.0);
    let rope = join(
        &mut world,
        JointDesc::rope(body, anchor, None, Vec3::ZERO, 2.0),
    );
    run(&mut world, 0.25);
    // Free fall: 9.81 / 2 * 0.25^2 below where it was.
    let y = world[body].center().y;
    assert!((y + 0.5 + 9.81 / 2.0 * 0.0625).abs() < 1e-6, "{y}");
    assert_eq!(world.joint(rope).expect("there").force(), Vec3::ZERO);
    run(&mut world, 1.0);
    let y = world[body].center().y;
    assert!((y + 2.0).abs() < 1e-5, "{y}");
    let force = world.joint(rope).expect("there").force();
    assert!((force.y - 2.0 * 9.81).abs() < 0.01, "{force}");

    let mut world = earth();
    let body = cube(&mut world, 0.0, 1.0, 0.0, 2.0);
    let rod = join(
        &mut world,
        JointDesc::rod(body, Vec3::Y, None, Vec3::ZERO, 1.0),
    );
    // It stands on its head, as nothing disturbs it.
    run(&mut world, 0.3);
    let force = world.joint(rod).expect("there").force();
    assert!((force.y - 2.0 * 9.81).abs() < 0.01, "{force}");
    assert!((world[body].center().y - 1.0).abs() < 1e-6);
}

/// A spring of frequency f gives way by g / (2 pi f)^2 under a weight, whatever the mass.
#[test]
fn a_spring_gives_way_as_far_as_its_frequency_says() {
    for kilograms in [0.5, 50.0] {
        let mut world = earth();
        let body = cube(&mut world, 0.0, -1.0, 0.0, kilograms);
        let spring = Spring {
            rest: 1.0,
            hertz: 2.0,
            damping_ratio: 1.0,
        };
        let anchor = Vec3::new(0.0, -1.0, 0.0);
        join(
            &mut world,
            JointDesc::spring(body, anchor, None, Vec3::ZERO, spring),
        );
        run(&mut world, 4.0);
        let omega = std::f64::consts::TAU * 2.0;
        let expected = -1.0 - 9.81 / (omega * omega);
        let y = world[body].center().y;
        assert!((y - expected).abs() < 1e-4, "{y} {expected}");
    }
}

/// A spring without damping swings at its frequency.
#[test]
fn a_spring_swings_at_its_frequency() {
    let mut world = empty();
    let body = cube(&mut world, 1.1, 0.0, 0.0, 2.0);
    let spring = Spring {
        rest: 1.0,
        hertz: 1.0,
        damping_ratio: 0.0,
    };
    join(
        &mut world,
        JointDesc::spring(body, Vec3::X * 1.1, None, Vec3::ZERO, spring),
    );
    run(&mut world, 1.0);
    let x = world[body].center().x;
    assert!((x - 1.1).abs() < 2e-3, "{x} after one swing");
    run(&mut world, 0.5);
    let x = world[body].center().x;
    assert!((x - 0.9).abs() < 3e-3, "{x} after one and a half");
}

#[test]
fn a_motor_reaches_its_speed() {
    for (target, max_force) in [(3.0, 50.0), (-20.0, 50.0)] {
        let mut world = empty();
        let wheel = add(
            &mut world,
            block(1.0, 0.1, 0.1),
            at(0.0, 0.0, 0.0),
            12.0,
            STONE,
        );
        let motor = Some(Motor::Velocity { target, max_force });
        let hinge = JointDesc::hinge(wheel, None, Vec3::ZERO, Vec3::Z);
        let joint = join(&mut world, JointDesc { motor, ..hinge });
        // I = m (1 + .01) / 12 = 1.01 kg m^2: for a tenth of a second it gains 50 / 1.01 rad/s^2.
        run(&mut world, 0.05);
        let spin = world[wheel].angular_velocity().z;
        let gained = (50.0 / 1.01 * 0.05_f64).min(f64::from(target.abs()));
        assert!(
            (spin.abs() - gained).abs() < 0.01 * gained,
            "{spin} {gained}"
        );
        run(&mut world, 1.0);
        let spin = world[wheel].angular_velocity().z;
        // Measured: 1e-9. The goal is 1 %.
        assert!((spin / f64::from(target) - 1.0).abs() < 1e-6, "{spin}");
        assert!(world.joint(joint).expect("there").torque().length() < 1e-3);
        world
            .set_joint_motor(
                joint,
                Some(Motor::Velocity {
                    target: -target,
                    max_force,
                }),
            )
            .unwrap();
        run(&mut world, 2.0);
        let spin = world[wheel].angular_velocity().z;
        assert!((spin / f64::from(-target) - 1.0).abs() < 1e-6, "{spin}");
    }
}

/// A motor of 10 N m against a weight of 1 kg at 2 m, 19.6 N m: it cannot lift it; one of 30 N m can.
#[test]
fn a_motor_is_no_stronger_than_it_is() {
    for (max_force, lifts) in [(10.0, false), (30.0, true)] {
        let mut world = earth();
        let weight = cube(&mut world, 2.0, 0.0, 0.0, 1.0);
        let motor = Some(Motor::Velocity {
            target: 0.5,
            max_force,
        });
        let hinge = JointDesc::hinge(weight, None, Vec3::ZERO, Vec3::Z);
        join(&mut world, JointDesc { motor, ..hinge });
        run(&mut world, 0.5);
        assert_eq!(world[weight].center().y > 0.0, lifts);
    }
}

#[test]
fn a_position_motor_goes_to_its_place_and_back() {
    let mut world = earth();
    let arm = add(
        &mut world,
        block(1.0, 0.1, 0.1),
        at(0.5, 0.0, 0.0),
        2.0,
        STONE,
    );
    let to = |rest: f32| {
        let spring = Spring {
            rest,
            hertz: 5.0,
            damping_ratio: 1.0,
        };
        Some(Motor::Position {
            spring,
            max_force: 200.0,
        })
    };
    let hinge = JointDesc::hinge(arm, None, Vec3::ZERO, Vec3::Z);
    let joint = join(
        &mut world,
        JointDesc {
            motor: to(1.0),
            ..hinge
        },
    );
    for target in [1.0, -0.5] {
        world.set_joint_motor(joint, to(target)).unwrap();
        run(&mut world, 2.0);
        let angle = world.joint_position(joint).unwrap();
        // It sags by torque / stiffness = m g cos(a) 0.5 / (I (2 pi 5)^2), I = m (1 / 3 + .01 / 12).
        let inertia = 2.0 * (0.25 + 1.01 / 12.0);
        let omega = std::f64::consts::TAU * 5.0;
        let sag = 2.0 * 9.81 * libm::cos(angle) * 0.5 / (inertia * omega * omega);
        assert!(
            (angle + sag - f64::from(target)).abs() < 1e-3,
            "{angle} {sag}"
        );
    }
}

#[test]
fn a_hinge_stops_at_its_limits() {
    let mut world = earth();
    let arm = add(
        &mut world,
        block(1.0, 0.1, 0.1),
        at(0.5, 0.0, 0.0),
        2.0,
        STONE,
    );
    let hinge = JointDesc::hinge(arm, None, Vec3::ZERO, Vec3::Z);
    let joint = join(
        &mut world,
        JointDesc {
            limits: Some([-0.4, 0.2]),
            ..hinge
        },
    );
    let mut least = 0.0_f64;
    for _ in 0..240 {
        world.step();
        least = least.min(world.joint_position(joint).unwrap());
    }
    assert!((least + 0.4).abs() < 1e-4, "{least}");
    let angle = world.joint_position(joint).unwrap();
    assert!((angle + 0.4).abs() < 1e-5, "{angle}");
    world
        .set_velocity(arm, Vec3::Y * 3.0, Vec3::Z * 6.0)
        .unwrap();
    let mut most = -1.0_f64;
    for _ in 0..30 {
        world.step();
        most = most.max(world.joint_position(joint).unwrap());
    }
    // It stops within a step, and falls by 15 / 2 rad/s^2 * (1 / 120 s)^2 at most until that ends.
    assert!(most < 0.2 + 1e-5 && most > 0.2 - 6e-4, "{most}");
}

#[test]
fn a_ball_joint_swings_and_twists_within_its_limits() {
    let mut world = earth();
    let arm = add(
        &mut world,
        block(0.1, 1.0, 0.1),
        at(0.0, 0.5, 0.0),
        2.0,
        STONE,
    );
    let joint = JointDesc {
        swing: Some(0.6),
        limits: Some([-0.3, 0.3]),
        ..JointDesc::ball(arm, None, Vec3::ZERO)
    };
    let joint = join(&mut world, joint);
    world
        .set_velocity(arm, Vec3::X * 0.5, Vec3::new(0.0, 4.0, -1.0))
        .unwrap();
    let (mut swing, mut twist) = (0.0_f64, 0.0_f64);
    for _ in 0..360 {
        world.step();
        let up = world[arm].pose().transform_vector(Vec3::Y).as_dvec3();
        swing = swing.max(libm::acos(up.y));
        twist = twist.max(world.joint_position(joint).unwrap().abs());
    }
    assert!(
        (swing - 0.6).abs() < 1e-3 && (twist - 0.3).abs() < 1e-3,
        "{swing} {twist}"
    );
}

#[test]
fn a_joint_breaks_where_its_load_exceeds_its_strength_and_tells_once() {
    // 5 kg weigh 49.05 N.
    for (break_force, breaks) in [(48.0, true), (50.0, false)] {
        let mut world = earth();
        let weight = cube(&mut world, 0.0, -1.0, 0.0, 5.0);
        let ball = JointDesc::ball(weight, None, Vec3::ZERO);
        let joint = join(
            &mut world,
            JointDesc {
                break_force,
                ..ball
            },
        );
        let mut told = 0;
        for _ in 0..60 {
            for broken in &world.step().broken {
                assert_eq!(
                    (broken.joint, broken.body, broken.other),
                    (joint, weight, None)
                );
                assert!((broken.force - 49.05).abs() < 0.1, "{}", broken.force);
                told += 1;
            }
        }
        assert_eq!(told, usize::from(breaks));
        assert_eq!(world.joint(joint).is_none(), breaks);
        assert_eq!(world[weight].center().y < -1.5, breaks);
    }
    // A cantilever of 4 kg bears 39.24 N m.
    for (break_torque, breaks) in [(39.0, true), (39.5, false)] {
        let mut world = earth();
        let beam = add(
            &mut world,
            block(2.0, 0.1, 0.1),
            at(1.0, 0.0, 0.0),
            4.0,
            STONE,
        );
        let fixed = JointDesc::fixed(beam, None, Vec3::ZERO);
        let joint = join(
            &mut world,
            JointDesc {
                break_torque,
                ..fixed
            },
        );
        run(&mut world, 0.3);
        assert_eq!(world.joint(joint).is_none(), breaks);
    }
}

#[test]
fn joined_bodies_pass_through_each_other_unless_they_may_collide() {
    for collide in [false, true] {
        let mut world = empty();
        let one = cube(&mut world, 0.0, 0.0, 0.0, 1.0);
        let other = cube(&mut world, 0.5, 0.0, 0.0, 1.0);
        let rope = JointDesc::rope(one, Vec3::ZERO, other, Vec3::X * 0.5, 3.0);
        let joint = join(&mut world, JointDesc { collide, ..rope });
        world.set_velocity(one, Vec3::X, Vec3::ZERO).unwrap();
        run(&mut world, 1.0);
        let apart = world[one].center().x - world[other].center().x;
        assert_eq!(apart > 0.3, !collide, "{apart}");
        assert_eq!(world.remove_joint(joint), Ok(()));
        assert_eq!(world.remove_joint(joint), Err(JointError::Gone));
    }
}

#[test]
fn a_grab_pulls_a_box_to_where_the_hand_is_but_no_harder_than_it_can() {
    let mut world = earth();
    add_floor(&mut world, STONE);
    let body = add(
        &mut world,
        block(0.5, 0.5, 0.5),
        at(0.0, 0.251, 0.0),
        10.0,
        STONE,
    );
    run(&mut world, 1.0);
    assert!(world[body].is_asleep());
    // 10 kg weigh 98.1 N: 90 N do not lift it, 400 N do.
    let weak = join(
        &mut world,
        JointDesc::grab(body, Vec3::new(0.0, 0.25, 0.0), 90.0),
    );
    world
        .set_grab_target(weak, Vec3::new(0.0, 2.0, 0.0))
        .unwrap();
    run(&mut world, 1.0);
    assert!(world[body].center().y < 0.26);
    let force = world.joint(weak).unwrap().force();
    assert!((force.length() - 90.0).abs() < 0.1, "{force}");
    world.remove_joint(weak).unwrap();
    let strong = join(
        &mut world,
        JointDesc::grab(body, Vec3::new(0.0, 0.25, 0.0), 400.0),
    );
    world
        .set_grab_target(strong, Vec3::new(1.0, 2.0, 0.0))
        .unwrap();
    run(&mut world, 3.0);
    let center = world[body].center();
    // It sags by g / (2 pi 4)^2 = 15.5 mm.
    assert!(
        center.distance(DVec3::new(1.0, 1.9845, 0.0)) < 2e-3,
        "{center}"
    );
}

#[test]
fn what_is_joined_sleeps_and_wakes_together() {
    let mut world = earth();
    let bodies: Vec<_> = (0..3)
        .map(|i| cube(&mut world, 0.0, -0.5 - i as f32, 0.0, 1.0))
        .collect();
    let mut above = None;
    let mut joints = Vec::new();
    for (i, body) in bodies.iter().enumerate() {
        let place = Vec3::new(0.0, -(i as f32), 0.0);
        joints.push(join(&mut world, JointDesc::ball(*body, above, place)));
        above = Some(*body);
    }
    run(&mut world, 1.5);
    assert!(bodies.iter().all(|b| world[*b].is_asleep()));
    let place = world[bodies[2]].center();
    run(&mut world, 1.0);
    assert_eq!(world[bodies[2]].center(), place);
    world
        .add_impulse_at(bodies[2], DVec3::X * 0.2, place)
        .unwrap();
    world.step();
    world.step();
    assert!(bodies.iter().all(|b| !world[*b].is_asleep()));
    assert!(joints.iter().all(|joint| gap(&world, *joint) < 1e-6));
}

/// A turntable that nothing stops takes what is hinged to it along.
#[test]
fn a_body_is_joined_to_one_that_is_moved() {
    let mut world = empty();
    let table = BodyDesc {
        kind: BodyKind::Kinematic,
        angular_velocity: Vec3::Y,
        ..BodyDesc::dynamic(block(2.0, 0.1, 2.0), at(0.0, 0.0, 0.0))
    };
    let table = world.add(table).unwrap();
    let post = cube(&mut world, 0.8, 1.0, 0.0, 5.0);
    let joint = join(
        &mut world,
        JointDesc::fixed(post, table, Vec3::new(0.8, 0.0, 0.0)),
    );
    run(&mut world, 1.0);
    assert!(gap(&world, joint) < 1e-5, "{}", gap(&world, joint));
    let there = DVec3::new(0.8 * libm::cos(1.0), 1.0, -0.8 * libm::sin(1.0));
    assert!(world[post].center().distance(there) < 1e-4);
    // The force is that of a circle: m w^2 r = 4 N.
    let force = world.joint(joint).unwrap().force().length();
    assert!((force - 4.0).abs() < 0.01, "{force}");
}

#[test]
fn joints_that_make_no_sense_are_refused_by_name() {
    let mut world = empty();
    let body = cube(&mut world, 0.0, 0.0, 0.0, 1.0);
    let good = JointDesc::hinge(body, None, Vec3::ZERO, Vec3::X);
    let refused = |world: &mut World, desc: JointDesc| {
        let error = world.add_joint(&desc).expect_err("it is refused");
        assert!(world.joints().next().is_none());
        error.to_string()
    };
    let cases = [
        (
            JointDesc {
                axis: Vec3::ZERO,
                ..good
            },
            "the axis of a joint is 0",
        ),
        (
            JointDesc {
                axis: Vec3::X * f32::NAN,
                ..good
            },
            "the axis of a joint is not a finite",
        ),
        (
            JointDesc {
                other: Some(body),
                ..good
            },
            "a joint needs two bodies",
        ),
        (
            JointDesc {
                limits: Some([1.0, 0.0]),
                ..good
            },
            "the limits of a joint are 1 to 0",
        ),
        (
            JointDesc {
                break_force: f32::NAN,
                ..good
            },
            "the break force of a joint is NaN",
        ),
        (
            JointDesc {
                swing: Some(1.0),
                ..good
            },
            "a joint of kind Hinge has no swing",
        ),
        (
            JointDesc {
                kind: JointKind::Distance,
                ..good
            },
            "a distance joint needs limits",
        ),
        (
            JointDesc::ball(body, None, Vec3::X * f32::INFINITY),
            "an anchor of a joint",
        ),
    ];
    for (desc, wanted) in cases {
        let error = refused(&mut world, desc);
        assert!(error.starts_with(wanted), "{error} for {wanted}");
    }
    let spring = Spring {
        rest: 0.0,
        hertz: 0.0,
        damping_ratio: 1.0,
    };
    let error = refused(
        &mut world,
        JointDesc {
            spring: Some(spring),
            ..good
        },
    );
    assert!(error.contains("frequency"), "{error}");
    let joint = join(&mut world, good);
    assert_eq!(
        world.set_joint_limits(joint, Some([2.0, 1.0])),
        Err(JointError::Limits(2.0, 1.0))
    );
    world.remove_joint(joint).unwrap();
    assert_eq!(world.set_joint_motor(joint, None), Err(JointError::Gone));
    let next = join(&mut world, good);
    assert_ne!(joint, next);
    assert!(world.joint(joint).is_none());
}

/// A ragged scene: a chain that hits a floor, a motor, a rope and a spring that breaks.
fn ragged() -> World {
    let mut world = with(Settings::default());
    add_floor(&mut world, STONE);
    let mut above = None;
    for i in 0..6 {
        let x = 0.3 * i as f32;
        let link = add(
            &mut world,
            block(0.28, 0.1, 0.1),
            at(x, 1.0, 0.0),
            1.0,
            STONE,
        );
        let joint = JointDesc::ball(link, above, Vec3::new(x - 0.15, 1.0, 0.0));
        let break_force = if i == 4 { 60.0 } else { f32::INFINITY };
        join(
            &mut world,
            JointDesc {
                break_force,
                ..joint
            },
        );
        above = Some(link);
    }
    let wheel = add(&mut world, ball(0.3), at(0.0, 0.6, 2.0), 3.0, STONE);
    let motor = Some(Motor::Velocity {
        target: 5.0,
        max_force: 4.0,
    });
    let hinge = JointDesc::hinge(wheel, None, Vec3::new(0.0, 0.6, 2.0), Vec3::Z);
    join(&mut world, JointDesc { motor, ..hinge });
    let weight = cube(&mut world, 0.6, 0.6, 2.0, 0.5);
    join(
        &mut world,
        JointDesc::rope(
            weight,
            Vec3::new(0.6, 0.6, 2.0),
            wheel,
            Vec3::new(0.3, 0.6, 2.0),
            0.4,
        ),
    );
    world
}

#[test]
fn a_snapshot_with_joints_goes_on_to_the_bit() {
    let mut world = ragged();
    let mut broken = 0;
    let mut kept = Vec::new();
    let mut hashes = Vec::new();
    for step in 0..300 {
        if step % 40 == 0 {
            kept.push((step, world.snapshot()));
        }
        broken += world.step().broken.len();
        hashes.push(world.state_hash());
    }
    assert_eq!(broken, 1);
    for (from, snapshot) in kept {
        let mut other = ragged();
        for world in [&mut world, &mut other] {
            world.restore(&snapshot).expect("its own");
            for (step, hash) in hashes.iter().enumerate().skip(from) {
                world.step();
                assert_eq!(world.state_hash(), *hash, "step {step} from {from}");
            }
        }
    }
}

#[test]
fn identifiers_handed_out_after_a_snapshot_are_void_when_it_is_restored() {
    let mut world = empty();
    let body = cube(&mut world, 0.0, 0.0, 0.0, 1.0);
    let desc = JointDesc::ball(body, None, Vec3::ZERO);
    let first = join(&mut world, desc);
    let snapshot = world.snapshot();
    let later = join(&mut world, desc);
    world.remove_joint(first).unwrap();
    world.restore(&snapshot).unwrap();
    assert!(world.joint(first).is_some() && world.joint(later).is_none());
    let last = join(&mut world, desc);
    assert!(last != later && world.joint(later).is_none());
}

//! Joints added, broken and removed: identifiers, refusals, sleep, snapshots, and collisions of joined bodies.

use dodgem_physics::{
    BodyDesc, BodyKind, JointDesc, JointError, JointId, JointKind, MaterialId, Motor, Settings,
    Spring, World,
};
use glam::{DVec3, Vec3};

use crate::scene::{add, add_floor, at, ball, block, cube, earth, empty, join, run, with};

const STONE: MaterialId = MaterialId::DEFAULT;

fn gap(world: &World, joint: JointId) -> f64 {
    world.joint_gap(joint).expect("it is there")
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

/// A kinematic turntable takes along the body that a fixed joint holds to it.
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
            "this joint needs limits",
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

/// A turntable that a joint has as its first body, and a chain that is listed before the turntable on which it
/// hangs: the swings of bodies that nothing moves are left out, wherever they stand in the list.
#[test]
fn a_spinning_kinematic_body_may_hold_a_chain() {
    for table_first in [true, false] {
        let mut world = World::new(Settings::default()).unwrap();
        let round = ball(0.1);
        let links: Vec<_> = (0..4)
            .map(|n| {
                let desc = BodyDesc::dynamic(round.clone(), at(0.0, 5.0 - 0.5 * n as f32, 0.0));
                world.add(desc).unwrap()
            })
            .collect();
        let table = BodyDesc {
            kind: BodyKind::Kinematic,
            angular_velocity: Vec3::Y * 3.0,
            ..BodyDesc::dynamic(round.clone(), at(0.0, 5.5, 0.0))
        };
        let table = world.add(table).unwrap();
        let tops = [table].into_iter().chain(links.iter().copied());
        for (n, (upper, lower)) in tops.zip(&links).enumerate() {
            let anchor = Vec3::Y * (5.25 - 0.5 * n as f32);
            let joint = match table_first {
                true => JointDesc::ball(upper, *lower, anchor),
                false => JointDesc::ball(*lower, upper, anchor),
            };
            world.add_joint(&joint).unwrap();
        }
        for _ in 0..120 {
            world.step();
        }
        let lowest = world[links[3]].center();
        assert!((lowest.y - 3.5).abs() < 0.01, "{lowest}");
    }
}

/// A rope, a spring and a hand keep what they hold by: without it they would be no joints.
#[test]
fn a_joint_that_would_hold_nothing_is_refused() {
    let mut world = World::new(Settings::default()).unwrap();
    let round = ball(0.1);
    let body = world
        .add(BodyDesc::dynamic(round, at(0.0, 0.0, 0.0)))
        .unwrap();
    let rope = JointDesc::rope(body, Vec3::ZERO, None, Vec3::Y, 1.0);
    let rope = world.add_joint(&rope).unwrap();
    assert_eq!(world.set_joint_limits(rope, None), Err(JointError::Loose));
    let hand = world
        .add_joint(&JointDesc::grab(body, Vec3::ZERO, 10.0))
        .unwrap();
    assert_eq!(world.set_joint_motor(hand, None), Err(JointError::Loose));
    world.step();
    assert_eq!(world.joints().count(), 2);
}

//! No moving body falls asleep: neither while a joint closes nor while it is pushed out of another body.

use dodgem_physics::{BodyDesc, BodyId, JointDesc, JointId, MaterialId, Motor, Spring, World};
use glam::Vec3;

use crate::scene::*;
use dodgem_collide::Shape;
use dodgem_collide::shape::Capsule;

/// Runs until a body sleeps, for at most `seconds`. Returns true if it sleeps.
fn falls_asleep(world: &mut World, body: BodyId, seconds: f64) -> bool {
    let steps = (seconds * 120.0) as u64;
    (0..steps).any(|_| {
        world.step();
        world[body].is_asleep()
    })
}

/// A bar of 1 m that is hinged at its end and may not fall: no gravity.
fn hinged_bar(world: &mut World) -> (BodyId, JointId) {
    let bar = add(
        world,
        block(1.0, 0.1, 0.1),
        at(0.5, 2.0, 0.0),
        1.0,
        MaterialId::DEFAULT,
    );
    let hinge = JointDesc::hinge(bar, None, Vec3::Y * 2.0, Vec3::Z);
    let hinge = join(world, hinge.with_limits(0.0, 0.0));
    (bar, hinge)
}

/// Cause: an open joint moves its body without velocity, and only velocities were looked at: the ball hung asleep at 1.98 m.
#[test]
fn a_ball_on_an_open_rod_sleeps_once_the_rod_is_closed() {
    let mut world = earth();
    let ball = add(
        &mut world,
        ball(0.1),
        at(0.0, 4.0, 0.0),
        1.0,
        MaterialId::DEFAULT,
    );
    let rod = JointDesc::rod(ball, Vec3::Y * 4.0, None, Vec3::Y * 7.0, 1.0);
    let rod = join(&mut world, rod);
    assert!(falls_asleep(&mut world, ball, 3.0));
    let length = world.joint_position(rod).unwrap();
    assert!((length - 1.0).abs() < 1e-4, "{length} m");
    assert!((world[ball].center().y - 6.0).abs() < 1e-4);
}

#[test]
fn limits_that_are_set_later_wake_a_body_and_are_reached() {
    let mut world = empty();
    let (bar, hinge) = hinged_bar(&mut world);
    assert!(falls_asleep(&mut world, bar, 2.0));
    for wanted in [1.0, -0.7] {
        (world.set_joint_limits(hinge, Some([wanted, wanted]))).expect("sound limits");
        assert!(!world[bar].is_asleep());
        assert!(falls_asleep(&mut world, bar, 5.0));
        let angle = world.joint_position(hinge).unwrap();
        assert!((angle - f64::from(wanted)).abs() < 1e-3, "{angle} rad");
    }
}

#[test]
fn a_motor_that_is_set_later_wakes_a_body_and_takes_it_to_its_place() {
    let mut world = empty();
    let (bar, hinge) = hinged_bar(&mut world);
    world.set_joint_limits(hinge, None).expect("no limits");
    assert!(falls_asleep(&mut world, bar, 2.0));
    let spring = Spring {
        rest: 0.8,
        hertz: 2.0,
        damping_ratio: 1.0,
    };
    let motor = Motor::Position {
        spring,
        max_force: 100.0,
    };
    (world.set_joint_motor(hinge, Some(motor))).expect("a sound motor");
    assert!(!world[bar].is_asleep());
    assert!(falls_asleep(&mut world, bar, 5.0));
    let angle = world.joint_position(hinge).unwrap();
    assert!((angle - 0.8).abs() < 0.01, "{angle} rad");
}

/// Cause: the push moves a body without velocity: it slept inside the floor, and the report knew of no overlap.
#[test]
fn what_is_pushed_out_of_a_floor_sleeps_on_it() {
    let capsule = Shape::Capsule(Capsule::new(0.5, 0.2).expect("a size"));
    // The height of the centre on the floor, and where it begins.
    for (shape, on_floor, from) in [
        (ball(0.5), 0.5, -0.3),
        (ball(0.5), 0.5, 0.45),
        (capsule, 0.7, -0.3),
        (block(0.6, 0.6, 0.6), 0.3, -0.2),
    ] {
        let mut world = earth();
        add_floor(&mut world, MaterialId::DEFAULT);
        let body = add(
            &mut world,
            shape,
            at(0.0, from, 0.0),
            10.0,
            MaterialId::DEFAULT,
        );
        // It is pushed at half a metre a second at most, and has to rest for half a second.
        let most = 2.0 * f64::from(on_floor - from) + 2.0;
        assert!(falls_asleep(&mut world, body, most), "from {from}");
        let height = world[body].center().y - f64::from(on_floor);
        assert!((0.0..0.001).contains(&height), "{height} m from {from}");
        assert!(world.overlaps_of(body).unwrap().is_empty());
        assert_eq!(world.report().overlapping, 0);
    }
}

#[test]
fn what_was_put_to_sleep_inside_another_counts_as_overlapping() {
    let mut world = earth();
    add_floor(&mut world, MaterialId::DEFAULT);
    let ball = add(
        &mut world,
        ball(0.5),
        at(0.0, 0.2, 0.0),
        10.0,
        MaterialId::DEFAULT,
    );
    world.step();
    assert_eq!(world.report().overlapping, 1);
    world.fall_asleep(ball).unwrap();
    run(&mut world, 0.5);
    assert!(world[ball].is_asleep());
    assert_eq!(world.report().overlapping, 1);
}

/// Two that are inside each other and lie on a floor push each other apart and sleep side by side.
#[test]
fn balls_inside_each_other_sleep_apart() {
    let mut world = earth();
    add_floor(&mut world, MaterialId::DEFAULT);
    let place = |x: f32| BodyDesc::dynamic(ball(0.5), at(x, 0.501, 0.0));
    let balls = [-0.1, 0.1].map(|x| world.add(place(x)).expect("a sound body"));
    let asleep = |world: &World| balls.iter().any(|id| world[*id].is_asleep());
    for _ in 0..1200 {
        world.step();
        let apart = world[balls[0]].center().distance(world[balls[1]].center());
        assert!(apart >= 1.0 || !asleep(&world), "asleep at {apart} m");
    }
    assert!(asleep(&world));
}

/// Cause: it got 128 substeps, needed 213, and crept 11 mm in 10 s without ever falling asleep.
#[test]
fn a_box_on_one_of_a_ten_thousandth_of_its_mass_stands_and_sleeps() {
    for ratio in [1_000.0, 10_000.0] {
        let mut world = earth();
        let material = surface(&mut world, 0.0, 0.6);
        add_floor(&mut world, material);
        let boxes = [(0.501, 1.0), (1.502, ratio)].map(|(height, mass)| {
            let place = at(0.0, height, 0.0);
            add(&mut world, block(1.0, 1.0, 1.0), place, mass, material)
        });
        assert!(falls_asleep(&mut world, boxes[1], 2.0), "1 : {ratio}");
        for id in boxes {
            let center = world[id].center();
            let creep = center.x.hypot(center.z);
            assert!(creep < 1e-3, "{creep} m: 1 : {ratio}");
        }
    }
}

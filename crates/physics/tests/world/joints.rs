//! Joints against answers worked out by hand: the free motion of each kind, and its limits.

use dodgem_physics::{JointDesc, JointId, MaterialId, World};
use glam::{DVec3, Vec3};

use crate::scene::{add, at, block, cube, earth, empty, join, run};

const STONE: MaterialId = MaterialId::DEFAULT;

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
    // Free fall: 9.81 / 2 * 0.25^2 below the start.
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

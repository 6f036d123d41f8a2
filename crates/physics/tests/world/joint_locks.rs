//! Joints of bodies that cannot move along some axes or turn about them, against pendulums and springs worked out by hand.

use std::f64::consts::TAU;

use dodgem_physics::{BodyDesc, BodyId, JointDesc, LockedAxes, Mass, Spring, World};
use glam::{DVec3, Vec3};

use crate::scene::{add, at, block, earth, empty, join, run};

const STONE: dodgem_physics::MaterialId = dodgem_physics::MaterialId::DEFAULT;

/// A cube that moves along one axis of the world and does not turn.
fn bead(world: &mut World, place: Vec3, axis: usize, kilograms: f32) -> BodyId {
    let desc = BodyDesc {
        mass: Mass::Kilograms(kilograms),
        locked: LockedAxes {
            translation: [0, 1, 2].map(|other| other != axis),
            rotation: [true; 3],
        },
        ..BodyDesc::dynamic(block(0.1, 0.1, 0.1), at(place.x, place.y, place.z))
    };
    world.add(desc).expect("a bead")
}

/// The times at which a number rises through 0, in seconds, of 20 s of steps.
fn rises(world: &mut World, number: impl Fn(&World) -> f64) -> Vec<f64> {
    let step = world.settings().step;
    let (mut times, mut before) = (Vec::new(), number(world));
    for count in 0..(20.0 / step) as u32 {
        world.step();
        let now = number(world);
        if before < 0.0 && now >= 0.0 {
            times.push((f64::from(count) - before / (now - before)) * step);
        }
        before = now;
    }
    times
}

fn mean_period(times: &[f64]) -> f64 {
    (times[times.len() - 1] - times[0]) / (times.len() - 1) as f64
}

/// A cart on a rail with a rod hinged to it: with the masses `M` and `m`, the arm `l` and the rod's inertia `I` about its
/// middle, `(I + m l^2 - m^2 l^2 / (M + m)) a = -m g l sin`, nearly, for small angles.
#[test]
fn a_pendulum_on_a_cart_that_is_held_to_a_rail_swings_at_its_own_period() {
    let mut world = earth();
    let cart = bead(&mut world, Vec3::ZERO, 0, 2.0);
    let rod = add(
        &mut world,
        block(0.1, 1.0, 0.1),
        at(0.0, -0.5, 0.0),
        3.0,
        STONE,
    );
    let hinge = JointDesc::hinge(rod, Some(cart), Vec3::ZERO, Vec3::Z);
    let hinge = join(&mut world, hinge);
    for id in [cart, rod] {
        world.set_sleep(id, false).expect("it is there");
    }
    // The rod swings slowly about the hinge and the cart moves against it, so that the total momentum is 0.
    let spin = 0.05;
    let of_rod = 3.0 * 0.5 * spin / 5.0;
    world
        .set_velocity(cart, Vec3::X * -of_rod as f32, Vec3::ZERO)
        .expect("it is there");
    let velocity = Vec3::X * (0.5 * spin - of_rod) as f32;
    world
        .set_velocity(rod, velocity, Vec3::Z * spin as f32)
        .expect("it is there");
    let angle = |world: &World| world.joint_position(hinge).expect("an angle");
    let period = mean_period(&rises(&mut world, angle));
    let (cart_mass, mass, arm): (f64, f64, f64) = (2.0, 3.0, 0.5);
    let inertia = mass * (1.0 + 0.01) / 12.0;
    let effective = inertia + mass * arm * arm - (mass * arm).powi(2) / (cart_mass + mass);
    let wanted = TAU * (effective / (mass * 9.81 * arm)).sqrt();
    assert!(
        (period / wanted - 1.0).abs() < 1e-3,
        "{period} for {wanted} s"
    );
    let at = world[cart].center();
    assert_eq!((at.y, at.z), (0.0, 0.0));
    assert!(world.joint_gap(hinge).expect("there") < 1e-6);
}

/// The trammel of Archimedes: equal beads on a level and on an upright rail, with a rod of 1 m between them that weighs nothing.
/// Its angle moves as a pendulum of its length does: 2 pi sqrt(l / g) (1 + s / 4 + 9 s^2 / 64) with s = sin^2 of half its greatest.
#[test]
fn beads_on_crossed_rails_with_a_rod_between_them_are_a_pendulum() {
    let mut world = earth();
    let (sin, cos) = libm::sincos(0.5);
    let (on_level, on_upright) = (Vec3::X * sin as f32, Vec3::NEG_Y * cos as f32);
    let level = bead(&mut world, on_level, 0, 1.0);
    let upright = bead(&mut world, on_upright, 1, 1.0);
    let rod = JointDesc::rod(level, on_level, upright, on_upright, 1.0);
    let rod = join(&mut world, rod);
    let times = rises(&mut world, |world| world[level].center().x);
    let period = mean_period(&times);
    let s = libm::sin(0.25).powi(2);
    let wanted = TAU * (1.0_f64 / 9.81).sqrt() * (1.0 + s / 4.0 + 9.0 * s * s / 64.0);
    assert!(
        (period / wanted - 1.0).abs() < 1e-3,
        "{period} for {wanted} s"
    );
    let [level, upright] = [level, upright].map(|id| (world[id].center(), world[id].velocity()));
    assert_eq!(
        (level.0.y, level.0.z, upright.0.x, upright.0.z),
        (0.0, 0.0, 0.0, 0.0)
    );
    // Energy relative to the start, against the greatest fall.
    let energy = 0.5 * (level.1.x.powi(2) + upright.1.y.powi(2)) + 9.81 * (upright.0.y + cos);
    assert!(energy.abs() < 2e-3 * 9.81 * (1.0 - cos), "{energy} J");
    assert!(world.joint_gap(rod).expect("there") < 1e-5);
}

/// A body that cannot turn about some axes of its own.
fn locked(world: &mut World, rotation: [bool; 3]) -> BodyId {
    let desc = BodyDesc {
        mass: Mass::Kilograms(4.0),
        locked: LockedAxes {
            rotation,
            ..LockedAxes::default()
        },
        ..BodyDesc::dynamic(block(0.8, 0.5, 0.4), at(0.0, 0.0, 0.0))
    };
    world.add(desc).expect("a sound body")
}

#[test]
fn a_motor_turns_a_body_about_the_axis_that_is_not_locked() {
    for rotation in [
        [true, false, false],
        [false, false, true],
        [true, false, true],
    ] {
        let mut world = empty();
        let body = locked(&mut world, rotation);
        let hinge = JointDesc::hinge(body, None, Vec3::ZERO, Vec3::Y).with_speed(2.0, 50.0);
        let hinge = join(&mut world, hinge);
        run(&mut world, 2.0);
        let spin = world[body].angular_velocity();
        assert!(spin.distance(DVec3::Y * 2.0) < 1e-6, "{spin}");
        assert!(
            (world.joint_position(hinge).expect("an angle") - 4.0).abs() < 0.05,
            "{}",
            world.joint_position(hinge).expect("an angle")
        );
    }
}

/// A spring of 1 Hz about z that is drawn by 0.3 rad: back there after 1 s, on the other side after half of one.
#[test]
fn a_spring_swings_a_body_about_the_only_axis_that_is_not_locked() {
    let mut world = empty();
    let body = locked(&mut world, [true, true, false]);
    let spring = Spring {
        rest: 0.3,
        hertz: 1.0,
        damping_ratio: 0.0,
    };
    let hinge = JointDesc {
        spring: Some(spring),
        ..JointDesc::hinge(body, None, Vec3::ZERO, Vec3::Z)
    };
    let hinge = join(&mut world, hinge);
    run(&mut world, 0.5);
    assert!(
        (world.joint_position(hinge).expect("an angle") - 0.6).abs() < 1e-3,
        "{}",
        world.joint_position(hinge).expect("an angle")
    );
    run(&mut world, 0.5);
    assert!(
        world.joint_position(hinge).expect("an angle").abs() < 1e-3,
        "{}",
        world.joint_position(hinge).expect("an angle")
    );
}

/// A body locked against all turning does not turn: motor, spring, limits and a weld have no effect.
#[test]
fn what_is_locked_altogether_stays_whatever_drives_it() {
    let spring = Spring {
        rest: 1.0,
        hertz: 5.0,
        damping_ratio: 0.5,
    };
    for axis in [Vec3::X, Vec3::new(1.0, 2.0, -3.0)] {
        let mut world = empty();
        let body = locked(&mut world, [true; 3]);
        let hinge = JointDesc::hinge(body, None, Vec3::X * 0.3, axis);
        let joints = [
            hinge.with_speed(2.0, 50.0),
            JointDesc {
                spring: Some(spring),
                ..hinge
            },
            hinge.with_target(spring, 10.0).with_limits(0.5, 1.0),
            JointDesc::fixed(body, None, Vec3::Y),
        ];
        for joint in joints {
            join(&mut world, joint);
        }
        for _ in 0..240 {
            world.step();
        }
        assert!(
            world[body].center().length() < 1e-6,
            "{}",
            world[body].center()
        );
        assert_eq!(world[body].angular_velocity(), DVec3::ZERO);
    }
}

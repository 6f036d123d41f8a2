//! Joints that take no energy and give none: springs, rods, and beams that do not sag.

use dodgem_physics::{BodyDesc, BodyId, JointDesc, JointId, Mass, Spring, World};
use glam::Vec3;

use crate::scene::{at, ball, block, earth, empty, join};

/// A body that loses no speed by itself, and never sleeps.
fn lively(
    world: &mut World,
    shape: dodgem_physics::collide::Shape,
    place: Vec3,
    kilograms: f32,
) -> BodyId {
    let desc = BodyDesc {
        mass: Mass::Kilograms(kilograms),
        damping: [0.0; 2],
        ..BodyDesc::dynamic(shape, at(place.x, place.y, place.z))
    };
    let body = world.add(desc).expect("a sound body");
    world.set_sleep(body, false).expect("it is there");
    body
}

/// 2 kg on a spring without damping, drawn by 0.3 m: its energy is `m (v^2 + w^2 x^2) / 2`.
#[test]
fn a_spring_without_damping_keeps_its_energy() {
    for hertz in [2.0_f32, 10.0, 60.0] {
        let mut world = empty();
        let body = lively(&mut world, ball(0.05), Vec3::X * 1.3, 2.0);
        let spring = Spring {
            rest: 1.0,
            hertz,
            damping_ratio: 0.0,
        };
        join(
            &mut world,
            JointDesc::spring(body, Vec3::X * 1.3, None, Vec3::ZERO, spring),
        );
        let omega = std::f64::consts::TAU * f64::from(hertz);
        let energy = |world: &World| {
            let drawn = world[body].center().x - 1.0;
            world[body].velocity().length_squared() + (omega * drawn).powi(2)
        };
        let start = energy(&world);
        for step in 0..1200 {
            world.step();
            let share = energy(&world) / start;
            assert!((share - 1.0).abs() < 1e-3, "{hertz} Hz, {step}: {share}");
        }
    }
}

/// A mass of 1 kg on a rod of 1 m, and a great one on a rod of 0.7 m below it, from 2 rad and -0.2 rad.
fn between_rods(kilograms: f32) -> (World, [JointId; 2], f64) {
    let mut world = earth();
    let below =
        |angle: f32, length: f32| Vec3::new(libm::sinf(angle), -libm::cosf(angle), 0.0) * length;
    let middle = below(2.0, 1.0);
    let end = middle + below(-0.2, 0.7);
    let light = lively(&mut world, ball(0.05), middle, 1.0);
    let heavy = lively(&mut world, ball(0.05), end, kilograms);
    let upper = join(
        &mut world,
        JointDesc::rod(light, middle, None, Vec3::ZERO, 1.0),
    );
    let lower = join(&mut world, JointDesc::rod(heavy, end, light, middle, 0.7));
    let lowest = -9.81 * (1.0 + f64::from(kilograms) * 1.7);
    (world, [upper, lower], lowest)
}

/// Measured: within 3e-3, open by 1e-8 m, over a minute as well.
#[test]
fn a_light_mass_between_rods_of_heavy_ones_keeps_the_energy() {
    for kilograms in [100.0, 1_000.0, 10_000.0] {
        let (mut world, rods, lowest) = between_rods(kilograms);
        let start = world.energy() - lowest;
        for step in 0..10 * 120 {
            world.step();
            let share = (world.energy() - lowest) / start;
            assert!(
                (share - 1.0).abs() < 0.01,
                "{kilograms} kg, {step}: {share}"
            );
            let gaps = rods.map(|rod| world.joint_gap(rod).expect("it is there"));
            assert!(gaps.iter().all(|gap| *gap < 1e-3), "{gaps:?}");
        }
    }
}

/// A heavy ball that is let go at the level of its hook, on 20 links.
#[test]
fn a_chain_that_swings_under_ten_tons_keeps_its_energy() {
    let mut world = earth();
    let (mut above, mut joints, mut lowest) = (None, Vec::new(), 0.0);
    for n in 0..20 {
        let hook = Vec3::X * 0.2 * n as f32;
        let link = lively(
            &mut world,
            block(0.18, 0.05, 0.05),
            hook + Vec3::X * 0.1,
            1.0,
        );
        joints.push(join(&mut world, JointDesc::ball(link, above, hook)));
        lowest -= 9.81 * (0.2 * f64::from(n) + 0.1);
        above = Some(link);
    }
    let weight = lively(&mut world, ball(0.25), Vec3::X * 4.25, 10_000.0);
    joints.push(join(
        &mut world,
        JointDesc::ball(weight, above, Vec3::X * 4.0),
    ));
    lowest -= 9.81 * 10_000.0 * 4.25;
    let start = world.energy() - lowest;
    for step in 0..4 * 120 {
        world.step();
        let share = (world.energy() - lowest) / start;
        assert!((share - 1.0).abs() < 0.01, "{step}: {share}");
        for joint in &joints {
            assert!(world.joint_gap(*joint).expect("it is there") < 1e-3);
        }
    }
}

/// 40 boxes welded to each other and to a wall, 16 m, with 100 kg at the end.
#[test]
fn a_beam_of_welded_boxes_does_not_sag() {
    let mut world = earth();
    let mut last = None;
    for n in 0..=40 {
        let kilograms = if n == 40 { 100.0 } else { 1.0 };
        let left = Vec3::X * 0.4 * n as f32;
        let part = lively(
            &mut world,
            block(0.4, 0.4, 0.4),
            left + Vec3::X * 0.2,
            kilograms,
        );
        join(&mut world, JointDesc::fixed(part, last, left));
        last = Some(part);
    }
    let end = last.expect("a box");
    for _ in 0..6 * 120 {
        world.step();
        let (down, speed) = (-world[end].center().y, world[end].velocity().length());
        assert!(down.abs() < 1e-3 && speed < 0.05, "{down} {speed}");
    }
}

/// A small block of 1 kg on a rope that holds it 0.8 m off its centre, thrown in twelve ways. The rope takes energy where it
/// jerks, and gives none: neither there, nor where the block whips round as rope and arm come into line.
#[test]
fn what_a_rope_holds_far_off_its_centre_gains_nothing_as_it_whips_round() {
    for n in 0..12 {
        let angle = n as f32 * 0.5;
        let direction = Vec3::new(libm::sinf(angle), -libm::cosf(angle), 0.3);
        let mut world = earth();
        let place = Vec3::new(0.3, -1.2, 0.1);
        let body = lively(&mut world, block(0.15, 0.12, 0.18), place, 1.0);
        let end = place + direction.normalize() * 0.8;
        let rope = JointDesc::rope(body, end, None, Vec3::ZERO, end.length() * 1.01);
        let joint = join(&mut world, rope);
        let throw = Vec3::new(3.0 - angle, 1.0, 0.5 * angle);
        world
            .set_velocity(body, throw, Vec3::new(1.0, 2.0, -3.0))
            .expect("it is there");
        let lowest = -9.81 * (end.length() * 1.01 + 0.8);
        let mut least = world.energy() - f64::from(lowest);
        for step in 0..4 * 120 {
            world.step();
            let now = world.energy() - f64::from(lowest);
            assert!(now < 1.01 * least, "{n}, {step}: {now} of {least}");
            assert!(world.joint_gap(joint).expect("it is there") < 1e-3);
            least = least.min(now);
        }
    }
}

//! The cost of a step has a bound, whatever bodies do: spins of any speed, and crowds that fly apart.

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_collide::shape::Cylinder;
use dodgem_physics::{BodyDesc, BodyId, World};
use glam::{DQuat, DVec3, Quat, Vec3};

use crate::scene::{at, ball, block, empty};

/// A rod of 0.8 m that tumbles about all of its axes, by `rate` radians a second.
fn rod(world: &mut World, rate: f32) -> BodyId {
    let shape = Shape::Cylinder(Cylinder::new(0.4, 0.02).expect("a size"));
    let pose = Pose::new(Quat::from_rotation_x(0.3), Vec3::ZERO).expect("a pose");
    let rod = BodyDesc {
        angular_velocity: Vec3::new(0.8, 0.36, 0.48) * rate,
        ..BodyDesc::dynamic(shape, pose)
    };
    world.add(rod).expect("a rod")
}

fn rotation(world: &World, id: BodyId) -> DQuat {
    let rotation = world[id].pose().rotation();
    DQuat::from_xyzw(
        rotation.x.into(),
        rotation.y.into(),
        rotation.z.into(),
        rotation.w.into(),
    )
}

/// Its box is near the rod's ball and its surface is not: so the rod turns in parts.
fn add_neighbour(world: &mut World) {
    let block = BodyDesc::fixed(block(0.2, 0.2, 0.2), at(0.44, 0.44, 0.44));
    world.add(block).expect("a block");
}

/// Quarters of a radian a step: 1,700 rad/s are 14.2 rad, 57 of them.
#[test]
fn a_rod_that_nothing_is_near_comes_to_where_its_parts_lead() {
    let (mut alone, mut beside) = (empty(), empty());
    let ids = [&mut alone, &mut beside].map(|world| rod(world, 1_700.0));
    add_neighbour(&mut beside);
    // Rounding grows by 2e-4 rad a step: of a thin body the spin about its long axis hangs on little.
    for step in 0..10 {
        let events = [&mut alone, &mut beside].map(|world| world.step().events);
        assert_eq!(events[0], 0, "step {step}");
        assert!((50..=64).contains(&events[1]), "{events:?}");
        let between = rotation(&alone, ids[0]).angle_between(rotation(&beside, ids[1]));
        assert!(between < 1e-3, "{between} rad after step {step}");
    }
}

#[test]
fn a_spin_of_any_speed_takes_a_bounded_number_of_parts_and_keeps_momentum_and_energy() {
    for rate in [3e3, 1e5, 1e7] {
        for is_near in [false, true] {
            let mut world = empty();
            let id = rod(&mut world, rate);
            if is_near {
                add_neighbour(&mut world);
            }
            let before = (world[id].angular_momentum(), world[id].kinetic_energy());
            for _ in 0..60 {
                let events = world.step().events;
                assert!(events <= 64, "{events} at {rate}");
            }
            let after = (world[id].angular_momentum(), world[id].kinetic_energy());
            assert!((after.0 - before.0).length() < 1e-9 * before.0.length());
            let gain = after.1 / before.1 - 1.0;
            assert!(gain.abs() < 1e-6, "{gain:e} at {rate}");
        }
    }
}

/// 400 balls at 1,000 m/s to all sides: all paths of 8 m are near each other, 79,800 pairs.
#[test]
fn a_crowd_with_too_many_pairs_goes_a_part_of_its_way_and_says_so() {
    let mut world = empty();
    let ids: Vec<BodyId> = (0..400)
        .map(|index| {
            let [x, y, z] = [index % 8, index / 8 % 8, index / 64].map(|at| at as f32 * 0.2 - 0.7);
            let velocity = Vec3::new(x, y, z + 0.05).normalize() * 1000.0;
            let ball = BodyDesc {
                velocity,
                ..BodyDesc::dynamic(ball(0.05), at(x, y, z))
            };
            world.add(ball).expect("a ball")
        })
        .collect();
    let before: Vec<DVec3> = ids.iter().map(|id| world[*id].center()).collect();
    let report = world.step();
    assert!(report.pairs <= 30_000, "{} pairs", report.pairs);
    assert_eq!((report.waiting, report.overlapping), (400, 0));
    // An eighth of a step, or a 64th, or less, equal for all.
    let lacks = report.debt / 400.0 * 120.0;
    assert!(
        [1.0_f64 / 8.0, 1.0 / 64.0, 1.0 / 512.0]
            .iter()
            .any(|share| (lacks - 1.0 + share).abs() < 1e-6),
        "{lacks}"
    );
    for (id, before) in ids.iter().zip(&before) {
        assert!(world[*id].center() != *before);
    }
    // Once they are apart they are as fast as they should be.
    let mut steps = 0;
    while world.step().waiting > 0 {
        steps += 1;
        assert!(steps < 400, "they still wait");
        assert!(world.report().pairs <= 30_000 && world.report().overlapping == 0);
    }
}

/// 300 spinning boxes in one place: 44,850 pairs even if nothing moves.
#[test]
fn what_is_too_much_even_at_rest_stands_still_for_the_step() {
    let mut world = empty();
    let place = Vec3::new(1.0, 2.0, 3.0);
    for _ in 0..300 {
        let spinning = BodyDesc {
            angular_velocity: Vec3::new(1_000.0, -900.0, 400.0),
            ..BodyDesc::dynamic(block(0.3, 0.2, 0.1), at(place.x, place.y, place.z))
        };
        world.add(spinning).expect("a box");
    }
    for _ in 0..2 {
        let report = world.step();
        assert_eq!((report.waiting, report.events), (300, 0));
        assert!(report.pairs <= 30_000, "{} pairs", report.pairs);
        for body in world.bodies() {
            assert_eq!(body.center(), place.as_dvec3());
        }
    }
}

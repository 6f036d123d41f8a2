//! Impacts with known answers.

use dodgem_collide::Shape;
use dodgem_collide::shape::HalfSpace;
use dodgem_physics::{BodyDesc, ImpactRule, MaterialId, PairEnd, Settings, World};
use glam::{DVec3, Vec3};

use crate::scene::*;

/// Two balls that meet head-on along x; returns their velocities after.
fn head_on(masses: [f32; 2], speeds: [f32; 2], restitution: f32) -> [f64; 2] {
    let mut world = empty();
    let material = surface(&mut world, restitution, 0.5);
    let bodies = [0, 1].map(|i| {
        let place = at(3.0 * i as f32, 0.0, 0.0);
        let id = add(&mut world, ball(0.5), place, masses[i], material);
        world
            .set_velocity(id, Vec3::X * speeds[i], Vec3::ZERO)
            .unwrap();
        id
    });
    let before = world.momentum();
    run(&mut world, 0.5);
    let scale = f64::from(masses[0] * speeds[0].abs() + masses[1] * speeds[1].abs());
    assert!(world.momentum().distance(before) < 1e-5 * scale);
    bodies.map(|id| {
        let v = world[id].velocity();
        assert!(v.y.abs() < 1e-6 && v.z.abs() < 1e-6, "{v}");
        v.x
    })
}

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() < tolerance,
        "{found} for {expected}"
    );
}

#[test]
fn equal_balls_swap_their_velocities_at_120_metres_a_second() {
    let [a, b] = head_on([2.0, 2.0], [120.0, 0.0], 1.0);
    near(a, 0.0, 1e-6);
    near(b, 120.0, 1e-6);
    let [a, b] = head_on([2.0, 2.0], [60.0, -60.0], 1.0);
    near(a, -60.0, 1e-6);
    near(b, 60.0, 1e-6);
}

#[test]
fn unequal_balls_part_as_newton_says() {
    // v1 = (m1 - m2) / (m1 + m2) v, v2 = 2 m1 / (m1 + m2) v.
    let [a, b] = head_on([3.0, 1.0], [120.0, 0.0], 1.0);
    near(a, 60.0, 1e-5);
    near(b, 180.0, 1e-5);
    let [a, b] = head_on([1.0, 1000.0], [120.0, 0.0], 1.0);
    near(a, -999.0 / 1001.0 * 120.0, 1e-5);
    near(b, 2.0 / 1001.0 * 120.0, 1e-5);
}

#[test]
fn plastic_balls_go_on_together() {
    let [a, b] = head_on([3.0, 1.0], [120.0, 0.0], 0.0);
    // They part just fast enough to open a gap.
    near(a, 90.0, 0.01);
    near(b, 90.0, 0.02);
    assert!(b > a);
    let [a, b] = head_on([2.0, 2.0], [120.0, 0.0], 0.0);
    near(a, 60.0, 0.02);
    near(b, 60.0, 0.02);
    assert!(b > a);
    let [a, b] = head_on([2.0, 2.0], [60.0, -60.0], 0.0);
    near(a, 0.0, 0.02);
    near(b, 0.0, 0.02);
}

#[test]
fn momentum_and_energy_are_kept_between_blocks_that_meet_off_centre() {
    for restitution in [0.0, 0.4, 1.0] {
        let mut world = empty();
        let material = surface(&mut world, restitution, 0.4);
        let a = add(
            &mut world,
            block(1.0, 0.5, 0.7),
            at(-4.0, 0.3, 0.1),
            2.0,
            material,
        );
        let b = add(
            &mut world,
            block(0.8, 0.8, 0.8),
            at(4.0, 0.0, 0.0),
            5.0,
            material,
        );
        world
            .set_velocity(a, Vec3::new(120.0, 0.0, 0.0), Vec3::new(3.0, 1.0, -2.0))
            .unwrap();
        world
            .set_velocity(b, Vec3::new(-40.0, 0.0, 0.0), Vec3::new(0.0, 4.0, 0.0))
            .unwrap();
        let total = |world: &World| {
            let of = |id| {
                let body = &world[id];
                body.angular_momentum() + body.center().cross(body.velocity() * body.mass())
            };
            (world.momentum(), of(a) + of(b), world.energy())
        };
        let before = total(&world);
        let mut impacts = 0;
        for _ in 0..60 {
            impacts += world.step().impacts.len();
        }
        let after = total(&world);
        assert!(impacts > 0);
        assert!(before.0.distance(after.0) < 1e-5 * before.0.length());
        assert!(before.1.distance(after.1) < 1e-5 * 440.0);
        assert!(after.2 <= before.2 * (1.0 + 1e-9), "energy grew");
        if restitution == 0.0 {
            assert!(after.2 < 0.9 * before.2);
        }
    }
}

#[test]
fn a_ball_rebounds_to_the_square_of_its_restitution() {
    for restitution in [0.3_f32, 0.5, 0.8, 0.95] {
        let mut world = earth();
        let material = surface(&mut world, restitution, 0.5);
        add_floor(&mut world, material);
        // The gap at which bodies touch belongs to the fall.
        let height = 2.0;
        let id = add(
            &mut world,
            ball(0.1),
            at(0.0, 0.1 + height, 0.0),
            1.0,
            material,
        );
        let mut top = 0.0_f64;
        let mut bounced = false;
        loop {
            let impacts = world.step().impacts.len();
            let body = &world[id];
            if bounced {
                top = top.max(body.center().y - 0.1);
                if impacts > 0 {
                    break;
                }
            }
            bounced |= impacts > 0;
            assert!(world.time() < 5.0);
        }
        let expected = f64::from(restitution * restitution * height);
        assert!(
            (top / expected - 1.0).abs() < 0.05,
            "{restitution}: {top} for {expected}"
        );
    }
}

#[test]
fn newtons_cradle_passes_the_blow_on() {
    // As many leave as come, as fast; the balls that wait are a skin apart, and as near as sweeps see.
    for (come, gap) in [(1, 1e-3), (2, 1e-3), (3, 1e-3), (1, 3e-4), (2, 3e-4)] {
        let mut world = empty();
        let material = surface(&mut world, 1.0, 0.0);
        let balls: Vec<_> = (0..5)
            .map(|i| {
                let back = if i < come { -3.0 } else { 0.0 };
                let x = i as f32 * (1.0 + gap) + back;
                add(&mut world, ball(0.5), at(x, 0.0, 0.0), 1.0, material)
            })
            .collect();
        for id in &balls[..come] {
            world.set_velocity(*id, Vec3::X * 5.0, Vec3::ZERO).unwrap();
        }
        run(&mut world, 1.5);
        // Three that go on side by side part just fast enough to open a gap.
        let tolerance = if come == 3 { 0.02 } else { 1e-6 };
        for (i, id) in balls.iter().enumerate() {
            let speed = world[*id].velocity().x;
            near(speed, if i + come >= 5 { 5.0 } else { 0.0 }, tolerance);
        }
    }
}

#[test]
fn two_bodies_that_meet_at_500_metres_a_second_do_not_pass() {
    let mut world = empty();
    let material = surface(&mut world, 0.5, 0.3);
    let a = add(
        &mut world,
        block(0.3, 0.3, 0.3),
        at(-20.0, 0.0, 0.0),
        1.0,
        material,
    );
    let b = add(&mut world, ball(0.1), at(20.0, 0.05, 0.0), 1.0, material);
    world
        .set_velocity(a, Vec3::X * 500.0, Vec3::new(0.0, 200.0, 30.0))
        .unwrap();
    world.set_velocity(b, Vec3::X * -500.0, Vec3::ZERO).unwrap();
    let mut report = None;
    for _ in 0..24 {
        let step = world.step();
        if let [impact] = step.impacts[..] {
            report = Some((impact, world.time()));
        }
        let apart = world[b].center().x - world[a].center().x;
        assert!(apart > 0.1, "they passed: {apart}");
    }
    let (impact, time) = report.expect("an impact");
    assert!(
        impact.relative_speed > 900.0 && impact.relative_speed < 1100.0,
        "{impact:?}"
    );
    assert!(
        impact.normal.x > 0.5 && impact.impulse > 500.0,
        "{impact:?}"
    );
    // The ball meets the block, which turns, between the ball in it and the ball around it.
    let met = time - 1.0 / 120.0 + f64::from(impact.time);
    let (early, late) = ((40.0 - 0.1 - 0.27) / 1000.0, (40.0 - 0.2449) / 1000.0);
    assert!(met > early && met < late, "{met}");
}

#[test]
fn a_fast_ball_passes_neither_a_bare_triangle_nor_a_thin_plate() {
    let triangle = dodgem_collide::mesh::TriMesh::new(
        vec![
            Vec3::new(-3.0, -2.0, 0.0),
            Vec3::new(3.0, -2.0, 0.0),
            Vec3::new(0.0, 4.0, 0.0),
        ],
        vec![[0, 1, 2]],
    )
    .expect("a sound mesh");
    for obstacle in [mesh(&triangle), block(4.0, 4.0, 0.002)] {
        let mut world = empty();
        let material = surface(&mut world, 0.5, 0.0);
        world
            .add(dodgem_physics::BodyDesc {
                material,
                ..dodgem_physics::BodyDesc::fixed(obstacle, at(0.0, 0.0, 0.0))
            })
            .expect("a sound body");
        let id = add(&mut world, ball(0.05), at(0.1, 0.2, -5.0), 1.0, material);
        world
            .set_velocity(id, Vec3::new(0.0, 0.0, 200.0), Vec3::ZERO)
            .unwrap();
        run(&mut world, 0.2);
        let body = &world[id];
        assert!(body.center().z < 0.0, "it passed");
        near(body.velocity().z, -100.0, 1e-3);
    }
}

/// The sweep still watches: it says at which point and when a ball went through a plate, once. What lies on a floor
/// stays there, held by its contacts, and misses nothing.
#[test]
fn discrete_collision_misses_a_plate_and_says_so() {
    for continuous in [true, false] {
        let mut world = with(Settings {
            air_density: 0.0,
            continuous,
            ..Settings::default()
        });
        let floor = Shape::HalfSpace(HalfSpace::new(Vec3::Y, 0.0).expect("a plane"));
        for body in [
            BodyDesc::fixed(floor, at(0.0, 0.0, 0.0)),
            BodyDesc::fixed(block(4.0, 4.0, 0.002), at(0.0, 2.0, 0.0)),
        ] {
            world.add(body).expect("a sound body");
        }
        let rests = add(
            &mut world,
            ball(0.5),
            at(9.0, 0.5, 0.0),
            1.0,
            MaterialId::DEFAULT,
        );
        let flies = add(
            &mut world,
            ball(0.05),
            // It is before the plate at the end of one step and a metre behind it at the end of the next.
            at(0.1, 2.2, -5.6),
            1.0,
            MaterialId::DEFAULT,
        );
        let speed = Vec3::new(0.0, 0.0, 200.0);
        world.set_velocity(flies, speed, Vec3::ZERO).unwrap();
        let mut misses = Vec::new();
        for step in 0..60 {
            let report = world.step();
            misses.extend(report.misses.iter().map(|miss| (step, *miss)));
        }
        near(world[rests].center().y, 0.5, 0.001);
        if continuous {
            assert!(misses.is_empty() && world[flies].center().z < 0.0);
            continue;
        }
        assert!(world[flies].center().z > 50.0, "it passed");
        let [(step, miss)] = misses[..] else {
            panic!("{misses:?}");
        };
        assert_eq!(miss.b, flies);
        let time = f64::from(step) / 120.0 + f64::from(miss.time);
        near(time, (5.6 - 0.001 - 0.05) / 200.0, 1e-4);
        near(f64::from(miss.point.z), 0.0, 0.01);
    }
}

/// A ball that ends a step in a plate is held by the next contacts if its centre is still in front, and pushed on by
/// them if it is behind: only the second is a miss. Cause: no pair that overlapped at the end of a step was counted.
#[test]
fn discrete_collision_misses_a_plate_in_which_a_step_ends_beyond_the_middle() {
    for (end, misses) in [(-0.02, 0), (0.02, 1)] {
        let mut world = with(Settings {
            air_density: 0.0,
            gravity: Vec3::ZERO,
            continuous: false,
            ..Settings::default()
        });
        let plate = BodyDesc::fixed(block(4.0, 4.0, 0.002), at(0.0, 0.0, 0.0));
        world.add(plate).expect("a sound body");
        let start = at(0.1, 0.2, end - 3.0 * 40.0 / 120.0);
        let ball = add(&mut world, ball(0.05), start, 1.0, MaterialId::DEFAULT);
        let speed = Vec3::new(0.0, 0.0, 40.0);
        world.set_velocity(ball, speed, Vec3::ZERO).unwrap();
        let count: usize = (0..60).map(|_| world.step().misses.len()).sum();
        assert_eq!(count, misses, "centre at {end} m");
        let passed = world[ball].center().z > 0.05;
        assert_eq!(passed, misses > 0, "{}", world[ball].center().z);
    }
}

/// Cause: the test at the end of a step ignored the budget, so that a crowd of meetings cost any amount.
#[test]
fn a_miss_that_the_budget_leaves_no_work_to_test_counts_as_cut() {
    let outcome = |work_per_step| {
        let mut world = with(Settings {
            air_density: 0.0,
            gravity: Vec3::ZERO,
            continuous: false,
            work_per_step,
            ..Settings::default()
        });
        let plate = BodyDesc::fixed(block(4.0, 4.0, 0.002), at(0.0, 0.0, 0.0));
        world.add(plate).expect("a sound body");
        let start = at(0.1, 0.2, -0.6);
        let ball = add(&mut world, ball(0.05), start, 1.0, MaterialId::DEFAULT);
        let speed = Vec3::new(0.0, 0.0, 200.0);
        world.set_velocity(ball, speed, Vec3::ZERO).unwrap();
        let report = world.step();
        let met = report.turns.iter().any(|turn| turn.end == PairEnd::Meets);
        let outcome = (met, report.misses.len(), report.cuts);
        assert!(world[ball].center().z > 0.9, "it passed");
        outcome
    };
    assert_eq!(outcome(u64::MAX), (true, 1, 0));
    let outcomes: Vec<_> = (1..500).map(outcome).collect();
    let missed = outcomes.iter().position(|one| *one == (true, 1, 0));
    let (cut, told) = outcomes.split_at(missed.expect("that is enough work"));
    assert!(
        cut.contains(&(true, 0, 1)),
        "swept, but not tested: {cut:?}"
    );
    assert!(
        cut.iter()
            .all(|(_, misses, cuts)| (*misses, *cuts) == (0, 1)),
        "{cut:?}"
    );
    assert!(told.iter().all(|one| *one == (true, 1, 0)), "{told:?}");
}

/// If a box falls flat, its corners touch at once, sometimes so near the end of a step that the solver handles the
/// impact and not the sweep. Solved corner by corner, the box spun and lost 17 % of its energy in one bounce, after
/// 20 s; with all corners together it keeps 99.7 % over sixty seconds.
#[test]
fn an_elastic_box_that_falls_flat_keeps_its_energy() {
    let mut world = earth();
    let elastic = surface(&mut world, 1.0, 0.0);
    let ground = Shape::HalfSpace(HalfSpace::new(Vec3::Y, 0.0).expect("a plane"));
    let ground = BodyDesc {
        material: elastic,
        ..BodyDesc::fixed(ground, at(0.0, 0.0, 0.0))
    };
    world.add(ground).expect("a sound body");
    let cube = block(1.0, 1.0, 1.0);
    let body = add(&mut world, cube, at(0.0, 2.5, 0.0), 1.0, elastic);
    let energy = |world: &World| {
        let body = &world[body];
        body.kinetic_energy() + 9.81 * (body.center().y - 0.5)
    };
    let (first, mut last) = (energy(&world), energy(&world));
    for step in 0..60 * 120 {
        world.step();
        let now = energy(&world);
        assert!(now > 0.999 * last, "{last} J, then {now} J in step {step}");
        last = now;
    }
    assert!(
        (0.995..1.0001).contains(&(last / first)),
        "{last} J of {first} J"
    );
}

#[test]
fn stop_on_contact_leaves_nothing_of_momentum_and_spin() {
    let mut world = with(Settings {
        gravity: Vec3::ZERO,
        air_density: 0.0,
        rule: ImpactRule::Stop,
        ..Settings::default()
    });
    let places = [0.0, 3.0, 9.0];
    let balls = places.map(|x| {
        let place = at(x, 0.0, 0.0);
        add(&mut world, ball(0.5), place, 2.0, MaterialId::DEFAULT)
    });
    world
        .set_velocity(balls[0], Vec3::X * 10.0, Vec3::Y * 3.0)
        .unwrap();
    run(&mut world, 0.1);
    assert!(world[balls[0]].velocity().x > 9.9, "it has met nothing yet");
    let impulses: Vec<f32> = (0..120)
        .flat_map(|_| world.step().impacts.clone())
        .map(|impact| impact.impulse)
        .collect();
    assert_eq!(impulses.len(), 1);
    near(f64::from(impulses[0]), 20.0, 1e-3);
    for id in balls {
        assert_eq!(world[id].velocity(), DVec3::ZERO);
        assert_eq!(world[id].angular_velocity(), DVec3::ZERO);
    }
    // They stopped where they met.
    near(world[balls[0]].center().x, 2.0, 2e-3);
    near(world[balls[2]].center().x, 9.0, 1e-9);
}

/// A ball flies at a plate at 60 m/s, half a metre a step: one test at the end of each step sees a thick plate and
/// passes a thin one, a sweep sees both.
#[test]
fn one_test_a_step_finds_what_it_ends_in_and_passes_what_is_thin() {
    let hits = |one_test: bool, thickness: f32| {
        let mut world = with(Settings {
            gravity: Vec3::ZERO,
            air_density: 0.0,
            one_test,
            ..Settings::default()
        });
        let flyer = add(
            &mut world,
            ball(0.05),
            at(-3.3, 0.0, 0.0),
            1.0,
            MaterialId::DEFAULT,
        );
        let plate = block(thickness, 2.0, 2.0);
        let plate = add(
            &mut world,
            plate,
            at(0.0, 0.0, 0.0),
            50.0,
            MaterialId::DEFAULT,
        );
        world
            .set_velocity(flyer, Vec3::X * 60.0, Vec3::ZERO)
            .unwrap();
        run(&mut world, 0.15);
        world[plate].velocity().x > 0.1
    };
    assert!(hits(false, 0.02) && hits(false, 1.2));
    assert!(!hits(true, 0.02) && hits(true, 1.2));
}

//! Tests of the world and its step; shapes for the tests beside them.

use std::sync::Arc;

use glam::{Vec2, Vec3};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use super::*;
use crate::collision::broad::AllPairs;
use crate::collision::debug::DebugList;
use crate::collision::{BuildOptions, DebugKind, Model};
use crate::geometry::{Pose, TriMesh, yaw};
use crate::physics::{Control, PairOutcome, VehicleSettings, Views};

/// A box on the floor.
pub(crate) fn box_mesh(width: f32, height: f32, depth: f32) -> TriMesh {
    let corner = |bits: u32| {
        let side = |bit: u32| if bits & bit == 0 { -0.5 } else { 0.5 };
        Vec3::new(side(1) * width, (side(2) + 0.5) * height, side(4) * depth)
    };
    let sides = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let triangles = sides
        .iter()
        .flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]);
    TriMesh::new((0..8).map(corner).collect(), triangles.collect()).unwrap()
}

/// A fixed box of 2 m x 1 m x 2 m in the middle of the floor, of 1 kg.
pub(crate) fn box_body() -> Body {
    let mesh = box_mesh(2.0, 1.0, 2.0);
    Body {
        name: "box".to_owned(),
        model: Arc::new(Model::build(&mesh, &BuildOptions::default()).unwrap()),
        pose: Pose::IDENTITY,
        previous_pose: Pose::IDENTITY,
        velocity: Vec3::ZERO,
        angular_velocity: Vec3::ZERO,
        mass: 1.0,
        footprint: Footprint::of(&mesh).unwrap(),
        kind: BodyKind::Fixed,
        rank: 0,
    }
}

const IMPULSE: Response = Response::Impulse {
    restitution: 0.5,
    friction: 0.3,
};

fn world_with(arena: Arena, response: Response, budget: u64) -> World {
    World::new(WorldSettings {
        arena,
        ground: GroundSettings::default(),
        response,
        walls: SurfaceSettings::default(),
        broad_phase: Box::new(AllPairs::default()),
        budget,
        clock: None,
    })
}

fn round_world(response: Response) -> World {
    world_with(Arena::Round { radius: 12.0 }, response, 30_000)
}

fn desc(x: f32, z: f32, angle: f32) -> BodyDesc {
    BodyDesc {
        name: format!("car at {x}, {z}"),
        model: Arc::new(Model::build(&box_mesh(1.2, 0.8, 2.0), &BuildOptions::default()).unwrap()),
        pose: Pose::new(yaw(angle), Vec3::new(x, 0.0, z)).unwrap(),
        mass: 250.0,
        vehicle: Some(VehicleSettings::default()),
        rank: 1,
    }
}

fn fixed(x: f32, z: f32) -> BodyDesc {
    BodyDesc {
        vehicle: None,
        ..desc(x, z, 0.3)
    }
}

fn throttle(throttle: f32) -> Control {
    Control {
        throttle,
        ..Control::default()
    }
}

/// The invariant, by a method of its own: no two bodies cross, and all are in the arena.
fn assert_nothing_overlaps(world: &World) {
    let mut scratch = Scratch::default();
    for (index, a) in world.bodies().iter().enumerate() {
        if !a.is_fixed() {
            assert!(
                world.arena().contains(&a.footprint, &a.pose),
                "{} left",
                a.name
            );
        }
        for b in &world.bodies()[index + 1..] {
            let unlimited = Budget::Unlimited;
            let found = collide(
                &a.model,
                &a.pose,
                &b.model,
                &b.pose,
                unlimited,
                &mut scratch,
            );
            assert!(
                !found.is_hit(),
                "{} is in {} at {}",
                a.name,
                b.name,
                world.time()
            );
        }
    }
}

/// Twelve cars and three posts in a tight ring; the controls change at random every third of a
/// second.
fn crowd(response: Response, budget: u64, seed: u64) -> (World, Pcg32) {
    let mut world = world_with(Arena::Round { radius: 9.0 }, response, budget);
    for (x, z) in [(0.0, 0.0), (2.5, 2.5), (-2.5, 2.0)] {
        world.add_body(fixed(x, z)).unwrap();
    }
    for index in 0..12 {
        let angle = index as f32 * std::f32::consts::TAU / 12.0;
        let (sine, cosine) = (libm::sinf(angle), libm::cosf(angle));
        world
            .add_body(desc(7.0 * sine, 7.0 * cosine, angle))
            .unwrap();
    }
    (world, Pcg32::new(seed, 1))
}

fn random_controls(random: &mut Pcg32, count: usize) -> Vec<Control> {
    let mut number = || (random.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0;
    (0..count)
        .map(|_| Control {
            throttle: number() * 2.0,
            steer: number(),
            brake: number() > 0.9,
            boost: number() > 0.0,
        })
        .collect()
}

fn assert_a_crowd_never_overlaps(response: Response, budget: u64, seed: u64) {
    let (mut world, mut random) = crowd(response, budget, seed);
    let mut controls = Vec::new();
    let mut hits = 0;
    for step in 0..1200 {
        if step % 40 == 0 {
            controls = random_controls(&mut random, world.bodies().len());
        }
        world.step(&controls);
        hits += world.stats().counters.hits + world.stats().counters.cuts;
        assert_nothing_overlaps(&world);
    }
    assert!(hits > 20, "the crowd hardly met: {hits}");
}

#[test]
fn no_two_bodies_ever_overlap_at_the_end_of_a_step() {
    for seed in 0..3 {
        assert_a_crowd_never_overlaps(IMPULSE, 30_000, seed);
        assert_a_crowd_never_overlaps(Response::Classic, 30_000, seed);
    }
}

#[test]
fn nor_when_the_budget_is_far_too_small() {
    assert_a_crowd_never_overlaps(IMPULSE, 300, 5);
    assert_a_crowd_never_overlaps(Response::Classic, 20, 6);
}

#[test]
fn a_cut_is_counted_holds_the_bodies_and_is_told_as_such() {
    let mut world = world_with(Arena::Round { radius: 12.0 }, IMPULSE, 0);
    let a = world.add_body(desc(0.0, 0.0, 0.0)).unwrap();
    let b = world.add_body(desc(0.0, -2.3, 0.0)).unwrap();
    world.set_velocity(a, Vec3::new(0.0, 0.0, -20.0), 0.0);
    let mut cut = None;
    for _ in 0..10 {
        world.step(&[]);
        cut = cut.or(world.events().iter().copied().find(|impact| impact.cut));
    }
    let cut = cut.expect("an impact after a cut");
    assert_eq!((cut.a, cut.b), (a, Some(b)));
    assert!(world.totals().cuts > 0);
    assert_eq!(
        world.totals().work(),
        0,
        "a purse of nothing pays for nothing"
    );
}

#[test]
fn two_cars_that_push_each_other_part_as_soon_as_one_reverses() {
    for response in [IMPULSE, Response::Classic] {
        for (offset, turn) in [(0.0, 0.0), (0.2, 0.4), (-0.4, 0.0), (0.1, 1.2)] {
            let mut world = round_world(response);
            let back = std::f32::consts::PI + turn;
            let a = world.add_body(desc(offset, 3.0, 0.0)).unwrap();
            world.add_body(desc(-offset, -3.0, back)).unwrap();
            for _ in 0..30 * 120 {
                world.step(&[throttle(1.0), throttle(1.0)]);
            }
            let start = world.body(a).pose.translation();
            let farthest = (0..2 * 120).fold(0.0_f32, |farthest, _| {
                world.step(&[throttle(-1.0), throttle(0.0)]);
                farthest.max(world.body(a).pose.translation().distance(start))
            });
            assert!(
                farthest > 1.0,
                "{response:?} {offset} {turn}: only {farthest} m away"
            );
        }
    }
}

#[test]
fn cars_wedged_nose_to_nose_stay_in_touch_and_still_come_loose() {
    // A narrow lane: neither can slide off the other.
    let lane = Arena::Rectangle {
        width: 2.4,
        depth: 30.0,
    };
    let mut world = world_with(lane, IMPULSE, 30_000);
    let a = world.add_body(desc(0.1, 3.0, 0.0)).unwrap();
    let b = world
        .add_body(desc(-0.1, -3.0, std::f32::consts::PI))
        .unwrap();
    for _ in 0..30 * 120 {
        world.step(&[throttle(1.0), throttle(1.0)]);
    }
    let distance = |world: &World| {
        let place = |id| world.body(id).pose.translation();
        place(a).distance(place(b))
    };
    assert!(distance(&world) < 2.4, "nose to nose: {}", distance(&world));
    for _ in 0..120 {
        world.step(&[throttle(-1.0), throttle(0.0)]);
    }
    assert!(distance(&world) > 3.0, "apart: {}", distance(&world));
}

#[test]
fn a_car_pushes_another_along_instead_of_standing_still() {
    let mut world = round_world(Response::Impulse {
        restitution: 0.2,
        friction: 0.2,
    });
    world.add_body(desc(0.0, 8.0, 0.0)).unwrap();
    let pushed = world.add_body(desc(0.0, 5.9, 0.0)).unwrap();
    for _ in 0..240 {
        world.step(&[throttle(1.0)]);
    }
    assert!(world.body(pushed).pose.translation().z < 3.0);
}

#[test]
fn a_car_slides_along_a_wall_at_nearly_its_own_speed() {
    let mut world = world_with(
        Arena::Rectangle {
            width: 6.0,
            depth: 60.0,
        },
        IMPULSE,
        30_000,
    );
    let car = world.add_body(desc(0.0, 25.0, -0.25)).unwrap();
    for _ in 0..4 * 120 {
        world.step(&[throttle(1.0)]);
    }
    let body = world.body(car);
    assert!(
        body.pose.translation().z < 15.0,
        "{}",
        body.pose.translation()
    );
    assert_nothing_overlaps(&world);
}

#[test]
fn a_wall_hit_tells_an_impact_with_the_speed_and_no_second_body() {
    let mut world = round_world(IMPULSE);
    let car = world.add_body(desc(0.0, 0.0, 0.0)).unwrap();
    world.set_velocity(car, Vec3::new(0.0, 0.0, -20.0), 0.0);
    let hit = (0..240).find_map(|_| {
        world.step(&[]);
        world.events().first().copied()
    });
    let hit = hit.expect("the car gets to the wall");
    assert_eq!((hit.a, hit.b), (car, None));
    assert!(hit.relative_speed > 10.0 && hit.impulse > 250.0 * 10.0);
    assert!(hit.normal.z > 0.9);
}

#[test]
fn bodies_that_cannot_be_placed_are_refused_with_the_reason() {
    let mut world = round_world(IMPULSE);
    let first = world.add_body(desc(0.0, 0.0, 0.0)).unwrap();
    let overlapping = world.add_body(desc(0.5, 0.5, 1.0));
    assert!(matches!(overlapping, Err(WorldError::Overlaps { other, .. }) if other == first));
    assert!(matches!(
        world.add_body(desc(11.5, 0.0, 0.0)),
        Err(WorldError::OutsideArena { .. })
    ));
    let massless = BodyDesc {
        mass: 0.0,
        ..desc(3.0, 3.0, 0.0)
    };
    assert_eq!(world.add_body(massless), Err(WorldError::Mass(0.0)));
    let tilted = BodyDesc {
        pose: Pose::new(glam::Quat::from_xyzw(0.3, 0.0, 0.0, 1.0), Vec3::ZERO).unwrap(),
        ..desc(3.0, 3.0, 0.0)
    };
    assert_eq!(world.add_body(tilted), Err(WorldError::NotUpright));
    assert_eq!(world.bodies().len(), 1);
}

#[test]
fn pairs_are_tested_by_rank_and_fixed_bodies_last() {
    let mut world = round_world(IMPULSE);
    world.add_body(fixed(-4.0, 0.0)).unwrap();
    // Side by side at an angle: their boxes overlap, they do not.
    let angle = std::f32::consts::FRAC_PI_4;
    let computer = world.add_body(desc(0.0, 0.0, angle)).unwrap();
    let player = world
        .add_body(BodyDesc {
            rank: 0,
            ..desc(0.92, -0.92, angle)
        })
        .unwrap();
    world.step(&[]);
    assert_eq!(world.order, [2, 1, 0]);
    let first = world.stats().tests.first().expect("the boxes overlap");
    assert_eq!((first.a, first.b), (computer, player));
}

#[test]
fn the_hash_follows_the_state_and_repeats_with_it() {
    let run = |nudge: f32| {
        let (mut world, mut random) = crowd(IMPULSE, 30_000, 11);
        let id = BodyId(5);
        world.set_velocity(id, Vec3::new(nudge, 0.0, 0.0), 0.0);
        let mut hashes = Vec::new();
        for _ in 0..240 {
            let controls = random_controls(&mut random, world.bodies().len());
            world.step(&controls);
            hashes.push(world.state_hash());
        }
        hashes
    };
    let first = run(0.0);
    assert_eq!(first, run(0.0));
    assert_ne!(first[0], run(1e-6)[0]);
}

/// If this fails after a change that is *meant* to change how bodies move, replace the value by
/// the one printed, in the same commit, and say so in CHANGELOG.md: recorded rounds stop to fit.
/// If the change was not meant to, it is a mistake: something now depends on the build or on order.
#[test]
fn the_golden_hash_of_a_crowd_has_not_changed() {
    const GOLDEN: u64 = 0xb18a_dbf3_6d21_f6f1;
    let (mut world, mut random) = crowd(IMPULSE, 30_000, 2002);
    for _ in 0..600 {
        let controls = random_controls(&mut random, world.bodies().len());
        world.step(&controls);
    }
    let hash = world.state_hash();
    assert_eq!(hash, GOLDEN, "the state hash is now {hash:#018x}");
}

#[test]
fn views_draw_what_they_are_named_for() {
    let mut world = round_world(IMPULSE);
    let a = world.add_body(desc(0.0, 0.0, 0.0)).unwrap();
    world.add_body(desc(0.0, -2.1, 0.0)).unwrap();
    world.set_velocity(a, Vec3::new(0.0, 0.0, -24.0), 0.0);
    world.step(&[]);
    assert!(
        world
            .stats()
            .tests
            .iter()
            .any(|test| test.outcome == PairOutcome::Hit)
    );
    let drawn = |names: &[&str]| {
        let mut views = Views::default();
        names
            .iter()
            .for_each(|name| assert!(views.turn_on(name), "{name}"));
        let mut list = DebugList::default();
        world.draw(&views, &mut list);
        list
    };
    assert_eq!(drawn(&[]), DebugList::default());
    assert_eq!(drawn(&["wireframe"]).count(DebugKind::Wireframe), 2 * 18);
    assert_eq!(drawn(&["grid"]).count(DebugKind::PairHit), 1);
    assert!(drawn(&["grid"]).count(DebugKind::Contact) >= 3);
    assert!(!drawn(&["tree:1"]).lines.is_empty());
    assert!(!Views::default().turn_on("tree:x") && !Views::default().turn_on("gird"));
}

#[test]
fn a_footprint_is_what_the_arena_and_the_contact_use() {
    let body = box_body();
    assert_eq!(body.footprint.corners().len(), 4);
    assert!(body.footprint.corners().contains(&Vec2::new(1.0, -1.0)));
}

//! Arenas built by hand: checks of new actors, reports of steps, and actors that are put back.

use crate::view_words::ViewWords;
use std::sync::Arc;

use glam::{Quat, Vec3};

use crate::arena::{Controls, Motion, ThingMoves};
use crate::vehicle::Wheel;
use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::debug_draw::DebugList;
use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::query::Stages;
use dodgem_collide::schedule::ScheduleKind;
use dodgem_collide::shape::ConvexHull;
use dodgem_collide::{BuildOptions, DebugKind, Model};
use dodgem_physics::{BudgetClock, OnCut};

use crate::arena::{
    ActorDesc, ActorId, ActorImpact, ActorKind, Arena, ArenaError, ArenaSettings, Border, CarDesc,
    CarSettings, Edge, GroundSettings, HallHeights, HallPart, Met, PairTest, Response,
    SurfaceSettings, ThingDesc, View, Views,
};

const ROUND: Border = Border::Round { radius: 12.0 };

fn settings() -> ArenaSettings {
    ArenaSettings {
        border: ROUND,
        edge: Edge::Wall,
        heights: HallHeights::default(),
        gravity: dodgem_physics::GRAVITY,
        down: Vec3::NEG_Y,
        air: 0.0,
        wind: Vec3::ZERO,
        ground: GroundSettings::default(),
        response: Response::Impulse {
            restitution: 0.5,
            friction: 0.2,
        },
        walls: SurfaceSettings {
            restitution: 0.8,
            friction: 0.1,
        },
        broad_phase: BroadPhaseKind::SweepAndPrune,
        schedule: ScheduleKind::PerceptionSorted,
        turns_below: u64::MAX,
        budget: 1_000_000,
        stages: Stages::ALL,
        continuous: true,
        one_test: false,
        search: Default::default(),
        on_cut: OnCut::Wait,
        clock: BudgetClock::Work,
    }
}

fn arena() -> Arena {
    Arena::new(settings()).unwrap()
}

/// A box of 1.2 m x 0.4 m x 1.8 m, 0.1 m above its origin.
fn block() -> TriMesh {
    let corner = |i: u32| {
        let sign = |bit: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
        Vec3::new(0.6 * sign(0), 0.3 + 0.2 * sign(1), 0.9 * sign(2))
    };
    let corners: Vec<Vec3> = (0..8).map(corner).collect();
    ConvexHull::from_points(&corners)
        .unwrap()
        .to_mesh()
        .unwrap()
}

fn desc(name: &str, x: f32, z: f32, heading: f32) -> ActorDesc {
    ActorDesc {
        exact: false,
        name: name.to_owned(),
        model: Arc::new(Model::build(&block(), &BuildOptions::default()).unwrap()),
        solid: None,
        pose: Pose::new(yaw(heading), Vec3::new(x, 0.0, z)).unwrap(),
        car: Some(CarDesc {
            mass: 250.0,
            ring: 0.3,
            settings: CarSettings::default(),
        }),
        slope: false,
        thing: ThingDesc::default(),
        velocity: Vec3::ZERO,
        spin: Vec3::ZERO,
        passes: Vec::new(),
    }
}

fn post(x: f32, z: f32) -> ActorDesc {
    ActorDesc {
        exact: false,
        car: None,
        ..desc("post", x, z, 0.0)
    }
}

fn ahead() -> Controls {
    Controls {
        throttle: 1.0,
        ..Controls::default()
    }
}

#[test]
fn a_car_reaches_nearly_its_top_speed_on_its_four_wheels_and_brakes() {
    let mut arena = arena();
    let car = arena.add_actor(desc("car", 0.0, 11.0, 0.0)).unwrap();
    let top = CarSettings::default().top_speed;
    for _ in 0..3 * 120 {
        arena.step(&[ahead()]);
    }
    let actor = arena.actor(car);
    assert!(actor.velocity.z < -0.85 * top && actor.velocity.z > -1.01 * top);
    assert_eq!(actor.car().unwrap().wheels_down, 4);
    // Its origin is at the floor, within the pitch caused by braking and driving.
    assert!(actor.pose.translation().y.abs() < 0.03);
    let brake = Controls {
        brake: true,
        ..Controls::default()
    };
    for _ in 0..2 * 120 {
        arena.step(&[brake]);
    }
    assert!(arena.actor(car).velocity.length() < 0.02);
}

#[test]
fn actors_that_overlap_or_reach_outside_are_refused_by_name() {
    let mut arena = arena();
    let first = arena.add_actor(desc("first", 0.0, 0.0, 0.0)).unwrap();
    let error = arena.add_actor(desc("second", 0.5, 0.5, 1.0)).unwrap_err();
    let told = error.to_string();
    let ArenaError::Overlaps {
        other, depth, rise, ..
    } = error
    else {
        panic!("{told}");
    };
    assert_eq!(other, first);
    assert!(told.starts_with("it overlaps \"first\" by 0."), "{told}");
    // Blocks of 0.4 m: the second is free above the first.
    assert!(
        depth > 0.01 && rise.is_some_and(|rise| (0.39..0.42).contains(&rise)),
        "{told}"
    );
    let error = arena.add_actor(post(0.0, 11.5)).unwrap_err();
    assert!(matches!(error, ArenaError::OutsideArena { depth } if (0.3..0.5).contains(&depth)));
    let mut heavy = desc("heavy", 5.0, 0.0, 0.0);
    heavy.car.as_mut().unwrap().mass = f32::NAN;
    let error = arena.add_actor(heavy).unwrap_err().to_string();
    assert_eq!(error, "mass is NaN; it must be between 10 and 5000");
    assert_eq!(arena.actors().len(), 1);
}

#[test]
fn a_prescribed_motion_may_start_inside_what_nothing_moves_but_not_inside_a_car() {
    let standing = |x: f32| ActorDesc {
        car: None,
        ..desc("post", x, 0.5, 1.0)
    };
    let moved = |x: f32| {
        let mut moved = standing(x);
        moved.thing.moves = ThingMoves::Along {
            motion: Motion::Slide {
                by: Vec3::X,
                seconds: 2.0,
            },
            pivot: Vec3::ZERO,
            phase: 0.0,
        };
        moved
    };
    let mut arena = arena();
    arena.add_actor(post(0.0, 0.0)).unwrap();
    arena.add_actor(moved(0.5)).unwrap();
    // Two bodies that stand still must not overlap.
    assert!(arena.add_actor(standing(0.5)).is_err());
    arena.add_actor(desc("car", 5.0, 0.0, 0.0)).unwrap();
    assert!(arena.add_actor(moved(5.5)).is_err());
}

#[test]
fn impacts_name_the_car_the_wall_or_the_post_and_where() {
    // Drives a car straight ahead until it hits something.
    let first_impact = |others: Vec<ActorDesc>| {
        let mut arena = arena();
        let car = arena.add_actor(desc("car", 0.0, 4.0, 0.0)).unwrap();
        for other in others {
            arena.add_actor(other).unwrap();
        }
        for _ in 0..600 {
            arena.step(&[ahead()]);
            if let Some(impact) = arena.events().first() {
                assert_eq!(impact.a, car);
                assert!(impact.relative_speed > 2.0 && impact.impulse > 500.0);
                assert!(impact.time <= f64::from(arena.time()) && impact.time > 0.0);
                return *impact;
            }
        }
        panic!("it met nothing");
    };
    let wall = first_impact(Vec::new());
    assert_eq!(wall.met, Met::Hall(HallPart::Wall));
    assert!(
        wall.normal.z > 0.99 && (wall.point.z + 12.0).abs() < 0.03,
        "{wall:?}"
    );
    let post = first_impact(vec![post(0.0, -4.0)]);
    assert_eq!(post.met, Met::Actor(ActorId(1)));
    assert!(
        post.normal.z < -0.99 && (post.point.z + 3.1).abs() < 0.01,
        "{post:?}"
    );
    let other = first_impact(vec![desc("other", 0.0, -4.0, 0.0)]);
    assert_eq!(other.met.actor(), Some(ActorId(1)));
}

#[test]
fn what_has_left_the_hall_is_put_back_to_its_start_or_above_the_car_there() {
    let mut arena = arena();
    let car = arena.add_actor(desc("car", 3.0, 0.0, 1.0)).unwrap();
    let start = arena.actor(car).start;
    let body = arena.body_id(car);
    let below = Pose::from_translation(Vec3::new(0.0, -20.0, 0.0)).unwrap();
    arena.world.set_pose(body, &below).unwrap();
    arena.step(&[]);
    assert_eq!(arena.stats().put_back, [car]);
    assert!(
        arena
            .actor(car)
            .pose
            .translation()
            .distance(start.translation())
            < 1e-3
    );
    arena.step(&[]);
    assert!(arena.stats().put_back.is_empty());
    // Another car stands there in the meantime.
    arena.world.set_pose(body, &below).unwrap();
    arena.add_actor(desc("other", 3.0, 0.5, 0.0)).unwrap();
    arena.step(&[]);
    let height = arena.actor(car).pose.translation().y;
    assert!((height - 2.5).abs() < 1e-3, "{height}");
}

#[test]
fn a_car_on_its_roof_or_side_gets_up() {
    for angle in [std::f32::consts::PI, std::f32::consts::FRAC_PI_2, -1.6] {
        let mut arena = arena();
        let car = arena.add_actor(desc("car", 0.0, 0.0, 0.0)).unwrap();
        let body = arena.body_id(car);
        let lying = Pose::new(Quat::from_rotation_z(angle), Vec3::Y).unwrap();
        arena.world.set_pose(body, &lying).unwrap();
        for _ in 0..7 * 120 {
            arena.step(&[]);
        }
        let up = arena.actor(car).pose.transform_vector(Vec3::Y);
        assert!(up.y > 0.98, "after {angle} it lies with its roof to {up}");
        let ActorKind::Car(car) = &arena.actor(car).kind else {
            panic!("it is a car");
        };
        assert_eq!(car.wheels_down, 4);
    }
}

#[test]
fn the_boost_lasts_as_long_as_its_store_and_comes_back() {
    let mut arena = arena();
    let car = arena.add_actor(desc("car", 0.0, 8.0, 0.0)).unwrap();
    let boosted = Controls {
        boost: true,
        ..ahead()
    };
    let state = |arena: &Arena| match &arena.actor(car).kind {
        ActorKind::Car(car) => (car.boosting, car.boost_share()),
        _ => panic!("it is a car"),
    };
    // The store lasts for 1.5 s, and an empty one starts again at 15 %.
    for (seconds, controls, boosts, share) in [
        (0.75, boosted, true, 0.5),
        (0.74, boosted, true, 0.007),
        (0.1, boosted, false, 0.015),
        (0.7, boosted, false, 0.13),
        (6.0, Controls::default(), false, 1.0),
    ] {
        for _ in 0..(seconds * 120.0) as u32 {
            arena.step(&[controls]);
        }
        let (boosting, left) = state(&arena);
        assert!(
            boosting == boosts && (left - share).abs() < 0.01,
            "{boosting}, {left} for {share}"
        );
    }
}

#[test]
fn a_budget_of_nothing_lets_cars_wait_apart_and_says_so() {
    let mut tight = settings();
    tight.budget = 1;
    let mut arena = Arena::new(tight).unwrap();
    arena.add_actor(desc("one", 0.0, 4.0, 0.0)).unwrap();
    arena
        .add_actor(desc("other", 0.0, -4.0, std::f32::consts::PI))
        .unwrap();
    let (mut cuts, mut waits) = (0, 0);
    for _ in 0..3 * 120 {
        arena.step(&[ahead(), ahead()]);
        cuts += arena.stats().cuts;
        waits += arena.stats().waiting;
        assert_eq!(arena.world().report().overlapping, 0);
    }
    assert!(cuts > 0 && waits > 0, "{cuts} cuts, {waits} waits");
    let [one, other] = [0, 1].map(|i| arena.actor(ActorId(i)).pose.translation());
    assert!(one.z > other.z + 1.79, "they passed each other");
}

#[test]
fn views_draw_what_they_name_and_change_nothing() {
    let mut arena = arena();
    arena.add_actor(desc("one", 0.1, 3.0, 0.0)).unwrap();
    arena
        .add_actor(desc("other", 0.0, -3.0, std::f32::consts::PI))
        .unwrap();
    while arena
        .events()
        .iter()
        .all(|impact| impact.met.actor().is_none())
    {
        arena.step(&[ahead(), ahead()]);
        assert!(arena.time() < 3.0);
    }
    let hash = arena.state_hash();
    let drawn = |name: &str| {
        let mut views = Views::default();
        assert!(views.turn_on(name));
        let mut list = DebugList::default();
        arena.draw(&views, &mut list);
        list
    };
    assert!(drawn("wireframe").count(DebugKind::Wireframe) >= 2 * 18);
    assert!(drawn("pieces").count(DebugKind::Piece) >= 2 * 12);
    // A line, and a post at each of the two.
    assert!(drawn("grid").count(DebugKind::PairHit) == 3);
    assert!(drawn("contacts").count(DebugKind::Contact) >= 3);
    assert!(drawn("velocities").count(DebugKind::Velocity) >= 2);
    let budget = drawn("budget");
    assert!(budget.count(DebugKind::PairHit) == 3 && budget.texts.len() == 2);
    // The cost of a pair is part of the cost of both its bodies.
    let costs = arena.pair_costs();
    let pair = |cost: &&PairTest| cost.a == ActorId(0) && cost.b == Met::Actor(ActorId(1));
    let used = costs.iter().find(pair).map(|cost| cost.used);
    let used = used.expect("they were swept");
    assert!(used > 0 && arena.cost_of(ActorId(0)).used >= used);
    let of_pairs: u64 = costs.iter().map(|cost| cost.used).sum();
    assert!(
        of_pairs <= arena.stats().used,
        "pairs are a part of the work"
    );
    for (_, text, _) in &budget.texts {
        assert!(text.ends_with(" units"), "{text}");
    }
    // The sweep of the impact again: from the start of the step to the impact.
    let sweeps = drawn("sweeps");
    assert!(sweeps.count(DebugKind::Sweep) > 0 && sweeps.count(DebugKind::SweepEnd) > 0);
    let gaps = sweeps
        .lines
        .iter()
        .filter(|line| line.2 == DebugKind::Nearest);
    let gaps: Vec<f32> = gaps.map(|(a, b, _)| a.distance(*b)).collect();
    assert!(
        gaps.len() > 1 && gaps.windows(2).all(|two| two[1] <= two[0] + 1e-4),
        "{gaps:?}"
    );
    assert!(gaps[0] > 10.0 * gaps[gaps.len() - 1], "{gaps:?}");
    assert_eq!(arena.state_hash(), hash);
}

#[test]
fn the_sweep_of_a_crash_into_the_wall_is_drawn_like_that_of_two_cars() {
    let mut arena = arena();
    arena.add_actor(desc("one", 0.1, 3.0, 0.0)).unwrap();
    let hit_the_wall = |impact: &ActorImpact| impact.met == Met::Hall(HallPart::Wall);
    while !arena.events().iter().any(hit_the_wall) {
        arena.step(&[ahead()]);
        assert!(arena.time() < 10.0);
    }
    let mut views = Views::default();
    assert!(views.turn_on("sweeps"));
    let mut list = DebugList::default();
    arena.draw(&views, &mut list);
    // Only the car has an outline; the wall is as long as the hall.
    assert!(list.count(DebugKind::SweepEnd) > 0);
    let ends = list.lines.iter().filter(|l| l.2 == DebugKind::SweepEnd);
    for (from, to, _) in ends {
        assert!(from.distance(*to) < 3.0, "{from} {to}");
    }
    let notes = arena.view_notes(View::Sweeps, &views, &ViewWords::ENGLISH);
    assert!(
        notes[0].text.starts_with("wall and one: in the step"),
        "{notes:?}"
    );
    assert!(
        notes
            .iter()
            .any(|note| note.text.contains("they meet after"))
    );
}

#[test]
fn a_removed_car_takes_its_wheels_along_and_comes_back_with_them() {
    let mut arena = arena();
    arena.add_actor(desc("one", -3.0, 5.0, 0.0)).unwrap();
    let other = arena.add_actor(desc("other", 3.0, 5.0, 0.0)).unwrap();
    let drive = |arena: &mut Arena| (0..90).for_each(|_| arena.step(&[ahead(), ahead()]));
    drive(&mut arena);
    let snapshot = arena.snapshot();
    drive(&mut arena);
    let (wheels, hash) = (wheels_of(&arena, other), arena.state_hash());
    assert!(wheels.iter().all(|wheel| wheel.load > 0.0));

    arena.remove(other).unwrap();
    assert!(arena.actor(other).car().is_none());
    drive(&mut arena);
    // Another car in between does not get the wheels of the first one.
    let third = (arena.add_by_hand(desc("third", 3.0, 8.0, 0.0), 10)).unwrap();
    assert_ne!(wheels_of(&arena, third), wheels);
    arena.restore(&snapshot).unwrap();
    drive(&mut arena);
    assert_eq!(
        (wheels_of(&arena, other), arena.state_hash()),
        (wheels, hash)
    );
}

fn wheels_of(arena: &Arena, car: ActorId) -> [Wheel; 4] {
    *arena.actor(car).car().expect("a car").vehicle().wheels()
}

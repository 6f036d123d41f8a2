//! Randomized test of acts in recordings: acts are removed, repeated, moved, swapped and changed. Each
//! recording must either play to its hashes, or be refused or contradicted with a message, within a time
//! limit.
//!
//! `DODGEM_SEARCH_SECONDS=3600 cargo test --release --no-default-features --lib act_search` searches for an
//! hour; the default is two seconds. Every run tries the cases in one fixed order.

use std::time::{Duration, Instant};

use glam::{Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use crate::tape::{Player, Recorder, Tape, TimedAct, compare, verify};
use crate::{Act, Round, RoundOptions};
use dodgem_scene::level::{CarSpec, JointSpec, Library, ThingSpec, ZoneSpec, parse};

/// Time limit for all plays of one recording, in the thread's own time.
const LONGEST: Duration = Duration::from_secs(10);
/// Number of steps of each recording.
const STEPS: u64 = 60;
/// Minimum number of cases, however slow the machine is.
const LEAST_CASES: u32 = 20;

const SCENE: &str = r#"(
    name: "Search",
    mode: Free,
    things: [
        (name: "box", solid: Box(width: 1.0, height: 1.0, length: 1.0), mass: 10.0),
        (name: "ball", solid: Ball(radius: 0.5), mass: 5.0, at: (3.0, 0.0, 0.0)),
        (name: "post", solid: Box(width: 0.5, height: 2.0, length: 0.5), kind: Fixed, at: (-3.0, 0.0, 0.0)),
        (name: "beam", solid: Box(width: 3.0, height: 0.2, length: 0.2), at: (0.0, 2.5, -5.0),
            motion: Spin(axis: (0.0, 1.0, 0.0), speed: 60.0)),
    ],
    parts: [(name: "pair", things: [
        (name: "low", solid: Box(width: 0.4, height: 0.4, length: 0.4)),
        (name: "high", solid: Ball(radius: 0.2), center: (0.0, 1.0, 0.0)),
    ], joints: [(kind: Rod(), a: "low", b: "high")])],
)"#;

/// Things, from small ones to some that fit into no scene.
const THINGS: [&str; 9] = [
    "(solid: Some(Ball(radius: 0.3)))",
    "(solid: Some(Box(width: 0.4, height: 0.2, length: 1.0)), kind: Some(Fixed))",
    "(solid: Some(Cylinder(radius: 0.3, height: 0.5)), copies: Some(Stack(count: 3)))",
    "(solid: Some(Hull(points: [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)])))",
    "(part: \"pair\")",
    "(part: \"nothing\")",
    "(model: \"crate.obj\", mass: Some(10.0))",
    "(solid: Some(Ball(radius: 900.0)))",
    "(solid: Some(Box(width: 0.1, height: 0.1, length: 0.1)), copies: Some(Grid(columns: 60, rows: 60)))",
];

fn thing(random: &mut Pcg32) -> Box<ThingSpec> {
    let text = THINGS[random.random_range(0..THINGS.len())];
    let mut thing: ThingSpec = ron::from_str(text).unwrap();
    thing.at = Some(place(random).with_y(0.0));
    Box::new(thing)
}

fn place(random: &mut Pcg32) -> Vec3 {
    let mut part = |least: f32| random.random_range(least..8.0_f32);
    Vec3::new(part(-8.0), part(0.0), part(-8.0))
}

/// Returns a random act; the scene refuses some of them.
fn any_act(random: &mut Pcg32, actors: u32) -> Act {
    let actor = random.random_range(0..actors + 1);
    let (at, to) = (place(random), place(random));
    let turn = Quat::from_xyzw(at.x, at.z, to.x, 4.0).normalize();
    match random.random_range(0..20) {
        0..3 => Act::Add {
            thing: thing(random),
        },
        3 => Act::Change {
            actor,
            thing: thing(random),
        },
        4 => Act::Take { actor, at },
        5 => Act::Pull { target: at },
        6 => Act::Turn { spin: to },
        7 => Act::LetGo,
        8 | 9 => Act::Place {
            actor,
            place: at,
            turn,
        },
        10 => Act::Freeze { actor },
        11 => Act::Remove { actor },
        12 => Act::Copy {
            actor,
            place: at,
            turn,
        },
        13 => Act::Throw {
            from: at,
            velocity: to * 4.0,
        },
        14 => Act::Speed {
            actor,
            velocity: to,
            spin: at,
        },
        15 => Act::Surroundings {
            gravity: to.y,
            air: at.y,
            wind: to,
        },
        16 => {
            let kinds = ["Ball", "Weld", "Rope()", "Spring(frequency: 2.0)"];
            let kind = kinds[random.random_range(0..kinds.len())];
            let mut joint: JointSpec = ron::from_str(&format!("(kind: {kind})")).unwrap();
            joint.at = Some(at);
            joint.to = joint.has_length().then_some(to);
            Act::Join {
                a: actor,
                b: (to.x > 0.0).then_some(random.random_range(0..actors + 1)),
                joint: Box::new(joint),
            }
        }
        17 => Act::Cut { actor },
        18 => {
            let text = format!("(position: ({}, {}), driver: Computer(Chaser))", at.x, at.z);
            let car: CarSpec = ron::from_str(&text).unwrap();
            Act::AddCar { car: Box::new(car) }
        }
        _ => {
            let text = "(solid: Ball(radius: 1.5), effect: Gravity(pull: (0.0, 2.0, 0.0)))";
            let zone: ZoneSpec = ron::from_str(text).unwrap();
            Act::AddZone {
                zone: Box::new(ZoneSpec { at, ..zone }),
            }
        }
    }
}

/// Returns a recording of half a second with many accepted acts.
fn base(seed: u64) -> Tape {
    let library = Library::new(Vec::new());
    let level = parse(&library, "search", SCENE).unwrap();
    let options = RoundOptions {
        humans: 0,
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(&level, &library, options).unwrap();
    let mut recorder = Recorder::new(&round, &library).unwrap();
    let mut random = Pcg32::seed_from_u64(seed);
    for _ in 0..STEPS {
        while random.random_ratio(1, 2) {
            let actors = round.arena().actors().len() as u32;
            // Refused acts are not recorded.
            let _ = recorder.act(&mut round, any_act(&mut random, actors));
        }
        recorder.step(&mut round, &[]);
    }
    recorder.tape()
}

/// Returns a changed number, often one that the hand cannot produce.
fn changed(number: f32, random: &mut Pcg32) -> f32 {
    match random.random_range(0..8) {
        0 => 1e30,
        1 => f32::NAN,
        2 => -number,
        3 => 0.0,
        4 => f32::INFINITY,
        5 => number * 1e4,
        _ => number + random.random_range(-1.0..1.0_f32),
    }
}

/// Changes a number or the subject of an act.
fn change(act: &mut Act, random: &mut Pcg32) {
    let about = random.random_range(0..12_u32);
    let axis = random.random_range(0..3);
    match act {
        Act::Take { at: point, .. }
        | Act::Pull { target: point }
        | Act::Turn { spin: point }
        | Act::Throw { from: point, .. }
        | Act::Surroundings { wind: point, .. } => point[axis] = changed(point[axis], random),
        Act::Place { place, turn, .. } | Act::Copy { place, turn, .. } => {
            match random.random_ratio(1, 3) {
                true => turn.w = changed(turn.w, random),
                false => place[axis] = changed(place[axis], random),
            }
        }
        Act::Speed { velocity, spin, .. } => match random.random_ratio(1, 2) {
            true => velocity[axis] = changed(velocity[axis], random),
            false => spin[axis] = changed(spin[axis], random),
        },
        Act::Add { thing } | Act::Change { thing, .. } => match random.random_range(0..3) {
            0 => thing.scale = changed(thing.scale, random),
            1 => thing.mass = Some(changed(1.0, random)),
            _ => thing.at = thing.at.map(|at| at.with_x(changed(at.x, random))),
        },
        Act::AddCar { car } => car.mass = changed(car.mass, random),
        Act::AddZone { zone } => zone.at[axis] = changed(zone.at[axis], random),
        Act::Join { a: actor, .. }
        | Act::Freeze { actor }
        | Act::Remove { actor }
        | Act::Cut { actor }
        | Act::RemoveZone { zone: actor } => *actor = about,
        _ => {}
    }
}

/// Returns a recording with changed acts.
fn mutated(mut tape: Tape, random: &mut Pcg32) -> Tape {
    for _ in 0..random.random_range(1..4) {
        if tape.acts.is_empty() {
            break;
        }
        let (one, other) = (
            random.random_range(0..tape.acts.len()),
            random.random_range(0..tape.acts.len()),
        );
        match random.random_range(0..8) {
            0 => drop(tape.acts.remove(one)),
            1 => tape.acts.insert(one, tape.acts[one].clone()),
            2 => {
                let act = tape.acts[one].act.clone();
                tape.acts[one].act = std::mem::replace(&mut tape.acts[other].act, act);
            }
            3 => tape.acts[one].at = tape.acts[other].at,
            4 => {
                let (at, act) = (tape.acts[one].at, any_act(random, 8));
                tape.acts.insert(one, TimedAct { at, act });
            }
            5 => {
                // Very many at once.
                let again = vec![tape.acts[one].clone(); 300];
                tape.acts.splice(one..one, again);
            }
            _ => change(&mut tape.acts[one].act, random),
        }
        if random.random_ratio(9, 10) {
            tape.acts.sort_by_key(|one| one.at);
        }
    }
    tape
}

/// Numbers of recordings by result.
#[derive(Debug, Default)]
struct Counts {
    refused: u32,
    contradicted: u32,
    taken: u32,
}

/// Returns the run time of this thread, or zero where the system does not report it.
fn own_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let first = told.and_then(|text| text.split(' ').next()?.parse().ok());
    Duration::from_nanos(first.unwrap_or(0))
}

/// Reads and plays a recording in every way, and compares the results.
fn play(base: &Tape, tape: &Tape, counts: &mut Counts) {
    let in_words = |said: &str| {
        assert!(!said.is_empty() && said.len() < 1000, "{said}");
        assert!(!said.chars().any(char::is_control), "{said}");
    };
    let tape = match tape.encode().and_then(|bytes| Tape::decode(&bytes)) {
        Ok(tape) => tape,
        Err(refused) => {
            counts.refused += 1;
            return in_words(&refused.to_string());
        }
    };
    let found = verify(&tape, &mut |_| {}).unwrap();
    match &found {
        Some(contradiction) => {
            counts.contradicted += 1;
            in_words(&contradiction.to_string());
        }
        None => counts.taken += 1,
    }
    // As the window plays it: in slices of an act or a step, with seeking.
    let (mut guide, _, _, mut round) = Player::new(tape.clone()).unwrap().into_parts();
    while !guide.scan(&mut round) {}
    if let Some(found) = &found {
        assert_eq!(guide.contradiction(), Some(found));
    }
    let last = guide.steps();
    let mut hashes = Vec::new();
    for steps in [0, last / 2, last] {
        guide.seek(&mut round, steps);
        assert_eq!(round.steps(), steps);
        hashes.push(round.state_hash());
        let stated = tape.hash_after(steps).filter(|_| found.is_none());
        assert!(stated.is_none_or(|stated| stated == hashes[hashes.len() - 1] as u32));
    }
    guide.seek(&mut round, last / 2);
    assert_eq!(round.state_hash(), hashes[1]);
    let compared = compare(base, &tape, &mut |_| {}).unwrap();
    let found = found.map(|found| found.to_string());
    assert_eq!(compared.contradictions, [None, found]);
}

#[test]
fn act_search() {
    let asked = std::env::var("DODGEM_SEARCH_SECONDS").ok();
    let seconds = asked.and_then(|text| text.parse().ok()).unwrap_or(2.0);
    let bases = [1, 2, 3].map(base);
    let mut counts = Counts::default();
    for base in &bases {
        assert!(base.acts.len() > 15, "{}", base.acts.len());
        play(base, base, &mut counts);
    }
    assert_eq!(counts.taken, 3, "as they are they are taken: {counts:?}");
    let mut random = Pcg32::seed_from_u64(11);
    let (mut cases, mut longest) = (0, Duration::ZERO);
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    while cases < LEAST_CASES || Instant::now() < end {
        let base = &bases[random.random_range(0..bases.len())];
        let tape = mutated(base.clone(), &mut random);
        let begin = own_time();
        play(base, &tape, &mut counts);
        let took = own_time().saturating_sub(begin);
        assert!(took < LONGEST, "case {cases} took {took:?}");
        longest = longest.max(took);
        cases += 1;
    }
    println!("{cases} cases, {longest:?} at most: {counts:?}");
    if cases >= 200 {
        let Counts {
            refused,
            contradicted,
            taken,
        } = counts;
        let least = cases / 100;
        assert!(refused.min(contradicted).min(taken) > least, "{counts:?}");
    }
}

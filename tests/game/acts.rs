//! What a hand does in a round, and that a recording of it repeats.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use dodgem::arena::{ActorId, Controls, Focus, HandError};
use dodgem::game::tape::{Player, Recorder, Tape};
use dodgem::game::{Act, Round, RoundOptions};
use dodgem::level::{Library, parse};
use glam::{Quat, Vec3};

const SCENE: &str = r#"(
    name: "Hand",
    mode: Free,
    things: [
        (name: "box", solid: Box(width: 1.0, height: 1.0, length: 1.0), mass: 10.0, at: (0.0, 0.0, 0.0)),
        (name: "ball", solid: Ball(radius: 0.5), mass: 5.0, at: (3.0, 0.0, 0.0)),
        (name: "post", solid: Box(width: 0.5, height: 2.0, length: 0.5), kind: Fixed, at: (-3.0, 0.0, 0.0)),
        (name: "beam", solid: Box(width: 3.0, height: 0.2, length: 0.2), at: (0.0, 2.5, -5.0),
            motion: Spin(axis: (0.0, 1.0, 0.0), speed: 60.0)),
    ],
    cars: [(position: (0.0, 8.0), driver: Computer(Chaser))],
)"#;
const BOX: u32 = 0;
const BALL: u32 = 1;
const POST: u32 = 2;
const BEAM: u32 = 3;
const CAR: u32 = 4;

fn round() -> (Round, Recorder) {
    let library = Library::new(Vec::new());
    let level = parse(&library, "hand", SCENE).unwrap();
    let options = RoundOptions {
        humans: 0,
        countdown: 0.0,
        ..RoundOptions::default()
    };
    let round = Round::with_options(&level, &library, options).unwrap();
    let recorder = Recorder::new(&round, &library).unwrap();
    (round, recorder)
}

fn place_of(round: &Round, actor: u32) -> Vec3 {
    round.arena().actor(ActorId(actor)).pose.translation()
}

fn run(round: &mut Round, steps: u32) {
    (0..steps).for_each(|_| round.step(&[]));
}

#[test]
fn what_the_hand_takes_comes_along_and_flies_on_when_it_lets_go() {
    let (mut round, _) = round();
    let at = place_of(&round, BOX) + Vec3::Y * 0.5;
    round.act(&Act::Take { actor: BOX, at }).unwrap();
    let target = at + Vec3::Y * 2.0;
    round.act(&Act::Pull { target }).unwrap();
    run(&mut round, 240);
    let held = round.arena().hold().unwrap();
    let point = round
        .arena()
        .actor(ActorId(BOX))
        .pose
        .transform_point(held.point);
    // It hangs below the target as its weight stretches the spring.
    assert!(point.distance(target) < 0.1, "{point}");
    let force = round.arena().hand_force();
    assert!((force.y - 98.1).abs() < 2.0, "{force} carries 10 kg");
    for step in 0..30 {
        let target = target + Vec3::X * (step as f32 * 0.05);
        round.act(&Act::Pull { target }).unwrap();
        run(&mut round, 1);
    }
    round.act(&Act::LetGo).unwrap();
    let thrown = round.arena().actor(ActorId(BOX)).velocity;
    assert!(thrown.x > 3.0, "{thrown}");
    assert_eq!(round.act(&Act::Pull { target }), Err(HandError::Empty));
    run(&mut round, 600);
    let lies = place_of(&round, BOX);
    assert!(lies.y < 0.6 && lies.x > 1.5, "{lies}");
}

#[test]
fn places_that_are_taken_and_things_that_cannot_be_moved_are_refused() {
    let (mut round, _) = round();
    let (place, turn) = (place_of(&round, BALL), Quat::IDENTITY);
    let before = round.arena().state_hash();
    let refused = |round: &mut Round, act: Act| round.act(&act).expect_err("it cannot be");
    let named = |name: &str| HandError::Taken(name.to_owned());
    let actor = BOX;
    assert_eq!(
        refused(&mut round, Act::Place { actor, place, turn }),
        named("ball")
    );
    let place = Vec3::new(500.0, 1.0, 0.0);
    assert_eq!(
        refused(&mut round, Act::Place { actor, place, turn }),
        HandError::Outside
    );
    let place = Vec3::NAN;
    assert_eq!(
        refused(&mut round, Act::Place { actor, place, turn }),
        HandError::NotFinite
    );
    let turn = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let place = Vec3::Y * 3.0;
    assert_eq!(
        refused(&mut round, Act::Place { actor, place, turn }),
        HandError::NotFinite
    );
    for actor in [POST, BEAM] {
        let still = Act::Take { actor, at: Vec3::Y };
        assert!(matches!(refused(&mut round, still), HandError::Fixed(_)));
    }
    let car = refused(&mut round, Act::Remove { actor: CAR });
    assert!(matches!(car, HandError::Car(_)));
    assert_eq!(
        refused(&mut round, Act::Freeze { actor: 77 }),
        HandError::Gone
    );
    assert_eq!(round.arena().state_hash(), before);
    let place = Vec3::new(0.0, 0.501, 3.0);
    round
        .act(&Act::Place {
            actor,
            place,
            turn: Quat::IDENTITY,
        })
        .unwrap();
    assert!(place_of(&round, BOX).distance(place) < 1e-6);
}

#[test]
fn what_is_frozen_stands_what_is_freed_falls_and_what_is_removed_is_gone() {
    let (mut round, _) = round();
    let place = Vec3::new(0.0, 4.0, 0.0);
    round
        .act(&Act::Place {
            actor: BOX,
            place,
            turn: Quat::IDENTITY,
        })
        .unwrap();
    round.act(&Act::Freeze { actor: BOX }).unwrap();
    run(&mut round, 120);
    assert_eq!(place_of(&round, BOX), place);
    round.act(&Act::Freeze { actor: BOX }).unwrap();
    assert!((round.arena().actor(ActorId(BOX)).mass - 10.0).abs() < 1e-3);
    // The beam no longer turns, and then it falls.
    round.act(&Act::Freeze { actor: BEAM }).unwrap();
    round.act(&Act::Freeze { actor: BEAM }).unwrap();
    run(&mut round, 240);
    assert!(place_of(&round, BOX).y < 0.51 && place_of(&round, BEAM).y < 0.2);
    round.act(&Act::Remove { actor: BOX }).unwrap();
    // What is gone is in no view, and no focus stays on it.
    let arena = round.arena();
    let focus = Some(Focus::One(ActorId(BOX)));
    assert_eq!(arena.valid_focus(focus), None);
    let pairs = arena.nearest_pairs();
    assert!(!pairs.is_empty() && !pairs.iter().flatten().any(|id| id.0 == BOX));
    assert_eq!(round.act(&Act::Remove { actor: BOX }), Err(HandError::Gone));
    // A copy where something is stands above it.
    let (place, turn) = (place_of(&round, BALL), Quat::IDENTITY);
    round
        .act(&Act::Copy {
            actor: BALL,
            place,
            turn,
        })
        .unwrap();
    let copy = round.arena().actors().len() as u32 - 1;
    let above = place_of(&round, copy).y - place_of(&round, BALL).y;
    assert!((0.99..1.02).contains(&above), "{above}");
    run(&mut round, 120);
}

/// Random acts, some of which cannot be.
fn any_act(random: &mut Pcg32, round: &Round) -> Act {
    let mut place = |size: f32| {
        let mut part = |size: f32| random.random_range(-size..size);
        Vec3::new(part(size), part(3.0) + 3.0, part(size))
    };
    let (one, other) = (place(8.0), place(8.0));
    let turn = Quat::from_xyzw(one.x, one.z, other.x, 4.0).normalize();
    let actor = random.random_range(0..round.arena().actors().len() as u32 + 1);
    let at = (round.arena().actors().get(actor as usize)).map_or(one, |a| a.pose.translation());
    match random.random_range(0..14) {
        0 | 1 => Act::Take { actor, at },
        2..6 => Act::Pull { target: one },
        6 => Act::Turn { spin: other },
        7 => Act::LetGo,
        8 => Act::Place {
            actor,
            place: one,
            turn,
        },
        9 => Act::Freeze { actor },
        10 if random.random_range(0..3) == 0 => Act::Remove { actor },
        10 | 11 => Act::Copy {
            actor,
            place: one,
            turn,
        },
        _ => Act::Throw {
            from: one,
            velocity: other * 5.0,
        },
    }
}

#[test]
fn a_recording_of_anything_a_hand_does_repeats_from_every_moment() {
    let (mut round, mut recorder) = round();
    let mut random = Pcg32::seed_from_u64(7);
    let (mut hashes, mut refused, mut done) = (Vec::new(), 0, 0);
    for _ in 0..900 {
        for _ in 0..random.random_range(0..3) / 2 * 3 {
            let act = any_act(&mut random, &round);
            match recorder.act(&mut round, act) {
                Ok(()) => done += 1,
                Err(_) => refused += 1,
            }
        }
        recorder.step(&mut round, &[Controls::default()]);
        hashes.push(round.arena().state_hash());
    }
    assert!(done > 300 && refused > 50, "{done} done, {refused} refused");
    assert_eq!(round.arena().world().report().overlapping, 0);
    let tape = Tape::decode(&recorder.tape().encode().unwrap()).unwrap();
    assert_eq!(tape, recorder.tape());
    let mut player = Player::new(tape).unwrap();
    while player.step() {}
    assert_eq!(player.guide().contradiction(), None);
    for _ in 0..40 {
        let steps = random.random_range(1..=900);
        player.seek(steps);
        let hash = player.round().arena().state_hash();
        assert_eq!(hash, hashes[steps as usize - 1], "after {steps}");
    }
}

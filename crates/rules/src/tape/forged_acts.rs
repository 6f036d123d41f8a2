//! Tests of recordings with impossible acts: each kind is detected, also after encoding, with its own
//! message; and tests of the limits on the work of acts.

use glam::{Quat, Vec3};

use crate::params::{DEAR_ACTS, TAPE_WORK};
use crate::tape::forgeries::{found, is_refused, is_told, whole};
use crate::tape::samples::recorded_as;
use crate::tape::{Player, Recorder, Tape, TapeError, TimedAct, compare, verify};
use crate::{Act, Round, RoundOptions};
use dodgem_scene::arena::HandError;
use dodgem_scene::level::{ClockSpec, Library, Solid, SolidPart, ThingSpec, parse};

/// A hall with a ball on its floor.
const HALL: &str =
    r#"(name: "Hall", mode: Free, things: [(name: "ball", solid: Ball(radius: 0.5), mass: 5.0)])"#;

/// Records twenty steps of the hall, with acts before the given steps (from 0).
fn by_hand(acts: &[(u64, Act)]) -> Tape {
    let library = Library::new(Vec::new());
    let level = parse(&library, "hall", HALL).unwrap();
    let options = RoundOptions {
        humans: 0,
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(&level, &library, options).unwrap();
    let mut recorder = Recorder::new(&round, &library).unwrap();
    for step in 0..20 {
        for (_, act) in acts.iter().filter(|(at, _)| *at == step) {
            recorder.act(&mut round, act.clone()).unwrap();
        }
        recorder.step(&mut round, &[]);
    }
    recorder.tape()
}

fn added(text: &str) -> Act {
    let thing: ThingSpec = ron::from_str(text).unwrap();
    Act::Add {
        thing: Box::new(thing),
    }
}

/// Returns the act that adds a ball on the floor at `x` metres along X.
fn ball_at(x: f32) -> Act {
    added(&format!(
        "(solid: Some(Ball(radius: 0.3)), at: Some(({x:?}, 0.0, 0.0)))"
    ))
}

#[test]
fn acts_with_numbers_that_no_hand_reaches() {
    let far = Vec3::new(0.0, 1e30, 0.0);
    let (turn, place, velocity) = (Quat::IDENTITY, Vec3::Y * 3.0, Vec3::X * 10.0);
    let (actor, zero) = (0, Vec3::ZERO);
    let long = Quat::from_xyzw(0.0, 0.0, 0.0, 7.0);
    let (gravity, air) = (9.81, 0.0);
    let acts = [
        (Act::Take { actor, at: far }, "at.y is 1"),
        (Act::Pull { target: far }, "target.y is 1"),
        (Act::Turn { spin: far }, "spin.y is 1"),
        (
            Act::Place {
                actor,
                place: far,
                turn,
            },
            "place.y is 1",
        ),
        (
            Act::Place {
                actor,
                place,
                turn: long,
            },
            "turn.length is 7",
        ),
        (
            Act::Copy {
                actor,
                place: -far,
                turn,
            },
            "place.y is -1",
        ),
        (
            Act::Throw {
                from: far,
                velocity,
            },
            "from.y is 1",
        ),
        (
            Act::Throw {
                from: place,
                velocity: velocity * 9.0,
            },
            "velocity.x is 90; it must be between",
        ),
        (
            Act::Speed {
                actor,
                velocity: far,
                spin: zero,
            },
            "velocity.y is 1",
        ),
        (
            Act::Speed {
                actor,
                velocity,
                spin: far,
            },
            "spin.y is 1",
        ),
        (
            Act::Surroundings {
                gravity: 1e30,
                air,
                wind: zero,
            },
            "gravity is 1",
        ),
        (
            Act::Surroundings {
                gravity,
                air,
                wind: far,
            },
            "wind.1 is 1",
        ),
        (
            Act::Surface {
                restitution: 3.0,
                friction: 0.5,
            },
            "restitution is 3",
        ),
        (
            Act::Pull { target: Vec3::NAN },
            "a number in it is not finite",
        ),
    ];
    for (act, words) in acts {
        let mut tape = by_hand(&[(3, ball_at(4.0))]);
        tape.acts.push(TimedAct { at: 12, act });
        is_refused(&tape, words);
        is_refused(&tape, "its act 2, before step 13, cannot be");
    }
}

#[test]
fn what_a_hand_cannot_have_done_ends_the_recording_there() {
    let taken = Act::Take {
        actor: 0,
        at: Vec3::Y * 0.5,
    };
    let beside = Act::Take {
        actor: 0,
        at: Vec3::X * 9.0,
    };
    let outside = ball_at(500.0);
    for (act, words) in [
        (Act::Pull { target: Vec3::Y }, "the hand holds nothing"),
        (Act::Remove { actor: 9 }, "no longer there"),
        (Act::Cut { actor: 9 }, "no longer there"),
        (beside, "beside it"),
        (outside, "outside"),
        (added("(part: \"none\")"), "no part \"none\""),
    ] {
        let mut tape = by_hand(&[(3, ball_at(4.0)), (5, ball_at(-4.0)), (15, taken.clone())]);
        assert_eq!(found(&tape), None);
        // Thousands more would follow it.
        let at = 12;
        let many = vec![TimedAct { at, act }; 4_000];
        tape.acts.splice(2..2, many);
        is_told(&tape, "its act 3, before step 13, cannot be done: ");
        is_told(&tape, words);
        let mut player = Player::new(tape).unwrap();
        player.seek(u64::MAX);
        assert_eq!((player.round().steps(), player.guide().steps()), (12, 12));
        assert!(player.guide().refused().is_some());
    }
}

#[test]
fn an_act_that_was_taken_out_is_told_by_a_comparison() {
    let throw = Act::Throw {
        from: Vec3::new(-3.0, 1.0, 0.0),
        velocity: Vec3::X * 9.0,
    };
    let whole = by_hand(&[(3, ball_at(4.0)), (9, throw)]);
    let mut without = whole.clone();
    without.acts.pop();
    for (a, b, place) in [(&whole, &without, 1), (&without, &whole, 0)] {
        let compared = compare(a, b, &mut |_| {}).unwrap();
        let [mut told, mut other] = compared.contradictions;
        if place == 0 {
            std::mem::swap(&mut told, &mut other);
        }
        assert_eq!(told, None);
        assert!(other.unwrap().starts_with("it diverges at step 10 ("));
        // The hashes of the common steps are equal.
        assert_eq!((compared.done_differs, compared.parting), (Some(10), None));
    }
    let mut more = whole.clone();
    let at = 11;
    let act = Act::Pull { target: Vec3::Y };
    more.acts.push(TimedAct { at, act });
    let [_, told] = compare(&whole, &more, &mut |_| {}).unwrap().contradictions;
    let words = "its act 3, before step 12, cannot be done: the hand holds nothing";
    assert_eq!(told.as_deref(), Some(words));
}

#[test]
fn a_comparison_believes_no_recording_that_it_could_not_be_repeated() {
    let tape = whole();
    let mut forged = tape.clone();
    forged.head.repeatable = false;
    for hash in &mut forged.hashes[100..] {
        *hash ^= 1;
    }
    let compared = compare(&tape, &forged, &mut |_| {}).unwrap();
    let [None, Some(told)] = compared.contradictions else {
        panic!("{compared:?}");
    };
    assert!(told.contains("ran on a budget of real time"), "{told}");
    let (timed, _) = recorded_as("classic", 130, |level, _| {
        level.engine.clock = ClockSpec::Time;
    });
    let compared = compare(&timed, &timed, &mut |_| {}).unwrap();
    assert!(!compared.simulated);
    assert_eq!(compared.contradictions, [None, None]);
    assert!(matches!(verify(&timed, &mut |_| {}), Err(TapeError::Timed)));
}

/// A thing of sixty hulls: expensive to build, cheap to copy.
fn large() -> ThingSpec {
    let points = (0..120).map(|i| {
        let (height, turn) = (i as f32 / 60.0 - 1.0, i as f32 * 2.4);
        let radius = libm::sqrtf((1.0 - height * height).max(0.0));
        0.04 * Vec3::new(libm::cosf(turn) * radius, height, libm::sinf(turn) * radius)
    });
    let points: Vec<Vec3> = points.collect();
    let part = |i: usize| {
        let text = "(solid: Ball(radius: 1.0))";
        let part: SolidPart = ron::from_str(text).unwrap();
        SolidPart {
            solid: Solid::Hull {
                points: points.clone(),
            },
            center: Vec3::X * (i as f32 * 0.1),
            ..part
        }
    };
    ThingSpec {
        name: "large".to_owned(),
        solid: Some(Solid::Compound {
            of: (0..60).map(part).collect(),
        }),
        at: Some(Vec3::Z * 5.0),
        ..ThingSpec::default()
    }
}

#[test]
fn a_recording_holds_acts_of_so_much_work_and_no_more() {
    let add = Act::Add {
        thing: Box::new(large()),
    };
    let mut tape = by_hand(&[(0, add), (10, ball_at(4.0))]);
    assert_eq!(found(&tape), None);
    // The work of one of them.
    let mut player = Player::new(tape.clone()).unwrap();
    player.seek(1);
    let work = player.round().hand_work();
    assert!(work > DEAR_ACTS, "{work}");
    // Its paint is changed again and again before one step, with little work left.
    let change = |paint: &str| Act::Change {
        actor: 1,
        thing: Box::new(ThingSpec {
            paint: paint.to_owned(),
            ..large()
        }),
    };
    let (one, other) = (change("#ff0000"), change("#00ff00"));
    let acts = (0..20).map(|i| TimedAct {
        at: 5,
        act: if i % 2 == 0 { &one } else { &other }.clone(),
    });
    tape.acts.splice(1..1, acts);
    let (mut guide, _, _, mut round) = Player::new(tape).unwrap().into_parts();
    round.set_hand_work(TAPE_WORK - 4 * work);
    while !guide.scan(&mut round) {}
    let told = guide.contradiction().unwrap().to_string();
    let words =
        "before step 6, cannot be done: up to here the hand did more than a recording may hold";
    assert!(told.contains(words), "{told}");
    // A change costs as much as an addition, except for the search of a free place.
    let (done, _) = guide.acts_done(&round);
    assert!((4..7).contains(&done), "{done}");
    assert!(round.hand_work() < TAPE_WORK + work);
}

#[test]
fn a_recorder_takes_no_more_than_its_recording_can_hold() {
    let mut player = Player::new(by_hand(&[])).unwrap();
    player.seek(3);
    let (guide, _, _, mut round) = player.into_parts();
    let mut wheel = guide.take_wheel(&mut round, 1, (60, 2)).unwrap();
    wheel.act(&mut round, ball_at(4.0)).unwrap();
    round.set_hand_work(TAPE_WORK);
    let refused = wheel.act(&mut round, ball_at(-4.0)).unwrap_err();
    let HandError::Refused(told) = refused else {
        panic!("{refused}");
    };
    assert!(told.contains("full"), "{told}");
}

#[test]
fn a_recording_is_played_ahead_in_slices_and_dear_acts_are_done_once() {
    let add = Act::Add {
        thing: Box::new(large()),
    };
    let acts = [(0, add), (7, ball_at(4.0)), (7, ball_at(-4.0))];
    let tape = by_hand(&acts);
    let (mut guide, _, _, mut round) = Player::new(tape.clone()).unwrap().into_parts();
    let mut slices = 1;
    assert_eq!(guide.acts_done(&round), (0, 3));
    while !guide.scan(&mut round) {
        slices += 1;
        if slices == 2 {
            assert_eq!((guide.acts_done(&round), round.steps()), ((1, 3), 0));
        }
    }
    // Each act and each step is one slice.
    assert_eq!((slices, guide.contradiction()), (23, None));
    // After the return to the start the first step is restored, not simulated: nothing is built.
    guide.seek(&mut round, 0);
    assert_eq!((round.steps(), round.hand_work()), (0, 0));
    let placing = round.arena().placing_work();
    assert!(guide.step(&mut round));
    assert!(round.hand_work() > DEAR_ACTS);
    assert_eq!(round.arena().placing_work(), placing);
    for steps in [1, 8, 3, 20] {
        guide.seek(&mut round, steps);
        let hash = round.state_hash() as u32;
        assert_eq!(tape.hash_after(steps), Some(hash), "after {steps}");
    }
}

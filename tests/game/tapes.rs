//! Recordings: the rounds of all levels repeat, and so does the recording in the repository.

use std::path::Path;

use dodgem::arena::Controls;
use dodgem::game::tape::{Contradiction, NoWheel, Player, Recorder, Tape, TapeError, verify};
use dodgem::game::{Pilot, PilotKind, Round, RoundOptions, RoundPhase};
use dodgem::level::{ClockSpec, Library, Style, load};

/// A recording of a level with a chaser in the player's seat, and the hash of the state at its end.
fn recorded(name: &str, seconds: f32) -> (Tape, u64) {
    recorded_by(name, seconds, 1)
}

/// Records a round with `humans` players, all of them chasers. Returns the tape and the hash of the last state.
fn recorded_by(name: &str, seconds: f32, humans: usize) -> (Tape, u64) {
    let library = Library::new(Vec::new());
    let level = load(&library, name).unwrap();
    let options = RoundOptions {
        seed: 11,
        humans,
        duration: Some(seconds),
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(&level, &library, options).unwrap();
    let kind = PilotKind::Computer(Style::Chaser);
    let pilot = |slot| Pilot::new(kind, &round, slot).expect("a player's car");
    let mut pilots: Vec<Pilot> = (0..humans).map(pilot).collect();
    let mut recorder = Recorder::new(&round, &library).unwrap();
    while round.phase() != RoundPhase::Over {
        let controls = pilots.iter_mut().map(|pilot| pilot.controls(&round));
        let controls: Vec<Controls> = controls.collect();
        recorder.step(&mut round, &controls);
    }
    (recorder.tape(), round.state_hash())
}

/// The first statement of a recording that its round contradicts, if any.
fn false_in(tape: &Tape) -> Option<Contradiction> {
    verify(tape, &mut |_| {}).unwrap()
}

/// Encodes and decodes a tape, and plays it to its end.
fn played_again(tape: &Tape) -> Player {
    let bytes = tape.encode().unwrap();
    let mut player = Player::new(Tape::decode(&bytes).unwrap()).unwrap();
    while player.step() {}
    player
}

fn every_level_goes_again(seconds: f32) {
    for name in Library::new(Vec::new()).level_names() {
        let (tape, hash) = recorded(&name, seconds);
        let player = played_again(&tape);
        assert_eq!(player.guide().contradiction(), None, "{name}");
        assert_eq!(player.round().steps(), tape.steps(), "{name}");
        assert_eq!(player.round().state_hash(), hash, "{name}");
    }
}

#[test]
fn ten_seconds_of_every_level_go_again_as_they_were_recorded() {
    every_level_goes_again(10.0);
}

/// `cargo test --release --test game -- --ignored thirty_seconds_of_every_level`
#[test]
#[ignore = "takes a minute"]
fn thirty_seconds_of_every_level_go_again_as_they_were_recorded() {
    every_level_goes_again(30.0);
}

/// `cargo test --release --test game -- --ignored --nocapture two_hundred_moments`
///
/// A minute of the stadium: its size, and that any moment of it has the hash of the first pass; how
/// long it takes to go there is printed.
#[test]
#[ignore = "takes a minute"]
fn two_hundred_moments_of_a_minute_have_the_hash_of_the_first_pass() {
    let (tape, _) = recorded("stadium", 60.0);
    let bytes = tape.encode().unwrap();
    println!("{} bytes", bytes.len());
    assert!(bytes.len() < 100_000);
    let mut player = Player::new(tape).unwrap();
    let mut hashes = Vec::new();
    while player.step() {
        hashes.push(player.round().state_hash());
    }
    let mut random: u64 = 3;
    let mut times = Vec::new();
    for _ in 0..200 {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let steps = 1 + (random >> 33) % hashes.len() as u64;
        let begin = std::time::Instant::now();
        player.seek(steps);
        times.push(begin.elapsed());
        let hash = player.round().state_hash();
        assert_eq!(hash, hashes[steps as usize - 1], "after {steps} steps");
    }
    times.sort_unstable();
    println!("median {:?}, longest {:?}", times[100], times[199]);
}

/// A round whose steps have a budget of real time, and where its first player was after each.
fn timed_with_places() -> (Tape, Vec<glam::Vec3>) {
    let library = Library::new(Vec::new());
    let mut level = load(&library, "classic").unwrap();
    level.engine.clock = ClockSpec::Time;
    let options = RoundOptions {
        duration: Some(2.0),
        countdown: 0.0,
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(&level, &library, options).unwrap();
    let mut recorder = Recorder::new(&round, &library).unwrap();
    let mut places = Vec::new();
    while round.phase() != RoundPhase::Over {
        round.begin_frame();
        recorder.step(&mut round, &[]);
        places.push(round.player_actor(0).unwrap().pose.translation());
    }
    (recorder.tape(), places)
}

fn timed() -> Tape {
    timed_with_places().0
}

#[test]
fn a_round_on_real_time_keeps_its_poses_and_says_that_it_cannot_be_repeated() {
    let (tape, places) = timed_with_places();
    assert!(!tape.head.repeatable);
    let tape = Tape::decode(&tape.encode().unwrap()).unwrap();
    for steps in [1, 101, 201] {
        let poses = tape.poses_after(steps, 4);
        let place = places[(steps - steps % 4) as usize];
        assert_eq!(poses.len(), 4);
        assert!(
            place.distance(poses[0].place.into()) < 1e-6,
            "after {steps}"
        );
    }
}

#[test]
fn what_a_file_names_is_never_a_path() {
    let (mut tape, _) = recorded("classic", 1.0);
    tape.models[0].name = "../../secret.obj".to_owned();
    let Err(TapeError::Model { name, what }) = Player::new(tape) else {
        panic!("it was taken");
    };
    assert!(name.contains("secret") && what.contains("inside"), "{what}");
}

/// The recording in `tests/data` stands for the recordings of players: it must repeat exactly.
///
/// If this fails after a change that is *meant* to change how rounds go (drivers, levels, models,
/// physics), record it again in the commit of that change, and say so in CHANGELOG.md, because recordings of
/// players no longer repeat:
/// `cargo run --release -- sim classic --seed 2002 --player chaser --seconds 10 --record tests/data/classic.tape`
/// If the change was not meant to, it is a mistake; `dodgem diff` with a new recording shows the place.
#[test]
fn the_kept_recording_goes_as_it_went() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/classic.tape");
    let told = false_in(&Tape::read(&path).unwrap()).map(|one| one.to_string());
    assert!(
        told.is_none(),
        "the kept recording goes differently: {}. Is that meant (drivers, levels, models, physics)? Then \
         record it anew in the same commit, and say so in CHANGELOG.md: cargo run --release -- sim classic \
         --seed 2002 --player chaser --seconds 10 --record tests/data/classic.tape. If not, it is a mistake: \
         `dodgem diff` with a recording of now says more.",
        told.unwrap_or_default()
    );
}

/// A recording in which the first `people` players brake and turn from step `at` on, encoded and decoded;
/// and the hash of the state at its end.
fn taken_over(tape: &Tape, at: u64, people: usize, steps: u64) -> (Tape, u64) {
    let mut player = Player::new(tape.clone()).unwrap();
    player.seek(at);
    let (guide, _, _, mut round) = player.into_parts();
    let mut wheel = guide.take_wheel(&mut round, people, (60, 61)).unwrap();
    let other = Controls {
        throttle: -1.0,
        steer: 0.5,
        ..Controls::default()
    };
    while round.phase() != RoundPhase::Over && round.steps() < steps {
        wheel.step(&mut round, &[other; 4]);
    }
    let bytes = wheel.tape().encode().unwrap();
    (Tape::decode(&bytes).unwrap(), round.state_hash())
}

/// Take-overs in the countdown, at the beginning, in the middle, and one step before the end; in a round with a
/// player and in one of computers alone.
#[test]
fn a_round_that_somebody_took_the_wheel_of_goes_again_as_it_went() {
    let (person, _) = recorded("classic", 3.0);
    let (alone, _) = recorded_by("classic", 3.0, 0);
    for tape in [&person, &alone] {
        for at in [0, 1, 200, 500, tape.steps() - 1] {
            let (other, hash) = taken_over(tape, at, 1, u64::MAX);
            assert_eq!(other.taken_over().collect::<Vec<_>>(), [at]);
            let told = false_in(&other).map(|one| one.to_string());
            assert_eq!(told, None, "taken over at {at}");
            let player = played_again(&other);
            assert_eq!(player.round().state_hash(), hash, "at {at}");
            assert_eq!(player.round().people(), 1);
            for step in 1..=at {
                assert_eq!(other.hash_after(step), tape.hash_after(step), "{step}");
            }
            // The car is driven in another way from there on, once the countdown is over.
            if at < 500 {
                assert_ne!(other.hash_after(600), tape.hash_after(600), "at {at}");
            }
        }
    }
}

#[test]
fn a_wheel_can_be_taken_of_a_recording_in_which_one_was_taken_and_any_moment_is_reached() {
    let (alone, _) = recorded_by("classic", 3.0, 0);
    let (once, _) = taken_over(&alone, 400, 1, u64::MAX);
    for at in [300, 500] {
        let (twice, _) = taken_over(&once, at, 1, u64::MAX);
        let expected = if at < 400 { vec![300] } else { vec![400, 500] };
        assert_eq!(twice.taken_over().collect::<Vec<_>>(), expected);
        assert_eq!(false_in(&twice), None, "at {at}");
        let mut player = played_again(&twice);
        for steps in [450, 10, 400, 399, 720, 401, at, at + 1, 1] {
            player.seek(steps);
            let hash = player.round().state_hash() as u32;
            assert_eq!(twice.hash_after(steps), Some(hash), "after {steps}");
        }
    }
}

#[test]
fn one_who_goes_back_to_before_the_wheel_was_taken_has_it_from_there() {
    for humans in [0, 1] {
        let (tape, _) = recorded_by("classic", 3.0, humans);
        let mut player = Player::new(tape).unwrap();
        player.seek(600);
        let (guide, _, _, mut round) = player.into_parts();
        let mut wheel = guide.take_wheel(&mut round, 1, (60, 61)).unwrap();
        let full = Controls {
            throttle: 1.0,
            ..Controls::default()
        };
        for target in [640, 450] {
            for _ in 0..50 {
                wheel.step(&mut round, &[full]);
            }
            assert!(wheel.rewind(&mut round, target), "{target}");
            assert_eq!(round.steps(), target);
            assert_eq!(wheel.taken_at(), Some(target.min(600)));
        }
        for _ in 0..50 {
            wheel.step(&mut round, &[full]);
        }
        let tape = wheel.tape();
        assert_eq!(tape.taken_over().collect::<Vec<_>>(), [450]);
        assert_eq!(false_in(&tape), None, "{humans} people");
        assert_eq!(tape.steps(), 500);
    }
}

#[test]
fn with_one_person_at_the_wheel_the_other_player_drives_as_recorded() {
    let (tape, _) = recorded_by("classic", 3.0, 2);
    assert_eq!(tape.head.humans, 2, "the level has room for two");
    let (one, _) = taken_over(&tape, 420, 1, u64::MAX);
    let (two, _) = taken_over(&tape, 420, 2, u64::MAX);
    assert_eq!(one.taken_over().count(), 1);
    assert_eq!(two.taken_over().count(), 2);
    for other in [&one, &two] {
        assert_eq!(false_in(other), None);
    }
    // The first step after is the second player's as recorded, or another one.
    let hands = |tape: &Tape| Player::new(tape.clone()).unwrap().guide().hands_at(500);
    assert_eq!(hands(&one)[1], hands(&tape)[1]);
    assert_ne!(hands(&two)[1], hands(&tape)[1]);
    assert_eq!(hands(&two)[0], hands(&one)[0]);
}

#[test]
fn nobody_drives_on_from_a_round_that_is_over_or_ran_on_real_time() {
    let (tape, _) = recorded("classic", 1.0);
    let refused = |mut player: Player, steps: u64| {
        player.seek(steps);
        let (guide, _, _, mut round) = player.into_parts();
        match guide.take_wheel(&mut round, 1, (60, 61)) {
            Ok(_) => panic!("it was taken"),
            Err(refused) => refused,
        }
    };
    let player = Player::new(tape.clone()).unwrap();
    let reason = refused(player, tape.steps());
    assert!(matches!(reason, NoWheel::Over), "{reason}");
    let reason = refused(Player::new(timed()).unwrap(), 200);
    assert!(matches!(reason, NoWheel::Timed), "{reason}");
}

/// The new recording has the hashes of the round as it goes now, so that it can be checked.
#[test]
fn a_recording_that_goes_differently_now_can_be_driven_on_from() {
    let (tape, _) = recorded("classic", 2.0);
    let mut bytes = tape.encode().unwrap();
    // Another seed than the one that was recorded.
    let mut other = Tape::decode(&bytes).unwrap();
    other.head.seed += 1;
    bytes = other.encode().unwrap();
    let other = Tape::decode(&bytes).unwrap();
    assert!(false_in(&other).is_some(), "it goes differently");
    let (mine, _) = taken_over(&other, 500, 1, u64::MAX);
    assert_eq!(false_in(&mine), None);
    assert_eq!(played_again(&mine).guide().contradiction(), None);
}

//! Recordings: that every level's round goes again as it went, and the one that is kept in the
//! repository.

use std::path::Path;

use dodgem::game::tape::{Player, Recorder, Tape, TapeError, divergence};
use dodgem::game::{Pilot, PilotKind, Round, RoundOptions, RoundPhase};
use dodgem::level::{ClockSpec, Library, Style, load};

/// A recording of a level with a chaser in the player's seat, and the hash of the state at its end.
fn recorded(name: &str, seconds: f32) -> (Tape, u64) {
    let library = Library::new(Vec::new());
    let level = load(&library, name).unwrap();
    let options = RoundOptions {
        seed: 11,
        duration: Some(seconds),
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(&level, &library, options).unwrap();
    let kind = PilotKind::Computer(Style::Chaser);
    let mut pilot = Pilot::new(kind, &round, 0).expect("a player's car");
    let seats = vec![kind.word().to_owned()];
    let mut recorder = Recorder::new(&round, &library, name, seats).unwrap();
    while round.phase() != RoundPhase::Over {
        let controls = pilot.controls(&round);
        recorder.step(&mut round, &[controls]);
    }
    (recorder.tape(), round.arena().state_hash())
}

/// Through a file and back, played to its end.
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
        assert_eq!(player.guide().diverged(), None, "{name}");
        assert_eq!(player.round().steps(), tape.steps(), "{name}");
        assert_eq!(player.round().arena().state_hash(), hash, "{name}");
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
        hashes.push(player.round().arena().state_hash());
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
        let hash = player.round().arena().state_hash();
        assert_eq!(hash, hashes[steps as usize - 1], "after {steps} steps");
    }
    times.sort_unstable();
    println!("median {:?}, longest {:?}", times[100], times[199]);
}

#[test]
fn a_round_on_real_time_keeps_its_poses_and_says_that_it_cannot_be_repeated() {
    let library = Library::new(Vec::new());
    let mut level = load(&library, "classic").unwrap();
    level.engine.clock = ClockSpec::Time;
    let options = RoundOptions {
        duration: Some(2.0),
        countdown: 0.0,
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(&level, &library, options).unwrap();
    let mut recorder = Recorder::new(&round, &library, "classic", Vec::new()).unwrap();
    let mut places = Vec::new();
    while round.phase() != RoundPhase::Over {
        round.begin_frame();
        recorder.step(&mut round, &[]);
        places.push(round.player_actor(0).unwrap().pose.translation());
    }
    let tape = recorder.tape();
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
    tape.head.models[0].name = "../../secret.obj".to_owned();
    let Err(TapeError::Model { name, what }) = Player::new(tape) else {
        panic!("it was taken");
    };
    assert!(name.contains("secret") && what.contains("inside"), "{what}");
}

/// The recording in `tests/data`, which people may have of their own: it must go as it went.
///
/// If this fails after a change that is *meant* to change how rounds go (drivers, levels, models,
/// physics), record it anew in the same commit, and say so in CHANGELOG.md, as recordings of players stop to
/// go as they went:
/// `cargo run --release -- sim classic --seed 2002 --player chaser --seconds 10 --record tests/data/classic.tape`
/// If the change was not meant to, it is a mistake; `dodgem diff` with a recording of now says where.
#[test]
fn the_kept_recording_goes_as_it_went() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/classic.tape");
    let first = divergence(&Tape::read(&path).unwrap()).unwrap();
    let told = first.map(|parting| parting.to_string());
    assert!(
        told.is_none(),
        "the kept recording goes differently from {} on. Is that meant (drivers, levels, models, physics)? Then \
         record it anew in the same commit, and say so in CHANGELOG.md: cargo run --release -- sim classic \
         --seed 2002 --player chaser --seconds 10 --record tests/data/classic.tape. If not, it is a mistake: \
         `dodgem diff` with a recording of now says more.",
        told.unwrap_or_default()
    );
}

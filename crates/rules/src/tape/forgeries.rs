//! Tests of recordings with false statements: each kind is detected, also after encoding, with its own
//! message.

use crate::tape::samples::{recorded_as, short_tape};
use crate::tape::{
    Change, Contradiction, Outcome, Player, RecordedPose, TakenOver, Tape, TapeError, TapeModel,
    verify,
};
use dodgem_scene::level::{ClockSpec, Mode};

/// Returns a complete round: 60 steps of countdown and one second.
pub(super) fn whole() -> Tape {
    recorded_as("classic", 300, |_, options| options.duration = Some(1.0)).0
}

/// Returns the contradiction of a recording after encoding and decoding.
pub(super) fn found(tape: &Tape) -> Option<Contradiction> {
    let tape = Tape::decode(&tape.encode().unwrap()).unwrap();
    verify(&tape, &mut |_| {}).unwrap()
}

/// Asserts that a forgery is detected with this message.
#[track_caller]
pub(super) fn is_told(tape: &Tape, words: &str) {
    let said = found(tape).expect("it is not found").to_string();
    assert!(said.contains(words), "{said}");
}

/// Asserts that a file of it is refused with this message.
#[track_caller]
pub(super) fn is_refused(tape: &Tape, words: &str) {
    let said = match tape.encode() {
        Ok(bytes) => Tape::decode(&bytes).expect_err("it is taken").to_string(),
        Err(refused) => refused.to_string(),
    };
    assert!(said.contains(words), "{said}");
}

#[test]
fn what_is_true_is_taken() {
    let tape = whole();
    assert_eq!((tape.steps(), found(&tape)), (180, None));
    assert!(tape.head.result.is_some());
    assert_eq!(found(&short_tape()), None);
}

#[test]
fn hashes_after_the_end_of_the_round() {
    let mut tape = whole();
    tape.hashes.resize(5_180, 0xdead_beef);
    tape.phases.resize(5_180 / 120, [0xdead_beef; 6]);
    is_told(&tape, "it states 5180 steps, its round is over after 180");
    // Hashes that would follow if the round continued are rejected too, also without a result.
    let (mut longer, _) = recorded_as("classic", 300, |_, options| options.duration = Some(60.0));
    longer.head.duration = Some(1.0);
    is_told(&longer, "it states 300 steps, its round is over after 180");
    // Steps after the end are not shown.
    let mut player = Player::new(tape).unwrap();
    player.seek(5_000);
    assert_eq!((player.round().steps(), player.guide().steps()), (180, 180));
}

#[test]
fn another_hash_anywhere() {
    for place in [0, 59, 100, 179] {
        let mut tape = whole();
        tape.hashes[place] ^= 1;
        is_told(&tape, &format!("it diverges at step {} (", place + 1));
    }
}

#[test]
fn where_this_programs_round_parts_from_a_recording_is_named() {
    // From the last step of the second on, for which phases are stored, the solver's hash differs.
    let mut tape = short_tape();
    tape.hashes[119..].iter_mut().for_each(|hash| *hash ^= 1);
    tape.phases[0][3..].iter_mut().for_each(|hash| *hash ^= 1);
    let told = "it diverges at step 120 (1.000 s), after its phase \"solver\"";
    assert_eq!(found(&tape).unwrap().to_string(), told);
}

#[test]
fn other_hashes_of_phases() {
    let mut tape = whole();
    tape.phases[0][2] ^= 1;
    is_told(&tape, "after step 120 (1.000 s), after its phase");
}

#[test]
fn another_result() {
    let mut tape = whole();
    let given = tape.head.result.unwrap();
    let told = format!(
        "it states a total of 999999 and place 1 of 4, its round gives a total of {} and place {} of {}",
        given.total, given.place, given.cars
    );
    let forged = Outcome {
        total: 999_999,
        place: 1,
        cars: 4,
    };
    tape.head.result = Some(forged);
    is_told(&tape, &told);
    for change in [
        |result: &mut Outcome| result.place += 1,
        |result: &mut Outcome| result.cars += 1,
    ] {
        tape.head.result = Some(given);
        change(tape.head.result.as_mut().unwrap());
        is_told(&tape, "its round gives");
    }
    // An unfinished round must have no result, and a finished one must have one.
    tape.head.result = None;
    is_told(&tape, "it states no result, its round gives a total of");
    let mut early = short_tape();
    early.head.result = Some(forged);
    is_told(&early, "its round gives no result");
    // If it is cut before its end, it must have no result.
    let mut cut = whole();
    cut.hashes.truncate(179);
    is_told(&cut, "its round gives no result");
}

#[test]
fn no_steps() {
    let mut tape = whole();
    tape.hashes.clear();
    is_refused(&tape, "it has no steps");
}

#[test]
fn players_for_whom_there_is_no_car() {
    let (mut tape, _) = recorded_as("classic", 180, |level, _| level.cars.truncate(3));
    tape.head.humans = 4;
    let told = found(&tape);
    let Some(Contradiction::People { stated: 4, given }) = told else {
        panic!("{told:?}");
    };
    assert_eq!(given, 3);
    is_told(&tape, "it states 4 players, its level has cars for");
    tape.head.humans = 5;
    is_refused(&tape, "too many players");
}

#[test]
fn fewer_players_than_drove() {
    let mut tape = whole();
    tape.head.humans = 0;
    is_refused(&tape, "an absent player drives");
    // Without the players' inputs the round differs.
    tape.changes.clear();
    is_told(&tape, "it diverges at step");
}

#[test]
fn what_players_did_after_the_end_or_twice() {
    let mut tape = whole();
    let last = *tape.changes.last().unwrap();
    let more = Change {
        after: 200,
        throttle: -last.throttle,
        ..last
    };
    tape.changes.push(more);
    is_refused(&tape, "a player drives after its end");
    tape.changes.pop();
    tape.changes.push(Change { after: 0, ..last });
    is_refused(&tape, "its controls make no sense");
}

#[test]
fn teams_where_there_were_none() {
    let mut tape = whole();
    tape.teams = Some(true);
    is_told(&tape, "it states that there were two teams");
    let (mut tape, _) = recorded_as("classic", 180, |_, options| options.teams = true);
    assert_eq!((tape.teams, found(&tape)), (Some(true), None));
    tape.teams = Some(false);
    is_told(&tape, "it states that there were no teams");
}

#[test]
fn another_mode() {
    let mut tape = whole();
    tape.head.mode = Mode::KnockOut;
    is_told(
        &tape,
        "it states that Knock-out counted, in its round Points does",
    );
    // The level also allows this mode, but drivers drive differently in it.
    tape.head.mode = Mode::Crashes;
    is_told(&tape, "it diverges at step");
}

#[test]
fn another_level() {
    let mut tape = whole();
    tape.head.level = "Stadium\\".to_owned();
    is_told(&tape, "it states the level Stadium\\, its level is Classic");
    tape.head.level = "a\u{1b}[31m".to_owned();
    is_refused(&tape, "cannot be shown");
}

#[test]
fn models_that_its_level_does_not_use() {
    let mut tape = whole();
    tape.models.push(TapeModel {
        name: "extra.obj".to_owned(),
        hash: crate::tape::record::file_hash(b"v 0 0 0"),
        file: Some(b"v 0 0 0".to_vec()),
    });
    is_told(&tape, "other models than its level uses: extra.obj");
    let mut tape = whole();
    let twice = tape.models[0].clone();
    tape.models.push(twice);
    is_told(&tape, "other models than its level uses: bumper_car.obj");
    tape.models.clear();
    is_told(&tape, "other models than its level uses: bumper_car.obj");
}

#[test]
fn whether_it_can_be_repeated() {
    let mut tape = whole();
    tape.head.repeatable = false;
    is_told(&tape, "its round ran on a budget of real time");
    let (mut timed, _) = recorded_as("classic", 130, |level, _| {
        level.engine.clock = ClockSpec::Time;
    });
    timed.head.repeatable = true;
    is_told(&timed, "its round did not run on a budget of real time");
}

#[test]
fn places_of_cars_that_there_are_not() {
    let pose = RecordedPose {
        place: [0.0; 3],
        turn: [0, 0, 0, 32767],
    };
    let mut tape = whole();
    tape.poses.push(pose);
    is_told(&tape, "it states 1 places of cars, there would be 0");
    let (mut timed, _) = recorded_as("classic", 130, |level, _| {
        level.engine.clock = ClockSpec::Time;
    });
    // After the steps 1, 5, .. and 129, for four cars.
    assert_eq!(timed.poses.len(), 33 * 4);
    timed.poses.push(pose);
    is_told(&timed, "it states 133 places of cars, there would be 132");
    timed.poses[7].place[1] = f32::NAN;
    is_refused(&timed, "no place at all");
}

#[test]
fn wheels_that_nobody_can_have_taken() {
    let taken = |tape: &Tape, taken: &[(u64, u16)]| {
        let mut tape = tape.clone();
        let taken = taken
            .iter()
            .map(|(at, car)| TakenOver { at: *at, car: *car });
        tape.head.taken = taken.collect();
        tape
    };
    let tape = whole();
    assert_eq!(found(&taken(&tape, &[(100, 0)])), None);
    is_told(
        &taken(&tape, &[(100, 0), (120, 2)]),
        "the wheel of car 2 was taken over after step 120: no player drove it",
    );
    is_told(
        &taken(&tape, &[(180, 0)]),
        "after step 180: the round was over",
    );
    is_refused(
        &taken(&tape, &[(181, 0)]),
        "a wheel is taken where there is none",
    );
    is_refused(
        &taken(&tape, &[(100, 99)]),
        "a wheel is taken where there is none",
    );
    is_refused(&taken(&tape, &[(100, 0), (99, 0)]), "in no order");
    // A regression: 52 kB of takeovers froze the window, which drew all of them.
    let many = vec![(100, 0); 10_000];
    is_refused(&taken(&tape, &many), "taken over too often");
}

#[test]
fn a_wheel_of_a_car_that_is_out() {
    let (mut tape, _) = recorded_as("knockout", 1_200, |level, _| level.lives = 1);
    let mut player = Player::new(tape.clone()).unwrap();
    let car = player.round().score().player;
    while !player.round().is_out(car) {
        assert!(player.step(), "it falls off");
    }
    let at = player.round().steps();
    let car = car as u16;
    tape.head.taken = vec![TakenOver { at: at - 1, car }];
    assert_eq!(found(&tape), None);
    tape.head.taken = vec![TakenOver { at, car }];
    is_told(&tape, "the player's car was out of the round");
}

#[test]
fn what_contradicts_its_own_level_is_not_shown_either() {
    let mut tape = whole();
    tape.head.level = "Stadium".to_owned();
    let Err(refused) = Player::new(tape) else {
        panic!("it is shown");
    };
    assert!(matches!(refused, TapeError::False(_)), "{refused}");
}

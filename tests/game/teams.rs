//! Rounds of two teams: the members, the score, the computer's targets, and teams in recordings and best lists.

use dodgem::game::tape::{Player, Recorder, Tape, verify};
use dodgem::game::{Difficulty, DriverState, Gain, Pilot, PilotKind, Round, RoundOptions, Team};
use dodgem::game::{RoundPhase, is_credited};
use dodgem::level::{Level, Library, Mode, load, parse};

fn library() -> Library {
    Library::new(vec![env!("CARGO_MANIFEST_DIR").into()])
}

fn in_teams(seed: u64) -> RoundOptions {
    RoundOptions {
        seed,
        humans: 0,
        teams: true,
        ..RoundOptions::default()
    }
}

fn round(level: &str, options: RoundOptions) -> Round {
    let library = library();
    let level = load(&library, level).unwrap();
    Round::with_options(&level, &library, options).unwrap()
}

fn allied(round: &Round, a: usize, b: usize) -> bool {
    round.cars()[a].team == round.cars()[b].team
}

#[test]
fn a_hit_on_ones_own_team_gives_and_costs_nothing_and_the_sums_are_those_of_the_crashes() {
    for mode in [Mode::Points, Mode::Crashes] {
        let options = RoundOptions {
            mode: Some(mode),
            ..in_teams(1)
        };
        let mut round = round("stadium", options);
        let (mut own, mut hits, mut sums) = (0, 0, [0_u32; 2]);
        while round.phase() != RoundPhase::Over {
            round.step(&[]);
            for crash in round.crashes() {
                if allied(&round, crash.a, crash.b) {
                    own += usize::from(crash.shares.iter().any(|share| is_credited(*share)));
                    assert_eq!(crash.gains, [Gain::default(); 2]);
                    assert_eq!(crash.losses, [0; 2]);
                    continue;
                }
                hits += crash
                    .shares
                    .iter()
                    .filter(|share| is_credited(**share))
                    .count();
                for car in [crash.a, crash.b] {
                    let team = round.cars()[car].team.unwrap();
                    sums[team as usize] += crash.gain_of(car).points;
                    sums[team as usize] -= crash.loss_of(car);
                }
            }
        }
        assert!(own > 5 && hits > 50, "{mode:?}: {own} own, {hits} others");
        assert_eq!(round.score().team_totals(), Some(sums), "{mode:?}");
        let counted = round.score().cars.iter().map(|car| car.tally.crashes);
        assert_eq!(counted.sum::<u32>() as usize, hits, "{mode:?}");
    }
}

/// The numbers of times that drivers began to go for a rival, and for one of their own parity of teams.
fn attacks(options: RoundOptions, seconds: u32) -> (u32, u32) {
    let (mut rivals, mut own) = (0, 0);
    let mut round = round("stadium", options);
    let cars = round.cars().len();
    let mut before = vec![None; cars];
    for _ in 0..120 * seconds {
        round.step(&[]);
        for (car, before) in before.iter_mut().enumerate() {
            let intent = round.intent(car);
            let goes_for = intent.filter(|intent| intent.state == DriverState::Attacks);
            let goes_for = goes_for.and_then(|intent| intent.car);
            if let Some(other) = goes_for.filter(|_| goes_for != *before) {
                match other % 2 == car % 2 {
                    true => own += 1,
                    false => rivals += 1,
                }
            }
            *before = goes_for;
        }
    }
    (rivals, own)
}

#[test]
fn the_computer_goes_for_the_other_team_only() {
    for difficulty in Difficulty::ALL {
        let options = RoundOptions {
            difficulty,
            ..in_teams(4)
        };
        // Without people the teams are the even and the odd cars.
        let (rivals, own) = attacks(options, 12);
        assert!(rivals > 20 && own == 0, "{difficulty:?}: {rivals}, {own}");
        let alone = RoundOptions {
            teams: false,
            ..options
        };
        let (rivals, own) = attacks(alone, 12);
        assert!(rivals > 10 && own > 10, "{difficulty:?}: {rivals}, {own}");
    }
}

#[test]
fn people_are_in_turns_on_both_sides_and_each_team_has_its_colour() {
    let options = RoundOptions {
        humans: 3,
        ..in_teams(2)
    };
    let round = round("stadium", options);
    for car in round.cars() {
        assert_eq!(car.paint, car.team.unwrap().paint());
        if let Some(slot) = car.slot {
            assert_eq!(car.team, Some(Team::ALL[slot % 2]), "player {slot}");
        }
    }
    let blue = round
        .cars()
        .iter()
        .filter(|car| car.team == Some(Team::Blue));
    assert_eq!(2 * blue.count(), round.cars().len());
    // A player's own paint does not replace the colour of the team.
    let mut round = round;
    let own = dodgem::game::Dress {
        name: "Zoe".to_owned(),
        paint: "#ffffff".to_owned(),
        number: 50,
    };
    round.dress(0, &own);
    let car = &round.cars()[0];
    assert_eq!((&*car.name, car.paint), ("Zoe", car.team.unwrap().paint()));
}

#[test]
fn a_recording_of_teams_repeats_to_the_bit_and_shows_them() {
    let library = library();
    let options = RoundOptions {
        humans: 2,
        duration: Some(10.0),
        ..in_teams(5)
    };
    let mut played = round("stadium", options);
    let mut recorder = Recorder::new(&played, &library).unwrap();
    let pilots = (0..2).map(|slot| Pilot::new(PilotKind::Expert, &played, slot).unwrap());
    let mut pilots: Vec<Pilot> = pilots.collect();
    while played.phase() != RoundPhase::Over {
        let controls: Vec<_> = pilots
            .iter_mut()
            .map(|pilot| pilot.controls(&played))
            .collect();
        recorder.step(&mut played, &controls);
    }
    let tape = Tape::decode(&recorder.tape().encode().unwrap()).unwrap();
    assert_eq!(verify(&tape, &mut |_| {}).unwrap(), None);
    let mut player = Player::new(tape).unwrap();
    while player.step() {}
    let again = player.round();
    assert_eq!(player.guide().diverged(), None);
    assert_eq!(again.arena().state_hash(), played.arena().state_hash());
    assert_eq!(again.score(), played.score());
    let teams = |round: &Round| -> Vec<_> { round.cars().iter().map(|car| car.team).collect() };
    assert_eq!(teams(again), teams(&played));
    assert!(again.score().team_totals().is_some());
}

#[test]
fn going_back_in_a_round_of_teams_is_the_same_round() {
    let mut round = round("classic", in_teams(3));
    for _ in 0..900 {
        round.step(&[]);
    }
    let snapshot = round.snapshot();
    for _ in 0..600 {
        round.step(&[]);
    }
    let (hash, score) = (round.arena().state_hash(), round.score().clone());
    round.restore(&snapshot).unwrap();
    for _ in 0..600 {
        round.step(&[]);
    }
    assert_eq!((round.arena().state_hash(), round.score()), (hash, &score));
}

#[test]
fn results_of_teams_are_compared_with_those_of_teams_and_win_no_medal_for_each_against_all() {
    let library = library();
    let level = load(&library, "stadium").unwrap();
    assert!(!level.medals.is_empty(), "it has some to lose");
    let played = round("stadium", in_teams(1));
    let own = played.level().fingerprint();
    assert_ne!(own, level.fingerprint());
    assert_eq!(played.level().medals_of(Mode::Points), None);
    let said = Level {
        teams: true,
        ..level.clone()
    };
    assert_eq!(own, said.fingerprint());
    // Such a level's own medals are for its teams.
    let options = RoundOptions {
        teams: false,
        ..in_teams(1)
    };
    let played = Round::with_options(&said, &library, options).unwrap();
    assert!(played.cars()[0].team.is_some());
    assert!(played.level().medals_of(Mode::Points).is_some());
}

#[test]
fn where_nothing_is_added_up_there_are_no_teams() {
    let knock_out = RoundOptions {
        mode: Some(Mode::KnockOut),
        ..in_teams(1)
    };
    let free = RoundOptions {
        mode: Some(Mode::Free),
        ..in_teams(1)
    };
    for (level, options) in [("knockout", knock_out), ("classic", free)] {
        let round = round(level, options);
        assert!(round.cars().iter().all(|car| car.team.is_none()), "{level}");
        assert!(!round.level().teams && round.score().team_totals().is_none());
    }
}

#[test]
fn a_level_says_that_it_is_for_teams_and_one_without_enough_cars_cannot() {
    let library = library();
    let cars = |count: usize| -> String {
        let car = |index: usize| {
            let driver = if index == 0 {
                "Player"
            } else {
                "Computer(Chaser)"
            };
            format!("(position: ({}.0, 0.0), driver: {driver}),", 3 * index)
        };
        let cars: String = (0..count).map(car).collect();
        format!("(name: \"Four\", teams: true, arena: Round(radius: 20.0), cars: [{cars}])")
    };
    let level = parse(&library, "four", &cars(4)).unwrap();
    let round = Round::new(&level, &library, 1).unwrap();
    assert_eq!(round.cars()[0].team, Some(Team::Blue));
    let error = parse(&library, "four", &cars(3)).unwrap_err().to_string();
    assert!(error.contains("two teams need"), "{error}");
}

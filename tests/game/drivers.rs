//! Rounds stay alive, driving pays, and drivers differ: on every level that comes with the game.

#[path = "../../examples/flow/measure.rs"]
mod measure;

use dodgem::arena::Controls;
use dodgem::game::{Difficulty, DriverState, PilotKind, Round, RoundOptions, RoundPhase};
use dodgem::level::{DriverSpec, Level, Library, Style, load};

use measure::{Liveliness, place, plays, total};

fn library() -> Library {
    Library::new(vec![env!("CARGO_MANIFEST_DIR").into()])
}

/// Asserts that a level is lively by all measures, over this many seeds.
fn assert_lively(name: &str, least_speed: f64, seeds: u64) {
    let lively = Liveliness::of(&library(), name, 1..seeds + 1);
    let bounds = [
        ("idle pays", lively.idle < 0.25 * lively.chaser),
        ("mashing pays", lively.chaser > 1.5 * lively.mash),
        ("one scrum", lively.spread > 0.5),
        ("cars creep", lively.speed > least_speed),
        ("a crowd", lively.crowded < lively.crowded_limit),
        ("often quiet", lively.alone[0] <= 8.0),
        ("quiet for long", lively.alone[1] <= 14.0),
        ("crashes of others only", lively.quiet[0] <= 10.0),
        (
            "no way out",
            lively.recovery < lively.recovery_limit && lively.recovered > 0.9,
        ),
    ];
    for (fault, holds) in bounds {
        assert!(holds, "{fault}: {name}: {lively:?}");
    }
}

#[test]
fn classic_stays_alive() {
    assert_lively("classic", 0.5, 3);
}

#[test]
fn ice_stays_alive() {
    // The median spell without a hit is 9 s of 10; three rounds may have 12.
    assert_lively("ice", 0.25, 12);
}

#[test]
fn jump_stays_alive() {
    assert_lively("jump", 0.25, 3);
}

#[test]
#[ignore = "twelve rounds"]
fn knockout_stays_alive() {
    // Results are knock-outs, about one a round: three rounds say nothing.
    assert_lively("knockout", 0.25, 12);
}

#[test]
#[ignore = "twelve rounds"]
fn sardines_stays_alive() {
    // Three rounds have some seventeen cars without a way out: one of them more or less decides.
    assert_lively("sardines", 0.25, 12);
}

#[test]
#[ignore = "three rounds of 20 cars"]
fn stadium_stays_alive() {
    assert_lively("stadium", 0.5, 3);
}

#[test]
fn carousel_stays_alive() {
    // The median spell without a hit of one's own is 8 s of 10; three rounds may have 12.
    assert_lively("carousel", 0.25, 12);
}

#[test]
#[ignore = "three rounds of 64 cars"]
fn demolition_stays_alive() {
    assert_lively("demolition", 0.25, 3);
}

#[test]
fn eight_stays_alive() {
    assert_lively("eight", 0.25, 3);
}

#[test]
fn football_stays_alive() {
    assert_lively("football", 0.25, 3);
}

#[test]
fn hill_stays_alive() {
    assert_lively("hill", 0.25, 3);
}

#[test]
#[ignore = "twelve rounds"]
fn sumo_stays_alive() {
    // As for `knockout`.
    assert_lively("sumo", 0.25, 12);
}

#[test]
fn yard_stays_alive() {
    assert_lively("yard", 0.25, 3);
}

/// A round of a level, with `humans` players that get no controls.
fn round(level: &Level, humans: usize, difficulty: Difficulty, seed: u64) -> Round {
    let options = RoundOptions {
        seed,
        humans,
        difficulty,
        countdown: 0.0,
        duration: Some(30.0),
        ..RoundOptions::default()
    };
    Round::with_options(level, &library(), options).unwrap()
}

/// The behaviour of a level's drivers if all are of one style.
#[derive(Debug, Default)]
struct Habits {
    crashes: usize,
    /// The crashes with the person's car.
    on_person: usize,
    /// The mean speed of the crashes, in m/s.
    strength: f32,
    /// The share of the time in which they cruise.
    cruising: f32,
}

fn habits(style: Style) -> Habits {
    let mut level = load(&library(), "stadium").unwrap();
    for car in &mut level.cars[1..] {
        car.driver = DriverSpec::Computer(style);
    }
    let mut habits = Habits::default();
    let mut times = 0.0;
    for seed in [1, 2] {
        let mut round = round(&level, 1, Difficulty::Medium, seed);
        while round.phase() != RoundPhase::Over {
            round.step(&[]);
            for crash in round.crashes() {
                habits.crashes += 1;
                habits.on_person += usize::from(crash.involves(0));
                habits.strength += crash.strength;
            }
            for car in 1..round.cars().len() {
                let intent = round.intent(car);
                times += 1.0;
                let cruises = intent.is_some_and(|i| i.state == DriverState::Cruises);
                habits.cruising += f32::from(u8::from(cruises));
            }
        }
    }
    habits.strength /= habits.crashes.max(1) as f32;
    habits.cruising /= times;
    habits
}

#[test]
fn characters_are_told_apart_by_what_they_do() {
    let [chaser, hunter, drifter, dodger, bully] = [
        Style::Chaser,
        Style::Hunter,
        Style::Drifter,
        Style::Dodger,
        Style::Bully,
    ]
    .map(habits);
    let share = |habits: &Habits| habits.on_person as f32 / habits.crashes as f32;
    let told = format!("{chaser:?} {hunter:?} {drifter:?} {dodger:?} {bully:?}");
    assert!(share(&hunter) > 1.5 * share(&chaser), "hunters: {told}");
    assert!(
        drifter.cruising > 0.15 && chaser.cruising < 0.05,
        "drifters: {told}"
    );
    assert!(3 * dodger.crashes < 2 * chaser.crashes, "dodgers: {told}");
    // A bully goes for cars that stand and pushes on, so it crashes more often and less hard.
    assert!(
        10 * bully.crashes > 11 * chaser.crashes && bully.strength < chaser.strength,
        "bullies: {told}"
    );
}

#[test]
fn better_drivers_hit_more_and_not_because_they_are_faster() {
    let level = load(&library(), "stadium").unwrap();
    let totals = Difficulty::ALL.map(|difficulty| -> u32 {
        let rounds = (1..=6).map(|seed| {
            let mut round = round(&level, 0, difficulty, seed);
            while round.phase() != RoundPhase::Over {
                round.step(&[]);
            }
            round
                .score()
                .cars
                .iter()
                .map(|car| car.tally.total)
                .sum::<u32>()
        });
        rounds.sum()
    });
    assert!(
        totals[0] < totals[1] && totals[1] < totals[2] && totals[0] * 11 < totals[2] * 10,
        "{totals:?}"
    );
}

#[test]
fn a_beginner_does_better_against_easy_drivers() {
    let level = load(&library(), "classic").unwrap();
    let [easy, medium] = [Difficulty::Easy, Difficulty::Medium]
        .map(|difficulty| plays(&level, &library(), PilotKind::Beginner, difficulty, 1..17));
    let [ahead, behind] = [&easy, &medium].map(|rounds| {
        let places: f64 = rounds.iter().map(place).sum();
        places / rounds.len() as f64
    });
    let [most, least] = [&easy, &medium].map(|rounds| total(rounds));
    assert!(
        ahead < behind - 0.8 && most > 1.15 * least,
        "place {ahead} with {most} points against {behind} with {least}"
    );
}

#[test]
fn an_expert_beats_a_plain_chaser() {
    let level = load(&library(), "stadium").unwrap();
    let [expert, chaser] = [PilotKind::Expert, PilotKind::Computer(Style::Chaser)]
        .map(|pilot| total(&plays(&level, &library(), pilot, Difficulty::Medium, 1..5)));
    assert!(expert > 1.1 * chaser, "{expert} against {chaser}");
}

#[test]
fn ramps_are_used() {
    let level = load(&library(), "jump").unwrap();
    let mut round = round(&level, 0, Difficulty::Medium, 1);
    let mut highest = vec![0.0_f32; round.cars().len()];
    while round.phase() != RoundPhase::Over {
        round.step(&[]);
        for (highest, car) in highest.iter_mut().zip(round.cars()) {
            let actor = round.arena().actor(car.actor);
            if actor.car().is_some_and(|car| car.wheels_down == 0) {
                *highest = highest.max(actor.pose.translation().y);
            }
        }
    }
    let fly = highest.iter().filter(|height| **height > 0.4).count();
    assert!(fly >= 3, "{highest:?}");
}

#[test]
fn edges_are_avoided_who_falls_was_pushed() {
    let level = load(&library(), "knockout").unwrap();
    let (mut pushed, mut alone) = (0, 0);
    for seed in 1..=4 {
        let mut round = round(&level, 0, Difficulty::Medium, seed);
        while round.phase() != RoundPhase::Over {
            round.step(&[]);
            for fall in round.falls() {
                match fall.by {
                    Some(_) => pushed += 1,
                    None => alone += 1,
                }
            }
        }
    }
    assert!(
        pushed >= 4 && 3 * alone < pushed,
        "{pushed} pushed, {alone} alone"
    );
}

#[test]
fn who_holds_full_throttle_at_the_start_moves_until_a_car_is_in_the_way() {
    for name in library().level_names() {
        let level = load(&library(), &name).unwrap();
        let humans = level.player_slots();
        let mut round = round(&level, humans, Difficulty::Medium, 1);
        let full = Controls {
            throttle: 1.0,
            ..Controls::default()
        };
        let mut touched = vec![false; humans];
        let mut slow = vec![0; humans];
        for step in 0..240 {
            round.step(&vec![full; humans]);
            let touching: Vec<_> = round.arena().touching().collect();
            for slot in 0..humans {
                let car = round
                    .cars()
                    .iter()
                    .find(|car| car.slot == Some(slot))
                    .unwrap();
                let fixed = |id| round.arena().actor(id).is_fixed();
                touched[slot] |= touching.iter().any(|(a, b)| {
                    (*a == car.actor && !fixed(*b)) || (*b == car.actor && !fixed(*a))
                });
                // It takes a moment to get under way.
                let speed = round.arena().actor(car.actor).velocity.length();
                if step > 40 && speed < 0.5 && !touched[slot] {
                    slow[slot] += 1;
                }
            }
        }
        assert!(slow.iter().all(|steps| *steps == 0), "{name}: {slow:?}");
    }
}

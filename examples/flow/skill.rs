//! Measures the worth of skill: scripted people of growing skill, and computer drivers of two difficulties in
//! one round.

use std::ops::RangeInclusive;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use dodgem::game::{Difficulty, Pilot, PilotKind, Round, RoundOptions, RoundPhase, Tally};
use dodgem::level::{Level, Library, load};
use dodgem_rules::params::JUDGED_SEEDS;

use crate::measure::{mean, quantile, short};

/// The default levels of the table: those with points of the first hour.
const LEVELS: [&str; 6] = ["classic", "ice", "jump", "sardines", "stadium", "yard"];
/// One in this many seeds is used for rounds of two halves: there all cars of a round give data, not only
/// one.
const HALVES_SHARE: usize = 4;
const PEOPLE: [PilotKind; 3] = [PilotKind::Beginner, PilotKind::Expert, PilotKind::Master];
const HALVES: [(Difficulty, Difficulty); 2] = [
    (Difficulty::Easy, Difficulty::Medium),
    (Difficulty::Medium, Difficulty::Hard),
];
/// The number of seeds of the table of halves alone.
const HALVES_SEEDS: usize = 40;

/// A round to play.
#[derive(Clone, Copy)]
enum Job {
    Person(PilotKind),
    /// Half of the cars drive at the lower difficulty, half at the higher one.
    Halves(Difficulty, Difficulty),
}

/// The outcome of a round.
#[derive(Clone, Copy, Default)]
struct Outcome {
    /// For a person: the total. For halves: the mean total of the better half.
    total: f64,
    /// For a person: (place - 1) / (cars - 1). For halves: the mean total of the worse half.
    other: f64,
    /// For a person: its statistics.
    tally: Tally,
}

/// Prints the table: each person's mean total with its standard error, the gain over the person before, and
/// the place; then the results of the halves. The elapsed time goes to the standard error.
pub fn print(library: &Library, names: &[String], seeds: RangeInclusive<u64>) {
    let begin = Instant::now();
    let names: Vec<String> = match names {
        [] => LEVELS.map(str::to_owned).to_vec(),
        names => names.to_vec(),
    };
    println!("| level | beginner | expert | master | medium over easy | hard over medium |");
    println!("|---|---|---|---|---|---|");
    for name in names {
        let level = load(library, &name).expect("a level that loads");
        let mut row = format!("| {name} |");
        let mut before = None;
        for person in PEOPLE {
            let rounds = all(&level, library, Job::Person(person), seeds.clone());
            let total = mean(rounds.iter().map(|one| one.total));
            let error = standard_error(&rounds);
            let place = mean(rounds.iter().map(|one| one.other));
            let more = before.map_or(String::new(), |before| {
                format!(" ({:+.0} %)", 100.0 * (total / before - 1.0))
            });
            row += &format!(" {} ± {}{more}, {place:.2} |", short(total), short(error));
            before = Some(total);
        }
        for halves in HALVES {
            let count = seeds.clone().count() / HALVES_SHARE;
            row += &format!(
                " {} |",
                halves_in(&level, library, halves, *seeds.start(), count)
            );
        }
        println!("{row}");
    }
    eprintln!("{:.0} s", begin.elapsed().as_secs_f64());
}

/// Prints the results of rounds with two difficulties, for each two of them.
pub fn print_halves(library: &Library, names: &[String], first_seed: u64) {
    println!("| level | medium over easy | hard over medium | hard over easy |");
    println!("|---|---|---|---|");
    for name in names {
        let level = load(library, name).expect("a level that loads");
        let mut row = format!("| {name} |");
        for halves in [HALVES[0], HALVES[1], (Difficulty::Easy, Difficulty::Hard)] {
            row += &format!(
                " {} |",
                halves_in(&level, library, halves, first_seed, HALVES_SEEDS)
            );
        }
        println!("{row}");
    }
}

/// Plays that many rounds with two difficulties, and returns the number of those in which the better half had more,
/// and the ratio of the totals.
fn halves_in(
    level: &Level,
    library: &Library,
    (worse, better): (Difficulty, Difficulty),
    first_seed: u64,
    count: usize,
) -> String {
    let seeds = first_seed..=first_seed + count as u64 - 1;
    let rounds = all(level, library, Job::Halves(worse, better), seeds);
    let won = rounds.iter().filter(|one| one.total > one.other).count();
    let ratio = mean(rounds.iter().map(|one| one.total))
        / mean(rounds.iter().map(|one| one.other)).max(f64::MIN_POSITIVE);
    format!("{won} of {count}, {ratio:.2}")
}

/// Returns the standard error of the mean total.
fn standard_error(rounds: &[Outcome]) -> f64 {
    let middle = mean(rounds.iter().map(|one| one.total));
    let squares = rounds.iter().map(|one| (one.total - middle).powi(2));
    (mean(squares) / rounds.len().max(1) as f64).sqrt()
}

/// Prints the data from which medals are set: each person's mean total and upper quartile, its mean
/// statistics, and the number of rounds without a fall and in first place.
pub fn print_medals(library: &Library, names: &[String]) {
    println!("| level | who | mean | good | sides | best hit | fastest | no fall | first |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for name in names {
        let level = load(library, name).expect("a level that loads");
        for person in PEOPLE {
            let rounds = all(&level, library, Job::Person(person), JUDGED_SEEDS);
            let of = |pick: fn(&Outcome) -> f64| mean(rounds.iter().map(pick));
            let count =
                |holds: fn(&Outcome) -> bool| rounds.iter().filter(|one| holds(one)).count();
            let totals: Vec<f32> = rounds.iter().map(|one| one.total as f32).collect();
            println!(
                "| {name} | {person:?} | {} | {:.0} | {:.1} | {:.0} | {:.1} | {} | {} |",
                short(of(|one| one.total)),
                quantile(&totals, 0.75),
                of(|one| f64::from(one.tally.sides)),
                of(|one| f64::from(one.tally.best)),
                of(|one| f64::from(one.tally.hardest)),
                count(|one| one.tally.falls == 0),
                count(|one| one.other == 0.0),
            );
        }
    }
}

/// Plays a round for each seed, two at a time.
fn all(level: &Level, library: &Library, job: Job, seeds: RangeInclusive<u64>) -> Vec<Outcome> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(seed) = seeds.clone().nth(index) else {
            return;
        };
        let outcome = play(level, library, job, seed);
        done.lock().expect("no round fails").push((seed, outcome));
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let mut done = done.into_inner().expect("no round fails");
    done.sort_by_key(|(seed, _)| *seed);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

fn play(level: &Level, library: &Library, job: Job, seed: u64) -> Outcome {
    let options = RoundOptions {
        seed,
        humans: usize::from(matches!(job, Job::Person(_))),
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(level, library, options).expect("a level that plays");
    let cars = round.cars().len();
    // Every second car; from seed to seed the halves swap.
    let is_better = |car: usize| (car as u64 + seed).is_multiple_of(2);
    if let Job::Halves(worse, better) = job {
        for car in 0..cars {
            round.set_difficulty(car, if is_better(car) { better } else { worse });
        }
    }
    let mut pilot = match job {
        Job::Person(kind) => Some(Pilot::new(kind, &round, 0).expect("a player's car")),
        Job::Halves(..) => None,
    };
    while round.phase() != RoundPhase::Over {
        let controls = pilot.as_mut().map(|pilot| pilot.controls(&round));
        round.step(controls.as_slice());
    }
    let score = round.score();
    match job {
        Job::Person(_) => Outcome {
            total: f64::from(score.total),
            other: (score.place - 1) as f64 / (cars - 1) as f64,
            tally: score.cars[score.player].tally,
        },
        Job::Halves(..) => {
            let half = |better: bool| {
                let cars = (0..cars).filter(|car| is_better(*car) == better);
                mean(cars.map(|car| f64::from(score.cars[car].tally.total)))
            };
            Outcome {
                total: half(true),
                other: half(false),
                tally: Tally::default(),
            }
        }
    }
}

//! Plays rounds without a window and measures their liveliness.

use std::ops::Range;

use dodgem::game::{
    Difficulty, Flow, Pilot, PilotKind, Round, RoundOptions, RoundPhase, is_credited,
};
use dodgem::level::{Level, Library, Style, load};

/// The measurements of a round with a pilot in the player's car.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The pilot's result.
    pub total: f64,
    /// The pilot's place.
    pub place: usize,
    /// One entry per second: the flow, and the number of cars still in.
    pub flow: Vec<(Flow, usize)>,
    /// The pilot's longest time without a credited crash, in seconds.
    pub quiet: f32,
    /// The pilot's longest time without any crash, in seconds.
    pub alone: f32,
    /// The recovery after each hard hit that left a computer's car slow.
    pub recoveries: Vec<Recovery>,
    /// Crashes of all cars.
    pub crashes: usize,
}

/// The time in which a car got under way again after a hard hit.
#[derive(Clone, Copy, Debug)]
pub struct Recovery {
    /// The time that it took, in seconds.
    pub seconds: f32,
    /// The allowed time, in seconds: twice the time in which the tyres can change the velocity after the hit
    /// to [`FAST_AGAIN`] forwards, and at least 1.2.
    pub allowed: f32,
}

/// The speed of a hit after which a car must recover, in m/s.
const HARD_HIT: f32 = 3.5;
/// The forward speed at which a car has recovered, in m/s.
const FAST_AGAIN: f32 = 2.5;

/// Plays a round of a level and measures it.
pub fn play(
    level: &Level,
    library: &Library,
    pilot: PilotKind,
    difficulty: Difficulty,
    seed: u64,
) -> Measured {
    let options = RoundOptions {
        seed,
        difficulty,
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(level, library, options).expect("a level that plays");
    let mut pilot = Pilot::new(pilot, &round, 0).expect("a player's car");
    let player = round.score().player;
    let mut measured = Measured::default();
    let (mut since_credit, mut since_crash) = (0.0_f32, 0.0_f32);
    let cars = round.cars().len();
    // For each hit car: the time of the hit, and the missing velocity in m/s.
    let mut hit_at: Vec<Option<(f32, f32)>> = vec![None; cars];
    while round.phase() != RoundPhase::Over {
        let controls = pilot.controls(&round);
        round.step(&[controls]);
        let RoundPhase::Running { .. } = round.phase() else {
            continue;
        };
        let time = round.running_steps() as f32 / 120.0;
        if round.stands(player) {
            since_credit += 1.0 / 120.0;
            since_crash += 1.0 / 120.0;
        }
        for crash in round.crashes() {
            measured.crashes += 1;
            if crash.involves(player) {
                measured.alone = measured.alone.max(since_crash);
                since_crash = 0.0;
            }
            if crash.involves(player) && is_credited(crash.share_of(player)) {
                measured.quiet = measured.quiet.max(since_credit);
                since_credit = 0.0;
            }
        }
        for (index, car) in round.cars().iter().enumerate() {
            let actor = round.arena().actor(car.actor);
            let forwards = actor.velocity.dot(actor.forward());
            let events = round.arena().events().iter();
            let hits = events.filter(|e| e.a == car.actor || e.met.actor() == Some(car.actor));
            let hits = hits.filter(|e| e.met.actor().is_some());
            let hit = hits.map(|e| e.relative_speed).fold(0.0, f32::max);
            if hit > 1.0 {
                // Another hit ends the current measurement.
                hit_at[index] = None;
                if hit > HARD_HIT && forwards < FAST_AGAIN && car.slot.is_none() {
                    let missing = actor.forward() * FAST_AGAIN - actor.velocity;
                    hit_at[index] = Some((time, missing.length()));
                }
            } else if let Some((at, missing)) = hit_at[index].filter(|_| forwards >= FAST_AGAIN) {
                let needed = missing / (9.81 * level.ground.grip);
                measured.recoveries.push(Recovery {
                    seconds: time - at,
                    allowed: (2.0 * needed).max(1.2),
                });
                hit_at[index] = None;
            }
        }
        if round.running_steps().is_multiple_of(120) {
            let standing = (0..cars).filter(|car| round.stands(*car)).count();
            measured.flow.push((Flow::of(&round), standing));
        }
    }
    measured.quiet = measured.quiet.max(since_credit);
    measured.alone = measured.alone.max(since_crash);
    measured.total = f64::from(round.score().total);
    measured.place = round.score().place;
    measured
}

/// Returns the mean of some numbers; 0 if there are none.
pub fn mean(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = (numbers.into_iter()).fold((0.0, 0), |(s, n), x| (s + x, n + 1));
    sum / f64::from(count.max(1))
}

/// Returns the quantile of some numbers; 0 if there are none.
pub fn quantile(numbers: &[f32], share: f32) -> f32 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f32::total_cmp);
    let last = sorted.len().saturating_sub(1);
    let index = (share * last as f32).round() as usize;
    sorted.get(index).copied().unwrap_or(0.0)
}

/// Returns the mean of the pilots' results.
pub fn total(rounds: &[Measured]) -> f64 {
    mean(rounds.iter().map(|m| m.total))
}

/// Returns the place of a pilot.
pub fn place(round: &Measured) -> f64 {
    round.place as f64
}

/// Plays a level with some seeds, two rounds at a time.
pub fn plays(
    level: &Level,
    library: &Library,
    pilot: PilotKind,
    difficulty: Difficulty,
    seeds: Range<u64>,
) -> Vec<Measured> {
    let one = |seed| play(level, library, pilot, difficulty, seed);
    let half = seeds.start.midpoint(seeds.end);
    std::thread::scope(|scope| {
        let rest = scope.spawn(|| (half..seeds.end).map(one).collect::<Vec<_>>());
        let mut all: Vec<Measured> = (seeds.start..half).map(one).collect();
        all.extend(rest.join().expect("rounds"));
        all
    })
}

/// The liveliness of a level's rounds at medium difficulty; the flow is measured with a chaser.
#[derive(Clone, Debug)]
pub struct Liveliness {
    /// The results of the pilots that do nothing, press random keys, and chase.
    pub idle: f64,
    pub mash: f64,
    pub chaser: f64,
    /// The mean spread from 10 s on, relative to that of the same number of cars at random places.
    pub spread: f64,
    /// The mean speed, relative to the top speed.
    pub speed: f64,
    /// The fraction of cars in a crowd.
    pub crowded: f64,
    /// The limit of that fraction for the floor area per car.
    pub crowded_limit: f64,
    /// The chaser's longest time without a credited crash, in seconds: in the median round, and in the worst.
    pub quiet: [f32; 2],
    /// The chaser's longest time without any crash: in the median round, and in the worst.
    pub alone: [f32; 2],
    /// Crashes per car and minute.
    pub crashes: f64,
    /// The median time in which a car is under way again after a hard hit, in seconds.
    pub recovery: f32,
    /// The allowed time for a car that the hit left standing, in seconds.
    pub recovery_limit: f32,
    /// The fraction of hits after which a car was under way within the allowed time.
    pub recovered: f64,
}

impl Liveliness {
    /// Plays a level with these seeds for each of the three pilots.
    pub fn of(library: &Library, name: &str, seeds: Range<u64>) -> Liveliness {
        let level = load(library, name).expect("a level that loads");
        let rounds = |kind| plays(&level, library, kind, Difficulty::Medium, seeds.clone());
        let chaser = rounds(PilotKind::Computer(Style::Chaser));
        let all = |pick: fn(&Flow) -> f32| {
            let flows = chaser.iter().flat_map(|m| &m.flow);
            mean(flows.map(|(flow, _)| f64::from(pick(flow))))
        };
        let cars = level.cars.len();
        // Indexed by the number of cars that are still in.
        let random = |cars| Flow::spread_at_random(&level.arena, cars);
        let random: Vec<f32> = (0..=cars).map(random).collect();
        // The tenth entry is at 10 s.
        let later = chaser.iter().flat_map(|m| m.flow.iter().skip(9));
        let later = later.filter(|(_, standing)| *standing > 1);
        let spreads = later.map(|(flow, standing)| f64::from(flow.spread / random[*standing]));
        let longest = |pick: fn(&Measured) -> f32| {
            let spells: Vec<f32> = chaser.iter().map(pick).collect();
            [0.5, 1.0].map(|share| quantile(&spells, share))
        };
        let recoveries = || chaser.iter().flat_map(|m| &m.recoveries);
        let times: Vec<f32> = recoveries().map(|one| one.seconds).collect();
        let within = recoveries().filter(|one| one.seconds <= one.allowed);
        let seconds: f64 = chaser.iter().map(|m| m.flow.len() as f64).sum();
        let crashes: f64 = chaser.iter().map(|m| m.crashes as f64).sum();
        Liveliness {
            idle: total(&rounds(PilotKind::Idle)),
            mash: total(&rounds(PilotKind::Mash)),
            chaser: total(&chaser),
            spread: mean(spreads),
            speed: all(|flow| flow.speed),
            crowded: all(|flow| flow.crowded),
            crowded_limit: crowded_limit(f64::from(level.arena.area()) / cars as f64),
            quiet: longest(|m| m.quiet),
            alone: longest(|m| m.alone),
            crashes: 60.0 * 2.0 * crashes / (seconds * cars as f64),
            recovery: quantile(&times, 0.5),
            recovery_limit: (2.0 * FAST_AGAIN / (9.81 * level.ground.grip)).max(1.2),
            recovered: within.count() as f64 / times.len().max(1) as f64,
        }
    }

    /// Returns the row of the table, without the level's name.
    #[allow(dead_code, reason = "the tests print no table")]
    pub fn row(&self) -> String {
        format!(
            "| {} | {} | {} | {:.2} | {:.2} | {:.1} % of {:.0} % | {:.1} s, {:.1} s | {:.1} s, {:.1} s | {:.0} | {:.2} s of {:.1} s, {:.0} % |",
            short(self.idle),
            short(self.mash),
            short(self.chaser),
            self.spread,
            self.speed,
            self.crowded * 100.0,
            self.crowded_limit * 100.0,
            self.quiet[0],
            self.quiet[1],
            self.alone[0],
            self.alone[1],
            self.crashes,
            self.recovery,
            self.recovery_limit,
            self.recovered * 100.0,
        )
    }
}

/// Formats a total, with a decimal if it is small, as for knock-outs.
#[allow(dead_code, reason = "the tests print no table")]
pub fn short(total: f64) -> String {
    match total < 10.0 {
        true => format!("{total:.1}"),
        false => format!("{total:.0}"),
    }
}

/// Returns the largest acceptable fraction of cars in a crowd: 12 % for 50 m^2 per car, 60 % for 12 m^2,
/// linear in between.
fn crowded_limit(area: f64) -> f64 {
    let room = ((area - 12.0) / (50.0 - 12.0)).clamp(0.0, 1.0);
    0.60 + (0.12 - 0.60) * room
}

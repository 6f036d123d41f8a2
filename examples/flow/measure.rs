//! Plays rounds without a window and says how they went.

use dodgem::game::{
    Difficulty, Flow, Pilot, PilotKind, Round, RoundOptions, RoundPhase, is_credited,
};
use dodgem::level::{Level, Library};

/// What came of a round with a pilot in the player's car.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The pilot's result.
    pub total: f64,
    /// One entry a second.
    pub flow: Vec<Flow>,
    /// The pilot's longest time without a credited crash, in seconds.
    pub quiet: f32,
    /// For each hard hit that left a computer's car slow: after how many seconds it was fast again.
    pub recoveries: Vec<f32>,
    /// Credited crashes, and others, of the pilot.
    pub own: [usize; 2],
    /// Cars that were pushed off, and that fell by themselves.
    pub falls: [usize; 2],
    /// When the pilot's car fell, in seconds; 0 if it did not.
    pub out_at: f32,
    /// Crashes of all cars.
    pub crashes: usize,
}

/// A hit as hard as this leaves a car to recover, in m/s.
const HARD_HIT: f32 = 3.5;
/// As fast as this, forwards, a car has recovered, in m/s.
const FAST_AGAIN: f32 = 2.5;

/// Plays a round of a level.
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
    let mut since_credit = 0.0_f32;
    let cars = round.cars().len();
    let mut hit_at: Vec<Option<f32>> = vec![None; cars];
    while round.phase() != RoundPhase::Over {
        let controls = pilot.controls(&round);
        round.step(&[controls]);
        for fall in round.falls() {
            measured.falls[usize::from(fall.by.is_none())] += 1;
            if fall.car == player {
                measured.out_at = round.running_steps() as f32 / 120.0;
            }
        }
        let RoundPhase::Running { .. } = round.phase() else {
            continue;
        };
        if let (Ok(_), Some(i)) = (std::env::var("TRACE"), pilot.intent()) {
            if round.running_steps() % 30 == 0 || round.crashes().iter().any(|c| c.involves(player))
            {
                let a = round.arena().actor(round.cars()[player].actor);
                println!(
                    "{:.2} {:?} car {:?} at {:.1?} v {:.1?} fwd {:.1} heads {:.1?} {}",
                    round.time() - 3.0,
                    i.state,
                    i.car,
                    a.pose.translation(),
                    a.velocity.length(),
                    a.velocity.dot(a.forward()),
                    i.heads_for,
                    round
                        .crashes()
                        .iter()
                        .filter(|c| c.involves(player))
                        .map(|c| format!(
                            "CRASH {:.1} {:.2} {}",
                            c.strength,
                            c.share_of(player),
                            c.gain_of(player)
                        ))
                        .collect::<String>()
                );
            }
        }
        let time = round.running_steps() as f32 / 120.0;
        since_credit += 1.0 / 120.0;
        for crash in round.crashes() {
            measured.crashes += 1;
            if crash.involves(player) {
                let credited = is_credited(crash.share_of(player));
                measured.own[usize::from(!credited)] += 1;
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
                // Hit again: what went before is no recovery of its own.
                hit_at[index] = None;
                if hit > HARD_HIT && forwards < FAST_AGAIN && car.slot.is_none() {
                    hit_at[index] = Some(time);
                }
            } else if let Some(at) = hit_at[index].filter(|_| forwards >= FAST_AGAIN) {
                measured.recoveries.push(time - at);
                hit_at[index] = None;
            }
        }
        if round.running_steps().is_multiple_of(120) {
            measured.flow.push(Flow::of(&round));
        }
    }
    measured.quiet = measured.quiet.max(since_credit);
    measured.total = f64::from(round.score().total);
    measured
}

/// The mean of some numbers; 0 of none.
pub fn mean(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = (numbers.into_iter()).fold((0.0, 0), |(s, n), x| (s + x, n + 1));
    sum / f64::from(count.max(1))
}

/// The number that a share of all are below; 0 of none.
pub fn quantile(numbers: &[f32], share: f32) -> f32 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f32::total_cmp);
    let last = sorted.len().saturating_sub(1);
    let index = (share * last as f32).round() as usize;
    sorted.get(index).copied().unwrap_or(0.0)
}

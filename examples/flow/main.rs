//! Prints the table of `docs/game.md`: how lively rounds are on each level, and what driving is worth.
//!
//! `cargo run --release --example flow -- SEEDS [LEVEL...]`

mod measure;

use dodgem::game::{Difficulty, Flow, PilotKind};
use dodgem::level::{Library, Style, load};

use measure::{Measured, mean, play, quantile};

fn main() {
    let mut words = std::env::args().skip(1);
    let seeds: u64 = words.next().and_then(|w| w.parse().ok()).unwrap_or(3);
    let library = Library::standard();
    let mut names: Vec<String> = words.collect();
    if names.is_empty() {
        names = library.level_names();
    }
    println!(
        "level      idle  mash chasr | idle/c c/mash | sprd  1st10 speed crowd | quiet max | recov p90 p95 max n | cr/car/s"
    );
    for name in names {
        let level = load(&library, &name).expect("a level");
        let rounds = |kind: PilotKind| -> Vec<Measured> {
            let one = |seed| play(&level, &library, kind, Difficulty::Medium, seed);
            if std::env::var("QUICK").is_ok() && kind != PilotKind::Computer(Style::Chaser) {
                return vec![Measured::default()];
            }
            std::thread::scope(|scope| {
                let other = scope.spawn(|| (1..=seeds / 2).map(one).collect::<Vec<_>>());
                let mut all: Vec<_> = (seeds / 2 + 1..=seeds).map(one).collect();
                all.extend(other.join().expect("rounds"));
                all
            })
        };

        if std::env::var("TRACE").is_ok() {
            play(
                &level,
                &library,
                PilotKind::Computer(Style::Chaser),
                Difficulty::Medium,
                seeds,
            );
            continue;
        }
        let (level, one) = (&level, &rounds);
        let [idle, mash, chaser] = std::thread::scope(|scope| {
            let a = scope.spawn(move || one(PilotKind::Idle));
            let b = scope.spawn(move || one(PilotKind::Mash));
            let chaser = one(PilotKind::Computer(Style::Chaser));
            [a.join().expect("rounds"), b.join().expect("rounds"), chaser]
        });
        let total = |of: &[Measured]| mean(of.iter().map(|m| m.total));
        let (i, m, c) = (total(&idle), total(&mash), total(&chaser));
        let flow = |pick: fn(&Flow) -> f32, from: usize, to: usize| {
            mean(
                chaser
                    .iter()
                    .flat_map(|m| m.flow.iter().take(to).skip(from))
                    .map(|f| f64::from(pick(f))),
            )
        };
        let random = f64::from(Flow::spread_at_random(&level.arena, level.cars.len()));
        let quiet: Vec<f32> = chaser.iter().map(|m| m.quiet).collect();
        let rec: Vec<f32> = chaser.iter().flat_map(|m| m.recoveries.clone()).collect();
        let crashes = mean(chaser.iter().map(|m| m.crashes as f64));
        for m in chaser.iter().filter(|m| m.falls != [0, 0]) {
            print!(
                "{:?} out {:.0} tot {} secs {}; ",
                m.falls,
                m.out_at,
                m.total,
                m.flow.len()
            );
        }
        println!(
            "{name:<9} {i:>5.0} {m:>5.0} {c:>5.0} |  {:>4.2}  {:>4.2}  | {:>4.2} {:>4.2} {:>4.2} {:>5.3} | {:>4.1} {:>4.1} | {:>4.2} {:>4.2} {:>4.2} {:>4.2} {:>3} | {:>4.2} {:>4.2} {:>4.1} {:>4.2}",
            i / c,
            c / m,
            flow(|f| f.spread, 9, 999) / random,
            flow(|f| f.spread, 0, 9) / random,
            flow(|f| f.speed, 0, 999),
            flow(|f| f.crowded, 0, 999),
            quantile(&quiet, 0.5),
            quantile(&quiet, 1.0),
            quantile(&rec, 0.5),
            quantile(&rec, 0.9),
            quantile(&rec, 0.95),
            quantile(&rec, 1.0),
            rec.len(),
            mean(chaser.iter().map(|m| m.own[0] as f64)) / f64::from(level.duration),
            mean(chaser.iter().map(|m| m.own[1] as f64)) / f64::from(level.duration),
            mean(chaser.iter().map(|m| f64::from(m.quiet))),
            crashes * 2.0 / level.cars.len() as f64 / f64::from(level.duration),
        );
    }
}

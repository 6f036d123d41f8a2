//! `cargo bench -p dodgem-peers --bench piles`: piles like those that players build, in our engine and in
//! rapier, with default settings.
//!
//! Each pile is run twice: once until all of it sleeps, for 20 s at most, and once kept awake for a minute.
//! The bench prints the seconds until all bodies sleep; the largest distance that a body crept from 2 s to
//! the end ("falls" if a body moved by more than 30 cm); the deepest overlap at the end of any step; and the
//! mean time of a step while kept awake. Overlaps of rapier are those of its own contacts. `--quick` takes 10
//! s instead of a minute; words select the piles whose names contain one of them.

#[path = "../../physics/tests/world/pile_scenes.rs"]
#[expect(dead_code, reason = "the tests hold piles to more")]
mod scenes;

#[path = "common/pile_engines.rs"]
mod pile_engines;

use std::time::Instant;

use dodgem_peers::record;

use crate::pile_engines::{Engine, Ours, Peer};
use crate::scenes::Pile;

/// The time from which creep is measured, in seconds.
const SETTLED: f64 = 2.0;
/// The displacement of a body at which a pile has fallen, in metres.
const FALLEN: f64 = 0.3;
/// The longest wait for sleep, in seconds.
const PATIENCE: f64 = 20.0;

/// Returns the cells of a row for one engine, and the mean time of a step in microseconds.
fn cells<E: Engine>(pile: &Pile, seconds: f64) -> (String, f64) {
    let mut engine = E::new(pile, true);
    let mut overlap = 0.0_f64;
    let steps = |seconds: f64| (seconds * pile.steps_per_second) as u64;
    let mut slept = None;
    for step in 0..steps(PATIENCE) {
        engine.step();
        overlap = overlap.max(engine.overlap());
        if engine.is_asleep() {
            slept = Some((step + 1) as f64 / pile.steps_per_second);
            break;
        }
    }
    let mut engine = E::new(pile, false);
    let (mut from, mut off, mut fell) = (Vec::new(), 0.0_f64, None);
    let (mut busy, mut taken) = (0.0, 0);
    for step in 0..steps(seconds) {
        let start = Instant::now();
        engine.step();
        busy += start.elapsed().as_secs_f64();
        taken += 1;
        overlap = overlap.max(engine.overlap());
        if step == steps(SETTLED) {
            from = engine.centers();
        }
        if step % 60 == 0 || step + 1 == steps(seconds) {
            let now = engine.centers();
            let moved = now.iter().zip(&from).map(|(now, from)| now.distance(*from));
            off = moved.fold(0.0, f64::max);
            if off > FALLEN && pile.pit.is_none() {
                fell = Some(step as f64 / pile.steps_per_second);
                break;
            }
        }
    }
    let slept = slept.map_or("never".to_owned(), |s| format!("{s:.2} s"));
    let crept = fell.map_or(format!("{:.2} mm", off * 1e3), |s| {
        format!("falls, {s:.0} s")
    });
    let mean = busy / f64::from(taken) * 1e3;
    let cells = format!("{slept} | {crept} | {:.1} mm | {mean:.3} ms", overlap * 1e3);
    (cells, mean * 1e3)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_quick = arguments.iter().any(|a| a == "--quick");
    let words: Vec<_> = arguments.iter().filter(|a| !a.starts_with("--")).collect();
    let seconds = if is_quick { 10.0 } else { 60.0 };
    println!(
        "| pile | ours: sleeps | creeps | overlap | a step | rapier: sleeps | creeps | overlap | a step |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let heaps = (1..=3).map(|seed| Pile::heap(200, seed));
    for pile in Pile::standing().into_iter().chain(heaps) {
        if words.is_empty() || words.iter().any(|word| pile.name.contains(*word)) {
            let (ours, time) = cells::<Ours>(&pile, seconds);
            let (peer, of_peer) = cells::<Peer>(&pile, seconds);
            println!("| {} | {ours} | {peer} |", pile.name);
            record("piles", &format!("{}, a step", pile.name), time, of_peer);
        }
    }
}

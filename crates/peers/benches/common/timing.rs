//! The best of several times, so that a noisy machine counts for little.

use std::hint::black_box;
use std::time::Instant;

/// How often each pose is timed.
pub const REPEATS: usize = 7;

/// What takes longer than this (us) is not repeated as often.
const LONG: f64 = 5000.0;

/// The best of several times, in microseconds, and the answer.
pub fn timed<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let mut best = f64::INFINITY;
    let mut repeats = 0;
    loop {
        let start = Instant::now();
        let found = black_box(run());
        best = best.min(start.elapsed().as_secs_f64() * 1e6);
        repeats += if best > LONG { 3 } else { 1 };
        if repeats >= REPEATS {
            return (best, found);
        }
    }
}

pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

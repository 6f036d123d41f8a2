//! Times a call by the best of several runs, so that other load on the machine has little effect.

use std::hint::black_box;
use std::time::Instant;

/// The number of timings of each pose.
pub const REPEATS: usize = 7;

/// A call that takes longer than this, in microseconds, is repeated less often.
const LONG: f64 = 5000.0;

/// Returns the best of several times, in microseconds, and the answer.
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

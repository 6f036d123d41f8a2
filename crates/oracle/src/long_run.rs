//! Long random runs, on demand: the number of cases, and their distribution over all cores.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Returns the number that an environment variable asks for, or `usual` if it is absent.
///
/// # Panics
///
/// Panics if the variable is not a number.
pub fn count(variable: &str, usual: u64) -> u64 {
    let asked = std::env::var(variable);
    asked.map_or(usual, |text| {
        let number = text.parse();
        number.unwrap_or_else(|_| panic!("{variable} has to be a number, not {text}"))
    })
}

/// Calls `run` with parts of `cases` that together are all of it, each of `share` cases at most, on all cores. The
/// parts are the same on every machine, so `run` may take its seed from their bounds. Prints each further twentieth to the standard error.
///
/// # Panics
///
/// Panics if `run` does, once the parts that have begun are done.
pub fn on_all_cores(cases: Range<u64>, share: u64, run: impl Fn(Range<u64>) + Sync) {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(cases.start);
    let twentieth = ((cases.end - cases.start) / 20).max(1);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let begin = next.fetch_add(share, Ordering::Relaxed);
                    if begin >= cases.end {
                        break;
                    }
                    let end = (begin + share).min(cases.end);
                    run(begin..end);
                    let done = [begin, end].map(|case| (case - cases.start) / twentieth);
                    if done[0] != done[1] {
                        eprintln!(
                            "about {} of {} cases",
                            end - cases.start,
                            cases.end - cases.start
                        );
                    }
                }
            });
        }
    });
}

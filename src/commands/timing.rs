//! Statistics of step times.

use std::time::Duration;

use serde::Serialize;

/// Statistics of a list of durations, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Spread {
    /// The mean.
    pub mean: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The longest duration.
    pub worst: f64,
}

impl Spread {
    /// Computes the statistics; all zero for an empty list.
    pub(super) fn of(mut durations: Vec<Duration>) -> Self {
        let milliseconds = |duration: Duration| duration.as_secs_f64() * 1e3;
        durations.sort_unstable();
        let Some(worst) = durations.last().copied() else {
            return Spread::default();
        };
        let count = durations.len();
        // Nearest rank: the smallest duration that at least 99 % do not exceed.
        let p99 = durations[(count * 99).div_ceil(100) - 1];
        Spread {
            mean: milliseconds(durations.iter().sum()) / count as f64,
            p99: milliseconds(p99),
            worst: milliseconds(worst),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_p99_and_worst_of_one_to_two_hundred() {
        let spread = Spread::of((1..=200).rev().map(Duration::from_millis).collect());
        assert_eq!(
            (spread.mean, spread.p99, spread.worst),
            (100.5, 198.0, 200.0)
        );
        let one = Spread::of(vec![Duration::from_millis(5)]);
        assert_eq!((one.mean, one.p99, one.worst), (5.0, 5.0, 5.0));
        assert_eq!(Spread::of(Vec::new()), Spread::default());
    }
}

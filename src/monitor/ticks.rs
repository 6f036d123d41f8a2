//! Round numbers for the axes of a graph.

/// Returns the round numbers within a range, at most `most` and at least two if possible: multiples of 1, 2 or
/// 5 times a power of ten.
pub fn ticks(low: f64, high: f64, most: usize) -> Vec<f64> {
    let range = high - low;
    let most = most.max(2);
    if !(range > 0.0 && range.is_finite() && low.is_finite()) {
        return Vec::new();
    }
    let mut power = 10f64.powf((range / most as f64).log10().floor());
    // The logarithm may be rounded up.
    while power * most as f64 > range {
        power /= 10.0;
    }
    let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0].map(|factor| factor * power);
    let inside = |step: f64| (low / step).ceil() as i64..=(high / step).floor() as i64;
    let fits = |step: &f64| inside(*step).count() <= most;
    let step = steps.into_iter().find(fits).unwrap_or(range);
    inside(step).map(|number| number as f64 * step).collect()
}

/// Returns a tick as text, with the decimals that its neighbours need.
pub fn tick_text(value: f64, ticks: &[f64]) -> String {
    let step = match ticks {
        [a, b, ..] => b - a,
        _ => value.abs().max(1e-9),
    };
    let digits = (-step.log10() + 1e-6).ceil().clamp(0.0, 6.0) as usize;
    let large = ticks
        .iter()
        .fold(0.0, |most: f64, tick| most.max(tick.abs()));
    match (large, value == 0.0) {
        (_, true) => "0".to_owned(),
        (1e7.., _) => format!("{} M", value / 1e6),
        (1e4.., _) => format!("{} k", value / 1e3),
        _ => format!("{value:.digits$}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_as_many_as_have_room() {
        assert_eq!(ticks(0.0, 10.0, 6), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(-0.3, 1.1, 4), [0.0, 0.5, 1.0]);
        assert_eq!(ticks(97.2, 103.9, 4), [98.0, 100.0, 102.0]);
        assert!(ticks(1.0, 1.0, 5).is_empty() && ticks(f64::NAN, 1.0, 5).is_empty());
        for exponent in -9..9 {
            for width in [1.0, 1.7, 3.0, 9.99] {
                let high = width * 10f64.powi(exponent);
                let found = ticks(-high, high, 5);
                assert!((2..=5).contains(&found.len()), "{high}: {found:?}");
                assert!(found.contains(&0.0) && found.iter().all(|tick| tick.abs() <= high));
            }
        }
    }

    #[test]
    fn texts_have_the_decimals_of_their_step() {
        let texts = |ticks: &[f64]| -> Vec<String> {
            ticks.iter().map(|tick| tick_text(*tick, ticks)).collect()
        };
        assert_eq!(texts(&[0.0, 0.05, 0.1]), ["0", "0.05", "0.10"]);
        assert_eq!(texts(&[-20.0, 0.0, 20.0]), ["-20", "0", "20"]);
        assert_eq!(texts(&[0.0, 20_000.0]), ["0", "20 k"]);
        assert_eq!(texts(&[0.0, 5e6, 1e7]), ["0", "5 M", "10 M"]);
    }
}

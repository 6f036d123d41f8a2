//! The geometry of a graph: the shown time, axes, thinned curves, and dashes.

use glam::Vec2;

use crate::monitor::{tick_text, ticks};

/// Returns the times that a graph of so many seconds shows: the latest, and the moment `now`, with known times after
/// it if the moment lies in the past.
pub fn shown_span([first, last]: [f64; 2], now: f64, seconds: f64) -> [f64; 2] {
    let last = last.max(now);
    let end = last.min(now + seconds * 0.5).max(first.min(now) + seconds);
    [end - seconds, end]
}

/// A range of values along an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    /// Creates an axis of exactly that range.
    pub fn exact([low, high]: [f64; 2]) -> Axis {
        Axis { low, high }
    }

    /// Creates an axis that holds these values with a margin, and zero if it is near.
    pub fn around(values: impl Iterator<Item = f64>) -> Axis {
        let ends = values.fold((f64::MAX, f64::MIN), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let (mut low, mut high) = ends;
        if low > high {
            return Axis {
                low: 0.0,
                high: 1.0,
            };
        }
        if low > 0.0 && low < 0.4 * high {
            low = 0.0;
        } else if high < 0.0 && high > 0.4 * low {
            high = 0.0;
        }
        // A constant, up to noise, stays a straight line.
        let least = low.abs().max(high.abs()) * 1e-3 + 1e-3;
        let margin = (high - low) * 0.06 + if high - low < least { least } else { 0.0 };
        Axis {
            low: if low == 0.0 { 0.0 } else { low - margin },
            high: high + margin,
        }
    }

    /// Returns the place of a value, from 0 to 1.
    pub fn share(&self, value: f64) -> f32 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0) as f32
    }

    /// Returns its round numbers, at most `most`, with their texts.
    pub fn ticks(&self, most: usize) -> Vec<(f64, String)> {
        let all = ticks(self.low, self.high, most);
        let texts = all.iter().map(|tick| (*tick, tick_text(*tick, &all)));
        texts.collect()
    }
}

/// Thins samples to the least and greatest of each of so many parts of the time, so that no peak is lost.
pub fn thinned(
    samples: impl Iterator<Item = [f64; 2]>,
    [from, to]: [f64; 2],
    parts: usize,
) -> Vec<[f64; 2]> {
    let mut points = Vec::new();
    let mut part: Option<(usize, [f64; 2], [f64; 2])> = None;
    let mut put = |part: Option<(usize, [f64; 2], [f64; 2])>| {
        let Some((_, low, high)) = part else { return };
        let (first, second) = if low[0] <= high[0] {
            (low, high)
        } else {
            (high, low)
        };
        points.push(first);
        if second != first {
            points.push(second);
        }
    };
    for sample in samples {
        let index = ((sample[0] - from) / (to - from) * parts as f64).max(0.0) as usize;
        match &mut part {
            Some((known, low, high)) if *known == index => {
                if sample[1] < low[1] {
                    *low = sample;
                }
                if sample[1] > high[1] {
                    *high = sample;
                }
            }
            _ => put(part.replace((index, sample, sample))),
        }
    }
    put(part);
    points
}

/// Cuts a line through points into dashes of a length with gaps.
pub fn dashed(points: &[Vec2], [dash, gap]: [f32; 2]) -> Vec<[Vec2; 2]> {
    let mut pieces = Vec::new();
    let (mut drawn, mut left) = (true, dash);
    for pair in points.windows(2) {
        let [mut from, to] = [pair[0], pair[1]];
        loop {
            let way = from.distance(to);
            if way <= left {
                left -= way;
                if drawn && way > 0.0 {
                    pieces.push([from, to]);
                }
                break;
            }
            let end = from + (to - from) * (left / way);
            if drawn {
                pieces.push([from, end]);
            }
            from = end;
            drawn = !drawn;
            left = if drawn { dash } else { gap };
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shown_time_ends_with_the_latest_and_holds_the_moment() {
        assert_eq!(shown_span([0.0, 3.0], 3.0, 10.0), [0.0, 10.0]);
        assert_eq!(shown_span([0.0, 30.0], 30.0, 10.0), [20.0, 30.0]);
        // Gone back in a recording, the moment is in the middle.
        assert_eq!(shown_span([0.0, 30.0], 12.0, 10.0), [7.0, 17.0]);
        assert_eq!(shown_span([0.0, 30.0], 1.0, 10.0), [0.0, 10.0]);
        assert_eq!(shown_span([20.0, 21.0], 20.5, 10.0), [20.0, 30.0]);
    }

    #[test]
    fn thinning_keeps_each_peak_and_dashes_their_lengths() {
        let samples = (0..1000).map(|at| [f64::from(at), f64::from(u8::from(at == 503)) * 9.0]);
        let points = thinned(samples, [0.0, 1000.0], 50);
        assert!(points.len() <= 100 && points.contains(&[503.0, 9.0]));
        assert!(points.windows(2).all(|pair| pair[0][0] < pair[1][0]));
        let corner = [Vec2::ZERO, Vec2::new(10.0, 0.0), Vec2::new(10.0, 5.0)];
        let pieces = dashed(&corner, [4.0, 2.0]);
        let length: f32 = pieces.iter().map(|[a, b]| a.distance(*b)).sum();
        assert_eq!((pieces.len(), length), (4, 11.0));
        assert_eq!(dashed(&corner, [f32::MAX, 0.0]).len(), 2);
    }

    #[test]
    fn an_axis_holds_its_values_and_a_near_zero() {
        let axis = Axis::around([1.0, 9.0].into_iter());
        assert_eq!((axis.share(0.0), axis.low), (0.0, 0.0));
        assert!(axis.share(9.0) > 0.9);
        let flat = Axis::around([7.0, 7.0].into_iter());
        assert_eq!(flat.share(7.0), 0.5);
        assert!(!flat.ticks(5).is_empty() && !Axis::around([].into_iter()).ticks(5).is_empty());
    }
}

//! Samples of one channel.

use std::sync::Arc;

/// Samples of one channel.
#[derive(Debug, Clone)]
pub struct Sample {
    samples: Arc<[f32]>,
    rate: f64,
}

impl Sample {
    /// Creates a sample with `rate` samples per second; an empty list becomes a moment of silence.
    pub fn new(mut samples: Vec<f32>, rate: u32) -> Self {
        if samples.is_empty() {
            samples.push(0.0);
        }
        Self {
            samples: samples.into(),
            rate: f64::from(rate),
        }
    }

    /// Samples per second.
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// Returns the number of samples.
    pub fn len(&self) -> f64 {
        self.samples.len() as f64
    }

    /// Returns the value at a fractional position, by linear interpolation; 0 after the end.
    pub fn at(&self, at: f64) -> f32 {
        let index = at as usize;
        let Some(first) = self.samples.get(index) else {
            return 0.0;
        };
        let second = self.samples.get(index + 1).copied().unwrap_or(0.0);
        first + (second - first) * at.fract() as f32
    }

    /// Returns the value at a fractional position of a loop: the first sample follows the last.
    pub fn around(&self, at: f64) -> f32 {
        let count = self.samples.len();
        let index = at as usize % count;
        let next = if index + 1 == count { 0 } else { index + 1 };
        let (first, second) = (self.samples[index], self.samples[next]);
        first + (second - first) * at.fract() as f32
    }

    /// All samples.
    pub fn samples(&self) -> &[f32] {
        &self.samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_samples_it_is_between_them_and_a_loop_goes_round() {
        let sample = Sample::new(vec![0.0, 1.0, 0.5], 10);
        assert_eq!(
            (sample.at(0.5), sample.at(2.5), sample.at(3.0)),
            (0.5, 0.25, 0.0)
        );
        assert_eq!((sample.around(2.5), sample.around(3.5)), (0.25, 0.5));
        assert_eq!(Sample::new(Vec::new(), 10).around(7.3), 0.0);
    }
}

//! Filters and levels of samples.

use crate::params::RATE;

/// Generates a loop of the given length without a seam: the samples made beyond its end fade out over its
/// beginning, which fades in.
pub fn seamless(seconds: f32, mut sample: impl FnMut(f32) -> f32) -> Vec<f32> {
    let count = (seconds * RATE as f32) as usize;
    let fade = count / 8;
    let made: Vec<f32> = (0..count + fade)
        .map(|index| sample(index as f32 / RATE as f32))
        .collect();
    let mut samples = made[..count].to_vec();
    for index in 0..fade {
        let share = index as f32 / fade as f32;
        // Uncorrelated noises add up by power, hence the square roots.
        samples[index] = made[index] * share.sqrt() + made[count + index] * (1.0 - share).sqrt();
    }
    level(samples, 0.9)
}

/// Scales the samples so that the loudest has the given peak.
pub fn level(mut samples: Vec<f32>, peak: f32) -> Vec<f32> {
    let loudest = samples
        .iter()
        .fold(0.0_f32, |most, one| most.max(one.abs()));
    if loudest > 0.0 && loudest.is_finite() {
        samples.iter_mut().for_each(|one| *one *= peak / loudest);
    }
    samples
}

/// A second-order band-pass filter in state-variable form. Source: H. Chamberlin, *Musical Applications of
/// Microprocessors*.
#[derive(Debug, Clone, Copy, Default)]
pub struct Band {
    low: f32,
    band: f32,
}

impl Band {
    /// Filters the next sample around a pitch in Hz; `narrow` from 0.1 (a whistle) to 1.5 (wide).
    pub fn pass(&mut self, sample: f32, pitch: f32, narrow: f32) -> f32 {
        let step = 2.0 * (std::f32::consts::PI * pitch / RATE as f32).sin();
        self.low += step * self.band;
        let high = sample - self.low - narrow * self.band;
        self.band += step * high;
        self.band
    }

    /// Filters the next sample like [`Band::pass`], but returns the low-pass output, which also keeps lower
    /// pitches.
    pub fn deep(&mut self, sample: f32, pitch: f32, narrow: f32) -> f32 {
        self.pass(sample, pitch, narrow);
        self.low
    }
}

//! Generated music. A name and a style determine a score; the score becomes four stems (loops of whole bars),
//! which a game fades in one after the other.

mod compose;
mod instruments;
mod score;

use crate::params::{BARS, DRUM_RATE, STEM_RATE, STEMS};
use crate::sample::Sample;

pub use crate::music::score::{Scale, Score, Style};

/// A track of the music and its place in the mix.
#[derive(Debug)]
pub struct Stem {
    /// The loop.
    pub sample: Sample,
    /// The volume at full intensity, from 0.
    pub gain: f32,
    /// The position from -1 (left) to 1 (right).
    pub side: f32,
}

/// Music as samples, in at most 8 MiB.
#[derive(Debug)]
pub struct Tune {
    stems: [Stem; STEMS],
    seconds: f64,
}

impl Tune {
    /// The memory at the slowest tempo: 8 bars of 4 beats at 76 beats per minute for three stems; the drums
    /// need half as much as one stem.
    #[cfg(test)]
    const MOST_BYTES: usize = 8 << 20;

    /// Renders a score and scales each stem to its mean loudness in the mix. It takes some tenths of a
    /// second, so it runs on a task beside the game.
    pub fn make(score: &Score) -> Self {
        let stem = |samples: Vec<f32>, rate, loudness: f32, side| {
            let power = samples.iter().map(|one| one * one).sum::<f32>() / samples.len() as f32;
            Stem {
                gain: (loudness / power.sqrt().max(0.01)).min(1.5),
                sample: Sample::new(samples, rate),
                side,
            }
        };
        Self {
            stems: [
                stem(instruments::drums(score), DRUM_RATE, 0.11, 0.0),
                stem(instruments::bass(score), STEM_RATE, 0.125, 0.0),
                stem(instruments::chords(score), STEM_RATE, 0.08, -0.25),
                stem(instruments::lead(score), STEM_RATE, 0.08, 0.25),
            ],
            seconds: (BARS * score.bar()) as f64 / f64::from(STEM_RATE),
        }
    }

    /// Returns drums, bass, chords and lead.
    pub fn stems(&self) -> &[Stem; STEMS] {
        &self.stems
    }

    /// Returns the length of the loop, in seconds.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn names_and_styles_have_their_own_music() {
        let score = |name| Score::new(name, Style::default());
        assert_eq!(score("Classic"), score("Classic"));
        assert_ne!(score("Classic").seed, score("Ice").seed);
        let slow = Style {
            tempo: 90.0,
            ..Style::default()
        };
        assert_eq!(score("Ice").tempo() - Score::new("Ice", slow).tempo(), 30.0);
    }

    #[test]
    fn stems_are_bounded_loops_of_whole_bars_without_a_seam() {
        let held = Style {
            scale: Scale::Lydian,
            tempo: 80.0,
            off_beat: false,
        };
        for (name, style) in [("Classic", Style::default()), ("Jump", held)] {
            let score = Score::new(name, style);
            let tune = Tune::make(&score);
            let bar = 240.0 / f64::from(score.tempo);
            assert!((tune.seconds() - 8.0 * bar).abs() < 1e-3);
            let mut bytes = 0;
            for (index, stem) in tune.stems().iter().enumerate() {
                let samples = stem.sample.samples();
                bytes += 4 * samples.len();
                let rounds = tune.seconds() * stem.sample.rate() / samples.len() as f64;
                assert_eq!(rounds.fract(), 0.0, "{name} {index}");
                assert!(
                    samples
                        .iter()
                        .all(|one| one.is_finite() && one.abs() <= 1.0)
                );
                let power = samples.iter().map(|one| one * one).sum::<f32>() / samples.len() as f32;
                assert!(
                    (0.03..0.5).contains(&power.sqrt()),
                    "{name} {index}: {power}"
                );
                let seam = (samples[0] - samples[samples.len() - 1]).abs();
                assert!(seam < 0.02, "{name} {index}: {seam}");
            }
            assert!(bytes <= Tune::MOST_BYTES, "{bytes}");
        }
    }

    #[test]
    fn the_bass_plays_in_its_key() {
        let score = Score::new("Classic", Style::default());
        let tune = Tune::make(&score);
        // The share of the first beat's power at the root's pitch, from a Fourier sum.
        let samples = &tune.stems()[1].sample.samples()[..score.bar() / 4];
        let power_at = |pitch: f32| {
            let turn = |n: usize| n as f32 * pitch * std::f32::consts::TAU / STEM_RATE as f32;
            let parts = samples.iter().enumerate();
            let (sin, cos) = parts.fold((0.0, 0.0), |(sin, cos), (n, one)| {
                (sin + one * turn(n).sin(), cos + one * turn(n).cos())
            });
            sin * sin + cos * cos
        };
        let pitch = |semitones: u8| 55.0 * 2.0_f32.powf(f32::from(semitones) / 12.0);
        let root = power_at(pitch(score.key));
        for other in [1, 3, 6, 10] {
            assert!(root > 4.0 * power_at(pitch(score.key + other)), "{other}");
        }
    }
}

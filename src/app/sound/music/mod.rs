//! Generated music. A level and its mode determine a score; the score becomes four stems (loops of whole
//! bars), and the stakes of the round decide which stems are heard.

mod compose;
mod instruments;

use crate::app::params::STEM_ENTRIES;
use crate::app::sound::bank::Sample;
use crate::level::{Level, Mode, World};

/// The number of stems: drums, bass, chords and lead.
pub const STEMS: usize = 4;

/// The length of the music and of its drum loop, in bars.
const BARS: usize = 8;
const DRUM_BARS: usize = 2;
const BEATS: usize = 4;

/// Samples per second of the stems without bright sounds; the drums use twice as many.
const RATE: u32 = 22_050;
const DRUM_RATE: u32 = 2 * RATE;

/// The degrees of a scale, in semitones above its key.
type Scale = [u8; 7];

const MAJOR: Scale = [0, 2, 4, 5, 7, 9, 11];
const LYDIAN: Scale = [0, 2, 4, 6, 7, 9, 11];
const MIXOLYDIAN: Scale = [0, 2, 4, 5, 7, 9, 10];
const DORIAN: Scale = [0, 2, 3, 5, 7, 9, 10];
const MINOR: Scale = [0, 2, 3, 5, 7, 8, 10];

/// The parameters that distinguish one piece of music from another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// The key, in semitones above A.
    key: u8,
    scale: Scale,
    /// Beats per minute.
    tempo: f32,
    /// True for short chords between the beats, like a fairground organ; false for held chords.
    off_beat: bool,
    /// Selects the chords and the melody.
    seed: u32,
}

impl Score {
    /// Returns the music of a level: its world gives the scale and the basic tempo, its name the key and the
    /// melody, and the mode makes it quicker or calmer.
    pub fn of(level: &Level, mode: Mode) -> Self {
        let (scale, tempo, off_beat) = match level.mood.world {
            World::Fairground => (MAJOR, 120.0, true),
            World::Rink => (DORIAN, 104.0, false),
            World::Stadium => (MIXOLYDIAN, 126.0, false),
            World::Yard => (MINOR, 112.0, true),
            World::Moon => (LYDIAN, 92.0, false),
            World::Table => (MAJOR, 108.0, true),
            World::Heights => (MINOR, 132.0, false),
        };
        let quicker = match mode {
            Mode::Points => 0.0,
            Mode::Crashes => 4.0,
            Mode::KnockOut => 8.0,
            Mode::Free => -12.0,
            Mode::Lesson => -6.0,
        };
        let add = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(16_777_619);
        let seed = level.name.bytes().fold(2_166_136_261, add);
        let own = f32::from((seed >> 8) as u8 % 9) - 4.0;
        Self {
            key: (seed % 12) as u8,
            scale,
            tempo: tempo + quicker + own,
            off_beat,
            seed,
        }
    }

    /// Returns the samples of a bar at [`RATE`]: a whole number, so that all stems stay aligned.
    fn bar(&self) -> usize {
        (BEATS as f32 * 60.0 / self.tempo * RATE as f32).round() as usize
    }
}

/// A track of the music and its place in the mix.
#[derive(Debug)]
pub struct Stem {
    pub sample: Sample,
    pub gain: f32,
    pub side: f32,
}

/// Music as samples, in at most [`Tune::MOST_BYTES`].
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
                stem(instruments::bass(score), RATE, 0.125, 0.0),
                stem(instruments::chords(score), RATE, 0.08, -0.25),
                stem(instruments::lead(score), RATE, 0.08, 0.25),
            ],
            seconds: (BARS * score.bar()) as f64 / f64::from(RATE),
        }
    }

    pub fn stems(&self) -> &[Stem; STEMS] {
        &self.stems
    }

    /// Returns the length of the loop, in seconds.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }
}

/// Returns the gain of each stem for an intensity from 0 to 1. No gain falls as the intensity rises.
pub fn stems(intensity: f32) -> [f32; STEMS] {
    STEM_ENTRIES.map(|(begin, full)| ((intensity - begin) / (full - begin)).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Library, load};

    fn score(name: &str, mode: Mode) -> Score {
        Score::of(&load(&Library::new(Vec::new()), name).unwrap(), mode)
    }

    #[test]
    fn levels_and_modes_have_their_own_music() {
        let classic = score("classic", Mode::Points);
        assert_eq!(classic, score("classic", Mode::Points));
        let ice = score("ice", Mode::Points);
        assert!(classic.seed != ice.seed && classic.scale != ice.scale);
        assert!(score("classic", Mode::Free).tempo < classic.tempo);
        assert!(score("classic", Mode::KnockOut).tempo > classic.tempo);
    }

    #[test]
    fn stems_are_bounded_loops_of_whole_bars_without_a_seam() {
        for (name, mode) in [("classic", Mode::Points), ("jump", Mode::Free)] {
            let score = score(name, mode);
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
        let score = score("classic", Mode::Points);
        let tune = Tune::make(&score);
        // The share of the first beat's power at the root's pitch, from a Fourier sum.
        let samples = &tune.stems()[1].sample.samples()[..score.bar() / 4];
        let power_at = |pitch: f32| {
            let turn = |n: usize| n as f32 * pitch * std::f32::consts::TAU / RATE as f32;
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

    #[test]
    fn stems_come_in_one_after_the_other_and_stay() {
        let mut before = stems(0.0);
        assert_eq!(before.iter().filter(|gain| **gain > 0.0).count(), 1);
        for step in 1..=100 {
            let now = stems(step as f32 / 100.0);
            assert!(now.iter().zip(before).all(|(now, before)| *now >= before));
            before = now;
        }
        assert_eq!(before, [1.0; STEMS]);
    }
}

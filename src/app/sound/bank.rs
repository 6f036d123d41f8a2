//! The bank of all sounds except music, generated once at the start on a task beside the game.

use std::sync::Arc;

use crate::app::sound::{Cue, Stuff, crowd, loops, synth};

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

    #[cfg(test)]
    pub fn samples(&self) -> &[f32] {
        &self.samples
    }
}

/// A sound that is played once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shot {
    Cue(Cue),
    /// A crash; the number is an index into [`WEIGHTS`].
    Crash(Stuff, usize),
    /// A cheer, from 0 to [`crowd::CHEERS`] - 1.
    Cheer(usize),
}

/// The weights of the generated crashes, light to heavy.
pub const WEIGHTS: [f32; 4] = [0.0, 0.35, 0.7, 1.0];

/// All sounds except music.
#[derive(Debug)]
pub struct Bank {
    cues: Vec<Sample>,
    crashes: Vec<Sample>,
    cheers: Vec<Sample>,
    loops: Vec<Sample>,
}

impl Bank {
    /// Generates all sounds: about half a second of work.
    pub fn make() -> Self {
        let sample = |samples| Sample::new(samples, synth::RATE);
        let crash = |stuff: Stuff| WEIGHTS.map(|weight| sample(synth::crash(stuff, weight)));
        Self {
            cues: Cue::ALL.map(|cue| sample(synth::cue(cue))).into(),
            crashes: Stuff::ALL.into_iter().flat_map(crash).collect(),
            cheers: (0..crowd::CHEERS)
                .map(|k| sample(crowd::cheer(k)))
                .collect(),
            loops: loops::Sound::ALL.map(|sound| sample(sound.make())).into(),
        }
    }

    pub fn shot(&self, shot: Shot) -> &Sample {
        match shot {
            Shot::Cue(cue) => &self.cues[cue as usize],
            Shot::Crash(stuff, weight) => {
                &self.crashes[stuff as usize * WEIGHTS.len() + weight.min(WEIGHTS.len() - 1)]
            }
            Shot::Cheer(cheer) => &self.cheers[cheer.min(crowd::CHEERS - 1)],
        }
    }

    pub fn looped(&self, sound: loops::Sound) -> &Sample {
        &self.loops[sound as usize]
    }

    /// Iterates over all samples, the loops last.
    #[cfg(test)]
    pub fn all(&self) -> impl Iterator<Item = &Sample> {
        (self.cues.iter().chain(&self.crashes).chain(&self.cheers)).chain(&self.loops)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_bounded_and_they_need_little_memory() {
        let bank = Bank::make();
        for sample in bank.all() {
            let samples = sample.samples();
            assert!(
                samples
                    .iter()
                    .all(|one| one.is_finite() && one.abs() <= 1.0)
            );
            let power = samples.iter().map(|one| one * one).sum::<f32>() / samples.len() as f32;
            assert!(power.sqrt() > 0.01);
        }
        let bytes = bank
            .all()
            .map(|sample| 4 * sample.samples().len())
            .sum::<usize>();
        assert!(bytes < 6 << 20, "{bytes}");
    }

    #[test]
    fn the_places_of_sounds_are_those_of_their_lists() {
        for (index, cue) in Cue::ALL.into_iter().enumerate() {
            assert_eq!(cue as usize, index);
        }
        for (index, stuff) in Stuff::ALL.into_iter().enumerate() {
            assert_eq!(stuff as usize, index);
        }
        for (index, sound) in loops::Sound::ALL.into_iter().enumerate() {
            assert_eq!(sound as usize, index);
        }
    }

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

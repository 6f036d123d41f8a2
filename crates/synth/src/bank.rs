//! The bank of all sounds except music, generated once at the start on a task beside the game.

use crate::params::{CHEERS, RATE};
use crate::sample::Sample;
use crate::shots::{Cue, Stuff};
use crate::{crowd, loops, shots};

/// A sound that is played once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shot {
    /// A signal.
    Cue(Cue),
    /// A crash; the number is an index into [`WEIGHTS`].
    Crash(Stuff, usize),
    /// A cheer, from 0 to [`CHEERS`](crate::CHEERS) - 1.
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
        let sample = |samples| Sample::new(samples, RATE);
        let crash = |stuff: Stuff| WEIGHTS.map(|weight| sample(shots::crash(stuff, weight)));
        Self {
            cues: Cue::ALL.map(|cue| sample(shots::cue(cue))).into(),
            crashes: Stuff::ALL.into_iter().flat_map(crash).collect(),
            cheers: (0..CHEERS).map(|k| sample(crowd::cheer(k))).collect(),
            loops: loops::Sound::ALL.map(|sound| sample(sound.make())).into(),
        }
    }

    /// Returns the samples of a sound that is played once.
    pub fn shot(&self, shot: Shot) -> &Sample {
        match shot {
            Shot::Cue(cue) => &self.cues[cue as usize],
            Shot::Crash(stuff, weight) => {
                &self.crashes[stuff as usize * WEIGHTS.len() + weight.min(WEIGHTS.len() - 1)]
            }
            Shot::Cheer(cheer) => &self.cheers[cheer.min(CHEERS - 1)],
        }
    }

    /// Returns the samples of a running sound.
    pub fn looped(&self, sound: loops::Sound) -> &Sample {
        &self.loops[sound as usize]
    }

    /// Iterates over all samples, the loops last.
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
}

//! Running sounds as seamless loops: motors, sliding tyres, boost, wind and the murmur of the crowd.

use std::f32::consts::TAU;

use crate::app::params::NEAR_MOTORS;
use crate::app::sound::crowd;
use crate::app::sound::mixer::Bus;
use crate::app::sound::synth::{Noise, RATE};

/// The sound of a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sound {
    Motor,
    /// Tyres that slide on a floor with grip.
    Skid,
    /// Tyres that slide on ice.
    Ice,
    Boost,
    Wind,
    Murmur,
}

impl Sound {
    /// All loops, in the order of the bank's samples.
    pub const ALL: [Self; 6] = [
        Self::Motor,
        Self::Skid,
        Self::Ice,
        Self::Boost,
        Self::Wind,
        Self::Murmur,
    ];

    /// Generates the samples.
    pub fn make(self) -> Vec<f32> {
        match self {
            Self::Motor => motor(),
            Self::Skid => skid(),
            Self::Ice => ice(),
            Self::Boost => boost(),
            Self::Wind => wind(),
            Self::Murmur => crowd::murmur(),
        }
    }
}

/// The loop voices: motor, tyres and boost of each near car, the wind, and the crowd left and right.
pub const LOOPS: usize = 3 * NEAR_MOTORS + 3;

/// The source of a loop voice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Motor(usize),
    Tyres(usize),
    Boost(usize),
    Wind,
    CrowdLeft,
    CrowdRight,
}

impl Place {
    /// Iterates over all places in the order of [`Place::index`].
    pub fn all() -> impl Iterator<Item = Self> {
        let cars = |place: fn(usize) -> Self| (0..NEAR_MOTORS).map(place);
        cars(Self::Motor)
            .chain(cars(Self::Tyres))
            .chain(cars(Self::Boost))
            .chain([Self::Wind, Self::CrowdLeft, Self::CrowdRight])
    }

    /// Returns the index of the place among the [`LOOPS`] voices.
    pub fn index(self) -> usize {
        match self {
            Self::Motor(car) => car,
            Self::Tyres(car) => NEAR_MOTORS + car,
            Self::Boost(car) => 2 * NEAR_MOTORS + car,
            Self::Wind => 3 * NEAR_MOTORS,
            Self::CrowdLeft => 3 * NEAR_MOTORS + 1,
            Self::CrowdRight => 3 * NEAR_MOTORS + 2,
        }
    }

    /// Returns the sound of the place; `icy` selects the sound of sliding tyres.
    pub fn sound(self, icy: bool) -> Sound {
        match self {
            Self::Motor(_) => Sound::Motor,
            Self::Tyres(_) if icy => Sound::Ice,
            Self::Tyres(_) => Sound::Skid,
            Self::Boost(_) => Sound::Boost,
            Self::Wind => Sound::Wind,
            Self::CrowdLeft | Self::CrowdRight => Sound::Murmur,
        }
    }

    pub fn bus(self) -> Bus {
        match self {
            Self::Motor(_) => Bus::Motors,
            Self::CrowdLeft | Self::CrowdRight => Bus::Crowd,
            Self::Tyres(_) | Self::Boost(_) | Self::Wind => Bus::Effects,
        }
    }
}

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

/// Generates the hum of a motor: a whole number of waves, so that the loop has no seam.
fn motor() -> Vec<f32> {
    (0..RATE)
        .map(|index| {
            let time = index as f32 / RATE as f32;
            let wave = |pitch: f32, level: f32| (time * TAU * pitch).sin() * level;
            let buzz = wave(70.0, 0.5) + wave(140.0, 0.28) + wave(211.0, 0.16) + wave(420.0, 0.08);
            buzz * (0.8 + 0.2 * (time * TAU * 9.0).sin()) * 0.6
        })
        .collect()
}

/// Generates rubber on steel: noise with two hoarse pitches that waver.
fn skid() -> Vec<f32> {
    let (mut noise, mut waver) = (Noise::new(3), Noise::new(4));
    let (mut low, mut high, mut drift) = (Band::default(), Band::default(), 0.0);
    seamless(1.5, |_| {
        drift += (waver.next() - drift) * 0.002;
        let pitch = 640.0 * (1.0 + 3.0 * drift);
        let sample = noise.next();
        low.deep(sample, pitch, 0.08) + 0.3 * high.pass(sample, 2.1 * pitch, 0.2)
    })
}

/// Generates tyres on ice: a bright hiss with grains.
fn ice() -> Vec<f32> {
    let (mut noise, mut grains) = (Noise::new(5), Noise::new(6));
    let (mut hiss, mut grain, mut force) = (Band::default(), Band::default(), 0.0);
    seamless(1.5, |_| {
        force *= 0.995;
        if grains.next() > 0.9985 {
            force = 1.0;
        }
        let sample = noise.next();
        0.5 * hiss.pass(sample, 4200.0, 0.9) + force * grain.pass(sample, 2600.0, 0.3)
    })
}

/// Generates the boost: a rush of air over a whine.
fn boost() -> Vec<f32> {
    let mut noise = Noise::new(7);
    let (mut rush, mut phase) = (Band::default(), 0.0_f32);
    seamless(1.2, |time| {
        phase += 310.0 / RATE as f32;
        let whine = (phase * TAU).sin() + 0.5 * (phase * 2.0 * TAU).sin();
        let flutter = 1.0 + 0.2 * (time * TAU * 21.0).sin();
        rush.pass(noise.next(), 950.0, 0.8) + 0.12 * whine * flutter
    })
}

/// Generates wind at the ears.
fn wind() -> Vec<f32> {
    let (mut noise, mut gusts) = (Noise::new(8), Noise::new(9));
    let (mut band, mut gust) = (Band::default(), 0.0);
    seamless(3.0, |_| {
        gust += (gusts.next() - gust) * 0.0004;
        let force = 1.0 + 12.0 * gust;
        band.deep(noise.next(), 380.0 * force.clamp(0.5, 1.6), 0.7) * force.clamp(0.4, 1.6)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_have_no_seam() {
        for sound in Sound::ALL {
            let samples = sound.make();
            let steps = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs());
            let step = steps.fold(0.0, f32::max);
            let seam = (samples[0] - samples[samples.len() - 1]).abs();
            assert!(seam <= step * 1.01, "{sound:?}: {seam} among {step}");
            // The loop is about as loud at its seam as elsewhere.
            let power =
                |part: &[f32]| part.iter().map(|one| one * one).sum::<f32>() / part.len() as f32;
            let (joined, rest) = samples.split_at(samples.len() / 8);
            let ratio = power(joined) / power(rest);
            assert!((0.3..3.0).contains(&ratio), "{sound:?}: {ratio}");
        }
    }

    #[test]
    fn places_are_in_their_order() {
        for (index, place) in Place::all().enumerate() {
            assert_eq!(place.index(), index);
        }
        assert_eq!(Place::all().count(), LOOPS);
    }

    #[test]
    fn ice_is_brighter_than_rubber_and_wind_is_deep() {
        // Zero crossings per second: twice the pitch of a tone.
        let crossings = |sound: Sound| {
            let samples = sound.make();
            let count = samples
                .windows(2)
                .filter(|pair| pair[0] * pair[1] < 0.0)
                .count();
            count as f32 * RATE as f32 / samples.len() as f32
        };
        assert!(crossings(Sound::Ice) > 3.0 * crossings(Sound::Skid));
        assert!(crossings(Sound::Wind) < crossings(Sound::Skid));
    }
}

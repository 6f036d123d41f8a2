//! Running sounds as seamless loops: motors, sliding tyres, boost, wind and the murmur of the crowd.

use std::f32::consts::TAU;

use crate::crowd;
use crate::noise::Noise;
use crate::params::RATE;
use crate::shaping::{Band, seamless};

/// The sound of a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sound {
    /// An electric motor.
    Motor,
    /// Tyres that slide on a floor with grip.
    Skid,
    /// Tyres that slide on ice.
    Ice,
    /// A boost of the motor.
    Boost,
    /// Wind at the ears.
    Wind,
    /// Many people who talk.
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

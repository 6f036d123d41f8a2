//! Sounds of the spectators: a steady murmur, and cheers in several strengths.

use std::f32::consts::TAU;

use crate::noise::Noise;
use crate::params::{CHEERS, RATE};
use crate::shaping::{Band, level, seamless};

/// The length of each cheer, in seconds.
const SECONDS: [f32; CHEERS] = [0.9, 1.4, 2.0, 3.2];

/// Generates the murmur of many people: syllables without intelligible words.
pub fn murmur() -> Vec<f32> {
    let mut talkers: Vec<Talker> = (0..12).map(Talker::new).collect();
    seamless(4.0, |_| talkers.iter_mut().map(Talker::next).sum())
}

/// A talking person: noise in the band of a vowel, syllable by syllable.
struct Talker {
    noise: Noise,
    mouth: [Band; 2],
    pitch: f32,
    /// Samples until the next syllable. The loudness `force` glides towards `wanted`.
    left: u32,
    wanted: f32,
    force: f32,
}

impl Talker {
    fn new(index: u32) -> Self {
        Self {
            noise: Noise::new(100 + index),
            mouth: [Band::default(); 2],
            pitch: 450.0,
            left: 0,
            wanted: 0.0,
            force: 0.0,
        }
    }

    fn next(&mut self) -> f32 {
        if self.left == 0 {
            let (length, pitch, force) = (self.noise.next(), self.noise.next(), self.noise.next());
            self.left = (RATE as f32 * (0.16 + 0.07 * length)) as u32;
            self.pitch = 480.0 + 160.0 * pitch;
            self.wanted = force.max(0.0);
        }
        self.left -= 1;
        self.force += (self.wanted - self.force) * 0.001;
        let sample = self.noise.next() * self.force;
        let [low, high] = &mut self.mouth;
        low.deep(sample, self.pitch, 0.2) + 0.25 * high.deep(sample, 2.4 * self.pitch, 0.2)
    }
}

/// Generates a cheer, from 0 (a few people) to [`CHEERS`] - 1 (all): voices that glide up, a roar and
/// clapping.
pub fn cheer(strength: usize) -> Vec<f32> {
    let strength = strength.min(CHEERS - 1);
    let seconds = SECONDS[strength];
    let share = (strength + 1) as f32 / CHEERS as f32;
    let mut dice = Noise::new(40 + strength as u32);
    let voices: Vec<(f32, f32, f32)> = (0..4 + 5 * strength)
        .map(|_| {
            let (pitch, late, waver) = (dice.next(), dice.next(), dice.next());
            (290.0 + 110.0 * pitch, 0.12 + 0.1 * late, 5.0 + waver)
        })
        .collect();
    let mut phases = vec![0.0_f32; voices.len()];
    let (mut noise, mut claps) = (Noise::new(50), Noise::new(51));
    let (mut roar, mut hands, mut clap) = ([Band::default(); 2], Band::default(), 0.0);
    let count = (seconds * RATE as f32) as usize;
    let made = (0..count).map(|index| {
        let time = index as f32 / RATE as f32;
        let swell = (time / 0.18).min(1.0) * ((seconds - time) / (0.6 * seconds)).clamp(0.0, 1.0);
        let mut sung = 0.0;
        for ((pitch, late, waver), phase) in voices.iter().zip(&mut phases) {
            let glide = 1.0 + 0.5 * (1.0 - (-(time - late).max(0.0) * 4.0).exp());
            let wobble = 1.0 + 0.02 * (time * TAU * waver).sin();
            *phase = (*phase + pitch * glide * wobble / RATE as f32).fract();
            let turn = *phase * TAU;
            let vowel = turn.sin() + 0.6 * (2.0 * turn).sin() + 0.35 * (3.0 * turn).sin();
            sung += vowel * (time / late).min(1.0);
        }
        let air = noise.next();
        let [deep, bright] = &mut roar;
        let roared = deep.pass(air, 720.0, 0.5) + 0.6 * bright.pass(air, 1500.0, 0.5);
        clap *= 0.992;
        if claps.next() > 0.9995 - 0.0012 * share {
            clap = 1.0;
        }
        let clapped = clap * hands.pass(air, 1800.0, 0.6);
        let sung = 0.5 * sung / (voices.len() as f32).sqrt();
        swell * (sung + share * 0.7 * roared + 0.7 * clapped)
    });
    level(made.collect(), 0.4 + 0.5 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_there_is_to_cheer_at_the_longer_and_the_louder() {
        let energy = |samples: &[f32]| samples.iter().map(|one| one * one).sum::<f32>();
        let cheers: Vec<Vec<f32>> = (0..CHEERS).map(cheer).collect();
        for pair in cheers.windows(2) {
            assert!(pair[1].len() > pair[0].len() && energy(&pair[1]) > energy(&pair[0]));
        }
        for cheer in cheers {
            assert!(cheer[0].abs() < 0.01 && cheer[cheer.len() - 1].abs() < 0.01);
        }
    }

    #[test]
    fn it_murmurs_in_the_range_of_voices() {
        let samples = murmur();
        let crossings = samples
            .windows(2)
            .filter(|pair| pair[0] * pair[1] < 0.0)
            .count();
        let pitch = 0.5 * crossings as f32 * RATE as f32 / samples.len() as f32;
        assert!((300.0..1500.0).contains(&pitch), "{pitch}");
    }
}

//! The game's sounds, computed: no recordings are needed. Samples are mono from -1 to 1.

use std::f32::consts::TAU;

/// Samples a second.
pub const RATE: u32 = 44_100;

/// Noise that is the same in every run.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }
}

fn make(seconds: f32, mut sample: impl FnMut(f32) -> f32) -> Vec<f32> {
    let count = (seconds * RATE as f32) as usize;
    (0..count)
        .map(|index| {
            let time = index as f32 / RATE as f32;
            // No sound starts or ends with a click.
            let edge = (time / 0.002).min((seconds - time) / 0.01).clamp(0.0, 1.0);
            (sample(time) * edge).clamp(-1.0, 1.0)
        })
        .collect()
}

/// Two cars meeting: a thud that falls in pitch, the rattle of the body, a squeak of rubber.
/// `weight` from 0 (a light touch) to 1 (a full hit) makes it deeper and longer.
pub fn crash(weight: f32) -> Vec<f32> {
    let mut noise = Noise(77);
    let mut low = 0.0;
    let mut phase = 0.0;
    let seconds = 0.22 + 0.4 * weight;
    make(seconds, |time| {
        let pitch = 62.0 + (120.0 - 40.0 * weight) * (-time * 26.0).exp();
        phase += pitch / RATE as f32;
        let thud = (phase * TAU).sin() * (-time * (15.0 - 8.0 * weight)).exp();
        low += (noise.next() - low) * (0.10 + 0.25 * (1.0 - weight));
        let rattle = low * (-time * (30.0 - 16.0 * weight)).exp();
        let ring = (time * TAU * 523.0).sin() * (time * TAU * 781.0).sin() * (-time * 24.0).exp();
        0.75 * thud + 0.8 * rattle + 0.12 * weight * ring
    })
}

/// A count of the countdown; the last one is higher and longer.
pub fn beep(last: bool) -> Vec<f32> {
    let (pitch, seconds) = if last { (880.0, 0.55) } else { (440.0, 0.16) };
    make(seconds, |time| {
        let wave = (time * TAU * pitch).sin() + 0.35 * (time * TAU * pitch * 2.0).sin();
        0.4 * wave * (-time * 3.0 / seconds).exp()
    })
}

/// The horn at the end of the round: two brassy notes.
pub fn horn() -> Vec<f32> {
    make(1.3, |time| {
        let note = |pitch: f32| -> f32 {
            (1..=6u8)
                .map(|k| {
                    let k = f32::from(k);
                    (time * TAU * pitch * k).sin() / k
                })
                .sum()
        };
        let swell = (time * 9.0).min(1.0) * (1.0 - (time / 1.3).powi(3));
        0.24 * swell * (note(233.1) + note(293.7))
    })
}

/// A small tick for moving in menus.
pub fn tick() -> Vec<f32> {
    make(0.05, |time| {
        0.35 * (time * TAU * 1250.0).sin() * (-time * 90.0).exp()
    })
}

/// The hum of a motor, to be looped: a whole number of waves, so that the loop has no seam.
pub fn motor() -> Vec<f32> {
    let seconds = 1.0;
    let count = RATE as usize;
    (0..count)
        .map(|index| {
            let time = index as f32 / RATE as f32 / seconds;
            let wave = |pitch: f32, level: f32| (time * TAU * pitch).sin() * level;
            let buzz = wave(70.0, 0.5) + wave(140.0, 0.28) + wave(211.0, 0.16) + wave(420.0, 0.08);
            buzz * (0.8 + 0.2 * (time * TAU * 9.0).sin()) * 0.6
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loudness(samples: &[f32]) -> f32 {
        (samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32).sqrt()
    }

    #[test]
    fn every_sound_is_audible_bounded_and_starts_and_ends_softly() {
        for sound in [
            crash(0.0),
            crash(1.0),
            beep(false),
            beep(true),
            horn(),
            tick(),
        ] {
            assert!(
                sound
                    .iter()
                    .all(|sample| sample.is_finite() && sample.abs() <= 1.0)
            );
            assert!(loudness(&sound) > 0.01);
            assert!(sound[0].abs() < 0.01 && sound[sound.len() - 1].abs() < 0.05);
        }
    }

    #[test]
    fn the_motor_loops_without_a_seam() {
        let sound = motor();
        let step = sound
            .windows(2)
            .map(|pair| (pair[1] - pair[0]).abs())
            .fold(0.0, f32::max);
        assert!((sound[0] - sound[sound.len() - 1]).abs() <= step * 1.01);
        assert!(loudness(&sound) > 0.1);
    }

    #[test]
    fn a_heavy_crash_lasts_longer_than_a_light_one() {
        assert!(crash(1.0).len() > 2 * crash(0.0).len());
    }
}

//! Sounds that are played once: signals and crashes.

use std::f32::consts::TAU;

use crate::noise::Noise;
use crate::params::RATE;

/// A signal that always sounds alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cue {
    /// A beat of the countdown.
    Count,
    /// The start of the round.
    Go,
    /// The end of the round.
    Horn,
    /// A move in a menu.
    Tick,
}

impl Cue {
    /// All cues, in the order of the bank's samples.
    pub const ALL: [Self; 4] = [Self::Count, Self::Go, Self::Horn, Self::Tick];
}

/// The material of the object that a car ran into; each has its own sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stuff {
    /// Another car: rubber on rubber.
    Car,
    /// The wall: a boom of panels.
    Wall,
    /// Crates and ramps.
    Wood,
    /// A stack of tyres.
    Tyres,
    /// Posts and barriers.
    Metal,
    /// The floor, when a car lands on it.
    Ground,
}

impl Stuff {
    /// All materials, in the order of the bank's samples.
    pub const ALL: [Self; 6] = [
        Self::Car,
        Self::Wall,
        Self::Wood,
        Self::Tyres,
        Self::Metal,
        Self::Ground,
    ];
}

fn make(seconds: f32, mut sample: impl FnMut(f32) -> f32) -> Vec<f32> {
    let count = (seconds * RATE as f32) as usize;
    (0..count)
        .map(|index| {
            let time = index as f32 / RATE as f32;
            // Fade the edges, so that no sound starts or ends with a click.
            let edge = (time / 0.002).min((seconds - time) / 0.01).clamp(0.0, 1.0);
            (sample(time) * edge).clamp(-1.0, 1.0)
        })
        .collect()
}

/// A material's contribution to a hit: its ringing pitches with their loudness, their decay in 1/s, the
/// loudness and brightness of the rattle, and the pitch of the thud in Hz.
struct Ring {
    tones: [(f32, f32); 2],
    fade: f32,
    rattle: f32,
    bright: f32,
    thud: f32,
}

fn ring_of(stuff: Stuff) -> Ring {
    let ring = |tones, fade, rattle, bright, thud| Ring {
        tones,
        fade,
        rattle,
        bright,
        thud,
    };
    match stuff {
        Stuff::Car => ring([(523.0, 0.12), (781.0, 0.06)], 24.0, 0.8, 0.10, 62.0),
        Stuff::Wall => ring([(147.0, 0.35), (233.0, 0.2)], 11.0, 0.6, 0.16, 52.0),
        Stuff::Wood => ring([(310.0, 0.4), (472.0, 0.25)], 34.0, 0.7, 0.22, 84.0),
        Stuff::Tyres => ring([(96.0, 0.4), (131.0, 0.2)], 16.0, 0.35, 0.04, 58.0),
        Stuff::Metal => ring([(894.0, 0.34), (1423.0, 0.22)], 8.0, 0.6, 0.3, 70.0),
        Stuff::Ground => ring([(70.0, 0.4), (104.0, 0.2)], 18.0, 0.9, 0.06, 46.0),
    }
}

/// Generates a crash: a thud that falls in pitch, the rattle of the car's body, and the material's ringing
/// tones. `weight` from 0 (a light touch) to 1 (a full hit) makes it deeper and longer.
pub fn crash(stuff: Stuff, weight: f32) -> Vec<f32> {
    let ring = ring_of(stuff);
    let mut noise = Noise::new(77);
    let mut low = 0.0;
    let mut phase = 0.0;
    let seconds = 0.22 + 0.4 * weight;
    make(seconds, |time| {
        let pitch = ring.thud + (120.0 - 40.0 * weight) * (-time * 26.0).exp();
        phase += pitch / RATE as f32;
        let thud = (phase * TAU).sin() * (-time * (15.0 - 8.0 * weight)).exp();
        low += (noise.next() - low) * (ring.bright + 0.25 * (1.0 - weight));
        let rattle = low * (-time * (30.0 - 16.0 * weight)).exp();
        let tone = |(pitch, level): (f32, f32)| (time * TAU * pitch).sin() * level;
        let rung: f32 = ring.tones.into_iter().map(tone).sum();
        let rung = rung * (-time * ring.fade).exp();
        0.7 * thud + ring.rattle * rattle + (0.35 + 0.65 * weight) * rung
    })
}

/// Generates the sound of a cue.
pub fn cue(cue: Cue) -> Vec<f32> {
    match cue {
        Cue::Count => beep(false),
        Cue::Go => beep(true),
        Cue::Horn => horn(),
        Cue::Tick => tick(),
    }
}

/// Generates a beep of the countdown; the last one is higher and longer.
fn beep(last: bool) -> Vec<f32> {
    let (pitch, seconds) = if last { (880.0, 0.55) } else { (440.0, 0.16) };
    make(seconds, |time| {
        let wave = (time * TAU * pitch).sin() + 0.35 * (time * TAU * pitch * 2.0).sin();
        0.4 * wave * (-time * 3.0 / seconds).exp()
    })
}

/// Generates the horn at the end of the round: two brassy notes.
fn horn() -> Vec<f32> {
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

/// Generates a short tick for moving in menus.
fn tick() -> Vec<f32> {
    make(0.05, |time| {
        0.35 * (time * TAU * 1250.0).sin() * (-time * 90.0).exp()
    })
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
            crash(Stuff::Car, 0.0),
            crash(Stuff::Car, 1.0),
            crash(Stuff::Wall, 1.0),
            crash(Stuff::Wood, 0.5),
            crash(Stuff::Tyres, 1.0),
            crash(Stuff::Metal, 1.0),
            crash(Stuff::Ground, 1.0),
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
    fn a_heavy_crash_lasts_longer_than_a_light_one() {
        assert!(crash(Stuff::Car, 1.0).len() > 2 * crash(Stuff::Car, 0.0).len());
    }
}

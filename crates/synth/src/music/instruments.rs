//! The instruments. They render notes into a loop; a sound that passes the loop's end continues at its
//! beginning.

use std::f32::consts::TAU;

use crate::music::compose::Note;
use crate::music::score::Score;
use crate::noise::Noise;
use crate::params::{BARS, BEATS, DRUM_BARS, DRUM_RATE, PEAK, STEM_RATE};
use crate::shaping::level;

/// Adds a sound of the given length to a loop; `sound` receives its time in seconds.
fn add(
    loop_: &mut [f32],
    rate: u32,
    start: usize,
    seconds: f32,
    mut sound: impl FnMut(f32) -> f32,
) {
    let count = (seconds * rate as f32) as usize;
    let all = loop_.len();
    for index in 0..count {
        loop_[(start + index) % all] += sound(index as f32 / rate as f32);
    }
}

/// Renders notes with a `voice` that receives the time, the pitch in Hz and the note's length in seconds.
fn play(
    score: &Score,
    notes: &[Note],
    release: f32,
    voice: impl Fn(f32, f32, f32) -> f32,
) -> Vec<f32> {
    let bar = score.bar();
    let mut samples = vec![0.0; BARS * bar];
    let beat = bar as f32 / BEATS as f32;
    for note in notes {
        let length = note.beats * beat / STEM_RATE as f32;
        let start = (note.start * beat).round() as usize;
        add(&mut samples, STEM_RATE, start, length + release, |time| {
            let rise = (time / 0.006).min(1.0);
            let fall = (1.0 - (time - length) / release).clamp(0.0, 1.0);
            note.force * rise * fall * fall * voice(time, note.pitch, length)
        });
    }
    level(samples, PEAK)
}

/// Returns a wave of `count` partials, each `weaker` times as strong as the one before. Partials near or
/// above half the sample rate are left out.
fn partials(time: f32, pitch: f32, count: u8, weaker: f32) -> f32 {
    let mut force = 1.0;
    let mut sum = 0.0;
    for partial in (1..=count).map(f32::from) {
        if pitch * partial > 0.45 * STEM_RATE as f32 {
            break;
        }
        sum += force * (time * TAU * pitch * partial).sin();
        force *= weaker;
    }
    sum
}

/// Renders a plucked, round bass.
pub fn bass(score: &Score) -> Vec<f32> {
    play(score, &score.bass(), 0.05, |time, pitch, _| {
        let pluck = (-time * 5.0).exp();
        partials(time, pitch, 5, 0.2 + 0.3 * pluck) * (0.5 + 0.5 * pluck)
    })
}

/// Renders an organ for short chords, or strings for held ones.
pub fn chords(score: &Score) -> Vec<f32> {
    let off_beat = score.off_beat;
    play(
        score,
        &score.chords(),
        0.12,
        move |time, pitch, _| match off_beat {
            true => partials(time, pitch, 4, 0.55) * (-time * 4.0).exp(),
            false => {
                let swell = (time / 0.25).min(1.0);
                // Two voices slightly out of tune with each other sound like an ensemble.
                let both =
                    partials(time, 0.997 * pitch, 5, 0.5) + partials(time, 1.003 * pitch, 5, 0.5);
                0.5 * swell * both
            }
        },
    )
}

/// Renders the melody: a reed over short chords, a bell over held ones.
pub fn lead(score: &Score) -> Vec<f32> {
    let off_beat = score.off_beat;
    play(score, &score.lead(), 0.15, move |time, pitch, _| {
        let waved = time + 0.0001 * (time * TAU * 5.5).sin();
        match off_beat {
            // Odd partials only, like a reed.
            true => {
                partials(waved, pitch, 1, 1.0)
                    + 0.4 * (waved * TAU * pitch * 3.0).sin()
                    + 0.15 * (waved * TAU * pitch * 5.0).sin()
            }
            false => partials(waved, pitch, 4, 0.35) * (-time * 2.5).exp(),
        }
    })
}

/// Renders kick, snare and hats, with a fill at the end.
pub fn drums(score: &Score) -> Vec<f32> {
    let bar = 2 * score.bar();
    let mut samples = vec![0.0; DRUM_BARS * bar];
    let at = |beat: f32| (beat * bar as f32 / BEATS as f32).round() as usize;
    let steady = score.tempo >= 118.0;
    for beat in 0..DRUM_BARS * BEATS {
        let beat_of_bar = beat % BEATS;
        let beat = beat as f32;
        if steady || beat_of_bar.is_multiple_of(2) {
            kick(&mut samples, at(beat));
        }
        if !beat_of_bar.is_multiple_of(2) {
            snare(&mut samples, at(beat), 1.1);
        }
        hat(&mut samples, at(beat), 0.4);
        hat(&mut samples, at(beat + 0.5), 0.6);
    }
    if !steady {
        kick(&mut samples, at(2.5));
    }
    for (beat, force) in [(7.25, 0.25), (7.5, 0.4), (7.75, 0.55)] {
        if score.seed.is_multiple_of(2) || beat == 7.5 {
            snare(&mut samples, at(beat), force);
        }
    }
    level(samples, PEAK)
}

fn kick(samples: &mut [f32], start: usize) {
    let mut phase = 0.0_f32;
    add(samples, DRUM_RATE, start, 0.28, |time| {
        phase += (48.0 + 110.0 * (-time * 32.0).exp()) / DRUM_RATE as f32;
        let rise = (time / 0.001).min(1.0);
        0.7 * rise * (phase * TAU).sin() * (-time * 12.0).exp() * (1.0 - time / 0.28)
    });
}

fn snare(samples: &mut [f32], start: usize, force: f32) {
    let mut noise = Noise::new(21);
    let mut low = 0.0;
    add(samples, DRUM_RATE, start, 0.2, |time| {
        let rise = (time / 0.001).min(1.0);
        low += (noise.next() - low) * 0.6;
        let skin = (time * TAU * 186.0).sin() * (-time * 30.0).exp();
        let body = 0.6 * low * (-time * 20.0).exp() + 0.5 * skin;
        force * rise * body * (1.0 - time / 0.2)
    });
}

fn hat(samples: &mut [f32], start: usize, force: f32) {
    let mut noise = Noise::new(22);
    let mut low = 0.0;
    add(samples, DRUM_RATE, start, 0.06, |time| {
        let sample = noise.next();
        low += (sample - low) * 0.5;
        let rise = (time / 0.0008).min(1.0);
        force * rise * (sample - low) * (-time * 70.0).exp() * (1.0 - time / 0.06)
    });
}

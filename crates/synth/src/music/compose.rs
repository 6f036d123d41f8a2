//! Composes the notes of a score: chords, a walking bass, and a melody that repeats its phrases.

use crate::music::score::Score;
use crate::noise::Noise;
use crate::params::{BARS, BEATS};

/// A note of the music.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Note {
    /// The start in beats from the beginning of the music.
    pub start: f32,
    pub beats: f32,
    /// The pitch in Hz.
    pub pitch: f32,
    /// The loudness from 0 to 1.
    pub force: f32,
}

/// The scale degrees (from 0) of the chord roots of four bars.
const PROGRESSIONS: [[usize; 4]; 6] = [
    [0, 5, 3, 4],
    [0, 3, 5, 4],
    [0, 4, 5, 3],
    [0, 3, 0, 4],
    [0, 2, 3, 4],
    [0, 5, 1, 4],
];

/// The bass notes of a bar: their beat, and their scale degree above the root (4 is the fifth, 7 the octave).
const WALKS: [&[(f32, usize)]; 4] = [
    &[(0.0, 0), (1.0, 4), (2.0, 0), (3.0, 4)],
    &[(0.0, 0), (1.5, 0), (2.0, 4), (3.0, 7), (3.5, 4)],
    &[(0.0, 0), (0.75, 0), (1.5, 7), (2.0, 0), (3.0, 4)],
    &[(0.0, 0), (1.0, 0), (2.0, 4), (2.5, 7), (3.5, 4)],
];

/// Melody rhythms over two bars, in beats.
const RHYTHMS: [&[f32]; 4] = [
    &[0.0, 1.0, 1.5, 2.0, 3.0, 4.0, 5.5, 6.0],
    &[0.0, 0.5, 1.0, 2.5, 3.0, 4.0, 4.5, 5.0, 6.5],
    &[0.0, 1.5, 3.0, 4.0, 5.0, 5.5, 6.0, 7.0],
    &[0.5, 1.0, 2.0, 2.5, 4.0, 5.0, 6.0, 6.5],
];

impl Score {
    /// Returns the scale degree of the root in a bar.
    fn root(&self, bar: usize) -> usize {
        let progression = PROGRESSIONS[self.seed as usize / 12 % PROGRESSIONS.len()];
        // The last bar is the fifth, which leads back to the first bar.
        match bar {
            7 => 4,
            bar => progression[bar % 4],
        }
    }

    /// Returns the pitch in Hz of a scale degree, which may exceed an octave, above an A of `a` Hz.
    fn pitch(&self, a: f32, step: usize) -> f32 {
        let semitones = self.key + self.scale.steps()[step % 7] + 12 * (step / 7) as u8;
        a * 2.0_f32.powf(f32::from(semitones) / 12.0)
    }

    /// Returns the notes of the bass.
    pub fn bass(&self) -> Vec<Note> {
        let walk = WALKS[self.seed as usize / 72 % WALKS.len()];
        let bars = (0..BARS).flat_map(|bar| walk.iter().map(move |(beat, up)| (bar, *beat, *up)));
        bars.map(|(bar, beat, up)| {
            // Roots above the fourth degree are played an octave lower, so that the bass stays low.
            let root = self.root(bar);
            let down = if root > 3 { 0.5 } else { 1.0 };
            Note {
                start: (bar * BEATS) as f32 + beat,
                beats: 0.85,
                pitch: down * self.pitch(55.0, root + up),
                force: if beat == 0.0 { 1.0 } else { 0.8 },
            }
        })
        .collect()
    }

    /// Returns the notes of the chords, three at a time.
    pub fn chords(&self) -> Vec<Note> {
        let hits: &[(f32, f32)] = match self.off_beat {
            true => &[(0.5, 0.4), (1.5, 0.4), (2.5, 0.4), (3.5, 0.4)],
            false => &[(0.0, 3.6)],
        };
        let mut notes = Vec::new();
        for bar in 0..BARS {
            for (beat, beats) in hits {
                for up in [0, 2, 4] {
                    // All degrees within one octave, like the keys under a hand.
                    let step = (self.root(bar) + up) % 7;
                    notes.push(Note {
                        start: (bar * BEATS) as f32 + beat,
                        beats: *beats,
                        pitch: self.pitch(220.0, step),
                        force: 1.0,
                    });
                }
            }
        }
        notes
    }

    /// Returns the notes of the melody: a phrase of two bars, repeated over the next chords, another phrase,
    /// and the first one with a new ending.
    pub fn lead(&self) -> Vec<Note> {
        let rhythm = RHYTHMS[self.seed as usize / 288 % RHYTHMS.len()];
        let phrase = |seed: u32| {
            let mut dice = Noise::new(self.seed.wrapping_add(seed));
            let mut at = 4;
            let steps = rhythm.iter().map(|_| {
                at = (at + (2.4 * dice.next()).round() as i32).clamp(0, 8);
                at as usize
            });
            steps.collect::<Vec<usize>>()
        };
        let (first, second) = (phrase(1), phrase(2));
        let mut notes = Vec::new();
        for (part, phrase) in [&first, &first, &second, &first].into_iter().enumerate() {
            let last = rhythm.len() - 1;
            for (index, (beat, step)) in rhythm.iter().zip(phrase).enumerate() {
                let bar = 2 * part + (*beat >= BEATS as f32) as usize;
                let strong = beat.fract() == 0.0 && (*beat as usize).is_multiple_of(2);
                let ends = part == 3 && index == last;
                // Strong beats take a note of the chord; notes between them may be passing notes.
                let step = match (ends, strong) {
                    (true, _) => 7,
                    (false, true) => self.near_chord(bar, *step),
                    (false, false) => *step,
                };
                let next = rhythm.get(index + 1).copied().unwrap_or(7.5);
                notes.push(Note {
                    start: (2 * part * BEATS) as f32 + beat,
                    beats: 0.9 * (next - beat),
                    pitch: self.pitch(440.0, step),
                    force: if strong { 1.0 } else { 0.75 },
                });
            }
        }
        notes
    }

    /// Returns the degree of a bar's chord that is nearest to the given scale degree.
    fn near_chord(&self, bar: usize, step: usize) -> usize {
        let in_chord = |one: &usize| [0, 2, 4].contains(&((one + 14 - self.root(bar)) % 7));
        let steps = (0..=8).filter(in_chord);
        steps.min_by_key(|one| one.abs_diff(step)).unwrap_or(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::music::score::Style;

    #[test]
    fn notes_are_in_the_scale_in_their_range_and_in_the_music() {
        for seed in 0..200 {
            let score = Score {
                seed: seed * 7919,
                key: (seed % 12) as u8,
                ..Score::new("Classic", Style::default())
            };
            let parts = [
                (score.bass(), 27.0..450.0),
                (score.chords(), 220.0..850.0),
                (score.lead(), 440.0..2000.0),
            ];
            for (notes, range) in parts {
                assert!(!notes.is_empty());
                for note in notes {
                    assert!(range.contains(&note.pitch), "{note:?}");
                    let end = note.start + note.beats;
                    assert!(
                        note.start >= 0.0 && note.beats > 0.0 && end <= 32.5,
                        "{note:?}"
                    );
                    let semitones = (note.pitch / 55.0).log2() * 12.0 - f32::from(score.key);
                    let near = semitones.round();
                    assert!((semitones - near).abs() < 0.01);
                    assert!(score.scale.steps().contains(&(near.rem_euclid(12.0) as u8)));
                }
            }
        }
    }
}

//! The notes of a score: chords, a bass that walks under them, and a melody that comes back.

use crate::app::sound::music::{BARS, BEATS, Score};
use crate::app::sound::synth::Noise;

/// A note.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Note {
    /// In beats from the beginning of the music.
    pub start: f32,
    pub beats: f32,
    /// In Hz.
    pub pitch: f32,
    /// From 0 to 1.
    pub force: f32,
}

/// The steps of the scale on which the chords of four bars stand.
const PROGRESSIONS: [[usize; 4]; 6] = [
    [0, 5, 3, 4],
    [0, 3, 5, 4],
    [0, 4, 5, 3],
    [0, 3, 0, 4],
    [0, 2, 3, 4],
    [0, 5, 1, 4],
];

/// When the bass plays in a bar, in beats, and which note of the chord: 0 the root, 2 the fifth, 7 an octave more.
const WALKS: [&[(f32, usize)]; 4] = [
    &[(0.0, 0), (1.0, 4), (2.0, 0), (3.0, 4)],
    &[(0.0, 0), (1.5, 0), (2.0, 4), (3.0, 7), (3.5, 4)],
    &[(0.0, 0), (0.75, 0), (1.5, 7), (2.0, 0), (3.0, 4)],
    &[(0.0, 0), (1.0, 0), (2.0, 4), (2.5, 7), (3.5, 4)],
];

/// Rhythms of a melody over two bars, in beats.
const RHYTHMS: [&[f32]; 4] = [
    &[0.0, 1.0, 1.5, 2.0, 3.0, 4.0, 5.5, 6.0],
    &[0.0, 0.5, 1.0, 2.5, 3.0, 4.0, 4.5, 5.0, 6.5],
    &[0.0, 1.5, 3.0, 4.0, 5.0, 5.5, 6.0, 7.0],
    &[0.5, 1.0, 2.0, 2.5, 4.0, 5.0, 6.0, 6.5],
];

impl Score {
    /// The step of the scale under a bar.
    fn root(&self, bar: usize) -> usize {
        let progression = PROGRESSIONS[self.seed as usize / 12 % PROGRESSIONS.len()];
        // The last bar leads back to the first.
        match bar {
            7 => 4,
            bar => progression[bar % 4],
        }
    }

    /// The pitch in Hz of a step of the scale, that may be above the octave, over an A of so many Hz.
    fn pitch(&self, a: f32, step: usize) -> f32 {
        let semitones = self.key + self.scale[step % 7] + 12 * (step / 7) as u8;
        a * 2.0_f32.powf(f32::from(semitones) / 12.0)
    }

    /// The bass.
    pub fn bass(&self) -> Vec<Note> {
        let walk = WALKS[self.seed as usize / 72 % WALKS.len()];
        let bars = (0..BARS).flat_map(|bar| walk.iter().map(move |(beat, up)| (bar, *beat, *up)));
        bars.map(|(bar, beat, up)| {
            // Low roots: those above the fourth step are an octave down.
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

    /// The chords, of three notes each.
    pub fn chords(&self) -> Vec<Note> {
        let hits: &[(f32, f32)] = match self.off_beat {
            true => &[(0.5, 0.4), (1.5, 0.4), (2.5, 0.4), (3.5, 0.4)],
            false => &[(0.0, 3.6)],
        };
        let mut notes = Vec::new();
        for bar in 0..BARS {
            for (beat, beats) in hits {
                for up in [0, 2, 4] {
                    // All near the same height, as hands on keys.
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

    /// The melody: two bars, the same over the next chords, two others, and the first with another end.
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
                // On strong beats a note of the chord: what is between goes by.
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

    /// The note of a bar's chord that is nearest to a step of the scale.
    fn near_chord(&self, bar: usize, step: usize) -> usize {
        let in_chord = |one: &usize| [0, 2, 4].contains(&((one + 14 - self.root(bar)) % 7));
        let steps = (0..=8).filter(in_chord);
        steps.min_by_key(|one| one.abs_diff(step)).unwrap_or(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Library, Mode, load};

    #[test]
    fn notes_are_in_the_scale_in_their_range_and_in_the_music() {
        let level = load(&Library::new(Vec::new()), "classic").unwrap();
        for seed in 0..200 {
            let score = Score {
                seed: seed * 7919,
                key: (seed % 12) as u8,
                ..Score::of(&level, Mode::Points)
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
                    assert!(score.scale.contains(&(near.rem_euclid(12.0) as u8)));
                }
            }
        }
    }
}

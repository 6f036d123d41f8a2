//! The music of a level, and the stems of it that the stakes of a round let sound.

use dodgem_synth::{STEMS, Scale, Score, Style};

use crate::app::params::STEM_ENTRIES;
use crate::level::{Level, Mode, World};

/// Returns the music of a level: its world gives the scale and the basic tempo, its name the key and the
/// melody, and the mode makes it quicker or calmer.
pub fn score_of(level: &Level, mode: Mode) -> Score {
    let (scale, tempo, off_beat) = match level.mood.world {
        World::Fairground => (Scale::Major, 120.0, true),
        World::Rink => (Scale::Dorian, 104.0, false),
        World::Stadium => (Scale::Mixolydian, 126.0, false),
        World::Yard => (Scale::Minor, 112.0, true),
        World::Moon => (Scale::Lydian, 92.0, false),
        World::Table => (Scale::Major, 108.0, true),
        World::Heights => (Scale::Minor, 132.0, false),
    };
    let quicker = match mode {
        Mode::Points => 0.0,
        Mode::Crashes => 4.0,
        Mode::KnockOut => 8.0,
        Mode::Free => -12.0,
        Mode::Lesson => -6.0,
    };
    let style = Style {
        scale,
        tempo: tempo + quicker,
        off_beat,
    };
    Score::new(&level.name, style)
}

/// Returns the gain of each stem for an intensity from 0 to 1. No gain falls as the intensity rises.
pub fn stems(intensity: f32) -> [f32; STEMS] {
    STEM_ENTRIES.map(|(begin, full)| ((intensity - begin) / (full - begin)).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Library, load};

    #[test]
    fn levels_and_modes_have_their_own_music() {
        let score = |name, mode| score_of(&load(&Library::new(Vec::new()), name).unwrap(), mode);
        let classic = score("classic", Mode::Points);
        assert_eq!(classic, score("classic", Mode::Points));
        let ice = score("ice", Mode::Points);
        assert_ne!(classic.scale(), ice.scale());
        assert!(score("classic", Mode::Free).tempo() < classic.tempo());
        assert!(score("classic", Mode::KnockOut).tempo() > classic.tempo());
    }

    #[test]
    fn stems_come_in_one_after_the_other_and_stay() {
        let mut before = stems(0.0);
        assert_eq!(before.iter().filter(|gain| **gain > 0.0).count(), 1);
        for step in 1..=100 {
            let now = stems(step as f32 / 100.0);
            assert!(now.iter().zip(before).all(|(now, before)| *now >= before));
            before = now;
        }
        assert_eq!(before, [1.0; STEMS]);
    }
}

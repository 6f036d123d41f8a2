//! The score of a piece of music: it follows from a name and a style.

use crate::params::{BEATS, STEM_RATE};

/// The scale of a piece of music.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// Bright.
    #[default]
    Major,
    /// Major with a raised fourth degree.
    Lydian,
    /// Major with a lowered seventh degree.
    Mixolydian,
    /// Minor with a raised sixth degree.
    Dorian,
    /// Natural minor.
    Minor,
}

impl Scale {
    /// Returns its degrees, in semitones above the key.
    pub(super) fn steps(self) -> [u8; 7] {
        match self {
            Self::Major => [0, 2, 4, 5, 7, 9, 11],
            Self::Lydian => [0, 2, 4, 6, 7, 9, 11],
            Self::Mixolydian => [0, 2, 4, 5, 7, 9, 10],
            Self::Dorian => [0, 2, 3, 5, 7, 9, 10],
            Self::Minor => [0, 2, 3, 5, 7, 8, 10],
        }
    }
}

/// The character of a piece of music.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// The scale of melody and chords.
    pub scale: Scale,
    /// Beats per minute, before the name changes it by up to 4.
    pub tempo: f32,
    /// True for short chords between the beats, like a fairground organ; false for held chords.
    pub off_beat: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            scale: Scale::Major,
            tempo: 120.0,
            off_beat: true,
        }
    }
}

/// The parameters that distinguish one piece of music from another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// The key, in semitones above A.
    pub(super) key: u8,
    pub(super) scale: Scale,
    /// Beats per minute.
    pub(super) tempo: f32,
    pub(super) off_beat: bool,
    /// Selects the chords and the melody.
    pub(super) seed: u32,
}

impl Score {
    /// Returns the music of a name: the style gives the scale and the basic tempo, the name the key, the
    /// melody and the last few beats per minute.
    pub fn new(name: &str, style: Style) -> Self {
        let add = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(16_777_619);
        let seed = name.bytes().fold(2_166_136_261, add);
        let own = f32::from((seed >> 8) as u8 % 9) - 4.0;
        Self {
            key: (seed % 12) as u8,
            scale: style.scale,
            tempo: style.tempo + own,
            off_beat: style.off_beat,
            seed,
        }
    }

    /// Returns the tempo, in beats per minute.
    pub fn tempo(&self) -> f32 {
        self.tempo
    }

    /// Returns the scale.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// Returns the samples of a bar at [`STEM_RATE`]: a whole number, so that all stems stay aligned.
    pub(super) fn bar(&self) -> usize {
        (BEATS as f32 * 60.0 / self.tempo * STEM_RATE as f32).round() as usize
    }
}

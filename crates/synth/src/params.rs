//! Every tunable of the sounds, with its unit and the effect of changing it.

/// Samples per second of all sounds; stems have rates of their own. More take more memory and sound no clearer.
pub const RATE: u32 = 44_100;

/// The number of cheers, from a few people to the whole crowd. More differ by less.
pub const CHEERS: usize = 4;

/// The number of stems: drums, bass, chords and lead. Each is a track of the mixer and 2 MiB of memory.
pub const STEMS: usize = 4;

/// The length of the music and of its drum loop, in bars, and of a bar, in beats. A longer loop repeats later and takes
/// more memory.
pub(crate) const BARS: usize = 8;
pub(crate) const DRUM_BARS: usize = 2;
pub(crate) const BEATS: usize = 4;

/// Samples per second of the stems without bright sounds; the drums use twice as many. Fewer make chords dull.
pub(crate) const STEM_RATE: u32 = 22_050;
pub(crate) const DRUM_RATE: u32 = 2 * STEM_RATE;

/// The peak of a stem's samples, from 0 to 1. A higher one clips when stems are added.
pub(crate) const PEAK: f32 = 0.8;

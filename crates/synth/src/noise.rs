//! Noise that repeats.

/// A deterministic noise generator: every run gives the same values.
pub struct Noise(u32);

impl Noise {
    /// Creates a generator; each seed gives another sequence.
    pub fn new(seed: u32) -> Self {
        Self(seed.wrapping_mul(2_654_435_761))
    }

    /// Returns the next value, from -1 to 1.
    pub fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }
}

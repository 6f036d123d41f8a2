//! Tunables of the commands.

/// The default length of a round without a clock, in seconds.
pub const FREE_SECONDS: f32 = 30.0;

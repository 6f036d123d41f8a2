//! Views: the intents of drivers, and near misses.

/// The height of the line from a driver to its goal above the floor, in metres.
pub const INTENT_HEIGHT: f32 = 0.9;

/// The height of the word for a driver's plan above the car's origin, in metres: above the speed.
pub const INTENT_TEXT_HEIGHT: f32 = 1.9;

/// Half the width of the cross at the end of a run-up, in metres.
pub const INTENT_CROSS: f32 = 0.4;

/// The period of the numbers kept for graphs, in seconds.
pub const HISTORY_SECONDS: f32 = 10.0;

/// The most that the least distance of a near miss is above the true one, in metres: half for the search, half
/// for the rounding of f32. With less, the search takes longer and rounding shows.
pub const NEAR_MISS_TOLERANCE: f64 = 2e-5;

/// The steps before and after a moment in which two bodies are looked at that did not meet: a second.
pub const NEAR_MISS_STEPS: u64 = 120;

//! Tunables of what a round writes beside itself: curves and animated scenes.

/// The most values that are kept: 15,000 steps (two minutes) of all curves that a level can have, longer for
/// fewer curves.
pub const MOST_VALUES: usize = 300_000;

/// Sides of the polygon in place of a round floor.
pub const ROUND_SIDES: usize = 64;

/// The height of the wall that is drawn, in metres; the wall that collides reaches to the ceiling.
pub const WALL_HEIGHT: f32 = 1.0;

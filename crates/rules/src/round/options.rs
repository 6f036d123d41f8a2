//! The options of a round, chosen before it begins.

use crate::Difficulty;
use dodgem_scene::level::Mode;

/// Options of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundOptions {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of players: they get the level's first player cars, the computer drives the others. At most the
    /// level's [`Level::player_slots`](dodgem_scene::level::Level::player_slots).
    pub humans: usize,
    /// Difficulty of the computer's drivers.
    pub difficulty: Difficulty,
    /// Duration, in seconds; None means the level's.
    pub duration: Option<f32>,
    /// Duration of the countdown, in seconds.
    pub countdown: f32,
    /// Mode; None means the level's.
    pub mode: Option<Mode>,
    /// True to play in two teams, if the level allows it; the round's copy of the level then states it.
    pub teams: bool,
}

impl Default for RoundOptions {
    fn default() -> Self {
        RoundOptions {
            seed: 1,
            humans: 1,
            difficulty: Difficulty::default(),
            duration: None,
            countdown: 3.0,
            mode: None,
            teams: false,
        }
    }
}

//! Rounds: who drives, what counts, and when it is over.
//!
//! A [`Round`] takes abstract [`Controls`] of up to four people, lets [`Driver`]s drive the other
//! cars, steps the world, and counts crashes. It is deterministic: the same level, seed and actions
//! give the same round, with or without a window.

mod best;
mod contacts;
mod driver;
mod round;
mod score;
mod snapshot;
mod tactics;

pub use crate::game::best::{Best, BestScores, BestScoresError};
pub use crate::game::driver::Driver;
pub use crate::game::round::{CarView, Phase, Round, RoundOptions};
pub use crate::game::score::{CarScore, Crash, Score};
pub use crate::game::snapshot::{RoundSnapshot, RoundSnapshotError};

//! Rounds: players, computer drivers, scoring, and the end of a round.
//!
//! A [`Round`] takes the [`Controls`](crate::arena::Controls) of up to four players, lets
//! [`Driver`]s drive the other cars, steps the [`Arena`](crate::arena::Arena), and counts crashes. It is
//! deterministic: an equal level, seed and controls give an equal round, with or without a window.

mod act;
mod act_table;
mod act_words;
mod best;
mod contacts;
mod controls;
mod course;
mod crew;
mod cup;
mod day;
mod dress;
mod drivers;
pub mod explain;
mod flow;
mod follow;
mod judge;
mod lesson;
mod medals;
mod round;
mod rules;
mod score;
pub mod tape;
mod team;
mod together;
mod triggers;

pub use crate::arena::seconds_of;
pub use crate::game::act::{Act, Arranged};
pub use crate::game::best::{
    BestKey, BestResult, BestScores, BestScoresError, Contests, CupResult, DayResult, OldResult,
};
pub use crate::game::course::RoundPhase;
pub use crate::game::crew::CarView;
pub use crate::game::cup::{CUP_ROUNDS, CUPS, CupRun, CupSpec, ENTRANTS, Entrant, rival_dress};
pub use crate::game::day::Day;
pub use crate::game::dress::{Dress, MOST_LETTERS, MOST_NUMBER};
pub use crate::game::drivers::{
    Difficulty, Driver, DriverIntent, DriverState, Pilot, PilotKind, draw_intents,
};
pub use crate::game::flow::Flow;
pub use crate::game::judge::Holding;
pub use crate::game::medals::{Medal, is_task_done};
pub use crate::game::round::{Round, RoundOptions, RoundSnapshot, RoundSnapshotError};
pub use crate::game::rules::{Feat, Gain, is_credited};
pub use crate::game::score::{CarScore, Crash, Fall, Score, Tally};
pub use crate::game::team::{Team, in_teams};
pub use crate::game::together::{Side, Together};
pub use crate::level::scene::KeptScene;
pub use crate::params::{JUDGED_SEEDS, TUNED_SEEDS};

//! Rounds: players, computer drivers, scoring, and the end of a round.
//!
//! A [`Round`] takes the [`Controls`](dodgem_scene::arena::Controls) of up to four players, lets
//! [`Driver`]s drive the other cars, steps the [`Arena`](dodgem_scene::arena::Arena), and counts crashes. It is
//! deterministic: an equal level, seed and controls give an equal round, with or without a window.
#![forbid(unsafe_code)]

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
pub mod params;
pub mod quantity;
mod readouts;
mod round;
mod rules;
mod score;
pub mod tape;
mod team;
mod together;
mod triggers;

pub use crate::act::{Act, Arranged};
pub use crate::act_words::ActWords;
pub use crate::best::{
    BestKey, BestResult, BestScores, BestScoresError, Contests, CupResult, DayResult, OldResult,
};
pub use crate::course::RoundPhase;
pub use crate::crew::CarView;
pub use crate::cup::{CUPS, CupRun, CupSpec, ENTRANTS, Entrant, rival_dress};
pub use crate::day::Day;
pub use crate::dress::Dress;
pub use crate::drivers::{
    Difficulty, Driver, DriverIntent, DriverState, DriverWords, Pilot, PilotKind, draw_intents,
};
pub use crate::flow::Flow;
pub use crate::judge::Holding;
pub use crate::medals::{Medal, is_task_done};
pub use crate::readouts::{Reading, Trail};
pub use crate::round::{Round, RoundOptions, RoundSnapshot, RoundSnapshotError};
pub use crate::rules::{Feat, Gain, GainFactor, is_credited};
pub use crate::score::{CarScore, Crash, Fall, Score, Tally};
pub use crate::team::{Team, in_teams};
pub use crate::together::{Displacement, Side, Together};
pub use dodgem_scene::arena::seconds_of;
pub use dodgem_scene::level::scene::KeptScene;

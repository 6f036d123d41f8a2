//! Recordings: the inputs that repeat a round, and a hash of every step to verify the repetition.
//!
//! Rounds repeat bit for bit, so a [`Tape`] contains the level, the options and the players' inputs;
//! everything else follows from them. [`Recorder`] records a round, [`Tape::decode`] reads a stranger's file,
//! [`Player`] plays to any moment, [`verify`] compares all statements with the round, and [`compare`] finds
//! the first difference of two recordings.

#[cfg(test)]
mod act_search;
mod compare;
mod content;
mod contradiction;
mod copy;
mod crash_at;
mod error;
mod file;
#[cfg(test)]
mod forged_acts;
#[cfg(test)]
mod forgeries;
mod guide;
mod history;
mod play;
mod record;
#[cfg(any(test, feature = "samples"))]
mod samples;
mod script;
mod timeline;
mod wheel;

use serde::{Deserialize, Serialize};

use crate::params::POSE_STEPS;
use crate::{Act, Difficulty, Round, RoundPhase};
use dodgem_scene::level::Mode;

pub use compare::{BodyDifference, Comparison, Parting, compare};
pub use contradiction::{Contradiction, verify};
pub use copy::RoundCopy;
pub use crash_at::CrashAt;
pub use error::TapeError;
pub use file::Front;
pub use guide::{Guide, Mark};
pub use history::HistoryStep;
pub use play::Player;
pub use record::Recorder;
#[cfg(feature = "samples")]
pub use samples::{recorded_as, short_tape};
pub use script::Hands;
pub use timeline::Timeline;
pub use wheel::{Made, NoWheel, Wheel};

/// Number of the format that this program writes.
pub const FORMAT: u16 = 6;

/// Number of an older format, which is still read: its header states no identity and no branch.
const FORMAT_WITHOUT_IDENTITY: u16 = 5;

/// Number of an older format, which is still read: its header does not state teams either.
const FORMAT_WITHOUT_TEAMS: u16 = 4;

/// A recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Tape {
    /// Description of the round.
    pub head: Head,
    /// True for a round of two teams; None if it is not stated.
    pub teams: Option<bool>,
    /// The other recording that it continues.
    pub branch: Option<Branch>,
    /// The level, as RON.
    pub level: String,
    /// Models that the level uses.
    pub models: Vec<TapeModel>,
    /// Players' controls, ordered by time: each entry holds until the next one of its slot.
    pub(super) changes: Vec<Change>,
    /// Acts of the hand, ordered by time.
    pub(super) acts: Vec<TimedAct>,
    /// Low 32 bits of the state hash after each step; [`UNSTATED`] if a link leaves it out.
    pub(super) hashes: Vec<u32>,
    /// Low 32 bits of the hashes after each phase of one step per second: see
    /// [`World::hash_phases`](dodgem_physics::World::hash_phases). A link leaves them out: all are [`UNSTATED`].
    pub(super) phases: Vec<[u32; PHASES]>,
    /// Poses of the cars every [`POSE_STEPS`] steps, if the round cannot be repeated.
    pub(super) poses: Vec<RecordedPose>,
}

/// A hash that is not stated. A true hash has this value once in four billion steps, which then go unchecked.
const UNSTATED: u32 = 0;

/// Number of phases of a step that are hashed.
pub const PHASES: usize = dodgem_physics::PHASES;

/// Description of a recorded round, sufficient for a list. Playback compares all of it with the round, except
/// the program's version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// Version of the program that recorded it; nothing depends on it.
    pub program: String,
    /// The level's name.
    pub level: String,
    /// Mode of the round.
    pub mode: Mode,
    /// Seed of the round.
    pub seed: u64,
    /// Number of players from the start.
    pub humans: u8,
    /// Difficulty of the computer's drivers.
    pub difficulty: Difficulty,
    /// Duration, in seconds; None means the level's.
    pub duration: Option<f32>,
    /// Duration of the countdown, in seconds.
    pub countdown: f32,
    /// True if it can be repeated; false if a budget of real time decided.
    pub repeatable: bool,
    /// Takeovers of cars by players, ordered by time.
    pub taken: Vec<TakenOver>,
    /// Result, if the round was over.
    pub result: Option<Outcome>,
}

/// A model of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TapeModel {
    /// Its name in the folder of models.
    pub name: String,
    /// Hash of its file.
    pub hash: u64,
    /// The file, unless it is built in.
    pub file: Option<Vec<u8>>,
}

/// Controls of a player from a step on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// Number of steps after the previous change.
    pub(super) after: u32,
    /// Slot of the player.
    pub(super) slot: u8,
    /// Throttle and steering in 127ths.
    pub(super) throttle: i8,
    pub(super) steer: i8,
    /// Bit 0 is the brake, bit 1 the boost.
    pub(super) buttons: u8,
}

/// An act with its moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TimedAct {
    /// Number of steps before it.
    pub(super) at: u64,
    /// The act.
    pub(super) act: Act,
}

/// The other recording that a recording continues: both are equal up to a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// The identity of the other one: see [`Tape::identity`].
    pub parent: u64,
    /// Number of steps before the moment.
    pub at: u64,
}

/// A takeover of a car by a player: its earlier controls come from another recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenOver {
    /// Number of steps before it.
    pub at: u64,
    /// The car, as an index in the level's list of cars.
    pub car: u16,
}

/// Result of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Total of the first player.
    pub total: u32,
    /// Place of the first player.
    pub place: u16,
    /// Number of cars.
    pub cars: u16,
}

impl Outcome {
    /// Returns the result of a round, if it is over.
    pub(super) fn of(round: &Round) -> Option<Outcome> {
        let score = round.score();
        (round.phase() == RoundPhase::Over).then(|| Outcome {
            total: score.total,
            // A level has far fewer cars than the type can count.
            place: score.place as u16,
            cars: round.cars().len() as u16,
        })
    }
}

/// Pose of a car, compressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedPose {
    /// Translation, in metres.
    pub place: [f32; 3],
    /// Rotation as a unit quaternion x, y, z, w, each part times 32767.
    pub turn: [i16; 4],
}

impl Tape {
    /// Returns the number of steps, including the countdown.
    pub fn steps(&self) -> u64 {
        self.hashes.len() as u64
    }

    /// Returns the recording without most of its hashes, which no compression makes shorter: only those of whole
    /// seconds and the last one stay. It plays to the same states, and is checked as far as it states them.
    #[must_use]
    pub fn brief(&self) -> Tape {
        let mut brief = self.clone();
        let last = self.steps();
        for (step, hash) in (1..).zip(&mut brief.hashes) {
            if step != last && record::hashed_second(step).is_none() {
                *hash = UNSTATED;
            }
        }
        brief.phases.fill([UNSTATED; PHASES]);
        brief
    }

    /// True if no player drove and no hand acted in it: its level, seed and difficulty give the same round.
    pub fn is_untouched(&self) -> bool {
        self.changes.is_empty() && self.acts.is_empty() && self.head.taken.is_empty()
    }

    /// Returns the low 32 bits of the state hash after a number of steps, from 1; None if it is not stated.
    pub fn hash_after(&self, steps: u64) -> Option<u32> {
        let index = usize::try_from(steps.checked_sub(1)?).ok()?;
        let hash = self.hashes.get(index).copied();
        hash.filter(|hash| *hash != UNSTATED)
    }

    /// Returns the hashes after each phase of a step, if they were stored.
    pub fn phases_of(&self, step: u64) -> Option<[u32; PHASES]> {
        let second = record::hashed_second(step)?;
        let phases = self.phases.get(second).copied();
        phases.filter(|phases| *phases != [UNSTATED; PHASES])
    }

    /// Returns the numbers of steps before the takeovers, ordered by time.
    pub fn taken_over(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        self.head.taken.iter().map(|taken| taken.at)
    }

    /// Returns the stored poses of the cars at or shortly before a moment; empty if there are none.
    pub fn poses_after(&self, steps: u64, cars: usize) -> &[RecordedPose] {
        let frame = (steps / POSE_STEPS) as usize;
        let frames = self.poses.len().checked_div(cars).unwrap_or(0);
        let from = frame.min(frames.saturating_sub(1)) * cars;
        self.poses.get(from..from + cars).unwrap_or(&[])
    }
}

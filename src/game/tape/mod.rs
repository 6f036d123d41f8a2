//! Recordings: everything that a round needs to happen again, and a hash of every step to tell
//! whether it did.
//!
//! Rounds repeat to the bit, so a [`Tape`] is the level, the options and what the players did;
//! everything else can be asked of it later. [`Recorder`] makes one beside a round, [`Tape::decode`]
//! reads one from a stranger's file, [`Player`] plays it and goes to any moment, [`verify`] holds all that
//! it states against the round, [`compare`] finds where two of them part.

#[cfg(test)]
mod act_search;
mod compare;
mod content;
mod contradiction;
mod crash_at;
mod error;
mod file;
#[cfg(test)]
mod forged_acts;
#[cfg(test)]
mod forgeries;
mod guide;
mod play;
mod record;
mod script;
#[cfg(test)]
mod tests_support;
mod timeline;
mod wheel;

use serde::{Deserialize, Serialize};

use crate::arena::Controls;

use crate::game::{Act, Difficulty, Round, RoundPhase};
use crate::level::Mode;

pub use compare::{BodyDifference, Comparison, Parting, compare};
pub use contradiction::{Contradiction, verify};
pub use crash_at::CrashAt;
pub use error::TapeError;
pub use file::Front;
pub use guide::{Guide, Mark};
pub use play::Player;
pub use record::Recorder;
pub use script::Hands;
#[cfg(all(test, feature = "window"))]
pub(crate) use tests_support::{recorded_as, short_tape};
pub use timeline::Timeline;
pub use wheel::{Made, NoWheel, Wheel};

/// The format that this program writes.
pub const FORMAT: u16 = 5;

/// The format before, which is read as well: its front does not say whether there were teams.
const FORMAT_WITHOUT_TEAMS: u16 = 4;

/// A recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Tape {
    /// What the round was.
    pub head: Head,
    /// Whether it was a round of two teams, if it says so.
    pub teams: Option<bool>,
    /// The level, as RON.
    pub level: String,
    /// The models that it uses.
    pub models: Vec<TapeModel>,
    /// What the players did, in the order of time: each entry holds until the next one of its slot.
    pub(super) changes: Vec<Change>,
    /// What the hand did, in the order of time.
    pub(super) acts: Vec<TimedAct>,
    /// The low 32 bits of the state's hash after each step.
    pub(super) hashes: Vec<u32>,
    /// Once a second the same after each phase of a step: see
    /// [`World::hash_phases`](dodgem_physics::World::hash_phases).
    pub(super) phases: Vec<[u32; PHASES]>,
    /// Where the cars were after each [`POSE_STEPS`] steps, if the round cannot be repeated.
    pub(super) poses: Vec<RecordedPose>,
}

/// How many phases of a step are hashed.
pub const PHASES: usize = dodgem_physics::PHASES;

/// Rounds that cannot be repeated keep the cars' poses every so many steps: thirty times a second.
pub const POSE_STEPS: u64 = 4;

/// What a recorded round was: enough for a list. All of it is held against the round when it is played, but
/// for the program's version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The version of the program that made it, as it says: nothing depends on it.
    pub program: String,
    /// The level's name.
    pub level: String,
    /// What counted.
    pub mode: Mode,
    /// The seed of the round.
    pub seed: u64,
    /// How many people drove from the beginning on.
    pub humans: u8,
    /// How well the computer drove.
    pub difficulty: Difficulty,
    /// How long it ran, in seconds, if not as long as the level says.
    pub duration: Option<f32>,
    /// How long the countdown was, in seconds.
    pub countdown: f32,
    /// Whether it can be repeated: not if a budget of real time decided.
    pub repeatable: bool,
    /// When somebody took a wheel, in the order of time.
    pub taken: Vec<TakenOver>,
    /// What came of it, if it was over.
    pub result: Option<Outcome>,
}

/// A model of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TapeModel {
    /// Its name in the folder of models.
    pub name: String,
    /// The hash of its file.
    pub hash: u64,
    /// The file, if it is not one that is built in.
    pub file: Option<Vec<u8>>,
}

/// A player's controls from a step on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// How many steps after the change before it.
    pub(super) after: u32,
    /// Whose.
    pub(super) slot: u8,
    /// Throttle and steering in 127ths.
    pub(super) throttle: i8,
    pub(super) steer: i8,
    /// Bit 0 is the brake, bit 1 the boost.
    pub(super) buttons: u8,
}

/// Something that the hand did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TimedAct {
    /// After so many steps, before the next one.
    pub(super) at: u64,
    /// What.
    pub(super) act: Act,
}

/// Somebody took a car's wheel: what the players did before is that of another recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenOver {
    /// After that many steps.
    pub at: u64,
    /// The car, as an index in the level's list of cars.
    pub car: u16,
}

/// What came of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The total of the first player.
    pub total: u32,
    /// The first player's place.
    pub place: u16,
    /// How many cars there were.
    pub cars: u16,
}

impl Outcome {
    /// That of a round, if it is over.
    pub(super) fn of(round: &Round) -> Option<Outcome> {
        let score = round.score();
        (round.phase() == RoundPhase::Over).then(|| Outcome {
            total: score.total,
            // Levels have fewer cars.
            place: score.place as u16,
            cars: round.cars().len() as u16,
        })
    }
}

/// Where a car was: translation in metres and the rotation's x, y, z, w in 32767ths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedPose {
    /// In metres.
    pub place: [f32; 3],
    /// A unit quaternion, each part times 32767.
    pub turn: [i16; 4],
}

impl Tape {
    /// How many steps it holds, those of the countdown included.
    pub fn steps(&self) -> u64 {
        self.hashes.len() as u64
    }

    /// The low 32 bits of the state's hash after so many steps, from 1.
    pub fn hash_after(&self, steps: u64) -> Option<u32> {
        let index = usize::try_from(steps.checked_sub(1)?).ok()?;
        self.hashes.get(index).copied()
    }

    /// The hashes after each phase of the step of that number, if they were taken.
    pub fn phases_of(&self, step: u64) -> Option<[u32; PHASES]> {
        let second = record::hashed_second(step)?;
        self.phases.get(second).copied()
    }

    /// The steps after which somebody took a wheel, in the order of time.
    pub fn taken_over(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        self.head.taken.iter().map(|taken| taken.at)
    }

    /// Where the cars were after so many steps, or shortly before; empty if that was not kept.
    pub fn poses_after(&self, steps: u64, cars: usize) -> &[RecordedPose] {
        let frame = (steps / POSE_STEPS) as usize;
        let frames = self.poses.len().checked_div(cars).unwrap_or(0);
        let from = frame.min(frames.saturating_sub(1)) * cars;
        self.poses.get(from..from + cars).unwrap_or(&[])
    }
}

/// Controls as exactly as a recording keeps them: a round takes its players' so, in order that the
/// recording is the round.
pub(super) fn rounded(controls: Controls) -> Controls {
    let (throttle, steer, buttons) = packed(controls);
    unpacked(throttle, steer, buttons)
}

/// Throttle and steering in 127ths, and the buttons.
fn packed(controls: Controls) -> (i8, i8, u8) {
    // NaN becomes 0 by the cast.
    let part = |value: f32| (value.clamp(-1.0, 1.0) * 127.0).round() as i8;
    let buttons = u8::from(controls.brake) | u8::from(controls.boost) << 1;
    (part(controls.throttle), part(controls.steer), buttons)
}

fn unpacked(throttle: i8, steer: i8, buttons: u8) -> Controls {
    Controls {
        throttle: f32::from(throttle.max(-127)) / 127.0,
        steer: f32::from(steer.max(-127)) / 127.0,
        brake: buttons & 1 > 0,
        boost: buttons & 2 > 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_kept_to_a_127th_and_keys_exactly() {
        for (throttle, steer) in [(1.0, -1.0), (0.0, 0.5), (f32::NAN, 7.0)] {
            let controls = Controls {
                throttle,
                steer,
                brake: true,
                boost: false,
            };
            let kept = rounded(controls);
            assert_eq!(rounded(kept), kept, "once is enough");
            assert!(kept.brake && !kept.boost);
            assert!(throttle.is_nan() || (kept.throttle - throttle).abs() < 0.004);
            assert!((kept.steer - steer.clamp(-1.0, 1.0)).abs() < 0.004);
        }
        let full = Controls {
            throttle: 1.0,
            steer: -1.0,
            ..Controls::default()
        };
        assert_eq!(rounded(full), full);
        assert_eq!(
            rounded(Controls {
                throttle: f32::NAN,
                ..full
            })
            .throttle,
            0.0
        );
    }
}

//! Snapshot of a round between two steps: its arena, its drivers and its score.

use std::sync::Arc;

use dodgem_physics::SnapshotError;

use crate::Difficulty;
use crate::course::Course;
use crate::crew::CarView;
use crate::drivers::Driver;
use crate::judge::JudgeSnapshot;
use crate::lesson::LessonBook;
use crate::readouts::ReadoutState;
use crate::round::options::RoundOptions;
use crate::triggers::TriggerState;
use dodgem_scene::arena::{ArenaSnapshot, Controls};
use dodgem_scene::level::scene::Scene;
use dodgem_scene::level::{Level, Mode};

/// The state of a [`Round`](crate::Round) between two steps: see [`Round::snapshot`](crate::Round::snapshot).
#[derive(Clone)]
pub struct RoundSnapshot {
    pub(super) scene: Arc<Scene>,
    pub(super) options: RoundOptions,
    pub(super) arena: ArenaSnapshot,
    pub(super) cars: Arc<Vec<CarView>>,
    pub(super) drivers: Vec<Driver>,
    pub(super) controls: Vec<Controls>,
    pub(super) judge: JudgeSnapshot,
    pub(super) lesson: LessonBook,
    pub(super) triggers: TriggerState,
    pub(super) readouts: ReadoutState,
    pub(super) hand_work: u64,
    pub(super) course: Course,
}

/// Reason why a round cannot restore a snapshot. The round is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RoundSnapshotError {
    /// The snapshot belongs to another level, or the level has changed since.
    #[error("the snapshot is of another level, \"{taken}\", or of another version of \"{here}\"")]
    Level {
        /// The name of the snapshot's level.
        taken: String,
        /// The name of the round's level.
        here: String,
    },
    /// Seed, players, difficulty, duration, countdown or mode differ.
    #[error("the snapshot is of a round with another seed, other people, other times or rules")]
    Options,
    /// The arena differs, for example by its models.
    #[error(transparent)]
    Arena(#[from] SnapshotError),
}

/// The options that affect the course of a round.
type Decisive = (u64, usize, Difficulty, Option<f32>, f32, Mode);

/// Returns the decisive options in a level: those of a round and of its recording are equal.
pub(super) fn decisive(options: &RoundOptions, level: &Level) -> Decisive {
    let RoundOptions {
        seed,
        humans,
        difficulty,
        duration,
        countdown,
        mode,
        // The level states it.
        teams: _,
    } = *options;
    let humans = humans.min(level.player_slots());
    let wanted = mode.filter(|mode| level.plays(*mode));
    let mode = wanted.unwrap_or(level.own_mode());
    (seed, humans, difficulty, duration, countdown, mode)
}

impl RoundSnapshot {
    /// Returns the number of steps that the round had made.
    pub fn steps(&self) -> u64 {
        self.course.step()
    }

    /// Returns the size in memory, in bytes, without the level, which it shares with its round.
    pub fn size(&self) -> usize {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        size_of::<RoundSnapshot>() - size_of::<ArenaSnapshot>()
            + self.arena.size()
            + of(&self.drivers)
            + of(&self.controls)
            + self.judge.size()
            + self.triggers.size()
            + self.readouts.size()
    }
}

impl std::fmt::Debug for RoundSnapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RoundSnapshot")
            .field("level", &self.scene.level().name)
            .field("seed", &self.options.seed)
            .field("step", &self.course.step())
            .field("arena", &self.arena)
            .finish_non_exhaustive()
    }
}

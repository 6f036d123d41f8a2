//! Snapshot of a round between two steps: its arena, its drivers and its score.

use std::sync::Arc;

use dodgem_physics::SnapshotError;

use crate::course::Course;
use crate::crew::CarView;
use crate::drivers::Driver;
use crate::judge::JudgeSnapshot;
use crate::lesson::LessonBook;
use crate::readouts::ReadoutState;
use crate::triggers::TriggerState;
use crate::{Difficulty, Round, RoundOptions};
use dodgem_scene::arena::{ArenaSnapshot, Controls};
use dodgem_scene::level::scene::Scene;
use dodgem_scene::level::{Level, Mode};

/// The state of a [`Round`] between two steps: see [`Round::snapshot`].
#[derive(Clone)]
pub struct RoundSnapshot {
    scene: Arc<Scene>,
    options: RoundOptions,
    arena: ArenaSnapshot,
    cars: Arc<Vec<CarView>>,
    drivers: Vec<Driver>,
    controls: Vec<Controls>,
    judge: JudgeSnapshot,
    lesson: LessonBook,
    triggers: TriggerState,
    readouts: ReadoutState,
    hand_work: u64,
    course: Course,
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
fn decisive(options: &RoundOptions, level: &Level) -> Decisive {
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

impl RoundSnapshot {
    /// Returns the state of a round.
    pub(super) fn of(round: &Round) -> RoundSnapshot {
        let mut snapshot = RoundSnapshot {
            scene: Arc::clone(&round.scene),
            options: round.options,
            arena: ArenaSnapshot::default(),
            cars: Arc::default(),
            drivers: Vec::new(),
            controls: Vec::new(),
            judge: JudgeSnapshot::default(),
            lesson: round.lesson,
            triggers: TriggerState::default(),
            readouts: ReadoutState::default(),
            hand_work: 0,
            course: round.course,
        };
        snapshot.take(round);
        snapshot
    }

    /// Takes the state of a round again: nothing is allocated if the earlier one was similar.
    pub(super) fn take(&mut self, round: &Round) {
        let snapshot = self;
        let Round {
            options,
            // Derived from level and options.
            rules: _,
            scene,
            arena,
            // Derived from the arena.
            terrain: _,
            crew,
            judge,
            course,
            lesson,
            triggers,
            readouts,
            hand_work,
        } = round;
        snapshot.scene.clone_from(scene);
        snapshot.options = *options;
        arena.snapshot_into(&mut snapshot.arena);
        snapshot.cars.clone_from(crew.cars());
        snapshot.drivers.clone_from(crew.drivers());
        snapshot.controls.clone_from(crew.controls());
        judge.snapshot_into(&mut snapshot.judge);
        triggers.snapshot_into(&mut snapshot.triggers);
        readouts.snapshot_into(&mut snapshot.readouts);
        (snapshot.course, snapshot.lesson) = (*course, *lesson);
        snapshot.hand_work = *hand_work;
    }

    /// Restores the state to its round, or to another one of an equal level with equal options.
    ///
    /// # Errors
    /// [`RoundSnapshotError`] if it belongs to another round; then nothing changes.
    pub(super) fn restore_to(&self, round: &mut Round) -> Result<(), RoundSnapshotError> {
        let RoundSnapshot {
            scene,
            options,
            arena,
            cars,
            drivers,
            controls,
            judge,
            lesson,
            triggers,
            readouts,
            hand_work,
            course,
        } = self;
        let (taken, here) = (scene.level(), round.scene.level());
        if !Arc::ptr_eq(taken, here) && taken != here {
            return Err(RoundSnapshotError::Level {
                taken: taken.name.clone(),
                here: here.name.clone(),
            });
        }
        if decisive(options, here) != decisive(&round.options, here) {
            return Err(RoundSnapshotError::Options);
        }
        round.arena.restore(arena)?;
        round.scene.clone_from(scene);
        round.take_cars(Arc::clone(cars));
        round.crew.restore(drivers, controls);
        round.judge.restore(judge);
        round.triggers.restore(triggers, &round.scene);
        round.readouts.restore(readouts, &round.scene, &round.arena);
        (round.course, round.lesson) = (*course, *lesson);
        round.hand_work = *hand_work;
        round.keep_seat();
        Ok(())
    }
}

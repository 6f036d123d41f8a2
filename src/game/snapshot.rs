//! Snapshot of a round between two steps: its arena, its drivers and its score.

use std::sync::Arc;

use crate::arena::Controls;
use dodgem_physics::{Decisions, SnapshotError};

use crate::arena::ArenaSnapshot;
use crate::game::drivers::Driver;
use crate::game::lesson::LessonBook;
use crate::game::round::{CarView, Round, RoundOptions};
use crate::game::rules::{History, KnockOut};
use crate::game::{Crash, Difficulty, Fall, Score, Tally};
use crate::level::Mode;
use crate::level::scene::Scene;

/// The state of a [`Round`] between two steps: see [`Round::snapshot`].
#[derive(Clone)]
pub struct RoundSnapshot {
    scene: Arc<Scene>,
    options: RoundOptions,
    arena: ArenaSnapshot,
    cars: Arc<Vec<CarView>>,
    drivers: Vec<Driver>,
    controls: Vec<Controls>,
    /// Pairs of cars that have touched, with the steps: see
    /// [`ContactBook::copy_into`](crate::game::contacts::ContactBook::copy_into).
    touches: Vec<(u32, u64)>,
    history: History,
    knock_out: KnockOut,
    /// By car.
    tallies: Vec<Tally>,
    crashes: Vec<Crash>,
    falls: Vec<Fall>,
    goal_touches: Vec<Option<usize>>,
    lesson: LessonBook,
    impacts: u64,
    decided: Decisions,
    hand_work: u64,
    step: u64,
    first_over_step: u64,
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
type Decisive = (u64, usize, Difficulty, Option<f32>, f32, Option<Mode>);

fn decisive(options: &RoundOptions) -> Decisive {
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
    (seed, humans, difficulty, duration, countdown, mode)
}

impl RoundSnapshot {
    /// Returns the number of steps that the round had made.
    pub fn steps(&self) -> u64 {
        self.step
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
            + of(&self.touches)
            + self.history.size()
            + self.knock_out.size()
            + of(&self.tallies)
            + of(&self.crashes)
            + of(&self.falls)
    }
}

impl std::fmt::Debug for RoundSnapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RoundSnapshot")
            .field("level", &self.scene.level().name)
            .field("seed", &self.options.seed)
            .field("step", &self.step)
            .field("arena", &self.arena)
            .finish_non_exhaustive()
    }
}

impl Round {
    /// Returns the state between two steps. After [`Round::restore`] the following steps repeat bit for bit,
    /// if they get the same controls.
    pub fn snapshot(&self) -> RoundSnapshot {
        let mut snapshot = RoundSnapshot {
            scene: Arc::clone(&self.scene),
            options: self.options,
            arena: ArenaSnapshot::default(),
            cars: Arc::default(),
            drivers: Vec::new(),
            controls: Vec::new(),
            touches: Vec::new(),
            history: History::new(0),
            knock_out: KnockOut::new(0, 0),
            tallies: Vec::new(),
            crashes: Vec::new(),
            falls: Vec::new(),
            goal_touches: Vec::new(),
            lesson: LessonBook::default(),
            impacts: 0,
            decided: Decisions::default(),
            hand_work: 0,
            step: 0,
            first_over_step: 0,
        };
        self.snapshot_into(&mut snapshot);
        snapshot
    }

    /// Like [`Round::snapshot`], but reuses the memory of another snapshot: nothing is allocated if that was
    /// similar.
    pub fn snapshot_into(&self, snapshot: &mut RoundSnapshot) {
        let Round {
            scene,
            options,
            arena,
            // Derived from level and options.
            terrain: _,
            mode: _,
            cars,
            // Derived from the cars.
            car_actors: _,
            is_human: _,
            seat: _,
            car_of_actor: _,
            first_running_step: _,
            // Computed anew in each step.
            motions: _,
            first_over_step,
            drivers,
            controls,
            contacts,
            history,
            knock_out,
            score:
                Score {
                    // Derived from the list.
                    total: _,
                    place: _,
                    player: _,
                    cars: scores,
                },
            crashes,
            falls,
            goal_touches,
            lesson,
            impacts,
            decided,
            hand_work,
            step,
        } = self;
        snapshot.scene.clone_from(scene);
        snapshot.options = *options;
        arena.snapshot_into(&mut snapshot.arena);
        snapshot.cars.clone_from(cars);
        snapshot.drivers.clone_from(drivers);
        snapshot.controls.clone_from(controls);
        contacts.copy_into(&mut snapshot.touches);
        snapshot.history.copy_from(history);
        snapshot.knock_out.copy_from(knock_out);
        snapshot.tallies.clear();
        (snapshot.tallies).extend(scores.iter().map(|score| score.tally));
        snapshot.crashes.clear();
        snapshot.crashes.extend_from_slice(crashes);
        snapshot.falls.clear();
        snapshot.falls.extend_from_slice(falls);
        snapshot.goal_touches.clone_from(goal_touches);
        snapshot.lesson = *lesson;
        snapshot.impacts = *impacts;
        snapshot.decided = *decided;
        snapshot.hand_work = *hand_work;
        snapshot.step = *step;
        snapshot.first_over_step = *first_over_step;
    }

    /// Restores a snapshot of this round, or of another one of an equal level with equal options.
    ///
    /// # Errors
    /// [`RoundSnapshotError`] if it belongs to another round; then nothing changes.
    pub fn restore(&mut self, snapshot: &RoundSnapshot) -> Result<(), RoundSnapshotError> {
        let RoundSnapshot {
            scene,
            options,
            arena,
            cars,
            drivers,
            controls,
            touches,
            history,
            knock_out,
            tallies,
            crashes,
            falls,
            goal_touches,
            lesson,
            impacts,
            decided,
            hand_work,
            step,
            first_over_step,
        } = snapshot;
        let (taken, here) = (scene.level(), self.scene.level());
        if !Arc::ptr_eq(taken, here) && taken != here {
            return Err(RoundSnapshotError::Level {
                taken: taken.name.clone(),
                here: here.name.clone(),
            });
        }
        if decisive(options) != decisive(&self.options) {
            return Err(RoundSnapshotError::Options);
        }
        self.arena.restore(arena)?;
        self.scene.clone_from(scene);
        self.take_cars(Arc::clone(cars));
        self.drivers.clone_from(drivers);
        self.controls.clone_from(controls);
        self.contacts.restore(touches);
        self.history.copy_from(history);
        self.knock_out.copy_from(knock_out);
        for (score, tally) in self.score.cars.iter_mut().zip(tallies) {
            score.tally = *tally;
        }
        self.score.place_player();
        self.crashes.clear();
        self.crashes.extend_from_slice(crashes);
        self.falls.clear();
        self.falls.extend_from_slice(falls);
        self.goal_touches.clone_from(goal_touches);
        self.lesson = *lesson;
        self.impacts = *impacts;
        self.decided = *decided;
        self.hand_work = *hand_work;
        self.step = *step;
        self.first_over_step = *first_over_step;
        self.keep_seat();
        Ok(())
    }
}

//! The state of a round between two steps: that of its arena, of the drivers, and what was counted.

use std::sync::Arc;

use dodgem_physics::{Controls, Decisions, SnapshotError};

use crate::arena::ArenaSnapshot;
use crate::game::drivers::Driver;
use crate::game::round::{Round, RoundOptions};
use crate::game::{Crash, Difficulty, Score};
use crate::level::Level;

/// The state of a [`Round`] between two steps: see [`Round::snapshot`].
#[derive(Clone)]
pub struct RoundSnapshot {
    level: Arc<Level>,
    options: RoundOptions,
    arena: ArenaSnapshot,
    drivers: Vec<Driver>,
    controls: Vec<Controls>,
    /// The pairs of cars that have touched, and when: see
    /// [`ContactBook::copy_into`](crate::game::contacts::ContactBook::copy_into).
    touches: Vec<(u32, u64)>,
    /// By car: how often it crashed, and the speed of its hardest crash, in m/s.
    scores: Vec<(u32, f32)>,
    crashes_of_player: u32,
    crashes: Vec<Crash>,
    impacts: u64,
    decided: Decisions,
    step: u64,
}

/// Why a round cannot take over a snapshot. It is as it was before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RoundSnapshotError {
    /// It is of another level, or the level has been changed since.
    #[error("the snapshot is of another level, \"{taken}\", or of another version of \"{here}\"")]
    Level {
        /// The name of the snapshot's level.
        taken: String,
        /// The name of the round's level.
        here: String,
    },
    /// Seed, people, difficulty, duration or countdown differ.
    #[error("the snapshot is of a round with another seed, other people or other times")]
    Options,
    /// The arena differs: other models, if the level is the same.
    #[error(transparent)]
    Arena(#[from] SnapshotError),
}

/// What of the options decides how a round goes.
fn decisive(options: &RoundOptions) -> (u64, usize, Difficulty, Option<f32>, f32) {
    let RoundOptions {
        seed,
        humans,
        difficulty,
        duration,
        countdown,
    } = *options;
    (seed, humans, difficulty, duration, countdown)
}

impl RoundSnapshot {
    /// How many steps the round had made.
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// The memory that it takes, in bytes, without the level, which it shares with its round.
    pub fn size(&self) -> usize {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        size_of::<RoundSnapshot>() - size_of::<ArenaSnapshot>()
            + self.arena.size()
            + of(&self.drivers)
            + of(&self.controls)
            + of(&self.touches)
            + of(&self.scores)
            + of(&self.crashes)
    }
}

impl std::fmt::Debug for RoundSnapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RoundSnapshot")
            .field("level", &self.level.name)
            .field("seed", &self.options.seed)
            .field("step", &self.step)
            .field("arena", &self.arena)
            .finish_non_exhaustive()
    }
}

impl Round {
    /// The state between two steps. After [`Round::restore`] the steps that follow are those that
    /// followed then, to the last bit, if they get the same controls.
    pub fn snapshot(&self) -> RoundSnapshot {
        let mut snapshot = RoundSnapshot {
            level: self.level.clone(),
            options: self.options,
            arena: ArenaSnapshot::default(),
            drivers: Vec::new(),
            controls: Vec::new(),
            touches: Vec::new(),
            scores: Vec::new(),
            crashes_of_player: 0,
            crashes: Vec::new(),
            impacts: 0,
            decided: Decisions::default(),
            step: 0,
        };
        self.snapshot_into(&mut snapshot);
        snapshot
    }

    /// [`Round::snapshot`] in place of another one, whose memory is used again: if that is of
    /// much the same state, nothing is allocated.
    pub fn snapshot_into(&self, snapshot: &mut RoundSnapshot) {
        let Round {
            level,
            options,
            arena,
            // What follows from level and options.
            terrain: _,
            assets: _,
            cars: _,
            car_actors: _,
            is_human: _,
            car_of_actor: _,
            first_running_step: _,
            first_over_step: _,
            drivers,
            controls,
            contacts,
            score:
                Score {
                    crashes: crashes_of_player,
                    player: _,
                    cars: scores,
                },
            crashes,
            impacts,
            decided,
            step,
        } = self;
        snapshot.level.clone_from(level);
        snapshot.options = *options;
        arena.snapshot_into(&mut snapshot.arena);
        snapshot.drivers.clone_from(drivers);
        snapshot.controls.clone_from(controls);
        contacts.copy_into(&mut snapshot.touches);
        snapshot.scores.clear();
        let scores = scores.iter().map(|score| (score.crashes, score.hardest));
        snapshot.scores.extend(scores);
        snapshot.crashes_of_player = *crashes_of_player;
        snapshot.crashes.clear();
        snapshot.crashes.extend_from_slice(crashes);
        snapshot.impacts = *impacts;
        snapshot.decided = *decided;
        snapshot.step = *step;
    }

    /// Goes to the state of a snapshot of this round or of another one of the same level with the
    /// same options.
    ///
    /// # Errors
    /// [`RoundSnapshotError`] if it is one of another round; then nothing changes.
    pub fn restore(&mut self, snapshot: &RoundSnapshot) -> Result<(), RoundSnapshotError> {
        let RoundSnapshot {
            level,
            options,
            arena,
            drivers,
            controls,
            touches,
            scores,
            crashes_of_player,
            crashes,
            impacts,
            decided,
            step,
        } = snapshot;
        if !Arc::ptr_eq(level, &self.level) && level != &self.level {
            return Err(RoundSnapshotError::Level {
                taken: level.name.clone(),
                here: self.level.name.clone(),
            });
        }
        if decisive(options) != decisive(&self.options) {
            return Err(RoundSnapshotError::Options);
        }
        self.arena.restore(arena)?;
        self.drivers.clone_from(drivers);
        self.controls.clone_from(controls);
        self.contacts.restore(touches);
        for (score, (count, hardest)) in self.score.cars.iter_mut().zip(scores) {
            (score.crashes, score.hardest) = (*count, *hardest);
        }
        self.score.crashes = *crashes_of_player;
        self.crashes.clear();
        self.crashes.extend_from_slice(crashes);
        self.impacts = *impacts;
        self.decided = *decided;
        self.step = *step;
        Ok(())
    }
}

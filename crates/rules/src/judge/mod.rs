//! The judge of a round: it counts crashes, falls and zones, and ends a decided round.

mod counting;

use dodgem_physics::Decisions;

use crate::contacts::ContactBook;
use crate::course::{Course, RoundPhase};
use crate::crew::Crew;
use crate::rules::{History, KnockOut, Motion, final_seconds};
use crate::{Crash, Difficulty, Fall, Score, Tally};
use dodgem_scene::arena::Arena;
use dodgem_scene::level::Mode;

pub use crate::judge::counting::Holding;

/// The rules of a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub mode: Mode,
    pub difficulty: Difficulty,
    /// Minimum closing speed of two cars for a counted crash, in m/s.
    pub crash_speed: f32,
    /// Number of falls after which a car is out.
    pub lives: u32,
}

impl Rules {
    /// True if the round has a clock and an end, and points or crashes are counted.
    pub fn counts(&self) -> bool {
        self.mode != Mode::Free
    }

    /// True if the round is in its last seconds, in which hits count double.
    pub fn is_final(&self, course: &Course) -> bool {
        let RoundPhase::Running { left } = course.phase() else {
            return false;
        };
        final_seconds(self.mode).is_some_and(|last| left <= last)
    }
}

/// The events of a step of a round that the judge counts.
pub(super) struct Case<'a> {
    pub arena: &'a mut Arena,
    pub crew: &'a Crew,
    pub course: &'a mut Course,
    pub rules: Rules,
}

/// The counts of a round.
pub(super) struct Judge {
    contacts: ContactBook,
    history: History,
    knock_out: KnockOut,
    /// Motion of each car before the last step.
    motions: Vec<Motion>,
    /// The car that last touched the thing of each goal, by zone.
    goal_touches: Vec<Option<usize>>,
    score: Score,
    /// Crashes and falls of the last step.
    crashes: Vec<Crash>,
    falls: Vec<Fall>,
    impacts: u64,
    decided: Decisions,
}

/// The state of a [`Judge`] between two steps.
#[derive(Clone)]
pub(super) struct JudgeSnapshot {
    /// Pairs of cars that have touched, with the steps: see [`ContactBook::copy_into`].
    touches: Vec<(u32, u64)>,
    history: History,
    knock_out: KnockOut,
    goal_touches: Vec<Option<usize>>,
    /// By car.
    tallies: Vec<Tally>,
    crashes: Vec<Crash>,
    falls: Vec<Fall>,
    impacts: u64,
    decided: Decisions,
}

impl Judge {
    /// Creates the judge of a round with these rows of its table.
    pub fn new(score: Score, lives: u32, zones: usize) -> Judge {
        let cars = score.cars.len();
        Judge {
            contacts: ContactBook::new(cars),
            history: History::new(cars),
            knock_out: KnockOut::new(cars, lives),
            motions: vec![Motion::default(); cars],
            goal_touches: vec![None; zones],
            score,
            // Room for a few crashes per car in a step.
            crashes: Vec::with_capacity(4 * cars),
            // Each car can fall at most once in a step.
            falls: Vec::with_capacity(cars),
            impacts: 0,
            decided: Decisions::default(),
        }
    }

    /// Forgets everything that was counted for other cars.
    pub fn begin_again(&mut self, score: Score, lives: u32) {
        let fresh = Judge::new(score, lives, self.goal_touches.len());
        (self.contacts, self.history) = (fresh.contacts, fresh.history);
        (self.knock_out, self.motions) = (fresh.knock_out, fresh.motions);
        (self.goal_touches, self.score) = (fresh.goal_touches, fresh.score);
        self.crashes.clear();
        self.falls.clear();
    }

    /// Counts a zone that was added as the last one.
    pub fn add_zone(&mut self) {
        self.goal_touches.push(None);
    }

    /// Forgets the touches of a zone that was replaced.
    pub fn change_zone(&mut self, zone: usize) {
        self.goal_touches[zone] = None;
    }

    /// Forgets a zone that was removed.
    pub fn remove_zone(&mut self, zone: usize) {
        self.goal_touches.remove(zone);
    }

    /// Returns the table.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// Returns the table to enter names, slots and points of lessons.
    pub fn score_mut(&mut self) -> &mut Score {
        &mut self.score
    }

    /// Returns the crashes of the last step.
    pub fn crashes(&self) -> &[Crash] {
        &self.crashes
    }

    /// Returns the falls of the last step.
    pub fn falls(&self) -> &[Fall] {
        &self.falls
    }

    /// Returns the number of impacts so far.
    pub fn impacts(&self) -> u64 {
        self.impacts
    }

    /// Returns the number of decisions by each query stage so far.
    pub fn decided(&self) -> &Decisions {
        &self.decided
    }

    /// Returns the motion of a car before the last step.
    pub fn motion_before(&self, car: usize) -> &Motion {
        &self.motions[car]
    }

    /// True if two cars touched in a step.
    pub fn touched_in(&self, a: usize, b: usize, step: u64) -> bool {
        self.contacts.touched_in(a, b, step)
    }

    /// Returns the factor of a car's run-up on its next hit, at least 1.
    pub fn power(&self, car: usize) -> f32 {
        self.history.power(car)
    }

    /// Returns the factor on a hit between two cars that met recently.
    pub fn again(&self, a: usize, b: usize, step: u64) -> f32 {
        self.history.again(a, b, step)
    }

    /// True if a car is not out and does not wait to come back after a fall.
    pub fn stands(&self, car: usize) -> bool {
        self.knock_out.stands(car)
    }

    /// Returns the lives of the cars.
    pub fn knock_out(&self) -> &KnockOut {
        &self.knock_out
    }

    /// Begins a step.
    pub fn clear(&mut self) {
        self.crashes.clear();
        self.falls.clear();
    }

    /// Copies the state into a snapshot, whose memory it reuses.
    pub fn snapshot_into(&self, snapshot: &mut JudgeSnapshot) {
        let Judge {
            contacts,
            history,
            knock_out,
            // Computed anew in each step.
            motions: _,
            goal_touches,
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
            impacts,
            decided,
        } = self;
        contacts.copy_into(&mut snapshot.touches);
        snapshot.history.copy_from(history);
        snapshot.knock_out.copy_from(knock_out);
        snapshot.goal_touches.clone_from(goal_touches);
        snapshot.tallies.clear();
        (snapshot.tallies).extend(scores.iter().map(|score| score.tally));
        snapshot.crashes.clear();
        snapshot.crashes.extend_from_slice(crashes);
        snapshot.falls.clear();
        snapshot.falls.extend_from_slice(falls);
        (snapshot.impacts, snapshot.decided) = (*impacts, *decided);
    }

    /// Restores a snapshot of a judge of equally many cars.
    pub fn restore(&mut self, snapshot: &JudgeSnapshot) {
        let JudgeSnapshot {
            touches,
            history,
            knock_out,
            goal_touches,
            tallies,
            crashes,
            falls,
            impacts,
            decided,
        } = snapshot;
        self.contacts.restore(touches);
        self.history.copy_from(history);
        self.knock_out.copy_from(knock_out);
        self.goal_touches.clone_from(goal_touches);
        for (score, tally) in self.score.cars.iter_mut().zip(tallies) {
            score.tally = *tally;
        }
        self.score.place_player();
        self.crashes.clear();
        self.crashes.extend_from_slice(crashes);
        self.falls.clear();
        self.falls.extend_from_slice(falls);
        (self.impacts, self.decided) = (*impacts, *decided);
    }
}

impl Default for JudgeSnapshot {
    fn default() -> Self {
        JudgeSnapshot {
            touches: Vec::new(),
            history: History::new(0),
            knock_out: KnockOut::new(0, 0),
            goal_touches: Vec::new(),
            tallies: Vec::new(),
            crashes: Vec::new(),
            falls: Vec::new(),
            impacts: 0,
            decided: Decisions::default(),
        }
    }
}

impl JudgeSnapshot {
    /// Returns the size in memory beyond that of the struct, in bytes.
    pub fn size(&self) -> usize {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        of(&self.touches)
            + self.history.size()
            + self.knock_out.size()
            + of(&self.tallies)
            + of(&self.crashes)
            + of(&self.falls)
    }
}

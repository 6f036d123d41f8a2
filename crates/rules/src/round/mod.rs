//! A round: countdown, driving, result.
//!
//! It consists of parts that only the files of this folder reach: the content of the scene and its arena, the
//! crew of cars and drivers, the judge with the table, the course in time, the lesson, and the triggers. Each part is passed
//! what it needs of the others.

mod acts;
mod cars;
mod options;
mod reading;
mod snapshot;
mod triggers;

use std::sync::Arc;

use dodgem_physics::STEPS_PER_SECOND;

use crate::controls::rounded;
use crate::course::Course;
use crate::crew::{Crew, Sight, driver_of, score_of, starting_cars};
use crate::drivers::{Driver, Terrain};
use crate::judge::{Case, Judge, JudgeSnapshot, Rules};
use crate::lesson::{Lecture, LessonBook};
use crate::readouts::{ReadoutState, Readouts};
use crate::round::snapshot::decisive;
use crate::team;
use crate::triggers::{TriggerState, Triggers};
use dodgem_scene::arena::{Arena, ArenaSnapshot, Controls};
use dodgem_scene::level::scene::Scene;
use dodgem_scene::level::{
    Level, LevelError, Library, Mode, PlacedArena, build_arena, placement_error,
};

pub use crate::round::options::RoundOptions;
pub use crate::round::snapshot::{RoundSnapshot, RoundSnapshotError};

/// A round of a level.
pub struct Round {
    options: RoundOptions,
    rules: Rules,
    /// The content of the scene; shared with the snapshots.
    scene: Arc<Scene>,
    arena: Arena,
    terrain: Terrain,
    crew: Crew,
    judge: Judge,
    course: Course,
    lesson: LessonBook,
    triggers: Triggers,
    readouts: Readouts,
    /// Work of all acts so far: see [`Round::hand_work`].
    hand_work: u64,
}

impl Round {
    /// Creates a round for one player.
    ///
    /// # Errors
    /// [`LevelError`] if a model of the level can no longer be read.
    pub fn new(level: &Level, library: &Library, seed: u64) -> Result<Self, LevelError> {
        let options = RoundOptions {
            seed,
            ..RoundOptions::default()
        };
        Round::with_options(level, library, options)
    }

    /// Creates a round with the given options.
    ///
    /// # Errors
    /// [`LevelError`] if a model of the level can no longer be read.
    pub fn with_options(
        level: &Level,
        library: &Library,
        options: RoundOptions,
    ) -> Result<Self, LevelError> {
        let placed = build_arena(level, library).map_err(|r| placement_error(level, r))?;
        Ok(Round::begin(placed, options))
    }

    /// Creates a round in an arena that was built from a level and has not run yet.
    pub fn begin(placed: PlacedArena, options: RoundOptions) -> Self {
        let PlacedArena {
            mut arena,
            cars: actors,
            scene,
        } = placed;
        let level = Arc::clone(scene.level());
        let wanted = options.mode.filter(|mode| level.plays(*mode));
        let mode = wanted.unwrap_or(level.own_mode());
        let in_teams = level.plays_in_teams(mode) && (level.teams || options.teams);
        let cars = starting_cars(&level, &actors, options.humans, in_teams);
        let drivers = cars.iter().enumerate();
        let drivers =
            drivers.map(|(index, car)| driver_of(car, index, options.difficulty, options.seed));
        let drivers = drivers.collect();
        let judge = Judge::new(score_of(&cars), level.lives, scene.zones().len());
        let crew = Crew::new(cars, drivers, arena.actors().len());
        arena.watch_from(&crew.watchers());
        let triggers = Triggers::new(&scene);
        let readouts = Readouts::new(&scene, &arena);
        let mut round = Round {
            options,
            rules: Rules {
                mode,
                difficulty: options.difficulty,
                crash_speed: level.crash_speed,
                lives: level.lives,
            },
            scene: Arc::new(match in_teams {
                true => scene.with_rules(team::in_teams(&level)),
                false => scene,
            }),
            terrain: Terrain::of(&arena),
            arena,
            crew,
            judge,
            course: course_of(&level, mode, &options),
            lesson: LessonBook::default(),
            triggers,
            readouts,
            hand_work: 0,
        };
        round.keep_origin();
        round
    }

    /// Turns the state hash after each phase of the following steps on or off.
    pub fn hash_phases(&mut self, wanted: bool) {
        self.arena.hash_phases(wanted);
    }

    /// Begins a frame: its steps share one budget, if the level's budget is real time.
    pub fn begin_frame(&mut self) {
        self.arena.begin_frame();
    }

    /// Advances the round by one step of [`STEP_SECONDS`](dodgem_physics::STEP_SECONDS).
    /// `player_controls[slot]` are those of the player in that slot; a player without an entry does nothing.
    pub fn step(&mut self, player_controls: &[Controls]) {
        self.judge.clear();
        self.keep_seat();
        let counts = self.course.runs();
        match counts {
            true => {
                let sight = Sight {
                    arena: &self.arena,
                    terrain: &self.terrain,
                    judge: &self.judge,
                    points: self.rules.mode == Mode::Points,
                    step: self.course.step(),
                };
                self.crew.decide(&sight, player_controls);
            }
            false => self.crew.hold(),
        }
        let first = player_controls.first().filter(|_| counts);
        let first = first.map_or_else(Controls::default, |controls| rounded(*controls));
        self.arena.drive_joints(&first);
        let step = self.course.step();
        self.judge.note_motions(&self.arena, &self.crew, step);
        self.course.advance();
        self.arena.step(self.crew.controls());
        if counts {
            self.count();
            self.fire_triggers();
            let step = self.course.running_steps();
            self.readouts.note(&self.scene, &self.arena, step);
        }
        let step = self.course.step();
        self.judge.note_contacts(&self.arena, &self.crew, step);
        self.judge.note_run_ups(&self.arena, &self.crew);
    }

    /// Counts the events of the last step.
    fn count(&mut self) {
        let mut case = Case {
            arena: &mut self.arena,
            crew: &self.crew,
            course: &mut self.course,
            rules: self.rules,
        };
        self.judge.count(&mut case);
        let lecture = Lecture {
            mode: self.rules.mode,
            scene: &self.scene,
            arena: &*case.arena,
            crew: case.crew,
        };
        self.lesson.judge(&lecture, &mut self.judge, case.course);
        self.judge.close(&mut case);
    }

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
            judge: JudgeSnapshot::default(),
            lesson: self.lesson,
            triggers: TriggerState::default(),
            readouts: ReadoutState::default(),
            hand_work: 0,
            course: self.course,
        };
        self.snapshot_into(&mut snapshot);
        snapshot
    }

    /// Like [`Round::snapshot`], but reuses the memory of another snapshot: nothing is allocated if that was
    /// similar.
    pub fn snapshot_into(&self, snapshot: &mut RoundSnapshot) {
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
        } = self;
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
            judge,
            lesson,
            triggers,
            readouts,
            hand_work,
            course,
        } = snapshot;
        let (taken, here) = (scene.level(), self.scene.level());
        if !Arc::ptr_eq(taken, here) && taken != here {
            return Err(RoundSnapshotError::Level {
                taken: taken.name.clone(),
                here: here.name.clone(),
            });
        }
        if decisive(options, here) != decisive(&self.options, here) {
            return Err(RoundSnapshotError::Options);
        }
        self.arena.restore(arena)?;
        self.scene.clone_from(scene);
        self.take_cars(Arc::clone(cars));
        self.crew.restore(drivers, controls);
        self.judge.restore(judge);
        self.triggers.restore(triggers, &self.scene);
        self.readouts.restore(readouts, &self.scene, &self.arena);
        (self.course, self.lesson) = (*course, *lesson);
        self.hand_work = *hand_work;
        self.keep_seat();
        Ok(())
    }

    /// Returns the controls that a driver would give a car in the next step.
    pub(super) fn ask(&self, driver: &mut Driver) -> Controls {
        let sight = Sight {
            arena: &self.arena,
            terrain: &self.terrain,
            judge: &self.judge,
            points: self.rules.mode == Mode::Points,
            step: self.course.step(),
        };
        self.crew.ask(&sight, driver)
    }
}

/// Returns the course of a round of a level.
fn course_of(level: &Level, mode: Mode, options: &RoundOptions) -> Course {
    match (mode, options.duration) {
        // Free play needs no countdown, and ends only at a requested duration.
        (Mode::Free, None) => Course::new(0, u64::MAX),
        (Mode::Free, Some(duration)) => Course::new(0, steps(duration)),
        (_, duration) => {
            let countdown = steps(options.countdown);
            let over = countdown + steps(duration.unwrap_or(level.duration));
            Course::new(countdown, over)
        }
    }
}

fn steps(seconds: f32) -> u64 {
    // The cast turns negative values and NaN into 0.
    (seconds * STEPS_PER_SECOND).round() as u64
}

//! A round: countdown, driving, result.

use std::sync::Arc;

use crate::arena::Controls;
use crate::game::seconds_of;
use dodgem_physics::{Clock, Decisions, STEPS_PER_SECOND};

use crate::arena::{Actor, ActorId, Arena};
use crate::game::cars::{driver_of, score_of, slots};
use crate::game::contacts::ContactBook;
use crate::game::drivers::{Driver, DriverView, Terrain};
use crate::game::lesson::LessonBook;
use crate::game::rules::{History, KnockOut, Motion, final_seconds};
use crate::game::tape::rounded;
use crate::game::team::{self, teams};
use crate::game::{Crash, Difficulty, Fall, Score, Team};
use crate::level::scene::{KeptScene, Scene};
use crate::level::{
    ActorLook, CarSpec, Level, LevelError, Library, Mode, ModelAsset, Paint, PlacedArena,
    build_arena, placement_error,
};
use crate::params::RUN_UP_SPEED;

/// Options of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundOptions {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of players: they get the level's first player cars, the computer drives the others. At most the
    /// level's [`Level::player_slots`].
    pub humans: usize,
    /// Difficulty of the computer's drivers.
    pub difficulty: Difficulty,
    /// Duration, in seconds; None means the level's.
    pub duration: Option<f32>,
    /// Duration of the countdown, in seconds.
    pub countdown: f32,
    /// Mode; None means the level's.
    pub mode: Option<Mode>,
    /// True to play in two teams, if the level allows it; the round's copy of the level then states it.
    pub teams: bool,
}

impl Default for RoundOptions {
    fn default() -> Self {
        RoundOptions {
            seed: 1,
            humans: 1,
            difficulty: Difficulty::default(),
            duration: None,
            countdown: 3.0,
            mode: None,
            teams: false,
        }
    }
}

/// Phase of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RoundPhase {
    /// No car moves yet.
    Countdown {
        /// Seconds until the start.
        left: f32,
    },
    /// Crashes count.
    Running {
        /// Seconds until the end.
        left: f32,
    },
    /// The result is final; the cars brake.
    Over,
}

/// A car of the round, with its name and looks.
#[derive(Clone, Debug)]
pub struct CarView {
    /// Its actor in the arena.
    pub actor: ActorId,
    /// Its name.
    pub name: String,
    /// Its colour.
    pub paint: Paint,
    /// The number on its plates.
    pub number: usize,
    /// The slot of its player, from 0; None if the computer drives it.
    pub slot: Option<usize>,
    /// Its team, in a round of teams.
    pub team: Option<Team>,
    /// Specification of the car in its level.
    pub(super) spec: Arc<CarSpec>,
    /// True if it was added by hand.
    pub(super) by_hand: bool,
    /// True if its name differs from the one in its level.
    pub(super) renamed: bool,
}

impl CarView {
    /// True if the car's name differs from the one in its level.
    pub fn has_own_name(&self) -> bool {
        self.renamed
    }
}

/// A round of a level.
pub struct Round {
    /// The content of the scene; shared with the snapshots.
    pub(super) scene: Arc<Scene>,
    pub(super) options: RoundOptions,
    /// Mode of the round.
    pub(super) mode: Mode,
    pub(super) arena: Arena,
    pub(super) terrain: Terrain,
    /// The car that last touched the thing of each goal.
    pub(super) goal_touches: Vec<Option<usize>>,
    /// The level's cars first; shared with the snapshots.
    pub(super) cars: Arc<Vec<CarView>>,
    pub(super) car_actors: Vec<ActorId>,
    pub(super) is_human: Vec<bool>,
    /// Car that a person takes over from the computer, and the first step of that: see [`Round::seat_from`].
    pub(super) seat: Option<(usize, u64)>,
    pub(super) car_of_actor: Vec<Option<usize>>,
    pub(super) drivers: Vec<Driver>,
    pub(super) controls: Vec<Controls>,
    pub(super) contacts: ContactBook,
    pub(super) history: History,
    pub(super) knock_out: KnockOut,
    /// Motion of each car before the last step.
    pub(super) motions: Vec<Motion>,
    pub(super) score: Score,
    pub(super) lesson: LessonBook,
    pub(super) crashes: Vec<Crash>,
    pub(super) falls: Vec<Fall>,
    pub(super) impacts: u64,
    pub(super) decided: Decisions,
    /// Work of all acts so far: see [`Round::hand_work`].
    pub(super) hand_work: u64,
    pub(super) step: u64,
    pub(super) first_running_step: u64,
    pub(super) first_over_step: u64,
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
            cars: car_actors,
            scene,
        } = placed;
        let level = Arc::clone(scene.level());
        let level = &*level;
        let wanted = options.mode.filter(|mode| level.plays(*mode));
        let mode = wanted.unwrap_or(level.own_mode());
        let in_teams = level.plays_in_teams(mode) && (level.teams || options.teams);
        let slots = slots(level, options.humans);
        let teams = in_teams.then(|| teams(&slots));
        let cars: Vec<CarView> = car_actors
            .iter()
            .enumerate()
            .map(|(index, actor)| {
                let team = teams.as_ref().map(|teams| teams[index]);
                let own = Paint::parse(&level.cars[index].paint).unwrap_or(Paint::of_place(index));
                CarView {
                    actor: *actor,
                    name: level.car_name(index),
                    paint: team.map_or(own, Team::paint),
                    number: index + 1,
                    slot: slots[index],
                    team,
                    spec: Arc::new(level.cars[index].clone()),
                    by_hand: false,
                    renamed: false,
                }
            })
            .collect();
        let watchers: Vec<ActorId> = (cars.iter())
            .filter(|car| car.slot.is_some())
            .map(|car| car.actor)
            .collect();
        arena.watch_from(&watchers);
        let mut car_of_actor = vec![None; arena.actors().len()];
        for (index, actor) in car_actors.iter().enumerate() {
            car_of_actor[actor.index()] = Some(index);
        }
        let drivers = cars.iter().enumerate();
        let drivers = drivers.map(|(index, car)| driver_of(car, index, &options));
        let (countdown, over) = match (mode, options.duration) {
            // Free play needs no countdown, and ends only at a requested duration.
            (Mode::Free, None) => (0, u64::MAX),
            (Mode::Free, Some(duration)) => (0, steps(duration)),
            (_, duration) => {
                let countdown = steps(options.countdown);
                (
                    countdown,
                    countdown + steps(duration.unwrap_or(level.duration)),
                )
            }
        };
        Round {
            drivers: drivers.collect(),
            is_human: slots.iter().map(Option::is_some).collect(),
            seat: None,
            controls: vec![Controls::default(); arena.actors().len()],
            contacts: ContactBook::new(cars.len()),
            history: History::new(cars.len()),
            knock_out: KnockOut::new(cars.len(), level.lives),
            motions: vec![Motion::default(); cars.len()],
            score: score_of(&cars),
            lesson: LessonBook::default(),
            // Room for a few crashes per car in a step.
            crashes: Vec::with_capacity(4 * cars.len()),
            // Each car can fall at most once in a step.
            falls: Vec::with_capacity(cars.len()),
            impacts: 0,
            decided: Decisions::default(),
            hand_work: 0,
            step: 0,
            first_running_step: countdown,
            first_over_step: over,
            options,
            mode,
            terrain: Terrain::of(&arena),
            arena,
            goal_touches: vec![None; scene.zones().len()],
            scene: Arc::new(match in_teams {
                true => scene.with_rules(team::in_teams(level)),
                false => scene,
            }),
            cars: Arc::new(cars),
            car_actors,
            car_of_actor,
        }
    }

    /// Turns the state hash after each phase of the following steps on or off.
    pub fn hash_phases(&mut self, wanted: bool) {
        self.arena.hash_phases(wanted);
    }

    /// Returns the number of steps so far, including the countdown.
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// Begins a frame: its steps share one budget, if the level's budget is real time.
    pub fn begin_frame(&mut self) {
        self.arena.begin_frame();
    }

    /// Advances the round by one step of [`STEP_SECONDS`](dodgem_physics::STEP_SECONDS).
    /// `player_controls[slot]` are those of the player in that slot; a player without an entry does nothing.
    pub fn step(&mut self, player_controls: &[Controls]) {
        self.crashes.clear();
        self.falls.clear();
        self.keep_seat();
        match self.phase() {
            RoundPhase::Running { .. } => self.decide(player_controls),
            RoundPhase::Countdown { .. } | RoundPhase::Over => self.hold_cars(),
        }
        let counts = matches!(self.phase(), RoundPhase::Running { .. });
        let first = player_controls.first().filter(|_| counts);
        let first = first.map_or_else(Controls::default, |controls| rounded(*controls));
        self.arena.drive_joints(&first);
        self.note_motions();
        self.step += 1;
        self.arena.step(&self.controls);
        if counts {
            self.impacts += self.arena.events().len() as u64;
            self.decided += self.arena.stats().decided;
            self.judge();
        }
        self.note_contacts();
        self.note_run_ups();
    }

    fn hold_cars(&mut self) {
        self.controls.fill(Controls {
            brake: true,
            ..Controls::default()
        });
    }

    fn decide(&mut self, player_controls: &[Controls]) {
        let (contacts, knock_out, step) = (&self.contacts, &self.knock_out, self.step);
        let history = &self.history;
        let view = DriverView {
            arena: &self.arena,
            terrain: &self.terrain,
            cars: &self.car_actors,
            is_human: &self.is_human,
            touched: &|a, b| contacts.touched_in(a, b, step),
            points: self.mode == Mode::Points,
            power: &|car| history.power(car),
            again: &|a, b| history.again(a, b, step),
            allied: &|a, b| allied(&self.cars, a, b),
            is_out: &|car| !knock_out.stands(car),
        };
        for (index, (car, driver)) in self.cars.iter().zip(&mut self.drivers).enumerate() {
            if !self.knock_out.stands(index) {
                self.controls[car.actor.index()] = Controls::default();
                continue;
            }
            self.controls[car.actor.index()] = match car.slot {
                Some(slot) => rounded(player_controls.get(slot).copied().unwrap_or_default()),
                None => driver.controls(&view),
            };
        }
    }

    /// Returns the controls that a driver would give a car in the next step.
    pub(super) fn ask(&self, driver: &mut Driver) -> Controls {
        driver.controls(&DriverView {
            arena: &self.arena,
            terrain: &self.terrain,
            cars: &self.car_actors,
            is_human: &self.is_human,
            touched: &|a, b| self.contacts.touched_in(a, b, self.step),
            points: self.mode == Mode::Points,
            power: &|car| self.history.power(car),
            again: &|a, b| self.history.again(a, b, self.step),
            allied: &|a, b| allied(&self.cars, a, b),
            is_out: &|car| !self.knock_out.stands(car),
        })
    }

    /// True if two cars are in one team.
    pub(super) fn allied(&self, a: usize, b: usize) -> bool {
        allied(&self.cars, a, b)
    }

    /// Returns the index of an actor's car; None if it is not a car.
    pub(super) fn car_of(&self, id: ActorId) -> Option<usize> {
        self.car_of_actor.get(id.index()).copied().flatten()
    }

    fn note_contacts(&mut self) {
        for (a, b) in self.arena.touching() {
            match (self.car_of(a), self.car_of(b)) {
                (Some(a), Some(b)) => self.contacts.touch(a, b, self.step),
                (Some(car), None) => note_goal_touch(&self.arena, &mut self.goal_touches, b, car),
                (None, Some(car)) => note_goal_touch(&self.arena, &mut self.goal_touches, a, car),
                (None, None) => {}
            }
        }
    }

    /// Records the cars that drove fast in the last step, and those that touched something.
    fn note_run_ups(&mut self) {
        for (index, car) in self.cars.iter().enumerate() {
            let actor = self.arena.actor(car.actor);
            let ahead = actor.velocity.dot(actor.forward());
            let top = actor
                .car()
                .map_or(f32::INFINITY, |car| car.settings.top_speed);
            if ahead > RUN_UP_SPEED * top {
                self.history.note_fast(index);
            }
        }
        let pairs = self.arena.touching().flat_map(|(a, b)| [a, b]);
        for actor in pairs.chain(self.arena.touching_wall()) {
            if let Some(car) = self.car_of_actor.get(actor.index()).copied().flatten() {
                self.history.note_touch(car);
            }
        }
    }

    /// Returns the factor of a car's run-up on its next hit, at least 1.
    pub fn power(&self, car: usize) -> f32 {
        self.history.power(car)
    }

    /// Returns the phase of the round.
    pub fn phase(&self) -> RoundPhase {
        let left = |until: u64| seconds_of(until - self.step);
        if self.step < self.first_running_step {
            let left = left(self.first_running_step);
            RoundPhase::Countdown { left }
        } else if self.step < self.first_over_step {
            let left = left(self.first_over_step);
            RoundPhase::Running { left }
        } else {
            RoundPhase::Over
        }
    }

    /// Returns the round's time in seconds, including the countdown.
    pub fn time(&self) -> f32 {
        seconds_of(self.step)
    }

    /// Returns the number of steps in which crashes counted.
    pub fn running_steps(&self) -> u64 {
        self.step
            .clamp(self.first_running_step, self.first_over_step)
            - self.first_running_step
    }

    /// Returns the result so far.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// Returns the crashes of the last step.
    pub fn crashes(&self) -> &[Crash] {
        &self.crashes
    }

    /// Returns the falls of the last step.
    pub fn falls(&self) -> &[Fall] {
        &self.falls
    }

    /// True if a car, by its index in the level's list, is on the floor: it is not out and does not wait to
    /// come back after a fall.
    pub fn stands(&self, car: usize) -> bool {
        self.knock_out.stands(car)
    }

    /// Returns the number of lives that a car has left; each fall costs one.
    pub fn lives(&self, car: usize) -> u32 {
        self.knock_out.lives(car)
    }

    /// Returns the time until a fallen car is back, in seconds; None if it stands or is out.
    pub fn back_in(&self, car: usize) -> Option<f32> {
        let at = self.knock_out.back_at(car)?;
        Some(seconds_of(at.saturating_sub(self.step)))
    }

    /// True if a car has no life left.
    pub fn is_out(&self, car: usize) -> bool {
        self.knock_out.is_out(car)
    }

    /// Returns the mode: that of the options if the level allows it, otherwise the level's.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// True if it is a round of two teams.
    pub fn has_teams(&self) -> bool {
        self.cars.iter().any(|car| car.team.is_some())
    }

    /// True if the round has a clock and an end, and points or crashes are counted.
    pub fn counts(&self) -> bool {
        self.mode != Mode::Free
    }

    /// True if the round is in its last seconds, in which hits count double.
    pub fn is_final(&self) -> bool {
        let RoundPhase::Running { left } = self.phase() else {
            return false;
        };
        final_seconds(self.mode()).is_some_and(|last| left <= last)
    }

    /// Returns the number of impacts while the round ran, including those on walls and things.
    pub fn impacts(&self) -> u64 {
        self.impacts
    }

    /// Returns the number of decisions by each query stage for impacts, sweeps and contacts while the round
    /// ran.
    pub fn decided(&self) -> &Decisions {
        &self.decided
    }

    /// Returns the arena.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// Returns the cars: the level's in its order, then those added by hand.
    pub fn cars(&self) -> &[CarView] {
        &self.cars
    }

    /// Returns the car of the player in a slot.
    pub fn player_actor(&self, slot: usize) -> Option<&Actor> {
        let car = self.cars.iter().find(|car| car.slot == Some(slot))?;
        Some(self.arena.actor(car.actor))
    }

    /// Returns the visual model of an actor.
    pub fn asset(&self, actor: ActorId) -> &Arc<ModelAsset> {
        &self.look(actor).asset
    }

    /// Returns the content of the scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns the look of an actor.
    pub fn look(&self, actor: ActorId) -> &ActorLook {
        self.scene.look(actor)
    }

    /// Returns the level.
    pub fn level(&self) -> &Level {
        self.scene.level()
    }

    /// Returns the current scene as a level that starts in this state. Scores are not part of it.
    pub fn kept(&self) -> KeptScene {
        let cars = self.cars.iter().map(|car| (car.actor, &*car.spec));
        self.scene.kept(&self.arena, cars)
    }

    /// Returns the options of the round.
    pub fn options(&self) -> &RoundOptions {
        &self.options
    }

    /// Sets or removes the arena's clock for its statistics.
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.arena.set_clock(clock);
    }

    /// Turns the recording of contacts for the contact view on or off.
    pub fn remember_touches(&mut self, wanted: bool) {
        self.arena.remember_touches(wanted);
    }
}

/// Records that a car touched a thing, if it is the thing of a goal.
fn note_goal_touch(arena: &Arena, touches: &mut [Option<usize>], thing: ActorId, car: usize) {
    for (zone, touch) in arena.zones().iter().zip(touches) {
        if zone.goal == Some(thing) {
            *touch = Some(car);
        }
    }
}

fn allied(cars: &[CarView], a: usize, b: usize) -> bool {
    cars[a].team.is_some() && cars[a].team == cars[b].team
}

fn steps(seconds: f32) -> u64 {
    // The cast turns negative values and NaN into 0.
    (seconds * STEPS_PER_SECOND).round() as u64
}

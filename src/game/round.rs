//! A round: countdown, driving, result.

use std::sync::Arc;

use crate::arena::{Actor, ActorId, Arena};
use crate::game::contacts::ContactBook;
use crate::game::driver::{Driver, Scene};
use crate::game::{CarScore, Crash, Score};
use crate::level::{
    DriverSpec, Level, LevelError, Library, ModelAsset, Paint, PlacedArena, Style, build_arena,
    placement_error,
};
use dodgem_physics::{Clock, Controls, STEPS_PER_SECOND, seconds_of};

/// How a round is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundOptions {
    /// Decides everything random.
    pub seed: u64,
    /// How many people drive: they take the first of the level's player cars, the computer takes
    /// the others. At most the level's [`Level::player_slots`].
    pub humans: usize,
    /// How long it runs, in seconds, if not as long as the level says.
    pub duration: Option<f32>,
    /// How long the countdown is, in seconds.
    pub countdown: f32,
}

impl Default for RoundOptions {
    fn default() -> Self {
        RoundOptions {
            seed: 1,
            humans: 1,
            duration: None,
            countdown: 3.0,
        }
    }
}

/// Where a round is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// Nobody moves yet.
    Countdown {
        /// Seconds until they do.
        left: f32,
    },
    /// Crashes count.
    Running {
        /// Seconds until the end.
        left: f32,
    },
    /// The result stands; the cars brake.
    Over,
}

/// What to show of a car.
#[derive(Clone, Debug)]
pub struct CarView {
    /// Its body in the world.
    pub body: ActorId,
    /// Its name.
    pub name: String,
    /// Its colour.
    pub paint: Paint,
    /// The slot of the person who drives it, from 0.
    pub slot: Option<usize>,
}

/// A round of a level.
pub struct Round {
    /// Shared with the snapshots.
    pub(super) level: Arc<Level>,
    pub(super) options: RoundOptions,
    pub(super) arena: Arena,
    pub(super) assets: Vec<Arc<ModelAsset>>,
    pub(super) cars: Vec<CarView>,
    pub(super) bodies: Vec<ActorId>,
    pub(super) is_human: Vec<bool>,
    pub(super) car_of_body: Vec<Option<usize>>,
    pub(super) drivers: Vec<Driver>,
    pub(super) controls: Vec<Controls>,
    pub(super) contacts: ContactBook,
    pub(super) score: Score,
    pub(super) crashes: Vec<Crash>,
    pub(super) impacts: u64,
    pub(super) step: u64,
    pub(super) first_running_step: u64,
    pub(super) first_over_step: u64,
}

impl Round {
    /// A round for one person.
    ///
    /// # Errors
    /// If a model of the level can no longer be read.
    pub fn new(level: &Level, library: &Library, seed: u64) -> Result<Self, LevelError> {
        let options = RoundOptions {
            seed,
            ..RoundOptions::default()
        };
        Round::with_options(level, library, options)
    }

    /// A round as the options say.
    ///
    /// # Errors
    /// If a model of the level can no longer be read.
    pub fn with_options(
        level: &Level,
        library: &Library,
        options: RoundOptions,
    ) -> Result<Self, LevelError> {
        let placed = build_arena(level, library).map_err(|r| placement_error(level, r))?;
        let PlacedArena {
            mut arena,
            cars: bodies,
            assets,
        } = placed;
        let slots = slots(level, options.humans);
        let cars: Vec<CarView> = bodies
            .iter()
            .enumerate()
            .map(|(index, body)| CarView {
                body: *body,
                name: level.car_name(index),
                paint: Paint::parse(&level.cars[index].paint).unwrap_or(Paint::DEFAULT),
                slot: slots[index],
            })
            .collect();
        let watchers: Vec<ActorId> = (cars.iter())
            .filter(|car| car.slot.is_some())
            .map(|car| car.body)
            .collect();
        arena.watch_from(&watchers);
        let mut car_of_body = vec![None; arena.bodies().len()];
        for (index, body) in bodies.iter().enumerate() {
            car_of_body[body.index()] = Some(index);
        }
        let drivers = level.cars.iter().enumerate().map(|(index, car)| {
            let style = match car.driver {
                DriverSpec::Player => Style::Chaser,
                DriverSpec::Computer(style) => style,
            };
            Driver::new(style, index, options.seed)
        });
        let countdown = steps(options.countdown);
        let duration = steps(options.duration.unwrap_or(level.duration));
        Ok(Round {
            drivers: drivers.collect(),
            is_human: slots.iter().map(Option::is_some).collect(),
            controls: vec![Controls::default(); arena.bodies().len()],
            contacts: ContactBook::new(cars.len()),
            score: first_score(level, &cars),
            crashes: Vec::new(),
            impacts: 0,
            step: 0,
            first_running_step: countdown,
            first_over_step: countdown + duration,
            level: Arc::new(level.clone()),
            options,
            arena,
            assets,
            cars,
            bodies,
            car_of_body,
        })
    }

    /// Advances the round by one step of [`STEP_SECONDS`](dodgem_physics::STEP_SECONDS). `actions[slot]` are those of the
    /// person in that slot; without, they do nothing.
    pub fn step(&mut self, actions: &[Controls]) {
        self.crashes.clear();
        match self.phase() {
            Phase::Running { .. } => self.decide(actions),
            Phase::Countdown { .. } | Phase::Over => self.hold_cars(),
        }
        let counts = matches!(self.phase(), Phase::Running { .. });
        self.step += 1;
        self.arena.step(&self.controls);
        if counts {
            self.impacts += self.arena.events().len() as u64;
            self.find_crashes();
        }
        self.note_contacts();
    }

    fn hold_cars(&mut self) {
        self.controls.fill(Controls {
            brake: true,
            ..Controls::default()
        });
    }

    fn decide(&mut self, actions: &[Controls]) {
        let (contacts, step) = (&self.contacts, self.step);
        let scene = Scene {
            arena: &self.arena,
            cars: &self.bodies,
            is_human: &self.is_human,
            touched: &|a, b| contacts.touched_in(a, b, step),
        };
        for (car, driver) in self.cars.iter().zip(&mut self.drivers) {
            self.controls[car.body.index()] = match car.slot {
                Some(slot) => actions.get(slot).copied().unwrap_or_default().into(),
                None => driver.control(&scene),
            };
        }
    }

    fn find_crashes(&mut self) {
        for impact in self.arena.events() {
            let Some(other) = impact.met.body() else {
                continue;
            };
            let cars = (
                self.car_of_body[impact.a.index()],
                self.car_of_body[other.index()],
            );
            let (Some(a), Some(b)) = cars else { continue };
            let hard = impact.relative_speed >= self.level.crash_speed;
            let new = self.contacts.were_apart(a, b, self.step)
                && !self
                    .crashes
                    .iter()
                    .any(|crash| (crash.a, crash.b) == (a, b));
            if hard && new {
                let crash = Crash {
                    time: seconds_of(self.step),
                    point: impact.point,
                    a,
                    b,
                    strength: impact.relative_speed,
                    impulse: impact.impulse,
                };
                self.crashes.push(crash);
                self.score.count(&crash);
            }
        }
    }

    fn note_contacts(&mut self) {
        for (a, b) in self.arena.touching() {
            let cars = (self.car_of_body[a.index()], self.car_of_body[b.index()]);
            if let (Some(a), Some(b)) = cars {
                self.contacts.touch(a, b, self.step);
            }
        }
    }

    /// Where the round is.
    pub fn phase(&self) -> Phase {
        let left = |until: u64| seconds_of(until - self.step);
        if self.step < self.first_running_step {
            let left = left(self.first_running_step);
            Phase::Countdown { left }
        } else if self.step < self.first_over_step {
            let left = left(self.first_over_step);
            Phase::Running { left }
        } else {
            Phase::Over
        }
    }

    /// The round's time in seconds, countdown included.
    pub fn time(&self) -> f32 {
        seconds_of(self.step)
    }

    /// How many steps crashes have counted for.
    pub fn running_steps(&self) -> u64 {
        self.step
            .clamp(self.first_running_step, self.first_over_step)
            - self.first_running_step
    }

    /// The result so far.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// The crashes of the last step.
    pub fn crashes(&self) -> &[Crash] {
        &self.crashes
    }

    /// How many impacts there were while the round ran, those on walls and obstacles included.
    pub fn impacts(&self) -> u64 {
        self.impacts
    }

    /// The world.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The cars, as in the level.
    pub fn cars(&self) -> &[CarView] {
        &self.cars
    }

    /// The body of the person in a slot.
    pub fn player_body(&self, slot: usize) -> Option<&Actor> {
        let car = self.cars.iter().find(|car| car.slot == Some(slot))?;
        Some(self.arena.body(car.body))
    }

    /// The model of a body, as it is drawn.
    pub fn asset(&self, body: ActorId) -> &Arc<ModelAsset> {
        &self.assets[body.index()]
    }

    /// The level.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// How it is played.
    pub fn options(&self) -> &RoundOptions {
        &self.options
    }

    /// Lends the world a clock for its statistics.
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.arena.set_clock(clock);
    }
}

fn steps(seconds: f32) -> u64 {
    // Negative and NaN become 0 by the cast.
    (seconds * STEPS_PER_SECOND).round() as u64
}

/// The slot of each car: the first `humans` player cars have one.
fn slots(level: &Level, humans: usize) -> Vec<Option<usize>> {
    let humans = humans.min(level.player_slots());
    let mut next = 0;
    let slot = |car: &crate::level::CarSpec| {
        let human = car.driver == DriverSpec::Player && next < humans;
        human.then(|| {
            next += 1;
            next - 1
        })
    };
    level.cars.iter().map(slot).collect()
}

fn first_score(level: &Level, cars: &[CarView]) -> Score {
    let player = level
        .cars
        .iter()
        .position(|car| car.driver == DriverSpec::Player);
    let line = |car: &CarView| CarScore {
        name: car.name.clone(),
        slot: car.slot,
        crashes: 0,
        hardest: 0.0,
    };
    Score {
        crashes: 0,
        player: player.unwrap_or(0),
        cars: cars.iter().map(line).collect(),
    }
}

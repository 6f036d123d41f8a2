//! The cars of a round: their drivers and table rows, and changes by hand, which are allowed only where
//! nothing is counted.

use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::math::Pose;

use crate::arena::{ActorId, Controls, HandError};
use crate::game::contacts::ContactBook;
use crate::game::drivers::Driver;
use crate::game::round::{CarView, RoundOptions};
use crate::game::rules::{History, KnockOut, Motion};
use crate::game::seat::drives_by_hand;
use crate::game::{CarScore, Round, Score, Tally};
use crate::level::scene::{angles, free_name};
use crate::level::{CarSpec, DriverSpec, Level, Mode, Paint, Point, Style, limits};

impl Round {
    /// Adds a car to the scene, above its place if the place is not free.
    pub(super) fn add_car(&mut self, car: &CarSpec) -> Result<(), HandError> {
        self.refuse_cars()?;
        if self.cars.len() >= limits::CARS {
            let most = limits::CARS;
            let full = format!("there are {most} cars already, and more there cannot be");
            return Err(HandError::Refused(full));
        }
        let wanted = if car.name.is_empty() {
            "Car"
        } else {
            &car.name
        };
        let mut spec = CarSpec {
            name: free_name(&self.arena, wanted),
            ..car.clone()
        };
        let (desc, look) = self.scene.car(&spec).map_err(HandError::Refused)?;
        let actor = self.arena.add_above(desc, limits::BODIES)?;
        // Its final place.
        let place = self.arena.actor(actor).start.translation();
        (spec.position, spec.height) = (Point(place.x, place.z), place.y);
        Arc::make_mut(&mut self.scene).add_car(look);
        let mut cars = (*self.cars).clone();
        cars.push(CarView {
            actor,
            name: spec.name.clone(),
            paint: Paint::parse(&spec.paint).unwrap_or(Paint::of_place(cars.len())),
            number: cars.len() + 1,
            slot: None,
            team: None,
            spec: Arc::new(spec),
            by_hand: true,
            renamed: false,
        });
        seat_by_hand(&mut cars);
        self.take_cars(Arc::new(cars));
        let last = self.cars.len() - 1;
        let driver = driver_of(&self.cars[last], last, &self.options);
        self.drivers.push(driver);
        Ok(())
    }

    /// Adds a copy of an actor at a pose, above it if the place is not free.
    pub(super) fn copy(&mut self, id: ActorId, pose: &Pose) -> Result<(), HandError> {
        match self.car_of(id) {
            Some(car) => self.copy_car(car, pose),
            None => self.edit(|scene, arena| scene.copy(arena, id, pose)),
        }
    }

    fn copy_car(&mut self, car: usize, pose: &Pose) -> Result<(), HandError> {
        let place = pose.translation();
        let [heading, tilt, roll] = angles(pose.rotation());
        let copy = CarSpec {
            name: self.arena.actor(self.cars[car].actor).name.to_string(),
            position: Point(place.x, place.z),
            height: place.y,
            heading,
            tilt,
            roll,
            velocity: Vec3::ZERO,
            spin: Vec3::ZERO,
            ..(*self.cars[car].spec).clone()
        };
        self.add_car(&copy)
    }

    /// Removes an actor, unless it is one of the level's cars.
    pub(super) fn remove(&mut self, id: ActorId) -> Result<(), HandError> {
        let Some(car) = self.car_of(id) else {
            return self.edit(|scene, arena| scene.remove(arena, id));
        };
        if !self.cars[car].by_hand {
            return Err(HandError::Car(self.cars[car].name.clone()));
        }
        self.refuse_cars()?;
        self.edit(|scene, arena| scene.remove(arena, id))?;
        let mut cars = (*self.cars).clone();
        cars.remove(car);
        seat_by_hand(&mut cars);
        self.take_cars(Arc::new(cars));
        // The drivers refer to cars by index, and the indices have changed.
        let drivers = self.cars.iter().enumerate();
        let drivers = drivers.map(|(index, car)| driver_of(car, index, &self.options));
        self.drivers = drivers.collect();
        Ok(())
    }

    fn refuse_cars(&self) -> Result<(), HandError> {
        let why = match (self.mode, self.arena.is_repeatable()) {
            (Mode::Free, true) => return Ok(()),
            (Mode::Free, false) => "on a budget of real time the cars stay as they are",
            _ => "where something is counted the cars stay as they are",
        };
        Err(HandError::Refused(why.to_owned()))
    }

    /// Replaces the cars and resets all data per car: nothing is counted here, so no score is lost.
    pub(super) fn take_cars(&mut self, cars: Arc<Vec<CarView>>) {
        if Arc::ptr_eq(&cars, &self.cars) {
            return;
        }
        let same = cars.len() == self.cars.len()
            && (cars.iter().zip(&**self.cars)).all(|(one, other)| one.actor == other.actor);
        self.cars = cars;
        self.is_human = self.cars.iter().map(|car| car.slot.is_some()).collect();
        self.score.player = score_of(&self.cars).player;
        for (line, car) in self.score.cars.iter_mut().zip(&**self.cars) {
            line.slot = car.slot;
        }
        if same {
            return;
        }
        let (count, actors) = (self.cars.len(), self.arena.actors().len());
        self.car_actors = self.cars.iter().map(|car| car.actor).collect();
        self.car_of_actor.clear();
        self.car_of_actor.resize(actors, None);
        for (index, car) in self.car_actors.iter().enumerate() {
            self.car_of_actor[car.index()] = Some(index);
        }
        self.controls.resize(actors, Controls::default());
        self.contacts = ContactBook::new(count);
        self.history = History::new(count);
        self.knock_out = KnockOut::new(count, self.level().lives);
        self.motions = vec![Motion::default(); count];
        self.goal_touches.fill(None);
        self.score = score_of(&self.cars);
        self.watch_players();
    }
}

/// Gives the first player's slot to the first added player car, if no person drives one of the level's cars.
fn seat_by_hand(cars: &mut [CarView]) {
    let own = cars.iter().any(|car| !car.by_hand && car.slot.is_some());
    if own || drives_by_hand(cars) {
        return;
    }
    let mut free = cars.iter_mut().filter(|car| car.by_hand);
    if let Some(car) = free.find(|car| car.spec.driver == DriverSpec::Player) {
        car.slot = Some(0);
    }
}

/// Returns the slot of each car: the first `humans` player cars of the level have one.
pub(super) fn slots(level: &Level, humans: usize) -> Vec<Option<usize>> {
    let mut slots = vec![None; level.cars.len()];
    for (slot, car) in level.seats().take(humans).enumerate() {
        slots[car] = Some(slot);
    }
    slots
}

/// Creates the computer's driver of a car.
pub(super) fn driver_of(car: &CarView, index: usize, options: &RoundOptions) -> Driver {
    let style = match car.spec.driver {
        DriverSpec::Player => Style::Chaser,
        DriverSpec::Computer(style) => style,
    };
    Driver::new(style, options.difficulty, index, options.seed)
}

/// Returns the table at the start of a round.
pub(super) fn score_of(cars: &[CarView]) -> Score {
    let line = |car: &CarView| CarScore {
        name: car.name.clone(),
        slot: car.slot,
        team: car.team,
        tally: Tally::default(),
    };
    let mut score = Score {
        player: player_of(cars),
        cars: cars.iter().map(line).collect(),
        ..Score::default()
    };
    score.place_player();
    score
}

/// Returns the index of the first player's car: an added car that a person drives, otherwise the level's
/// first player car.
fn player_of(cars: &[CarView]) -> usize {
    let mut seats = cars.iter();
    let by_hand = seats.position(|car| car.by_hand && car.slot == Some(0));
    by_hand.unwrap_or_else(|| first_player(cars))
}

/// Returns the index of the level's first player car.
pub(super) fn first_player(cars: &[CarView]) -> usize {
    let mut own = cars.iter().take_while(|car| !car.by_hand);
    let player = own.position(|car| car.spec.driver == DriverSpec::Player);
    player.unwrap_or(0)
}

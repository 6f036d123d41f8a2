//! The crew of a round: its cars, the people and computer drivers in them, and their controls.

mod deciding;
mod views;

use std::sync::Arc;

use crate::drivers::{Driver, DriverIntent};
use crate::{Difficulty, Team};
use dodgem_scene::arena::{Actor, ActorId, Arena, Controls};
use dodgem_scene::level::{CarSpec, DriverSpec, Paint};

pub(super) use crate::crew::deciding::Sight;
pub(super) use crate::crew::views::{driver_of, score_of, seat_by_hand, starting_cars};

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
    pub(crate) spec: Arc<CarSpec>,
    /// True if it was added by hand.
    pub(crate) by_hand: bool,
    /// True if its name differs from the one in its level.
    pub(crate) renamed: bool,
}

impl CarView {
    /// True if the car's name differs from the one in its level.
    pub fn has_own_name(&self) -> bool {
        self.renamed
    }
}

/// The cars of a round with their drivers.
pub(crate) struct Crew {
    /// The level's cars first; shared with the snapshots.
    cars: Arc<Vec<CarView>>,
    /// The actor of each car.
    actors: Vec<ActorId>,
    is_human: Vec<bool>,
    /// The car of each actor.
    of_actor: Vec<Option<usize>>,
    /// Car that a person takes over from the computer, and the first step of that.
    seat: Option<(usize, u64)>,
    drivers: Vec<Driver>,
    /// By actor.
    controls: Vec<Controls>,
}

impl Crew {
    /// Creates the crew of an arena with this many actors.
    pub fn new(cars: Vec<CarView>, drivers: Vec<Driver>, actors: usize) -> Crew {
        let mut crew = Crew {
            cars: Arc::new(cars),
            actors: Vec::new(),
            is_human: Vec::new(),
            of_actor: Vec::new(),
            seat: None,
            drivers,
            controls: Vec::new(),
        };
        crew.find_actors(actors);
        crew
    }

    /// Returns the cars: the level's in its order, then those added by hand.
    pub fn cars(&self) -> &Arc<Vec<CarView>> {
        &self.cars
    }

    /// Returns the drivers, in the order of the cars.
    pub fn drivers(&self) -> &Vec<Driver> {
        &self.drivers
    }

    /// Returns the controls of each actor.
    pub fn controls(&self) -> &Vec<Controls> {
        &self.controls
    }

    /// Replaces drivers and controls by those of a snapshot.
    pub fn restore(&mut self, drivers: &Vec<Driver>, controls: &Vec<Controls>) {
        self.drivers.clone_from(drivers);
        self.controls.clone_from(controls);
    }

    /// Returns the index of an actor's car; None if it is not a car.
    pub fn car_of(&self, id: ActorId) -> Option<usize> {
        self.of_actor.get(id.index()).copied().flatten()
    }

    /// True if two cars are in one team.
    pub fn allied(&self, a: usize, b: usize) -> bool {
        allied(&self.cars, a, b)
    }

    /// Returns the intention of a car's driver.
    pub fn intent(&self, car: usize) -> DriverIntent {
        self.drivers[car].intent()
    }

    /// Returns the number of cars that people drive now.
    pub fn people(&self) -> usize {
        self.cars.iter().filter(|car| car.slot.is_some()).count()
    }

    /// Returns the actors of the cars that people drive.
    pub fn watchers(&self) -> Vec<ActorId> {
        let people = self.cars.iter().filter(|car| car.slot.is_some());
        people.map(|car| car.actor).collect()
    }

    /// Replaces the cars. Returns true if they are other actors than before: then all data per car is void.
    pub fn set_cars(&mut self, cars: Arc<Vec<CarView>>, actors: usize) -> bool {
        let same = cars.len() == self.cars.len()
            && (cars.iter().zip(&**self.cars)).all(|(one, other)| one.actor == other.actor);
        self.cars = cars;
        self.find_people();
        if !same {
            self.find_actors(actors);
        }
        !same
    }

    /// Replaces the cars by the same ones with other names, numbers or colours.
    pub fn dress(&mut self, cars: Vec<CarView>) {
        self.cars = Arc::new(cars);
    }

    /// Adds the driver of a car that was added.
    pub fn add_driver(&mut self, driver: Driver) {
        self.drivers.push(driver);
    }

    /// Replaces all drivers.
    pub fn set_drivers(&mut self, drivers: Vec<Driver>) {
        self.drivers = drivers;
    }

    /// Sets the difficulty of a car's computer driver.
    pub fn set_difficulty(&mut self, car: usize, difficulty: Difficulty) {
        if let Some(driver) = self.drivers.get_mut(car) {
            driver.set_difficulty(difficulty);
        }
    }

    fn find_people(&mut self) {
        self.is_human.clear();
        let people = self.cars.iter().map(|car| car.slot.is_some());
        self.is_human.extend(people);
    }

    fn find_actors(&mut self, actors: usize) {
        self.find_people();
        self.actors = self.cars.iter().map(|car| car.actor).collect();
        self.of_actor.clear();
        self.of_actor.resize(actors, None);
        for (index, car) in self.actors.iter().enumerate() {
            self.of_actor[car.index()] = Some(index);
        }
        self.controls.resize(actors, Controls::default());
    }

    /// Returns the car of the player in a slot.
    pub fn player_actor<'a>(&self, slot: usize, arena: &'a Arena) -> Option<&'a Actor> {
        let car = self.cars.iter().find(|car| car.slot == Some(slot))?;
        Some(arena.actor(car.actor))
    }

    /// Returns the car given to a player who has none: the level's first player car.
    pub fn free_seat(&self) -> usize {
        first_player(&self.cars)
    }

    /// From a step (from 0) on, lets a person drive a car of the level as the first player, in a round
    /// without players. A second call can only make that step earlier. Returns false if that is impossible.
    pub fn seat_from(&mut self, car: usize, step: u64) -> bool {
        let mut own = self.cars.iter().filter(|car| !car.by_hand);
        let known = self.cars.get(car).is_some_and(|car| !car.by_hand);
        self.seat = match self.seat {
            Some((car, from)) => Some((car, from.min(step))),
            None if own.any(|car| car.slot.is_some()) || !known => return false,
            None => Some((car, step)),
        };
        true
    }

    /// Updates the driver of the car that is taken over, in a step. It depends only on the step, and on
    /// whether the person drives a car that was added by hand. Returns the car and its slot if it changed.
    pub fn keep_seat(&mut self, step: u64) -> Option<(usize, Option<usize>)> {
        let (car, from) = self.seat?;
        let sits = step >= from && !drives_by_hand(&self.cars);
        // A snapshot of that very step may predate the takeover.
        if sits == self.is_human[car] && step != from {
            return None;
        }
        self.is_human[car] = sits;
        let slot = sits.then_some(0);
        Arc::make_mut(&mut self.cars)[car].slot = slot;
        Some((car, slot))
    }
}

fn allied(cars: &[CarView], a: usize, b: usize) -> bool {
    cars[a].team.is_some() && cars[a].team == cars[b].team
}

/// True if a person drives a car that was added by hand.
pub(super) fn drives_by_hand(cars: &[CarView]) -> bool {
    cars.iter().any(|car| car.by_hand && car.slot.is_some())
}

/// Returns the index of the level's first player car.
pub(super) fn first_player(cars: &[CarView]) -> usize {
    let mut own = cars.iter().take_while(|car| !car.by_hand);
    let player = own.position(|car| car.spec.driver == DriverSpec::Player);
    player.unwrap_or(0)
}

//! The cars of a round: their drivers and table rows, and changes by hand, which are allowed only where
//! nothing is counted.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::math::Pose;

use crate::crew::{CarView, driver_of, score_of, seat_by_hand};
use crate::drivers::Driver;
use crate::{Difficulty, Dress, Round, RoundOptions};
use dodgem_scene::arena::{ActorId, HandError};
use dodgem_scene::level::scene::{angles, free_name};
use dodgem_scene::level::{CarSpec, DriverSpec, Mode, Paint, Point};
use dodgem_scene::params::limits;

impl Round {
    /// Adds a car to the scene, above its place if the place is not free.
    pub(crate) fn add_car(&mut self, car: &CarSpec) -> Result<(), HandError> {
        self.refuse_cars()?;
        if self.cars().len() >= limits::CARS {
            let most = limits::CARS;
            let full = format!("there are {most} cars already, the most that is allowed");
            return Err(HandError::Refused(full));
        }
        self.refuse_players(car)?;
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
        let mut cars = self.cars().to_vec();
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
        let last = self.cars().len() - 1;
        let driver = self.new_driver(last);
        self.crew.add_driver(driver);
        Ok(())
    }

    /// Adds a copy of an actor at a pose, above it if the place is not free.
    pub(crate) fn copy(&mut self, id: ActorId, pose: &Pose) -> Result<(), HandError> {
        match self.crew.car_of(id) {
            Some(car) => self.copy_car(car, pose),
            None => self.edit(|scene, arena| scene.copy(arena, id, pose)),
        }
    }

    fn copy_car(&mut self, car: usize, pose: &Pose) -> Result<(), HandError> {
        let place = pose.translation();
        let [heading, tilt, roll] = angles(pose.rotation());
        let copy = CarSpec {
            name: self.arena.actor(self.cars()[car].actor).name.to_string(),
            position: Point(place.x, place.z),
            height: place.y,
            heading,
            tilt,
            roll,
            velocity: Vec3::ZERO,
            spin: Vec3::ZERO,
            ..(*self.cars()[car].spec).clone()
        };
        self.add_car(&copy)
    }

    /// Removes an actor, unless it is one of the level's cars.
    pub(crate) fn remove(&mut self, id: ActorId) -> Result<(), HandError> {
        self.remove_all(&[id])
    }

    /// Removes actors, unless one is of the level's cars.
    pub(crate) fn remove_all(&mut self, ids: &[ActorId]) -> Result<(), HandError> {
        let mut gone = BTreeSet::new();
        for id in ids {
            if !self.arena.is_present(*id) || !gone.insert(*id) {
                return Err(HandError::Gone);
            }
            if let Some(car) = self.crew.car_of(*id) {
                if !self.cars()[car].by_hand {
                    return Err(HandError::Car(self.cars()[car].name.clone()));
                }
                self.refuse_cars()?;
            }
        }
        for id in ids {
            self.edit(|scene, arena| scene.remove(arena, *id))?;
        }
        let mut cars = self.cars().to_vec();
        cars.retain(|car| !gone.contains(&car.actor));
        if cars.len() == self.cars().len() {
            return Ok(());
        }
        seat_by_hand(&mut cars);
        self.take_other_cars(cars);
        Ok(())
    }

    /// Brings back the cars of an earlier state that were removed since; the others keep their appearance.
    pub(super) fn return_cars(&mut self, earlier: &[CarView]) {
        if earlier.len() == self.cars().len() {
            return;
        }
        let returned = earlier.iter().map(|car| {
            let mut present = self.cars().iter();
            let present = present.find(|one| one.actor == car.actor);
            CarView {
                slot: car.slot,
                ..present.unwrap_or(car).clone()
            }
        });
        self.take_other_cars(returned.collect());
        self.keep_seat();
    }

    /// Replaces the cars by others.
    fn take_other_cars(&mut self, cars: Vec<CarView>) {
        self.take_cars(Arc::new(cars));
        // The drivers refer to cars by index, and the indices have changed.
        let drivers = (0..self.cars().len()).map(|car| self.new_driver(car));
        let drivers = drivers.collect();
        self.crew.set_drivers(drivers);
    }

    fn new_driver(&self, car: usize) -> Driver {
        let RoundOptions {
            difficulty, seed, ..
        } = self.options;
        driver_of(&self.cars()[car], car, difficulty, seed)
    }

    fn refuse_cars(&self) -> Result<(), HandError> {
        let why = match (self.rules.mode, self.arena.is_repeatable()) {
            (Mode::Free, true) => return Ok(()),
            (Mode::Free, false) => "on a budget of real time the cars cannot change",
            _ => "where something is counted the cars cannot change",
        };
        Err(HandError::Refused(why.to_owned()))
    }

    /// Refuses a further player car if there are as many as a file may have.
    fn refuse_players(&self, car: &CarSpec) -> Result<(), HandError> {
        let is_player = |spec: &CarSpec| spec.driver == DriverSpec::Player;
        let players = self.cars().iter().filter(|car| is_player(&car.spec));
        if !is_player(car) || players.count() < limits::PLAYERS {
            return Ok(());
        }
        let most = limits::PLAYERS;
        let full = format!("there are {most} player cars already, the most that is allowed");
        Err(HandError::Refused(full))
    }

    /// Replaces the cars and resets all data per car: nothing is counted here, so no score is lost.
    pub(super) fn take_cars(&mut self, cars: Arc<Vec<CarView>>) {
        if Arc::ptr_eq(&cars, self.crew.cars()) {
            return;
        }
        let others = self.crew.set_cars(cars, self.arena.actors().len());
        let fresh = score_of(self.crew.cars());
        let score = self.judge.score_mut();
        score.player = fresh.player;
        for (line, car) in score.cars.iter_mut().zip(&**self.crew.cars()) {
            line.slot = car.slot;
        }
        if others {
            self.judge.begin_again(fresh, self.rules.lives);
            self.watch_players();
        }
    }

    /// Sets the difficulty of a car's computer driver before the round begins, to compare drivers in one
    /// round.
    pub fn set_difficulty(&mut self, car: usize, difficulty: Difficulty) {
        if self.course.step() == 0 {
            self.crew.set_difficulty(car, difficulty);
        }
    }

    /// From a step (from 0) on, lets a person drive a car of the level as the first player, in a round
    /// without players. A second call can only make that step earlier. The result depends on the step alone,
    /// so rewinding the round does not change it.
    pub fn seat_from(&mut self, car: usize, step: u64) {
        if self.crew.seat_from(car, step) {
            self.keep_seat();
        }
    }

    /// Updates the driver of the car that is taken over.
    pub(super) fn keep_seat(&mut self) {
        if let Some((car, slot)) = self.crew.keep_seat(self.course.step()) {
            self.judge.score_mut().cars[car].slot = slot;
            self.watch_players();
        }
    }

    /// Gives sweeps near the players' cars priority.
    fn watch_players(&mut self) {
        self.arena.watch_from(&self.crew.watchers());
    }

    /// Sets the appearance of a car; the simulation is not affected.
    pub fn dress(&mut self, car: usize, dress: &Dress) {
        let mut cars = self.cars().to_vec();
        let Some(view) = cars.get(car) else {
            return;
        };
        let Dress {
            name,
            paint,
            number,
        } = dress.clone().within_bounds();
        let (own, number) = (view.number, usize::from(number));
        // Numbers are unique within a round.
        if number > 0
            && let Some(other) = cars.iter_mut().find(|other| other.number == number)
        {
            other.number = own;
        }
        let view = &mut cars[car];
        if !name.is_empty() {
            (view.name, view.renamed) = (name, true);
        }
        // All cars of a team have the team's colour.
        if view.team.is_none() {
            view.paint = Paint::parse(&paint).unwrap_or(view.paint);
        }
        if number > 0 {
            view.number = number;
        }
        if let Some(line) = self.judge.score_mut().cars.get_mut(car) {
            line.name.clone_from(&view.name);
        }
        self.crew.dress(cars);
    }
}

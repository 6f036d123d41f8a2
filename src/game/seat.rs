//! Lets a person take over a car from the computer.

use std::sync::Arc;

use crate::game::cars::first_player;
use crate::game::round::CarView;
use crate::game::{Difficulty, Round};

/// True if a person drives a car that was added by hand.
pub(super) fn drives_by_hand(cars: &[CarView]) -> bool {
    cars.iter().any(|car| car.by_hand && car.slot.is_some())
}

impl Round {
    /// Sets the difficulty of a car's computer driver before the round begins, to compare drivers in one
    /// round.
    pub fn set_difficulty(&mut self, car: usize, difficulty: Difficulty) {
        if let (Some(driver), 0) = (self.drivers.get_mut(car), self.step) {
            driver.set_difficulty(difficulty);
        }
    }

    /// Returns the number of cars that people drive now.
    pub fn people(&self) -> usize {
        self.cars.iter().filter(|car| car.slot.is_some()).count()
    }

    /// Returns the car given to a player who has none: the level's first player car.
    pub fn free_seat(&self) -> usize {
        first_player(&self.cars)
    }

    /// From a step (from 0) on, lets a person drive a car of the level as the first player, in a round
    /// without players. A second call can only make that step earlier. The result depends on the step alone,
    /// so rewinding the round does not change it.
    pub fn seat_from(&mut self, car: usize, step: u64) {
        let mut own = self.cars.iter().filter(|car| !car.by_hand);
        let known = self.cars.get(car).is_some_and(|car| !car.by_hand);
        let (car, from) = match self.seat {
            Some((car, from)) => (car, from.min(step)),
            None if own.any(|car| car.slot.is_some()) || !known => return,
            None => (car, step),
        };
        self.seat = Some((car, from));
        self.keep_seat();
    }

    /// Updates the driver of the car that is taken over. It depends only on the step, and on whether the
    /// person drives a car that was added by hand.
    pub(super) fn keep_seat(&mut self) {
        let Some((car, from)) = self.seat else {
            return;
        };
        let sits = self.step >= from && !drives_by_hand(&self.cars);
        // A snapshot of that very step may predate the takeover.
        if sits == self.is_human[car] && self.step != from {
            return;
        }
        self.is_human[car] = sits;
        let slot = sits.then_some(0);
        Arc::make_mut(&mut self.cars)[car].slot = slot;
        self.score.cars[car].slot = slot;
        self.watch_players();
    }

    /// Gives sweeps near the players' cars priority.
    pub(super) fn watch_players(&mut self) {
        let people = self.cars.iter().filter(|car| car.slot.is_some());
        let watchers: Vec<_> = people.map(|car| car.actor).collect();
        self.arena.watch_from(&watchers);
    }
}

//! A person takes over a car that the computer drives.

use std::sync::Arc;

use crate::game::cars::first_player;
use crate::game::round::CarView;
use crate::game::{Difficulty, Round};

/// True if a person drives a car that came by hand.
pub(super) fn drives_by_hand(cars: &[CarView]) -> bool {
    cars.iter().any(|car| car.by_hand && car.slot.is_some())
}

impl Round {
    /// Makes the computer's driver of a car one of another difficulty than the options say, before the round
    /// begins: to compare drivers in one round.
    pub fn set_difficulty(&mut self, car: usize, difficulty: Difficulty) {
        if let (Some(driver), 0) = (self.drivers.get_mut(car), self.step) {
            driver.set_difficulty(difficulty);
        }
    }

    /// How many people drive now.
    pub fn people(&self) -> usize {
        self.cars.iter().filter(|car| car.slot.is_some()).count()
    }

    /// The car whose wheel a person takes who has none: the first of the level's for a player.
    pub fn free_seat(&self) -> usize {
        first_player(&self.cars)
    }

    /// From a step (from 0) on a person drives a car of the level that the computer drives: as the first player, in
    /// a round that has none. Called again it is from the earlier of the steps on. Going back and forth in the
    /// round is the same round.
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

    /// Whether a person sits in the car that is taken over depends on nothing but the step, and on whether that
    /// person has a car that came by hand.
    pub(super) fn keep_seat(&mut self) {
        let Some((car, from)) = self.seat else {
            return;
        };
        let sits = self.step >= from && !drives_by_hand(&self.cars);
        // A snapshot of that very step may be of before the car was taken over.
        if sits == self.is_human[car] && self.step != from {
            return;
        }
        self.is_human[car] = sits;
        let slot = sits.then_some(0);
        Arc::make_mut(&mut self.cars)[car].slot = slot;
        self.score.cars[car].slot = slot;
        self.watch_players();
    }

    /// Sweeps near the people's cars go first.
    pub(super) fn watch_players(&mut self) {
        let people = self.cars.iter().filter(|car| car.slot.is_some());
        let watchers: Vec<_> = people.map(|car| car.actor).collect();
        self.arena.watch_from(&watchers);
    }
}

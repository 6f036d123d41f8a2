//! A person takes over a car that the computer drives.

use crate::game::Round;

impl Round {
    /// How many people drive now.
    pub fn people(&self) -> usize {
        self.cars.iter().filter(|car| car.slot.is_some()).count()
    }

    /// From a step (from 0) on a person drives a car that the computer drives: as the first player, in a
    /// round that has none. Called again it is from the earlier of the steps on. Going back and forth in the
    /// round is the same round.
    pub fn seat_from(&mut self, car: usize, step: u64) {
        let (car, from) = match self.seat {
            Some((car, from)) => (car, from.min(step)),
            None if self.people() > 0 || car >= self.cars.len() => return,
            None => (car, step),
        };
        self.seat = Some((car, from));
        self.keep_seat();
    }

    /// Whether a person sits in the car that is taken over depends on nothing but the step.
    pub(super) fn keep_seat(&mut self) {
        let Some((car, from)) = self.seat else {
            return;
        };
        let sits = self.step >= from;
        // A snapshot of that very step may be of before the car was taken over.
        if sits == self.is_human[car] && self.step != from {
            return;
        }
        self.is_human[car] = sits;
        self.cars[car].slot = sits.then_some(0);
        self.score.cars[car].slot = self.cars[car].slot;
        let watcher = sits.then_some(self.cars[car].actor);
        self.arena.watch_from(watcher.as_slice());
    }
}

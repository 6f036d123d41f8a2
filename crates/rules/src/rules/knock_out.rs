//! Falls and lives, and the credit for a fall, in [`Mode::KnockOut`](crate::Mode::KnockOut).

use dodgem_physics::STEPS_PER_SECOND;

use crate::seconds_of;

use crate::params::{BACK_SECONDS, FALL_CREDIT_SECONDS, OUT_DEPTH};

/// True if a car with its origin at this height above the floor, in metres, has fallen over the edge.
pub fn is_out(height: f32) -> bool {
    height < -OUT_DEPTH
}

/// Last hits, falls and lives of all cars.
#[derive(Clone, Debug)]
pub struct KnockOut {
    cars: Vec<Standing>,
    /// Number of falls after which a car is out.
    lives: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    /// Last car that drove into this one, and the step.
    hit: Option<(usize, u64)>,
    /// Number of falls.
    falls: u32,
    /// Step of its last fall, until it is back; 0 if it stands.
    fell: u64,
}

impl KnockOut {
    pub fn new(cars: usize, lives: u32) -> Self {
        KnockOut {
            cars: vec![Standing::default(); cars],
            lives,
        }
    }

    /// Copies another value but keeps its own allocations.
    pub fn copy_from(&mut self, other: &KnockOut) {
        let KnockOut { cars, lives } = other;
        self.cars.clone_from(cars);
        self.lives = *lives;
    }

    /// Returns its size in memory, in bytes, without the struct itself.
    pub fn size(&self) -> usize {
        self.cars.capacity() * size_of::<Standing>()
    }

    /// Records that a car drove into another one.
    pub fn note_hit(&mut self, by: usize, on: usize, step: u64) {
        self.cars[on].hit = Some((by, step));
    }

    /// Records a fall; returns the car that hit it last, if that was recent.
    pub fn note_fall(&mut self, car: usize, step: u64) -> Option<usize> {
        let standing = &mut self.cars[car];
        standing.fell = step;
        standing.falls += 1;
        let (by, at) = standing.hit.take()?;
        (seconds_of(step - at) <= FALL_CREDIT_SECONDS).then_some(by)
    }

    /// Returns true if a fallen car comes back in a step; it stands from then on.
    pub fn comes_back(&mut self, car: usize, step: u64) -> bool {
        let back = !self.is_out(car) && self.back_at(car).is_some_and(|at| step >= at);
        if back {
            self.cars[car].fell = 0;
        }
        back
    }

    /// Returns the step in which a fallen car comes back; None if it stands or is out.
    pub fn back_at(&self, car: usize) -> Option<u64> {
        let standing = self.cars.get(car)?;
        let waits = standing.fell > 0 && !self.is_out(car);
        waits.then(|| standing.fell + (BACK_SECONDS * STEPS_PER_SECOND) as u64)
    }

    /// True if a car is on the floor: it is not out and does not wait to come back after a fall.
    pub fn stands(&self, car: usize) -> bool {
        self.cars.get(car).is_none_or(|car| car.fell == 0)
    }

    /// Returns the number of lives that a car has left.
    pub fn lives(&self, car: usize) -> u32 {
        let falls = self.cars.get(car).map_or(0, |car| car.falls);
        self.lives.saturating_sub(falls)
    }

    /// True if a car has no life left.
    pub fn is_out(&self, car: usize) -> bool {
        self.lives(car) == 0
    }

    /// Returns the cars that have a life left.
    fn left(&self) -> impl Iterator<Item = usize> {
        (0..self.cars.len()).filter(|car| !self.is_out(*car))
    }

    /// True if fewer than two cars have a life left; with a single car, if it has none.
    pub fn is_decided(&self) -> bool {
        let least = self.cars.len().min(2);
        self.left().take(least).count() < least
    }

    /// Returns the last car with a life left, once the round is decided.
    pub fn last_standing(&self) -> Option<usize> {
        self.left().next().filter(|_| self.is_decided())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fall_is_the_work_of_who_hit_last_within_three_seconds() {
        let mut book = KnockOut::new(3, 1);
        book.note_hit(0, 2, 100);
        book.note_hit(1, 2, 200);
        assert_eq!(book.note_fall(2, 560), Some(1));
        book.note_hit(0, 1, 600);
        assert_eq!(book.note_fall(1, 961), None, "361 steps later");
        assert!(book.is_out(1) && book.is_out(2));
        assert_eq!(book.last_standing(), Some(0));
    }

    #[test]
    fn nobody_is_last_while_two_stand_or_when_none_does() {
        let mut book = KnockOut::new(2, 1);
        assert_eq!((book.last_standing(), book.is_decided()), (None, false));
        book.note_fall(0, 5);
        book.note_fall(1, 5);
        assert_eq!((book.last_standing(), book.is_decided()), (None, true));
    }

    #[test]
    fn who_has_a_life_left_is_back_three_seconds_after_a_fall_and_the_hit_is_paid_once() {
        let mut book = KnockOut::new(2, 2);
        book.note_hit(1, 0, 90);
        assert_eq!(book.note_fall(0, 100), Some(1));
        assert!(!book.stands(0) && !book.is_out(0) && book.lives(0) == 1);
        assert_eq!(book.back_at(0), Some(460));
        assert!(!book.comes_back(0, 459) && book.comes_back(0, 460) && book.stands(0));
        assert_eq!(book.note_fall(0, 465), None, "by itself");
        assert!(book.is_out(0) && !book.stands(0) && !book.comes_back(0, 9000));
        assert_eq!((book.back_at(0), book.last_standing()), (None, Some(1)));
    }

    #[test]
    fn a_car_that_leans_over_the_edge_is_not_out() {
        assert!(!is_out(0.0) && !is_out(-0.5) && is_out(-1.5));
    }
}

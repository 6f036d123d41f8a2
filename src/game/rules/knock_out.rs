//! Who fell, and whose work it was, in [`Mode::KnockOut`](crate::game::Mode::KnockOut).

use crate::game::seconds_of;

use crate::params::{FALL_CREDIT_SECONDS, OUT_DEPTH};

/// Whether a car whose centre is at that height over the floor, in metres, has fallen off.
pub fn is_out(height: f32) -> bool {
    height < -OUT_DEPTH
}

/// Who hit whom last, and who is out since when.
#[derive(Clone, Debug)]
pub struct KnockOut {
    cars: Vec<Standing>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    /// The last car that drove into this one, and the step.
    hit: Option<(usize, u64)>,
    /// The step in which it fell; 0 if it stands.
    fell: u64,
}

impl KnockOut {
    pub fn new(cars: usize) -> Self {
        KnockOut {
            cars: vec![Standing::default(); cars],
        }
    }

    /// Becomes like another one and keeps its own memory.
    pub fn copy_from(&mut self, other: &KnockOut) {
        self.cars.clone_from(&other.cars);
    }

    /// The memory that it takes, in bytes.
    pub fn size(&self) -> usize {
        self.cars.capacity() * size_of::<Standing>()
    }

    /// Notes that a car drove into another one.
    pub fn note_hit(&mut self, by: usize, on: usize, step: u64) {
        self.cars[on].hit = Some((by, step));
    }

    /// Notes that a car fell, and says who hit it last, if that was not long ago.
    pub fn note_fall(&mut self, car: usize, step: u64) -> Option<usize> {
        let standing = &mut self.cars[car];
        standing.fell = step;
        let (by, at) = standing.hit?;
        (seconds_of(step - at) <= FALL_CREDIT_SECONDS).then_some(by)
    }

    /// Whether a car is out.
    pub fn is_out(&self, car: usize) -> bool {
        self.cars.get(car).is_some_and(|car| car.fell > 0)
    }

    /// How many stand.
    pub fn standing(&self) -> usize {
        self.cars.iter().filter(|car| car.fell == 0).count()
    }

    /// The only one that stands, if there is one.
    pub fn last_standing(&self) -> Option<usize> {
        let only = self.standing() == 1;
        only.then(|| self.cars.iter().position(|car| car.fell == 0))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fall_is_the_work_of_who_hit_last_within_three_seconds() {
        let mut book = KnockOut::new(3);
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
        let mut book = KnockOut::new(2);
        assert_eq!(book.last_standing(), None);
        book.note_fall(0, 5);
        book.note_fall(1, 5);
        assert_eq!((book.last_standing(), book.standing()), (None, 0));
    }

    #[test]
    fn a_car_that_leans_over_the_edge_is_not_out() {
        assert!(!is_out(0.0) && !is_out(-0.5) && is_out(-1.5));
    }
}

//! Times of the last touches between cars.

use crate::seconds_of;

use crate::params::APART_SECONDS;

/// Step at which each pair of cars last touched.
#[derive(Clone, Debug)]
pub(super) struct ContactBook {
    cars: usize,
    /// Step of the last touch, by pair; 0 means never.
    last: Vec<u64>,
}

impl ContactBook {
    pub(super) fn new(cars: usize) -> Self {
        ContactBook {
            cars,
            last: vec![0; cars * cars],
        }
    }

    /// Records a touch in a step (from 1).
    pub(super) fn touch(&mut self, a: usize, b: usize, step: u64) {
        let index = self.index(a, b);
        self.last[index] = step;
    }

    /// True if the two had been apart for [`APART_SECONDS`] before a step.
    pub(super) fn were_apart(&self, a: usize, b: usize, step: u64) -> bool {
        match self.last[self.index(a, b)] {
            0 => true,
            last => seconds_of(step - last) >= APART_SECONDS,
        }
    }

    /// True if the two touched in a step.
    pub(super) fn touched_in(&self, a: usize, b: usize, step: u64) -> bool {
        step > 0 && self.last[self.index(a, b)] == step
    }

    /// Lists every pair that has touched, as its index in the book and the step.
    pub(super) fn copy_into(&self, touches: &mut Vec<(u32, u64)>) {
        touches.clear();
        let all = (0..).zip(self.last.iter().copied());
        touches.extend(all.filter(|(_, step)| *step > 0));
    }

    /// Restores a list that was written by a book of equally many cars.
    pub(super) fn restore(&mut self, touches: &[(u32, u64)]) {
        self.last.fill(0);
        for (place, step) in touches {
            self.last[*place as usize] = *step;
        }
    }

    fn index(&self, a: usize, b: usize) -> usize {
        a.min(b) * self.cars + a.max(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_apart_again_a_quarter_of_a_second_after_its_last_touch() {
        let mut book = ContactBook::new(3);
        assert!(book.were_apart(0, 2, 1));
        book.touch(2, 0, 100);
        assert!(!book.were_apart(0, 2, 129));
        assert!(book.were_apart(0, 2, 130));
        assert!(book.were_apart(0, 1, 101), "another pair");
        assert!(book.touched_in(0, 2, 100) && !book.touched_in(0, 2, 101));
    }
}

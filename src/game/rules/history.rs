//! What cars did to each other before: repeats, first hits, and crashes in quick succession.

use crate::game::seconds_of;

use crate::game::rules::points::{halved, power};
use crate::params::{COAST_SECONDS, DOUBLE_SECONDS, PILE_UP_SECONDS, REPEAT_SECONDS};

/// What a round remembers of crashes.
#[derive(Clone, Debug)]
pub struct History {
    cars: usize,
    /// By pair, the lower car first.
    pairs: Vec<PairHistory>,
    cars_before: Vec<CarHistory>,
}

#[derive(Clone, Copy, Debug, Default)]
struct PairHistory {
    /// The step of the last counted crash; 0 is never.
    last: u64,
    /// How many crashes in a row came soon after the one before.
    repeats: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct CarHistory {
    /// The steps of the last two crashes around this car, the later one last; 0 is never.
    steps: [u64; 2],
    /// The last rival that it drove into, and when.
    rival: Option<(usize, u64)>,
    /// The last step in which its driver gave gas; 0 is never.
    driven: u64,
    /// For how many steps it has driven fast since it touched something.
    run_up: u32,
}

impl History {
    pub fn new(cars: usize) -> Self {
        History {
            cars,
            pairs: vec![PairHistory::default(); cars * cars],
            cars_before: vec![CarHistory::default(); cars],
        }
    }

    /// Becomes like another one of as many cars, and keeps its own memory.
    pub fn copy_from(&mut self, other: &History) {
        self.cars = other.cars;
        self.pairs.clone_from(&other.pairs);
        self.cars_before.clone_from(&other.cars_before);
    }

    /// The memory that it takes, in bytes.
    pub fn size(&self) -> usize {
        self.pairs.capacity() * size_of::<PairHistory>()
            + self.cars_before.capacity() * size_of::<CarHistory>()
    }

    /// Notes a crash of two cars in a step (from 1), and says how many of theirs came right before
    /// it, each soon after the other.
    pub fn note_pair(&mut self, a: usize, b: usize, step: u64) -> u32 {
        let pair = self.pair(a, b);
        let soon = pair.last > 0 && seconds_of(step - pair.last) < REPEAT_SECONDS;
        pair.repeats = if soon { pair.repeats + 1 } else { 0 };
        pair.last = step;
        pair.repeats
    }

    /// What a hit between two cars in a step would be multiplied with, as they have just met: 1 or less.
    pub fn again(&self, a: usize, b: usize, step: u64) -> f32 {
        let pair = &self.pairs[a.min(b) * self.cars + a.max(b)];
        let soon = pair.last > 0 && seconds_of(step - pair.last) < REPEAT_SECONDS;
        match soon {
            true => halved(pair.repeats + 1),
            false => 1.0,
        }
    }

    /// Notes a crash around a car, and says whether it is the third one within a second.
    pub fn piles_up(&mut self, car: usize, step: u64) -> bool {
        let steps = &mut self.cars_before[car].steps;
        let first = steps[0];
        *steps = [steps[1], step];
        first > 0 && seconds_of(step - first) <= PILE_UP_SECONDS
    }

    /// Notes that a car drove into a rival, and says whether it drove into another one just before.
    pub fn is_double(&mut self, by: usize, on: usize, step: u64) -> bool {
        let before = self.cars_before[by].rival.replace((on, step));
        let is_other = |(rival, at)| rival != on && seconds_of(step - at) <= DOUBLE_SECONDS;
        before.is_some_and(is_other)
    }

    /// Notes that the driver of a car gave gas in a step (from 1), forwards or back.
    pub fn note_gas(&mut self, car: usize, step: u64) {
        self.cars_before[car].driven = step;
    }

    /// Whether somebody drives a car in a step: whoever gave gas a moment ago may roll.
    pub fn is_driven(&self, car: usize, step: u64) -> bool {
        let last = self.cars_before[car].driven;
        last > 0 && seconds_of(step - last) <= COAST_SECONDS
    }

    /// Notes that a car drove fast for a step.
    pub fn note_fast(&mut self, car: usize) {
        self.cars_before[car].run_up += 1;
    }

    /// Notes that a car touched something: its run-up is over.
    pub fn note_touch(&mut self, car: usize) {
        self.cars_before[car].run_up = 0;
    }

    /// What the run-up of a car makes of its next hit.
    pub fn power(&self, car: usize) -> f32 {
        power(seconds_of(u64::from(self.cars_before[car].run_up)))
    }

    fn pair(&mut self, a: usize, b: usize) -> &mut PairHistory {
        &mut self.pairs[a.min(b) * self.cars + a.max(b)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_repeats_itself_within_four_seconds_in_a_chain() {
        let mut history = History::new(3);
        assert_eq!(history.note_pair(0, 2, 100), 0);
        assert_eq!(history.note_pair(2, 0, 100 + 479), 1);
        assert_eq!(history.note_pair(0, 2, 100 + 900), 2);
        assert_eq!(history.note_pair(0, 1, 100 + 900), 0, "another pair");
        assert_eq!(history.note_pair(0, 2, 1000 + 480), 0, "4 s later");
    }

    #[test]
    fn three_crashes_within_a_second_are_a_pile_up() {
        let mut history = History::new(2);
        assert!(!history.piles_up(0, 10) && !history.piles_up(0, 50));
        assert!(history.piles_up(0, 130), "120 steps after the first");
        assert!(!history.piles_up(0, 180), "130 steps after the one at 50");
        assert!(!history.piles_up(1, 130));
    }

    #[test]
    fn two_rivals_in_a_moment_are_a_double_and_one_twice_is_not() {
        let mut history = History::new(3);
        assert!(!history.is_double(0, 1, 100));
        assert!(!history.is_double(0, 1, 110));
        assert!(history.is_double(0, 2, 130));
        assert!(!history.is_double(0, 1, 130 + 120));
    }

    #[test]
    fn who_gives_no_gas_drives_for_three_seconds_more() {
        let mut history = History::new(2);
        assert!(!history.is_driven(0, 500), "never");
        history.note_gas(0, 100);
        assert!(history.is_driven(0, 100) && history.is_driven(0, 100 + 360));
        assert!(!history.is_driven(0, 100 + 361) && !history.is_driven(1, 100));
    }
}

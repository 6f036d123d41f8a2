//! History of crashes: repeats, doubles, pile-ups, and run-ups.

use crate::seconds_of;

use crate::params::{
    COAST_SECONDS, CRASHED_PAIRS_PER_CAR, DOUBLE_SECONDS, PILE_UP_SECONDS, REPEAT_SECONDS,
};
use crate::rules::points::{halved, power};

/// Record of past crashes in a round.
#[derive(Clone, Debug)]
pub struct History {
    /// The pairs of cars that crashed a short time ago, sorted by their cars.
    pairs: Vec<PairHistory>,
    cars_before: Vec<CarHistory>,
}

#[derive(Clone, Copy, Debug)]
struct PairHistory {
    /// The lower car first.
    cars: [u32; 2],
    /// Step of the last counted crash.
    last: u64,
    /// Number of consecutive crashes that each came soon after the one before.
    repeats: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct CarHistory {
    /// Steps of the last two crashes of this car, the later one last; 0 means never.
    steps: [u64; 2],
    /// Last rival that it drove into, and the step.
    rival: Option<(usize, u64)>,
    /// Last step in which its driver used the throttle; 0 means never.
    driven: u64,
    /// Number of steps at speed since its last touch.
    run_up: u32,
}

impl History {
    pub fn new(cars: usize) -> Self {
        History {
            pairs: Vec::with_capacity(cars * CRASHED_PAIRS_PER_CAR),
            cars_before: vec![CarHistory::default(); cars],
        }
    }

    /// Copies another history but keeps its own allocations.
    pub fn copy_from(&mut self, other: &History) {
        self.pairs.clone_from(&other.pairs);
        self.cars_before.clone_from(&other.cars_before);
    }

    /// Returns its size in memory, in bytes, without the struct itself.
    pub fn size(&self) -> usize {
        self.pairs.capacity() * size_of::<PairHistory>()
            + self.cars_before.capacity() * size_of::<CarHistory>()
    }

    /// Records a crash of two cars in a step (from 1). Returns the number of crashes of this pair right
    /// before it, each soon after the other.
    pub fn note_pair(&mut self, a: usize, b: usize, step: u64) -> u32 {
        match self.find(a, b) {
            Ok(at) => {
                let pair = &mut self.pairs[at];
                let repeats = pair.repeats_at(step).map_or(0, |before| before + 1);
                (pair.last, pair.repeats) = (step, repeats);
                repeats
            }
            Err(_) => {
                self.pairs.retain(|pair| pair.repeats_at(step).is_some());
                let at = self.find(a, b).unwrap_or_else(|at| at);
                let first = PairHistory {
                    cars: ordered(a, b),
                    last: step,
                    repeats: 0,
                };
                self.pairs.insert(at, first);
                0
            }
        }
    }

    /// Returns the factor on a hit between two cars in a step: below 1 if they met recently, otherwise 1.
    pub fn again(&self, a: usize, b: usize, step: u64) -> f32 {
        let known = self.find(a, b).ok();
        let repeats = known.and_then(|at| self.pairs[at].repeats_at(step));
        repeats.map_or(1.0, |repeats| halved(repeats + 1))
    }

    /// Records a crash of a car; returns true if it is the third one within a second.
    pub fn piles_up(&mut self, car: usize, step: u64) -> bool {
        let steps = &mut self.cars_before[car].steps;
        let first = steps[0];
        *steps = [steps[1], step];
        first > 0 && seconds_of(step - first) <= PILE_UP_SECONDS
    }

    /// Records that a car drove into a rival; returns true if it drove into another one shortly before.
    pub fn is_double(&mut self, by: usize, on: usize, step: u64) -> bool {
        let before = self.cars_before[by].rival.replace((on, step));
        let is_other = |(rival, at)| rival != on && seconds_of(step - at) <= DOUBLE_SECONDS;
        before.is_some_and(is_other)
    }

    /// Records that the driver of a car used the throttle in a step (from 1), forward or reverse.
    pub fn note_gas(&mut self, car: usize, step: u64) {
        self.cars_before[car].driven = step;
    }

    /// True if a car is driven in a step: a driver who used the throttle recently may coast.
    pub fn is_driven(&self, car: usize, step: u64) -> bool {
        let last = self.cars_before[car].driven;
        last > 0 && seconds_of(step - last) <= COAST_SECONDS
    }

    /// Records that a car drove at speed for a step.
    pub fn note_fast(&mut self, car: usize) {
        self.cars_before[car].run_up += 1;
    }

    /// Records that a car touched something, which ends its run-up.
    pub fn note_touch(&mut self, car: usize) {
        self.cars_before[car].run_up = 0;
    }

    /// Returns the factor of a car's run-up on its next hit.
    pub fn power(&self, car: usize) -> f32 {
        power(seconds_of(u64::from(self.cars_before[car].run_up)))
    }

    /// Returns the place of a pair in the list, or its place if it were there.
    fn find(&self, a: usize, b: usize) -> Result<usize, usize> {
        let cars = ordered(a, b);
        self.pairs.binary_search_by_key(&cars, |pair| pair.cars)
    }
}

impl PairHistory {
    /// Returns the number of repeats if a crash in this step would be another one.
    fn repeats_at(&self, step: u64) -> Option<u32> {
        (seconds_of(step - self.last) < REPEAT_SECONDS).then_some(self.repeats)
    }
}

/// Returns two cars, the lower one first.
fn ordered(a: usize, b: usize) -> [u32; 2] {
    [a.min(b), a.max(b)].map(|car| car as u32)
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
    fn pairs_that_cannot_repeat_themselves_take_no_memory() {
        let mut history = History::new(9);
        for step in 1..4000 {
            let (a, b) = (step as usize % 9, step as usize / 9 % 9);
            if step % 20 == 0 && a != b {
                history.note_pair(a, b, step);
            }
            let of = |pair: &PairHistory| pair.last + 480 + 180 > step;
            assert!(history.pairs.iter().all(of) && history.pairs.is_sorted_by_key(|p| p.cars));
        }
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

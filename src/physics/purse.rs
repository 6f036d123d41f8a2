//! The budget of one step while it is spent.
//!
//! The first test of each pair has the share that source 1 gives it
//! ([`SourceShares`], section 1.8), and what the tests before it left of theirs. Tests that only
//! come up because of a hit share what is then left equally.

use crate::collision::schedule::SourceShares;

/// How many units of work stand for a millisecond of the source's budget. Work is counted in
/// volume and primitive tests, so that rounds repeat exactly; a thousand a millisecond is about
/// what the source's machine did (a hit between two cars: 0.4 ms, some hundred tests).
pub const WORK_UNITS_PER_MILLISECOND: u64 = 1000;

/// The budget of one step, in work units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purse {
    total: u64,
    spent: u64,
    shares: SourceShares,
    share: u64,
    passed_on: u64,
    debt: u64,
}

impl Purse {
    /// A purse of `total` work units for the pairs with at least one of `cars` bodies, the others
    /// being among themselves or with one of `obstacles`.
    pub fn new(total: u64, cars: usize, obstacles: usize) -> Self {
        Purse {
            total,
            spent: 0,
            shares: SourceShares::with_obstacles(total, cars, obstacles),
            share: 0,
            passed_on: 0,
            debt: 0,
        }
    }

    /// The next car's pairs with what comes after it come up: `needed` of them are tested.
    pub fn begin_car(&mut self, needed: usize) {
        self.share = self.shares.share_for(needed);
    }

    /// The planned tests are done, and `tests` more came up: what is left is theirs.
    pub fn begin_rest(&mut self, tests: usize) {
        self.passed_on = 0;
        self.share = self.left() / (tests as u64).max(1);
    }

    /// What the next test may cost.
    pub fn allowance(&self) -> u64 {
        (self.share + self.passed_on).min(self.left())
    }

    /// A test with the current allowance cost `used`.
    pub fn spend(&mut self, used: u64) {
        let allowed = self.allowance();
        self.debt += used.saturating_sub(allowed);
        self.passed_on = allowed.saturating_sub(used);
        self.spent += used;
    }

    /// What is left for this step.
    pub fn left(&self) -> u64 {
        self.total.saturating_sub(self.spent)
    }

    /// What was spent.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// What tests cost beyond their allowance.
    pub fn debt(&self) -> u64 {
        self.debt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOTAL: u64 = 30 * WORK_UNITS_PER_MILLISECOND;

    #[test]
    fn four_cars_that_use_their_shares_up_get_those_of_the_source() {
        // The player needs two tests of three, the second car one of two, the third its one.
        let mut purse = Purse::new(TOTAL, 4, 0);
        let mut given = Vec::new();
        for needed in [2, 1, 1, 0] {
            purse.begin_car(needed);
            for _ in 0..needed {
                given.push(purse.allowance());
                purse.spend(purse.allowance());
            }
        }
        assert_eq!(given, [TOTAL / 5, TOTAL / 5, TOTAL / 4, TOTAL / 4]);
    }

    #[test]
    fn unused_work_passes_on_to_the_next_test() {
        let mut purse = Purse::new(600, 4, 0);
        purse.begin_car(3);
        purse.spend(40);
        assert_eq!(purse.allowance(), 100 + 60);
        purse.spend(150);
        assert_eq!(purse.allowance(), 100 + 10);
    }

    #[test]
    fn the_shares_of_any_number_of_bodies_stay_within_the_total() {
        for cars in 1..12 {
            let mut purse = Purse::new(TOTAL, cars, 2);
            for car in 0..cars {
                let needed = (cars - 1 - car + 2).min(car % 4);
                purse.begin_car(needed);
                for _ in 0..needed {
                    purse.spend(purse.allowance());
                }
            }
            assert!(purse.spent() <= TOTAL && purse.debt() == 0);
        }
    }

    #[test]
    fn an_empty_purse_allows_nothing_and_debts_are_counted() {
        let mut purse = Purse::new(10, 2, 0);
        purse.begin_car(1);
        purse.spend(13);
        assert_eq!((purse.allowance(), purse.debt(), purse.left()), (0, 3, 0));
        purse.begin_rest(4);
        assert_eq!(purse.allowance(), 0);
    }
}

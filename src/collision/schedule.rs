//! Which test goes first, and how much of the frame's budget it may use.
//!
//! # Source 1's shares
//!
//! Source 1's game has four cars, so at most six pairs, and TOTAL = 30 ms a frame. It says: the
//! player's tests come first and get TOTAL/(3 + n1) each, where n1 of them are needed; the second
//! car's get TOTAL/(4 - skipped1 + n2), the last TOTAL/(6 - skipped so far).
//!
//! All three are one rule: *a share is TOTAL over the number of tests that may still turn out to be
//! run in this frame, those already run included*. The player is in 3 of the 6 pairs. If the grid
//! leaves n1 of them, 3 - n1 are skipped, and 6 - (3 - n1) = 3 + n1. The second car is in 2 of the
//! remaining 3 pairs; n2 are needed, 2 - n2 more are skipped, and 6 - skipped1 - (2 - n2) =
//! 4 - skipped1 + n2. The last pair is needed (or there is no question), so nothing more is skipped.
//!
//! What follows from it: a skipped test's share goes to the tests from its own car on; time that a
//! test was given and did not use goes to nobody; and since the divisor only falls, to no less than
//! the number of tests run, the shares never exceed TOTAL in sum.
//!
//! Worked example, TOTAL = 30 ms: the player is near two cars (n1 = 2): 30/(3 + 2) = 6 ms each. The
//! second car is near one (n2 = 1, skipped1 = 1): 30/(4 - 1 + 1) = 7.5 ms. The last pair is near:
//! skipped so far 1 + 1, 30/(6 - 2) = 7.5 ms. In all 6 + 6 + 7.5 + 7.5 = 27 ms.
//!
//! [`SourceShares`] is the rule for any number of cars.

/// Source 1's shares of a frame's budget, for any number of cars; see the module documentation.
///
/// ```
/// use dodgem::collision::schedule::SourceShares;
/// let mut shares = SourceShares::new(30_000, 4);
/// assert_eq!(shares.share_for(2), 6_000); // two tests of the player, 6000 units each
/// assert_eq!(shares.share_for(1), 7_500); // one of the second car
/// assert_eq!(shares.share_for(1), 7_500); // and the last pair
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceShares {
    total: u64,
    /// The tests that may still turn out to be run, those already run included.
    possible: u64,
    /// The pairs that the next car begins: with all the cars after it.
    next: u64,
}

impl SourceShares {
    /// The shares of a frame with `total` work units for the pairs among `cars` cars.
    pub fn new(total: u64, cars: usize) -> Self {
        SourceShares::with_obstacles(total, cars, 0)
    }

    /// As [`SourceShares::new`], with `obstacles` that never move. Each is a possible partner of
    /// every car, after the other cars; two obstacles are no pair.
    pub fn with_obstacles(total: u64, cars: usize, obstacles: usize) -> Self {
        let (cars, obstacles) = (cars as u64, obstacles as u64);
        SourceShares {
            total,
            possible: cars * cars.saturating_sub(1) / 2 + cars * obstacles,
            next: (cars + obstacles).saturating_sub(1),
        }
    }

    /// What each of the next car's tests may use, in work units, if `needed` of its pairs with later
    /// cars are to be tested. Call it once for every car in turn, the player first, also with 0.
    pub fn share_for(&mut self, needed: usize) -> u64 {
        let skipped = self.next.saturating_sub(needed as u64);
        self.possible = self.possible.saturating_sub(skipped);
        self.next = self.next.saturating_sub(1);
        self.total / self.possible.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_obstacle_is_one_more_partner_of_every_car() {
        // Two cars and an obstacle: three pairs, the obstacle's own none.
        let mut shares = SourceShares::with_obstacles(600, 2, 1);
        assert_eq!(shares.share_for(2), 200);
        assert_eq!(shares.share_for(0), 300);
    }

    #[test]
    fn shares_of_four_cars_are_those_of_the_source() {
        const TOTAL: u64 = 30_000;
        for n1 in 0..=3 {
            for n2 in 0..=2 {
                let mut shares = SourceShares::new(TOTAL, 4);
                let (skipped1, skipped2) = (3 - n1, 2 - n2);
                assert_eq!(shares.share_for(n1 as usize), TOTAL / (3 + n1));
                assert_eq!(shares.share_for(n2 as usize), TOTAL / (4 - skipped1 + n2));
                assert_eq!(shares.share_for(1), TOTAL / (6 - skipped1 - skipped2));
            }
        }
    }
}

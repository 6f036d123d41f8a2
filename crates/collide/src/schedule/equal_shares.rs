//! Source 1's shares of a frame's budget (Aleš Daneu, *Algoritmi za odkrivanje trkov*, diploma thesis,
//! University of Ljubljana, 2002).
//!
//! Source 1's game has four cars, so at most six pairs, and TOTAL = 30 ms a frame. Its rule: the player's
//! tests come first and get TOTAL/(3 + n1) each, where n1 of them are needed; the second car's get TOTAL/(4 -
//! skipped1 + n2), the last TOTAL/(6 - skipped so far).
//!
//! All three are one rule: *a share is TOTAL over the number of tests that may still be run in this frame,
//! including those already run*. The player is in 3 of the 6 pairs. If the grid leaves n1 of them, 3 - n1 are
//! skipped, and 6 - (3 - n1) = 3 + n1. The second car is in 2 of the remaining 3 pairs; n2 are needed, 2 - n2
//! more are skipped, and 6 - skipped1 - (2 - n2) = 4 - skipped1 + n2. The last pair is needed (else it needs
//! no share), so nothing more is skipped.
//!
//! It follows that a skipped test's share goes to the tests from its own car on, that the unused part
//! of a test's share is lost, and that the sum of the shares never exceeds TOTAL: the divisor only
//! falls, and never below the number of tests run.
//!
//! Worked example, TOTAL = 30 ms: the player is near two cars (n1 = 2): 30/(3 + 2) = 6 ms each. The
//! second car is near one (n2 = 1, skipped1 = 1): 30/(4 - 1 + 1) = 7.5 ms. The last pair is near:
//! skipped so far 1 + 1, 30/(6 - 2) = 7.5 ms. In all 6 + 6 + 7.5 + 7.5 = 27 ms.
//!
//! [`SourceShares`] is the rule for any number of cars and fixed bodies, [`SourceOrder`] the
//! [`Schedule`] made of it.

use crate::broad_phase::BroadBody;
use crate::params;
use crate::schedule::{Schedule, Test, Turn};

/// Source 1's shares of a frame's budget, for any number of cars; see the module documentation.
///
/// ```
/// use dodgem_collide::schedule::SourceShares;
/// let mut shares = SourceShares::new(30_000, 4);
/// assert_eq!(shares.share_for(2), 6_000); // two tests of the player, 6000 units each
/// assert_eq!(shares.share_for(1), 7_500); // one of the second car
/// assert_eq!(shares.share_for(1), 7_500); // and the last pair
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceShares {
    total: u64,
    /// The number of tests that may still be run, including those already run.
    possible: u64,
    /// The number of pairs of the next car with all later cars and with the fixed bodies.
    next: u64,
}

impl SourceShares {
    /// The shares of a frame with `total` work units for the pairs among `cars` cars.
    pub fn new(total: u64, cars: usize) -> Self {
        SourceShares::with_obstacles(total, cars, 0)
    }

    /// Shares as in [`SourceShares::new`], with `obstacles` that never move. Each is a possible partner of
    /// every car, after the other cars; two obstacles are no pair.
    pub fn with_obstacles(total: u64, cars: usize, obstacles: usize) -> Self {
        let (cars, obstacles) = (cars as u64, obstacles as u64);
        SourceShares {
            total,
            possible: cars * cars.saturating_sub(1) / 2 + cars * obstacles,
            next: (cars + obstacles).saturating_sub(1),
        }
    }

    /// The budget of each of the next car's tests, in work units, if `needed` of its pairs (with later
    /// cars and with fixed bodies) are to be tested. Must be called once for every car in order, the
    /// player first, also with 0.
    pub fn share_for(&mut self, needed: usize) -> u64 {
        let skipped = self.next.saturating_sub(needed as u64);
        self.possible = self.possible.saturating_sub(skipped);
        self.next = self.next.saturating_sub(1);
        self.total / self.possible.max(1)
    }
}

/// Source 1's order: the tests of the first moving body (the player's), then those of the next one,
/// each with its share of the budget. The unused part of a share is lost.
#[derive(Clone, Debug, Default)]
pub struct SourceOrder {
    /// The rank of each body among the moving ones.
    ranks: Vec<u32>,
    /// The number of tests that belong to each moving body.
    needed: Vec<u32>,
    turns: Vec<Turn>,
    /// The rank of the car that a test belongs to, and the test.
    owned: Vec<(u32, u32)>,
    /// The fixed bodies that are in a test.
    near: Vec<u32>,
    taken: usize,
}

impl SourceOrder {
    /// A schedule ready for its first frame.
    pub fn new() -> Self {
        SourceOrder::default()
    }

    /// The car that a test belongs to: the earlier one of two cars; beside a fixed body, the moving one.
    fn owner(&self, bodies: &[BroadBody], test: &Test) -> u32 {
        [test.pair.a, test.pair.b]
            .into_iter()
            .find(|&body| !bodies[body as usize].fixed)
            .map_or(u32::MAX, |body| self.ranks[body as usize])
    }
}

impl Schedule for SourceOrder {
    fn name(&self) -> &'static str {
        "source shares"
    }

    fn begin(&mut self, total: u64, bodies: &[BroadBody], tests: &[Test]) {
        let mut cars = 0;
        self.ranks.clear();
        self.ranks.extend(bodies.iter().map(|body| {
            cars += u32::from(!body.fixed);
            cars.saturating_sub(1)
        }));
        self.needed.clear();
        self.needed.resize(cars as usize, 0);
        self.owned.clear();
        self.owned.reserve(params::SCHEDULE_ROOM);
        for (index, test) in tests.iter().enumerate() {
            let owner = self.owner(bodies, test);
            self.owned.push((owner, index as u32));
            if let Some(needed) = self.needed.get_mut(owner as usize) {
                *needed += 1;
            }
        }
        self.owned.sort_unstable();
        self.turns.clear();
        self.turns.reserve(params::SCHEDULE_ROOM);
        self.taken = 0;
        // Fixed bodies that are near no moving body do not count, so that the shares do not depend on the
        // division of a hall's walls into bodies.
        self.near.clear();
        self.near.reserve(2 * params::SCHEDULE_ROOM);
        for test in tests {
            let both = [test.pair.a, test.pair.b].into_iter();
            self.near
                .extend(both.filter(|body| bodies[*body as usize].fixed));
        }
        self.near.sort_unstable();
        self.near.dedup();
        let obstacles = self.near.len();
        let mut shares = SourceShares::with_obstacles(total, cars as usize, obstacles);
        let mut owned = self.owned.iter().peekable();
        for (rank, &needed) in self.needed.iter().enumerate() {
            let budget = shares.share_for(needed as usize);
            while let Some(&(_, test)) = owned.next_if(|(owner, _)| *owner == rank as u32) {
                self.turns.push(Turn {
                    test: test as usize,
                    budget,
                });
            }
        }
    }

    fn next_turn(&mut self) -> Option<Turn> {
        let turn = self.turns.get(self.taken).copied();
        self.taken += usize::from(turn.is_some());
        turn
    }

    fn used(&mut self, _units: u64) {}

    fn waiting(&self) -> usize {
        self.turns.len() - self.taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broad_phase::Pair;
    use crate::math::Aabb;
    use glam::Vec3;

    #[test]
    fn an_obstacle_is_one_more_partner_of_every_car() {
        // Two cars and an obstacle form three pairs: the obstacle has none with itself.
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

    #[test]
    fn the_shares_of_a_frame_never_exceed_the_total_and_reach_it_if_all_are_needed() {
        for cars in 0..7usize {
            for pattern in 0..1usize << cars {
                let mut shares = SourceShares::new(1_000_000, cars);
                let mut sum = 0;
                for car in 0..cars {
                    let possible = cars - 1 - car;
                    let needed = if pattern >> car & 1 == 1 {
                        possible
                    } else {
                        possible / 2
                    };
                    sum += shares.share_for(needed) * needed as u64;
                }
                assert!(sum <= 1_000_000);
                let all = cars > 1 && pattern == (1 << cars) - 1;
                assert!(!all || sum > 999_900, "{cars} cars got {sum}");
            }
        }
    }

    fn bodies(fixed: &[bool]) -> Vec<BroadBody> {
        let bounds = Aabb::new(Vec3::ZERO, Vec3::ONE);
        let body = |&fixed: &bool| BroadBody { bounds, fixed };
        fixed.iter().map(body).collect()
    }

    fn turns(order: &mut SourceOrder) -> Vec<(usize, u64)> {
        std::iter::from_fn(|| order.next_turn())
            .map(|turn| (turn.test, turn.budget))
            .collect()
    }

    fn tests(pairs: &[(u32, u32)]) -> Vec<Test> {
        let test = |&(a, b): &(u32, u32)| Test::new(Pair { a, b });
        pairs.iter().map(test).collect()
    }

    #[test]
    fn the_worked_example() {
        let mut order = SourceOrder::new();
        let tests = tests(&[(0, 1), (0, 3), (1, 2), (2, 3)]);
        order.begin(30_000, &bodies(&[false; 4]), &tests);
        assert_eq!(order.waiting(), 4);
        let expected = [(0, 6_000), (1, 6_000), (2, 7_500), (3, 7_500)];
        assert_eq!(turns(&mut order), expected);
        assert_eq!(order.waiting(), 0);
    }

    #[test]
    fn a_test_beside_a_fixed_body_belongs_to_the_car() {
        // A wall first, then two cars: at most the pair of the cars and two with the wall.
        let mut order = SourceOrder::new();
        let tests = tests(&[(0, 1), (0, 2), (1, 2)]);
        order.begin(900, &bodies(&[true, false, false]), &tests);
        assert_eq!(turns(&mut order), [(0, 300), (2, 300), (1, 300)]);
        // If only the second car is near the wall, its test gets the whole frame.
        order.begin(900, &bodies(&[true, false, false]), &tests[1..2]);
        assert_eq!(turns(&mut order), [(0, 900)]);
    }
}

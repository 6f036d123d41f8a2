//! Whether two that begin very near each other stay apart while their gap opens, by their distances alone.

use crate::budget::Budget;
use crate::params::{MAX_OPENING_QUERIES, OPENING_SHARE};
use crate::query::toi::DistanceThresholds;
use crate::query::toi::advance::{Advanced, Instant, LeafPair, Look, advance};
use crate::query::toi::path_query::PathQuery;

/// Two shapes of any kind, by their distance: it shrinks no faster than any of their points approach, so each
/// distance leaves some time free of contact. No direction is known along which it could be seen later.
struct Distances<'s, 'q> {
    query: &'s mut PathQuery<'q>,
    /// The clock time from which the times of the instants count, in seconds.
    start: f64,
    /// No two points approach faster, in m/s.
    speed: f64,
}

/// The work units are spent.
struct BudgetSpent;

impl LeafPair for Distances<'_, '_> {
    type State = ();
    type Stop = BudgetSpent;
    const MAX_STEPS: u64 = MAX_OPENING_QUERIES;
    const MAX_LOOKS: usize = 0;

    fn find(&mut self, time: f64, _: &Instant<()>) -> Result<Instant<()>, BudgetSpent> {
        let gap = (self.query.distance_at(self.start, time as f32)).ok_or(BudgetSpent)?;
        let state = ();
        Ok(Instant { time, gap, state })
    }

    fn look(&mut self, _: &Instant<()>, _: f64) -> Result<Look, BudgetSpent> {
        let (gap, bend) = (f64::NEG_INFINITY, f64::INFINITY);
        Ok(Look { gap, bend })
    }

    fn certain_span(&self, _: &Instant<()>, clearance: f64) -> f64 {
        OPENING_SHARE * clearance / self.speed
    }
}

impl PathQuery<'_> {
    /// Whether the distances of the two show that they stay apart for `time` seconds after `start` (s), when
    /// they are `gap` metres apart. False if the budget ends before.
    pub fn stays_open(&mut self, start: f64, time: f32, gap: f64, budget: Budget) -> bool {
        self.context.begin(budget);
        let speed = self.fastest_approach();
        let mut distances = Distances {
            query: self,
            start,
            speed,
        };
        let first = Instant {
            time: 0.0,
            gap,
            state: (),
        };
        let thresholds = DistanceThresholds {
            target: 0.0,
            min_gap: 0.0,
        };
        let found = advance(&mut distances, first, f64::from(time), &thresholds);
        matches!(found, Advanced::Separated(_))
    }

    /// No two points of the two approach faster on their paths, in m/s.
    fn fastest_approach(&self) -> f64 {
        let [a, b] = self.both;
        let turning = [a, b].map(|moving| {
            let rate = moving.turning().length();
            // An unbounded shape does not turn.
            match rate == 0.0 {
                true => 0.0,
                false => rate * moving.reach(),
            }
        });
        let [v, w] = [a, b].map(|moving| moving.path.linear_velocity());
        (w - v).length() + turning[0] + turning[1]
    }
}

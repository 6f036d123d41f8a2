//! Two colliders that begin very near each other: a test that they stay apart while their gap opens, by their
//! distances alone.

use crate::params::{MAX_OPENING_QUERIES, OPENING_SHARE};
use crate::query::collider::sweep::ColliderSweep;
use crate::query::outcome::{Decided, Outcome};
use crate::query::stage::Stage;
use crate::query::toi::DistanceThresholds;
use crate::query::toi::advance::{Advanced, Instant, Look, MovingLeaves, advance};

/// Two shapes of any kind, by their distance: it shrinks no faster than the fastest of their points approach,
/// so each distance leaves some time free of contact. It gives no direction for a look ahead.
struct Distances<'s, 'q> {
    query: &'s mut ColliderSweep<'q>,
    /// The stage that measured the last distance.
    stage: Stage,
    /// An upper bound of the speed at which two points approach, in m/s.
    speed: f64,
}

/// The work units are spent.
struct BudgetSpent;

impl MovingLeaves for Distances<'_, '_> {
    type State = ();
    type Stop = BudgetSpent;
    const MAX_STEPS: u64 = MAX_OPENING_QUERIES;
    const MAX_LOOKS: usize = 0;

    fn find(&mut self, time: f64, _: &Instant<()>) -> Result<Instant<()>, BudgetSpent> {
        let found = self.query.distance_at(time as f32);
        self.stage = found.stage;
        let gap = found.answer.ok_or(BudgetSpent)?;
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

impl ColliderSweep<'_> {
    /// See [`Query::stays_open`](crate::Query::stays_open).
    pub fn stays_open(&mut self, [gap, time]: [f64; 2]) -> Decided<bool> {
        let mut distances = Distances {
            speed: self.fastest_approach(),
            query: self,
            stage: Stage::Bounds,
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
        let found = advance(&mut distances, first, time, &thresholds);
        Decided::by(distances.stage, matches!(found, Advanced::Separated(_)))
    }

    /// An upper bound of the speed at which two points of the two approach on their paths, in m/s.
    fn fastest_approach(&self) -> f64 {
        let [a, b] = self.both;
        let turning = [a, b].map(|moving| {
            let rate = moving.turning().length();
            // The product of a rate of 0 and the infinite reach of an unbounded shape is no number.
            match rate == 0.0 {
                true => 0.0,
                false => rate * moving.reach(),
            }
        });
        let [v, w] = [a, b].map(|moving| moving.motion.linear_velocity());
        (w - v).length() + turning[0] + turning[1]
    }
}

/// A proof that two shapes stay apart. Without one, the answer is not known.
impl Outcome for bool {
    fn is_hit(&self) -> bool {
        false
    }

    fn is_cut(&self) -> bool {
        !self
    }
}

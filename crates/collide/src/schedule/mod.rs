//! The schedule: orders the narrow tests and divides the frame's budget among them.
//!
//! The broad phase finds the pairs that are near. A schedule orders their tests and gives each a
//! budget in work units, so that the same frame gives the same results on every machine:
//!
//! | schedule | order | budget of a test | tests without a turn |
//! |---|---|---|---|
//! | [`SourceOrder`] | car by car, the player first | source 1's share | none |
//! | [`PerceptionSorted`] | by priority | all the remaining budget | those with the lowest priorities |
//! | [`PriorityQueues`] | queue by queue, in turns from frame to frame | an equal part of its queue's | those whose turn comes in the next frame |
//!
//! A frame calls `begin`. Then, as long as `next_turn` gives a turn, it runs that test with its budget and
//! reports the units spent with `used`. A test without a turn is not run; the caller decides its meaning (the
//! physics world stops such bodies where they are surely disjoint).
//!
//! Priorities come from [`Perception`], which estimates what a player would notice. They may depend only on
//! the state of the simulation (a body's pose, not a window's camera), or a replay would differ.
//!
//! Sources: Aleš Daneu, *Algoritmi za odkrivanje trkov*, diploma thesis, University of Ljubljana, 2002
//! (source 1), for the game and the factors; O'Sullivan and Dingliana, "Collisions and Perception" (2001),
//! for noticeable differences.

mod equal_shares;
mod perception;
mod priority_queues;
mod sorted;
mod turn;

use serde::{Deserialize, Serialize};

pub use crate::schedule::equal_shares::{SourceOrder, SourceShares};
pub use crate::schedule::perception::{Perception, Viewer};
pub use crate::schedule::priority_queues::{PriorityQueues, QueueSettings};
pub use crate::schedule::sorted::PerceptionSorted;
pub use crate::schedule::turn::{Schedule, ScheduleMemory, Test, Turn};

/// The kind of schedule, in the form that a level uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScheduleKind {
    /// [`SourceOrder`].
    #[default]
    SourceShares,
    /// [`PerceptionSorted`].
    PerceptionSorted,
    /// [`PriorityQueues`] with three queues.
    PriorityQueues,
}

impl ScheduleKind {
    /// Makes the schedule.
    pub fn build(self) -> Box<dyn Schedule> {
        match self {
            ScheduleKind::SourceShares => Box::new(SourceOrder::new()),
            ScheduleKind::PerceptionSorted => Box::new(PerceptionSorted::new()),
            ScheduleKind::PriorityQueues => Box::new(PriorityQueues::default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broad_phase::{BroadBody, Pair};
    use crate::math::Aabb;
    use glam::Vec3;

    /// The rules of every schedule: no test twice, no more than the total, and every test in the end.
    #[test]
    fn every_schedule_keeps_to_the_budget_and_gives_each_test_one_turn() {
        let bodies = vec![
            BroadBody {
                bounds: Aabb::new(Vec3::ZERO, Vec3::ONE),
                fixed: false
            };
            12
        ];
        let mut tests = Vec::new();
        for a in 0..12 {
            for b in a + 1..12 {
                let mut test = Test::new(Pair { a, b });
                test.priority = (a * 7 + b * 5) as f32 / 160.0;
                test.collided = (a + b) % 5 == 0;
                tests.push(test);
            }
        }
        for kind in [
            ScheduleKind::SourceShares,
            ScheduleKind::PerceptionSorted,
            ScheduleKind::PriorityQueues,
        ] {
            let mut schedule = kind.build();
            for total in [0, 1, 100, 100_000] {
                schedule.begin(total, &bodies, &tests);
                let mut had = vec![false; tests.len()];
                let mut spent = 0;
                while let Some(turn) = schedule.next_turn() {
                    assert!(!std::mem::replace(&mut had[turn.test], true));
                    let used = turn.budget.min(10);
                    spent += used;
                    schedule.used(used);
                }
                assert!(spent <= total, "{} of {total} by {kind:?}", spent);
                let without = had.iter().filter(|had| !**had).count();
                assert_eq!(schedule.waiting(), without, "{kind:?}");
                assert!(total < 100_000 || without == 0, "{kind:?}");
            }
        }
    }

    #[test]
    fn no_tests_and_no_bodies_are_an_empty_frame() {
        for kind in [
            ScheduleKind::SourceShares,
            ScheduleKind::PerceptionSorted,
            ScheduleKind::PriorityQueues,
        ] {
            let mut schedule = kind.build();
            schedule.begin(1000, &[], &[]);
            assert_eq!(schedule.next_turn(), None, "{}", schedule.name());
            assert_eq!(schedule.waiting(), 0);
        }
    }
}

//! Tests sorted by priority, the most noticeable first.

use crate::broad_phase::BroadBody;
use crate::params;
use crate::schedule::{Schedule, Test, Turn};

/// Source 1's *sorted sequential* tests: by falling priority, each with all the remaining budget. Tests with
/// low priorities run only if budget remains for them. Equal priorities keep the order of the pairs.
#[derive(Clone, Debug, Default)]
pub struct PerceptionSorted {
    /// Priority and test, in the order of the turns.
    order: Vec<(f32, u32)>,
    taken: usize,
    left: u64,
}

impl PerceptionSorted {
    /// A schedule ready for its first frame.
    pub fn new() -> Self {
        PerceptionSorted::default()
    }
}

impl Schedule for PerceptionSorted {
    fn name(&self) -> &'static str {
        "perception sorted"
    }

    fn begin(&mut self, total: u64, _bodies: &[BroadBody], tests: &[Test]) {
        self.left = total;
        self.taken = 0;
        self.order.clear();
        self.order.reserve(params::SCHEDULE_ROOM);
        let entry = |(index, test): (usize, &Test)| (test.priority, index as u32);
        self.order.extend(tests.iter().enumerate().map(entry));
        // The index makes the sort stable without the memory of a stable sort.
        self.order
            .sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    }

    fn next_turn(&mut self) -> Option<Turn> {
        if self.left == 0 {
            return None;
        }
        let &(_, test) = self.order.get(self.taken)?;
        self.taken += 1;
        Some(Turn {
            test: test as usize,
            budget: self.left,
        })
    }

    fn used(&mut self, units: u64) {
        self.left = self.left.saturating_sub(units);
    }

    fn waiting(&self) -> usize {
        self.order.len() - self.taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broad_phase::Pair;

    fn tests(priorities: &[f32]) -> Vec<Test> {
        let test = |(index, &priority): (usize, &f32)| Test {
            priority,
            ..Test::new(Pair {
                a: 0,
                b: index as u32 + 1,
            })
        };
        priorities.iter().enumerate().map(test).collect()
    }

    #[test]
    fn the_order_falls_with_the_priority_and_is_stable() {
        let mut schedule = PerceptionSorted::new();
        schedule.begin(100, &[], &tests(&[0.2, 0.9, 0.2, 0.5, 0.9]));
        let order: Vec<usize> = std::iter::from_fn(|| schedule.next_turn())
            .map(|turn| turn.test)
            .collect();
        assert_eq!(order, [1, 4, 3, 0, 2]);
    }

    #[test]
    fn the_tail_runs_only_while_budget_is_left() {
        let mut schedule = PerceptionSorted::new();
        schedule.begin(100, &[], &tests(&[0.1, 0.2, 0.3]));
        assert_eq!(
            schedule.next_turn(),
            Some(Turn {
                test: 2,
                budget: 100
            })
        );
        schedule.used(60);
        assert_eq!(
            schedule.next_turn(),
            Some(Turn {
                test: 1,
                budget: 40
            })
        );
        schedule.used(45);
        assert_eq!(schedule.next_turn(), None);
        assert_eq!(schedule.waiting(), 1);
    }
}

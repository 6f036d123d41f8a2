//! Priority queues with round robin inside each queue.

use crate::broad_phase::{BroadBody, Pair};
use crate::params;
use crate::schedule::{Schedule, ScheduleMemory, Test, Turn};

/// One of the queues of [`PriorityQueues`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueueSettings {
    /// Tests with at least this priority belong here, unless an earlier queue takes them.
    pub priority: f32,
    /// The queue's part of the budget, in proportion to the other queues' weights.
    pub weight: u32,
}

/// Source 1's *priority queues with round robin inside each queue*.
///
/// Every test goes to the first queue that accepts its priority; real collisions (bodies that were in contact
/// in the last frame) always go to the first queue. Queues are served in order, each with its part of the
/// budget and the remainder of the queues before it. Inside a queue all tests get the same part, but not less
/// than a quantum, below which a test is useless. So a queue with little budget serves some tests and lets
/// the others wait; in the next frame it continues behind the last test served, so that every test has a turn
/// in the end. The rest of the budget goes to the tests that still wait.
#[derive(Clone, Debug)]
pub struct PriorityQueues {
    settings: Vec<QueueSettings>,
    quantum: u64,
    queues: Vec<Queue>,
    /// The queue being served, the units that it may use, and true if all have been served once.
    current: usize,
    left: u64,
    second_round: bool,
    /// The frame's whole budget.
    total: u64,
}

#[derive(Clone, Debug, Default)]
struct Queue {
    /// The pairs and tests, in the order of the turns.
    order: Vec<(Pair, u32)>,
    taken: usize,
    /// The pair served last, in this frame or an earlier one.
    last_served: Option<Pair>,
}

impl Default for PriorityQueues {
    /// Three queues, for tests of high priority (0.6 and more, and real collisions), of medium priority (0.4)
    /// and of low priority, with 4, 2 and 1 parts of the budget, and a quantum of 64 units.
    fn default() -> Self {
        let queue = |priority, weight| QueueSettings { priority, weight };
        let [much, some] = params::QUEUE_PRIORITIES;
        let [first, second, third] = params::QUEUE_WEIGHTS;
        let queues = vec![queue(much, first), queue(some, second), queue(0.0, third)];
        PriorityQueues::new(queues, params::QUEUE_QUANTUM)
    }
}

impl PriorityQueues {
    /// Queues in the order of service; tests that no queue accepts go to the last. Without settings there is
    /// one queue for all. `quantum`: the least budget of a turn, in work units (0 counts as 1).
    pub fn new(mut settings: Vec<QueueSettings>, quantum: u64) -> Self {
        if settings.is_empty() {
            settings.push(QueueSettings {
                priority: 0.0,
                weight: 1,
            });
        }
        PriorityQueues {
            queues: vec![Queue::default(); settings.len()],
            settings,
            quantum: quantum.max(1),
            current: 0,
            left: 0,
            second_round: false,
            total: 0,
        }
    }

    fn queue_of(&self, test: &Test) -> usize {
        if test.collided {
            return 0;
        }
        self.settings
            .iter()
            .position(|queue| test.priority >= queue.priority)
            .unwrap_or(self.settings.len() - 1)
    }

    /// A queue's part of the budget. The last one gets the remainder of rounding.
    fn grant(&self, queue: usize) -> u64 {
        let weights = |queues: &[QueueSettings]| -> u128 {
            queues.iter().map(|queue| u128::from(queue.weight)).sum()
        };
        let all = weights(&self.settings).max(1);
        let upto = |end: usize| u128::from(self.total) * weights(&self.settings[..end]) / all;
        if queue + 1 == self.settings.len() {
            return self.total - upto(queue) as u64;
        }
        (upto(queue + 1) - upto(queue)) as u64
    }
}

impl Schedule for PriorityQueues {
    fn name(&self) -> &'static str {
        "priority queues"
    }

    fn begin(&mut self, total: u64, _bodies: &[BroadBody], tests: &[Test]) {
        for queue in &mut self.queues {
            queue.order.clear();
            queue.order.reserve(params::SCHEDULE_ROOM);
            queue.taken = 0;
        }
        for (index, test) in tests.iter().enumerate() {
            let queue = self.queue_of(test);
            self.queues[queue].order.push((test.pair, index as u32));
        }
        for queue in &mut self.queues {
            queue.order.sort_unstable();
            if let Some(last) = queue.last_served {
                let served_before = queue.order.partition_point(|&(pair, _)| pair <= last);
                queue.order.rotate_left(served_before);
            }
        }
        self.total = total;
        self.current = 0;
        self.second_round = false;
        self.left = self.grant(0);
    }

    fn next_turn(&mut self) -> Option<Turn> {
        loop {
            let queue = &mut self.queues[self.current];
            if self.left > 0
                && let Some(&(pair, test)) = queue.order.get(queue.taken)
            {
                let waiting = (queue.order.len() - queue.taken) as u64;
                queue.taken += 1;
                queue.last_served = Some(pair);
                let budget = (self.left / waiting).max(self.quantum).min(self.left);
                return Some(Turn {
                    test: test as usize,
                    budget,
                });
            }
            if self.current + 1 < self.queues.len() {
                self.current += 1;
                if !self.second_round {
                    self.left += self.grant(self.current);
                }
            } else if self.second_round {
                return None;
            } else {
                self.second_round = true;
                self.current = 0;
            }
        }
    }

    fn used(&mut self, units: u64) {
        self.left = self.left.saturating_sub(units);
    }

    fn waiting(&self) -> usize {
        let waiting = |queue: &Queue| queue.order.len() - queue.taken;
        self.queues.iter().map(waiting).sum()
    }

    fn remember(&self, memory: &mut ScheduleMemory) {
        memory.last_served.clear();
        let last = self.queues.iter().map(|queue| queue.last_served);
        memory.last_served.extend(last);
    }

    fn recall(&mut self, memory: &ScheduleMemory) {
        for (index, queue) in self.queues.iter_mut().enumerate() {
            queue.last_served = memory.last_served.get(index).copied().flatten();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(b: u32, priority: f32, collided: bool) -> Test {
        Test {
            pair: Pair { a: 0, b },
            priority,
            collided,
        }
    }

    /// Runs a frame in which every test uses its whole turn; gives (test, budget).
    fn frame(schedule: &mut PriorityQueues, total: u64, tests: &[Test]) -> Vec<(usize, u64)> {
        schedule.begin(total, &[], tests);
        std::iter::from_fn(|| {
            let turn = schedule.next_turn()?;
            schedule.used(turn.budget);
            Some((turn.test, turn.budget))
        })
        .collect()
    }

    #[test]
    fn queues_are_served_in_order_with_their_parts() {
        let tests = [
            test(1, 0.1, false),
            test(2, 0.9, false),
            test(3, 0.5, false),
            test(4, 0.0, true),
        ];
        let turns = frame(&mut PriorityQueues::default(), 7_000, &tests);
        assert_eq!(turns, [(1, 2_000), (3, 2_000), (2, 2_000), (0, 1_000)]);
    }

    #[test]
    fn what_a_queue_leaves_goes_to_the_next_and_in_the_end_back() {
        let mut schedule = PriorityQueues::default();
        let tests = [test(1, 0.9, false), test(2, 0.1, false)];
        schedule.begin(7_000, &[], &tests);
        assert_eq!(
            schedule.next_turn(),
            Some(Turn {
                test: 0,
                budget: 4_000
            })
        );
        schedule.used(1_000);
        assert_eq!(
            schedule.next_turn(),
            Some(Turn {
                test: 1,
                budget: 6_000
            })
        );
        // Two tests of high priority, of which the first uses the whole part: the second gets the rest of the
        // frame after the other queues.
        let poor = QueueSettings {
            priority: 0.5,
            weight: 1,
        };
        let rich = QueueSettings {
            priority: 0.0,
            weight: 9,
        };
        let mut schedule = PriorityQueues::new(vec![poor, rich], 100);
        let tests = [test(1, 0.9, false), test(2, 0.9, false)];
        assert_eq!(frame(&mut schedule, 1_000, &tests), [(0, 100), (1, 900)]);
    }

    #[test]
    fn a_poor_queue_goes_on_in_the_next_frame_where_it_stopped() {
        let mut schedule = PriorityQueues::new(Vec::new(), 10);
        let tests: Vec<Test> = (1..=5).map(|b| test(b, 0.5, false)).collect();
        let mut served = Vec::new();
        for _ in 0..5 {
            served.extend(frame(&mut schedule, 20, &tests).iter().map(|turn| turn.0));
        }
        assert_eq!(served, [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
        assert_eq!(schedule.waiting(), 3);
    }

    #[test]
    fn going_on_survives_pairs_that_come_and_go() {
        let mut schedule = PriorityQueues::new(Vec::new(), 10);
        let all: Vec<Test> = [2, 4, 6].map(|b| test(b, 0.5, false)).to_vec();
        assert_eq!(frame(&mut schedule, 20, &all), [(0, 10), (1, 10)]);
        // The pair served last is gone, and others have been added on both sides of it.
        let changed = [1, 3, 5, 7].map(|b| test(b, 0.5, false));
        assert_eq!(frame(&mut schedule, 20, &changed), [(2, 10), (3, 10)]);
        assert_eq!(frame(&mut schedule, 20, &changed), [(0, 10), (1, 10)]);
    }
}

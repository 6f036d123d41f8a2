//! The query that finds free places, with its work.

use dodgem_collide::{Answer, Budget, Query};

use crate::params::{PLACING_TEST_WORK, PLACING_WORK};

/// The query about two placed shapes, with a limit on its work.
#[derive(Debug)]
pub(super) struct Placing {
    query: Query,
    /// Work left for the current act, level or step, in work units.
    left: u64,
    /// Work spent since the arena was created, in work units.
    spent: u64,
}

impl Placing {
    /// Creates the query with the work of one act or level.
    pub fn new() -> Placing {
        Placing {
            query: Query::default(),
            left: PLACING_WORK,
            spent: 0,
        }
    }

    /// Begins an act, a level or a step with this many work units.
    pub fn begin(&mut self, work: u64) {
        self.left = work;
    }

    /// True if no work is left.
    pub fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// Returns the work spent since the arena was created, in work units.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Asks about two placed shapes, limited to the work that is left, and counts its work.
    pub fn ask<R>(&mut self, question: impl FnOnce(&mut Query) -> Answer<R>) -> R {
        self.query.budget = Budget::Work(self.left);
        let answer = question(&mut self.query);
        let work = answer.cost.work() + PLACING_TEST_WORK;
        self.left = self.left.saturating_sub(work);
        self.spent += work;
        answer.value
    }
}

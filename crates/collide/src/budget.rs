//! The limit of the work or time of one query.

use std::time::{Duration, Instant};

use crate::coder::Coder;
use crate::params;

/// The most that a query may do before it must stop and answer conservatively.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Budget {
    /// No limit: the query runs to its end.
    #[default]
    Unlimited,
    /// Stop after this many tests of planes, volumes and primitives: the same on every machine, so rounds
    /// that use it repeat exactly.
    Work(u64),
    /// Stop after this time. The clock is read every few tests, so a query overruns by
    /// microseconds.
    Time(Duration),
}

impl Budget {
    /// Codes it for a compact copy.
    pub(crate) fn code(&mut self, coder: &mut impl Coder, guess: Budget) {
        let parts = |budget| match budget {
            Budget::Unlimited => [0; 3],
            Budget::Work(units) => [1, units, 0],
            Budget::Time(span) => [2, span.as_secs(), span.subsec_nanos().into()],
        };
        let (own, guess) = (parts(*self), parts(guess));
        let [kind, first, second] = [0, 1, 2].map(|at: usize| coder.word(own[at], guess[at]));
        *self = match kind {
            0 => Budget::Unlimited,
            1 => Budget::Work(first),
            _ => Budget::Time(Duration::new(first, second as u32)),
        };
    }
}

/// Counts a running query's work against its [`Budget`].
#[derive(Debug)]
pub(crate) struct Meter {
    /// Units done.
    work: u64,
    /// The work at which to stop, or to read the clock again.
    next_stop: u64,
    deadline: Option<Instant>,
    spent: bool,
}

impl Meter {
    pub(crate) fn new(budget: Budget) -> Self {
        let (next_stop, deadline) = match budget {
            Budget::Unlimited => (u64::MAX, None),
            Budget::Work(units) => (units, None),
            // A span too long for the clock is no limit.
            Budget::Time(span) => match Instant::now().checked_add(span) {
                Some(deadline) => (0, Some(deadline)),
                None => (u64::MAX, None),
            },
        };
        Meter {
            work: 0,
            next_stop,
            deadline,
            spent: false,
        }
    }

    /// Takes one unit. Returns false, and false ever after, once the budget is spent.
    #[inline]
    pub(crate) fn take(&mut self) -> bool {
        if self.work >= self.next_stop && !self.extend() {
            return false;
        }
        self.work += 1;
        true
    }

    /// Takes up to `wanted` units and returns the number taken. Fewer than wanted means that the budget is
    /// spent.
    #[inline]
    pub(crate) fn take_some(&mut self, wanted: u64) -> u64 {
        // One comparison serves the usual case.
        if self.work.saturating_add(wanted) <= self.next_stop {
            self.work += wanted;
            return wanted;
        }
        (0..wanted).map(|_| u64::from(self.take())).sum()
    }

    /// Counts units of work that were done already, even if the budget does not have them any more.
    #[inline]
    pub(crate) fn charge(&mut self, units: u64) {
        self.work += units;
    }

    /// True if there is a deadline and it has passed: for longer work that is not counted in units.
    pub(crate) fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The units taken so far.
    pub(crate) fn taken(&self) -> u64 {
        self.work
    }

    /// True if a unit was refused.
    pub(crate) fn is_spent(&self) -> bool {
        self.spent
    }

    #[cold]
    fn extend(&mut self) -> bool {
        let open = self
            .deadline
            .is_some_and(|deadline| !self.spent && Instant::now() < deadline);
        if open {
            self.next_stop = self.work + params::WORK_BETWEEN_CLOCK_READINGS;
        } else {
            self.spent = true;
        }
        open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_work_budget_gives_exactly_its_units() {
        let mut meter = Meter::new(Budget::Work(3));
        let taken = (0..10).filter(|_| meter.take()).count();
        assert_eq!(taken, 3);
        assert!(meter.is_spent());
    }

    #[test]
    fn units_taken_together_are_the_same_units() {
        let mut meter = Meter::new(Budget::Work(5));
        let taken = [2, 2, 2, 4].map(|wanted| meter.take_some(wanted));
        assert_eq!(taken, [2, 2, 1, 0]);
        assert!(meter.is_spent());
    }

    #[test]
    fn no_work_and_no_time_refuse_the_first_unit() {
        assert!(!Meter::new(Budget::Work(0)).take());
        assert!(!Meter::new(Budget::Time(Duration::ZERO)).take());
    }

    #[test]
    fn an_endless_time_is_no_limit() {
        let mut meter = Meter::new(Budget::Time(Duration::MAX));
        assert!((0..1000).all(|_| meter.take()));
    }
}

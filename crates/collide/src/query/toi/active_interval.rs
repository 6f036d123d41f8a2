//! The time interval under test in a tree search, shortened by each impact found in it.

use crate::query::toi::time_interval::TimeInterval;

/// The interval under test, and the part of it that still has to be proved disjoint.
pub(super) struct ActiveInterval {
    pub interval: TimeInterval,
    /// The number of times that it was rebuilt with an earlier end.
    pub number: u32,
    /// Only this share of it, from its begin, has to be proved disjoint; rounded up.
    pub share: f32,
    /// The interval that ends at the first impact, used for leaves; `None` if no impact is known.
    shorter: Option<TimeInterval>,
    /// Leaf pairs tested since the last change.
    pub leaves: u32,
}

impl ActiveInterval {
    pub(super) fn new(interval: TimeInterval) -> Self {
        ActiveInterval {
            interval,
            number: 0,
            share: 1.0,
            shorter: None,
            leaves: 0,
        }
    }

    /// The interval rebuilt with an earlier end.
    pub(super) fn rebuilt(&self, interval: TimeInterval) -> Self {
        ActiveInterval {
            number: self.number + 1,
            ..ActiveInterval::new(interval)
        }
    }

    /// True if no impact has shortened it.
    pub(super) fn is_unchanged(&self) -> bool {
        self.number == 0 && self.shorter.is_none()
    }

    /// The interval for tests of leaves.
    pub(super) fn for_leaves(&self) -> &TimeInterval {
        self.shorter.as_ref().unwrap_or(&self.interval)
    }

    /// Notes an impact at the end of `interval`, which has the begin of this one: the rest is irrelevant.
    pub(super) fn shorten(&mut self, interval: TimeInterval) {
        let share = (interval.end - interval.begin) / (self.interval.end - self.interval.begin);
        self.share = (share as f32).next_up();
        self.shorter = Some(interval);
        self.leaves = 0;
    }

    /// The share of the interval that is irrelevant.
    pub(super) fn saved(&self) -> f64 {
        1.0 - f64::from(self.share)
    }
}

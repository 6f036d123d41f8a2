//! The step numbers of the last seconds.

use std::collections::VecDeque;

use dodgem_physics::STEPS_PER_SECOND;

use crate::monitor::row::StepRow;
use dodgem_rules::params::HISTORY_SECONDS;

/// The steps of the last ten seconds, oldest first.
#[derive(Clone, Debug, Default)]
pub struct History {
    rows: VecDeque<StepRow>,
}

/// Extracts a quantity of a step as a number.
pub type Curve = fn(&StepRow) -> f64;

/// Statistics of a quantity over the history.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// The value in the last step.
    pub now: f64,
    /// The mean.
    pub mean: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The largest value.
    pub worst: f64,
}

impl History {
    /// The number of steps that are kept.
    pub const STEPS: usize = (HISTORY_SECONDS * STEPS_PER_SECOND) as usize;

    /// Adds the numbers of a step. If the arena has gone back, that step's and later entries are removed
    /// first.
    pub fn push(&mut self, row: StepRow) {
        while self.rows.back().is_some_and(|last| last.step >= row.step) {
            self.rows.pop_back();
        }
        // After a jump ahead, older entries do not describe the present.
        let kept_from = row.step.saturating_sub(Self::STEPS as u64 - 1);
        while self
            .rows
            .front()
            .is_some_and(|first| first.step < kept_from)
        {
            self.rows.pop_front();
        }
        self.rows.push_back(row);
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Returns the steps, oldest first.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &StepRow> {
        self.rows.iter()
    }

    /// Returns the numbers of the last step.
    pub fn last(&self) -> Option<&StepRow> {
        self.rows.back()
    }

    /// Returns statistics of a quantity over the history; zeros if it is empty.
    pub fn summary(&self, of: Curve) -> Summary {
        let mut values: Vec<f64> = self.rows.iter().map(of).collect();
        let (Some(now), count) = (values.last().copied(), values.len()) else {
            return Summary::default();
        };
        let mean = values.iter().sum::<f64>() / count as f64;
        values.sort_unstable_by(f64::total_cmp);
        Summary {
            now,
            mean,
            p99: values[(count * 99).div_ceil(100).max(1) - 1],
            worst: values[count - 1],
        }
    }

    /// Divides the ten seconds into `parts`, oldest first, and returns the largest value in each; `None` for
    /// a part without a step.
    pub fn curve(&self, of: Curve, parts: usize) -> Vec<Option<f64>> {
        let mut curve = vec![None; parts];
        let Some(last) = self.last() else {
            return curve;
        };
        for row in &self.rows {
            let age = (last.step - row.step) as usize;
            let part = (Self::STEPS - 1 - age.min(Self::STEPS - 1)) * parts / Self::STEPS;
            let value = of(row);
            let kept: &mut Option<f64> = &mut curve[part];
            *kept = Some(kept.map_or(value, |before| before.max(value)));
        }
        curve
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(step: u64, work: u64) -> StepRow {
        StepRow {
            step,
            work,
            ..StepRow::default()
        }
    }

    fn work(row: &StepRow) -> f64 {
        row.work as f64
    }

    #[test]
    fn a_summary_is_that_of_the_last_ten_seconds() {
        let mut history = History::default();
        assert_eq!(history.summary(work), Summary::default());
        // The expensive step is older than ten seconds, so it must not count.
        history.push(row(1, 1_000_000));
        for step in 2..=1201 {
            history.push(row(step, step - 1));
        }
        assert_eq!(history.rows().len(), 1200);
        let summary = history.summary(work);
        assert_eq!((summary.now, summary.worst), (1200.0, 1200.0));
        assert_eq!(summary.mean, 600.5);
        assert_eq!(summary.p99, 1188.0);
    }

    #[test]
    fn going_back_forgets_what_has_not_been_yet() {
        let mut history = History::default();
        for step in 1..=50 {
            history.push(row(step, 1));
        }
        history.push(row(20, 5));
        assert_eq!((history.rows().len(), history.summary(work).now), (20, 5.0));
        // After a jump far ahead, no old entry remains.
        history.push(row(5000, 2));
        assert_eq!(history.rows().len(), 1);
    }

    #[test]
    fn a_curve_keeps_the_greatest_of_each_part() {
        let mut history = History::default();
        for step in 1..=1200 {
            history.push(row(step, u64::from(step == 1199) * 9 + 1));
        }
        let curve = history.curve(work, 10);
        assert_eq!(curve[..9], [Some(1.0); 9]);
        assert_eq!(curve[9], Some(10.0));
        history.push(row(1201, 3));
        history.clear();
        history.push(row(7, 3));
        let curve = history.curve(work, 4);
        assert_eq!(curve, [None, None, None, Some(3.0)]);
    }
}

//! The cost of steps before and after a change of the engine, over equally many steps.

use crate::monitor::history::{Curve, History};
use crate::monitor::row::StepRow;

/// The steps around a change.
#[derive(Clone, Debug, Default)]
pub struct CostBeside {
    before: Vec<StepRow>,
    after: Vec<StepRow>,
}

/// A compared quantity of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostOf {
    /// The time of the step, in milliseconds.
    Step,
    /// The time of the broad phase, in milliseconds.
    BroadPhase,
    /// The time of continuous collision detection, in milliseconds.
    ContinuousCollision,
    /// The pairs of the broad phase.
    Pairs,
    /// The sweeps of pairs.
    Sweeps,
    /// The work of collision tests, in units.
    Work,
    /// The queries that the budget ended.
    Cuts,
    /// The impacts.
    Impacts,
}

/// A quantity of a step on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostLine {
    /// The quantity.
    pub of: CostOf,
    /// The mean before the change.
    pub before: f64,
    /// The mean after it.
    pub after: f64,
}

/// The compared quantities.
const QUANTITIES: [(CostOf, Curve); 8] = [
    (CostOf::Step, |row| row.laps()[0].as_secs_f64() * 1000.0),
    (CostOf::BroadPhase, |row| {
        row.times.broad_phase.as_secs_f64() * 1000.0
    }),
    (CostOf::ContinuousCollision, |row| {
        row.times.continuous_collision.as_secs_f64() * 1000.0
    }),
    (CostOf::Pairs, |row| row.pairs as f64),
    (CostOf::Sweeps, |row| row.sweeps as f64),
    (CostOf::Work, |row| row.work as f64),
    (CostOf::Cuts, |row| row.cuts as f64),
    (CostOf::Impacts, |row| row.impacts as f64),
];

impl CostBeside {
    /// Begins with a change after the last step of a history.
    pub fn begin(history: &History) -> CostBeside {
        CostBeside {
            before: history.rows().copied().collect(),
            after: Vec::new(),
        }
    }

    /// Adds a step after the change, until there are as many as before. Steps that are made again replace theirs.
    pub fn push(&mut self, row: StepRow) {
        while self.after.last().is_some_and(|last| last.step >= row.step) {
            self.after.pop();
        }
        if self.after.len() < self.before.len() {
            self.after.push(row);
        }
    }

    /// Returns the number of steps on each side that are compared.
    pub fn steps(&self) -> usize {
        self.after.len()
    }

    /// Returns the means of the last steps before the change and of as many after it; none before the first step
    /// after it.
    pub fn lines(&self) -> Vec<CostLine> {
        let steps = self.steps();
        if steps == 0 {
            return Vec::new();
        }
        let before = &self.before[self.before.len() - steps..];
        let mean =
            |rows: &[StepRow], of: Curve| rows.iter().map(of).sum::<f64>() / rows.len() as f64;
        let line = |(of, curve): (CostOf, Curve)| CostLine {
            of,
            before: mean(before, curve),
            after: mean(&self.after, curve),
        };
        QUANTITIES.map(line).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_steps_after_a_change_as_before_it_are_compared() {
        let mut history = History::default();
        for step in 1..=30 {
            // The oldest steps were dearer, and do not count until as many have followed.
            let work = if step <= 20 { 1000 } else { 100 };
            history.push(StepRow {
                step,
                work,
                ..StepRow::default()
            });
        }
        let mut cost = CostBeside::begin(&history);
        assert!(cost.lines().is_empty());
        let row = |step, work| StepRow {
            step,
            work,
            ..StepRow::default()
        };
        (31..=40).for_each(|step| cost.push(row(step, 40)));
        let work = |cost: &CostBeside| {
            let lines = cost.lines();
            let line = *lines.iter().find(|line| line.of == CostOf::Work).unwrap();
            (line.before, line.after)
        };
        assert_eq!((cost.steps(), work(&cost)), (10, (100.0, 40.0)));
        // Gone back by five steps.
        cost.push(row(36, 90));
        assert_eq!(cost.steps(), 6);
        (37..=90).for_each(|step| cost.push(row(step, 90)));
        assert_eq!((cost.steps(), work(&cost).0), (30, 700.0));
    }
}

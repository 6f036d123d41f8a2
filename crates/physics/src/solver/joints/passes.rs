//! Gauss-Seidel passes over the joints that are not solved directly.

use glam::DVec3;

use crate::joint::MAX_ROWS;
use crate::params::{JOINT_PASSES, LEAST_JOINT_PASSES, MAX_ITERATED_JOINTS};
use crate::solver::joints::JointSolver;
use crate::solver::joints::row::{Row, RowState};

impl JointSolver {
    /// Runs Gauss-Seidel passes over the joints that are not solved directly.
    pub(super) fn iterate(&mut self) {
        let iterated = self.matrix.iterated().len();
        if iterated == 0 {
            return;
        }
        let passes = (MAX_ITERATED_JOINTS / iterated).clamp(LEAST_JOINT_PASSES, JOINT_PASSES);
        for body in &mut self.bodies {
            body.change = [DVec3::ZERO; 2];
        }
        let wanted = |row: &Row| match row.state {
            RowState::Free => -row.missing,
            _ => 0.0,
        };
        for joint in self.matrix.iterated() {
            self.changes[self.matrix.rows(*joint)].fill(0.0);
        }
        for pass in 0..passes {
            for n in 0..iterated {
                let at = if pass % 2 == 0 { n } else { iterated - 1 - n };
                let index = self.matrix.iterated()[at];
                let active = self.active[index as usize];
                let range = self.matrix.rows(index);
                let mut found = [0.0; MAX_ROWS];
                let found = &mut found[..range.len()];
                let rows = &self.rows[range.clone()];
                let changes = active
                    .bodies
                    .map(|place| self.bodies[place as usize].change);
                for ((found, row), at) in found.iter_mut().zip(rows).zip(range.clone()) {
                    if row.state == RowState::Free {
                        let give = row.give + row.softness;
                        *found = wanted(row) - row.speed_of(&changes) - give * self.changes[at];
                    }
                }
                self.matrix.solve_alone(index, found);
                for ((found, row), at) in found.iter().zip(rows).zip(range) {
                    self.changes[at] += found;
                    for side in 0..2 {
                        let change = &mut self.bodies[active.bodies[side] as usize].change;
                        change[0] += row.answers[side][0] * *found;
                        change[1] += row.answers[side][1] * *found;
                    }
                }
            }
        }
    }
}

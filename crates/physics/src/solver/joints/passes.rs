//! Gauss-Seidel passes over the joints that are not solved directly.

use glam::DVec3;

use crate::joint::MAX_ROWS;
use crate::params::{JOINT_PASSES, LEAST_JOINT_PASSES, MAX_ITERATED_JOINTS};
use crate::solver::joints::JointSolver;
use crate::solver::joints::row::{Row, RowState};

impl JointSolver {
    /// Runs Gauss-Seidel passes over the joints that are not solved directly.
    pub(super) fn iterate(&mut self) {
        let joints = self.matrix.joints();
        let iterated = joints
            .filter(|joint| !self.matrix.is_direct(*joint))
            .count();
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
        for at in (self.matrix.joints())
            .filter(|joint| !self.matrix.is_direct(*joint))
            .flat_map(|joint| self.matrix.rows(joint))
        {
            self.changes[at] = 0.0;
        }
        for pass in 0..passes {
            let count = self.active.len();
            for n in 0..count {
                let index = if pass % 2 == 0 { n } else { count - 1 - n };
                if self.matrix.is_direct(index as u32) {
                    continue;
                }
                let active = self.active[index];
                let range = self.matrix.rows(index as u32);
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
                self.matrix.solve_alone(index as u32, found);
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

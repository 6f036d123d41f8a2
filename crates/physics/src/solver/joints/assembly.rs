//! The entries of the joints' matrix.

use crate::solver::joints::JointSolver;
use crate::solver::joints::row::{Row, RowState};

impl JointSolver {
    /// Fills and factorises the matrix for the free rows, unless that was done already.
    pub(super) fn factorise(&mut self) {
        let rows = &self.rows;
        let bounded = self.bounded.iter();
        let mut bounded = bounded.flat_map(|joint| self.matrix.rows(*joint));
        let is_free = |state: RowState| state == RowState::Free;
        let same = self.factorised.len() == rows.len()
            && bounded.all(|at| is_free(rows[at].state) == is_free(self.factorised[at]));
        if same {
            return;
        }
        self.factorised.clear();
        self.factorised.extend(rows.iter().map(|row| row.state));
        for joint in self.matrix.joints() {
            let range = self.matrix.rows(joint);
            let rows = &self.rows[range];
            let block = self.matrix.diagonal(joint);
            for (i, row) in rows.iter().enumerate() {
                let free = row.state == RowState::Free;
                for (j, other) in rows[..i].iter().enumerate() {
                    let both = free && other.state == RowState::Free;
                    block[i * rows.len() + j] = if both {
                        row.speed_of(&other.answers)
                    } else {
                        0.0
                    };
                }
                block[i * rows.len() + i] = match free {
                    true => row.response + row.give + row.softness,
                    false => 1.0,
                };
            }
        }
        for index in 0..self.matrix.blocks().len() {
            let joints = self.matrix.blocks()[index];
            let [one, other] = joints.map(|joint| self.active[joint as usize].bodies);
            let [rows, columns] = joints.map(|joint| &self.rows[self.matrix.rows(joint)]);
            let block = self.matrix.block(index);
            block.fill(0.0);
            for (side, of) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                if one[side] == other[of] && self.bodies[one[side] as usize].movable {
                    add_products(block, [rows, columns], [side, of]);
                }
            }
        }
        self.matrix.factorise();
    }
}

/// Adds to a block the responses of its free rows to its free columns through a body that both joints hold:
/// each on a side of its own.
fn add_products(block: &mut [f64], [rows, columns]: [&[Row]; 2], [side, of]: [usize; 2]) {
    let sign = if side == 1 { 1.0 } else { -1.0 };
    for (row, values) in rows.iter().zip(block.chunks_exact_mut(columns.len())) {
        if row.state != RowState::Free {
            continue;
        }
        let (direction, lever) = (row.shape.direction * sign, row.shape.levers[side] * sign);
        for (column, value) in columns.iter().zip(values) {
            if column.state == RowState::Free {
                let [linear, angular] = column.answers[of];
                *value += direction.dot(linear) + lever.dot(angular);
            }
        }
    }
}

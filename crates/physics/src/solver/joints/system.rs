//! The equations of all rows: what they lack, the free ones, and their solution.

use glam::DVec3;

use crate::joint::JointKind;
use crate::params::{FAILED_JOINT_SPEED, JOINT_TOLERANCE, MAX_JOINT_ROUNDS, MAX_RELEASES};
use crate::solver::joints::geometry::{JointRows, RowLaw, wound};
use crate::solver::joints::row::{Row, RowState};
use crate::solver::joints::{JointProblem, JointSolver, Solution, push};

impl JointSolver {
    /// Seeks the impulses with which joints are closed where their bodies come to. If there are none within reach, those
    /// with which they do not open at the present velocities.
    pub(super) fn solve_ahead(&mut self, problem: &JointProblem) {
        self.first_guess.clear();
        let impulses = self.rows.iter().map(|row| (row.impulse, row.state));
        self.first_guess.extend(impulses);
        self.acceleration.reset(self.rows.len());
        let mut worst = f64::INFINITY;
        for round in 0..MAX_JOINT_ROUNDS {
            worst = self.find_missing_ahead(problem);
            let released = round < MAX_RELEASES && self.release();
            if round > 0 && !released && worst < JOINT_TOLERANCE {
                return;
            }
            if released {
                self.acceleration.reset(self.rows.len());
            }
            if self.solve_free(Solution::Ahead) | self.limit_grabs(problem) {
                self.acceleration.reset(self.rows.len());
            }
        }
        if worst < FAILED_JOINT_SPEED || self.find_missing_ahead(problem) < FAILED_JOINT_SPEED {
            return;
        }
        self.mark_failed();
        self.return_to_first_guess();
        for round in 0..MAX_JOINT_ROUNDS {
            self.find_missing_here(Solution::Linear);
            let released = round < MAX_RELEASES && self.release();
            let bounded = self.solve_free(Solution::Linear) | self.limit_grabs(problem);
            if !(released || bounded) {
                break;
            }
        }
    }

    /// Marks the bodies of the joints that still open.
    fn mark_failed(&mut self) {
        for (index, active) in (0..).zip(&self.active) {
            let opens =
                |row: &Row| row.state == RowState::Free && row.missing.abs() >= FAILED_JOINT_SPEED;
            if self.rows[self.matrix.rows(index)].iter().any(opens) {
                for place in active.bodies {
                    self.bodies[place as usize].failed = true;
                }
            }
        }
    }

    fn return_to_first_guess(&mut self) {
        for (index, active) in (0..).zip(&self.active) {
            for at in self.matrix.rows(index) {
                let (row, (impulse, state)) = (&mut self.rows[at], self.first_guess[at]);
                let change = impulse - row.impulse;
                (row.impulse, row.state) = (impulse, state);
                push(&mut self.bodies, active, &self.rows[at], change);
            }
        }
    }

    /// Seeks the impulses with which no joint opens where the bodies are.
    pub(super) fn solve_here(&mut self) {
        for round in 0..MAX_JOINT_ROUNDS {
            self.find_missing_here(Solution::Late);
            if round < MAX_RELEASES {
                self.release();
            }
            if !self.solve_free(Solution::Late) {
                break;
            }
        }
    }

    /// By how much the rows miss what they want where the bodies would come to; the worst of the free ones.
    pub(super) fn find_missing_ahead(&mut self, problem: &JointProblem) -> f64 {
        let (time, mut worst) = (self.substep, 0.0_f64);
        self.ahead.clear();
        for body in &self.bodies {
            let of = problem.bodies.get(body.index as usize);
            self.ahead.push(body.ahead(of, time));
        }
        for (index, active) in (0..).zip(&self.active) {
            let at = active.bodies.map(|place| self.ahead[place as usize]);
            let shapes = JointRows::new(problem.joints.at(active.joint), at);
            let range = self.matrix.rows(index);
            for (row, there) in self.rows[range].iter_mut().zip(shapes.list()) {
                let change = there.value - row.shape.value;
                let is_angle = row.shape.direction == DVec3::ZERO;
                let change = if is_angle { wound(change) } else { change };
                row.missing = change / time + row.pull + (row.give + row.softness) * row.impulse;
                if row.state == RowState::Free {
                    worst = worst.max(row.missing.abs());
                }
            }
        }
        worst
    }

    /// Frees the rows that would come off their bounds. Returns whether there were any.
    pub(super) fn release(&mut self) -> bool {
        let mut any = false;
        for row in &mut self.rows {
            let comes_off = match row.state {
                RowState::AtLeast => row.missing < -JOINT_TOLERANCE,
                RowState::AtMost => row.missing > JOINT_TOLERANCE,
                RowState::Free | RowState::Off => false,
            };
            if comes_off {
                row.state = RowState::Free;
                any = true;
            }
        }
        any
    }

    /// Solves for the free rows and applies what is found, within the bounds. Returns whether a row has come
    /// to its bound.
    pub(super) fn solve_free(&mut self, solution: Solution) -> bool {
        self.factorise();
        for (change, row) in self.changes.iter_mut().zip(&self.rows) {
            let is_free = row.state == RowState::Free;
            *change = if is_free { -row.missing } else { 0.0 };
        }
        if solution == Solution::Ahead {
            self.acceleration.mix(&mut self.changes);
        }
        self.iterate();
        self.matrix.solve(&mut self.changes);
        if solution == Solution::Ahead {
            self.acceleration.finish(&mut self.changes);
        }
        let is_late = solution == Solution::Late;
        let mut any = false;
        for (index, active) in (0..).zip(&self.active) {
            for at in self.matrix.rows(index) {
                let row = &mut self.rows[at];
                if row.state != RowState::Free {
                    self.changes[at] = 0.0;
                    continue;
                }
                let (change, state) = row.bounded(self.changes[at], is_late);
                self.changes[at] = change;
                row.state = state;
                any |= state != RowState::Free;
                if is_late {
                    row.late += change;
                } else {
                    row.impulse += change;
                }
                push(&mut self.bodies, active, row, change);
            }
        }
        any
    }

    /// Scales down what grabs pull too strongly; they keep that for the rest of the substep. Returns whether
    /// there were any.
    pub(super) fn limit_grabs(&mut self, problem: &JointProblem) -> bool {
        let mut any = false;
        for (index, active) in (0..).zip(&self.active) {
            let joint = problem.joints.at(active.joint);
            if joint.kind != JointKind::Grab {
                continue;
            }
            let rows = &mut self.rows[self.matrix.rows(index)];
            let total = rows
                .iter()
                .map(|row| row.impulse * row.impulse)
                .sum::<f64>();
            let most = match rows.first().map(|row| row.shape.law) {
                Some(RowLaw::Spring(_, force)) => force * self.substep,
                _ => f64::INFINITY,
            };
            if total.sqrt() > most {
                any = true;
                for row in rows {
                    let change = row.impulse * (most / total.sqrt() - 1.0);
                    row.impulse += change;
                    row.state = RowState::Off;
                    push(&mut self.bodies, active, row, change);
                }
            }
        }
        any
    }

    /// By how much the velocities of the rows miss what they want; the worst of the free ones.
    pub(super) fn find_missing_here(&mut self, solution: Solution) -> f64 {
        let mut worst = 0.0_f64;
        for (index, active) in (0..).zip(&self.active) {
            let velocities = active.bodies.map(|place| {
                let body = &self.bodies[place as usize];
                [body.velocity, body.spin()]
            });
            for row in &mut self.rows[self.matrix.rows(index)] {
                let wanted = match (solution, row.shape.law) {
                    (Solution::Late, RowLaw::Speed(target, _)) => -target,
                    (Solution::Late, _) => 0.0,
                    _ => row.pull + (row.give + row.softness) * row.impulse,
                };
                row.missing = row.speed_of(&velocities) + wanted;
                if row.state == RowState::Free {
                    worst = worst.max(row.missing.abs());
                }
            }
        }
        worst
    }

    /// Fills and factorises the matrix for the rows that are free, unless that was done already.
    pub(super) fn factorise(&mut self) {
        let same =
            self.factorised.len() == self.rows.len()
                && self.rows.iter().zip(&self.factorised).all(|(row, state)| {
                    (row.state == RowState::Free) == (*state == RowState::Free)
                });
        if same {
            return;
        }
        self.factorised.clear();
        self.factorised
            .extend(self.rows.iter().map(|row| row.state));
        for joint in self.matrix.joints() {
            let range = self.matrix.rows(joint);
            let rows = &self.rows[range];
            let block = self.matrix.diagonal(joint);
            for (i, row) in rows.iter().enumerate() {
                for (j, other) in rows.iter().enumerate() {
                    block[i * rows.len() + j] = match (row.state, other.state) {
                        (RowState::Free, RowState::Free) => row.speed_of(&other.answers),
                        _ => 0.0,
                    };
                }
                block[i * rows.len() + i] += match row.state {
                    RowState::Free => row.give + row.softness,
                    _ => 1.0,
                };
            }
        }
        for index in 0..self.matrix.blocks().len() {
            let joints = self.matrix.blocks()[index];
            let [one, other] = joints.map(|joint| self.active[joint as usize].bodies);
            let [rows, columns] = joints.map(|joint| &self.rows[self.matrix.rows(joint)]);
            let block = self.matrix.block(index);
            for (i, row) in rows.iter().enumerate() {
                for (j, column) in columns.iter().enumerate() {
                    let mut sum = 0.0;
                    if row.state == RowState::Free && column.state == RowState::Free {
                        for (side, body) in one.into_iter().enumerate() {
                            for (of, same) in other.into_iter().enumerate() {
                                if body == same {
                                    sum += row.speed_at(side, &column.answers[of]);
                                }
                            }
                        }
                    }
                    block[i * columns.len() + j] = sum;
                }
            }
        }
        self.matrix.factorise();
    }
}

//! The equations of all rows: their residuals, the free rows, and the solution.

use glam::DVec3;

use crate::joint::JointKind;
use crate::params::{
    FAILED_JOINT_SPEED, GUESSED_JOINT_TOLERANCE, JOINT_TOLERANCE, MAX_JOINT_ROUNDS, MAX_RELEASES,
    SLOW_JOINT_ROUND,
};
use crate::solver::joints::geometry::{RowLaw, wound};
use crate::solver::joints::row::{Row, RowState, Side};
use crate::solver::joints::{JointProblem, JointSolver, Solution, push};

impl JointSolver {
    /// Finds the impulses with which joints are closed at the frames that their bodies reach, for residuals of
    /// which the worst is known, unless that is less than `enough`. If the rounds find none, it finds those
    /// with which they do not open at the present velocities.
    pub(super) fn solve_ahead(&mut self, problem: &JointProblem, known: f64, enough: f64) {
        self.first_guess.clear();
        let impulses = self.rows.iter().map(|row| (row.impulse, row.state));
        self.first_guess.extend(impulses);
        self.accelerates = false;
        let (mut worst, mut releases, mut enough) = (known, 0, enough);
        for _ in 0..MAX_JOINT_ROUNDS {
            let released = releases < MAX_RELEASES && self.release(Solution::Ahead);
            if !released && worst < enough {
                self.settle_stalled();
                return;
            }
            enough = JOINT_TOLERANCE;
            releases += usize::from(released);
            if self.solve_free(Solution::Ahead) | self.limit_grabs(problem) | released {
                self.accelerates = false;
            }
            let before = std::mem::replace(&mut worst, self.find_missing_ahead(problem));
            if !self.accelerates && worst > SLOW_JOINT_ROUND * before {
                self.accelerates = true;
                self.acceleration.reset(self.rows.len());
            }
        }
        if worst < FAILED_JOINT_SPEED {
            self.settle_stalled();
            return;
        }
        self.mark_failed();
        self.return_to_first_guess();
        for round in 0..MAX_JOINT_ROUNDS {
            self.find_missing_here(Solution::Linear);
            let released = round < MAX_RELEASES && self.release(Solution::Linear);
            let bounded = self.solve_free(Solution::Linear) | self.limit_grabs(problem);
            if !(released || bounded) {
                break;
            }
        }
        self.settle_stalled();
    }

    /// Improves the impulses by one round only.
    pub(super) fn improve_ahead(&mut self, problem: &JointProblem) {
        self.accelerates = false;
        self.release(Solution::Ahead);
        self.solve_free(Solution::Ahead);
        self.limit_grabs(problem);
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
        self.ahead.clear();
        for (index, active) in (0..).zip(&self.active) {
            for at in self.matrix.rows(index) {
                let (row, (impulse, state)) = (&mut self.rows[at], self.first_guess[at]);
                let change = impulse - row.impulse;
                (row.impulse, row.state) = (impulse, state);
                push(&mut self.bodies, active, &self.rows[at], change);
            }
        }
    }

    /// Finds the impulses with which no joint opens at the present frames, for residuals of which the worst
    /// is known.
    pub(super) fn solve_here(&mut self, known: f64) {
        for round in 0..MAX_JOINT_ROUNDS {
            let released = round < MAX_RELEASES && self.release(Solution::Late);
            if round == 0 && !released && known < GUESSED_JOINT_TOLERANCE {
                break;
            }
            if !self.solve_free(Solution::Late) {
                break;
            }
            self.find_missing_here(Solution::Late);
        }
    }

    /// Computes the residuals of the rows at the frames that the bodies would reach; returns the worst of the
    /// free rows.
    pub(super) fn find_missing_ahead(&mut self, problem: &JointProblem) -> f64 {
        let (time, mut worst) = (self.substep, 0.0_f64);
        let per_second = 1.0 / time;
        self.ahead.clear();
        for body in &self.bodies {
            let of = problem.bodies.get(body.index as usize);
            self.ahead.push(body.ahead(of, time));
        }
        for (index, active) in (0..).zip(&self.active) {
            let at = active.bodies.map(|place| self.ahead[place as usize]);
            let joint = problem.joints.at(active.joint);
            let near = active.near(&self.bodies, time);
            self.shapes.find_values(joint, at, near);
            let holds_turn = joint.holds_turn();
            let range = self.matrix.rows(index);
            for (row, there) in self.rows[range].iter_mut().zip(self.shapes.list()) {
                let change = there.value - row.shape.value;
                let is_turn = holds_turn && row.shape.direction == DVec3::ZERO;
                let change = if is_turn { wound(change) } else { change };
                row.note_missing(change * per_second);
                if row.state == RowState::Free {
                    worst = worst.max(row.missing.abs());
                }
            }
        }
        worst
    }

    /// Frees the rows that would come off their bounds. Returns true if there were any.
    pub(super) fn release(&mut self, solution: Solution) -> bool {
        let mut any = false;
        for joint in &self.bounded {
            let rows = &mut self.rows[self.matrix.rows(*joint)];
            for at in 0..rows.len() {
                let row = &rows[at];
                let comes_off = match row.state {
                    RowState::AtLeast => row.missing < -JOINT_TOLERANCE,
                    RowState::AtMost => row.missing > JOINT_TOLERANCE,
                    RowState::Stalled => match rows[at - 1].side {
                        Side::Least => row.missing < -JOINT_TOLERANCE,
                        Side::Greatest => row.missing > JOINT_TOLERANCE,
                    },
                    RowState::Free | RowState::Off => false,
                };
                if comes_off {
                    rows[at].state = RowState::Free;
                    any = true;
                    share_coordinate(rows, at, solution == Solution::Late);
                }
            }
        }
        any
    }

    /// Stalls motors that drive their coordinate against a limit which holds it at the start of a substep.
    pub(super) fn stall(&mut self) {
        for joint in &self.bounded {
            let rows = &mut self.rows[self.matrix.rows(*joint)];
            for at in 1..rows.len() {
                let both = [rows[at - 1].state, rows[at].state];
                if both == [RowState::Free; 2] && rows[at - 1].shares_coordinate(&rows[at]) {
                    rows[at].state = RowState::Stalled;
                }
            }
        }
    }

    /// Moves the impulse of a limit that pulls to its stalled motor, which gave it.
    fn settle_stalled(&mut self) {
        for joint in &self.bounded {
            let rows = &mut self.rows[self.matrix.rows(*joint)];
            for at in 1..rows.len() {
                if rows[at].state != RowState::Stalled {
                    continue;
                }
                let limit = &mut rows[at - 1];
                let pulls = match limit.side {
                    Side::Least => limit.impulse < 0.0,
                    Side::Greatest => limit.impulse > 0.0,
                };
                if pulls {
                    let impulse = std::mem::take(&mut limit.impulse);
                    rows[at].impulse += impulse;
                }
            }
        }
    }

    /// Solves for the free rows and applies the solution. Rows that it would take over their bounds are first
    /// brought to these, and the others are solved for again: with these rows free the equations may have
    /// demanded unbounded impulses. Returns true if there were such rows.
    pub(super) fn solve_free(&mut self, solution: Solution) -> bool {
        let mut any = false;
        self.ahead.clear();
        for _ in 0..MAX_JOINT_ROUNDS {
            self.find_changes(solution);
            if !self.bring_to_bounds(solution == Solution::Late) {
                break;
            }
            any = true;
            self.accelerates = false;
        }
        for (index, active) in (0..).zip(&self.active) {
            for at in self.matrix.rows(index) {
                let (row, change) = (&mut self.rows[at], self.changes[at]);
                if row.state == RowState::Free {
                    *row.part(solution == Solution::Late) += change;
                    push(&mut self.bodies, active, row, change);
                }
            }
        }
        any
    }

    /// Computes the changes of the free rows' impulses.
    fn find_changes(&mut self, solution: Solution) {
        self.factorise();
        for (change, row) in self.changes.iter_mut().zip(&self.rows) {
            let is_free = row.state == RowState::Free;
            *change = if is_free { -row.missing } else { 0.0 };
        }
        let accelerates = solution == Solution::Ahead && self.accelerates;
        if accelerates {
            self.acceleration.mix(&mut self.changes);
        }
        self.iterate();
        self.matrix.solve(&mut self.changes);
        if accelerates {
            self.acceleration.finish(&mut self.changes);
        }
    }

    /// Applies the changes of the rows that would exceed their bounds, as far as the bounds allow, and
    /// corrects the residuals of the others. Returns true if there were any.
    fn bring_to_bounds(&mut self, is_late: bool) -> bool {
        let mut any = false;
        for joint in &self.bounded {
            let active = &self.active[*joint as usize];
            let range = self.matrix.rows(*joint);
            let rows = &mut self.rows[range.clone()];
            for (at, change) in self.changes[range].iter().enumerate() {
                let stalled = rows
                    .get(at + 1)
                    .filter(|next| next.state == RowState::Stalled);
                let has_stalled = stalled.is_some();
                if rows[at].state != RowState::Free {
                    continue;
                }
                let (change, state) = rows[at].bounded(*change, is_late, stalled);
                if state == RowState::Free {
                    continue;
                }
                if !any {
                    any = true;
                    self.bodies
                        .iter_mut()
                        .for_each(|body| body.change = [DVec3::ZERO; 2]);
                }
                let row = &mut rows[at];
                row.state = state;
                *row.part(is_late) += change;
                for (place, answer) in active.bodies.into_iter().zip(row.answers) {
                    let sum = &mut self.bodies[place as usize].change;
                    *sum = [sum[0] + answer[0] * change, sum[1] + answer[1] * change];
                }
                push(&mut self.bodies, active, row, change);
                if has_stalled {
                    // The remaining impulse is the motor's full force.
                    let left = row.total_by(is_late);
                    *row.part(is_late) -= left;
                    *rows[at + 1].part(is_late) += left;
                    rows[at + 1].state = state;
                }
            }
        }
        if any {
            for (index, active) in (0..).zip(&self.active) {
                let changes = active
                    .bodies
                    .map(|place| self.bodies[place as usize].change);
                for row in &mut self.rows[self.matrix.rows(index)] {
                    row.missing += row.speed_of(&changes);
                }
            }
        }
        any
    }

    /// Scales down the impulses of grabs that pull too strongly; they keep these for the rest of the substep.
    /// Returns true if there were any.
    pub(super) fn limit_grabs(&mut self, problem: &JointProblem) -> bool {
        let mut any = false;
        for joint in &self.bounded {
            let active = &self.active[*joint as usize];
            if problem.joints.at(active.joint).kind != JointKind::Grab {
                continue;
            }
            let rows = &mut self.rows[self.matrix.rows(*joint)];
            let total = rows
                .iter()
                .map(|row| row.impulse * row.impulse)
                .sum::<f64>();
            let most = match rows.first().map(|row| (row.shape.law, row.early_share)) {
                Some((RowLaw::Spring(_, force), share)) => force * self.substep * share,
                _ => f64::INFINITY,
            };
            if total.sqrt() > most {
                any = true;
                self.ahead.clear();
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

    /// Computes the residuals of the rows for the present velocities; returns the worst of the free rows.
    pub(super) fn find_missing_here(&mut self, solution: Solution) -> f64 {
        let mut worst = 0.0_f64;
        for (index, active) in (0..).zip(&self.active) {
            let velocities = active.bodies.map(|place| {
                let body = &self.bodies[place as usize];
                [body.velocity, body.spin()]
            });
            for row in &mut self.rows[self.matrix.rows(index)] {
                let speed = row.speed_of(&velocities);
                match (solution, row.shape.law) {
                    (Solution::Late, RowLaw::Speed(target, _)) => row.missing = speed - target,
                    (Solution::Late, _) => row.missing = speed,
                    _ => row.note_missing(speed),
                }
                if row.state == RowState::Free {
                    worst = worst.max(row.missing.abs());
                }
            }
        }
        worst
    }
}

/// Divides a coordinate between its limits and its motor, one of which has just become free: with both free,
/// they would push against each other without bound. A motor that drives against a limit stalls: it keeps its
/// impulse, and the limit gives the rest. A motor that drives away from it takes over the limit's whole
/// impulse.
fn share_coordinate(rows: &mut [Row], at: usize, is_late: bool) {
    if at + 1 < rows.len() && rows[at].shares_coordinate(&rows[at + 1]) {
        if rows[at + 1].state == RowState::Free {
            rows[at + 1].state = RowState::Stalled;
        }
        return;
    }
    if at == 0 || !rows[at - 1].shares_coordinate(&rows[at]) {
        return;
    }
    let [limit, motor] = &mut rows[at - 1..=at] else {
        return;
    };
    if limit.state != RowState::Free {
        return;
    }
    let (leaves, inactive) = match limit.side {
        Side::Least => (motor.missing < 0.0, RowState::AtLeast),
        Side::Greatest => (motor.missing > 0.0, RowState::AtMost),
    };
    if !leaves {
        motor.state = RowState::Stalled;
        return;
    }
    let [least, most] = motor.bounds;
    let (given, now) = (limit.total_by(is_late), motor.total_by(is_late));
    let taken = (now + given).clamp(least, most) - now;
    *motor.part(is_late) += taken;
    if taken == given {
        *limit.part(is_late) -= given;
        limit.state = inactive;
    } else {
        *limit.part(is_late) -= taken;
        motor.state = if taken < given {
            RowState::AtMost
        } else {
            RowState::AtLeast
        };
    }
}

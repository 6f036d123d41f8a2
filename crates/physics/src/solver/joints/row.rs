//! One row of a joint in the solution: its impulse, its bounds, and its residual.

use glam::DVec3;

use crate::joint::MAX_ROWS;
use crate::params::{
    DEPENDENT_ROW, ITERATED_JOINT_DAMPING_RATIO, ITERATED_JOINT_HERTZ, JOINT_CLOSING_SPEED,
    LIMIT_TOLERANCE, OPEN_JOINT,
};
use crate::solver::joints::geometry::{RowGeometry, RowLaw};

/// The state of a row: its impulse is free to be solved for, or fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowState {
    Free,
    AtLeast,
    AtMost,
    /// A motor whose coordinate is held by the limit against which it drives.
    Stalled,
    Off,
}

/// The limit that a row of limits is held to: it stays at one while it gives an impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Least,
    Greatest,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub shape: RowGeometry,
    /// The changes of the velocities of both bodies by an impulse of 1: linear, angular.
    pub answers: [[DVec3; 2]; 2],
    /// The change of the row's own speed by an impulse of 1.
    pub response: f64,
    /// That change with the joint's other rigid rows held: the frequency of a spring refers to it.
    pub stiffness_response: f64,
    pub state: RowState,
    /// The active limit, for rows of limits.
    pub side: Side,
    /// The residual: the speed by which the row misses its law.
    pub missing: f64,
    /// The bias that is added to the row's speed, in m/s or rad/s.
    pub pull: f64,
    /// The bias of each side, for rows of limits.
    side_pulls: [f64; 2],
    /// The part of a spring's force that acts before the motion.
    pub early_share: f64,
    /// The compliance: its change of speed for an impulse of 1 on springs, and a little on all rows.
    pub give: f64,
    pub softness: f64,
    /// The impulse before the motion, and after it (before then, that of the last substep); and the bounds of
    /// their sum.
    pub impulse: f64,
    pub late: f64,
    pub bounds: [f64; 2],
}

/// The share by which an open joint yields. If two joints hold the same two bodies, or joints form a loop,
/// and some are open, the equations would demand violent forces without it.
pub(super) fn openness(rows: &[Row]) -> f64 {
    let held = rows.iter().filter(|row| row.shape.law == RowLaw::Hold);
    let open = held
        .map(|row| row.shape.value * row.shape.value)
        .sum::<f64>();
    (open / (OPEN_JOINT * OPEN_JOINT)).min(1.0)
}

/// The change of a row's speed by an impulse of 1 along it if the rigid rows are held.
pub(super) fn held_response(rows: &[Row], at: usize) -> f64 {
    // The spring of a fixed coordinate has no effect.
    pivot(rows, at).max(DEPENDENT_ROW * rows[at].response)
}

/// Finds the rows of a joint with locked bodies that nothing can move if the rows before them are held. They
/// would demand unbounded impulses.
pub(super) fn drop_dependent(rows: &mut [Row]) {
    for at in 0..rows.len() {
        let is_held = rows[at].shape.law == RowLaw::Hold;
        let others = if is_held { &rows[..=at] } else { &*rows };
        if pivot(others, at) <= DEPENDENT_ROW * rows[at].response {
            rows[at].make_immovable();
        }
    }
}

/// The last pivot of a Cholesky factorisation of the rigid rows and this one.
fn pivot(rows: &[Row], at: usize) -> f64 {
    let mut order = [at; MAX_ROWS];
    let mut count = 0;
    for (index, row) in rows.iter().enumerate() {
        if index != at && row.shape.law == RowLaw::Hold && !row.is_immovable() {
            order[count] = index;
            count += 1;
        }
    }
    let mut lower = [[0.0; MAX_ROWS]; MAX_ROWS];
    for i in 0..=count {
        for j in 0..=i {
            let entry = rows[order[i]].speed_of(&rows[order[j]].answers);
            let sum: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
            lower[i][j] = if i != j {
                (entry - sum) / lower[j][j]
            } else if i == count {
                return entry - sum;
            } else {
                (entry - sum).max(DEPENDENT_ROW * entry).sqrt()
            };
        }
    }
    rows[at].response
}

impl Row {
    pub(super) fn new(shape: RowGeometry, [impulse, late]: [f64; 2]) -> Row {
        Row {
            shape,
            answers: [[DVec3::ZERO; 2]; 2],
            response: 0.0,
            stiffness_response: 0.0,
            state: RowState::Free,
            side: Side::Least,
            missing: 0.0,
            pull: 0.0,
            side_pulls: [0.0; 2],
            early_share: 1.0,
            give: 0.0,
            softness: 0.0,
            impulse,
            late,
            bounds: [f64::NEG_INFINITY, f64::INFINITY],
        }
    }

    /// Begins a substep, with the impulse of the last one as the first guess.
    pub(super) fn begin(&mut self, time: f64, is_grab: bool, is_direct: bool) {
        let value = self.shape.value;
        let fastest = JOINT_CLOSING_SPEED;
        (self.give, self.bounds) = (0.0, [f64::NEG_INFINITY, f64::INFINITY]);
        // The remaining error of iterations would make a rigid joint shake.
        let (mut rate, mut give) = (1.0 / time, 0.0);
        if !is_direct {
            let omega = std::f64::consts::TAU * ITERATED_JOINT_HERTZ;
            let damping = 2.0 * ITERATED_JOINT_DAMPING_RATIO + time * omega;
            (rate, give) = (omega / damping, self.response / (time * omega * damping));
        }
        match self.shape.law {
            RowLaw::Hold => {
                self.pull = (value * rate).clamp(-fastest, fastest);
                self.give = give;
            }
            RowLaw::Limits(least, greatest) => {
                let [above, below] = [value - least, greatest - value];
                let pull = |room: f64| match room > 0.0 {
                    true => room / time,
                    false => (room * rate).max(-fastest),
                };
                self.side_pulls = [pull(above), -pull(below)];
                self.give = give;
                self.take_side(match () {
                    () if self.impulse > 0.0 => Side::Least,
                    () if self.impulse < 0.0 => Side::Greatest,
                    () if above <= below => Side::Least,
                    () => Side::Greatest,
                });
            }
            RowLaw::Speed(target, force) => {
                self.pull = -target;
                self.bounds = [-force * time, force * time];
            }
            RowLaw::Spring(spring, force) => {
                // With half of its force before the motion and half after it, both for its value in the
                // middle of the motion, a spring neither loses nor gains energy. A spring that is too stiff
                // or too strongly damped for the substep would shake, so its force acts before the motion,
                // for the value at its end.
                let omega = std::f64::consts::TAU * f64::from(spring.hertz);
                let (phase, damping) = (time * omega, 2.0 * f64::from(spring.damping_ratio));
                let share = (0.5 * phase * (phase + damping)).clamp(0.5, 1.0);
                let strength = share * phase + damping;
                self.pull = value * (omega / strength);
                self.give = self.stiffness_response / (share * phase * strength);
                self.early_share = share;
                if !is_grab {
                    self.bounds = [-force * time * share, force * time * share];
                }
            }
        }
        if self.is_immovable() {
            self.bounds = [0.0; 2];
        }
        let [least, most] = self.bounds;
        self.impulse = self.impulse.clamp(least, most);
        self.state = match () {
            () if least == most => RowState::Off,
            () if self.impulse <= least => RowState::AtLeast,
            () if self.impulse >= most => RowState::AtMost,
            () => RowState::Free,
        };
    }

    /// Begins the second solution: springs act as before, and limits act only where they are reached.
    pub(super) fn begin_late(&mut self) {
        self.give = 0.0;
        self.state = match self.shape.law {
            _ if self.is_immovable() => RowState::Off,
            RowLaw::Hold => RowState::Free,
            RowLaw::Spring(..) => RowState::Off,
            RowLaw::Limits(..) if self.state == RowState::Free => RowState::Free,
            RowLaw::Limits(least, greatest) => {
                let [above, below] = [self.shape.value - least, greatest - self.shape.value];
                let (side, state) = match above <= below {
                    true => (Side::Least, RowState::AtLeast),
                    false => (Side::Greatest, RowState::AtMost),
                };
                self.take_side(side);
                match above.min(below) < LIMIT_TOLERANCE {
                    true => state,
                    false => RowState::Off,
                }
            }
            RowLaw::Speed(..) => self.state,
        };
        self.late = match (self.shape.law, self.state) {
            (RowLaw::Spring(..), _) => self.impulse * (1.0 - self.early_share) / self.early_share,
            // The end of the last substep is the first guess, within the bounds.
            (_, RowState::Free) => {
                let [least, most] = self.bounds;
                self.total().clamp(least, most) - self.impulse
            }
            _ => 0.0,
        };
    }

    /// Selects the limit that it is held to.
    pub(super) fn take_side(&mut self, side: Side) {
        self.side = side;
        (self.pull, self.bounds) = match side {
            Side::Least => (self.side_pulls[0], [0.0, f64::INFINITY]),
            Side::Greatest => (self.side_pulls[1], [f64::NEG_INFINITY, 0.0]),
        };
    }

    /// Computes the row's residual before the motion from the speed at which its number would change.
    /// Inactive limits select the side that this speed would violate.
    pub(super) fn note_missing(&mut self, speed: f64) {
        if let (RowLaw::Limits(..), RowState::AtLeast | RowState::AtMost) =
            (self.shape.law, self.state)
        {
            if speed + self.side_pulls[0] < 0.0 {
                self.take_side(Side::Least);
                self.state = RowState::AtLeast;
            } else if speed + self.side_pulls[1] > 0.0 {
                self.take_side(Side::Greatest);
                self.state = RowState::AtMost;
            }
        }
        self.missing = speed + self.pull + (self.give + self.softness) * self.impulse;
    }

    /// Makes it inactive.
    pub(super) fn make_immovable(&mut self) {
        (self.response, self.answers) = (0.0, [[DVec3::ZERO; 2]; 2]);
    }

    /// True if nothing can move its bodies along it: it is then inactive.
    pub(super) fn is_immovable(&self) -> bool {
        self.response == 0.0
    }

    /// True if it and the next row of its joint are the limits and the motor of one coordinate: each can give
    /// the impulse of the other.
    pub(super) fn shares_coordinate(&self, next: &Row) -> bool {
        matches!(self.shape.law, RowLaw::Limits(..))
            && matches!(next.shape.law, RowLaw::Speed(..))
            && self.shape.levers == next.shape.levers
            && self.shape.direction == next.shape.direction
    }

    /// The impulse that a solution changes.
    pub(super) fn part(&mut self, is_late: bool) -> &mut f64 {
        if is_late {
            &mut self.late
        } else {
            &mut self.impulse
        }
    }

    /// The whole impulse.
    pub(super) fn total(&self) -> f64 {
        self.impulse + self.late
    }

    /// A change of the impulse, clamped to the bounds, and the resulting state. The limit of a stalled motor
    /// may pull by the impulse that the motor could still add.
    pub(super) fn bounded(
        &self,
        change: f64,
        is_late: bool,
        stalled: Option<&Row>,
    ) -> (f64, RowState) {
        let [mut least, mut most] = self.bounds;
        match (self.side, stalled) {
            (Side::Least, Some(motor)) => least -= motor.total_by(is_late) - motor.bounds[0],
            (Side::Greatest, Some(motor)) => most += motor.bounds[1] - motor.total_by(is_late),
            (_, None) => {}
        }
        let now = self.total_by(is_late);
        let wanted = now + change;
        if wanted < least {
            (least - now, RowState::AtLeast)
        } else if wanted > most {
            (most - now, RowState::AtMost)
        } else {
            (change, RowState::Free)
        }
    }

    /// The impulse so far: before the motion, the stored late impulse is that of the last substep and does
    /// not count.
    pub(super) fn total_by(&self, is_late: bool) -> f64 {
        if is_late { self.total() } else { self.impulse }
    }

    /// The row's speed for velocities (linear, angular) of one body.
    pub(super) fn speed_at(&self, side: usize, velocity: &[DVec3; 2]) -> f64 {
        let speed =
            self.shape.direction.dot(velocity[0]) + self.shape.levers[side].dot(velocity[1]);
        if side == 1 { speed } else { -speed }
    }

    /// The row's speed for changes of the velocities of both bodies.
    pub(super) fn speed_of(&self, velocities: &[[DVec3; 2]; 2]) -> f64 {
        self.speed_at(0, &velocities[0]) + self.speed_at(1, &velocities[1])
    }
}

//! One row of a joint in the solution: its impulse, its bounds, and what it lacks.

use glam::DVec3;

use crate::joint::MAX_ROWS;
use crate::params::{
    ITERATED_JOINT_DAMPING_RATIO, ITERATED_JOINT_HERTZ, JOINT_CLOSING_SPEED, JOINT_COMPLIANCE,
    LIMIT_TOLERANCE, OPEN_JOINT,
};
use crate::solver::joints::geometry::{RowGeometry, RowLaw};

/// Whether the impulse of a row is sought, or held where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowState {
    Free,
    AtLeast,
    AtMost,
    Off,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub shape: RowGeometry,
    /// How an impulse of 1 changes the velocities of both bodies: linear, angular.
    pub answers: [[DVec3; 2]; 2],
    /// How an impulse of 1 changes the row's own speed.
    pub response: f64,
    /// The same with the joint's own other rows held: what the frequency of a spring refers to.
    pub stiffness_response: f64,
    pub state: RowState,
    /// The speed by which the row misses what it wants.
    pub missing: f64,
    /// What is to be added to the change of its number, in 1/s.
    pub pull: f64,
    /// How much it gives way, for an impulse of 1: springs, and a little all rows.
    pub give: f64,
    pub softness: f64,
    /// The impulse: before the way, and after it (until then that of the last substep). And the bounds of
    /// both together.
    pub impulse: f64,
    pub late: f64,
    pub bounds: [f64; 2],
}

/// How much an open joint gives way, as a share: where two joints hold the same two bodies, or joints form a
/// loop, and some are open, the equations ask for what would take violent forces.
pub(super) fn openness(rows: &[Row]) -> f64 {
    let held = rows.iter().filter(|row| row.shape.law == RowLaw::Hold);
    let open = held
        .map(|row| row.shape.value * row.shape.value)
        .sum::<f64>();
    (open / (OPEN_JOINT * OPEN_JOINT)).min(1.0)
}

/// How an impulse of 1 along a row changes its speed if the rows that are held rigidly stay: the last pivot of a
/// Cholesky factorisation.
pub(super) fn held_response(rows: &[Row], at: usize) -> f64 {
    let mut order = [at; MAX_ROWS];
    let mut count = 0;
    for (index, row) in rows.iter().enumerate() {
        if row.shape.law == RowLaw::Hold {
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
                // What is held altogether has a spring in vain.
                return (entry - sum).max(JOINT_COMPLIANCE * entry);
            } else {
                (entry - sum).max(JOINT_COMPLIANCE * entry).sqrt()
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
            missing: 0.0,
            pull: 0.0,
            give: 0.0,
            softness: 0.0,
            impulse,
            late,
            bounds: [f64::NEG_INFINITY, f64::INFINITY],
        }
    }

    /// Begins a substep: the impulse of the last one is the first guess.
    pub(super) fn begin(&mut self, time: f64, is_grab: bool, is_direct: bool) {
        let value = self.shape.value;
        let fastest = JOINT_CLOSING_SPEED;
        (self.give, self.bounds) = (0.0, [f64::NEG_INFINITY, f64::INFINITY]);
        // What iterations leave unsolved would make a rigid joint shake.
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
            RowLaw::Limit => {
                let rate = if value > 0.0 { 1.0 / time } else { rate };
                self.pull = (value * rate).max(-fastest);
                self.give = give;
                self.bounds[0] = 0.0;
            }
            RowLaw::Speed(target, force) => {
                self.pull = -target;
                self.bounds = [-force * time, force * time];
            }
            RowLaw::Spring(spring, force) => {
                let omega = std::f64::consts::TAU * f64::from(spring.hertz);
                // The spring is looked at where the substep begins (then no energy is lost), or, the stiffer
                // it is, where the substep ends (then it cannot shake).
                let later = (time * omega).min(1.0);
                let damping = 2.0 * f64::from(spring.damping_ratio) + later * time * omega;
                self.pull = value * (omega / damping);
                self.give = self.stiffness_response / (time * omega * damping);
                if !is_grab {
                    self.bounds = [-force * time, force * time];
                }
            }
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

    /// Begins the second solution: springs have acted already, and limits act only where they are reached.
    pub(super) fn begin_late(&mut self) {
        self.give = 0.0;
        self.state = match self.shape.law {
            RowLaw::Hold => RowState::Free,
            RowLaw::Spring(..) => RowState::Off,
            RowLaw::Limit if self.impulse > 0.0 => RowState::Free,
            RowLaw::Limit if self.shape.value < LIMIT_TOLERANCE => RowState::AtLeast,
            RowLaw::Limit => RowState::Off,
            RowLaw::Speed(..) => self.state,
        };
        // What the last substep ended with is the first guess, as far as the bounds let it.
        self.late = match self.state {
            RowState::Free => {
                let [least, most] = self.bounds;
                (self.impulse + self.late).clamp(least, most) - self.impulse
            }
            _ => 0.0,
        };
    }

    /// A change of the impulse, brought within the bounds, and what state that leaves.
    pub(super) fn bounded(&self, change: f64, is_late: bool) -> (f64, RowState) {
        let [least, most] = self.bounds;
        let now = self.impulse + if is_late { self.late } else { 0.0 };
        let wanted = now + change;
        if wanted < least {
            (least - now, RowState::AtLeast)
        } else if wanted > most {
            (most - now, RowState::AtMost)
        } else {
            (change, RowState::Free)
        }
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

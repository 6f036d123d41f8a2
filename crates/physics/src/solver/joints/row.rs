//! One row of a joint in the solution: its impulse, its bounds, and what it lacks.

use glam::DVec3;

use crate::joint::MAX_ROWS;
use crate::params::{
    DEPENDENT_ROW, ITERATED_JOINT_DAMPING_RATIO, ITERATED_JOINT_HERTZ, JOINT_CLOSING_SPEED,
    LIMIT_TOLERANCE, OPEN_JOINT,
};
use crate::solver::joints::geometry::{RowGeometry, RowLaw};

/// Whether the impulse of a row is sought, or held where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowState {
    Free,
    AtLeast,
    AtMost,
    /// A motor whose coordinate is held by the limit that it drives it against.
    Stalled,
    Off,
}

/// The limit that a row of limits is held to: it keeps to one while it gives an impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Least,
    Greatest,
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
    /// Of limits.
    pub side: Side,
    /// The speed by which the row misses what it wants.
    pub missing: f64,
    /// What is to be added to the change of its number, in 1/s.
    pub pull: f64,
    /// Of limits: that for each side.
    side_pulls: [f64; 2],
    /// Of springs: which part of their force acts before the way.
    pub early_share: f64,
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

/// The change of a row's speed by an impulse of 1 along it if the rows that are held rigidly stay.
pub(super) fn held_response(rows: &[Row], at: usize) -> f64 {
    // A coordinate that is held has a spring in vain.
    pivot(rows, at).max(DEPENDENT_ROW * rows[at].response)
}

/// Finds the rows of a joint with locked bodies that nothing moves if those before them are held: along some axes there is
/// nothing left that could answer. They would ask for impulses without end.
pub(super) fn drop_dependent(rows: &mut [Row]) {
    for at in 0..rows.len() {
        let is_held = rows[at].shape.law == RowLaw::Hold;
        let others = if is_held { &rows[..=at] } else { &*rows };
        if pivot(others, at) <= DEPENDENT_ROW * rows[at].response {
            rows[at].make_immovable();
        }
    }
}

/// The last pivot of a Cholesky factorisation of the rows that are held rigidly, and this one.
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
                // With half of its force before the way and half after it, and both by where it is in the middle of the way, a
                // spring neither loses energy nor gains any. One that is too stiff for the substep, or too strongly damped, would
                // shake; its force acts before the way, by where that ends.
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

    /// Begins the second solution: springs act as they did, and limits act only where they are reached.
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
            // The end of the last substep is the first guess, as far as the bounds let it.
            (_, RowState::Free) => {
                let [least, most] = self.bounds;
                self.total().clamp(least, most) - self.impulse
            }
            _ => 0.0,
        };
    }

    /// Lets it be held to one of its limits.
    pub(super) fn take_side(&mut self, side: Side) {
        self.side = side;
        (self.pull, self.bounds) = match side {
            Side::Least => (self.side_pulls[0], [0.0, f64::INFINITY]),
            Side::Greatest => (self.side_pulls[1], [f64::NEG_INFINITY, 0.0]),
        };
    }

    /// Notes how far the row misses what it wants before the way, with the speed at which its number would change. Limits that
    /// do not act choose the side which that passes.
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

    /// From now on it asks for nothing.
    pub(super) fn make_immovable(&mut self) {
        (self.response, self.answers) = (0.0, [[DVec3::ZERO; 2]; 2]);
    }

    /// True if nothing can move its bodies along it: then it asks for nothing.
    pub(super) fn is_immovable(&self) -> bool {
        self.response == 0.0
    }

    /// True if it and the next row of its joint are the limits and the motor of one coordinate: each may give the impulse of
    /// the other.
    pub(super) fn shares_coordinate(&self, next: &Row) -> bool {
        matches!(self.shape.law, RowLaw::Limits(..))
            && matches!(next.shape.law, RowLaw::Speed(..))
            && self.shape.levers == next.shape.levers
            && self.shape.direction == next.shape.direction
    }

    /// The impulse that the rows of a solution change.
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

    /// A change of the impulse, brought within the bounds, and what state that leaves. What a motor that is stalled could push
    /// more than it does, its limit may pull.
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

    /// The impulse so far: until the way, what is kept of the late one is that of the last substep.
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

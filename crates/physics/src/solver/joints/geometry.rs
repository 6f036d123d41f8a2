//! The rows of a joint. A row is a number that the joint constrains, its slope, and the law for the impulses
//! along the slope.
//!
//! The slope of a row is a direction `n` and two levers: with the velocities `v`, `w` of the other body (0)
//! and the body (1), the number changes at the rate `n (v1 - v0) + l1 w1 - l0 w0`.

use glam::{DMat3, DQuat, DVec3};

use crate::joint::{Joint, JointKind, MAX_ROWS, Motor, Spring};
use crate::params::{LEAST_TWIST_COSINE, LIMIT_TOLERANCE};
use dodgem_collide::math::CenterFrame;

/// The law that determines the impulse of a row from its number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RowLaw {
    /// The number has to be 0.
    Hold,
    /// The number has to be at least the first and at most the second value; impulses only act inwards.
    Limits(f64, f64),
    /// The number has to change at this speed, by at most this force.
    Speed(f64, f64),
    /// A spring pulls the number to 0, by at most this force.
    Spring(Spring, f64),
}

/// A row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowGeometry {
    pub law: RowLaw,
    pub value: f64,
    pub direction: DVec3,
    pub levers: [DVec3; 2],
}

impl RowGeometry {
    /// The square of its number's deviation from the allowed values.
    fn square_off(&self) -> f64 {
        let off = match self.law {
            RowLaw::Hold => self.value,
            RowLaw::Limits(least, greatest) => {
                (least - self.value).max(self.value - greatest).max(0.0)
            }
            RowLaw::Speed(..) | RowLaw::Spring(..) => 0.0,
        };
        off * off
    }

    /// The row with its number measured from another origin.
    #[inline(always)]
    fn from(&self, place: f64) -> RowGeometry {
        RowGeometry {
            value: self.value - place,
            ..*self
        }
    }
}

/// The rows of a joint.
#[derive(Clone, Debug)]
pub(crate) struct JointRows {
    rows: [RowGeometry; MAX_ROWS],
    count: usize,
    /// The coordinate, if anything drives it.
    pub driven: Option<RowGeometry>,
}

const NO_ROW: RowGeometry = RowGeometry {
    law: RowLaw::Hold,
    value: 0.0,
    direction: DVec3::ZERO,
    levers: [DVec3::ZERO; 2],
};

impl Default for JointRows {
    fn default() -> JointRows {
        JointRows {
            rows: [NO_ROW; MAX_ROWS],
            count: 0,
            driven: None,
        }
    }
}

/// A guess at a joint's coordinate. Poses determine an angle up to whole turns; the value nearest to the
/// guess is taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near(pub f64);

impl Near {
    /// Adds the whole turns to an angle that is known up to these.
    fn count_turns(self, angle: f64) -> f64 {
        use std::f64::consts::TAU;
        angle + TAU * libm::round((self.0 - angle) / TAU)
    }
}

/// The anchors and axes of a joint on both of its bodies.
struct Placement<'j> {
    joint: &'j Joint,
    at: [CenterFrame; 2],
    /// The arms from the centres of mass to the anchors.
    arms: [DVec3; 2],
    /// The vector from the other body's anchor to the body's.
    apart: DVec3,
}

impl JointRows {
    /// The rows of a joint for these frames of its bodies.
    pub fn new(joint: &Joint, at: [CenterFrame; 2], near: Near) -> JointRows {
        let mut rows = JointRows::default();
        rows.find(joint, at, near);
        rows
    }

    /// Finds the rows of a joint for these frames of its bodies.
    pub fn find(&mut self, joint: &Joint, at: [CenterFrame; 2], near: Near) {
        self.find_parts::<true>(joint, at, near);
    }

    /// Finds the numbers of these rows only, which takes half of the time: slopes are left undefined.
    pub fn find_values(&mut self, joint: &Joint, at: [CenterFrame; 2], near: Near) {
        self.find_parts::<false>(joint, at, near);
    }

    fn find_parts<const SLOPES: bool>(&mut self, joint: &Joint, at: [CenterFrame; 2], near: Near) {
        (self.count, self.driven) = (0, None);
        let here = Placement::new(joint, at);
        // The spring of a joint without a coordinate holds the joint softly.
        let hold = match (joint.kind, joint.spring) {
            (JointKind::Ball | JointKind::Fixed, Some(spring)) => {
                RowLaw::Spring(spring, f64::INFINITY)
            }
            (
                JointKind::Ball
                | JointKind::Fixed
                | JointKind::Hinge
                | JointKind::Slider
                | JointKind::Distance
                | JointKind::Grab,
                _,
            ) => RowLaw::Hold,
        };
        match joint.kind {
            JointKind::Ball => {
                self.hold_point::<SLOPES>(&here, hold);
                self.limit_swing::<SLOPES>(&here, joint.swing);
            }
            JointKind::Hinge => {
                self.hold_point::<SLOPES>(&here, hold);
                self.hold_axis::<SLOPES>(&here, hold);
            }
            JointKind::Slider => {
                let [_, y, z] = axes(here.frame(0));
                self.push::<SLOPES>(hold, &here.along(y));
                self.push::<SLOPES>(hold, &here.along(z));
                self.hold_turn::<SLOPES>(&here, hold);
            }
            JointKind::Fixed => {
                self.hold_point::<SLOPES>(&here, hold);
                self.hold_turn::<SLOPES>(&here, hold);
            }
            JointKind::Distance => {}
            JointKind::Grab => {
                if let Some(Motor::Position { spring, max_force }) = joint.motor {
                    let law = RowLaw::Spring(spring, f64::from(max_force));
                    self.hold_point::<SLOPES>(&here, law);
                }
            }
        }
        if joint.is_coordinate_driven()
            && let Some(coordinate) = here.coordinate(joint.kind, near)
        {
            self.drive::<SLOPES>(joint, &coordinate);
            if SLOPES {
                self.driven = Some(coordinate);
            }
        }
    }

    /// The coordinate of a joint, as a row without a law; `None` if it has none.
    pub fn coordinate(joint: &Joint, at: [CenterFrame; 2], near: Near) -> Option<RowGeometry> {
        Placement::new(joint, at).coordinate(joint.kind, near)
    }

    /// The distance of the anchors from where they are held, in metres.
    pub fn gap(&self) -> f64 {
        let lengths = self
            .list()
            .iter()
            .filter(|row| row.direction != DVec3::ZERO);
        lengths.map(RowGeometry::square_off).sum::<f64>().sqrt()
    }

    /// The deviation of all rows from their allowed values, in metres and radians alike.
    pub fn strain(&self) -> f64 {
        let squares = self.list().iter().map(RowGeometry::square_off);
        squares.sum::<f64>().sqrt()
    }

    pub fn list(&self) -> &[RowGeometry] {
        &self.rows[..self.count]
    }

    /// Adds a row, or only its number.
    #[inline(always)]
    fn push<const SLOPES: bool>(&mut self, law: RowLaw, row: &RowGeometry) {
        let next = &mut self.rows[self.count];
        if SLOPES {
            *next = RowGeometry { law, ..*row };
        } else {
            next.value = row.value;
        }
        self.count += 1;
    }

    /// Keeps both anchors together.
    #[inline(always)]
    fn hold_point<const SLOPES: bool>(&mut self, here: &Placement, law: RowLaw) {
        // The cross products of an arm and the axes.
        let levers = [
            |arm: DVec3| DVec3::new(0.0, arm.z, -arm.y),
            |arm: DVec3| DVec3::new(-arm.z, 0.0, arm.x),
            |arm: DVec3| DVec3::new(arm.y, -arm.x, 0.0),
        ];
        let values = here.apart.to_array();
        for ((direction, lever), value) in DVec3::AXES.into_iter().zip(levers).zip(values) {
            let row = RowGeometry {
                value,
                direction,
                levers: [lever(here.arms[0]), lever(here.arms[1])],
                ..NO_ROW
            };
            self.push::<SLOPES>(law, &row);
        }
    }

    /// Keeps both axes together.
    #[inline(always)]
    fn hold_axis<const SLOPES: bool>(&mut self, here: &Placement, law: RowLaw) {
        let [x, y, z] = axes(here.frame(0));
        let [axis, ..] = axes(here.frame(1));
        // Opposite axes count as having the greatest deviation.
        let opposed = x.dot(axis) < 0.0;
        for side in [y, z] {
            let value = side.dot(axis);
            let far = if value < 0.0 { -1.0 } else { 1.0 };
            let row = turn_row(axis.cross(side), if opposed { far } else { value });
            self.push::<SLOPES>(law, &row);
        }
    }

    /// Prevents rotation of the two bodies against each other.
    fn hold_turn<const SLOPES: bool>(&mut self, here: &Placement, law: RowLaw) {
        let turn = rotation_vector(here.turn());
        for (axis, value) in axes(here.frame(0)).into_iter().zip(turn.to_array()) {
            self.push::<SLOPES>(law, &turn_row(axis, value));
        }
    }

    /// Limits the angle between both axes.
    #[inline(always)]
    fn limit_swing<const SLOPES: bool>(&mut self, here: &Placement, most: Option<f32>) {
        let Some(most) = most else { return };
        let [one, other] = here.both_axes();
        let across = one.cross(other);
        let angle = libm::atan2(across.length(), one.dot(other));
        let axis = across.normalize_or(here.frame(0) * DVec3::Y);
        let law = RowLaw::Limits(f64::NEG_INFINITY, f64::from(most));
        self.push::<SLOPES>(law, &turn_row(axis, angle));
    }

    /// Adds limits, motor and spring of the coordinate. A motor follows its limits: see `JointSolver::stall`.
    #[inline(always)]
    fn drive<const SLOPES: bool>(&mut self, joint: &Joint, at: &RowGeometry) {
        if let Some([least, greatest]) = joint.limits.map(|both| both.map(f64::from)) {
            if greatest - least <= LIMIT_TOLERANCE {
                // A fixed coordinate has no drive.
                self.push::<SLOPES>(RowLaw::Hold, &at.from(0.5 * (least + greatest)));
                return;
            }
            self.push::<SLOPES>(RowLaw::Limits(least, greatest), at);
        }
        match joint.motor {
            Some(Motor::Velocity { target, max_force }) => {
                let law = RowLaw::Speed(f64::from(target), f64::from(max_force));
                self.push::<SLOPES>(law, at);
            }
            Some(Motor::Position { spring, max_force }) => {
                let law = RowLaw::Spring(spring, f64::from(max_force));
                self.push::<SLOPES>(law, &at.from(f64::from(spring.rest)));
            }
            None => {}
        }
        if let (Some(spring), true) = (joint.spring, joint.kind != JointKind::Ball) {
            let law = RowLaw::Spring(spring, f64::INFINITY);
            self.push::<SLOPES>(law, &at.from(f64::from(spring.rest)));
        }
    }
}

impl<'j> Placement<'j> {
    #[inline(always)]
    fn new(joint: &'j Joint, at: [CenterFrame; 2]) -> Placement<'j> {
        let [on_other, on_body] = joint.anchors;
        let arms = [at[0].rotation * on_other, at[1].rotation * on_body];
        Placement {
            joint,
            at,
            arms,
            apart: (at[1].center - at[0].center) + (arms[1] - arms[0]),
        }
    }

    /// The joint's axes in one body.
    fn frame(&self, side: usize) -> DQuat {
        self.at[side].rotation * self.joint.frames[side]
    }

    /// The joint's axis in both bodies.
    fn both_axes(&self) -> [DVec3; 2] {
        [axes(self.frame(0))[0], axes(self.frame(1))[0]]
    }

    /// The coordinate of a joint of a kind.
    #[inline(always)]
    fn coordinate(&self, kind: JointKind, near: Near) -> Option<RowGeometry> {
        match kind {
            JointKind::Ball => Some(self.twist(near)),
            JointKind::Hinge => Some(self.angle(near)),
            JointKind::Slider => Some(self.offset()),
            JointKind::Distance => Some(self.distance()),
            JointKind::Fixed | JointKind::Grab => None,
        }
    }

    /// The rotation of the body against the other, in the joint's axes.
    fn turn(&self) -> DQuat {
        self.frame(0).conjugate() * self.frame(1)
    }

    /// The distance of the body's anchor along an axis that turns with the other body.
    #[inline(always)]
    fn along(&self, axis: DVec3) -> RowGeometry {
        RowGeometry {
            value: axis.dot(self.apart),
            direction: axis,
            levers: [
                (self.arms[0] + self.apart).cross(axis),
                self.arms[1].cross(axis),
            ],
            ..NO_ROW
        }
    }

    #[inline(always)]
    fn offset(&self) -> RowGeometry {
        let [x, ..] = axes(self.frame(0));
        self.along(x)
    }

    #[inline(always)]
    fn distance(&self) -> RowGeometry {
        let length = self.apart.length();
        let direction = match length > 0.0 {
            true => self.apart / length,
            false => DVec3::Y,
        };
        RowGeometry {
            value: length,
            direction,
            levers: [self.arms[0].cross(direction), self.arms[1].cross(direction)],
            ..NO_ROW
        }
    }

    /// The angle of a hinge.
    #[inline(always)]
    fn angle(&self, near: Near) -> RowGeometry {
        let turn = self.turn();
        let angle = near.count_turns(2.0 * libm::atan2(turn.x, turn.w));
        let [x, ..] = axes(self.frame(0));
        turn_row(x, angle)
    }

    /// The twist of a ball joint: rotation about the sum of both axes changes it. If the axes point nearly
    /// against each other, the twist is undefined: it counts as unchanged, and nothing turns it.
    #[inline(always)]
    fn twist(&self, near: Near) -> RowGeometry {
        let turn = self.turn();
        let [one, other] = self.both_axes();
        let both = 1.0 + one.dot(other);
        if both < LEAST_TWIST_COSINE {
            return turn_row(DVec3::ZERO, near.0);
        }
        let twist = near.count_turns(2.0 * libm::atan2(turn.x, turn.w));
        turn_row((one + other) / both, twist)
    }
}

fn turn_row(axis: DVec3, value: f64) -> RowGeometry {
    RowGeometry {
        value,
        levers: [axis; 2],
        ..NO_ROW
    }
}

/// The three axes of a frame.
fn axes(frame: DQuat) -> [DVec3; 3] {
    let DMat3 {
        x_axis,
        y_axis,
        z_axis,
    } = DMat3::from_quat(frame);
    [x_axis, y_axis, z_axis]
}

/// An angle brought into the range from -pi to pi.
pub(crate) fn wound(angle: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    if angle > PI {
        angle - TAU
    } else if angle < -PI {
        angle + TAU
    } else {
        angle
    }
}

/// The rotation vector of a rotation: its axis times its angle, by the shorter way.
pub(crate) fn rotation_vector(turn: DQuat) -> DVec3 {
    let sign = if turn.w < 0.0 { -1.0 } else { 1.0 };
    let along = DVec3::new(turn.x, turn.y, turn.z) * sign;
    let sine = along.length();
    if sine < 1e-12 {
        return along * 2.0;
    }
    along * (2.0 * libm::atan2(sine, turn.w * sign) / sine)
}

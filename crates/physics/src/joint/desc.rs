//! Descriptions of joints to add to a [`World`](crate::World).

use glam::Vec3;

use crate::body::BodyId;

/// The degrees of freedom that a joint leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointKind {
    /// Two anchors stay together; all rotation is free. Its coordinate is the twist about the axis, in
    /// radians, whole turns included. When the axes of its bodies point nearly against each other, the twist
    /// is undefined and keeps its last value.
    Ball,
    /// Two anchors and one axis stay together. Its coordinate is the angle about the axis, in radians, whole
    /// turns included: limits and motors may use several turns.
    Hinge,
    /// The body slides along an axis of the other and does not turn against it. Its coordinate is the
    /// displacement along the axis, in metres.
    Slider,
    /// No freedom: the two bodies move as one.
    Fixed,
    /// Only the distance of the two anchors is constrained; it is the coordinate, in metres. Limits make the
    /// joint a rope or a rod; a [`Spring`] makes it a spring.
    Distance,
    /// An anchor follows a target in the world by a spring of limited force
    /// ([`World::set_grab_target`](crate::World::set_grab_target)): a hand, or the mouse.
    Grab,
}

/// The points at which a joint holds its bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Anchors {
    /// Points and axis in world coordinates, for the poses at which the joint is added.
    World {
        /// The point on the body, in metres.
        on_body: Vec3,
        /// The point on the other body, in metres.
        on_other: Vec3,
    },
    /// Points in the frame of each body; the axis is in the body's frame. Without another body the second
    /// point is in world coordinates.
    Local {
        /// The point in the body's frame, in metres.
        on_body: Vec3,
        /// The point in the other body's frame, in metres.
        on_other: Vec3,
    },
}

/// A spring with a damper, whose behaviour does not depend on the masses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// The coordinate at which it rests, in metres or radians; unused for balls, fixed joints and grabs,
    /// which rest where their anchors and frames meet.
    pub rest: f32,
    /// The frequency at which it swings without other influences, in Hz.
    pub hertz: f32,
    /// The share of critical damping.
    pub damping_ratio: f32,
}

/// The drive of a joint's coordinate. For angles the force is a torque, in N m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motor {
    /// Drives the coordinate at a speed.
    Velocity {
        /// The speed, in m/s or rad/s.
        target: f32,
        /// The greatest force, in N or N m.
        max_force: f32,
    },
    /// Drives the coordinate to a target by a spring and holds it there.
    Position {
        /// The spring; its rest is the target.
        spring: Spring,
        /// The greatest force, in N or N m.
        max_force: f32,
    },
}

/// The description of a joint to add. Coordinates are those of the body relative to the other one, and 0 (for
/// angles and sliders) for the poses at which it is added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointDesc {
    /// The degrees of freedom that it leaves.
    pub kind: JointKind,
    /// The body that it holds.
    pub body: BodyId,
    /// The body to which it is held; `None` for the world.
    pub other: Option<BodyId>,
    /// The points at which it holds them.
    pub anchors: Anchors,
    /// The axis of hinges, sliders and a ball's twist, of any length but 0.
    pub axis: Vec3,
    /// The least and the greatest coordinate. If both are equal, the coordinate is fixed.
    pub limits: Option<[f32; 2]>,
    /// The greatest angle between the axes of a ball's two bodies, in radians.
    pub swing: Option<f32>,
    /// The drive of the coordinate.
    pub motor: Option<Motor>,
    /// The spring along the coordinate; a ball, a fixed joint or a grab is held by this spring instead of
    /// rigidly.
    pub spring: Option<Spring>,
    /// The joint breaks if its mean force over a step exceeds this, in N.
    pub break_force: f32,
    /// The joint breaks if its mean torque over a step exceeds this, in N m.
    pub break_torque: f32,
    /// True if the two bodies may collide.
    pub collide: bool,
}

/// The reason why a description is refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum JointError {
    /// The joint was removed or broke, or is of another world.
    #[error("there is no such joint (any more)")]
    Gone,
    /// A number that is not finite where it has to be.
    #[error("{0} of a joint is not a finite number")]
    NotFinite(&'static str),
    /// A body of another world.
    #[error("there is no such body in the joint's world (any more)")]
    NoBody,
    /// All identifiers of joints have been issued.
    #[error("no identifier is left for another joint")]
    NoIdLeft,
    /// A joint of a body with itself.
    #[error("a joint needs two bodies, or one and the world; this one is of a body with itself")]
    SameBody,
    /// An axis without a direction.
    #[error("the axis of a joint is 0; it needs a direction")]
    Axis,
    /// The limits are in the wrong order.
    #[error("the limits of a joint are {0} to {1}; the second may not be the lesser one")]
    Limits(f32, f32),
    /// A number out of range.
    #[error("{what} of a joint is {value}; it must be {wanted}")]
    Range {
        /// The name of the number.
        what: &'static str,
        /// The value that was given.
        value: f32,
        /// The range that is required.
        wanted: &'static str,
    },
    /// Limits, a motor or a spring for a kind that has no use for them.
    #[error("a joint of kind {0:?} has no {1}")]
    NotForKind(JointKind, &'static str),
    /// A distance joint without limits, spring or motor, or a hand without its motor.
    #[error("this joint needs limits, a spring or a motor: without them it does nothing")]
    Loose,
}

impl JointDesc {
    /// A joint that holds a body at a point of the world to another body, or to the world.
    pub fn new(
        kind: JointKind,
        body: BodyId,
        other: impl Into<Option<BodyId>>,
        at: Vec3,
    ) -> JointDesc {
        JointDesc {
            kind,
            body,
            other: other.into(),
            anchors: Anchors::World {
                on_body: at,
                on_other: at,
            },
            axis: Vec3::Y,
            limits: None,
            swing: None,
            motor: None,
            spring: None,
            break_force: f32::INFINITY,
            break_torque: f32::INFINITY,
            collide: false,
        }
    }

    /// A ball joint at a point of the world.
    pub fn ball(body: BodyId, other: impl Into<Option<BodyId>>, at: Vec3) -> JointDesc {
        JointDesc::new(JointKind::Ball, body, other, at)
    }

    /// A hinge at a point of the world, about an axis.
    pub fn hinge(
        body: BodyId,
        other: impl Into<Option<BodyId>>,
        at: Vec3,
        axis: Vec3,
    ) -> JointDesc {
        JointDesc {
            axis,
            ..JointDesc::new(JointKind::Hinge, body, other, at)
        }
    }

    /// A slider through a point of the world, along an axis.
    pub fn slider(
        body: BodyId,
        other: impl Into<Option<BodyId>>,
        at: Vec3,
        axis: Vec3,
    ) -> JointDesc {
        JointDesc {
            axis,
            ..JointDesc::new(JointKind::Slider, body, other, at)
        }
    }

    /// A joint that holds two bodies as one; its force and torque refer to a point of the world.
    pub fn fixed(body: BodyId, other: impl Into<Option<BodyId>>, at: Vec3) -> JointDesc {
        JointDesc::new(JointKind::Fixed, body, other, at)
    }

    /// A rope of a length in metres from a point on the body to one on the other.
    pub fn rope(
        body: BodyId,
        on_body: Vec3,
        other: impl Into<Option<BodyId>>,
        on_other: Vec3,
        length: f32,
    ) -> JointDesc {
        JointDesc {
            anchors: Anchors::World { on_body, on_other },
            limits: Some([0.0, length]),
            ..JointDesc::new(JointKind::Distance, body, other, on_body)
        }
    }

    /// A rod of a length in metres from a point on the body to one on the other.
    pub fn rod(
        body: BodyId,
        on_body: Vec3,
        other: impl Into<Option<BodyId>>,
        on_other: Vec3,
        length: f32,
    ) -> JointDesc {
        JointDesc {
            limits: Some([length, length]),
            ..JointDesc::rope(body, on_body, other, on_other, length)
        }
    }

    /// A spring from a point on the body to one on the other.
    pub fn spring(
        body: BodyId,
        on_body: Vec3,
        other: impl Into<Option<BodyId>>,
        on_other: Vec3,
        spring: Spring,
    ) -> JointDesc {
        JointDesc {
            limits: None,
            spring: Some(spring),
            ..JointDesc::rope(body, on_body, other, on_other, 0.0)
        }
    }

    /// A hand that holds a body at a point of the world, with a force of at most `max_force` N.
    pub fn grab(body: BodyId, at: Vec3, max_force: f32) -> JointDesc {
        let spring = Spring {
            rest: 0.0,
            hertz: crate::params::GRAB_HERTZ,
            damping_ratio: 1.0,
        };
        JointDesc {
            motor: Some(Motor::Position { spring, max_force }),
            ..JointDesc::new(JointKind::Grab, body, None, at)
        }
    }

    /// Sets the least and the greatest coordinate, in metres or radians.
    pub fn with_limits(self, least: f32, greatest: f32) -> JointDesc {
        JointDesc {
            limits: Some([least, greatest]),
            ..self
        }
    }

    /// Adds a motor that keeps a speed (m/s or rad/s) by at most `max_force` N or N m.
    pub fn with_speed(self, target: f32, max_force: f32) -> JointDesc {
        JointDesc {
            motor: Some(Motor::Velocity { target, max_force }),
            ..self
        }
    }

    /// Adds a motor that drives to the rest of a spring by at most `max_force` N or N m.
    pub fn with_target(self, spring: Spring, max_force: f32) -> JointDesc {
        JointDesc {
            motor: Some(Motor::Position { spring, max_force }),
            ..self
        }
    }

    /// Limits the angle between the axes of a ball to `most` radians.
    pub fn with_swing(self, most: f32) -> JointDesc {
        JointDesc {
            swing: Some(most),
            ..self
        }
    }

    /// Lets it break at more than `force` N or `torque` N m.
    pub fn with_strength(self, force: f32, torque: f32) -> JointDesc {
        JointDesc {
            break_force: force,
            break_torque: torque,
            ..self
        }
    }

    /// Lets its bodies collide.
    pub fn colliding(self) -> JointDesc {
        JointDesc {
            collide: true,
            ..self
        }
    }

    /// Checks that a joint can have these numbers.
    pub(super) fn check(&self) -> Result<(), JointError> {
        let (Anchors::World { on_body, on_other } | Anchors::Local { on_body, on_other }) =
            self.anchors;
        if !(on_body.is_finite() && on_other.is_finite()) {
            return Err(JointError::NotFinite("an anchor"));
        }
        if !self.axis.is_finite() {
            return Err(JointError::NotFinite("the axis"));
        }
        if self.axis.try_normalize().is_none() {
            return Err(JointError::Axis);
        }
        if self.other == Some(self.body) {
            return Err(JointError::SameBody);
        }
        at_least_0("the break force", self.break_force)?;
        at_least_0("the break torque", self.break_torque)?;
        check_limits(self.kind, self.limits)?;
        check_motor(self.kind, self.motor)?;
        check_spring(self.spring)?;
        if let Some(swing) = self.swing {
            at_least_0("the swing", swing)?;
            if self.kind != JointKind::Ball {
                return Err(JointError::NotForKind(self.kind, "swing"));
            }
        }
        let drives = [
            self.limits.is_some(),
            self.motor.is_some(),
            self.spring.is_some(),
        ];
        check_drives(self.kind, drives)
    }
}

/// Checks that a joint holds anything, by the presence of limits, motor and spring.
pub(super) fn check_drives(kind: JointKind, drives: [bool; 3]) -> Result<(), JointError> {
    match kind {
        JointKind::Distance | JointKind::Grab if drives == [false; 3] => Err(JointError::Loose),
        _ => Ok(()),
    }
}

fn at_least_0(what: &'static str, value: f32) -> Result<(), JointError> {
    let wanted = "0 or more";
    let error = JointError::Range {
        what,
        value,
        wanted,
    };
    if value >= 0.0 { Ok(()) } else { Err(error) }
}

/// Checks that a joint of a kind can have these limits.
pub(super) fn check_limits(kind: JointKind, limits: Option<[f32; 2]>) -> Result<(), JointError> {
    let Some([least, greatest]) = limits else {
        return Ok(());
    };
    match kind {
        JointKind::Fixed | JointKind::Grab => {
            return Err(JointError::NotForKind(kind, "limits"));
        }
        JointKind::Ball | JointKind::Hinge | JointKind::Slider | JointKind::Distance => {}
    }
    if least.is_nan() || greatest.is_nan() {
        return Err(JointError::NotFinite("a limit"));
    }
    if least > greatest {
        return Err(JointError::Limits(least, greatest));
    }
    Ok(())
}

/// Checks that a joint of a kind can have this motor.
pub(super) fn check_motor(kind: JointKind, motor: Option<Motor>) -> Result<(), JointError> {
    let Some(motor) = motor else { return Ok(()) };
    match kind {
        JointKind::Fixed => return Err(JointError::NotForKind(kind, "motor")),
        JointKind::Ball
        | JointKind::Hinge
        | JointKind::Slider
        | JointKind::Distance
        | JointKind::Grab => {}
    }
    let (Motor::Velocity { max_force, .. } | Motor::Position { max_force, .. }) = motor;
    at_least_0("the force of a motor", max_force)?;
    match motor {
        Motor::Velocity { target, .. } if !target.is_finite() => {
            Err(JointError::NotFinite("the speed of a motor"))
        }
        Motor::Velocity { .. } => Ok(()),
        Motor::Position { spring, .. } => check_spring(Some(spring)),
    }
}

/// Checks that the numbers of a spring are valid.
pub(super) fn check_spring(spring: Option<Spring>) -> Result<(), JointError> {
    let Some(spring) = spring else { return Ok(()) };
    if !spring.rest.is_finite() {
        return Err(JointError::NotFinite("the rest of a spring"));
    }
    at_least_0("the damping ratio", spring.damping_ratio)?;
    let error = JointError::Range {
        what: "the frequency",
        value: spring.hertz,
        wanted: "a finite number above 0",
    };
    if spring.hertz > 0.0 && spring.hertz.is_finite() && spring.damping_ratio.is_finite() {
        Ok(())
    } else {
        Err(error)
    }
}

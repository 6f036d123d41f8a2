//! Joints hold two bodies together, or a body to the world. `desc.rs` describes them, `list.rs` is the part
//! of the world that keeps them, `solver/joints/` solves them.

mod desc;
mod list;

use glam::{DQuat, DVec3, Vec3};

use crate::bodies::Bodies;
use crate::body::{Body, BodyId, BodyKind};
use crate::body_motion::BodyMotion;
use crate::params::LIMIT_TOLERANCE;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::math::{CenterFrame, turn_between};

pub use desc::{Anchors, JointDesc, JointError, JointKind, Motor, Spring};
pub use list::BrokenJoint;
pub(crate) use list::Joints;

/// The identifier of a joint: no other joint of its world ever has it, before or after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId(u32);

/// The most rows that a joint has: six of a slider (five held, a limit), a motor and a spring.
pub(crate) const MAX_ROWS: usize = 8;

/// A joint in a world. In each array of two, the first item belongs to the other body (or the world), the
/// second to the body.
#[derive(Clone, Copy, Debug)]
pub struct Joint {
    id: JointId,
    pub(crate) kind: JointKind,
    /// The bodies by index; `None` is the world.
    pub(crate) bodies: [Option<u32>; 2],
    /// The identifiers in the description: the body, and the other one.
    ids: (BodyId, Option<BodyId>),
    /// The anchors from each centre of mass, in the body's axes; a point of the world where there is no body.
    pub(crate) anchors: [DVec3; 2],
    /// The joint's axes in each body: x is the axis.
    pub(crate) frames: [DQuat; 2],
    pub(crate) limits: Option<[f32; 2]>,
    pub(crate) swing: Option<f32>,
    pub(crate) motor: Option<Motor>,
    pub(crate) spring: Option<Spring>,
    break_force: f32,
    break_torque: f32,
    collide: bool,
    /// The forces of its rows in the last substep, for a warm start: impulses before and after the bodies
    /// move, divided by the substep's time, in N or N m.
    pub(crate) pulls: [[f32; 2]; MAX_ROWS],
    force: Vec3,
    torque: Vec3,
    /// The last coordinate. It includes the whole turns of an angle, which the poses of the bodies do not
    /// show.
    pub(crate) coordinate: f64,
}

impl Joint {
    fn new(desc: &JointDesc, bodies: &Bodies) -> Result<Joint, JointError> {
        desc.check()?;
        let body = index_of(desc.body, bodies)?;
        let other = desc
            .other
            .map(|other| index_of(other, bodies))
            .transpose()?;
        let indices = [other, Some(body)];
        let held = indices.map(|index| index.map(|index| bodies.body(index)));
        let axis = desc.axis.as_dvec3().normalize();
        let (points, axis) = match desc.anchors {
            Anchors::World { on_body, on_other } => {
                ([on_other, on_body].map(|v| v.as_dvec3()), axis)
            }
            Anchors::Local { on_body, on_other } => {
                let place = |point: Vec3, body: Option<&Body>| {
                    body.map_or(point.as_dvec3(), |body| {
                        let from_center = (point - body.local_center()).as_dvec3();
                        body.center + body.rotation * from_center
                    })
                };
                let points = [place(on_other, held[0]), place(on_body, held[1])];
                (points, bodies.body(body).rotation * axis)
            }
        };
        let frame = turn_between(DVec3::X, axis);
        let local = |side: usize| {
            let at = frame_of(held[side]);
            let turn = at.rotation.conjugate();
            (turn * (points[side] - at.center), turn * frame)
        };
        let [(on_other, frame_other), (on_body, frame_body)] = [local(0), local(1)];
        Ok(Joint {
            // The list sets it when the joint is added.
            id: JointId(u32::MAX),
            kind: desc.kind,
            bodies: indices,
            ids: (desc.body, desc.other),
            anchors: [on_other, on_body],
            frames: [frame_other, frame_body],
            limits: desc.limits,
            swing: desc.swing,
            motor: desc.motor,
            spring: desc.spring,
            break_force: desc.break_force,
            break_torque: desc.break_torque,
            collide: desc.collide,
            pulls: [[0.0; 2]; MAX_ROWS],
            force: Vec3::ZERO,
            torque: Vec3::ZERO,
            coordinate: 0.0,
        })
    }

    /// Its identifier.
    pub fn id(&self) -> JointId {
        self.id
    }

    /// The degrees of freedom that it leaves.
    pub fn kind(&self) -> JointKind {
        self.kind
    }

    /// The body that it holds, and the other one; `None` for the world.
    pub fn bodies(&self) -> (BodyId, Option<BodyId>) {
        self.ids
    }

    /// True if the two bodies collide with each other all the same.
    pub fn collides(&self) -> bool {
        self.collide
    }

    /// The least and the greatest coordinate, in metres or radians.
    pub fn limits(&self) -> Option<[f32; 2]> {
        self.limits
    }

    /// The drive of its coordinate.
    pub fn motor(&self) -> Option<Motor> {
        self.motor
    }

    /// The spring along its coordinate.
    pub fn spring(&self) -> Option<Spring> {
        self.spring
    }

    /// The force on its body in the last step, in N, in the world.
    pub fn force(&self) -> Vec3 {
        self.force
    }

    /// The torque on its body about its anchor in the last step, in N m, in the world.
    pub fn torque(&self) -> Vec3 {
        self.torque
    }

    /// Stores the load of its rows in the step: force (N) and torque (N m) on the body.
    pub(crate) fn note_load(&mut self, force: DVec3, torque: DVec3) {
        (self.force, self.torque) = (force.as_vec3(), torque.as_vec3());
    }

    fn is_overloaded(&self) -> bool {
        self.force.length() > self.break_force || self.torque.length() > self.break_torque
    }

    /// True if limits, a motor or a spring act along its coordinate.
    pub(crate) fn is_coordinate_driven(&self) -> bool {
        let has_spring = self.spring.is_some() && self.kind != JointKind::Ball;
        self.limits.is_some() || self.motor.is_some() || has_spring
    }

    /// True if its rows are only held: no limit, motor or spring starts or stops acting.
    pub(crate) fn is_only_held(&self) -> bool {
        let is_fixed = |[least, most]: [f32; 2]| f64::from(most - least) <= LIMIT_TOLERANCE;
        let acts = self.swing.is_some() || self.motor.is_some() || self.spring.is_some();
        !acts && self.limits.is_none_or(is_fixed)
    }

    /// True if it keeps its bodies from turning against each other.
    pub(crate) fn holds_turn(&self) -> bool {
        matches!(self.kind, JointKind::Slider | JointKind::Fixed)
    }

    /// The whole turns of its angle: 0 up to half a turn.
    pub(crate) fn turns(&self) -> f64 {
        let turns = libm::round(self.coordinate / std::f64::consts::TAU);
        if self.is_angle() { turns } else { 0.0 }
    }

    /// True if its coordinate is an angle.
    fn is_angle(&self) -> bool {
        matches!(self.kind, JointKind::Ball | JointKind::Hinge)
    }

    /// True if a motor keeps its bodies moving.
    fn is_driven(&self) -> bool {
        matches!(self.motor, Some(Motor::Velocity { target, max_force }) if target != 0.0 && max_force > 0.0)
    }

    fn wake(&self, bodies: &mut [Body]) {
        for index in self.bodies.into_iter().flatten() {
            bodies[index as usize].wake();
        }
    }

    /// Its two bodies; `None` if it is held to the world.
    fn pair(&self) -> Option<Pair> {
        let [other, body] = self.bodies;
        Some(Pair::new(body?, other?))
    }

    /// Clears the forces of its rows, because a change replaces the rows.
    fn forget_pulls(&mut self) {
        self.pulls = [[0.0; 2]; MAX_ROWS];
    }
}

impl BodyMotion {
    /// True if its next contact is solved with its joints instead of as a separate impact: other bodies hang
    /// on it; a joint drives it against a fixed body, and each impact would open that joint further; or the
    /// other body is kinematic and moves, and would push it out of its joints.
    pub fn meets_with_joints(&self, other: &Body) -> bool {
        let is_moved = other.kind == BodyKind::Kinematic && !other.is_fixed();
        let contact = &self.contact;
        contact.in_chain || (contact.driven && other.is_fixed()) || (contact.held && is_moved)
    }
}

/// The place of a body that a description refers to.
fn index_of(id: BodyId, bodies: &Bodies) -> Result<u32, JointError> {
    bodies.find(id).map_err(|_| JointError::NoBody)
}

/// The frame of a body, or the world's axes without a body.
fn frame_of(body: Option<&Body>) -> CenterFrame {
    let world = CenterFrame::new(DVec3::ZERO, DQuat::IDENTITY);
    body.map_or(world, Body::frame)
}

//! Joints: what holds two bodies together, or a body to the world. How they are solved is in
//! `solver/joint_solver.rs`.

mod desc;

use glam::{DQuat, DVec3, Vec3};

use crate::StateHasher;
use crate::body::{Body, BodyId};
use crate::reserve::reserve;
use crate::solver::RowShapes;
use dodgem_collide::math::CenterFrame;

use desc::{check_limits, check_motor, check_spring};
pub use desc::{Anchors, JointDesc, JointError, JointKind, Motor, Spring};

/// The identifier of a joint: no other joint of its world ever has it, before or after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId(u64);

/// The most rows that a joint has: five of a hinge, and a limit, a motor and a spring.
pub(super) const MAX_ROWS: usize = 8;

/// A joint in a world. Where there are two of something, the first belongs to the other body (or the world),
/// the second to the body.
#[derive(Clone, Copy, Debug)]
pub struct Joint {
    id: JointId,
    pub(super) kind: JointKind,
    pub(super) bodies: [Option<BodyId>; 2],
    /// From each centre of mass, in the body's axes; a point of the world without a body.
    pub(super) anchors: [DVec3; 2],
    /// The joint's axes in each body: x is the axis.
    pub(super) frames: [DQuat; 2],
    pub(super) limits: Option<[f32; 2]>,
    pub(super) swing: Option<f32>,
    pub(super) motor: Option<Motor>,
    pub(super) spring: Option<Spring>,
    break_force: f32,
    break_torque: f32,
    collide: bool,
    /// The impulses of its rows in the last substep, before and after its way, to begin with: in N s or N m s.
    pub(super) impulses: [[f32; 2]; MAX_ROWS],
    force: Vec3,
    torque: Vec3,
}

/// A joint broke.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BrokenJoint {
    /// The joint, which is no more.
    pub joint: JointId,
    /// Its bodies: the one that it held, and the other.
    pub body: BodyId,
    /// None if it was held to the world.
    pub other: Option<BodyId>,
    /// The force that broke it, in N.
    pub force: f32,
    /// The torque that broke it, in N m.
    pub torque: f32,
}

/// The joints of a world.
#[derive(Clone, Debug, Default)]
pub(super) struct Joints {
    /// In the order of adding, and so of their identifiers.
    list: Vec<Joint>,
    /// The next identifier. It never goes back, not even with a snapshot.
    next: u64,
    /// Bodies that are joined and may not collide, the lower index first; sorted.
    apart: Vec<(u32, u32)>,
}

impl Joint {
    fn new(desc: &JointDesc, id: JointId, bodies: &[Body]) -> Result<Joint, JointError> {
        desc.check()?;
        let ids = [desc.other, Some(desc.body)];
        if let Some(id) = ids.iter().flatten().find(|id| id.index() >= bodies.len()) {
            return Err(JointError::NoBody(id.index()));
        }
        let held = ids.map(|id| id.map(|id| &bodies[id.index()]));
        let axis = desc.axis.as_dvec3().normalize();
        let (points, axis) = match desc.anchors {
            Anchors::World { on_body, on_other } => ([on_other, on_body].map(|v| v.as_dvec3()), axis),
            Anchors::Local { on_body, on_other } => {
                let place = |point: Vec3, body: Option<&Body>| {
                    body.map_or(point.as_dvec3(), |body| {
                        let from_center = (point - body.local_center()).as_dvec3();
                        body.center + body.rotation * from_center
                    })
                };
                let points = [place(on_other, held[0]), place(on_body, held[1])];
                (points, bodies[desc.body.index()].rotation * axis)
            }
        };
        let frame = DQuat::from_rotation_arc(DVec3::X, axis);
        let local = |side: usize| {
            let at = frame_of(held[side]);
            let turn = at.rotation.conjugate();
            (turn * (points[side] - at.center), turn * frame)
        };
        let [(on_other, frame_other), (on_body, frame_body)] = [local(0), local(1)];
        Ok(Joint {
            id,
            kind: desc.kind,
            bodies: ids,
            anchors: [on_other, on_body],
            frames: [frame_other, frame_body],
            limits: desc.limits,
            swing: desc.swing,
            motor: desc.motor,
            spring: desc.spring,
            break_force: desc.break_force,
            break_torque: desc.break_torque,
            collide: desc.collide,
            impulses: [[0.0; 2]; MAX_ROWS],
            force: Vec3::ZERO,
            torque: Vec3::ZERO,
        })
    }

    /// Its identifier.
    pub fn id(&self) -> JointId {
        self.id
    }

    /// What it leaves free.
    pub fn kind(&self) -> JointKind {
        self.kind
    }

    /// The body that it holds, and the other one; none if that is the world.
    pub fn bodies(&self) -> (BodyId, Option<BodyId>) {
        let [other, body] = self.bodies;
        // Every joint holds a body.
        (body.unwrap_or(BodyId(0)), other)
    }

    /// The least and the greatest coordinate.
    pub fn limits(&self) -> Option<[f32; 2]> {
        self.limits
    }

    /// What drives its coordinate.
    pub fn motor(&self) -> Option<Motor> {
        self.motor
    }

    /// What pulls its coordinate.
    pub fn spring(&self) -> Option<Spring> {
        self.spring
    }

    /// The force with which it held its body in the last step, in N, in the world.
    pub fn force(&self) -> Vec3 {
        self.force
    }

    /// The torque about its anchor with which it held its body in the last step, in N m, in the world.
    pub fn torque(&self) -> Vec3 {
        self.torque
    }

    /// What its rows did in the step, as force and torque on the body.
    pub(super) fn note_load(&mut self, force: DVec3, torque: DVec3) {
        (self.force, self.torque) = (force.as_vec3(), torque.as_vec3());
    }

    fn is_overloaded(&self) -> bool {
        self.force.length() > self.break_force || self.torque.length() > self.break_torque
    }

    /// Whether a motor keeps its bodies moving.
    fn is_driven(&self) -> bool {
        matches!(self.motor, Some(Motor::Velocity { target, max_force }) if target != 0.0 && max_force > 0.0)
    }

    fn wake(&self, bodies: &mut [Body]) {
        for id in self.bodies.into_iter().flatten() {
            bodies[id.index()].wake();
        }
    }

    fn hash(&self, hasher: &mut StateHasher) {
        for id in self.bodies {
            hasher.integer(id.map_or(u64::MAX, |id| id.index() as u64));
        }
        self.impulses.as_flattened().iter().for_each(|n| hasher.number(*n));
        let anchors = self.anchors.iter().flat_map(|v| v.to_array());
        anchors.for_each(|n| hasher.integer(n.to_bits()));
    }
}

/// Where a body is; without one, the world's axes.
fn frame_of(body: Option<&Body>) -> CenterFrame {
    let world = CenterFrame::new(DVec3::ZERO, DQuat::IDENTITY);
    body.map_or(world, Body::frame)
}

impl Joints {
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn list(&self) -> &[Joint] {
        &self.list
    }

    pub fn list_mut(&mut self) -> &mut [Joint] {
        &mut self.list
    }

    /// Adds a joint and wakes its bodies.
    pub fn add(&mut self, desc: &JointDesc, bodies: &mut [Body]) -> Result<JointId, JointError> {
        let id = JointId(self.next);
        let joint = Joint::new(desc, id, bodies)?;
        joint.wake(bodies);
        self.next += 1;
        self.list.push(joint);
        self.find_apart();
        Ok(id)
    }

    /// Removes a joint and wakes its bodies. False if there is none.
    pub fn remove(&mut self, id: JointId, bodies: &mut [Body]) -> bool {
        let Some(at) = self.place(id) else {
            return false;
        };
        self.list.remove(at).wake(bodies);
        self.find_apart();
        true
    }

    fn place(&self, id: JointId) -> Option<usize> {
        self.list.binary_search_by_key(&id, |joint| joint.id).ok()
    }

    pub fn get(&self, id: JointId) -> Option<&Joint> {
        self.place(id).map(|at| &self.list[at])
    }

    /// Where the bodies of a joint are.
    pub fn frames(joint: &Joint, bodies: &[Body]) -> [CenterFrame; 2] {
        joint
            .bodies
            .map(|id| frame_of(id.map(|id| &bodies[id.index()])))
    }

    /// Its coordinate, in metres or radians.
    pub fn position(&self, id: JointId, bodies: &[Body]) -> Option<f64> {
        let joint = self.get(id)?;
        RowShapes::coordinate(joint, Joints::frames(joint, bodies))
    }

    /// How far it is open, in metres.
    pub fn gap(&self, id: JointId, bodies: &[Body]) -> Option<f64> {
        let joint = self.get(id)?;
        Some(RowShapes::new(joint, Joints::frames(joint, bodies)).gap())
    }

    /// Changes a joint and wakes its bodies. False if there is none.
    fn change(
        &mut self,
        id: JointId,
        bodies: &mut [Body],
        change: impl FnOnce(&mut Joint) -> Result<(), JointError>,
    ) -> Result<bool, JointError> {
        let Some(at) = self.place(id) else {
            return Ok(false);
        };
        change(&mut self.list[at])?;
        self.list[at].wake(bodies);
        Ok(true)
    }

    pub fn set_motor(
        &mut self,
        id: JointId,
        motor: Option<Motor>,
        bodies: &mut [Body],
    ) -> Result<bool, JointError> {
        self.change(id, bodies, |joint| {
            check_motor(joint.kind, motor)?;
            let rows_change = joint.motor.is_some() != motor.is_some();
            joint.motor = motor;
            joint.forget_impulses_if(rows_change);
            Ok(())
        })
    }

    pub fn set_limits(
        &mut self,
        id: JointId,
        limits: Option<[f32; 2]>,
        bodies: &mut [Body],
    ) -> Result<bool, JointError> {
        self.change(id, bodies, |joint| {
            check_limits(joint.kind, limits)?;
            joint.limits = limits;
            joint.forget_impulses_if(true);
            Ok(())
        })
    }

    pub fn set_spring(
        &mut self,
        id: JointId,
        spring: Option<Spring>,
        bodies: &mut [Body],
    ) -> Result<bool, JointError> {
        self.change(id, bodies, |joint| {
            check_spring(spring)?;
            joint.spring = spring;
            joint.forget_impulses_if(true);
            Ok(())
        })
    }

    pub fn set_grab_target(
        &mut self,
        id: JointId,
        target: Vec3,
        bodies: &mut [Body],
    ) -> Result<bool, JointError> {
        self.change(id, bodies, |joint| {
            if joint.kind != JointKind::Grab {
                return Err(JointError::NotForKind(joint.kind, "target"));
            }
            if !target.is_finite() {
                return Err(JointError::NotFinite("the target"));
            }
            joint.anchors[0] = target.as_dvec3();
            Ok(())
        })
    }

    /// Whether two bodies may not collide because they are joined.
    pub fn keep_apart(&self, a: u32, b: u32) -> bool {
        !self.apart.is_empty() && self.apart.binary_search(&(a.min(b), a.max(b))).is_ok()
    }

    fn find_apart(&mut self) {
        self.apart.clear();
        let pairs = self.list.iter().filter(|joint| !joint.collide);
        self.apart.extend(pairs.filter_map(Joint::pair));
        self.apart.sort_unstable();
        self.apart.dedup();
        let count = self.list.len();
        reserve(&mut self.apart, count);
    }

    /// The pairs of bodies that are joined, the lower index first.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.list.iter().filter_map(Joint::pair)
    }

    /// Wakes the bodies of joints whose motor runs.
    pub fn wake_driven(&self, bodies: &mut [Body]) {
        for joint in self.list.iter().filter(|joint| joint.is_driven()) {
            joint.wake(bodies);
        }
    }

    /// Removes the joints that hold more than they can, wakes their bodies and tells.
    pub fn break_overloaded(&mut self, bodies: &mut [Body], broken: &mut Vec<BrokenJoint>) {
        if !self.list.iter().any(Joint::is_overloaded) {
            return;
        }
        self.list.retain(|joint| {
            let breaks = joint.is_overloaded();
            if breaks {
                joint.wake(bodies);
                let (body, other) = joint.bodies();
                broken.push(BrokenJoint {
                    joint: joint.id,
                    body,
                    other,
                    force: joint.force.length(),
                    torque: joint.torque.length(),
                });
            }
            !breaks
        });
        self.find_apart();
    }

    /// Adds the state to a hash; nothing if there are none.
    pub fn hash(&self, hasher: &mut StateHasher) {
        self.list.iter().for_each(|joint| joint.hash(hasher));
    }

    /// Copies the state into a snapshot's.
    pub fn copy_to(&self, kept: &mut Joints) {
        crate::snapshot::copy(&mut kept.list, &self.list);
        kept.next = self.next;
    }

    /// Goes to the state of a snapshot; identifiers that were handed out since stay void.
    pub fn restore(&mut self, kept: &Joints) {
        crate::snapshot::copy(&mut self.list, &kept.list);
        self.next = self.next.max(kept.next);
        self.find_apart();
    }

    /// The memory that it takes, in bytes.
    pub fn size(&self) -> usize {
        self.list.capacity() * size_of::<Joint>()
    }
}

impl Joint {
    /// The indices of both bodies, the lower first; none if it is held to the world.
    fn pair(&self) -> Option<(u32, u32)> {
        let (body, other) = self.bodies();
        other.map(|other| (body.0.min(other.0), body.0.max(other.0)))
    }

    fn forget_impulses_if(&mut self, wanted: bool) {
        if wanted {
            self.impulses = [[0.0; 2]; MAX_ROWS];
        }
    }
}

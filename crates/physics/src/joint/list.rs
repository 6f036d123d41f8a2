//! All joints of a world.

use glam::{DVec3, Vec3};

use crate::bodies::Bodies;
use crate::body::{Body, BodyId};
use crate::id_list::IdList;
use crate::joint::desc::{check_drives, check_limits, check_motor, check_spring};
use crate::joint::{Joint, JointDesc, JointError, JointId, JointKind, Motor, Spring};
use crate::reserve::{copy, reserve};
use crate::solver::{JointRows, Near};
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::math::CenterFrame;

/// A report that a joint broke.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BrokenJoint {
    /// The joint, which has been removed.
    pub joint: JointId,
    /// The body that it held.
    pub body: BodyId,
    /// The other body; `None` if it was held to the world.
    pub other: Option<BodyId>,
    /// The force that it carried, in N.
    pub force: f32,
    /// The torque that it carried, in N m.
    pub torque: f32,
}

/// The joints of a world, in the order of adding.
#[derive(Clone, Debug, Default)]
pub(crate) struct Joints {
    list: IdList<Joint>,
    /// Pairs of bodies that cannot collide because they are joined; sorted.
    passing: Vec<Pair>,
}

impl Joints {
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The number of joints.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// All joints, in the order of adding.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Joint> + Clone {
        self.list.iter().map(|(_, joint)| joint)
    }

    /// A joint by its place in the order of adding, which is valid until one is removed.
    pub fn at(&self, place: u32) -> &Joint {
        self.list.at(place as usize)
    }

    /// A joint by its place in the order of adding.
    pub fn at_mut(&mut self, place: u32) -> &mut Joint {
        self.list.at_mut(place as usize)
    }

    /// Adds a joint and wakes its bodies.
    pub fn add(&mut self, desc: &JointDesc, bodies: &mut Bodies) -> Result<JointId, JointError> {
        let joint = Joint::new(desc, bodies)?;
        let number = self.list.add(joint).ok_or(JointError::NoIdLeft)?;
        let id = JointId(number);
        if let Some(joint) = self.list.get_mut(number) {
            joint.id = id;
            joint.wake(&mut bodies.list);
        }
        self.find_passing();
        Ok(id)
    }

    /// Removes a joint and wakes its bodies.
    ///
    /// # Errors
    /// [`JointError::Gone`] if there is no such joint, or it was removed.
    pub fn remove(&mut self, id: JointId, bodies: &mut [Body]) -> Result<(), JointError> {
        let joint = self.list.remove(id.0).ok_or(JointError::Gone)?;
        joint.wake(bodies);
        self.find_passing();
        Ok(())
    }

    /// Removes all joints of a body and wakes the bodies that it was joined to.
    pub fn remove_of_body(&mut self, body: u32, bodies: &mut [Body]) {
        self.wake_joined(body, bodies);
        let before = self.count();
        (self.list).retain(|joint| !joint.bodies.contains(&Some(body)));
        if self.count() < before {
            self.find_passing();
        }
    }

    pub fn get(&self, id: JointId) -> Option<&Joint> {
        self.list.get(id.0)
    }

    /// Its coordinate, in metres or radians.
    pub fn position(&self, id: JointId, bodies: &[Body]) -> Option<f64> {
        self.get(id)?.position(bodies)
    }

    /// Both of its anchors in the world (m): the body's, and the other body's.
    pub fn anchors(&self, id: JointId, bodies: &[Body]) -> Option<(Vec3, Vec3)> {
        let joint = self.get(id)?;
        let frames = joint.frames_of(bodies);
        let [on_other, on_body] =
            [0, 1].map(|side| frames[side].center + frames[side].rotation * joint.anchors[side]);
        Some((on_body.as_vec3(), on_other.as_vec3()))
    }

    /// Its axis in the world, as seen from its body.
    pub fn axis(&self, id: JointId, bodies: &[Body]) -> Option<Vec3> {
        let joint = self.get(id)?;
        let [_, of_body] = joint.frames_of(bodies);
        Some((of_body.rotation * joint.frames[1] * DVec3::X).as_vec3())
    }

    /// The distance by which it is open, in metres.
    pub fn gap(&self, id: JointId, bodies: &[Body]) -> Option<f64> {
        let joint = self.get(id)?;
        let near = Near(joint.coordinate);
        Some(JointRows::new(joint, joint.frames_of(bodies), near).gap())
    }

    /// Changes a joint and wakes its bodies.
    fn change(
        &mut self,
        id: JointId,
        bodies: &mut [Body],
        change: impl FnOnce(&mut Joint) -> Result<(), JointError>,
    ) -> Result<(), JointError> {
        let joint = self.list.get_mut(id.0).ok_or(JointError::Gone)?;
        change(joint)?;
        joint.wake(bodies);
        Ok(())
    }

    pub fn set_motor(
        &mut self,
        id: JointId,
        motor: Option<Motor>,
        bodies: &mut [Body],
    ) -> Result<(), JointError> {
        self.change(id, bodies, |joint| {
            check_motor(joint.kind, motor)?;
            check_drives(
                joint.kind,
                [
                    joint.limits.is_some(),
                    motor.is_some(),
                    joint.spring.is_some(),
                ],
            )?;
            if joint.motor.is_some() != motor.is_some() {
                joint.forget_pulls();
            }
            joint.motor = motor;
            Ok(())
        })
    }

    pub fn set_limits(
        &mut self,
        id: JointId,
        limits: Option<[f32; 2]>,
        bodies: &mut [Body],
    ) -> Result<(), JointError> {
        self.change(id, bodies, |joint| {
            check_limits(joint.kind, limits)?;
            check_drives(
                joint.kind,
                [
                    limits.is_some(),
                    joint.motor.is_some(),
                    joint.spring.is_some(),
                ],
            )?;
            joint.limits = limits;
            joint.forget_pulls();
            Ok(())
        })
    }

    pub fn set_spring(
        &mut self,
        id: JointId,
        spring: Option<Spring>,
        bodies: &mut [Body],
    ) -> Result<(), JointError> {
        self.change(id, bodies, |joint| {
            check_spring(spring)?;
            check_drives(
                joint.kind,
                [
                    joint.limits.is_some(),
                    joint.motor.is_some(),
                    spring.is_some(),
                ],
            )?;
            joint.spring = spring;
            joint.forget_pulls();
            Ok(())
        })
    }

    pub fn set_grab_target(
        &mut self,
        id: JointId,
        target: Vec3,
        bodies: &mut [Body],
    ) -> Result<(), JointError> {
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

    /// True if two bodies cannot collide because they are joined.
    pub fn keep_from_colliding(&self, pair: Pair) -> bool {
        !self.passing.is_empty() && self.passing.binary_search(&pair).is_ok()
    }

    fn find_passing(&mut self) {
        let mut passing = std::mem::take(&mut self.passing);
        passing.clear();
        let joined = self.iter().filter(|joint| !joint.collide);
        passing.extend(joined.filter_map(Joint::pair));
        passing.sort_unstable();
        passing.dedup();
        reserve(&mut passing, self.list.len());
        self.passing = passing;
    }

    /// The pairs of bodies that are joined, with the lower index first.
    pub fn pairs(&self) -> impl Iterator<Item = Pair> + Clone + '_ {
        self.iter().filter_map(Joint::pair)
    }

    /// Moves the anchors of a body's joints by a vector of its own frame (m), after its centre of mass has
    /// moved.
    pub fn shift_anchors(&mut self, body: u32, shift: glam::DVec3) {
        for (_, joint) in self.list.iter_mut() {
            for (held, anchor) in joint.bodies.iter().zip(&mut joint.anchors) {
                if *held == Some(body) {
                    *anchor += shift;
                }
            }
        }
    }

    /// Wakes the bodies joined to a body.
    pub fn wake_joined(&self, body: u32, bodies: &mut [Body]) {
        let holds = |joint: &&Joint| joint.bodies.contains(&Some(body));
        self.iter()
            .filter(holds)
            .for_each(|joint| joint.wake(bodies));
    }

    /// Wakes the bodies of the joints in some places that have a running motor.
    pub fn wake_driven(&self, places: &[u32], bodies: &mut [Body]) {
        let joints = places.iter().map(|place| self.at(*place));
        for joint in joints.filter(|joint| joint.is_driven()) {
            joint.wake(bodies);
        }
    }

    /// Removes the joints that carry more than they can, wakes their bodies and reports them.
    pub fn break_overloaded(&mut self, bodies: &mut [Body], broken: &mut Vec<BrokenJoint>) {
        let before = broken.len();
        self.list.retain(|joint| {
            let breaks = joint.is_overloaded();
            if breaks {
                let (body, other) = joint.bodies();
                broken.push(BrokenJoint {
                    joint: joint.id(),
                    body,
                    other,
                    force: joint.force().length(),
                    torque: joint.torque().length(),
                });
                joint.wake(bodies);
            }
            !breaks
        });
        if broken.len() > before {
            self.find_passing();
        }
    }

    /// Updates the coordinates that are angles, after the bodies have moved for `step` seconds.
    pub fn count_turns(&mut self, bodies: &[Body], step: f64) {
        for (_, joint) in self.list.iter_mut() {
            let moves = |index: &u32| !bodies[*index as usize].asleep;
            if joint.is_angle() && joint.bodies.iter().flatten().any(moves) {
                joint.count_turns(bodies, step);
            }
        }
    }

    /// Takes over the joints in some places of a world's list, in their order, and gives their bodies other
    /// numbers.
    pub fn take_part(&mut self, all: &Joints, places: &[u32], number: impl Fn(u32) -> u32) {
        self.list.take_part(&all.list, places);
        for (_, joint) in self.list.iter_mut() {
            joint.bodies = joint.bodies.map(|place| place.map(&number));
        }
        self.find_passing();
    }

    /// Puts the joints of a part back into their places; removes those that broke. Returns true if any did.
    pub fn put_back(&mut self, part: &Joints, places: &[u32]) -> bool {
        let mut broken = false;
        let mut kept = part.list.iter().peekable();
        for place in places {
            let (number, joint) = self.list.numbered_mut(*place as usize);
            match kept.next_if(|(own, _)| *own == number) {
                Some((_, own)) => {
                    let bodies = joint.bodies;
                    joint.clone_from(own);
                    joint.bodies = bodies;
                }
                None => {
                    joint.id = JointId(u32::MAX);
                    broken = true;
                }
            }
        }
        if broken {
            self.list.retain(|joint| joint.id != JointId(u32::MAX));
            self.find_passing();
        }
        broken
    }

    /// The pairs of bodies of the joints in some places.
    pub fn pairs_at<'p>(&'p self, places: &'p [u32]) -> impl Iterator<Item = Pair> + 'p {
        places.iter().filter_map(|place| self.at(*place).pair())
    }

    /// Copies the state from a world to a snapshot or back; identifiers issued since then stay void.
    pub fn copy_from(&mut self, other: &Joints) {
        self.list.copy_from(&other.list);
        copy(&mut self.passing, &other.passing);
    }

    /// The memory of the list, in bytes.
    pub fn size(&self) -> usize {
        self.list.size() + self.passing.capacity() * size_of::<Pair>()
    }
}

impl Joint {
    /// Its constraint error, in metres and radians alike.
    pub(crate) fn strain(&self, bodies: &[Body]) -> f64 {
        JointRows::new(self, self.frames_of(bodies), Near(self.coordinate)).strain()
    }

    /// Its current coordinate: for an angle, the value nearest to the last one.
    fn position(&self, bodies: &[Body]) -> Option<f64> {
        let found = JointRows::coordinate(self, self.frames_of(bodies), Near(self.coordinate));
        found.map(|row| row.value)
    }

    /// Updates its angle. The solver has counted the turns of driven joints; the others have turned about as
    /// fast as they do now.
    fn count_turns(&mut self, bodies: &[Body], step: f64) {
        let frames = self.frames_of(bodies);
        let mut near = Near(self.coordinate);
        if !self.is_coordinate_driven()
            && let Some(row) = JointRows::coordinate(self, frames, near)
        {
            let spin = |body: Option<u32>| {
                body.map_or(DVec3::ZERO, |body| bodies[body as usize].angular_velocity())
            };
            let [other, body] = self.bodies.map(spin);
            near.0 += row.levers[1].dot(body - other) * step;
        }
        if let Some(row) = JointRows::coordinate(self, frames, near) {
            self.coordinate = row.value;
        }
    }

    /// The frames of its bodies.
    pub(crate) fn frames_of(&self, bodies: &[Body]) -> [CenterFrame; 2] {
        let of = |body: u32| &bodies[body as usize];
        self.bodies.map(|body| super::frame_of(body.map(of)))
    }
}

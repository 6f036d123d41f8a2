//! Effects of triggers on a running arena, and the forces and breaks that fire them.

use dodgem_physics::{JointId, Motor, STEP_SECONDS};
use glam::Vec3;

use crate::arena::room::{Others, PlacedShape};
use crate::arena::{ActorId, Arena, HandError, Met};
use crate::params::PLACING_WORK;

/// The force between an actor and another one or the hall in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactForce {
    /// One actor.
    pub a: ActorId,
    /// The object that it touches.
    pub met: Met,
    /// The sum over all points at which the two touch, in N.
    pub force: f32,
}

impl Arena {
    /// Sets or removes the motor of a joint; does nothing if the joint is gone.
    pub fn set_motor(&mut self, joint: JointId, motor: Option<Motor>) {
        if self.world.joint(joint).is_some() {
            let set = self.world.set_joint_motor(joint, motor);
            debug_assert!(set.is_ok(), "the checks of a level admit only valid motors");
        }
    }

    /// Removes a joint; does nothing if it is gone.
    pub fn remove_joint(&mut self, joint: JointId) {
        // It may have broken.
        let _ = self.world.remove_joint(joint);
        self.forget_driven(joint);
    }

    /// Refuses to separate two bodies of which one is inside the other, which only these joints allow.
    ///
    /// # Errors
    /// [`HandError`] with their names.
    pub fn refuse_parting(&mut self, joints: &[JointId]) -> Result<(), HandError> {
        self.placing.begin(PLACING_WORK);
        for id in joints {
            let Some(joint) = self.world.joint(*id).filter(|joint| !joint.collides()) else {
                continue;
            };
            let (body, Some(other)) = joint.bodies() else {
                continue;
            };
            let pair = [body, other].map(|body| self.met_of(body).actor());
            let [Some(a), Some(b)] = pair else { continue };
            let (shape, groups) = (self.world[body].shape().clone(), self.world[body].groups());
            let placed = PlacedShape {
                shape: &shape,
                passes: &[],
                kind: self.world[body].kind(),
                groups,
            };
            let pose = self.world[body].pose();
            let others = [b];
            if self
                .room(Others::These(&others))
                .overlapped(&placed, &pose)
                .is_none()
            {
                continue;
            }
            let stays = self.world.joints().any(|one| {
                let (a, b) = one.bodies();
                let same = (a, b) == (body, Some(other)) || (a, b) == (other, Some(body));
                same && !one.collides() && !joints.contains(&one.id())
            });
            if !stays {
                let [a, b] = [a, b].map(|id| &self.actor(id).name);
                return Err(HandError::Refused(format!(
                    "\"{a}\" and \"{b}\" are inside each other, which only their joint allows: move one out first"
                )));
            }
        }
        Ok(())
    }

    /// Pushes an actor at its centre of mass with an impulse in N s.
    ///
    /// # Errors
    /// [`HandError`] if it is gone or no force moves it.
    pub fn push(&mut self, id: ActorId, impulse: Vec3) -> Result<(), HandError> {
        let body = self.movable(id)?.body;
        let centre = self.world[body].center();
        self.world
            .add_impulse_at(body, impulse.as_dvec3(), centre)?;
        self.copy_state(id.index());
        Ok(())
    }

    /// Returns the joints that broke in the last step.
    pub fn broken(&self) -> impl Iterator<Item = JointId> {
        let broken = self.world.report().broken.iter();
        broken.map(|broken| broken.joint)
    }

    /// Calls `each` with the force of each pair that touched in the last step and pressed with more than
    /// `least` N. The force of an impact is spread over the step.
    pub fn contact_forces(&self, least: f32, mut each: impl FnMut(ContactForce)) {
        let mut now = None;
        let mut force = 0.0;
        let mut tell = |pair, force: f32| {
            if force <= least {
                return;
            }
            let Some((a, b)) = pair else { return };
            if let Some((a, met, _)) = self.owners.pair(a, b) {
                each(ContactForce { a, met, force });
            }
        };
        // The points of a pair follow each other.
        for contact in self.world.contacts().filter(|contact| contact.active) {
            if now != Some((contact.a, contact.b)) {
                tell(now, force);
                (now, force) = (Some((contact.a, contact.b)), 0.0);
            }
            force += contact.force(self.world.settings().step);
        }
        tell(now, force);
        for impact in &self.world.report().impacts {
            tell(Some((impact.a, impact.b)), impact.impulse / STEP_SECONDS);
        }
    }
}

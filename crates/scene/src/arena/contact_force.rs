//! The forces of contacts, which fire triggers.

use dodgem_physics::{STEP_SECONDS, World};

use crate::arena::owners::Owners;
use crate::arena::{ActorId, Met};

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

/// Calls `each` with the force of each pair that touched in the last step and pressed with more than
/// `least` N. The force of an impact is spread over the step.
pub(super) fn contact_forces(
    world: &World,
    owners: &Owners,
    least: f32,
    mut each: impl FnMut(ContactForce),
) {
    let mut now = None;
    let mut force = 0.0;
    let mut tell = |pair, force: f32| {
        if force <= least {
            return;
        }
        let Some((a, b)) = pair else { return };
        if let Some((a, met, _)) = owners.pair(a, b) {
            each(ContactForce { a, met, force });
        }
    };
    // The points of a pair follow each other.
    for contact in world.contacts().filter(|contact| contact.active) {
        if now != Some((contact.a, contact.b)) {
            tell(now, force);
            (now, force) = (Some((contact.a, contact.b)), 0.0);
        }
        force += contact.force(world.settings().step);
    }
    tell(now, force);
    for impact in &world.report().impacts {
        tell(Some((impact.a, impact.b)), impact.impulse / STEP_SECONDS);
    }
}

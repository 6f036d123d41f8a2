//! What the hand made of a scene: the things that came and those that are others now, in the words of a level.

use std::collections::BTreeMap;
use std::sync::Arc;

use dodgem_physics::JointId;

use crate::arena::ActorId;
use crate::level::{JointSpec, ThingSpec, ZoneSpec};

/// What the hand made of a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Edits {
    /// The actors that are not as the level says, or came by hand.
    things: BTreeMap<u32, Arc<ThingSpec>>,
    /// Copies of the level's own actors, and of which.
    copies: BTreeMap<u32, ActorId>,
    /// The groups that came by hand, in the order of their numbers.
    pub groups: Vec<String>,
    /// The zones, if they are not as the level says.
    pub zones: Option<Vec<ZoneSpec>>,
    /// The joints that the hand made, in their order.
    pub joints: Vec<(JointId, Arc<JointSpec>)>,
}

impl Edits {
    /// Notes what an actor is from now on.
    pub fn set(&mut self, id: ActorId, spec: ThingSpec) {
        self.copies.remove(&id.0);
        self.things.insert(id.0, Arc::new(spec));
    }

    /// Notes that an actor is a copy of another one.
    pub fn copy(&mut self, copy: ActorId, of: ActorId) {
        if let Some(spec) = self.things.get(&of.0) {
            self.things.insert(copy.0, Arc::clone(spec));
        } else {
            let of = self.original(of);
            self.copies.insert(copy.0, of);
        }
    }

    /// What an actor is, if it is not as the level says.
    pub fn thing(&self, id: ActorId) -> Option<&ThingSpec> {
        self.things.get(&id.0).map(|spec| &**spec)
    }

    /// The level's own actor that an actor is a copy of, or itself.
    pub fn original(&self, id: ActorId) -> ActorId {
        self.copies.get(&id.0).copied().unwrap_or(id)
    }
}

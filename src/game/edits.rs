//! Changes by hand to a scene: added and changed things, in the form of a level.

use std::collections::BTreeMap;
use std::sync::Arc;

use dodgem_physics::JointId;

use crate::arena::ActorId;
use crate::level::{JointSpec, ThingSpec, ZoneSpec};

/// Changes by hand to a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Edits {
    /// Actors that were added or changed.
    things: BTreeMap<u32, Arc<ThingSpec>>,
    /// Copies of the level's own actors, each with its original.
    copies: BTreeMap<u32, ActorId>,
    /// Groups that were added, in the order of their numbers.
    pub groups: Vec<String>,
    /// The zones, if they differ from the level's.
    pub zones: Option<Vec<ZoneSpec>>,
    /// Joints that were added, in their order.
    pub joints: Vec<(JointId, Arc<JointSpec>)>,
}

impl Edits {
    /// Stores the new specification of an actor.
    pub fn set(&mut self, id: ActorId, spec: ThingSpec) {
        self.copies.remove(&id.0);
        self.things.insert(id.0, Arc::new(spec));
    }

    /// Stores that an actor is a copy of another one.
    pub fn copy(&mut self, copy: ActorId, of: ActorId) {
        if let Some(spec) = self.things.get(&of.0) {
            self.things.insert(copy.0, Arc::clone(spec));
        } else {
            let of = self.original(of);
            self.copies.insert(copy.0, of);
        }
    }

    /// Returns the specification of an actor, if it differs from the level's.
    pub fn thing(&self, id: ActorId) -> Option<&ThingSpec> {
        self.things.get(&id.0).map(|spec| &**spec)
    }

    /// Returns the level's own actor that an actor is a copy of, or the actor itself.
    pub fn original(&self, id: ActorId) -> ActorId {
        self.copies.get(&id.0).copied().unwrap_or(id)
    }
}

//! The owners of the bodies of a world: actors and parts of the hall.

use dodgem_physics::BodyId;

use crate::arena::{ActorId, Met};

/// Owner of each body, by the body's index in the world: first the parts of the hall.
#[derive(Debug, Default)]
pub(super) struct Owners {
    list: Vec<Met>,
}

impl Owners {
    /// Returns the owner of a body.
    pub fn of(&self, id: BodyId) -> Met {
        self.list[id.index()]
    }

    /// Stores the owner of a body.
    pub fn note(&mut self, id: BodyId, owner: Met) {
        match self.list.get_mut(id.index()) {
            Some(place) => *place = owner,
            // The places between belong to removed bodies.
            None => self.list.resize(id.index() + 1, owner),
        }
    }

    /// Returns the owners of two bodies, an actor first; None if both are parts of the hall. The flag is true
    /// if the two were swapped.
    pub fn pair(&self, a: BodyId, b: BodyId) -> Option<(ActorId, Met, bool)> {
        match (self.of(a), self.of(b)) {
            (Met::Actor(a), b) => Some((a, b, false)),
            (a, Met::Actor(b)) => Some((b, a, true)),
            _ => None,
        }
    }
}

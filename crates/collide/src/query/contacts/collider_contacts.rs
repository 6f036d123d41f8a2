//! A query for the contacts of two colliders: its stages are methods in the files of this folder, and
//! `query/collider/contacts.rs` runs them in order.

use crate::query::context::QueryContext;
use crate::query::{PairCache, PlacedCollider};

/// A search for the contacts of two colliders.
pub(crate) struct ColliderContacts<'q> {
    /// The two colliders, in the order of the cache.
    pub both: [PlacedCollider<'q>; 2],
    /// The largest distance of a contact, in metres.
    pub tolerance: f64,
    pub cache: &'q mut PairCache,
    pub context: &'q mut QueryContext,
}

impl ColliderContacts<'_> {
    /// True if both have a hull and a bounding radius: half-spaces have neither.
    pub fn have_hulls(&self) -> bool {
        (self.both.iter()).all(|placed| placed.collider.is_bounded())
    }
}

//! Memory that a world reserves when bodies are added, so that a step in a crowd allocates nothing.
//!
//! The number of pairs and contacts is an estimate. If a crowd exceeds it, the buffers grow once more and
//! keep their size.

use crate::params::{
    RESERVED_CONTACTS, RESERVED_EVENTS, RESERVED_EXTRA, RESERVED_PAIRS, RESERVED_SUPPORTS,
};

/// The counts for which a world reserves memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reserved {
    pub bodies: usize,
    pub pairs: usize,
    pub contacts: usize,
    /// Notes that a body carries another without touching it.
    pub supports: usize,
    /// Impacts and similar events in a step.
    pub events: usize,
}

impl Reserved {
    /// The counts for a world with this number of bodies.
    pub fn for_bodies(bodies: usize) -> Reserved {
        Reserved {
            bodies,
            pairs: RESERVED_PAIRS * bodies + RESERVED_EXTRA,
            contacts: RESERVED_CONTACTS * bodies + RESERVED_EXTRA,
            supports: RESERVED_SUPPORTS * bodies,
            events: RESERVED_EVENTS * bodies + RESERVED_EXTRA,
        }
    }
}

/// Copies a list into another one's memory.
pub(super) fn copy<T: Clone>(to: &mut Vec<T>, from: &[T]) {
    to.clear();
    to.reserve_exact(from.len());
    to.extend_from_slice(from);
}

/// Reserves memory for `count` items in all.
pub(super) fn reserve<T>(items: &mut Vec<T>, count: usize) {
    items.reserve(count.saturating_sub(items.len()));
}

//! Continuous collision: from the start of a step to its end, impact by impact.

pub(crate) mod contact_clusters;
pub(crate) mod convex;
pub(crate) mod event_queue;
pub(crate) mod half_spaces;
pub(crate) mod impact;
pub(crate) mod initial_impacts;
pub(crate) mod pair;
pub(crate) mod schedule;
pub(crate) mod separating_plane;
pub(crate) mod speculative_contacts;
pub(crate) mod step;
pub(crate) mod toi_event;
pub(crate) mod turning_plane;

//! Continuous collision detection: from the start of a step to its end, impact by impact.
//!
//! `step.rs` runs the events of a step, `schedule.rs` chooses the pairs to sweep, and `pair.rs`
//! sweeps one pair. A sweep tries in this order: the cached gap (`world_view.rs`), half-spaces of a large
//! mesh (`half_spaces/`), separating planes that stand still or turn (`separating_plane/`),
//! the hulls (`convex/`), all triangles (`shape_queries.rs`).
//! `toi_event.rs`, `impact.rs` and `contact_clusters.rs` handle what a sweep finds;
//! `initial_impacts.rs` and `speculative_contacts.rs` keep impacts out of the sweeps beforehand.

pub(crate) mod contact_clusters;
pub(crate) mod convex;
pub(crate) mod event_queue;
pub(crate) mod half_spaces;
pub(crate) mod impact;
pub(crate) mod initial_impacts;
pub(crate) mod pair;
pub(crate) mod pair_context;
pub(crate) mod schedule;
pub(crate) mod separating_plane;
pub(crate) mod speculative_contacts;
pub(crate) mod step;
pub(crate) mod toi_event;
pub(crate) mod world_view;

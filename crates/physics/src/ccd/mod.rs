//! Continuous collision detection: from the start of a step to its end, impact by impact.
//!
//! `step.rs` runs the events of a step, `schedule.rs` chooses the pairs to sweep, and `pair.rs`
//! decides when one pair is asked about: first what is known of its gap (`world_view.rs`), then the
//! collision library's [`Query::sweep`](dodgem_collide::Query::sweep).
//! `toi_event.rs`, `impact.rs`, `impact_hook.rs` and `contact_clusters.rs` handle what a sweep finds;
//! `discrete.rs` lets bodies pass, and tells what that misses; `sensors.rs` sweeps what stops nothing; `speculative_contacts.rs` keeps impacts of a crowd out of the sweeps beforehand.

pub(crate) mod contact_clusters;
pub(crate) mod discrete;
pub(crate) mod event_queue;
pub(crate) mod impact;
pub(crate) mod impact_hook;
mod one_test;
mod opening;
pub(crate) mod pair;
pub(crate) mod schedule;
mod sensors;
pub(crate) mod speculative_contacts;
pub(crate) mod step;
pub(crate) mod toi_event;
pub(crate) mod world_view;

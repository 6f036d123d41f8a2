//! A round allocates nothing once its buffers have grown.

#[path = "../../crates/collide/tests/allocations/counting.rs"]
mod counting;

mod rounds;

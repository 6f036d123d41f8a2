//! A steady step allocates nothing.

#[path = "../../../collide/tests/allocations/counting.rs"]
mod counting;

mod joints;
mod turnover;

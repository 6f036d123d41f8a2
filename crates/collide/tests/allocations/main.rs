//! Repeated queries and updates allocate nothing once their buffers have grown.

mod broad_phases;
mod compounds;
mod contacts;
mod distances;
mod sweeps;

/// Counts the allocations of each thread.
#[global_allocator]
static ALLOCATOR: dodgem_oracle::counting::Counting = dodgem_oracle::counting::Counting;

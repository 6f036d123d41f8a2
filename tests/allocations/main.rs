//! A round allocates nothing once its buffers have grown, and its history fits in memory.

mod history;
mod rounds;

/// Counts the allocations of each thread.
#[global_allocator]
static ALLOCATOR: dodgem_oracle::counting::Counting = dodgem_oracle::counting::Counting;

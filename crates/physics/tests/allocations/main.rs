//! A steady step allocates nothing.

mod joints;
mod supports;
mod turnover;

/// Counts the allocations of each thread.
#[global_allocator]
static ALLOCATOR: dodgem_oracle::counting::Counting = dodgem_oracle::counting::Counting;

//! Tunables of the commands of a desktop.

/// The most letters of a backtrace: one of deep recursion is long.
pub const MOST_BACKTRACE_LETTERS: usize = 200_000;

/// The number of columns: the most triangles per piece, from 1 on.
pub const BENCH_SIZES: usize = 10;

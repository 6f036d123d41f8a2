/// The number of words in a block of coded values. Larger: fewer calls that reserve memory, a larger block on the stack.
pub(crate) const CODER_BLOCK: usize = 64;

/// The memory of coded values grows by one part in so many. Larger: less memory is spare, and it grows more often.
pub(crate) const CODER_GROWTH_SHARE: usize = 8;

/// The numbers of highest bytes that a coded word may have instead of all, rising. Others: numbers in 32 bits, which have
/// no others than the highest five, take more memory.
pub(crate) const CODER_HIGH_LENGTHS: [usize; 3] = [2, 4, 5];

/// The lengths of runs of guessed words that have a code, rising. Larger: long runs take less memory, short ones more.
pub(crate) const CODER_RUNS: [u32; 4] = [2, 3, 5, 14];

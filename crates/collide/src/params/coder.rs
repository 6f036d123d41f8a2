/// The number of words in a block of coded values. Larger: fewer calls that reserve memory, a larger block on the stack.
pub(crate) const CODER_BLOCK: usize = 64;

/// The memory of coded values grows by one part in so many. Larger: less memory is spare, and it grows more often.
pub(crate) const CODER_GROWTH_SHARE: usize = 8;

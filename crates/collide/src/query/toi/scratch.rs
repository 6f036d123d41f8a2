//! Buffers that sweeps keep from one query to the next.

/// A pair of nodes that is not proved disjoint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackEntry {
    pub(super) nodes: (u32, u32),
    /// The number of the interval in which it was tested.
    pub(super) interval: u32,
}

/// Memory that sweeps use again.
#[derive(Clone, Debug, Default)]
pub(crate) struct SweepScratch {
    pub(super) stack: Vec<StackEntry>,
    /// The stack of the descents that find support points.
    pub(super) supports: Vec<(u32, f32)>,
}

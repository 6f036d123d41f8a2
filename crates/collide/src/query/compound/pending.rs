//! A pair of nodes of two compounds that a walk has yet to visit.

/// A pair of nodes that was not visited yet: a node of each side, and the bound of the pairs below them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PendingPair {
    pub nodes: [u32; 2],
    pub bound: f32,
}

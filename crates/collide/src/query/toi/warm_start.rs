//! What one sweep leaves for the next one of the same two bodies, whose paths have hardly changed.

use glam::DVec3;

/// Two triangles of two models: for each the number of its piece and its own in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Witness {
    pub pieces: (u32, u32),
    pub triangles: (u32, u32),
}

/// What is remembered of a pair of bodies from one sweep to the next: keep one for each pair, and
/// pass the bodies in the same order. Answers keep the promise of [`Sweep`](crate::query::toi::Sweep) whatever
/// is in it: it only says where to look first. A memory of other bodies does no harm and no good.
///
/// Like everything that an answer may depend on it is part of the state of a simulation.
#[derive(Clone, Copy, Debug, Default)]
pub struct SweepMemory {
    /// What met last.
    pub(super) witness: Option<Witness>,
    /// The direction of the world that parted the bodies last, of length 1.
    pub(super) toward: Option<DVec3>,
}

impl SweepMemory {
    /// Forgets the bodies.
    pub fn clear(&mut self) {
        *self = SweepMemory::default();
    }
}

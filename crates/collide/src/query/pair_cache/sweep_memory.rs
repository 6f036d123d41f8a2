//! The results of a sweep that speed up the next one of the same pair of bodies.

use glam::DVec3;

/// Two triangles of two models, by the index of the piece and of the triangle in the piece store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TriangleWitness {
    pub pieces: (u32, u32),
    pub triangles: (u32, u32),
}

/// The memory of a pair of bodies from one sweep to the next: keep one for each pair, and always pass
/// the bodies in one order. It only tells the search where to begin, so an answer keeps the promise of
/// [`Sweep`](crate::query::toi::Sweep) even with the memory of other bodies.
///
/// Answers may depend on it within the target distance, so it is part of a simulation's state.
#[derive(Clone, Copy, Debug, Default)]
pub struct SweepMemory {
    /// The triangles of the last impact.
    pub(crate) witness: Option<TriangleWitness>,
    /// The direction in the world that last separated the bodies, of length 1.
    pub(crate) toward: Option<DVec3>,
}

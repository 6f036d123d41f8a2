//! What one sweep stores for the next one of the same two bodies.

use glam::DVec3;

/// Two triangles of two models, by the index of the piece and of the triangle in the piece store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TriangleWitness {
    pub pieces: (u32, u32),
    pub triangles: (u32, u32),
}

/// What is remembered of a pair of bodies from one sweep to the next: keep one for each pair, and
/// pass the bodies in the same order. Answers keep the promise of
/// [`Sweep`](crate::query::toi::Sweep) whatever it contains: it only says where the search begins.
/// The memory of other bodies is harmless and useless.
///
/// Answers may depend on it within the target distance, so it is part of a simulation's state.
#[derive(Clone, Copy, Debug, Default)]
pub struct SweepMemory {
    /// The triangles of the last impact.
    pub(crate) witness: Option<TriangleWitness>,
    /// The direction of the world that separated the bodies last, of length 1.
    pub(crate) toward: Option<DVec3>,
}

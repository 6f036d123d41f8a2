//! The results of a sweep that speed up the next one of the same pair of bodies.

use glam::DVec3;

use crate::coder::Coder;

/// Two triangles of two models, by the index of the piece and of the triangle in the piece store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TriangleWitness {
    pub pieces: (u32, u32),
    pub triangles: (u32, u32),
}

/// The memory of a pair of bodies from one sweep to the next: keep one for each pair, and always pass
/// the bodies in one order. It only gives the search a place to begin, so an answer keeps the promise of
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

impl SweepMemory {
    /// Codes it for a compact copy.
    pub(crate) fn code(&mut self, coder: &mut impl Coder) {
        let SweepMemory { witness, toward } = self;
        let (mut has_witness, mut has_direction) = (witness.is_some(), toward.is_some());
        coder.flags([&mut has_witness, &mut has_direction]);
        *witness = has_witness.then(|| {
            let TriangleWitness {
                mut pieces,
                mut triangles,
            } = witness.unwrap_or_default();
            for number in [
                &mut pieces.0,
                &mut pieces.1,
                &mut triangles.0,
                &mut triangles.1,
            ] {
                coder.integer(number, 0);
            }
            TriangleWitness { pieces, triangles }
        });
        *toward = has_direction.then(|| {
            let mut direction = toward.unwrap_or_default();
            coder.vector(&mut direction, DVec3::ZERO);
            direction
        });
    }
}

//! The vertices of one convex piece above and below the planes of the other one's triangles, as bits:
//! four are tested at a time.

use wide::f32x4;

use crate::params::MAX_PIECE_TRIANGLES;
use crate::piece::{Piece, PieceBlock, Plane};

/// For up to ten triangles, the vertices of the other piece that are farther than a distance above or
/// below the plane, as bits.
pub(crate) struct PlaneSides {
    above: [u32; MAX_PIECE_TRIANGLES],
    below: [u32; MAX_PIECE_TRIANGLES],
    /// The triangles whose plane does not have all vertices that far on one side, as bits.
    pub alive: u32,
}

impl PlaneSides {
    /// Compares numbered planes with all vertices; `places` has a bit for each vertex. `distance` in
    /// metres.
    #[inline(always)]
    pub fn new(
        planes: impl Iterator<Item = (usize, Plane)>,
        blocks: &[PieceBlock],
        places: u32,
        distance: f32,
    ) -> PlaneSides {
        let mut sides = PlaneSides {
            above: [0; MAX_PIECE_TRIANGLES],
            below: [0; MAX_PIECE_TRIANGLES],
            alive: 0,
        };
        for (index, [nx, ny, nz, offset]) in planes {
            let (mut above, mut below) = (0, 0);
            let (upper, lower) = (
                f32x4::splat(offset + distance),
                f32x4::splat(offset - distance),
            );
            for (number, block) in blocks.iter().enumerate() {
                let [x, y, z] = block.map(f32x4::new);
                let along = x * nx + y * ny + z * nz;
                above |= along.simd_gt(upper).to_bitmask() << (4 * number);
                below |= along.simd_lt(lower).to_bitmask() << (4 * number);
            }
            // Spare lanes repeat a vertex of their block: mask them out.
            sides.above[index] = above & places;
            sides.below[index] = below & places;
            let one_sided = sides.above[index] == places || sides.below[index] == places;
            sides.alive |= u32::from(!one_sided) << index;
        }
        sides
    }

    /// The state before any test of this many triangles: no vertex is known to be above or below a plane.
    pub fn unknown(triangles: usize) -> PlaneSides {
        PlaneSides {
            above: [0; MAX_PIECE_TRIANGLES],
            below: [0; MAX_PIECE_TRIANGLES],
            alive: (1 << triangles) - 1,
        }
    }

    /// Returns true if these vertices are all above, or all below, a triangle's plane.
    #[inline(always)]
    pub fn separates(&self, triangle: usize, places: u32) -> bool {
        self.above[triangle] & places == places || self.below[triangle] & places == places
    }
}

/// A bit for every vertex of a piece.
#[inline]
pub(crate) fn vertex_bits(piece: &Piece) -> u32 {
    ((1u64 << piece.vertex_count()) - 1) as u32
}

/// The bits of a triangle's corners.
#[inline]
pub(crate) fn corner_bits(corners: [u8; 3]) -> u32 {
    corners.iter().fold(0, |bits, &corner| bits | 1 << corner)
}

/// The numbers of the set bits, in rising order.
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(next)
    })
}

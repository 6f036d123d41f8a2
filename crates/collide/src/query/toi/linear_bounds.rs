//! Two pieces along one direction over some time: which of their triangles it keeps apart.
//!
//! Of two pieces that meet, most pairs of triangles are apart until then, and the normal of the
//! place where they meet shows it of nearly all. So each triangle is looked at once, at both ends
//! of the time, and a pair of them costs two sums (see `time_interval.rs`).

use glam::Vec3;
use wide::f32x4;

use crate::piece::{MAX_PIECE_TRIANGLES, Piece, PieceStore};
use crate::query::toi::time_interval::{Bend, Slab};

/// Places of a piece at the most: every triangle has corners of its own.
const MOST_PLACES: usize = (3 * MAX_PIECE_TRIANGLES).next_multiple_of(4);

/// See the module.
pub(super) struct TriangleChords {
    /// How far the triangles reach along the direction, or against it, at the begin and at the
    /// end, m; for the first piece how much of the room is left.
    a: [[f32; 2]; MAX_PIECE_TRIANGLES],
    b: [[f32; 2]; MAX_PIECE_TRIANGLES],
    bend: Bend,
}

impl TriangleChords {
    /// Along a direction of length 1, in the first body's frame at the slab's end.
    pub(super) fn new(
        a: (&PieceStore, &Piece),
        b: (&PieceStore, &Piece),
        slab: &Slab,
        direction: Vec3,
    ) -> Self {
        let ([local_a, local_b], shifts) = (slab.local(direction), slab.shifts(direction));
        TriangleChords {
            a: reaches(a, local_a).map(|[begin, end]| [shifts[0] - begin, shifts[1] - end]),
            b: reaches(b, local_b),
            bend: slab.bend(direction),
        }
    }

    /// Whether two triangles, counted from the first of their pieces, are apart all the time.
    #[inline]
    pub(super) fn part(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.a[a], self.b[b]);
        self.bend.keeps_open(a[0] - b[0], a[1] - b[1])
    }
}

/// How far each triangle of a piece reaches along two directions, m.
fn reaches(
    (store, piece): (&PieceStore, &Piece),
    directions: [Vec3; 2],
) -> [[f32; 2]; MAX_PIECE_TRIANGLES] {
    let mut heights = [[0.0f32; 2]; MOST_PLACES];
    let [first, second] = directions.map(|direction| direction.to_array().map(f32x4::splat));
    let places = heights.chunks_exact_mut(4);
    for (four, block) in places.zip(&store.blocks[piece.blocks()]) {
        let [x, y, z] = block.map(f32x4::new);
        let along = |d: [f32x4; 3]| (x * d[0] + y * d[1] + z * d[2]).to_array();
        let (first, second) = (along(first), along(second));
        for (lane, height) in four.iter_mut().enumerate() {
            *height = [first[lane], second[lane]];
        }
    }
    let mut reaches = [[0.0; 2]; MAX_PIECE_TRIANGLES];
    let corners = &store.corners[piece.triangle_range()];
    for (reach, corners) in reaches.iter_mut().zip(corners) {
        let [a, b, c] = corners.map(|corner| heights[usize::from(corner)]);
        *reach = [0, 1].map(|end| a[end].max(b[end]).max(c[end]));
    }
    reaches
}

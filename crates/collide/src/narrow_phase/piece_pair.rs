//! The search for the pairs of triangles of two convex pieces that intersect.
//!
//! For each triangle of one piece, all of the other's vertices are compared with its plane, four at
//! once. A triangle whose plane has them all on one side intersects no triangle of the other piece,
//! and two triangles do not intersect if one is on one side of the other's plane. The remaining pairs
//! are decided exactly, in f64. All comparisons allow for the rounding of the f32 vertices, so that
//! no pair that intersects is filtered out.

use glam::DVec3;

use crate::budget::Meter;
use crate::counters::Counters;
use crate::math::relative_pose::Relative;
use crate::narrow_phase::piece_transform::MovedPieces;
use crate::narrow_phase::plane_sides::{PlaneSides, bits, corner_bits, vertex_bits};
use crate::narrow_phase::triangle_triangle;
use crate::piece::PieceStore;

/// A pair of pieces of two models, and the models' relative pose.
pub(crate) struct PiecePair<'a> {
    /// The pieces of the first model and of the second one.
    pub first: &'a PieceStore,
    pub second: &'a PieceStore,
    /// The piece's number in the first store, and in the second one.
    pub a: u32,
    pub b: u32,
    /// The pose of the second model's frame in the first one's.
    pub relative: &'a Relative,
    /// A bound of the rounding of a vertex transformed in f32, in metres.
    pub margin: f32,
    /// True if the planes of one piece's triangles may separate the other piece; else all pairs of
    /// triangles are tested.
    pub by_planes: bool,
}

/// Calls `found` with each pair of triangles that intersect (numbers in the stores) and the segment
/// in which they do (m, in the first frame), until it returns false.
///
/// Returns false if `found` did. If the budget ends, the other triangles are not tested.
pub(crate) fn intersect(
    pair: &PiecePair,
    moved: &mut MovedPieces,
    meter: &mut Meter,
    counters: &mut Counters,
    mut found: impl FnMut(usize, usize, [DVec3; 2]) -> bool,
) -> bool {
    let PiecePair {
        first,
        second,
        a,
        b,
        relative,
        margin,
        by_planes,
    } = *pair;
    if !meter.take() {
        return true;
    }
    let (piece_a, piece_b) = (&first.pieces[a as usize], &second.pieces[b as usize]);
    let (sides_a, sides_b);
    if by_planes {
        counters.primitive_tests += 1;
        counters.piece_tests += 1;
        counters.updates += u64::from(moved.fill(second, b, relative));
        let planes_a = &first.planes[piece_a.triangle_range()];
        sides_a = PlaneSides::new(
            planes_a.iter().copied().enumerate(),
            moved.blocks(piece_b.blocks()),
            vertex_bits(piece_b),
            margin,
        );
        if sides_a.alive == 0 {
            return true;
        }
        moved.fill_planes(second, b, relative);
        let planes_b = &moved.planes()[piece_b.triangle_range()];
        sides_b = PlaneSides::new(
            planes_b.iter().copied().enumerate(),
            &first.blocks[piece_a.blocks()],
            vertex_bits(piece_a),
            margin,
        );
        if sides_b.alive == 0 {
            return true;
        }
    } else {
        sides_a = PlaneSides::unknown(piece_a.triangle_range().len());
        sides_b = PlaneSides::unknown(piece_b.triangle_range().len());
    }
    for i in bits(sides_a.alive) {
        let index_a = piece_a.first_triangle() + i;
        let bits_a = corner_bits(first.corners[index_a]);
        let mut exact_a = None;
        for j in bits(sides_b.alive) {
            let index_b = piece_b.first_triangle() + j;
            let bits_b = corner_bits(second.corners[index_b]);
            if sides_a.separates(i, bits_b) || sides_b.separates(j, bits_a) {
                continue;
            }
            if !meter.take() {
                return true;
            }
            counters.primitive_tests += 1;
            counters.triangle_tests += 1;
            let corners_a = exact_a.get_or_insert_with(|| {
                let [p, q, r] = first.triangle(piece_a, index_a);
                [p.as_dvec3(), q.as_dvec3(), r.as_dvec3()]
            });
            let [p, q, r] = second.triangle(piece_b, index_b);
            let corners_b = [relative.point(p), relative.point(q), relative.point(r)];
            if let Some(segment) = triangle_triangle::intersect(corners_a, &corners_b)
                && !found(index_a, index_b, segment)
            {
                return false;
            }
        }
    }
    true
}

//! Linear bounds of all triangles of two pieces along one direction over a time interval, to find the
//! pairs of triangles that the direction separates.
//!
//! If two pieces meet, most pairs of their triangles are disjoint until then, and the normal at the
//! contact proves it for nearly all of them. So each triangle is projected once, at both ends of
//! the interval, and a pair costs two sums (see `time_interval.rs`).
//!
//! If f32 is too coarse for the gap that has to remain, as beside a floor of hundreds of metres,
//! heights are computed in f64 and stored relative to one of them.

use glam::{DVec3, Vec3};
use wide::f32x4;

use crate::params::MAX_PIECE_TRIANGLES;
use crate::piece::{Piece, PieceStore};
use crate::query::toi::time_interval::{CurvatureBound, TimeInterval};

/// Points of a piece, at most: every triangle may have its own corners.
const MAX_POINTS: usize = (3 * MAX_PIECE_TRIANGLES).next_multiple_of(4);

/// The bounds of two pieces; see the file's comment.
pub(super) struct TriangleLinearBounds {
    /// Heights of the first piece's triangles along the direction, and of the second's against it,
    /// at the begin and at the end, m. For the first piece they are subtracted from the offset of
    /// the origins.
    a: [[f32; 2]; MAX_PIECE_TRIANGLES],
    b: [[f32; 2]; MAX_PIECE_TRIANGLES],
    curvature: CurvatureBound,
}

impl TriangleLinearBounds {
    /// Computes the bounds along a direction of length 1, in the first body's frame at the interval's end.
    pub(super) fn new(
        a: (&PieceStore, &Piece),
        b: (&PieceStore, &Piece),
        interval: &TimeInterval,
        direction: Vec3,
    ) -> Self {
        if interval.is_coarse() {
            return TriangleLinearBounds::exact(a, b, interval, direction);
        }
        let ([local_a, local_b], offsets) = (
            interval.local_directions(direction),
            interval.origin_offsets(direction),
        );
        TriangleLinearBounds {
            a: triangle_extents(a, local_a)
                .map(|[begin, end]| [offsets[0] - begin, offsets[1] - end]),
            b: triangle_extents(b, local_b),
            curvature: interval.curvature_bound(direction),
        }
    }

    /// [`TriangleLinearBounds::new`] from heights in f64.
    fn exact(
        a: (&PieceStore, &Piece),
        b: (&PieceStore, &Piece),
        interval: &TimeInterval,
        direction: Vec3,
    ) -> Self {
        let directions = interval.in_first_frames(direction);
        let relatives = [&interval.at_begin.relative, &interval.at_end.relative];
        let along = |end: usize, point: DVec3| directions[end].dot(point);
        let heights_a = exact_extents(a, |point| [along(0, point), along(1, point)]);
        let heights_b = exact_extents(b, |point| {
            [0, 1].map(|end| -along(end, relatives[end].point_f64(point)))
        });
        // The difference of two such heights that are nearly equal is exact, and both are rounded
        // so that it is no larger.
        let origins = heights_a[0];
        let before = |end: usize, height: f64| origins[end] - interval.exact_min_gap - height;
        TriangleLinearBounds {
            a: heights_a.map(|at| [0, 1].map(|end| (before(end, at[end]) as f32).next_down())),
            b: heights_b.map(|at| [0, 1].map(|end| ((at[end] + origins[end]) as f32).next_up())),
            curvature: interval.curvature_bound(direction),
        }
    }

    /// Returns true if two triangles, counted from the first of their pieces, are disjoint throughout.
    #[inline]
    pub(super) fn separates(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.a[a], self.b[b]);
        self.curvature.keeps_gap_open(a[0] - b[0], a[1] - b[1])
    }
}

/// The greatest height of each triangle of a piece along two directions, m.
fn triangle_extents(
    (store, piece): (&PieceStore, &Piece),
    directions: [Vec3; 2],
) -> [[f32; 2]; MAX_PIECE_TRIANGLES] {
    let mut heights = [[0.0f32; 2]; MAX_POINTS];
    let [first, second] = directions.map(|direction| direction.to_array().map(f32x4::splat));
    let points = heights.chunks_exact_mut(4);
    for (four, block) in points.zip(&store.blocks[piece.blocks()]) {
        let [x, y, z] = block.map(f32x4::new);
        let along = |d: [f32x4; 3]| (x * d[0] + y * d[1] + z * d[2]).to_array();
        let (first, second) = (along(first), along(second));
        for (lane, height) in four.iter_mut().enumerate() {
            *height = [first[lane], second[lane]];
        }
    }
    let mut triangle_extents = [[0.0; 2]; MAX_PIECE_TRIANGLES];
    let corners = &store.corners[piece.triangle_range()];
    for (reach, corners) in triangle_extents.iter_mut().zip(corners) {
        let [a, b, c] = corners.map(|corner| heights[usize::from(corner)]);
        *reach = [0, 1].map(|end| a[end].max(b[end]).max(c[end]));
    }
    triangle_extents
}

/// [`triangle_extents`] in f64, for any two height functions.
fn exact_extents(
    (store, piece): (&PieceStore, &Piece),
    heights: impl Fn(DVec3) -> [f64; 2],
) -> [[f64; 2]; MAX_PIECE_TRIANGLES] {
    let mut extents = [[0.0; 2]; MAX_PIECE_TRIANGLES];
    for (reach, triangle) in extents.iter_mut().zip(piece.triangle_range()) {
        let [a, b, c] = store
            .triangle(piece, triangle)
            .map(|corner| heights(corner.as_dvec3()));
        *reach = [0, 1].map(|end| a[end].max(b[end]).max(c[end]));
    }
    extents
}

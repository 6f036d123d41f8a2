//! A filter that finds the triangles of two convex pieces that may be within a limit of each other.
//!
//! If all vertices of the other piece lie more than the limit beyond one side of a triangle's
//! plane, the triangle is farther than the limit from all of that piece; two triangles are farther
//! apart than the limit if one lies that far on one side of the other's plane. The tests cost a few
//! instructions for four vertices at once. They leave few pairs even of almost parallel surfaces near
//! each other, whose bounding volumes overlap long before the surfaces do.

use glam::Vec3;
use wide::f32x4;

use crate::counters::Counters;
use crate::math::relative_pose::Relative;
use crate::narrow_phase::PreparedTriangle;
use crate::narrow_phase::piece_transform::MovedPieces;
use crate::narrow_phase::plane_sides::{PlaneSides, bits, corner_bits, vertex_bits};
use crate::params::MAX_PIECE_TRIANGLES;
use crate::piece::{Piece, PieceBlock, PieceStore};
use crate::query::distance::axis_test::{is_axis_worthwhile, maximum};
use crate::query::pair_cache::StoredTrianglePair;

/// Pieces in the first model's frame, filled when first needed; an entry is valid if it carries the
/// current query's number.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeafCache {
    query: u32,
    /// The second model's pieces in the first one's frame.
    moved: MovedPieces,
    triangles: [PreparedTriangles; 2],
    /// The number of pairs of pieces on which the axis was tested in this query, and of those that it
    /// separated.
    axis_tests: u32,
    axis_separations: u32,
}

/// Triangles prepared for the distance test, in the first frame.
#[derive(Clone, Debug, Default)]
struct PreparedTriangles {
    queries: Vec<u32>,
    prepared: Vec<PreparedTriangle>,
}

impl PreparedTriangles {
    fn reserve(&mut self, count: usize) {
        if self.queries.len() < count {
            self.queries.resize(count, 0);
            let filler = PreparedTriangle::new([Vec3::ZERO; 3]);
            self.prepared.resize(count, filler);
        }
    }

    #[inline]
    fn get(
        &mut self,
        index: usize,
        query: u32,
        corners: impl FnOnce() -> [Vec3; 3],
    ) -> &PreparedTriangle {
        if self.queries[index] != query {
            self.queries[index] = query;
            self.prepared[index] = PreparedTriangle::new(corners());
        }
        &self.prepared[index]
    }
}

impl LeafCache {
    /// Forgets the last query and reserves memory for two stores.
    pub(super) fn reset(&mut self, first: &PieceStore, second: &PieceStore) {
        (self.axis_tests, self.axis_separations) = (0, 0);
        self.query = self.query.wrapping_add(1);
        if self.query == 0 {
            for side in &mut self.triangles {
                side.queries.fill(0);
            }
            self.query = 1;
        }
        self.moved.reset(second);
        self.triangles[0].reserve(first.sources.len());
        self.triangles[1].reserve(second.sources.len());
    }
}

/// Two stores of pieces and the pose of the second one relative to the first.
pub(super) struct LeafFilter<'q> {
    pub first: &'q PieceStore,
    pub second: &'q PieceStore,
    pub relative: &'q Relative,
    /// Bounds the rounding error of moved vertices, in metres.
    pub margin: f32,
    pub cache: &'q mut LeafCache,
}

/// The projections of four vertices on a direction.
#[inline]
fn project(direction: Vec3, block: &PieceBlock) -> f32x4 {
    let [x, y, z] = block.map(f32x4::new);
    x * direction.x + y * direction.y + z * direction.z
}

#[inline]
fn max_projection(direction: Vec3, blocks: &[PieceBlock]) -> f32 {
    let start = f32x4::splat(f32::NEG_INFINITY);
    let all = blocks.iter().map(|block| project(direction, block));
    let [p, q, r, s] = all.fold(start, f32x4::fast_max).to_array();
    maximum(maximum(p, q), maximum(r, s))
}

#[inline]
fn min_lane(values: f32x4) -> f32 {
    let [p, q, r, s] = values.to_array();
    -maximum(maximum(-p, -q), maximum(-r, -s))
}

#[inline]
fn min_projection(direction: Vec3, blocks: &[PieceBlock]) -> f32 {
    -max_projection(-direction, blocks)
}

/// The vertices whose projections are at least `limit`, as bits.
#[inline]
fn projections_at_least(direction: Vec3, blocks: &[PieceBlock], limit: f32) -> u32 {
    let limit = f32x4::splat(limit);
    let bits = |block| project(direction, block).simd_ge(limit).to_bitmask();
    (blocks.iter().enumerate()).fold(0, |all, (i, block)| all | bits(block) << (4 * i))
}

impl LeafFilter<'_> {
    /// An upper bound of the distance of two pieces, in metres: that of their nearest vertices; and
    /// the direction from the first of these to the second, if they are apart.
    pub(super) fn nearest_vertices(
        &mut self,
        a: u32,
        b: u32,
        counters: &mut Counters,
    ) -> (f32, Option<Vec3>) {
        self.fill(b, counters);
        let (piece_a, piece_b) = (
            self.first.pieces[a as usize],
            &self.second.pieces[b as usize],
        );
        let blocks = self.cache.moved.blocks(piece_b.blocks());
        let squares = |vertex: Vec3, block: &PieceBlock| {
            let [x, y, z] = block.map(f32x4::new);
            let (x, y, z) = (x - vertex.x, y - vertex.y, z - vertex.z);
            x * x + y * y + z * z
        };
        let (mut least, mut from) = (f32x4::splat(f32::INFINITY), Vec3::ZERO);
        for vertex in self.first.vertices(piece_a) {
            let mut here = f32x4::splat(f32::INFINITY);
            for block in blocks {
                here = here.fast_min(squares(vertex, block));
            }
            let nearest = f32x4::splat(min_lane(least));
            if here.simd_lt(nearest).any() {
                (least, from) = (here, vertex);
            }
        }
        let squared = min_lane(least);
        let mut offset = Vec3::ZERO;
        for block in blocks {
            let nearest = squares(from, block).simd_eq(f32x4::splat(squared));
            if nearest.any() {
                let lane = nearest.to_bitmask().trailing_zeros() as usize;
                offset = Vec3::new(block[0][lane], block[1][lane], block[2][lane]) - from;
            }
        }
        let distance = squared.sqrt() * (1.0 + 8.0 * f32::EPSILON) + 2.0 * self.margin;
        (distance, offset.try_normalize())
    }

    fn fill(&mut self, b: u32, counters: &mut Counters) {
        let filled = (self.cache.moved).fill(self.second, b, self.relative);
        counters.updates += u64::from(filled);
    }

    /// Returns true if the axis separates enough pairs of pieces to be worth testing; between closed
    /// meshes inside each other it does not.
    #[inline]
    pub(super) fn is_axis_worth_testing(&self) -> bool {
        is_axis_worthwhile(self.cache.axis_tests, self.cache.axis_separations)
    }

    /// The pairs of triangles of two pieces that may be within a distance (m). The axis, if given,
    /// is tested before the planes.
    pub(super) fn candidates(
        &mut self,
        a: u32,
        b: u32,
        distance: f32,
        axis: Option<Vec3>,
        counters: &mut Counters,
    ) -> Candidates {
        self.fill(b, counters);
        let mut found = Candidates::default();
        let (piece_a, piece_b) = (
            &self.first.pieces[a as usize],
            &self.second.pieces[b as usize],
        );
        let (places_a, places_b) = (vertex_bits(piece_a), vertex_bits(piece_b));
        let cache = &mut *self.cache;
        let (blocks_a, blocks_b) = (
            &self.first.blocks[piece_a.blocks()],
            cache.moved.blocks(piece_b.blocks()),
        );
        let (mut near_a, mut near_b) = (u32::MAX, u32::MAX);
        if let Some(direction) = axis {
            let reach_a = max_projection(direction, blocks_a);
            let start_b = min_projection(direction, blocks_b);
            cache.axis_tests += 1;
            if start_b - reach_a > distance {
                cache.axis_separations += 1;
                return found;
            }
            near_a = projections_at_least(direction, blocks_a, start_b - distance);
            near_b = projections_at_least(-direction, blocks_b, -reach_a - distance);
        }
        let alive = |piece: &Piece, store: &PieceStore, near: u32| {
            let corners = &store.corners[piece.triangle_range()];
            let near = |&corners: &[u8; 3]| u32::from(corner_bits(corners) & near != 0);
            (corners.iter().enumerate()).fold(0, |alive, (i, corners)| alive | near(corners) << i)
        };
        let (alive_a, alive_b) = (
            alive(piece_a, self.first, near_a),
            alive(piece_b, self.second, near_b),
        );
        let sides_a = PlaneSides::new(
            bits(alive_a).map(|i| (i, self.first.planes[piece_a.first_triangle() + i])),
            blocks_b,
            places_b,
            distance,
        );
        if sides_a.alive == 0 {
            return found;
        }
        cache.moved.fill_planes(self.second, b, self.relative);
        let sides_b = PlaneSides::new(
            bits(alive_b).map(|i| (i, cache.moved.planes()[piece_b.first_triangle() + i])),
            blocks_a,
            places_a,
            distance,
        );
        if sides_b.alive == 0 {
            return found;
        }
        for i in bits(sides_a.alive) {
            let bits_a = corner_bits(self.first.corners[piece_a.first_triangle() + i]);
            for j in bits(sides_b.alive) {
                let bits_b = corner_bits(self.second.corners[piece_b.first_triangle() + j]);
                if !(sides_a.separates(i, bits_b) || sides_b.separates(j, bits_a)) {
                    found.push(
                        (piece_a.first_triangle() + i) as u32,
                        (piece_b.first_triangle() + j) as u32,
                    );
                }
            }
        }
        found
    }

    /// Two prepared triangles. The second one's piece has been filled.
    #[inline]
    pub(super) fn prepared(
        &mut self,
        [(a, i), (b, j)]: StoredTrianglePair,
    ) -> (&PreparedTriangle, &PreparedTriangle) {
        let (first, second) = (self.first, self.second);
        let cache = &mut *self.cache;
        let query = cache.query;
        let (piece_b, index_b) = (&second.pieces[b as usize], j as usize);
        let blocks_b = cache.moved.blocks(piece_b.blocks());
        let corners_b = || corner_points(blocks_b, second.corners[index_b]);
        let [side_a, side_b] = &mut cache.triangles;
        let corners_a = || first.triangle(&first.pieces[a as usize], i as usize);
        (
            side_a.get(i as usize, query, corners_a),
            side_b.get(index_b, query, corners_b),
        )
    }
}

/// Pairs of triangles of two pieces.
pub(super) struct Candidates {
    pairs: [(u32, u32); MAX_PIECE_TRIANGLES * MAX_PIECE_TRIANGLES],
    count: usize,
}

impl Default for Candidates {
    #[inline]
    fn default() -> Self {
        Candidates {
            pairs: [(0, 0); MAX_PIECE_TRIANGLES * MAX_PIECE_TRIANGLES],
            count: 0,
        }
    }
}

impl Candidates {
    #[inline]
    fn push(&mut self, a: u32, b: u32) {
        self.pairs[self.count] = (a, b);
        self.count += 1;
    }

    pub(super) fn as_slice(&self) -> &[(u32, u32)] {
        &self.pairs[..self.count]
    }
}

/// The corners of a triangle, taken from the vertices of its piece.
#[inline]
fn corner_points(blocks: &[PieceBlock], corners: [u8; 3]) -> [Vec3; 3] {
    corners.map(|number| {
        let block = &blocks[usize::from(number) / 4];
        let lane = usize::from(number) % 4;
        Vec3::new(block[0][lane], block[1][lane], block[2][lane])
    })
}

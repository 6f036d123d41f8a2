//! Two convex pieces: which of their triangles could meet?
//!
//! For each triangle of one piece, all of the other's places are compared with its plane, four
//! at once. A triangle whose plane has them all on one side meets none of the other piece's
//! triangles; neither do two triangles of which one lies on one side of the other's plane. What
//! is left is decided exactly, in f64. All comparisons leave room for the rounding of the f32
//! places, so that nothing that meets is filtered out.

use glam::{DVec3, Vec3};
use wide::f32x4;

use super::triangle_triangle;
use crate::collision::budget::Meter;
use crate::collision::piece::{Block, MAX_PIECE_TRIANGLES, Piece, PieceStore, Plane};
use crate::collision::relative::Relative;
use crate::collision::stats::Counters;

/// The second model's pieces in the first one's frame, filled as they are met and kept for the
/// rest of the query.
#[derive(Clone, Debug, Default)]
pub(crate) struct MovedPieces {
    blocks: Vec<Block>,
    planes: Vec<Plane>,
    /// The query that moved a piece's places, and its planes.
    filled_by: [Vec<u32>; 2],
    query: u32,
}

/// Which of the two.
const PLACES: usize = 0;
const PLANES: usize = 1;

impl MovedPieces {
    /// Forgets the last query and makes room for all pieces of `store`.
    pub(crate) fn reset(&mut self, store: &PieceStore) {
        self.query = self.query.wrapping_add(1);
        if self.query == 0 {
            // Numbers come again: no piece may look moved.
            self.filled_by.iter_mut().for_each(|filled| filled.fill(0));
            self.query = 1;
        }
        for filled_by in &mut self.filled_by {
            if filled_by.len() < store.pieces.len() {
                filled_by.resize(store.pieces.len(), 0);
            }
        }
        if self.blocks.len() < store.blocks.len() {
            self.blocks.resize(store.blocks.len(), [[0.0; 4]; 3]);
        }
        if self.planes.len() < store.planes.len() {
            self.planes.resize(store.planes.len(), [0.0; 4]);
        }
    }

    /// Moved places; those of a piece that is [filled](MovedPieces::fill).
    pub(crate) fn blocks(&self, range: std::ops::Range<usize>) -> &[Block] {
        &self.blocks[range]
    }

    /// All moved planes; those of pieces whose planes were not
    /// [moved](MovedPieces::fill_planes) mean nothing.
    pub(crate) fn planes(&self) -> &[Plane] {
        &self.planes
    }

    /// Moves a piece's places; false if this query did already.
    #[inline]
    pub(crate) fn fill(&mut self, store: &PieceStore, number: u32, relative: &Relative) -> bool {
        if self.is_filled(PLACES, number) {
            return false;
        }
        let piece = &store.pieces[number as usize];
        let (r, t) = (&relative.rotation_f32, relative.translation_f32);
        let (moved, places) = (
            &mut self.blocks[piece.blocks()],
            &store.blocks[piece.blocks()],
        );
        for (moved, place) in moved.iter_mut().zip(places) {
            let [x, y, z] = place.map(f32x4::new);
            let row = |axis: usize| {
                let sum = x * r.x_axis[axis] + y * r.y_axis[axis] + z * r.z_axis[axis];
                (sum + f32x4::splat(t[axis])).to_array()
            };
            *moved = [row(0), row(1), row(2)];
        }
        true
    }

    /// Moves a piece's planes, if this query did not yet. Most pieces that are met are parted by
    /// the other one's planes: theirs are not looked at.
    #[inline]
    pub(crate) fn fill_planes(&mut self, store: &PieceStore, number: u32, relative: &Relative) {
        if self.is_filled(PLANES, number) {
            return;
        }
        let triangles = store.pieces[number as usize].triangle_range();
        let (r, t) = (&relative.rotation_f32, relative.translation_f32);
        // A normal turns, and the offset grows by what the moved normal has along the translation:
        // that is the normal's coordinates times those of the translation in the second frame.
        let column = |c: Vec3| f32x4::new([c.x, c.y, c.z, c.dot(t)]);
        let (along_x, along_y, along_z) = (column(r.x_axis), column(r.y_axis), column(r.z_axis));
        let planes = &store.planes[triangles.clone()];
        for (moved, &[x, y, z, offset]) in self.planes[triangles].iter_mut().zip(planes) {
            let turned = along_x * x + along_y * y + along_z * z;
            *moved = (turned + f32x4::new([0.0, 0.0, 0.0, offset])).to_array();
        }
    }

    /// Whether this query moved a part of a piece already; from now on it did.
    #[inline]
    fn is_filled(&mut self, part: usize, number: u32) -> bool {
        let filled_by = &mut self.filled_by[part][number as usize];
        std::mem::replace(filled_by, self.query) == self.query
    }
}

/// For up to ten triangles: which places of the other piece lie strictly above and below the
/// plane, as bits.
struct Sides {
    above: [u32; MAX_PIECE_TRIANGLES],
    below: [u32; MAX_PIECE_TRIANGLES],
    /// The triangles whose plane does not have all places on one side, as bits.
    alive: u32,
}

#[inline]
fn sides(planes: &[Plane], blocks: &[Block], places: u32, margin: f32) -> Sides {
    let mut sides = Sides {
        above: [0; MAX_PIECE_TRIANGLES],
        below: [0; MAX_PIECE_TRIANGLES],
        alive: 0,
    };
    for (index, &[nx, ny, nz, offset]) in planes.iter().enumerate() {
        let (mut above, mut below) = (0, 0);
        let (upper, lower) = (f32x4::splat(offset + margin), f32x4::splat(offset - margin));
        for (number, block) in blocks.iter().enumerate() {
            let [x, y, z] = block.map(f32x4::new);
            let along = x * nx + y * ny + z * nz;
            above |= along.simd_gt(upper).to_bitmask() << (4 * number);
            below |= along.simd_lt(lower).to_bitmask() << (4 * number);
        }
        // Spare lanes repeat a place of their block: cut them off.
        sides.above[index] = above & places;
        sides.below[index] = below & places;
        let one_sided = sides.above[index] == places || sides.below[index] == places;
        sides.alive |= u32::from(!one_sided) << index;
    }
    sides
}

#[inline]
fn place_bits(piece: &Piece) -> u32 {
    ((1u64 << piece.vertices()) - 1) as u32
}

#[inline]
fn corner_bits(corners: [u8; 3]) -> u32 {
    corners.iter().fold(0, |bits, &corner| bits | 1 << corner)
}

/// Tests piece `a` of one store against piece `b` of the other, and calls `found` with each
/// pair of triangles that meet (numbers in the stores) and the segment in which they do, in the
/// first frame, until it returns false.
///
/// Returns false if `found` did. When the budget ends, it is spent and the rest is not tested.
#[expect(
    clippy::too_many_arguments,
    reason = "the parts of one query's state, borrowed apart"
)]
pub(crate) fn intersect(
    first: &PieceStore,
    a: u32,
    second: &PieceStore,
    b: u32,
    moved: &mut MovedPieces,
    relative: &Relative,
    margin: f32,
    meter: &mut Meter,
    counters: &mut Counters,
    mut found: impl FnMut(usize, usize, [DVec3; 2]) -> bool,
) -> bool {
    if !meter.take() {
        return true;
    }
    counters.primitive_tests += 1;
    counters.piece_tests += 1;
    counters.updates += u64::from(moved.fill(second, b, relative));
    let (piece_a, piece_b) = (&first.pieces[a as usize], &second.pieces[b as usize]);
    let (places_a, places_b) = (place_bits(piece_a), place_bits(piece_b));
    let sides_a = sides(
        &first.planes[piece_a.triangle_range()],
        &moved.blocks[piece_b.blocks()],
        places_b,
        margin,
    );
    if sides_a.alive == 0 {
        return true;
    }
    moved.fill_planes(second, b, relative);
    let sides_b = sides(
        &moved.planes[piece_b.triangle_range()],
        &first.blocks[piece_a.blocks()],
        places_a,
        margin,
    );
    if sides_b.alive == 0 {
        return true;
    }
    for i in bits(sides_a.alive) {
        let index_a = piece_a.first_triangle() + i;
        let bits_a = corner_bits(first.corners[index_a]);
        let mut exact_a = None;
        for j in bits(sides_b.alive) {
            let index_b = piece_b.first_triangle() + j;
            let bits_b = corner_bits(second.corners[index_b]);
            let parted = sides_a.above[i] & bits_b == bits_b
                || sides_a.below[i] & bits_b == bits_b
                || sides_b.above[j] & bits_a == bits_a
                || sides_b.below[j] & bits_a == bits_a;
            if parted {
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

/// The numbers of the set bits, rising.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(next)
    })
}

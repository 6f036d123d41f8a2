//! Two convex pieces: which of their triangles could be within a limit of each other?
//!
//! A triangle that has all places of the other piece more than the limit beyond one side of its
//! plane is farther than the limit from all its triangles; and so are two triangles of which one
//! is that far on one side of the other's plane. These tests cost a few instructions for four
//! places at once; where surfaces lie almost parallel and near each other, where bounding volumes
//! overlap long before the surfaces do, they leave few pairs.

use glam::Vec3;
use wide::f32x4;

use super::goal::TrianglePair;
use crate::collision::narrow::PreparedTriangle;
use crate::collision::piece::{Block, MAX_PIECE_TRIANGLES, Piece, PieceStore, Plane};
use crate::collision::relative::Relative;
use crate::collision::stats::Counters;

/// Pieces as a query needs them, filled as they are met and known by the query's number.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeafMemory {
    query: u32,
    /// The second model's pieces in the first one's frame.
    moved: Vec<u32>,
    blocks: Vec<Block>,
    planes: Vec<Plane>,
    triangles: [Triangles; 2],
    /// How many pairs of pieces a common direction was tried on in this query, and parted.
    tried: u32,
    parted: u32,
}

/// Triangles laid out for the distance test, in the first frame.
#[derive(Clone, Debug, Default)]
struct Triangles {
    queries: Vec<u32>,
    prepared: Vec<PreparedTriangle>,
}

impl Triangles {
    fn fit(&mut self, count: usize) {
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

impl LeafMemory {
    /// Forgets the last query and makes room for two stores.
    pub(super) fn begin(&mut self, first: &PieceStore, second: &PieceStore) {
        (self.tried, self.parted) = (0, 0);
        self.query = self.query.wrapping_add(1);
        if self.query == 0 {
            self.moved.fill(0);
            for side in &mut self.triangles {
                side.queries.fill(0);
            }
            self.query = 1;
        }
        if self.moved.len() < second.pieces.len() {
            self.moved.resize(second.pieces.len(), 0);
        }
        if self.blocks.len() < second.blocks.len() {
            self.blocks.resize(second.blocks.len(), [[0.0; 4]; 3]);
        }
        if self.planes.len() < second.planes.len() {
            self.planes.resize(second.planes.len(), [0.0; 4]);
        }
        self.triangles[0].fit(first.sources.len());
        self.triangles[1].fit(second.sources.len());
    }

    /// Brings a piece of the second model into the first one's frame.
    fn fill(&mut self, store: &PieceStore, number: u32, relative: &Relative) -> bool {
        if self.moved[number as usize] == self.query {
            return false;
        }
        self.moved[number as usize] = self.query;
        let piece = &store.pieces[number as usize];
        let (r, t) = (&relative.rotation_f32, relative.translation_f32);
        for index in piece.blocks() {
            let [x, y, z] = store.blocks[index].map(f32x4::new);
            let row = |axis: usize| {
                let sum = x * r.x_axis[axis] + y * r.y_axis[axis] + z * r.z_axis[axis];
                (sum + f32x4::splat(t[axis])).to_array()
            };
            self.blocks[index] = [row(0), row(1), row(2)];
        }
        for index in piece.triangle_range() {
            let [x, y, z, offset] = store.planes[index];
            let normal = *r * Vec3::new(x, y, z);
            self.planes[index] = [normal.x, normal.y, normal.z, offset + normal.dot(t)];
        }
        true
    }
}

/// Two stores of pieces and how they lie to each other.
pub(super) struct Leaves<'q> {
    pub first: &'q PieceStore,
    pub second: &'q PieceStore,
    pub relative: &'q Relative,
    /// Bounds the rounding of moved places, in metres.
    pub margin: f32,
    pub memory: &'q mut LeafMemory,
}

/// For up to ten triangles: which places of the other piece lie beyond the two sides of the plane,
/// as bits.
struct Sides {
    above: [u32; MAX_PIECE_TRIANGLES],
    below: [u32; MAX_PIECE_TRIANGLES],
    /// The triangles whose plane does not have all places beyond one side, as bits.
    alive: u32,
}

#[inline]
fn sides(planes: &[Plane], alive: u32, blocks: &[Block], places: u32, distance: f32) -> Sides {
    let mut sides = Sides {
        above: [0; MAX_PIECE_TRIANGLES],
        below: [0; MAX_PIECE_TRIANGLES],
        alive: 0,
    };
    for index in bits(alive) {
        let [nx, ny, nz, offset] = planes[index];
        let (mut above, mut below) = (0, 0);
        let upper = f32x4::splat(offset + distance);
        let lower = f32x4::splat(offset - distance);
        for (number, block) in blocks.iter().enumerate() {
            let [x, y, z] = block.map(f32x4::new);
            let along = x * nx + y * ny + z * nz;
            above |= along.simd_gt(upper).to_bitmask() << (4 * number);
            below |= along.simd_lt(lower).to_bitmask() << (4 * number);
        }
        // Spare lanes repeat a place of their block: cut them off.
        sides.above[index] = above & places;
        sides.below[index] = below & places;
        let parted = sides.above[index] == places || sides.below[index] == places;
        sides.alive |= u32::from(!parted) << index;
    }
    sides
}

/// How far four places lie along a direction.
#[inline]
fn along(direction: Vec3, block: &Block) -> f32x4 {
    let [x, y, z] = block.map(f32x4::new);
    x * direction.x + y * direction.y + z * direction.z
}

#[inline]
fn highest(direction: Vec3, blocks: &[Block]) -> f32 {
    let start = f32x4::splat(f32::NEG_INFINITY);
    let all = blocks.iter().map(|block| along(direction, block));
    let [p, q, r, s] = all.fold(start, f32x4::fast_max).to_array();
    maximum(maximum(p, q), maximum(r, s))
}

#[inline]
fn lowest_lane(values: f32x4) -> f32 {
    let [p, q, r, s] = values.to_array();
    -maximum(maximum(-p, -q), maximum(-r, -s))
}

#[inline]
fn lowest(direction: Vec3, blocks: &[Block]) -> f32 {
    -highest(-direction, blocks)
}

/// The places that are not lower than `limit` along a direction, as bits.
#[inline]
fn not_lower(direction: Vec3, blocks: &[Block], limit: f32) -> u32 {
    let limit = f32x4::splat(limit);
    let bits = |block| along(direction, block).simd_ge(limit).to_bitmask();
    (blocks.iter().enumerate()).fold(0, |all, (i, block)| all | bits(block) << (4 * i))
}

/// `f32::max` without its care for NaN, which costs a branch.
#[inline(always)]
fn maximum(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline]
fn place_bits(piece: &Piece) -> u32 {
    ((1u64 << piece.vertices()) - 1) as u32
}

#[inline]
fn corner_bits(corners: [u8; 3]) -> u32 {
    corners.iter().fold(0, |bits, &corner| bits | 1 << corner)
}

/// The numbers of the set bits, rising.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(next)
    })
}

impl Leaves<'_> {
    /// An upper bound of the distance of two pieces, in metres: that of their nearest places; and
    /// the direction from the first of these to the second, if they are apart.
    pub(super) fn nearest_places(
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
        let blocks = &self.memory.blocks[piece_b.blocks()];
        let squares = |place: Vec3, block: &Block| {
            let [x, y, z] = block.map(f32x4::new);
            let (x, y, z) = (x - place.x, y - place.y, z - place.z);
            x * x + y * y + z * z
        };
        let (mut least, mut from) = (f32x4::splat(f32::INFINITY), Vec3::ZERO);
        for place in self.first.places(piece_a) {
            let mut here = f32x4::splat(f32::INFINITY);
            for block in blocks {
                here = here.fast_min(squares(place, block));
            }
            let lowest = f32x4::splat(lowest_lane(least));
            if here.simd_lt(lowest).any() {
                (least, from) = (here, place);
            }
        }
        let squared = lowest_lane(least);
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
        let filled = self.memory.fill(self.second, b, self.relative);
        counters.updates += u64::from(filled);
    }

    /// Whether one direction parts enough pairs of pieces to be worth trying: between closed
    /// meshes inside each other it does not.
    #[inline]
    pub(super) fn axis_pays(&self) -> bool {
        8 * self.memory.parted + 64 >= self.memory.tried
    }

    /// The pairs of triangles of two pieces that may be within a distance (m), as far as f32
    /// tells, and a direction along which many pairs are parted.
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
        let (places_a, places_b) = (place_bits(piece_a), place_bits(piece_b));
        let memory = &mut *self.memory;
        let (blocks_a, blocks_b) = (
            &self.first.blocks[piece_a.blocks()],
            &memory.blocks[piece_b.blocks()],
        );
        let (mut near_a, mut near_b) = (u32::MAX, u32::MAX);
        if let Some(direction) = axis {
            let reach_a = highest(direction, blocks_a);
            let start_b = lowest(direction, blocks_b);
            memory.tried += 1;
            if start_b - reach_a > distance {
                memory.parted += 1;
                return found;
            }
            near_a = not_lower(direction, blocks_a, start_b - distance);
            near_b = not_lower(-direction, blocks_b, -reach_a - distance);
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
        let sides_a = sides(
            &self.first.planes[piece_a.triangle_range()],
            alive_a,
            blocks_b,
            places_b,
            distance,
        );
        if sides_a.alive == 0 {
            return found;
        }
        let sides_b = sides(
            &memory.planes[piece_b.triangle_range()],
            alive_b,
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
                let parted = sides_a.above[i] & bits_b == bits_b
                    || sides_a.below[i] & bits_b == bits_b
                    || sides_b.above[j] & bits_a == bits_a
                    || sides_b.below[j] & bits_a == bits_a;
                if !parted {
                    found.push(
                        (piece_a.first_triangle() + i) as u32,
                        (piece_b.first_triangle() + j) as u32,
                    );
                }
            }
        }
        found
    }

    /// Two triangles (numbers in the stores) of two pieces, the second one's of which was filled.
    #[inline]
    pub(super) fn prepared(
        &mut self,
        [(a, i), (b, j)]: TrianglePair,
    ) -> (&PreparedTriangle, &PreparedTriangle) {
        let (first, second) = (self.first, self.second);
        let memory = &mut *self.memory;
        let query = memory.query;
        let (piece_b, index_b) = (&second.pieces[b as usize], j as usize);
        let corners_b = || place_corners(&memory.blocks, second, piece_b, index_b);
        let [side_a, side_b] = &mut memory.triangles;
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

#[inline]
fn place_corners(blocks: &[Block], store: &PieceStore, piece: &Piece, index: usize) -> [Vec3; 3] {
    store.corners[index].map(|number| {
        let block = &blocks[piece.first_block() + usize::from(number) / 4];
        let lane = usize::from(number) % 4;
        Vec3::new(block[0][lane], block[1][lane], block[2][lane])
    })
}

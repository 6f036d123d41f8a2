//! Two convex pieces: which of their triangles cross or have features near each other?
//!
//! All places of one piece are compared with the planes of the other's triangles, four at once, in
//! f32 and with room for its rounding: with the planes themselves, which tells what cannot cross,
//! and with planes a tolerance beyond them, which tells which corners and edges cannot be near.
//! Then the triangles' boxes have their say. What is left, a few features of one pair in ten, is
//! decided exactly.

use glam::Vec3;
use wide::{f32x4, u32x4};

use super::outline::PARALLEL;
use crate::collision::narrow::pieces::MovedPieces;
use crate::collision::piece::{Block, MAX_PIECE_TRIANGLES, Piece, PieceStore, Plane};
use crate::collision::{Counters, Relative};

/// A triangle in the first frame, in f32.
#[derive(Clone, Copy, Debug, Default)]
struct Sketch {
    /// The places of the corners, with a lane to spare.
    corners: [f32x4; 3],
    /// The ends along the axes, and along twelve directions in all.
    low: [f32x4; 3],
    high: [f32x4; 3],
}

/// Beside the axes the directions of a cube's edges and two of its corners, four and four: their
/// x, y and z. (Two of the lanes repeat.)
const EDGES: f32 = std::f32::consts::FRAC_1_SQRT_2;
const CORNERS: f32 = 0.577_350_26;
const DIRECTIONS: [[[f32; 4]; 3]; 2] = [
    [
        [EDGES, EDGES, 0.0, EDGES],
        [EDGES, 0.0, EDGES, -EDGES],
        [0.0, EDGES, EDGES, 0.0],
    ],
    [
        [EDGES, 0.0, CORNERS, CORNERS],
        [0.0, EDGES, CORNERS, -CORNERS],
        [-EDGES, -EDGES, CORNERS, CORNERS],
    ],
];

impl Sketch {
    fn new(corners: [Vec3; 3]) -> Self {
        let lanes = corners.map(|p| f32x4::new([p.x, p.y, p.z, 0.0]));
        let along = |p: Vec3, [x, y, z]: [[f32; 4]; 3]| {
            f32x4::new(x) * p.x + f32x4::new(y) * p.y + f32x4::new(z) * p.z
        };
        let [one, two] = DIRECTIONS;
        let groups = [
            lanes,
            corners.map(|p| along(p, one)),
            corners.map(|p| along(p, two)),
        ];
        Sketch {
            corners: lanes,
            low: groups.map(|[p, q, r]| p.fast_min(q).fast_min(r)),
            high: groups.map(|[p, q, r]| p.fast_max(q).fast_max(r)),
        }
    }

    /// For each corner the sides of another triangle's box, grown by `distance`, that it is
    /// beyond, as bits.
    #[inline]
    fn beyond(&self, other: &Sketch, distance: f32x4) -> [u32; 3] {
        let (low, high) = (other.low[0] - distance, other.high[0] + distance);
        self.corners
            .map(|p| p.simd_lt(low).to_bitmask() | p.simd_gt(high).to_bitmask() << 4)
    }

    #[inline]
    fn is_apart(&self, other: &Sketch, distance: f32x4) -> bool {
        let mut apart = f32x4::splat(0.0);
        for group in 0..3 {
            apart |= self.low[group].simd_gt(other.high[group] + distance);
            apart |= other.low[group].simd_gt(self.high[group] + distance);
        }
        apart.to_bitmask() != 0
    }
}

/// Triangles of one model that a query has met.
#[derive(Clone, Debug, Default)]
struct Sketches {
    triangles: Vec<Sketch>,
    /// The query that filled a piece.
    filled_by: Vec<u32>,
}

impl Sketches {
    fn fit(&mut self, store: &PieceStore) {
        if self.triangles.len() < store.corners.len() {
            self.triangles
                .resize(store.corners.len(), Sketch::default());
        }
        if self.filled_by.len() < store.pieces.len() {
            self.filled_by.resize(store.pieces.len(), 0);
        }
    }

    #[inline]
    fn fill(&mut self, store: &PieceStore, number: u32, query: u32, blocks: &[Block]) {
        let filled_by = &mut self.filled_by[number as usize];
        if std::mem::replace(filled_by, query) == query {
            return;
        }
        for triangle in store.pieces[number as usize].triangle_range() {
            let corners = store.corners[triangle].map(|corner| {
                let (block, lane) = (&blocks[usize::from(corner) / 4], usize::from(corner) % 4);
                Vec3::new(block[0][lane], block[1][lane], block[2][lane])
            });
            self.triangles[triangle] = Sketch::new(corners);
        }
    }
}

/// Memory of a sieve.
#[derive(Clone, Debug, Default)]
pub(super) struct SieveMemory {
    sketches: [Sketches; 2],
    query: u32,
    /// Of the pieces that are being compared: how each lies to the other's planes, and the places
    /// of the second one's triangles.
    sides: [Sides; 2],
    bits_b: [u32; ROOM],
}

impl SieveMemory {
    /// Forgets the last query and makes room.
    pub fn reset(&mut self, first: &PieceStore, second: &PieceStore) {
        self.query = self.query.wrapping_add(1);
        if self.query == 0 {
            for side in &mut self.sketches {
                side.filled_by.fill(0);
            }
            self.query = 1;
        }
        self.sketches[0].fit(first);
        self.sketches[1].fit(second);
    }
}

/// Two triangles that are to be looked at closer.
pub(super) struct Candidate {
    /// Their places in the stores.
    pub triangles: [u32; 2],
    /// The corners (bits 0 to 2) and edges (3 to 5) of each that may be near the other.
    pub features: [u8; 2],
    pub may_cross: bool,
    /// Their planes are parallel.
    pub is_level: bool,
}

/// Two models and how they lie to each other.
pub(super) struct Sieve<'q> {
    pub stores: [&'q PieceStore; 2],
    /// The features of each triangle that count: see [`features`](super::features).
    pub features: [&'q [u8]; 2],
    pub relative: &'q Relative,
    /// How far beyond a plane is far, in metres, and how far is certainly beyond it.
    pub distance: f32,
    pub rounding: f32,
    pub moved: &'q mut MovedPieces,
}

/// Room for the triangles of a piece, four at a time.
const ROOM: usize = MAX_PIECE_TRIANGLES.next_multiple_of(4);

/// For up to ten triangles the places of the other piece that lie beyond their planes, as bits.
#[derive(Clone, Debug, Default)]
struct Sides {
    /// Farther than the distance.
    above: [u32; ROOM],
    below: [u32; ROOM],
    /// Not in the plane.
    front: [u32; ROOM],
    back: [u32; ROOM],
    /// The triangles whose plane does not have all places far beyond one side.
    alive: u32,
}

/// Fills `sides` for the triangles of these planes; what was there of more triangles stays.
#[inline]
fn fill_sides(
    sides: &mut Sides,
    planes: &[Plane],
    blocks: &[Block],
    places: u32,
    distance: f32,
    rounding: f32,
) {
    sides.alive = 0;
    let (distance, rounding) = (f32x4::splat(distance), f32x4::splat(rounding));
    for (index, &[nx, ny, nz, offset]) in planes.iter().enumerate() {
        let (mut above, mut below, mut front, mut back) = (0, 0, 0, 0);
        for (number, block) in blocks.iter().enumerate() {
            let [x, y, z] = block.map(f32x4::new);
            let height = x * nx + y * ny + z * nz - offset;
            let shift = 4 * number;
            above |= height.simd_gt(distance).to_bitmask() << shift;
            below |= height.simd_lt(-distance).to_bitmask() << shift;
            front |= height.simd_gt(rounding).to_bitmask() << shift;
            back |= height.simd_lt(-rounding).to_bitmask() << shift;
        }
        // Spare lanes repeat a place of their block: cut them off.
        sides.above[index] = above & places;
        sides.below[index] = below & places;
        sides.front[index] = front;
        sides.back[index] = back;
        let parted = sides.above[index] == places || sides.below[index] == places;
        sides.alive |= u32::from(!parted) << index;
    }
}

impl Sides {
    /// Which of the other piece's triangles are all far beyond one side of a plane, and which are
    /// all on one side.
    #[inline]
    fn parted(&self, triangle: usize, corners: &[u32; ROOM]) -> (u32, u32) {
        let all = [&self.above, &self.below, &self.front, &self.back];
        let [above, below, front, back] = all.map(|bits| u32x4::splat(bits[triangle]));
        let (mut far, mut beside) = (0, 0);
        for start in (0..ROOM).step_by(4) {
            let bits = four(corners, start);
            let all_far = (above & bits).simd_eq(bits) | (below & bits).simd_eq(bits);
            let all_beside = (front & bits).simd_eq(bits) | (back & bits).simd_eq(bits);
            far |= all_far.to_bitmask() << start;
            beside |= all_beside.to_bitmask() << start;
        }
        (far, beside)
    }

    /// The planes that one of the other piece's triangles is far beyond, and those that it is
    /// beside.
    #[inline]
    fn parts(&self, corners: u32) -> (u32, u32) {
        let bits = u32x4::splat(corners);
        let (mut far, mut beside) = (0, 0);
        for start in (0..ROOM).step_by(4) {
            let all = [&self.above, &self.below, &self.front, &self.back];
            let [above, below, front, back] =
                all.map(|sides| (four(sides, start) & bits).simd_eq(bits));
            far |= (above | below).to_bitmask() << start;
            beside |= (front | back).to_bitmask() << start;
        }
        (far, beside)
    }

    /// The corners and edges of one of the other piece's triangles that are not far from a plane.
    #[inline]
    fn near(&self, triangle: usize, corners: [u8; 3]) -> u32 {
        let three = |bits: u32| {
            let [p, q, r] = corners.map(|corner| bits >> corner & 1);
            p | q << 1 | r << 2
        };
        let (above, below) = (three(self.above[triangle]), three(self.below[triangle]));
        let next = |corners: u32| (corners >> 1 | corners << 2) & 7;
        let edges = above & next(above) | below & next(below);
        !(above | below) & 7 | (!edges & 7) << 3
    }
}

/// Whether there is a pair among the features of two triangles that can be a contact: a corner
/// with anything, or two edges.
#[inline]
fn can_meet(one: u32, two: u32) -> bool {
    (one | two) & 7 != 0 || (one >> 3 != 0 && two >> 3 != 0)
}

/// The corners and edges that are not beyond a side of a box.
#[inline]
fn near_box([p, q, r]: [u32; 3]) -> u32 {
    let is = |none: u32| u32::from(none == 0);
    is(p) | is(q) << 1 | is(r) << 2 | is(p & q) << 3 | is(q & r) << 4 | is(r & p) << 5
}

impl Sieve<'_> {
    /// Brings a piece of the second model over.
    pub fn fill(&mut self, b: u32, counters: &mut Counters) -> &[Block] {
        let store = self.stores[1];
        counters.updates += u64::from(self.moved.fill(store, b, self.relative));
        self.moved.blocks(store.pieces[b as usize].blocks())
    }

    /// Shows `visit` the triangles of two pieces that need a closer look, until it returns false;
    /// `seen` is told of each pair that no plane parts, and ends it all in the same way.
    #[inline]
    pub fn pieces(
        &mut self,
        memory: &mut SieveMemory,
        [a, b]: [u32; 2],
        counters: &mut Counters,
        mut seen: impl FnMut(&mut Counters) -> bool,
        mut visit: impl FnMut(Candidate),
    ) -> bool {
        self.fill(b, counters);
        let [first, second] = self.stores;
        let (piece_a, piece_b) = (&first.pieces[a as usize], &second.pieces[b as usize]);
        let (range_a, range_b) = (piece_a.triangle_range(), piece_b.triangle_range());
        let blocks_a = &first.blocks[piece_a.blocks()];
        let blocks_b = self.moved.blocks(piece_b.blocks());
        let planes_a = &first.planes[range_a.clone()];
        let planes_b = self.moved.planes(range_b.clone());
        let (distance, rounding) = (self.distance, self.rounding);
        let SieveMemory {
            sketches: [sketches_a, sketches_b],
            sides: [sides_a, sides_b],
            bits_b,
            query,
        } = memory;
        let (places_a, places_b) = (place_bits(piece_a), place_bits(piece_b));
        fill_sides(sides_a, planes_a, blocks_b, places_b, distance, rounding);
        if sides_a.alive == 0 {
            return true;
        }
        fill_sides(sides_b, planes_b, blocks_a, places_a, distance, rounding);
        if sides_b.alive == 0 {
            return true;
        }
        sketches_a.fill(first, a, *query, blocks_a);
        sketches_b.fill(second, b, *query, blocks_b);
        let grown = f32x4::splat(distance);
        let rounded = f32x4::splat(rounding);
        let corners_a = &first.corners[range_a.clone()];
        let corners_b = &second.corners[range_b.clone()];
        for (bits, &corners) in bits_b.iter_mut().zip(corners_b) {
            *bits = corner_bits(corners);
        }
        for i in bits(sides_a.alive) {
            let bits_a = corner_bits(corners_a[i]);
            let (far_a, beside_a) = sides_a.parted(i, bits_b);
            let (far_b, beside_b) = sides_b.parts(bits_a);
            let crossing = !(beside_a | beside_b);
            for j in bits(sides_b.alive & !(far_a | far_b)) {
                if !seen(counters) {
                    return false;
                }
                let (at_a, at_b) = (range_a.start + i, range_b.start + j);
                let (one, two) = (&sketches_a.triangles[at_a], &sketches_b.triangles[at_b]);
                if one.is_apart(two, grown) {
                    continue;
                }
                let may_cross = crossing >> j & 1 != 0 && !one.is_apart(two, rounded);
                let features = [self.features[0][at_a], self.features[1][at_b]].map(u32::from);
                let [mut near_a, mut near_b] = features;
                if can_meet(near_a, near_b) {
                    near_a &= sides_b.near(j, corners_a[i]);
                    near_b &= sides_a.near(i, corners_b[j]);
                }
                if can_meet(near_a, near_b) {
                    near_a &= near_box(one.beyond(two, grown));
                    near_b &= near_box(two.beyond(one, grown));
                }
                let has_features = can_meet(near_a, near_b);
                let along = |axis: usize| planes_a[i][axis] * planes_b[j][axis];
                let cosine = along(0) + along(1) + along(2);
                let is_level = cosine * cosine >= (1.0 - PARALLEL * PARALLEL) as f32;
                if has_features || may_cross || is_level {
                    let features = if has_features {
                        [near_a, near_b]
                    } else {
                        [0; 2]
                    };
                    visit(Candidate {
                        triangles: [at_a as u32, at_b as u32],
                        features: features.map(|bits| bits as u8),
                        may_cross,
                        is_level,
                    });
                }
            }
        }
        true
    }
}

#[inline]
fn four(values: &[u32; ROOM], start: usize) -> u32x4 {
    u32x4::new([0, 1, 2, 3].map(|i| values[start + i]))
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

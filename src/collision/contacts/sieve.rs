//! Two convex pieces: which of their triangles cross or have features near each other?
//!
//! Twelve directions tell which triangles of a piece are near the other piece at all, and which
//! of these are near each other. What is left is compared by the triangles' planes, three corners
//! at once, in f32 and with room for its rounding: with the planes themselves, which tells what
//! cannot cross, and with planes a tolerance beyond them, which tells which corners and edges
//! cannot be near. Then the triangles' boxes have their say. What is left, a few features of one
//! pair in ten, is decided exactly.

use wide::f32x4;

use super::outline::PARALLEL;
use super::passing::{Passing, pass};
use super::sketch::{Extent, Growth, Sketch, Sketches};
use crate::collision::narrow::pieces::MovedPieces;
use crate::collision::piece::{Block, MAX_PIECE_TRIANGLES, PieceStore};
use crate::collision::{Counters, Relative};

/// Memory of a sieve.
#[derive(Clone, Debug, Default)]
pub(super) struct SieveMemory {
    sketches: [Sketches; 2],
    query: u32,
    /// Pairs of triangles that no direction parts, by their places in the stores.
    pairs: List<[u32; 2]>,
    /// Those that may cross.
    crossing: List<MayCross>,
    pub sifted: Sifted,
}

/// Pairs of triangles that are to be looked at closer, by their places in the stores.
#[derive(Clone, Debug, Default)]
pub(super) struct Sifted {
    /// They cross, or nearly do.
    pub crossing: List<Crosses>,
    pub features: List<NearFeatures>,
    /// They are near, and their planes are parallel.
    pub level: List<[u32; 2]>,
}

/// Two triangles that may cross, and how if that is known already.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Crosses {
    pub triangles: [u32; 2],
    pub passing: Option<Passing>,
}

/// Two triangles of which some features may be near the other one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NearFeatures {
    pub triangles: [u32; 2],
    /// The corners (bits 0 to 2) and edges (3 to 5) of each.
    pub features: [u8; 2],
}

/// Two triangles that lie on both sides of each other's planes.
#[derive(Clone, Copy, Debug, Default)]
struct MayCross {
    triangles: [u32; 2],
    /// Of each one's corners over the other's plane.
    heights: [f32x4; 2],
}

impl SieveMemory {
    /// Forgets the last query and makes room.
    pub fn reset(&mut self, first: &PieceStore, second: &PieceStore) {
        self.query = self.query.wrapping_add(1);
        if self.query == 0 {
            self.sketches.iter_mut().for_each(Sketches::forget);
            self.query = 1;
        }
        self.sketches[0].fit(first);
        self.sketches[1].fit(second);
        self.pairs.clear();
    }

    /// Whether so many pairs have come together that they should be [sifted](Sieve::sift).
    #[inline]
    pub fn is_full(&self) -> bool {
        self.pairs.len() >= CHUNK
    }
}

/// So many pairs are sifted at once: few enough to stay in the nearest cache.
const CHUNK: usize = 256;

/// The most pairs that are taken down before they are sifted.
const ROOM: usize = CHUNK + MAX_PIECE_TRIANGLES * MAX_PIECE_TRIANGLES;

/// Things of which most are only looked at: one is always written, and kept if it is to be. What a
/// test says is then never branched on, which no processor can predict.
#[derive(Clone, Debug)]
pub(super) struct List<T> {
    things: Vec<T>,
    count: usize,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        List {
            things: Vec::new(),
            count: 0,
        }
    }
}

impl<T: Copy + Default> List<T> {
    fn clear(&mut self) {
        if self.things.is_empty() {
            self.things.resize(ROOM, T::default());
        }
        self.count = 0;
    }

    fn len(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn push_if(&mut self, is_kept: bool, thing: T) {
        self.things[self.count] = thing;
        self.count += usize::from(is_kept);
    }

    pub fn all(&self) -> &[T] {
        &self.things[..self.count]
    }
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
    pub growth: Growth,
    pub moved: &'q mut MovedPieces,
}

/// Which corners (bits 0 to 2) and edges (bits 3 to 5) of a triangle are not beyond one of two
/// parallel planes, and whether all of it is (bit 6), for the corners that are beyond the one (bits
/// 0 to 2 of the index) and beyond the other (bits 3 to 5).
const NEAR: [u8; 64] = {
    let mut all = [0; 64];
    let mut index = 0;
    while index < 64 {
        let (above, below) = (index & 7, index >> 3);
        let corners = !(above | below) & 7;
        let ends = (above & next_bits(above)) | (below & next_bits(below));
        let is_far = above == 7 || below == 7;
        all[index] = (corners | (!ends & 7) << 3 | (is_far as usize) << 6) as u8;
        index += 1;
    }
    all
};

/// Of three bits each put into the place before.
const fn next_bits(corners: usize) -> usize {
    (corners >> 1 | corners << 2) & 7
}

/// The bit of [`NEAR`] for all of it.
const FAR: u32 = 1 << 6;

/// What [`NEAR`] says of a triangle whose corners have these heights between two planes at `low`
/// and `high`. (The fourth lane is the first corner again.)
#[inline]
fn near_planes(heights: f32x4, low: f32x4, high: f32x4) -> u32 {
    let above = heights.simd_gt(high).to_bitmask() & 7;
    let below = heights.simd_lt(low).to_bitmask() & 7;
    u32::from(NEAR[(above | below << 3) as usize])
}

/// Whether all three heights are certainly on one side.
#[inline]
fn is_beside(heights: f32x4, rounding: f32x4) -> bool {
    let front = heights.simd_gt(rounding).to_bitmask();
    let back = heights.simd_lt(-rounding).to_bitmask();
    (front == 15) | (back == 15)
}

/// The corners and edges of a triangle that are not beyond a side of a box.
#[inline]
fn near_box(triangle: &Sketch, low: f32x4, high: f32x4) -> u32 {
    let (low, high) = (low.to_array(), high.to_array());
    let near = |axis: usize| {
        let (low, high) = (f32x4::splat(low[axis]), f32x4::splat(high[axis]));
        near_planes(triangle.rows[axis], low, high)
    };
    near(0) & near(1) & near(2)
}

/// Whether there is a pair among the features of two triangles that can be a contact: a corner
/// with anything, or two edges.
#[inline]
fn can_meet(one: u32, two: u32) -> bool {
    ((one | two) & 7 != 0) | ((one >> 3 != 0) & (two >> 3 != 0))
}

/// Those of a few triangles that are near something, as bits.
#[inline]
fn near(triangles: &[Sketch], extent: &Extent) -> u32 {
    let all = triangles.iter().enumerate();
    all.fold(0, |near, (i, triangle)| {
        near | u32::from(!triangle.extent.is_apart(extent)) << i
    })
}

impl Sieve<'_> {
    /// Brings a piece of the second model over.
    pub fn fill(&mut self, b: u32, counters: &mut Counters) -> &[Block] {
        let store = self.stores[1];
        counters.updates += u64::from(self.moved.fill(store, b, self.relative));
        self.moved.blocks(store.pieces[b as usize].blocks())
    }

    /// Takes down the triangles of two pieces that no direction parts; `take` is told how many
    /// pairs these are, and says how many of them may be kept. False if not all.
    #[inline]
    pub fn pieces(
        &mut self,
        memory: &mut SieveMemory,
        [a, b]: [u32; 2],
        counters: &mut Counters,
        take: impl FnOnce(u64) -> u64,
    ) -> bool {
        let [first, second] = self.stores;
        let (piece_a, piece_b) = (&first.pieces[a as usize], &second.pieces[b as usize]);
        let SieveMemory {
            sketches: [sketches_a, sketches_b],
            query,
            pairs,
            ..
        } = memory;
        let [features_a, features_b] = self.features;
        if sketches_a.is_due(a, *query) {
            let places = (&first.blocks[piece_a.blocks()], &first.planes[..]);
            sketches_a.fill((first, features_a), a, places, &Growth::default());
        }
        if sketches_b.is_due(b, *query) {
            counters.updates += u64::from(self.moved.fill(second, b, self.relative));
            self.moved.fill_planes(second, b, self.relative);
            let blocks = self.moved.blocks(piece_b.blocks());
            let places = (blocks, self.moved.planes());
            sketches_b.fill((second, features_b), b, places, &self.growth);
        }
        let all_a = &sketches_a.triangles[piece_a.triangle_range()];
        let all_b = &sketches_b.triangles[piece_b.triangle_range()];
        let near_a = near(all_a, &sketches_b.pieces[b as usize]);
        if near_a == 0 {
            return true;
        }
        let near_b = near(all_b, &sketches_a.pieces[a as usize]);
        let [start_a, start_b] = [piece_a, piece_b].map(|piece| piece.first_triangle() as u32);
        let before = pairs.count;
        for i in bits(near_a) {
            let one = &all_a[i].extent;
            for j in bits(near_b) {
                let is_near = !one.is_apart(&all_b[j].extent);
                pairs.push_if(is_near, [start_a + i as u32, start_b + j as u32]);
            }
        }
        let asked = (pairs.count - before) as u64;
        let taken = take(asked);
        counters.primitive_tests += taken;
        counters.triangle_tests += taken;
        pairs.count = before + taken as usize;
        taken == asked
    }

    /// Compares the pairs that were taken down, and puts what needs a closer look into
    /// [`Sifted`].
    pub fn sift(&self, memory: &mut SieveMemory) {
        let SieveMemory {
            sketches: [sketches_a, sketches_b],
            pairs,
            crossing,
            sifted,
            ..
        } = memory;
        crossing.clear();
        sifted.crossing.clear();
        sifted.features.clear();
        sifted.level.clear();
        let (all_a, all_b) = (&sketches_a.triangles[..], &sketches_b.triangles[..]);
        let distance = f32x4::splat(self.distance);
        let rounding = f32x4::splat(self.rounding);
        for &triangles in pairs.all() {
            let [one, two] = [&all_a[triangles[0] as usize], &all_b[triangles[1] as usize]];
            let heights = [one.heights(&two.plane), two.heights(&one.plane)];
            let near_a = near_planes(heights[0], -distance, distance);
            let near_b = near_planes(heights[1], -distance, distance);
            let is_near = (near_a | near_b) & FAR == 0;
            let may_cross = !(is_beside(heights[0], rounding) | is_beside(heights[1], rounding));
            crossing.push_if(is_near & may_cross, MayCross { triangles, heights });
            let near_a = one.features & near_a;
            let near_b = two.features & near_b;
            let near = NearFeatures {
                triangles,
                features: [near_a as u8, near_b as u8],
            };
            sifted
                .features
                .push_if(is_near & can_meet(near_a, near_b), near);
            let along = |axis: usize| one.plane[axis] * two.plane[axis];
            let cosine = along(0) + along(1) + along(2);
            let is_level = cosine * cosine >= (1.0 - PARALLEL * PARALLEL) as f32;
            sifted.level.push_if(is_near & is_level, triangles);
        }
        pairs.clear();
        for &MayCross { triangles, heights } in crossing.all() {
            let sketches = [&all_a[triangles[0] as usize], &all_b[triangles[1] as usize]];
            let (is_apart, passing) = pass(sketches, heights, self.rounding);
            let crosses = Crosses { triangles, passing };
            sifted.crossing.push_if(!is_apart, crosses);
        }
        let count = std::mem::take(&mut sifted.features.count);
        for at in 0..count {
            let NearFeatures {
                triangles,
                features: [near_a, near_b],
            } = sifted.features.things[at];
            let (one, two) = (&all_a[triangles[0] as usize], &all_b[triangles[1] as usize]);
            let (low, high) = (one.extent.low[0] - distance, one.extent.high[0] + distance);
            let near_a = u32::from(near_a) & near_box(one, two.extent.low[0], two.extent.high[0]);
            let near_b = u32::from(near_b) & near_box(two, low, high);
            let near = NearFeatures {
                triangles,
                features: [near_a as u8, near_b as u8],
            };
            sifted.features.push_if(can_meet(near_a, near_b), near);
        }
    }
}

/// The numbers of the set bits, rising.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(next)
    })
}

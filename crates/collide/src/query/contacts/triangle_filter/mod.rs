//! The filter for the triangles of two convex pieces that cross, or have features near each other.
//!
//! Volumes of twelve directions (24-DOPs in whole numbers) select the triangles of a piece that are
//! near the other piece, and of these the pairs that are near each other. The remaining pairs are
//! compared four at a time, in f32 with a margin for its rounding: with the triangles' planes, to
//! find those that cannot cross, and with planes a tolerance beyond them, to find the corners and
//! edges that cannot be near; then with the triangles' boxes. The rest, a few features of one pair in
//! ten, is decided in f64.

pub(crate) mod bounds;
pub(crate) mod crossing;
pub(crate) mod simd;

use wide::bytemuck::cast;
use wide::{f32x4, i32x4};

use crate::narrow_phase::piece_transform::MovedPieces;
use crate::narrow_phase::plane_sides::bits;
use crate::params;
use crate::params::MAX_PIECE_TRIANGLES;
use crate::piece::{PieceBlock, PieceStore};
use crate::query::contacts::triangle_filter::bounds::{
    FilterTriangle, FilterTriangles, Quantization, QuantizedDop,
};
use crate::query::contacts::triangle_filter::crossing::classify_crossings;
use crate::query::contacts::triangle_filter::simd::{
    BeyondPlanes, FourTriangles, can_form_contact,
};
use crate::{Counters, Relative};

/// Buffers of a [`TriangleFilter`].
#[derive(Clone, Debug, Default)]
pub(super) struct TriangleFilterScratch {
    prepared: [FilterTriangles; 2],
    query: u32,
    /// Pairs of triangles that no direction separates, by their numbers in the stores.
    pairs: BranchlessList<[u32; 2]>,
    /// The pairs with corners on both sides of each other's planes.
    crossing: BranchlessList<[u32; 2]>,
    pub filtered: FilteredPairs,
}

/// Pairs of triangles for the exact tests, by their numbers in the stores.
#[derive(Clone, Debug, Default)]
pub(super) struct FilteredPairs {
    /// The pairs that cross, or nearly cross.
    pub crossing: BranchlessList<CrossingPair>,
    /// The pairs that are near by the planes, and of these those that are near by the boxes too.
    features: BranchlessList<NearFeatures>,
    pub near: BranchlessList<NearFeatures>,
    /// The pairs that are near, with parallel planes.
    pub level: BranchlessList<[u32; 2]>,
}

/// Two triangles that may cross, and the sides at which they do, if these are known already.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CrossingPair {
    pub triangles: [u32; 2],
    /// See
    /// [`TriangleCrossing::unpacked`](crate::query::contacts::triangle_filter::crossing::TriangleCrossing::unpacked).
    pub packed_crossing: u32,
}

/// Two triangles, and the features of each that may be near the other one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NearFeatures {
    pub triangles: [u32; 2],
    /// The corners (bits 0 to 2) and edges (3 to 5) of the first one, and from bit 8 on of the
    /// second.
    pub features: u32,
}

impl TriangleFilterScratch {
    /// Forgets the last query and reserves memory for two stores.
    pub fn reset(&mut self, first: &PieceStore, second: &PieceStore) {
        self.query = self.query.wrapping_add(1);
        if self.query == 0 {
            self.prepared.iter_mut().for_each(FilterTriangles::forget);
            self.query = 1;
        }
        self.prepared[0].reserve(first);
        self.prepared[1].reserve(second);
        self.pairs.clear();
    }

    /// True if the pairs collected are enough for a [batch](TriangleFilter::filter_batch).
    #[inline]
    pub fn is_full(&self) -> bool {
        self.pairs.len() >= params::TRIANGLE_FILTER_BATCH
    }
}

/// The most pairs that are collected before they are filtered.
const MAX_PAIRS: usize = params::TRIANGLE_FILTER_BATCH + MAX_PIECE_TRIANGLES * MAX_PIECE_TRIANGLES;

/// The capacity of a [`BranchlessList`]: items are read and written four at a time.
const LIST_CAPACITY: usize = MAX_PAIRS.next_multiple_of(4) + 4;

/// A list that is filled without branches: each item is written, and kept only if a test passes.
/// A processor could not predict branches on these tests.
#[derive(Clone, Debug)]
pub(super) struct BranchlessList<T> {
    items: Vec<T>,
    count: usize,
}

impl<T> Default for BranchlessList<T> {
    fn default() -> Self {
        BranchlessList {
            items: Vec::new(),
            count: 0,
        }
    }
}

impl<T: Copy + Default> BranchlessList<T> {
    fn clear(&mut self) {
        if self.items.is_empty() {
            self.items.resize(LIST_CAPACITY, T::default());
        }
        self.count = 0;
    }

    fn len(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn push_if(&mut self, is_kept: bool, item: T) {
        self.items[self.count] = item;
        self.count += usize::from(is_kept);
    }

    /// Adds those of four items whose bits are set.
    #[inline(always)]
    fn push_some(&mut self, kept: u32, items: &[T; 4]) {
        let mut count = self.count;
        let slots = &mut self.items[count..count + 4];
        let mut at = 0;
        for (lane, &item) in items.iter().enumerate() {
            slots[at & 3] = item;
            at += (kept >> lane & 1) as usize;
        }
        count += at;
        self.count = count;
    }

    /// Calls `visit` with all items, four at a time, and bits for those that count: the last four
    /// may be fewer, and are then filled up with the last item.
    #[inline(always)]
    fn for_each_four(&mut self, mut visit: impl FnMut(&[T; 4], u32)) {
        let count = self.count;
        if count == 0 {
            return;
        }
        let last = self.items[count - 1];
        self.items[count..count + 3].fill(last);
        let (fours, _) = self.items[..count.next_multiple_of(4)].as_chunks::<4>();
        for (number, four) in fours.iter().enumerate() {
            let left = count - 4 * number;
            visit(four, if left < 4 { (1 << left) - 1 } else { 15 });
        }
    }

    pub fn all(&self) -> &[T] {
        &self.items[..self.count]
    }
}

/// The filter of one query: two models and their relative pose.
pub(super) struct TriangleFilter<'q> {
    pub stores: [&'q PieceStore; 2],
    /// The features of each triangle that count: see [`features`](crate::model::contact_features).
    pub features: [&'q [u8]; 2],
    pub relative: &'q Relative,
    /// The distance, in metres, beyond a plane at which a feature is too far for a contact.
    pub distance: f32,
    /// The distance, in metres, beyond a plane at which a corner is certainly beyond it.
    pub rounding: f32,
    /// The quantizations of the models' vertices; those of the second model are grown by the distance.
    pub quantizations: [Quantization; 2],
    pub moved: &'q mut MovedPieces,
}

/// The volumes for which `is_apart` is false, as bits.
#[inline(always)]
fn near(dops: &[QuantizedDop], is_apart: impl Fn(&QuantizedDop) -> bool) -> u32 {
    let from_last = dops.iter().rev();
    from_last.fold(0, |near, dop| near << 1 | u32::from(!is_apart(dop)))
}

impl TriangleFilter<'_> {
    /// Moves a piece of the second model into the first one's frame. Returns its vertices.
    pub fn fill(&mut self, b: u32, counters: &mut Counters) -> &[PieceBlock] {
        let store = self.stores[1];
        counters.updates += u64::from(self.moved.fill(store, b, self.relative));
        self.moved.blocks(store.pieces[b as usize].blocks())
    }

    /// Collects the pairs of triangles of two pieces that no direction separates. `take` gets the
    /// number of these pairs and returns the number that the budget allows. False if that is less.
    #[inline]
    pub fn pieces(
        &mut self,
        memory: &mut TriangleFilterScratch,
        [a, b]: [u32; 2],
        counters: &mut Counters,
        take: impl FnOnce(u64) -> u64,
    ) -> bool {
        let [first, second] = self.stores;
        let (piece_a, piece_b) = (&first.pieces[a as usize], &second.pieces[b as usize]);
        let TriangleFilterScratch {
            prepared: [prepared_a, prepared_b],
            query,
            pairs,
            ..
        } = memory;
        let [features_a, features_b] = self.features;
        if prepared_a.is_due(a, *query) {
            let geometry = (&first.blocks[piece_a.blocks()], &first.planes[..]);
            prepared_a.fill::<false>((first, features_a), a, geometry, &self.quantizations[0]);
        }
        if prepared_b.is_due(b, *query) {
            counters.updates += u64::from(self.moved.fill(second, b, self.relative));
            self.moved.fill_planes(second, b, self.relative);
            let blocks = self.moved.blocks(piece_b.blocks());
            let geometry = (blocks, self.moved.planes());
            prepared_b.fill::<true>((second, features_b), b, geometry, &self.quantizations[1]);
        }
        let all_a = &prepared_a.dops[piece_a.triangle_range()];
        let all_b = &prepared_b.dops[piece_b.triangle_range()];
        let whole_b = &prepared_b.pieces[b as usize];
        let near_a = near(all_a, |one| one.is_apart(whole_b));
        if near_a == 0 {
            return true;
        }
        let whole_a = &prepared_a.pieces[a as usize];
        let near_b = near(all_b, |two| whole_a.is_apart(two));
        let [start_a, start_b] = [piece_a, piece_b].map(|piece| piece.first_triangle() as u32);
        let before = pairs.count;
        for i in bits(near_a) {
            let one = &all_a[i];
            for j in bits(near_b) {
                let is_near = !one.is_apart(&all_b[j]);
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

    /// Filters the pairs collected, and puts those that need an exact test into [`FilteredPairs`].
    pub fn filter_batch(&self, memory: &mut TriangleFilterScratch) {
        let TriangleFilterScratch {
            prepared: [prepared_a, prepared_b],
            pairs,
            crossing,
            filtered,
            ..
        } = memory;
        let all = [&prepared_a.triangles[..], &prepared_b.triangles[..]];
        let distance = f32x4::splat(self.distance);
        let rounding = f32x4::splat(self.rounding);
        let least_cosine =
            f32x4::splat((1.0 - params::SUPPORT_SLOPE * params::SUPPORT_SLOPE) as f32);
        crossing.clear();
        filtered.features.clear();
        filtered.level.clear();
        pairs.for_each_four(|triangles, valid| {
            let (one, two) = load_fours(all, triangles);
            let (over_b, over_a) = (one.heights(&two.plane), two.heights(&one.plane));
            let beyond_b = BeyondPlanes::new(&over_b, -distance, distance);
            let beyond_a = BeyondPlanes::new(&over_a, -distance, distance);
            let is_far = beyond_b.whole() | beyond_a.whole();
            let is_near = !is_far.to_bitmask() & valid;
            let is_beside = BeyondPlanes::new(&over_b, -rounding, rounding).whole()
                | BeyondPlanes::new(&over_a, -rounding, rounding).whole();
            crossing.push_some(is_near & !is_beside.to_bitmask(), triangles);
            let near_a = one.features & !beyond_b.features();
            let near_b = two.features & !beyond_a.features();
            let [p, q, r, s] = join(near_a, near_b);
            let near = |lane: usize, features: u32| NearFeatures {
                triangles: triangles[lane],
                features,
            };
            filtered.features.push_some(
                is_near & can_form_contact(near_a, near_b),
                &[near(0, p), near(1, q), near(2, r), near(3, s)],
            );
            let along = |axis: usize| one.plane[axis] * two.plane[axis];
            let cosine = along(0) + along(1) + along(2);
            let is_level = (cosine * cosine).simd_ge(least_cosine);
            filtered
                .level
                .push_some(is_near & is_level.to_bitmask(), triangles);
        });
        pairs.clear();
        filtered.crossing.clear();
        crossing.for_each_four(|triangles, valid| {
            let (one, two) = load_fours(all, triangles);
            let (over_b, over_a) = (one.heights(&two.plane), two.heights(&one.plane));
            let (is_apart, packed_crossing) =
                classify_crossings([&one, &two], [&over_b, &over_a], self.rounding);
            let crosses = |lane: usize| CrossingPair {
                triangles: triangles[lane],
                packed_crossing: packed_crossing[lane],
            };
            let crossing = [crosses(0), crosses(1), crosses(2), crosses(3)];
            filtered.crossing.push_some(valid & !is_apart, &crossing);
        });
        let margin = distance + rounding;
        filtered.near.clear();
        let near = &mut filtered.near;
        filtered.features.for_each_four(|pairs, valid| {
            let [p, q, r, s] = *pairs;
            let triangles = [p.triangles, q.triangles, r.triangles, s.triangles];
            let (one, two) = load_fours(all, &triangles);
            let bits = [p.features, q.features, r.features, s.features].map(|bits| bits as i32);
            let features = i32x4::new(bits);
            let near_a = features & one.near_boxes(&two, margin) & 63;
            let seconds: i32x4 = features >> 8;
            let near_b = seconds & two.near_boxes(&one, margin);
            let [i, j, k, l] = join(near_a, near_b);
            let still = |pair: NearFeatures, features: u32| NearFeatures { features, ..pair };
            let left = [still(p, i), still(q, j), still(r, k), still(s, l)];
            near.push_some(valid & can_form_contact(near_a, near_b), &left);
        });
    }
}

/// The first and the second triangles of four pairs.
#[inline(always)]
fn load_fours(
    [all_a, all_b]: [&[FilterTriangle]; 2],
    &[p, q, r, s]: &[[u32; 2]; 4],
) -> (FourTriangles, FourTriangles) {
    let a = |pair: [u32; 2]| &all_a[pair[0] as usize];
    let b = |pair: [u32; 2]| &all_b[pair[1] as usize];
    let one = FourTriangles::new([a(p), a(q), a(r), a(s)]);
    let two = FourTriangles::new([b(p), b(q), b(r), b(s)]);
    (one, two)
}

/// The features of two triangles in one number, for each lane.
#[inline(always)]
fn join(one: i32x4, two: i32x4) -> [u32; 4] {
    let eighth: i32x4 = two << 8;
    cast(one | eighth)
}

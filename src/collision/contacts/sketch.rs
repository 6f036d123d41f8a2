//! Triangles in the first model's frame, in f32, as the [sieve](super::sieve) compares them.

use glam::Vec3;
use wide::f32x4;

use crate::collision::piece::{Block, PieceStore, Plane};

/// The ends of something along the axes and along twelve directions in all, four at a time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    pub low: [f32x4; 3],
    pub high: [f32x4; 3],
}

/// By how much the ends of something move along each direction if it grows by a length, and if its
/// coordinates do.
const LENGTHS: [[f32; 4]; 3] = [
    [1.0, 1.0, 1.0, CORNER],
    [EDGE; 4],
    [EDGE, EDGE, CORNER, CORNER],
];
const SUMS: [[f32; 4]; 3] = [[1.0, 1.0, 1.0, 3.0], [2.0; 4], [2.0, 2.0, 3.0, 3.0]];
const EDGE: f32 = std::f32::consts::SQRT_2;
const CORNER: f32 = 1.732_050_8;

/// By how much extents grow.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Growth([f32x4; 3]);

impl Growth {
    /// By a distance, and by what coordinates may be off.
    pub fn new(distance: f32, rounding: f32) -> Self {
        Growth([0, 1, 2].map(|group| {
            f32x4::new(LENGTHS[group]) * distance + f32x4::new(SUMS[group]) * rounding
        }))
    }
}

impl Extent {
    /// Of three places, given as all x, all y, all z (and one place twice): along the axes, and
    /// along the directions of a cube's edges and of three of its corners, none of length 1.
    #[inline(always)]
    fn of([x, y, z]: [f32x4; 3], Growth(grown): &Growth) -> Self {
        let groups = [
            [x, y, z, x + y + z],
            [x + y, x + z, y + z, x - y],
            [x - z, y - z, x - y + z, x + y - z],
        ];
        let mut extent = Extent::default();
        for group in 0..3 {
            let [p, q, r, _] = f32x4::transpose(groups[group]);
            extent.low[group] = p.fast_min(q).fast_min(r) - grown[group];
            extent.high[group] = p.fast_max(q).fast_max(r) + grown[group];
        }
        extent
    }

    fn union(&self, other: &Extent) -> Self {
        let mut all = *self;
        for group in 0..3 {
            all.low[group] = all.low[group].fast_min(other.low[group]);
            all.high[group] = all.high[group].fast_max(other.high[group]);
        }
        all
    }

    /// Whether one of the directions parts the two.
    #[inline]
    pub fn is_apart(&self, other: &Extent) -> bool {
        let apart = |group: usize| {
            self.low[group].simd_gt(other.high[group]) | other.low[group].simd_gt(self.high[group])
        };
        (apart(0) | apart(1) | apart(2)).to_bitmask() != 0
    }
}

/// A triangle in the first frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sketch {
    /// Of the three corners all x, all y, all z.
    pub rows: [f32x4; 3],
    pub plane: Plane,
    /// The second model's are grown by the distance that counts as near.
    pub extent: Extent,
    /// See [`features`](super::features).
    pub features: u32,
}

impl Sketch {
    #[inline(always)]
    pub fn new([p, q, r]: [Vec3; 3], plane: Plane, features: u8, grown: &Growth) -> Self {
        let rows = [
            f32x4::new([p.x, q.x, r.x, p.x]),
            f32x4::new([p.y, q.y, r.y, p.y]),
            f32x4::new([p.z, q.z, r.z, p.z]),
        ];
        Sketch {
            rows,
            plane,
            extent: Extent::of(rows, grown),
            features: u32::from(features),
        }
    }

    /// The heights of the three corners over a plane; the fourth lane is the first again.
    #[inline]
    pub fn heights(&self, &[x, y, z, offset]: &Plane) -> f32x4 {
        let [xs, ys, zs] = self.rows;
        xs * x + ys * y + zs * z - offset
    }
}

/// Triangles of one model that a query has met.
#[derive(Clone, Debug, Default)]
pub(super) struct Sketches {
    pub triangles: Vec<Sketch>,
    /// What is around all of a piece's triangles.
    pub pieces: Vec<Extent>,
    /// The query that filled a piece.
    filled_by: Vec<u32>,
}

impl Sketches {
    /// Makes room.
    pub fn fit(&mut self, store: &PieceStore) {
        if self.triangles.len() < store.corners.len() {
            self.triangles
                .resize(store.corners.len(), Sketch::default());
        }
        if self.filled_by.len() < store.pieces.len() {
            self.filled_by.resize(store.pieces.len(), 0);
            self.pieces.resize(store.pieces.len(), Extent::default());
        }
    }

    pub fn forget(&mut self) {
        self.filled_by.fill(0);
    }

    /// Whether a piece is to be [filled](Sketches::fill) for this query; not twice.
    #[inline]
    pub fn is_due(&mut self, number: u32, query: u32) -> bool {
        std::mem::replace(&mut self.filled_by[number as usize], query) != query
    }

    /// Fills a piece. `blocks` are its places in the first frame, `planes` those of all triangles
    /// there.
    #[inline(never)]
    pub fn fill(
        &mut self,
        (store, features): (&PieceStore, &[u8]),
        number: u32,
        (blocks, planes): (&[Block], &[Plane]),
        grown: &Growth,
    ) {
        let mut all: Option<Extent> = None;
        for triangle in store.pieces[number as usize].triangle_range() {
            let [p, q, r] = store.corners[triangle];
            let place = |corner: u8| {
                let (block, lane) = (&blocks[usize::from(corner) / 4], usize::from(corner) % 4);
                Vec3::new(block[0][lane], block[1][lane], block[2][lane])
            };
            let corners = [place(p), place(q), place(r)];
            let sketch = Sketch::new(corners, planes[triangle], features[triangle], grown);
            all = Some(all.map_or(sketch.extent, |all| all.union(&sketch.extent)));
            self.triangles[triangle] = sketch;
        }
        self.pieces[number as usize] = all.unwrap_or_default();
    }
}

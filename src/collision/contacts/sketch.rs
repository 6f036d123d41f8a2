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

impl Extent {
    fn of(corners: [Vec3; 3]) -> Self {
        let [p, q, r] = corners;
        let along = |p: Vec3, [x, y, z]: [[f32; 4]; 3]| {
            f32x4::new(x) * p.x + f32x4::new(y) * p.y + f32x4::new(z) * p.z
        };
        let [one, two] = DIRECTIONS;
        let groups = [
            corners.map(|p| f32x4::new([p.x, p.y, p.z, 0.0])),
            [along(p, one), along(q, one), along(r, one)],
            [along(p, two), along(q, two), along(r, two)],
        ];
        Extent {
            low: groups.map(|[p, q, r]| p.fast_min(q).fast_min(r)),
            high: groups.map(|[p, q, r]| p.fast_max(q).fast_max(r)),
        }
    }

    fn union(&self, other: &Extent) -> Self {
        let mut all = *self;
        for group in 0..3 {
            all.low[group] = all.low[group].fast_min(other.low[group]);
            all.high[group] = all.high[group].fast_max(other.high[group]);
        }
        all
    }

    /// With all ends moved outwards.
    fn grown(mut self, distance: f32) -> Self {
        for group in 0..3 {
            self.low[group] -= f32x4::splat(distance);
            self.high[group] += f32x4::splat(distance);
        }
        self
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
    /// The second model's are grown by the distance that counts as near.
    pub extent: Extent,
}

impl Sketch {
    fn new(corners: [Vec3; 3], grown: f32) -> Self {
        let [p, q, r] = corners;
        Sketch {
            rows: [
                f32x4::new([p.x, q.x, r.x, p.x]),
                f32x4::new([p.y, q.y, r.y, p.y]),
                f32x4::new([p.z, q.z, r.z, p.z]),
            ],
            extent: Extent::of(corners).grown(grown),
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

    /// Fills a piece if `query` has not yet. `blocks` are its places in the first frame.
    #[inline]
    pub fn fill(
        &mut self,
        store: &PieceStore,
        number: u32,
        query: u32,
        blocks: &[Block],
        grown: f32,
    ) {
        let filled_by = &mut self.filled_by[number as usize];
        if std::mem::replace(filled_by, query) != query {
            self.sketch(store, number, blocks, grown);
        }
    }

    #[inline(never)]
    fn sketch(&mut self, store: &PieceStore, number: u32, blocks: &[Block], grown: f32) {
        let mut all: Option<Extent> = None;
        for triangle in store.pieces[number as usize].triangle_range() {
            let corners = store.corners[triangle].map(|corner| {
                let (block, lane) = (&blocks[usize::from(corner) / 4], usize::from(corner) % 4);
                Vec3::new(block[0][lane], block[1][lane], block[2][lane])
            });
            let sketch = Sketch::new(corners, grown);
            all = Some(all.map_or(sketch.extent, |all| all.union(&sketch.extent)));
            self.triangles[triangle] = sketch;
        }
        self.pieces[number as usize] = all.unwrap_or_default();
    }
}

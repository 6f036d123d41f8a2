//! Triangles in the first model's frame, in f32, as the
//! [filter](crate::query::contacts::triangle_filter) compares them, and the volumes around them.

use glam::Vec3;
use wide::bytemuck::cast;
use wide::{f32x4, i16x8, i32x4, i32x8, u8x16};

use crate::params::{MAX_PIECE_TRIANGLES, QUANTIZED_CLAMP, QUANTIZED_UNITS};
use crate::piece::{PieceBlock, PieceStore, Plane};

/// The most vertices of a piece, rounded up to blocks of four.
const MAX_VERTICES: usize = (3 * MAX_PIECE_TRIANGLES).next_multiple_of(4);

/// The length of each direction: the distance by which a volume's ends move along it if the volume grows by 1;
/// and the sum of its absolute components: the distance by which they move if each coordinate moves by 1.
const LENGTHS: [[f32; 4]; 3] = [
    [1.0, 1.0, 1.0, CORNER],
    [EDGE; 4],
    [EDGE, EDGE, CORNER, CORNER],
];
const SUMS: [[f32; 4]; 3] = [[1.0, 1.0, 1.0, 3.0], [2.0; 4], [2.0, 2.0, 3.0, 3.0]];
const EDGE: f32 = std::f32::consts::SQRT_2;
const CORNER: f32 = 1.732_050_8;

/// A point's coordinates along the directions: the axes, the directions to a cube's edges and to
/// its corners. Only the axes are of length 1.
#[inline(always)]
fn along([x, y, z]: [f32x4; 3]) -> [[f32x4; 4]; 3] {
    [
        [x, y, z, x + y + z],
        [x + y, x + z, y + z, x - y],
        [x - z, y - z, x - y + z, x + y - z],
    ]
}

/// The map from points to the whole numbers of [`QuantizedDop`]s. Numbers that are too large saturate,
/// which keeps their order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quantization {
    /// Units per metre, along each direction.
    factors: [f32x4; 3],
    /// The centre in units.
    centers: [f32x4; 3],
    /// The distance, in units, of a volume's ends outside its points.
    outwards: QuantizedDop,
}

impl Quantization {
    /// The quantization of a sphere, by its centre and its radius in metres. Volumes grow by
    /// `distance` and by the error `rounding` of coordinates, both in metres.
    pub fn new(center: Vec3, radius: f32, distance: f32, rounding: f32) -> Self {
        let [x, y, z] = center.to_array().map(f32x4::splat);
        let along = along([x, y, z]);
        let unit = QUANTIZED_UNITS / radius.max(f32::MIN_POSITIVE * QUANTIZED_UNITS);
        let (mut factors, mut centers) = ([f32x4::ZERO; 3], [f32x4::ZERO; 3]);
        let mut outwards = [i32x4::ZERO; 3];
        for group in 0..3 {
            let lengths = f32x4::new(LENGTHS[group]);
            let factor = f32x4::splat(unit) / lengths;
            let grown = lengths * distance + f32x4::new(SUMS[group]) * rounding;
            let [p, q, r, s] = along[group].map(|lanes| lanes.to_array()[0]);
            factors[group] = factor;
            centers[group] = f32x4::new([p, q, r, s]) * factor;
            // Each end and its growth are rounded by up to one unit.
            outwards[group] = (grown * factor + 2.0)
                .fast_min(f32x4::splat(QUANTIZED_CLAMP))
                .fast_round_int();
        }
        Quantization {
            factors,
            centers,
            outwards: QuantizedDop::packed(outwards, outwards),
        }
    }
}

/// A 24-DOP in whole numbers: the ends of a volume along twelve directions. For the first model
/// these are the lower ends and the negated upper ends, for the second model the upper ends and the
/// negated lower ends: so one comparison covers both ways in which a direction may separate two
/// volumes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct QuantizedDop([i16x8; 3]);

impl QuantizedDop {
    /// The volume of one point of either model, by its coordinates along the directions.
    #[inline(always)]
    fn new<const SECOND: bool>(along: &[f32x4; 3], quantization: &Quantization) -> Self {
        let (mut ends, mut negative) = ([i32x4::ZERO; 3], [i32x4::ZERO; 3]);
        for group in 0..3 {
            let units = along[group] * quantization.factors[group] - quantization.centers[group];
            let beyond = f32x4::splat(QUANTIZED_CLAMP);
            ends[group] = units.fast_min(beyond).fast_max(-beyond).fast_round_int();
            negative[group] = -ends[group];
        }
        let mut dop = QuantizedDop::packed(ends, negative);
        for (ends, &outwards) in dop.0.iter_mut().zip(&quantization.outwards.0) {
            *ends = if SECOND {
                ends.saturating_add(outwards)
            } else {
                ends.saturating_sub(outwards)
            };
        }
        dop
    }

    #[inline(always)]
    fn packed([a, b, c]: [i32x4; 3], [d, e, f]: [i32x4; 3]) -> Self {
        let pack = |p: i32x4, q: i32x4| i16x8::from_i32x8_saturate(cast::<_, i32x8>([p, q]));
        QuantizedDop([pack(a, b), pack(c, d), pack(e, f)])
    }

    /// The volume around two volumes of one model.
    #[inline(always)]
    fn union<const SECOND: bool>(&self, other: &QuantizedDop) -> Self {
        let either = |i: usize| {
            if SECOND {
                self.0[i].max(other.0[i])
            } else {
                self.0[i].min(other.0[i])
            }
        };
        QuantizedDop([either(0), either(1), either(2)])
    }

    /// True if one of the directions separates this volume of the first model from one of the
    /// second.
    #[inline(always)]
    pub fn is_apart(&self, second: &QuantizedDop) -> bool {
        let apart = |i: usize| self.0[i].simd_gt(second.0[i]);
        cast::<_, u8x16>(apart(0) | apart(1) | apart(2)).to_bitmask() != 0
    }
}

/// A triangle in the first frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FilterTriangle {
    /// The last lane of the third corner holds the [`features`](crate::model::contact_features);
    /// those of the other corners are unused.
    pub corners: [f32x4; 3],
    pub plane: f32x4,
}

/// A vertex of a piece.
#[derive(Clone, Copy, Debug, Default)]
struct FilterVertex {
    /// The last lane is unused.
    at: f32x4,
    dop: QuantizedDop,
}

/// The triangles of one model that a query has used.
#[derive(Clone, Debug, Default)]
pub(crate) struct FilterTriangles {
    pub triangles: Vec<FilterTriangle>,
    pub dops: Vec<QuantizedDop>,
    /// The volume around all triangles of each piece.
    pub pieces: Vec<QuantizedDop>,
    /// The number of the query that filled each piece.
    filled_by: Vec<u32>,
    /// The vertices of the piece that is being filled.
    vertices: Vec<FilterVertex>,
}

impl FilterTriangles {
    /// Reserves memory for a store.
    pub fn reserve(&mut self, store: &PieceStore) {
        self.vertices.resize(MAX_VERTICES, FilterVertex::default());
        if self.triangles.len() < store.corners.len() {
            self.triangles
                .resize(store.corners.len(), FilterTriangle::default());
            self.dops
                .resize(store.corners.len(), QuantizedDop::default());
        }
        if self.filled_by.len() < store.pieces.len() {
            self.filled_by.resize(store.pieces.len(), 0);
            self.pieces
                .resize(store.pieces.len(), QuantizedDop::default());
        }
    }

    pub fn forget(&mut self) {
        self.filled_by.fill(0);
    }

    /// True if a piece is still to be [filled](FilterTriangles::fill) for this query; marks it as
    /// filled.
    #[inline]
    pub fn is_due(&mut self, number: u32, query: u32) -> bool {
        std::mem::replace(&mut self.filled_by[number as usize], query) != query
    }

    /// Fills a piece. `blocks` are its vertices, and `planes` the planes of all triangles of the
    /// store, both in the first frame.
    #[inline(never)]
    pub fn fill<const SECOND: bool>(
        &mut self,
        (store, features): (&PieceStore, &[u8]),
        number: u32,
        (blocks, planes): (&[PieceBlock], &[Plane]),
        quantization: &Quantization,
    ) {
        for (number, &[x, y, z]) in blocks.iter().enumerate() {
            let [first, second, third] = along([f32x4::new(x), f32x4::new(y), f32x4::new(z)]);
            let [first, second, third] = [first, second, third].map(f32x4::transpose);
            let all = first.iter().zip(&second).zip(&third);
            for (lane, ((&at, &second), &third)) in all.enumerate() {
                self.vertices[4 * number + lane] = FilterVertex {
                    at,
                    dop: QuantizedDop::new::<SECOND>(&[at, second, third], quantization),
                };
            }
        }
        let mut all: Option<QuantizedDop> = None;
        for triangle in store.pieces[number as usize].triangle_range() {
            let [p, q, r] =
                store.corners[triangle].map(|corner| &self.vertices[usize::from(corner)]);
            let dop = p.dop.union::<SECOND>(&q.dop).union::<SECOND>(&r.dop);
            all = Some(all.map_or(dop, |all| all.union::<SECOND>(&dop)));
            self.triangles[triangle] = FilterTriangle {
                corners: [p.at, q.at, with_bits(r.at, features[triangle])],
                plane: f32x4::new(planes[triangle]),
            };
            self.dops[triangle] = dop;
        }
        self.pieces[number as usize] = all.unwrap_or_default();
    }
}

/// Lanes with bits in place of the last one.
#[inline(always)]
fn with_bits(lanes: f32x4, bits: u8) -> f32x4 {
    let [x, y, z, _] = lanes.to_array();
    f32x4::new([x, y, z, f32::from_bits(u32::from(bits))])
}

//! Tunables of pieces, models, trees and bounding volumes.

// ---- piece, model, bvh, bounding --------------------------------------------------------------

/// Meshes of more triangles than this keep the pieces that have grown. A search for fewer pieces
/// would take longer than the rest of the build.
pub(crate) const MOST_TRIANGLES_TO_REGROUP: usize = 10_000;

/// How many pieces are looked at as homes for the triangles of others when pieces are dissolved.
/// Connected surfaces take a hundredth of it, thousands of separate triangles all of it, which is some
/// seconds. Higher: such meshes take longer to build; lower: their models have more pieces.
pub(crate) const REGROUPING_LOOKS: u64 = 64_000_000;

/// How often chains of moves are tried to reach the wanted number of pieces. More rounds slow
/// builds down and gain little.
pub(crate) const CHAIN_ROUNDS: usize = 3;

/// Chain searches visit at most this many pieces per piece of the mesh in all. It bounds the time
/// of a build.
pub(crate) const CHAIN_VISITS_PER_PIECE: usize = 64;

/// How often all facets are tried for a move that makes bounds smaller. More rounds slow builds
/// down and gain little.
pub(crate) const SHRINK_ROUNDS: usize = 6;

/// A round that shrinks all bounds together by less than this part is the last.
pub(crate) const LEAST_SHRINK: f32 = 1e-3;

/// A move must make bounds smaller by more than this part of their size. At 0, rounding could
/// make two pieces exchange the same two facets for ever.
pub(crate) const LEAST_MOVE_GAIN: f32 = 1e-5;

/// Two groups of a piece's facets become one leaf if the box around both is at most this many times
/// as large as the larger box. More makes larger leaves, less makes more of them.
pub(crate) const NEAR_GROUP_GROWTH: f32 = 1.3;

/// At most this many facets at one corner are looked at. It bounds the time at the hub of a large
/// fan, where the other facets are left out.
pub(crate) const MOST_FACETS_AT_CORNER: usize = 32;

/// The most triangles of a piece by default, as in source 1. Fewer need more memory and volume
/// tests, more need more triangle tests.
pub(crate) const DEFAULT_PIECE_TRIANGLES: usize = 6;

/// Bytes of a model per triangle that builds with default options keep to. Documented at
/// [`Model::memory`](crate::Model::memory).
pub(crate) const MODEL_BYTES_PER_TRIANGLE: usize = 96;

/// Bytes per triangle that the corners of the hull may take. Meshes with relatively more hull
/// corners keep none: their support points are found by going down the tree.
pub(crate) const HULL_BYTES_PER_TRIANGLE: usize = 8;

/// How many times as large as its largest part a leaf's volume may be. The first value with which
/// the model is small enough is taken. Larger leaves save memory and slow queries down.
pub(crate) const LEAF_GROWTHS: [f32; 6] = [1.2, 1.3, 1.45, 1.7, 2.2, f32::INFINITY];

/// Models of fewer triangles take the first of [`LEAF_GROWTHS`]: a few hundred bytes are not worth
/// a leaf that holds most of the model.
pub(crate) const SMALL_MODEL_TRIANGLES: usize = 64;

/// Models of at least this many triangles start with the fourth of [`LEAF_GROWTHS`], which is
/// nearly always needed, since each try takes time.
pub(crate) const LARGE_MODEL_TRIANGLES: usize = 10_000;

/// Models with more vertices keep no hull: finding it would take longer than the rest of the
/// build.
pub(crate) const MOST_HULL_VERTICES: usize = 6000;

/// Hulls with more corners are not kept: going down the tree is as fast as looking at all corners.
pub(crate) const MOST_HULL_CORNERS: usize = 1000;

/// Whether a mesh is its own hull is tested only if triangles times hull corners are at most this:
/// some ten microseconds.
pub(crate) const MOST_OWN_HULL_TESTS: usize = 1 << 15;

/// How far a hull corner may lie outside a triangle's plane, as a part of the largest coordinate,
/// in a mesh that is its own hull: what f32 rounds a flat side of four corners to.
pub(crate) const HULL_FLATNESS: f64 = 2.0 * f32::EPSILON as f64;

/// A polygon whose corners are all nearer to a line than this share of its length is cut as a fan. Larger: the notches of
/// long thin ones are filled; smaller: rounding makes lines cross themselves, and models that draw well are refused.
#[cfg(feature = "obj")]
pub(crate) const FLAT_POLYGON: f64 = 1e-6;

/// The tests of corners, about 2 ns each, that the concave polygons of one OBJ text may take together. Less, and
/// large models are refused; more, and a text made to be slow takes longer than a second or so.
#[cfg(feature = "obj")]
pub(crate) const MAX_POLYGON_TESTS: u64 = 1 << 28;

/// Edges that bend by less than this, as the sine of the angle, are no edges for contacts. Larger
/// loses contacts at blunt edges, smaller makes contacts at the edges inside flat sides.
pub(crate) const FLAT_EDGE_SINE: f64 = 1e-3;

/// The square of a ratio: a triangle whose height is at most this part (1e-7) of its longest edge
/// has no area, as f32 corners cannot say more. Such triangles are dropped.
pub(crate) const DEGENERATE_HEIGHT_SQUARED: f64 = 1e-14;

/// How many pairs of nodes a descent follows depth first, deepest overlap first, before it works in
/// batches. Queries that end at their first hit mostly end within it.
pub(crate) const DEPTH_FIRST_PAIRS: u32 = 64;

/// A probe gives up after this many pairs of nodes. With 32 pairs and 4 leaf pairs it misses 24 of
/// 287 hits of two cars instead of 4.
pub(crate) const PROBE_PAIRS: usize = 64;

/// A probe gives up after this many pairs of leaves. See [`PROBE_PAIRS`].
pub(crate) const PROBE_LEAF_PAIRS: usize = 8;

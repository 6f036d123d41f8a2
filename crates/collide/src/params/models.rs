//! Tunables of pieces, models, trees and bounding volumes.

// ---- piece, model, bvh, bounding --------------------------------------------------------------

/// Meshes of more triangles than this keep the pieces that have grown. A search for fewer pieces
/// would take longer than the rest of the build.
pub(crate) const MOST_TRIANGLES_TO_REGROUP: usize = 10_000;

/// The most candidate pieces examined as new homes for triangles when pieces are dissolved. Connected
/// surfaces take a hundredth of it; thousands of separate triangles take all of it, a few seconds. Higher:
/// such meshes take longer to build; lower: their models have more pieces.
pub(crate) const REGROUPING_LOOKS: u64 = 64_000_000;

/// The number of rounds in which chains of moves are tried to reach the wanted number of pieces. More rounds
/// slow builds down and gain little.
pub(crate) const CHAIN_ROUNDS: usize = 3;

/// Chain searches visit at most this many pieces per piece of the mesh in all. It bounds the time
/// of a build.
pub(crate) const CHAIN_VISITS_PER_PIECE: usize = 64;

/// The number of rounds in which every facet is tried for a move that makes bounds smaller. More rounds slow
/// builds down and gain little.
pub(crate) const SHRINK_ROUNDS: usize = 6;

/// The rounds end after one that shrinks all bounds together by less than this part.
pub(crate) const LEAST_SHRINK: f32 = 1e-3;

/// A move must make bounds smaller by more than this part of their size. At 0, rounding could
/// make two pieces exchange the same two facets for ever.
pub(crate) const LEAST_MOVE_GAIN: f32 = 1e-5;

/// Two groups of a piece's facets become one leaf if the box around both is at most this many times as large
/// as the larger box. Larger: larger leaves; smaller: more of them.
pub(crate) const NEAR_GROUP_GROWTH: f32 = 1.3;

/// The most facets examined at one corner. It bounds the time at the hub of a large fan, where the other
/// facets are left out.
pub(crate) const MOST_FACETS_AT_CORNER: usize = 32;

/// The most triangles of a piece by default, as in source 1. Fewer: more memory and volume tests; more: more
/// triangle tests.
pub(crate) const DEFAULT_PIECE_TRIANGLES: usize = 6;

/// The memory limit of models built with default options, in bytes per triangle. Documented at
/// [`Model::memory`](crate::Model::memory).
pub(crate) const MODEL_BYTES_PER_TRIANGLE: usize = 96;

/// The most bytes per triangle for the corners of the hull. Meshes with relatively more hull corners keep
/// none: their support points are found by descending the tree.
pub(crate) const HULL_BYTES_PER_TRIANGLE: usize = 8;

/// The largest allowed ratio between a leaf's volume and that of its largest part. The first value with which
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

/// Hulls with more corners are not kept: descending the tree is as fast as testing all corners.
pub(crate) const MOST_HULL_CORNERS: usize = 1000;

/// The most triangles times hull corners for which a mesh is compared with its hull: about ten microseconds.
pub(crate) const MOST_OWN_HULL_TESTS: usize = 1 << 15;

/// The distance by which a hull corner may lie outside a triangle's plane, as a part of the largest
/// coordinate, in a mesh that is its own hull: the rounding of a flat side of four corners in f32.
pub(crate) const HULL_FLATNESS: f64 = 2.0 * f32::EPSILON as f64;

/// A polygon whose corners are all nearer to a line than this share of its length is cut as a fan. Larger:
/// the notches of long thin polygons are filled; smaller: rounding makes lines cross themselves, and models
/// that draw well are refused.
#[cfg(feature = "obj")]
pub(crate) const FLAT_POLYGON: f64 = 1e-6;

/// The most corner tests, about 2 ns each, for all concave polygons of one OBJ text. Less: large models are
/// refused; more: a text made to be slow takes longer than about a second.
#[cfg(feature = "obj")]
pub(crate) const MAX_POLYGON_TESTS: u64 = 1 << 28;

/// The sine of the bend below which an edge counts as flat for contacts. Larger: contacts at blunt edges are
/// lost; smaller: contacts appear at the edges inside flat sides.
pub(crate) const FLAT_EDGE_SINE: f64 = 1e-3;

/// The square of a ratio: a triangle whose height is at most this part (1e-7) of its longest edge has no
/// area, because f32 corners cannot resolve less. Such triangles are dropped.
pub(crate) const DEGENERATE_HEIGHT_SQUARED: f64 = 1e-14;

/// The number of node pairs that a descent follows depth first, deepest overlap first, before it works in
/// batches. Queries that end at their first hit mostly end within it.
pub(crate) const DEPTH_FIRST_PAIRS: u32 = 64;

/// A probe gives up after this many pairs of nodes. With 32 pairs and 4 leaf pairs it misses 24 of
/// 287 hits of two bumper-car meshes instead of 4.
pub(crate) const PROBE_PAIRS: usize = 64;

/// A probe gives up after this many pairs of leaves. See [`PROBE_PAIRS`].
pub(crate) const PROBE_LEAF_PAIRS: usize = 8;

/// The most corners of one face in an OBJ text: no drawing program writes discs as fine as this. With more, cutting
/// a face into triangles, which takes the square of the number, may take seconds.
pub(crate) const MAX_FACE_CORNERS: usize = 4096;

/// The most letters of a word of a model file in a message.
pub(crate) const SHOWN_LETTERS: usize = 40;

/// Distance between the bodies at the start and at the end, in metres.
pub(crate) const SCENE_START_DISTANCE: f32 = 3.0;

/// The angle of the moving body at the start of its path, in radians: no planes coincide.
pub(crate) const SCENE_ANGLE: f32 = 0.4;

/// The most triangles that a piece may have. More make pieces larger and the masks of their triangles wider.
pub const MAX_PIECE_TRIANGLES: usize = 10;
